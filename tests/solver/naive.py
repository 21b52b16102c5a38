"""The network and expectimax once more, in plain Python, for a few nodes."""

import numpy as np
import numpy.typing as npt

from app.rules import Board, empty_cells, place, slides
from app.solver.network import TABLE, TUPLES
from tests.boards import mirrored, turned


def symmetries(cells: Board) -> list[Board]:
    lying = []
    for _ in range(4):
        lying += [cells, mirrored(cells)]
        cells = turned(cells)
    return lying


def network_value(cells: Board, weights: npt.NDArray[np.float32]) -> float:
    total = 0.0
    for lying in symmetries(cells):
        for number, tuple_cells in enumerate(TUPLES):
            index = sum(
                max(lying[cell].bit_length() - 1, 0) << 4 * digit
                for digit, cell in enumerate(tuple_cells)
            )
            total += float(weights[number * TABLE + index])
    return total


def spawn_value(after: Board, depth: int, weights: npt.NDArray[np.float32]) -> float:
    if depth <= 0:
        return network_value(after, weights)
    empty = empty_cells(after)
    return sum(
        0.9 * best_value(place(after, cell, 2), depth - 1, weights)
        + 0.1 * best_value(place(after, cell, 4), depth - 1, weights)
        for cell in empty
    ) / len(empty)


def best_value(cells: Board, depth: int, weights: npt.NDArray[np.float32]) -> float:
    return max(
        (one.gained + spawn_value(one.board, depth, weights) for one in slides(cells).values()),
        default=0.0,
    )


def values(cells: Board, depth: int, weights: npt.NDArray[np.float32]) -> dict[str, float]:
    return {
        direction.value: slide.gained + spawn_value(slide.board, depth, weights)
        for direction, slide in slides(cells).items()
    }
