"""The solver's page: how strong it was measured to be, and what it makes of a position."""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask_babel import gettext, lazy_gettext

from app.coach import explain
from app.config import BENCHMARK_FILE, RECORDS, WEIGHTS_FILE
from app.rules import (
    LARGEST_TILE,
    WINNING_TILE,
    Board,
    ImpossibleBoard,
    NoNewTile,
    NoSuchTile,
    TooFewTiles,
    TooMuch,
    check_position,
    is_over,
)
from app.solver import evaluate, outlook
from app.web.limits import limited
from app.web.reasons import sentence
from app.web.solving import HINT_IN_MOVES, solve

# Points from one place of the chart to the next, and from label to label.
_STEP, _TICK = 20_000, 200_000
# The benchmark's name for games of autoplay that end when they are won.
_TO_2048 = "to-2048"

_FAULTS: Mapping[type[ImpossibleBoard], str] = {
    NoSuchTile: lazy_gettext("A tile is 2, 4, 8 and so on, doubled up to 131072."),
    TooFewTiles: lazy_gettext("There are always two tiles on the board, or more."),
    NoNewTile: lazy_gettext("The tile that came last is missing: there is always a 2 or a 4."),
    TooMuch: lazy_gettext("No game can get that far: sixteen cells are not enough for it."),
}
_NO_BOARD = lazy_gettext("A board has sixteen cells.")


@dataclass(frozen=True, slots=True)
class Other:
    """Another player, and the average score that its source gives."""

    name: str
    source: str
    mean: int
    how: str


OTHERS = (
    Other(
        "2048EndgameTablebase",
        "https://github.com/game-difficulty/2048EndgameTablebase",
        772_353,
        lazy_gettext("endgame tables of up to a terabyte; 11 moves a second"),
    ),
    Other(
        "TDL2048 (arXiv 2111.11090)",
        "https://arxiv.org/abs/2111.11090",
        625_377,
        lazy_gettext("the same kind of network, much larger, searching six half-moves deep"),
    ),
    Other(
        "2048-tdl (ziap)",
        "https://github.com/ziap/2048-tdl",
        419_479,
        lazy_gettext("the same kind of network, searching three half-moves deep"),
    ),
    Other(
        "2048-ai (nneonneo)",
        "https://github.com/nneonneo/2048-ai",
        390_000,
        lazy_gettext("search with rules made by hand; about this much in other people's runs"),
    ),
    Other(
        "2048-ai (ziap)",
        "https://github.com/ziap/2048-ai",
        371_887,
        lazy_gettext("search with rules made by hand, in the browser"),
    ),
)


@cache
def read_strength() -> list[dict[str, Any]]:
    """Return the measured settings, the weakest first, as the benchmark wrote them; [] if none.

    The games that ended at 2048 are left out: their scores say nothing.
    """
    return [row for row in _read_rows() if row["setting"] != _TO_2048]


@cache
def read_distribution() -> dict[str, Any] | None:
    """Return of each measured setting which share of its games came to which score, to be drawn.

    None if the games themselves are not there.
    """
    try:
        games = {
            row["setting"]: json.loads((RECORDS / f"{row['setting']}.json").read_text())["scores"]
            for row in read_strength()
        }
    except FileNotFoundError:
        return None
    if not games:
        return None
    steps = range(0, max(map(max, games.values())) + _STEP, _STEP)
    return {
        "last": steps[-1],
        "ticks": range(0, steps[-1], _TICK),
        "lines": {
            name: [(step, sum(score >= step for score in scores) / len(scores)) for step in steps]
            for name, scores in games.items()
        },
    }


@cache
def read_reliability() -> dict[str, int] | None:
    """Return in how many of how many games autoplay came to 2048, if that was measured."""
    for row in _read_rows():
        if row["setting"] == _TO_2048:
            return {"games": row["games"], "made": round(row["games"] * row["rates"][WINNING_TILE])}
    return None


@cache
def read_training() -> dict[str, Any] | None:
    """Return what the weights say of their training; None if they cannot be read."""
    try:
        # NumPy and Numba: not before they are needed.
        from app.solver import packing  # noqa: PLC0415

        training: dict[str, Any] = packing.read_header(WEIGHTS_FILE)["training"]
    except (ImportError, OSError, ValueError):
        return None
    return training


def _read_rows() -> list[dict[str, Any]]:
    try:
        with BENCHMARK_FILE.open(newline="") as file:
            return [_read_row(row) for row in csv.DictReader(file)]
    except FileNotFoundError:
        return []


def _read_row(row: dict[str, str]) -> dict[str, Any]:
    return {
        "setting": row["setting"],
        **{name: int(row[name]) for name in ("games", "mean", "best")},
        # A single game has none.
        "interval": int(row["interval"]) if row["interval"] else None,
        "microseconds_a_move": float(row["microseconds_a_move"]),
        "rates": {int(name): float(share) for name, share in row.items() if name.isdecimal()},
    }


def parse_position(cells: Sequence[str]) -> Board:
    """Read a position that was typed in; raise ImpossibleBoard."""
    board = tuple(_parse_tile(cell.strip()) for cell in cells)
    check_position(board)
    return board


def _parse_tile(cell: str) -> int:
    if not cell:
        return 0
    # Of any script: what int() reads.
    if not cell.isdecimal() or len(cell) > len(str(LARGEST_TILE)):
        raise NoSuchTile(cell)
    return int(cell)


def draw_cell(text: str) -> str:
    """Return what a cell that was typed in is drawn with again: its tile if it is a number."""
    text = text.strip()
    try:
        return str(_parse_tile(text) or "")
    except NoSuchTile:
        # HTML cannot hold every character.
        return "".join(filter(str.isprintable, text))


def analyse(board: Board) -> dict[str, Any]:
    """Return what the solver makes of a position: values, outlook, and the reason in words.

    Raises:
        NoSolver, SolverBusy, TooManyRequests: It cannot be asked, or not now.
    """
    if is_over(board):
        return {"values": {}, "outlook": None, "reason": gettext("No move is left here.")}
    with limited("SOLVER_LIMIT", cost=HINT_IN_MOVES):
        values, seen = solve(lambda: (evaluate(board), outlook(board)))
    reason = sentence(explain(board, values))
    return {"values": values, "outlook": seen, "reason": reason, "most": max(values.values())}


def name_fault(error: ImpossibleBoard) -> str:
    """Return the sentence that says why a board is impossible."""
    return str(_FAULTS.get(type(error), _NO_BOARD))
