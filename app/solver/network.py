"""The n-tuple network: what a board after a slide is worth, in points that are still to come.

Four tuples of six cells are looked up in eight symmetries of the board, 32 weights in all, and
their sum is the value (Szubert and Jaśkowski, *Temporal difference learning of n-tuple networks
for the game 2048*, 2014). All symmetries share one set of weights.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import mirror, transpose, upend
from app.solver.compiled import kernel

TUPLES = ((0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 1, 2, 4, 5, 6), (4, 5, 6, 8, 9, 10))
"""The cells of each tuple; the first cell is the lowest four bits of its index."""
TABLE = 1 << 24
"""Weights of one tuple: six cells of sixteen levels."""
WEIGHTS = len(TUPLES) * TABLE
LOOKUPS = 8 * len(TUPLES)

_U4, _U16, _U20 = np.uint64(4), np.uint64(16), np.uint64(20)
_SIX, _THREE, _NEXT_THREE = np.uint64(0xFFFFFF), np.uint64(0xFFF), np.uint64(0xFFF000)
_SECOND, _THIRD, _FOURTH = (np.uint64(place * TABLE) for place in (1, 2, 3))


class Network(NamedTuple):
    """The weights, (WEIGHTS,) of any kind of number, and the points of one unit of them."""

    weights: npt.NDArray[Any]
    scale: np.float32


@kernel
def tuple_indices(board: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return where the weights of the four tuples are, for the board as it lies."""
    return (
        board & _SIX,
        (board >> _U16 & _SIX) + _SECOND,
        (board & _THREE | board >> _U4 & _NEXT_THREE) + _THIRD,
        (board >> _U16 & _THREE | board >> _U20 & _NEXT_THREE) + _FOURTH,
    )


@kernel
def _sum_as_it_lies(board: np.uint64, weights: npt.NDArray[Any]) -> Any:
    a, b, c, d = tuple_indices(board)
    return (weights[a] + weights[b]) + (weights[c] + weights[d])


@kernel
def sum_of_weights(board: np.uint64, weights: npt.NDArray[Any]) -> Any:
    """Add up the 32 weights of a board."""
    turned = transpose(board)
    mirrored, upended = mirror(board), upend(turned)
    across = upend(board)
    down = mirror(turned)
    return (
        (_sum_as_it_lies(board, weights) + _sum_as_it_lies(mirrored, weights))
        + (_sum_as_it_lies(across, weights) + _sum_as_it_lies(mirror(across), weights))
    ) + (
        (_sum_as_it_lies(turned, weights) + _sum_as_it_lies(upended, weights))
        + (_sum_as_it_lies(down, weights) + _sum_as_it_lies(upend(down), weights))
    )


@kernel
def value_of(board: np.uint64, network: Network) -> np.float32:
    """Return what a board after a slide is worth, in points still to come."""
    return np.float32(sum_of_weights(board, network.weights)) * network.scale


@kernel
def write_indices(board: np.uint64, indices: npt.NDArray[np.uint32]) -> None:
    """Write where all 32 weights of a board are."""
    turned = transpose(board)
    across, down = upend(board), mirror(turned)
    lying = (board, mirror(board), across, mirror(across), turned, upend(turned), down, upend(down))
    place = 0
    for one in lying:
        for index in tuple_indices(one):
            indices[place] = index
            place += 1
