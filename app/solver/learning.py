"""The trainer's inner loop: games of self-play, each learned backwards from its end."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import next_random, push, spawn, top_level, transpose
from app.solver.compiled import Boards, Counts, Floats, kernel
from app.solver.network import LOOKUPS, sum_of_weights, write_indices
from app.solver.prefetch import prefetch

LONGEST = 80_000
"""No game in training has more moves: it ends where two 32768s merge, or before."""
SHORT = 20
"""A game of so many moves is not restarted from its middle."""

Indices = npt.NDArray[np.uint32]

LAPS = 32
"""The sum of a game's tiles grows from lap to lap by LAP, up to what a bitboard can hold."""
LAP = 2048
KEPT = 1024
"""Boards that are kept of each lap."""
NEW_GAMES = 16
"""A late learner begins a new game so many times as often as it starts from one of the laps."""

_NEVER = np.float32(-1e30)
_EMPTY = np.uint64(0)
_TWO_LARGEST = np.float32(65536)


class Learner(NamedTuple):
    """What learns, and how.

    Attributes:
        weights: (WEIGHTS,) float32.
        coherence: (WEIGHTS, 2) float32: of each weight the sum of its errors, and of their sizes.
        decay: The λ of TD(λ).
        rate: The share of an error that is learned, before temporal coherence lowers it.
        late: Whether games start from late boards as often as from early ones.
    """

    weights: Floats
    coherence: Floats
    decay: np.float32
    rate: np.float32
    late: bool


class Game(NamedTuple):
    """The afterstates of a game, one a move, and the points of each move."""

    afterstates: Boards
    gains: Floats


class Log(NamedTuple):
    """Of the games from the first board on, the score and the top level; not 0 in `stop` stops."""

    scores: Floats
    tops: Counts
    stop: Counts


@kernel
def play_greedily(board: np.uint64, weights: Floats, state: Boards, game: Game) -> tuple[int, bool]:
    """Play from a board to the end by the best sum of points and value.

    Returns the number of moves, and whether the game went on: two 32768s merged, which a bitboard
    cannot hold.
    """
    for turn in range(LONGEST):
        turned = transpose(board)
        highest = _NEVER
        for direction in range(4):
            pushed, gained = push(board, turned, direction)
            if pushed != board:
                value = gained + sum_of_weights(pushed, weights)
                if value > highest:
                    highest = value
                    game.afterstates[turn] = pushed
                    game.gains[turn] = gained
        if highest == _NEVER:
            return turn, False
        if game.gains[turn] >= _TWO_LARGEST:
            return turn + 1, True
        board = spawn(game.afterstates[turn], state)
    return LONGEST, True


@kernel
def learn_backwards(learner: Learner, game: Game, turns: int, went_on: bool, room: Indices) -> None:
    """Move the values of a game's afterstates towards what came after them, the last one first.

    Each weight has its own rate, by temporal coherence (Beal and Smith, 1999; Jaśkowski, arXiv
    1604.05085). `room` is for the indices of two boards: the memory of the next one is asked for
    while one is learned.
    """
    weights, coherence, decay, _, _ = learner
    flat = coherence.reshape(coherence.size)
    target = np.float32(0)
    last = turns - 1
    if went_on:
        target = game.gains[last] + sum_of_weights(game.afterstates[last], weights)
        last -= 1
    if last >= 0:
        write_indices(game.afterstates[last], room[last & 1])
    for turn in range(last, -1, -1):
        if turn > 0:
            before = room[turn - 1 & 1]
            write_indices(game.afterstates[turn - 1], before)
            for place in range(LOOKUPS):
                prefetch(weights, np.uint64(before[place]))
                prefetch(flat, np.uint64(before[place]) * np.uint64(2))
        value = learn_one(learner, room[turn & 1], target)
        target = game.gains[turn] + decay * target + (np.float32(1) - decay) * value


