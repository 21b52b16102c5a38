"""Errors on the wire: one shape, no traceback, and nothing lost."""

import logging
import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from app import create_app
from app.rules import Direction
from tests.boards import board
from tests.visitor import Visitor, player_on, save_player, save_session


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("POST", "/move", 404, "not_found"),
        ("GET", "/move/left", 405, "method_not_allowed"),
        ("DELETE", "/game", 405, "method_not_allowed"),
        ("POST", "/undo", 400, "bad_request"),
    ],
)
def test_every_refusal_has_the_one_shape(
    visitor: Visitor, method: str, path: str, status: int, code: str
) -> None:
    response = visitor.client.open(path, method=method)

    assert response.status_code == status
    assert response.json == {"error": {"code": code, "message": response.json["error"]["message"]}}
    assert response.json["error"]["message"].endswith("।")


def test_a_wrong_method_is_told_the_right_ones(visitor: Visitor) -> None:
    allowed = visitor.client.get("/undo").headers["Allow"]

    assert set(allowed.split(", ")) == {"OPTIONS", "POST"}


def test_a_fault_of_ours_is_logged_and_shows_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    monkeypatch.setattr("app.web.play.current_state", lambda: 1 / 0)
    response = Visitor(app).client.get("/game")

    assert response.status_code == 500
    assert response.json["error"]["code"] == "internal_error"
    assert b"ZeroDivisionError" not in response.data
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("host", ["a..b", "..", "a" * 5000])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_host_that_cannot_be_read_is_a_bad_request(
    visitor: Visitor, host: str, accept: str
) -> None:
    for method, path in (("GET", "/"), ("POST", "/move/left?version=1"), ("GET", "/nothing")):
        headers = {"Host": host, "Accept": accept}
        response = visitor.client.open(path, method=method, headers=headers)

        assert (response.status_code, response.mimetype) == (400, "application/json")
        assert response.json["error"]["code"] == "bad_request"


def test_a_doubled_slash_is_no_redirect(visitor: Visitor) -> None:
    response = visitor.client.post("/move//left?version=0", headers={"Host": "evil.example"})

    assert (response.status_code, response.mimetype) == (404, "application/json")
    assert "Location" not in response.headers


def test_what_else_lies_in_a_stored_session_does_not_stop_the_game(
    app: Flask, visitor: Visitor
) -> None:
    encode = msgspec.msgpack.encode
    deep = b"\x91" * 900 + b"\x01"
    game = encode("game") + encode(player_on("2 2 . 4").to_saved())
    content = b"\x83" + game + encode("_permanent") + deep + encode("other") + deep
    visitor.use_session(save_session(app, content))

    assert visitor.play("/move/left")["turn"] == 1
    assert visitor.state()["turn"] == 1


SAVED = player_on("2 2 . 4", version=7).to_saved()
GAME = SAVED["game"]


@pytest.mark.parametrize(
    "saved",
    [
        "text",
        [],
        {},
        {**SAVED, "schema": "2"},
        {**SAVED, "game": 3},
        {**SAVED, "game": {**GAME, "board": board("3 . . .")}},
        {**SAVED, "game": {**GAME, "board": board("2 2 . 4")[:15]}},
        {**SAVED, "game": {**GAME, "score": -4}},
        {**SAVED, "game": {**GAME, "score": 4}},
        {**SAVED, "game": {**GAME, "moves": "L"}},
        {**SAVED, "version": -1},
        {**SAVED, "replaced": {**GAME, "seed": b""}},
    ],
)
def test_a_corrupt_saved_game_is_set_aside_logged_and_told(
    app: Flask,
    visitor: Visitor,
    saved: object,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    content = msgspec.msgpack.encode({"game": saved})
    visitor.use_session(save_session(app, content))
    state = visitor.state()

    assert (state["status"], state["version"], state["lost"]) == ("none", 0, True)
    assert visitor.post("/move/left", 7).status_code == 409
    state = visitor.play("/new-game")
    assert (state["status"], state["lost"]) == ("playing", False)
    assert visitor.play("/move/left,up,right,down")["lost"] is False
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert _set_aside(tmp_path) == [content]


NEWER = msgspec.msgpack.encode({"game": {"schema": 99, "version": 7, "boards": "as yet unknown"}})


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/game"),
        ("GET", "/en/"),
        ("POST", "/move/left?version=7"),
        ("POST", "/new-game?version=0"),
        ("POST", "/undo?version=7"),
    ],
)
def test_a_game_that_a_newer_version_has_saved_is_left_to_that(
    app: Flask, visitor: Visitor, method: str, path: str, accept: str
) -> None:
    """As while servers are replaced one by one: the next try may reach one of the newer."""
    sid = save_session(app, NEWER)
    visitor.client.set_cookie("session", sid)
    response = visitor.client.open(path, method=method, headers={"Accept": accept})

    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "Set-Cookie" not in response.headers
    if accept == "application/json":
        assert response.json["error"]["code"] == "store_unavailable"
    assert app.session_interface._read(sid) == NEWER


def test_a_newer_version_that_saves_in_between_is_no_conflict_but_a_wait(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sid = save_player(app, player_on("2 2 . 4", version=7))
    visitor.client.set_cookie("session", sid)
    store = app.session_interface
    swap = store._swap

    def come_too_late(store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        assert swap(store_id, old, NEWER, seconds)
        return swap(store_id, old, new, seconds)

    monkeypatch.setattr(store, "_swap", come_too_late)
    response = visitor.client.post("/move/left?version=7")

    assert (response.status_code, response.json["error"]["code"]) == (503, "store_unavailable")
    assert store._read(sid) == NEWER


def test_a_saved_game_whose_moves_lead_elsewhere_is_found_out_by_undo(
    visitor: Visitor, tmp_path: Path
) -> None:
    player = player_on("2 2 . 4", ". . 8 .")
    player, _ = player.move([Direction.LEFT, Direction.UP, Direction.RIGHT])
    moves = "R" + player.game.moves[1:]
    forged = replace(player, game=replace(player.game, moves=moves), best=500)
    visitor.sit_down(forged)
    refused = visitor.post("/undo")

    assert refused.status_code == 409
    assert refused.json["error"]["code"] == "game_lost"
    state = refused.json["state"]
    assert (state["status"], state["lost"], state["best"]) == ("none", True, 500)
    assert len(_set_aside(tmp_path)) == 1
    version = state["version"]
    state = visitor.play("/new-game")
    assert (state["status"], state["lost"], state["best"]) == ("playing", False, 500)
    assert state["version"] == version + 1


def _set_aside(tmp_path: Path) -> list[bytes]:
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        rows = file.execute("SELECT data FROM sessions WHERE id LIKE 'aside:%'").fetchall()
    file.close()
    return [row[0] for row in rows]
