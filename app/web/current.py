"""The player of the current request, read from the session and saved to it."""

from dataclasses import replace

from app.game import CorruptGame
from app.player import Player
from app.sessions import stored_session
from app.web import shapes
from app.web.payloads import shape_state

_KEY = "game"


def load_player() -> Player:
    """Return the player as saved; a new one where nothing is saved, or nothing that can be read."""
    session = stored_session()
    saved = session.get(_KEY)
    if saved is None:
        return Player()
    try:
        return Player.from_saved(saved)
    except CorruptGame as error:
        session.corrupt = str(error)
        return Player()


def save_player(player: Player) -> None:
    """Put the player into the session, which is saved with the answer."""
    session = stored_session()
    # Whatever else it held was not ours.
    session.clear()
    session.permanent = True
    # Who only looks in is not kept for a year.
    session.brief = not player.has_moved
    session[_KEY] = player.to_saved()


def set_game_aside(reason: str) -> None:
    """Take the running game from the player: it is corrupt. The save keeps a copy of it."""
    player = load_player()
    save_player(replace(player, version=player.version + 1, game=None))
    stored_session().corrupt = reason


def current_state() -> shapes.State:
    """Return the state of the player, which also says if the saved game could not be read."""
    player = load_player()
    return shape_state(player, lost=stored_session().corrupt is not None)
