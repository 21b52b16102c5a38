"""Expectimax on the network: the values of a board's moves, so many spawns ahead.

A spawn node averages over every empty cell and both tiles; a move node takes the best move. The
value of an afterstate at a depth is a pure function of the two, so that a transposition table
changes the time of an answer and never the answer.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import empty_mask, push, transpose
from app.solver.compiled import Boards, Counts, Floats, kernel
from app.solver.network import Network, value_of

SLOTS = 1 << 16
NODES, LIMIT, STAMP = range(3)
"""Places in the counters of a search: nodes seen, nodes allowed, and the search's own number."""

_U0, _U1 = np.uint64(0), np.uint64(1)
_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(64 - 16)
_LOWEST = np.float32(-1e30)
_LIKELY, _UNLIKELY = np.float32(0.9), np.float32(0.1)


class Search(NamedTuple):
    """What a search works with; it belongs to one thread.

    Attributes:
        network: Says what a board is worth where the search ends.
        boards: The transposition table: the afterstate in each slot,
        stamps: the number of the search and the depth that its value is from,
        values: and its value.
        counters: See NODES, LIMIT and STAMP.
    """

    network: Network
    boards: Boards
    stamps: npt.NDArray[np.uint32]
    values: Floats
    counters: Counts


def new_search(network: Network) -> Search:
    """Return a search that has seen nothing."""
    return Search(
        network,
        np.zeros(SLOTS, np.uint64),
        np.zeros(SLOTS, np.uint32),
        np.zeros(SLOTS, np.float32),
        np.zeros(3, np.int64),
    )


@kernel
def spawn_value(afterstate: np.uint64, depth: int, search: Search) -> np.float32:
    """Return the expected further points after a slide, looking `depth` spawns ahead.

    Past the limit of nodes the value is the network's, and whoever asked throws the answer away.
    """
    counters = search.counters
    counters[NODES] += 1
    if depth <= 0 or counters[NODES] > counters[LIMIT]:
        return value_of(afterstate, search.network)
    slot = afterstate * _FACTOR >> _SHIFT
    stamp = np.uint32(counters[STAMP] << 4 | depth)
    if search.stamps[slot] == stamp and search.boards[slot] == afterstate:
        return np.float32(search.values[slot])
    total = np.float32(0)
    count = np.float32(0)
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
                    value = gained + spawn_value(pushed, depth - 1, search)
                    best = max(best, value)
            # A board without a move is worth nothing more.
            if best > _LOWEST:
                total += best * (_UNLIKELY if level else _LIKELY)
    value = total / count
    search.boards[slot], search.stamps[slot], search.values[slot] = afterstate, stamp, value
    return value
