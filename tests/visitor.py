"""A visitor of the site, for the tests: a client that knows the version it has seen."""

import secrets
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.game import Game, Status
from app.player import Player
from app.rules import Direction
from tests.boards import board


def save_session(app: Flask, content: bytes) -> str:
    """Put bytes into the app's store as if a visit had saved them; return the session's id."""
    sid = secrets.token_urlsafe(32)
    store = app.session_interface
    assert store._swap(store._get_store_id(sid), None, content, 3600)
    return sid


def save_player(app: Flask, player: Player) -> str:
    """Put a player into the app's store; return the session's id."""
    return save_session(app, msgspec.msgpack.encode({"game": player.to_saved()}))


def player_on(*rows: str, version: int = 7, seed: bytes = b"seed", **values: Any) -> Player:
    """A player whose game starts from a drawn board."""
    return Player(version=version, game=Game.new(seed, board(*rows)), **values)


def ending_player(*rows: str, direction: Direction) -> Player:
    """A player on a drawn board whose next move in a direction is the last of the game."""
    for number in range(200):
        player = player_on(*rows, seed=b"%d" % number)
        if player.move([direction])[0].status is Status.OVER:
            return player
    raise AssertionError("no new tile ends this game")


class Visitor:
    """Somebody with a browser's cookies; asks for JSON."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.version = 0

    def sit_down(self, player: Player) -> "Visitor":
        """Take over a saved game."""
        return self.use_session(save_player(self.app, player))

    def use_session(self, sid: str) -> "Visitor":
        """Carry the cookie of a session."""
        self.client.set_cookie("session", sid)
        self.state()
        return self

    def state(self) -> dict[str, Any]:
        """Fetch the state and remember its version."""
        return self._seen(self.client.get("/game"))

    def post(self, path: str, version: object = None, **options: Any) -> TestResponse:
        """Post on the version last seen, or on the one given."""
        version = self.version if version is None else version
        response = self.client.post(path, query_string={"version": version}, **options)
        if response.is_json and ("version" in response.json or "state" in response.json):
            self._seen(response)
        return response

    def play(self, path: str) -> dict[str, Any]:
        """Post, expect success and return the state."""
        response = self.post(path)
        assert response.status_code == 200, response.json
        return response.json

    def _seen(self, response: TestResponse) -> dict[str, Any]:
        state = response.json.get("state", response.json)
        self.version = state["version"]
        return state
