"""What a balancer is told."""

import logging

import pytest
from flask import Flask

from app.sessions import CompareAndSetSessions, StoreUnavailable
from tests.visitor import Visitor, player_on

PATHS = ("/healthz", "/readyz")


@pytest.fixture
def stopped(app: Flask, monkeypatch: pytest.MonkeyPatch) -> CompareAndSetSessions:
    """The app's store, which nothing reaches any more."""

    def fail(*_: object) -> None:
        raise StoreUnavailable("stopped")

    store = app.session_interface
    for name in ("probe", "_read", "_swap"):
        monkeypatch.setattr(store, name, fail)
    return store


def test_a_server_that_lives_and_reaches_its_store_says_so(visitor: Visitor) -> None:
    alive, ready = (visitor.client.get(path) for path in PATHS)

    assert (alive.status_code, alive.json) == (200, {"alive": True})
    assert (ready.status_code, ready.json) == (200, {"ready": True})


@pytest.mark.usefixtures("stopped")
def test_without_its_store_it_is_alive_and_not_ready(visitor: Visitor) -> None:
    alive, ready = (visitor.client.get(path) for path in PATHS)

    assert alive.status_code == 200
    assert (ready.status_code, ready.json["error"]["code"]) == (503, "store_unavailable")
    assert ready.headers["Retry-After"] == "1"


def test_a_store_whose_file_is_gone_bad_is_not_ready(app: Flask, visitor: Visitor) -> None:
    app.session_interface._path.write_bytes(b"no database " * 1000)

    assert visitor.client.get("/readyz").status_code == 503


@pytest.mark.parametrize("path", PATHS)
def test_they_set_no_cookie_and_may_not_be_cached(visitor: Visitor, path: str) -> None:
    response = visitor.client.get(path)

    assert "Set-Cookie" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PATHS)
def test_they_read_no_cookie(
    app: Flask, visitor: Visitor, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    read: list[str] = []
    monkeypatch.setattr(app.session_interface, "_read", read.append)

    assert visitor.client.get(path).status_code == 200
    assert read == []
    visitor.client.get("/game")
    assert len(read) == 1


def test_they_are_logged_at_no_level_that_is_on(
    visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for path in PATHS:
        visitor.client.get(path)

    assert caplog.records == []