@kernel
def learn_one(learner: Learner, indices: Indices, target: np.float32) -> np.float32:
    """Move the value of one afterstate towards a target; return the new value."""
    weights, coherence, _, rate, _ = learner
    value = np.float32(0)
    for place in range(LOOKUPS):
        value += weights[indices[place]]
    error = target - value
    step, size = rate / np.float32(LOOKUPS) * error, abs(error)
    for place in range(LOOKUPS):
        index = np.uint64(indices[place])
        errors, sizes = coherence[index, 0], coherence[index, 1]
        if sizes > np.float32(0):
            weights[index] += step * (abs(errors) / sizes)
        else:
            weights[index] += step
        coherence[index, 0] = errors + error
        coherence[index, 1] = sizes + size
    value = np.float32(0)
    for place in range(LOOKUPS):
        value += weights[indices[place]]
    return value


@kernel
def sum_of_tiles(board: np.uint64) -> int:
    """Add up the tiles of a board."""
    total = 0
    while board:
        total += 1 << int(board & np.uint64(15)) & ~1
        board >>= np.uint64(4)
    return total


@kernel
def keep_laps(start: np.uint64, afterstates: Boards, laps: Boards) -> None:
    """Keep the first afterstate of each lap that a game has come to.

    `laps` has LAPS rows: how many boards were kept, and KEPT boards, the oldest overwritten first.
    """
    turn = 0
    for lap in range(sum_of_tiles(start) // LAP + 1, LAPS):
        after = afterstates.size
        while turn < after:
            middle = (turn + after) // 2
            if sum_of_tiles(afterstates[middle]) < lap * LAP:
                turn = middle + 1
            else:
                after = middle
        if turn == afterstates.size:
            return
        kept = laps[lap, 0]
        laps[lap, 1 + kept % np.uint64(KEPT)] = afterstates[turn]
        laps[lap, 0] = kept + np.uint64(1)


@kernel
def draw_start(laps: Boards, state: Boards) -> np.uint64:
    """Return a board to start from, each lap as often as another; 0 is a new game."""
    known = 0
    for lap in range(LAPS):
        known += laps[lap, 0] > 0
    chosen = next_random(state) % np.uint64(known + NEW_GAMES)
    for lap in range(LAPS):
        if laps[lap, 0] > 0:
            if chosen == 0:
                count = min(laps[lap, 0], np.uint64(KEPT))
                return spawn(laps[lap, 1 + next_random(state) % count], state)
            chosen -= np.uint64(1)
    return _EMPTY


@kernel
def learn(
    learner: Learner, worker: Boards, laps: Boards, moves_wanted: int, log: Log
) -> tuple[int, int, int]:
    """Play and learn whole games until there were enough moves, or the log says stop.

    The worker is its random state and the board that it starts from next; 0 is a new game. A late
    learner starts from the laps: others see the late ones seldom, and are lost there (carousel
    shaping: Jaśkowski, arXiv 1604.05085).
    Returns the moves, the games, and how many of them, from the first board on, were logged.
    """
    game = Game(np.empty(LONGEST, np.uint64), np.empty(LONGEST, np.float32))
    room = np.empty((2, LOOKUPS), np.uint32)
    state, start = worker[:1], worker[1]
    moves, games, whole = 0, 0, 0
    while moves < moves_wanted and not log.stop[0]:
        fresh = start == _EMPTY
        board = spawn(spawn(_EMPTY, state), state) if fresh else start
        turns, went_on = play_greedily(board, learner.weights, state, game)
        if fresh and whole < log.scores.size:
            log.scores[whole] = game.gains[:turns].sum()
            log.tops[whole] = top_level(game.afterstates[turns - 1]) + np.int64(went_on)
            whole += 1
        learn_backwards(learner, game, turns, went_on, room)
        keep_laps(board, game.afterstates[:turns], laps)
        moves += turns
        games += 1
        # The end of a game is where it is lost: play it again from the middle, and so on.
        if turns > SHORT:
            start = spawn(game.afterstates[turns // 2], state)
        else:
            start = draw_start(laps, state) if learner.late else _EMPTY
    worker[1] = start
    return moves, games, whole
