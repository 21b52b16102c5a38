"""The site as a version to come might be: it saves under the next number, and reads both."""

from typing import Any

from flask import Flask

import app
from app import player

_OLD = player.SCHEMA
_read = player.Player.from_saved


def create_app() -> Flask:
    """Make the app of that version."""
    player.SCHEMA = _OLD + 1
    player.Player.from_saved = _from_saved  # type: ignore[method-assign]
    return app.create_app()


def _from_saved(saved: Any) -> player.Player:
    if isinstance(saved, dict) and saved.get("schema") == _OLD:
        saved = {**saved, "schema": player.SCHEMA}
    return _read(saved)
