"""The page of the game as it stands."""

from flask import render_template

from app.web.current import current_state


def render_game(message: str | None = None) -> str:
    """Draw the game as it stands, with a message to the visitor who has no script."""
    return render_template("game.html", page="game", state=current_state(), message=message)
