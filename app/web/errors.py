"""Every error, translated to the wire in this one place: as JSON, or as a page."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Flask, Response, redirect, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError, MethodNotAllowed
from werkzeug.wrappers import Response as AnyResponse

from app.game import BannerOpen, CorruptGame, GameError, GameOver, NothingToUndo
from app.logs import reference
from app.player import NewerSchema, NoGame, StaleVersion
from app.replay import BrokenLink, NotOver
from app.sessions import SessionConflict, StoreUnavailable
from app.solver import NoSolver
from app.web import shapes
from app.web.current import current_state, load_player, set_game_aside
from app.web.game_page import render_game
from app.web.limits import TooManyRequests
from app.web.pages import render_error, render_solver
from app.web.payloads import json_response, name_request, wants_json
from app.web.security import CrossSite
from app.web.solving import Busy, GamesBusy

log = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 1
# What passes, and whether each answer says when: that there is no solver does not.
PASSING = {429: True, 503: False}

_CONFLICTS: Mapping[type[Exception], tuple[str, str]] = {
    StaleVersion: (
        "stale_version",
        lazy_gettext("The game has moved on. This is where it stands."),
    ),
    BannerOpen: ("banner_open", lazy_gettext("You have made 2048. Keep playing, or start again?")),
    GameOver: ("game_over", lazy_gettext("The game is over: no move is left.")),
    NotOver: ("not_over", lazy_gettext("Only a game that is over has a link.")),
    NothingToUndo: ("nothing_to_undo", lazy_gettext("There is nothing to undo.")),
    NoGame: ("no_game", lazy_gettext("No game has been started yet.")),
    CorruptGame: (
        "game_lost",
        lazy_gettext("The saved game could not be read. It was set aside; start a new one."),
    ),
}


@dataclass(frozen=True, slots=True)
class _Refusal:
    code: str
    title: str
    message: str


_REFUSALS = {
    400: _Refusal(
        "bad_request",
        lazy_gettext("That was not understood"),
        lazy_gettext("A request names a version and up to 32 directions: up, right, down, left."),
    ),
    403: _Refusal(
        "cross_site",
        lazy_gettext("Not from here"),
        lazy_gettext("The game takes moves from its own pages only."),
    ),
    404: _Refusal(
        "not_found",
        lazy_gettext("Nothing here"),
        lazy_gettext("There is no page at this address."),
    ),
    405: _Refusal(
        "method_not_allowed",
        lazy_gettext("Not like this"),
        lazy_gettext("This address takes requests of another kind."),
    ),
    413: _Refusal(
        "too_large",
        lazy_gettext("Too much"),
        lazy_gettext("The request is larger than any that the game needs."),
    ),
    429: _Refusal(
        "too_many_requests",
        lazy_gettext("A little slower"),
        lazy_gettext(
            "Too many requests have come from you or your network. Please try again shortly."
        ),
    ),
    500: _Refusal(
        "internal_error",
        lazy_gettext("Something broke"),
        lazy_gettext("The fault is on our side. Your game is safe; please try again."),
    ),
    503: _Refusal(
        "store_unavailable",
        lazy_gettext("One moment"),
        lazy_gettext("Saved games cannot be reached just now. Nothing is lost; please try again."),
    ),
}

# What was wrong with a request, where the sentence above is not about it.
_AUTOPLAY = lazy_gettext(
    "Autoplay makes 1 to 32 moves at a time, and may stop at a tile from 4 to 131072."
)
_BAD_REQUESTS = {
    "moves": _AUTOPLAY,
    "until": _AUTOPLAY,
    "host": lazy_gettext(
        "A link needs the address of this site, and the request names no host that can be read."
    ),
}

_BROKEN_LINK = _Refusal(
    "broken_link",
    lazy_gettext("No such game"),
    lazy_gettext(
        "This link leads to no game: it was cut short or altered on its way, or it is too old."
    ),
)


_NO_SOLVER = _Refusal(
    "no_solver",
    lazy_gettext("No solver here"),
    lazy_gettext("This server has no solver, so there are no hints and no autoplay."),
)
_SOLVER_BUSY = _Refusal(
    "solver_busy",
    lazy_gettext("One moment"),
    lazy_gettext("The solver is busy with others just now. Please try again."),
)
_GAMES_BUSY = _Refusal(
    "games_busy",
    lazy_gettext("One moment"),
    lazy_gettext("Other games are being played again just now. Please try again."),
)


def codes() -> dict[int, list[str]]:
    """Return the codes of every status with which an endpoint refuses; pages may have others."""
    refusals = {status: [refusal.code] for status, refusal in _REFUSALS.items()}
    refusals[503] += [_NO_SOLVER.code, _SOLVER_BUSY.code, _GAMES_BUSY.code]
    return refusals | {409: [code for code, _ in _CONFLICTS.values()]}


def init_app(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(GameError, _answer_conflict)
    app.register_error_handler(SessionConflict, _answer_session_conflict)
    app.register_error_handler(CorruptGame, _answer_corrupt_game)
    app.register_error_handler(StoreUnavailable, _answer_unavailable)
    app.register_error_handler(NewerSchema, _answer_unavailable)
    app.register_error_handler(TooManyRequests, _answer_too_many)
    app.register_error_handler(BrokenLink, lambda _: _refuse(404, _BROKEN_LINK))
    app.register_error_handler(NoSolver, lambda _: _refuse(503, _NO_SOLVER))
    app.register_error_handler(Busy, _answer_busy)
    app.register_error_handler(CrossSite, lambda _: _answer_refusal(403))
    app.register_error_handler(HTTPException, _answer_http_error)


def _answer_conflict(error: Exception) -> Response:
    code, message = _CONFLICTS[type(error)]
    if not wants_json():
        return Response(render_game(str(message)), 409)
    content: shapes.Conflict = {
        "error": {"code": code, "message": str(message)},
        "state": current_state(),
        "repeated": load_player().last == name_request(),
    }
    return json_response(content, 409)


def _answer_session_conflict(_: SessionConflict) -> Response:
    try:
        return _answer_conflict(StaleVersion())
    except NewerSchema as error:
        # It was a newer version of the site that saved meanwhile.
        return _answer_unavailable(error)


def _answer_corrupt_game(error: CorruptGame) -> Response:
    set_game_aside(str(error))
    return _answer_conflict(error)


def _answer_unavailable(error: StoreUnavailable | NewerSchema) -> Response:
    log.error("the saved game is unavailable: %s", error)
    response = _answer_refusal(503)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _answer_busy(error: Busy) -> Response:
    response = _refuse(503, _GAMES_BUSY if isinstance(error, GamesBusy) else _SOLVER_BUSY)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _answer_too_many(error: TooManyRequests) -> Response:
    response = _answer_refusal(429)
    response.headers["Retry-After"] = str(error.retry_after)
    return response


def _answer_http_error(error: HTTPException) -> AnyResponse:
    if isinstance(error, MethodNotAllowed) and request.method == "GET" and not wants_json():
        # The address of a form that was sent, entered once more: whoever is here wants the game.
        return redirect(url_for("pages.game"))
    response = _answer_refusal(error.code or InternalServerError.code, error)
    allow = dict(error.get_headers()).get("Allow")
    if allow is not None:
        response.headers["Allow"] = allow
    return response


def _answer_refusal(status: int, error: HTTPException | None = None) -> Response:
    refusal = _REFUSALS.get(status) or _other(error)
    if isinstance(error, BadRequest) and error.description in _BAD_REQUESTS:
        refusal = replace(refusal, message=_BAD_REQUESTS[error.description])
    return _refuse(status, refusal)


def _refuse(status: int, refusal: _Refusal) -> Response:
    message = str(refusal.message)
    if status == InternalServerError.code:
        # What is logged of it carries the same.
        message = f"{message} ({reference()})"
    if wants_json():
        content: shapes.Refusal = {"error": {"code": refusal.code, "message": message}}
        return json_response(content, status)
    if status in PASSING and request.endpoint == "pages.solver":
        # The board that was typed in stays.
        return Response(render_solver(fault=message), status)
    return Response(render_error(status, str(refusal.title), message), status)


def _other(error: HTTPException | None) -> _Refusal:
    name = "error" if error is None else error.name
    return _Refusal(
        name.lower().replace(" ", "_"),
        gettext("That did not work"),
        gettext("The server could not answer this request."),
    )
