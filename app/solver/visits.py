"""How often play looks at each weight: what says which weights may be stored coarsely."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import empty_mask, push, seed_state, spawn, transpose
from app.solver.compiled import Boards, Floats, kernel
from app.solver.network import LOOKUPS, WEIGHTS, sum_of_weights, write_indices

Visits = npt.NDArray[np.uint32]

_U0, _U1 = np.uint64(0), np.uint64(1)
_LOWEST = np.float32(-1e30)


@kernel
def _count(board: np.uint64, visits: Visits, indices: npt.NDArray[np.uint32]) -> None:
    write_indices(board, indices)
    for place in range(LOOKUPS):
        visits[indices[place]] += np.uint32(1)


@kernel
def _value_and_count(
    afterstate: np.uint64, weights: Floats, visits: Visits, indices: npt.NDArray[np.uint32]
) -> np.float32:
    total, count = np.float32(0), np.float32(0)
    empty = empty_mask(afterstate)
    while empty != _U0:
        cell = empty & (~empty + _U1)
        empty ^= cell
        count += np.float32(1)
        for level in range(2):
            board = afterstate | cell << np.uint64(level)
            turned = transpose(board)
            best = _LOWEST
            for direction in range(4):
                pushed, gained = push(board, turned, direction)
                if pushed != board:
                    _count(pushed, visits, indices)
                    best = max(best, gained + sum_of_weights(pushed, weights))
            if best > _LOWEST:
                total += best * np.float32(0.1 if level else 0.9)
    return total / count


@kernel
def _play_and_count(weights: Floats, visits: Visits, games: int, state: Boards) -> int:
    indices = np.empty(LOOKUPS, np.uint32)
    moves = 0
    for _ in range(games):
        board = spawn(spawn(_U0, state), state)
        while True:
            turned = transpose(board)
            highest, after = _LOWEST, board
            for direction in range(4):
                pushed, gained = push(board, turned, direction)
                if pushed != board:
                    value = gained + _value_and_count(pushed, weights, visits, indices)
                    if value > highest:
                        highest, after = value, pushed
            if highest == _LOWEST:
                break
            moves += 1
            board = spawn(after, state)
    return moves


def count_visits(weights: Floats, games: int, seed: int, workers: int) -> Visits:
    """Count the lookups of each weight in so many games that look one spawn ahead.

    Workers share the counts without locks: a count may miss a few.
    """
    visits: Visits = np.zeros(WEIGHTS, np.uint32)

    def work(worker: int) -> int:
        state: Boards = np.zeros(1, np.uint64)
        seed_state(state, np.uint64(seed), np.uint64(worker))
        share = games // workers + (worker < games % workers)
        return _play_and_count(weights, visits, share, state)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    return visits
