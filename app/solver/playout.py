"""Greedy play-outs: what may become of a board, by playing on from it many times."""

from typing import NamedTuple

import numpy as np

from app.solver.bitboard import HIGHEST_LEVEL, push, seed_state, spawn, top_level, transpose
from app.solver.compiled import Boards, Counts, Floats, kernel
from app.solver.network import Network, value_of
from app.solver.wide import Levels, lowered, packed, push_wide, spawn_wide


class Outcomes(NamedTuple):
    """Of each play-out, the points to come, and whether (1 or 0) it reached the goal."""

    points: Floats
    reached: Counts


_LOWEST = np.float32(-1e30)


@kernel
def play_on(
    board: np.uint64, goal: int, network: Network, state: Boards
) -> tuple[int, np.float64, bool]:
    """Play a bitboard greedily until a tile of the goal's level is made, 15 at most, or to the end.

    Returns the moves, the points with the value of what is left at the goal, and if it was reached.
    """
    moves = 0
    points = np.float64(0)
    least = np.float32(1 << goal)
    while True:
        turned = transpose(board)
        highest, paid, after = _LOWEST, np.float32(0), board
        for direction in range(4):
            pushed, gained = push(board, turned, direction)
            if pushed != board:
                value = gained + value_of(pushed, network)
                if value > highest:
                    highest, paid, after = value, gained, pushed
        if highest == _LOWEST:
            return moves, points, False
        moves += 1
        if paid >= least and top_level(after) >= goal:
            return moves, points + highest, True
        points += paid
        board = spawn(after, state)


@kernel
def play_on_wide(
    levels: Levels, goal: int, network: Network, state: Boards
) -> tuple[int, np.float64, bool]:
    """Do the same on a wide board, which becomes the last one."""
    moves = 0
    points = np.float64(0)
    pushed = np.empty(16, np.int8)
    after = np.empty(16, np.int8)
    while True:
        highest, paid = _LOWEST, np.float32(0)
        for direction in range(4):
            legal, gained = push_wide(levels, direction, pushed)
            if legal:
                value = gained + value_of(lowered(pushed), network)
                if value > highest:
                    highest, paid = value, gained
                    after[:] = pushed
        if highest == _LOWEST:
            return moves, points, False
        moves += 1
        if after.max() >= goal:
            return moves, points + highest, True
        points += paid
        levels[:] = after
        spawn_wide(levels, state)


@kernel
def play_out(
    levels: Levels, goal: int, budget: tuple[int, int, int], network: Network, outcomes: Outcomes
) -> int:
    """Play a board out many times; return how often.

    The budget is how many play-outs at the most, after how many moves in all none is started but
    the first, and the seed.
    """
    most, most_moves, seed = budget
    state = np.empty(1, np.uint64)
    moves, count = 0, 0
    while count < most and (count == 0 or moves < most_moves):
        seed_state(state, np.uint64(seed), np.uint64(count))
        if goal <= HIGHEST_LEVEL:
            turns, points, reached = play_on(packed(levels), goal, network, state)
        else:
            turns, points, reached = play_on_wide(levels.copy(), goal, network, state)
        outcomes.points[count], outcomes.reached[count] = points, reached
        moves += turns
        count += 1
    return count
