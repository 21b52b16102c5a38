"""The endpoints of the game. Each change names the version it was made on; none has a body."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, Response, g, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.game import Game, Move
from app.player import Player
from app.sessions import stored_session
from app.web.current import current_state, load_player, save_player
from app.web.limits import check_limit
from app.web.payloads import (
    json_response,
    name_request,
    parse_directions,
    parse_version,
    shape_state,
    wants_json,
)

bp = Blueprint("play", __name__)

_SEED_BYTES = 16
# Where the versions of a new session start, so that a page of a session that is gone cannot
# match the new one's version by chance.
_FIRST_VERSIONS = 10**9


@bp.get("/game")
def game() -> Response:
    """Answer with the state."""
    return json_response(current_state())


@bp.post("/move/<directions>")
def move(directions: str) -> AnyResponse:
    """Play one direction, or up to 32."""
    parsed = parse_directions(directions)
    return _change(lambda player: player.move(parsed))


@bp.post("/new-game")
def new_game() -> AnyResponse:
    """Start a game."""
    if stored_session().stored is None:
        check_limit("NEW_SESSIONS")
    return _change(lambda player: (_start(player), ()))


@bp.post("/keep-playing")
def keep_playing() -> AnyResponse:
    """Close the win banner and go on."""
    return _change(lambda player: (player.keep_playing(), ()))


@bp.post("/undo")
def undo() -> AnyResponse:
    """Take back the last move, or the new game."""
    return _change(lambda player: (player.undo(), ()))


def _start(player: Player) -> Player:
    if player.version == 0:
        player = replace(player, version=secrets.randbelow(_FIRST_VERSIONS))
    return player.new_game(Game.new(secrets.token_bytes(_SEED_BYTES)))


def _change(act: Callable[[Player], tuple[Player, tuple[Move, ...]]]) -> AnyResponse:
    version = parse_version()
    before = load_player().at(version)
    after, played = act(before)
    if after is not before:
        save_player(replace(after, last=name_request()))
        g.moves_played = len(played)
    if wants_json():
        return json_response(shape_state(after, played))
    # The version makes it another address: lynx shows the page that it has if it is the same.
    return redirect(url_for("pages.game", version=after.version), 303)
