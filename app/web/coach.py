"""The endpoints of the coach: a hint, and moves that the solver chooses."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, g, redirect, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from app.coach import explain
from app.rules import Board, Direction
from app.sessions import stored_session
from app.solver import AUTOPLAY, HINT, Outlook, choose, evaluate, outlook
from app.web import shapes
from app.web.current import load_player, save_player
from app.web.game_page import render_game
from app.web.limits import limited
from app.web.payloads import (
    json_response,
    name_request,
    parse_moves,
    parse_until,
    parse_version,
    shape_state,
    wants_json,
)
from app.web.reasons import name_direction, sentence
from app.web.solving import HINT_IN_MOVES, has_solver, solve

bp = Blueprint("coach", __name__)


@bp.post("/hint")
def hint() -> AnyResponse:
    """Name the best move, say why, and mark the game assisted."""
    version = parse_version()
    before = load_player().at(version)
    after = before.assist()
    assert after.game is not None
    board = after.game.board
    with limited("SOLVER_LIMIT", stored_session().sid, HINT_IN_MOVES):
        values, seen = solve(lambda: (evaluate(board, HINT), outlook(board)))
    if after is not before:
        save_player(replace(after, last=name_request()))
    answer = _shape_hint(board, values, seen, after.version)
    if wants_json():
        return json_response(answer)
    best = name_direction(answer["direction"])
    # Nothing keeps a hint, so that there is no page to be led back to that could show it.
    told = gettext("Hint: %(direction)s. %(reason)s", direction=best, reason=answer["reason"])
    return Response(render_game(told))


@bp.post("/autoplay")
def autoplay() -> AnyResponse:
    """Play up to 32 moves of the solver, and mark the game assisted."""
    version = parse_version()
    most, until = parse_moves(), parse_until()
    before = load_player().at(version)
    before.check_playable()
    with limited("SOLVER_LIMIT", stored_session().sid, most):
        after, played = solve(lambda: before.autoplay(_choose, most, until))
    save_player(replace(after, last=name_request()))
    g.moves_played = len(played)
    if wants_json():
        return json_response(shape_state(after, played))
    return redirect(url_for("pages.game", version=after.version), 303)


def _shape_hint(
    board: Board, values: Mapping[Direction, float], seen: Outlook, version: int
) -> shapes.Hint:
    reason = explain(board, values)
    return {
        "direction": reason.best,
        "values": {str(direction): value for direction, value in values.items()},
        "outlook": None if seen.goal is None else _shape_outlook(seen.goal, seen),
        "reason": sentence(reason),
        "version": version,
        "assisted": True,
    }


def _shape_outlook(goal: int, seen: Outlook) -> shapes.Outlook:
    return {
        "goal": goal,
        "chance": seen.chance,
        # That of a single play-out is infinite.
        "error": min(1.0, seen.chance_error),
        "playouts": seen.playouts,
    }


def _choose(board: Board) -> Direction:
    return choose(board, AUTOPLAY)


@bp.app_context_processor
def offer_solver() -> dict[str, bool]:
    """Tell every template whether there is a solver to ask."""
    return {"solver": has_solver()}
