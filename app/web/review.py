"""The review of a game, its link, and the page on which anybody can see it again."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextvars import copy_context
from functools import lru_cache, partial
from hashlib import blake2b

from flask import (
    Blueprint,
    Response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from app.game import Game, Status
from app.player import NoGame
from app.replay import BrokenLink, Replay, from_token, replay, to_token
from app.review import Values, look_back
from app.rules import Board
from app.sessions import current_store
from app.solver import NoSolver, evaluate_all
from app.web import shapes
from app.web.current import load_player
from app.web.limits import limited
from app.web.payloads import json_response, parse_version, wants_json
from app.web.preferences import LANGUAGE_PATH
from app.web.records import shape_chart, shape_replay, shape_review
from app.web.solving import Answer, SolverBusy, games, solve

bp = Blueprint("review", __name__)

# What can still be posted anywhere; a longer token is kept here, under a name.
MOST_LETTERS = 2000
_NAME_BYTES = 18
_NAME_LETTERS = 24
# What of a review is drawn by the template, and not needed by the script.
_DRAWN = frozenset({"accuracy", "corner", "fourth", "worst", "findings"})


@bp.get("/review")
def review() -> Response:
    """Answer with the review of the running or finished game."""
    game = load_player().game
    if game is None:
        raise NoGame

    def look() -> Response:
        played = replay(game)
        return json_response(shape_review(played, look_back(played, _values(played))))

    return _play_again(look)


@bp.get(f"{LANGUAGE_PATH}/review")
def page(language: str) -> str:
    """Show the review of the running or finished game."""
    player = load_player()
    if player.game is None or not player.game.turn:
        return render_template("pages/no_review.html", page="review")
    game, version = player.game, player.version
    return _play_again(lambda: _draw(game, version))


def _draw(game: Game, version: int) -> str:
    played = replay(game)
    try:
        values, busy = _values(played), False
    except SolverBusy:
        # There is a game to look at, with or without what it was worth.
        values, busy = None, True
    looked = look_back(played, values)
    shaped = shape_review(played, looked)
    return render_template(
        "pages/review.html",
        page="review",
        game=game,
        version=version,
        review=shaped,
        busy=busy,
        record={name: part for name, part in shaped.items() if name not in _DRAWN},
        shown=_shown(game.turn, game.turn),
        boards=played.boards,
        chart=shape_chart(played, looked),
        findings={found.mistake: found for found in looked.findings},
        elsewhere=looked.elsewhere,
        fourth_times=sum(move.direction is looked.fourth for move in played.moves),
        has_link=game.status is Status.OVER and game.start is None,
    )


@bp.post("/share")
def share() -> AnyResponse:
    """Make the link of a finished game."""
    player = load_player().at(parse_version())
    if player.game is None:
        raise NoGame
    if wants_json() and not request.host:
        raise BadRequest("host")
    game = player.game
    token = _play_again(lambda: to_token(replay(game).game))
    name = token if len(token) <= MOST_LETTERS else _keep(token)
    if wants_json():
        address = url_for("review.watch", token=name, _external=True)
        return json_response(shapes.Shared(address=address))
    return redirect(url_for("review.watch", token=name), 303)


@bp.get(f"{LANGUAGE_PATH}/replay/<token>")
def watch(language: str, token: str) -> str:
    """Show a finished game again, to anybody who has its link."""
    found = _find_token(token)
    return _play_again(lambda: _draw_shared(token, found))


def _draw_shared(name: str, token: str) -> str:
    game, record, boards = _open(token)
    return render_template(
        "pages/replay.html",
        page="replay",
        token=name,
        game=game,
        record=record,
        shown=_shown(game.turn, 0),
        boards=boards,
    )


@lru_cache(maxsize=4)
def _open(token: str) -> tuple[Game, shapes.Replay, tuple[Board, ...]]:
    """Return what the page shows of the game of a link."""
    played = from_token(token)
    return played.game, shape_replay(played), played.boards


def _play_again(work: Callable[[], Answer]) -> Answer:
    """Do what plays a whole game again, in its turn; the request is at hand in there."""
    with limited("REPLAYS"):
        return games.do(partial(copy_context().run, work))


def _keep(token: str) -> str:
    """Keep a token for a year under a digest of it; return that name."""
    name = urlsafe_b64encode(blake2b(token.encode(), digest_size=_NAME_BYTES).digest()).decode()
    current_store().share(name, token.encode())
    return name


def _find_token(text: str) -> str:
    """Return the token of a link: what stands in it, or what is kept under that name."""
    if len(text) > MOST_LETTERS:
        raise BrokenLink("no link of ours is so long")
    if len(text) != _NAME_LETTERS:
        return text
    token = current_store().shared(text)
    if token is None:
        raise BrokenLink(text)
    return token.decode()


def _values(played: Replay) -> list[Values] | None:
    """Return what the solver thinks of every board, one new tile ahead; None if there is none."""
    try:
        return list(solve(lambda: evaluate_all(played.boards)))
    except NoSolver:
        return None


def _shown(last: int, first: int) -> int:
    """Return which board is shown first: the one that is asked for, else the given one."""
    asked = request.args.get("move", first, type=int)
    return max(0, min(asked, last))
