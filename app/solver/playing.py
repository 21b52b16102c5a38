"""Games of the solver: a board's moves with their values, and whole games by them.

All of it is exact past 32768: where a bitboard ends, a wide board takes over.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.rules import CELLS
from app.solver.bitboard import push, spawn, top_level, transpose
from app.solver.compiled import Boards, Floats, kernel
from app.solver.search import LIMIT, NODES, STAMP, Search, spawn_value
from app.solver.wide import Levels, is_wide, lowered, packed, push_wide, spawn_wide, unpacked

NO_MOVE = -1
NO_LIMIT = 1 << 62

_LOWEST = np.float32(-1e30)
_LARGEST = np.float32(32768)
# A search one spawn deeper costs about so many times the nodes.
_GROWTH = 8


Reach = tuple[int, int, int]
"""How far to search: to the first depth whatever it takes, not past the second, and between the two
as far as this many nodes allow."""


class Moves(NamedTuple):
    """The four directions of a board, up, right, down and left.

    Attributes:
        afterstates: What the network sees of the board after each.
        pushed: The same as wide boards, (4, 16), where they are needed.
        gains: The points of each.
        legal: Whether it may be played.
        values: Its points and what is expected after it, of the legal ones.
    """

    afterstates: Boards
    pushed: Levels
    gains: Floats
    legal: npt.NDArray[np.bool_]
    values: Floats


@kernel
def new_moves() -> Moves:
    """Return room for the moves of a board."""
    return Moves(
        np.empty(4, np.uint64),
        np.empty((4, CELLS), np.int8),
        np.empty(4, np.float32),
        np.empty(4, np.bool_),
        np.empty(4, np.float32),
    )


@kernel
def list_moves(board: np.uint64, moves: Moves) -> None:
    """Write afterstates, points and legality of a bitboard's moves."""
    turned = transpose(board)
    for direction in range(4):
        moves.afterstates[direction], moves.gains[direction] = push(board, turned, direction)
        moves.legal[direction] = moves.afterstates[direction] != board


@kernel
def list_wide_moves(levels: Levels, moves: Moves) -> None:
    """Write the same of a wide board, and the wide boards after each move."""
    for direction in range(4):
        pushed = moves.pushed[direction]
        moves.legal[direction], moves.gains[direction] = push_wide(levels, direction, pushed)
        if moves.legal[direction]:
            moves.afterstates[direction] = lowered(pushed)


@kernel
def value_moves(moves: Moves, depth: int, search: Search, values: Floats) -> bool:
    """Write the values of the legal moves; return if the limit of nodes allowed it."""
    for direction in range(4):
        if moves.legal[direction]:
            values[direction] = moves.gains[direction] + spawn_value(
                moves.afterstates[direction], depth, search
            )
    return bool(search.counters[NODES] <= search.counters[LIMIT])


@kernel
def deepen(moves: Moves, reach: Reach, search: Search) -> int:
    """Write the values of the legal moves, as deep as it may; return the depth they are from."""
    counters = search.counters
    counters[STAMP] += 1
    counters[NODES], counters[LIMIT] = 0, NO_LIMIT
    depth, most, limit = reach
    value_moves(moves, depth, search, moves.values)
    if depth >= most or moves.legal.sum() <= 1:
        return depth
    counters[LIMIT] = limit
    tried = np.empty(4, np.float32)
    before = np.int64(0)
    while depth < most:
        spent = counters[NODES] - before
        before = counters[NODES]
        if before + _GROWTH * spent > limit or not value_moves(moves, depth + 1, search, tried):
            break
        moves.values[:] = tried
        depth += 1
    return depth


@kernel
def value_board(levels: Levels, reach: Reach, search: Search, moves: Moves) -> int:
    """Write the moves of a board with their values; return the depth that these are from."""
    list_wide_moves(levels, moves)
    return deepen(moves, reach, search)


@kernel
def value_boards(
    boards: Levels, depth: int, search: Search, values: Floats, legal: npt.NDArray[np.bool_]
) -> None:
    """Write the values of the moves of many boards, and which are legal, at one depth."""
    moves = new_moves()
    for one in range(len(boards)):
        value_board(boards[one], (depth, depth, 0), search, moves)
        values[one] = moves.values
        legal[one] = moves.legal


@kernel
def best_of(moves: Moves) -> int:
    """Return the direction of the highest value, the first of equals; NO_MOVE if none is legal."""
    best, highest = NO_MOVE, _LOWEST
    for direction in range(4):
        if moves.legal[direction] and moves.values[direction] > highest:
            best, highest = direction, moves.values[direction]
    return best


@kernel
def play_game(
    levels: Levels, reach: Reach, until: int, search: Search, state: Boards
) -> tuple[int, int]:
    """Play on from a board, which becomes the last one, by a search; return moves and points.

    The game ends early where it reaches a tile of the level `until`.
    """
    moves = new_moves()
    board, wide = packed(levels), is_wide(levels)
    score, turn = 0, 0
    least = np.float32(1 << until)
    while True:
        if wide:
            list_wide_moves(levels, moves)
        else:
            list_moves(board, moves)
        deepen(moves, reach, search)
        best = best_of(moves)
        if best == NO_MOVE:
            break
        turn += 1
        score += int(moves.gains[best])
        if wide:
            levels[:] = moves.pushed[best]
            spawn_wide(levels, state)
        else:
            board = spawn(moves.afterstates[best], state)
        if moves.gains[best] >= least and (levels.max() if wide else top_level(board)) >= until:
            break
        # A second 32768 is the last thing that a bitboard can tell.
        if not wide and moves.gains[best] >= _LARGEST:
            unpacked(board, levels)
            wide = is_wide(levels)
    if not wide:
        unpacked(board, levels)
    return turn, score
