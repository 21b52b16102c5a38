"""The live boards of the strategy page: a lesson's board, and what the directions make of it."""

from flask import Blueprint, Response, abort, request

from app.lessons import LESSONS, play_lesson
from app.web.payloads import json_response, parse_directions, shape_state

bp = Blueprint("practice", __name__)


@bp.get("/practice/<lesson>")
def practice(lesson: str) -> Response:
    """Answer with the state of a lesson after up to 32 directions; nothing of it is kept."""
    if lesson not in LESSONS:
        abort(404)
    moves = request.args.get("moves")
    player, played = play_lesson(lesson, parse_directions(moves) if moves else ())
    return json_response(shape_state(player, played))
