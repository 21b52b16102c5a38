"""A game to step through and its review, shaped: for JSON, for the script, and for the chart."""

from math import floor, log10
from string import ascii_lowercase
from typing import Any

from app.coach import explain
from app.replay import Replay
from app.review import Costly, Review, whole_loss
from app.rules import Board
from app.web import shapes
from app.web.reasons import sentence

_CHART_STEPS = 100
_FEWEST_TICKS = 2
_LETTERS, _EMPTY = ascii_lowercase, "."


def shape_replay(played: Replay) -> shapes.Replay:
    """Shape a game so that it can be stepped through without knowing any rule."""
    return {
        "moves": played.game.moves,
        "boards": "".join(map(_board_letters, played.boards)),
        "paths": "".join(
            _path_letters(board, dict(move.slide.motions))
            for board, move in zip(played.boards, played.moves, strict=False)
        ),
        "scores": list(played.scores),
    }


def _board_letters(board: Board) -> str:
    return "".join(_LETTERS[tile.bit_length() - 2] if tile else _EMPTY for tile in board)


def _path_letters(board: Board, motions: dict[int, int]) -> str:
    return "".join(
        _LETTERS[motions.get(cell, cell)] if tile else _EMPTY for cell, tile in enumerate(board)
    )


def shape_review(played: Replay, looked: Review) -> shapes.Review:
    """Shape all that a review says, for JSON and the page."""
    known = bool(looked.estimates)
    expected = (final - now for final, now in zip(looked.estimates, played.scores, strict=False))
    return {
        **shape_replay(played),
        "estimates": [round(points) for points in looked.estimates] if known else None,
        "better": "".join(way.letter for way in looked.best) if known else None,
        "losses": list(map(whole_loss, looked.losses, expected)) if known else None,
        "accuracy": looked.accuracy,
        "corner": looked.corner,
        "fourth": looked.fourth,
        "worst": [_shape_costly(move) for move in looked.worst],
        "findings": [
            {
                "mistake": found.mistake,
                "times": found.times,
                "chances": found.chances,
                "named": found.named,
            }
            for found in looked.findings
        ],
    }


def _shape_costly(move: Costly) -> shapes.CostlyMove:
    return {
        "turn": move.turn,
        "board": move.board,
        "played": move.played,
        "better": move.better,
        "loss": whole_loss(move.loss, max(move.values.values())),
        "reason": sentence(explain(move.board, move.values, move.played)),
    }


def shape_chart(played: Replay, looked: Review) -> dict[str, Any]:
    """Return the points of the chart, which are also the rows of its table, and its scales."""
    last, scores = len(played.moves), played.scores
    steps = min(last, _CHART_STEPS)
    turns = [round(last * step / steps) for step in range(steps + 1)]
    most = max((*looked.estimates, scores[-1]))
    return {
        "points": [
            (turn, scores[turn], round(looked.estimates[turn]) if looked.estimates else None)
            for turn in turns
        ],
        "last": last,
        "most": max(most, 1),
        "score_ticks": _ticks(most),
        "turn_ticks": _ticks(last),
    }


def _ticks(most: float) -> list[int]:
    """Return round numbers from 0 on, ten at most, none above the most; 0 alone below 1."""
    step = 10 ** floor(log10(max(most, 1)))
    for smaller in (1, 2, 5):
        if most * smaller // step >= _FEWEST_TICKS:
            step = max(1, step // smaller)
            break
    return list(range(0, int(most) + 1, step))
