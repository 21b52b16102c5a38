"""What the solver answers: the values of moves, a move, an outlook, the values of a whole game.

Nothing here loads NumPy, Numba or the weights before the first question.
"""

import importlib
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.rules import LARGEST_TILE, WINNING_TILE, Board, Direction

if TYPE_CHECKING:
    from app.solver.machine import Machine, Searched

_DIRECTIONS = tuple(Direction)
_NO_LIMIT = 1 << 62
_lock = threading.Lock()
_loaded: list["Machine"] = []


class NoSolver(Exception):
    """The solver cannot be had here: Numba or the weights cannot be loaded."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search may go: deeper spawn by spawn, as long as all of this allows.

    The fewer moves and empty cells a board has, the deeper the same number of nodes goes.

    Attributes:
        least_depth: Spawns ahead that are looked at whatever it takes.
        depth: Spawns ahead at the most.
        nodes: Boards looked at, about; the answer is the same on every machine.
        seconds: Time, about; the answer depends on the machine's speed.
    """

    least_depth: int = 1
    depth: int = 1
    nodes: int | None = None
    seconds: float | None = None


ONE_SPAWN = Budget()
HINT = Budget(depth=8, nodes=30_000)
AUTOPLAY = Budget(depth=8, nodes=10_000)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What greedy play-outs of a board came to.

    Attributes:
        goal: The next great tile, 2048 or the next above the largest; None past the last.
        chance: The share of the play-outs that made it.
        chance_error: Its standard error, which is not 0 where all came to the same.
        points: The mean of the points still to come. A play-out ends at the goal, and counts what
            the network expects from there.
        points_error: Its standard error.
        playouts: How many there were.
    """

    goal: int | None
    chance: float
    chance_error: float
    points: float
    points_error: float
    playouts: int


def machine() -> "Machine":
    """Return the solver, loaded at the first call. Raises NoSolver."""
    with _lock:
        if not _loaded:
            try:
                _loaded.append(importlib.import_module("app.solver.machine").load())
            except (ImportError, OSError, ValueError) as error:
                raise NoSolver(f"there is no solver: {error}") from error
        return _loaded[0]


def warm_up() -> None:
    """Load the solver and all compiled code, so that the first answer comes at once."""
    board: Board = (2, 2, *(0,) * 14)
    choose(board)
    outlook(board, playouts=1)
    evaluate_all([board])


def evaluate(board: Board, budget: Budget = HINT) -> dict[Direction, float]:
    """Return the expected further points of each legal direction, in the order of `Direction`.

    The same board and budget give the same values, unless the budget has seconds.
    """
    found = _search(board, budget)
    return {
        direction: float(value)
        for direction, value, legal in zip(_DIRECTIONS, found.values, found.legal, strict=True)
        if legal
    }


def choose(board: Board, budget: Budget = AUTOPLAY) -> Direction:
    """Return the direction of the highest value. Raises ValueError if no move is legal."""
    values = evaluate(board, budget)
    if not values:
        raise ValueError("no move is legal on this board")
    return max(values, key=values.__getitem__)


def evaluate_all(boards: Sequence[Board], depth: int = 1) -> list[dict[Direction, float]]:
    """Return what `evaluate` does, of many boards, looking `depth` spawns ahead."""
    values, legal = machine().values(boards, depth)
    return [
        {_DIRECTIONS[place]: row[place] for place in range(4) if may[place]}
        for row, may in zip(values.tolist(), legal.tolist(), strict=True)
    ]


def outlook(board: Board, playouts: int = 200, moves: int = 100_000, seed: int = 1) -> Outlook:
    """Play a board out greedily, and say what may become of it.

    Args:
        board: Any board that a game can hold.
        playouts: How many at the most.
        moves: No play-out starts after so many moves in all; a millisecond has some 2,000.
        seed: Of the spawns; the same seed gives the same answer.
    """
    largest = max(board)
    goal = max(WINNING_TILE, 2 * largest)
    points, reached = machine().play_out(board, goal, playouts, moves, seed)
    chance, chance_error = _share(reached)
    expected, points_error = _mean(points)
    return Outlook(
        goal if goal <= LARGEST_TILE else None,
        chance,
        chance_error,
        expected,
        points_error,
        len(points),
    )


def _share(reached: Sequence[float]) -> tuple[float, float]:
    """Return the share and its standard error, which is infinite for a single play-out."""
    count, made = len(reached), sum(reached)
    if count == 1:
        return made, math.inf
    # One more of each kind than were seen: a few that all came to the same make nothing certain.
    likely = (made + 1) / (count + 2)
    return made / count, math.sqrt(likely * (1 - likely) / count)


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is infinite for a single number."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count == 1:
        return mean, math.inf
    variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return mean, math.sqrt(variance / count)


def _search(board: Board, budget: Budget) -> "Searched":
    nodes = _NO_LIMIT if budget.nodes is None else budget.nodes
    return machine().search(board, (budget.least_depth, budget.depth, nodes), budget.seconds)
