"""What a whole game shows: what its moves cost, and how it stands with the four mistakes.

Never here: Flask, the solver, time or storage. The values of moves are given from outside. The
mistakes are those of the rule book: all four directions alike, every merge taken, small tiles
trapped, haste on a nearly full board.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.coach import is_about_equal
from app.coach.position import NEARLY_FULL, corners_of_largest, trapped_cells, ways_from
from app.replay import Replay
from app.rules import Board, Direction, slides

Values = Mapping[Direction, float]
"""The expected further points of each legal direction."""

WORST_MOVES = 10
# A move is a good one if it costs less than this share of the final score that was in reach.
GOOD_SHARE = 0.005
# Less than the smallest merge brings is no loss to speak of.
LEAST_LOSS = 4


class Mistake(StrEnum):
    """The four mistakes of the rule book."""

    DIRECTIONS = "directions"
    MERGES = "merges"
    TRAPPED = "trapped"
    CARE = "care"


# From how often on, of all moves with a choice (or of those on a nearly full board), a mistake is
# called a habit: players who choose at random, or always the largest merge, are above, and those
# who choose by the solver, now and then by chance, below.
HABIT_TIMES = 3
HABIT_SHARE = {
    Mistake.DIRECTIONS: 0.05,
    Mistake.MERGES: 0.01,
    Mistake.TRAPPED: 0.015,
    Mistake.CARE: 0.2,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """How a game stands with one of the mistakes.

    Attributes:
        times: How often it was made.
        chances: How often it could have been made.
        named: Whether that is often enough to be called a habit.
    """

    mistake: Mistake
    times: int
    chances: int
    named: bool

    @property
    def share(self) -> float:
        """The times of the chances."""
        return self.times / self.chances if self.chances else 0.0


@dataclass(frozen=True, slots=True)
class Costly:
    """A move that cost points.

    Attributes:
        turn: The moves made before it.
        board: The board it was made on.
        played: What was played.
        better: The direction of the highest value.
        loss: By how many expected points that is better.
        values: The expected further points of each legal direction.
    """

    turn: int
    board: Board
    played: Direction
    better: Direction
    loss: float
    values: Values


@dataclass(frozen=True, slots=True)
class Review:
    """What a game shows.

    Attributes:
        corner: The home corner, the cell in which the largest tile stood most; None if it never
            stood in one.
        fourth: The direction away from it that was played less.
        estimates: The final score that was to be expected on each board; empty without values.
        best: The direction of the highest value on each board of a move; empty without values.
        losses: The points that each move cost; empty without values.
        accuracy: The share of the good moves among those that had a choice; None without values,
            or without a choice.
        worst: The moves that cost most, the dearest first; none that is about as good as the best.
        findings: How it stands with each of the four mistakes; empty without values.
        elsewhere: The share of moves that were not good where the board was not nearly full.
    """

    corner: int | None
    fourth: Direction | None
    estimates: tuple[float, ...]
    best: tuple[Direction, ...]
    losses: tuple[float, ...]
    accuracy: float | None
    worst: tuple[Costly, ...]
    findings: tuple[Finding, ...]
    elsewhere: float


def look_back(replay: Replay, values: Sequence[Values] | None) -> Review:
    """Review a game.

    Args:
        replay: The game, played again.
        values: Of every board but the last of a game that is over, in order; None where there is
            no solver.
    """
    corner = home_corner(replay.boards)
    fourth = None if corner is None else _fourth_direction(replay, corner)
    if values is None:
        return Review(corner, fourth, (), (), (), None, (), (), 0.0)
    # On the board of an ended game nothing is left to be had.
    most = [max(each.values(), default=0.0) for each in values]
    estimates = tuple(score + more for score, more in zip(replay.scores, most, strict=True))
    turns = range(len(replay.moves))
    best = tuple(max(values[turn], key=values[turn].__getitem__) for turn in turns)
    losses = tuple(most[turn] - values[turn][replay.moves[turn].direction] for turn in turns)
    choices = [turn for turn in turns if len(values[turn]) > 1]
    poor = [turn for turn in choices if losses[turn] >= GOOD_SHARE * estimates[turn]]
    return Review(
        corner,
        fourth,
        estimates,
        best,
        losses,
        1 - len(poor) / len(choices) if choices else None,
        _worst(replay, values, best, losses),
        _findings(replay, fourth, choices, poor),
        _share_with_room(replay.boards, choices, poor),
    )


def whole_loss(points: float, expected: float) -> int:
    """Return a loss in whole points; 0 if it is none to speak of beside what was expected."""
    whole = round(points)
    return 0 if whole < LEAST_LOSS or is_about_equal(points, expected) else whole


def home_corner(boards: Sequence[Board]) -> int | None:
    """Return the corner in which the largest tile stood most; None if it never stood in one."""
    stood = Counter(corner for board in boards for corner in corners_of_largest(board))
    return stood.most_common(1)[0][0] if stood else None


def takes_merge_for_corner(board: Board, direction: Direction) -> bool:
    """Tell whether a move takes a merge at the price of a corner that another would have kept."""
    held = corners_of_largest(board)
    pushed = slides(board)
    keeps = {way for way, slide in pushed.items() if _holds(slide.board, held)}
    return bool(pushed[direction].merged) and bool(keeps) and direction not in keeps


def _holds(board: Board, corners: Sequence[int]) -> bool:
    largest = max(board)
    return any(board[corner] == largest for corner in corners)


def traps_tile(board: Board, direction: Direction) -> bool:
    """Tell whether a move traps a tile, and another legal one would not have."""
    before = len(trapped_cells(board))
    after = {way: len(trapped_cells(pushed.board)) for way, pushed in slides(board).items()}
    return after[direction] > before and min(after.values()) <= before


def is_nearly_full(board: Board) -> bool:
    """Tell whether so few cells are empty that one careless push may be the last."""
    return board.count(0) <= NEARLY_FULL


def _fourth_direction(replay: Replay, corner: int) -> Direction:
    """Return which of the two directions away from a corner was played less."""
    played = Counter(move.direction for move in replay.moves)
    return min(ways_from(corner), key=played.__getitem__)


def _worst(
    replay: Replay,
    values: Sequence[Values],
    best: Sequence[Direction],
    losses: Sequence[float],
) -> tuple[Costly, ...]:
    told = (
        turn for turn, loss in enumerate(losses) if whole_loss(loss, max(values[turn].values()))
    )
    dearest = sorted(told, key=lambda turn: (-losses[turn], turn))[:WORST_MOVES]
    return tuple(
        Costly(
            turn,
            replay.boards[turn],
            replay.moves[turn].direction,
            best[turn],
            losses[turn],
            values[turn],
        )
        for turn in dearest
    )


def _findings(
    replay: Replay, fourth: Direction | None, choices: Sequence[int], poor: Sequence[int]
) -> tuple[Finding, ...]:
    """Count the mistakes among the moves that were not good.

    A move that breaks a habit and costs nothing is none.
    """
    boards, moves = replay.boards, replay.moves
    full = [turn for turn in choices if is_nearly_full(boards[turn])]
    made = {
        Mistake.DIRECTIONS: [turn for turn in poor if moves[turn].direction is fourth],
        Mistake.MERGES: [
            turn for turn in poor if takes_merge_for_corner(boards[turn], moves[turn].direction)
        ],
        Mistake.TRAPPED: [turn for turn in poor if traps_tile(boards[turn], moves[turn].direction)],
        Mistake.CARE: [turn for turn in poor if is_nearly_full(boards[turn])],
    }
    return tuple(
        _find(mistake, len(turns), len(full if mistake is Mistake.CARE else choices))
        for mistake, turns in made.items()
    )


def _share_with_room(boards: Sequence[Board], choices: Sequence[int], poor: Sequence[int]) -> float:
    """Return the share of moves that were not good where the board was not nearly full."""
    total = sum(not is_nearly_full(boards[turn]) for turn in choices)
    return sum(not is_nearly_full(boards[turn]) for turn in poor) / total if total else 0.0


def _find(mistake: Mistake, times: int, chances: int) -> Finding:
    often = times >= HABIT_TIMES and times >= HABIT_SHARE[mistake] * chances
    return Finding(mistake, times, chances, often)
