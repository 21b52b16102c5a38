"""Sessions over every store: cookies, corrupt data, conflicts, and a store that fails."""

import time
from pathlib import Path

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from app.sessions import CompareAndSetSessions, StoreUnavailable
from tests.visitor import Visitor, save_session

DAY = 24 * 3600


def test_a_visit_that_changes_nothing_stores_nothing_and_sets_no_cookie(
    counter: FlaskClient, store: CompareAndSetSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bool:
        raise AssertionError("stored")

    monkeypatch.setattr(type(store), "_swap", refuse)
    response = counter.get("/read")

    assert "Set-Cookie" not in response.headers


def test_the_cookie_lasts_a_year_and_is_out_of_scripts_reach(counter: FlaskClient) -> None:
    before = time.time()
    counter.post("/count")
    cookie = counter.get_cookie("session")

    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert not cookie.secure
    assert cookie.expires is not None
    assert 364 * DAY < cookie.expires.timestamp() - before <= 366 * DAY


def test_over_https_the_cookie_is_bound_to_https(counter: FlaskClient) -> None:
    response = counter.post("/count", base_url="https://localhost")

    assert "; Secure" in response.headers["Set-Cookie"]


def test_every_change_renews_the_cookie_and_no_read_does(counter: FlaskClient) -> None:
    counter.post("/count")

    assert "Set-Cookie" not in counter.get("/read").headers
    assert "Set-Cookie" in counter.post("/count").headers


def test_a_planted_session_id_is_not_taken_over(counter: FlaskClient) -> None:
    planted = "p" * 43
    counter.set_cookie("session", planted)
    counter.post("/count")
    cookie = counter.get_cookie("session")

    assert cookie is not None
    assert cookie.value != planted


@pytest.mark.parametrize(
    "cookie", ["", "x", "\x00" * 43, "é" * 43, "a" * 5000, "aside:" + "a" * 43]
)
def test_a_cookie_of_any_bytes_is_a_visitor_without_a_session(
    app: Flask, counter: FlaskClient, cookie: str
) -> None:
    response = app.test_client().get("/read", headers={"Cookie": f'session="{cookie}"'})

    assert (response.status_code, response.text) == (200, "0")


@pytest.mark.parametrize(
    "content",
    [b"\xc1", b"not msgpack", b"\x93\x01\x02\x03", b"\x81\x01\x02", b"\x80" * 9, b"\x91" * 100_000],
)
def test_stored_bytes_that_cannot_be_read_are_a_session_without_content(
    app: Flask, counter: FlaskClient, content: bytes
) -> None:
    counter.set_cookie("session", save_session(app, content))

    assert counter.get("/read").text == "0"


def test_pickled_data_is_not_run(app: Flask, counter: FlaskClient, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    planted = f"cos\nsystem\n(S'touch {trace}'\ntR.".encode()
    counter.set_cookie("session", save_session(app, planted))
    counter.get("/read")

    assert not trace.exists()


def test_a_save_after_corrupt_data_keeps_a_copy_of_it(
    app: Flask,
    counter: FlaskClient,
    store: CompareAndSetSessions,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    sid = save_session(app, b"\xc1broken")
    counter.set_cookie("session", sid)
    saved: dict[str, bytes] = {}
    swap = store._swap

    def watch(store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        saved[store_id] = new
        return swap(store_id, old, new, seconds)

    monkeypatch.setattr(store, "_swap", watch)

    assert counter.post("/count").text == "1"
    assert counter.get("/read").text == "1"
    aside = next(store_id for store_id in saved if store_id.startswith("aside:"))
    assert sid in aside
    assert store._read(aside) == b"\xc1broken"
    assert "set aside" in caplog.text
    assert sid not in caplog.text


def test_no_update_of_a_session_is_lost_between_two_requests(app: Flask) -> None:
    """pallets-eco/flask-session#71, #149."""
    quick, slow = app.test_client(), app.test_client()

    @app.post("/quick")
    def quick_change() -> str:
        session["count"] = session.get("count", 0) + 1
        return str(session["count"])

    @app.post("/slow")
    def slow_change() -> str:
        session["count"] += 10
        quick.post("/quick")
        return "done"

    quick.post("/quick")
    slow.set_cookie("session", quick.get_cookie("session").value)

    assert slow.post("/slow").status_code == 409
    assert quick.post("/quick").text == "3"


def test_a_store_that_fails_while_saving_is_no_success(
    counter: FlaskClient, store: CompareAndSetSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise StoreUnavailable("disk full")

    monkeypatch.setattr(type(store), "_swap", fail)
    response = counter.post("/count")

    assert response.status_code == 503
    assert response.json["error"]["code"] == "store_unavailable"
    assert int(response.headers["Retry-After"]) > 0
    assert "Set-Cookie" not in response.headers


def test_a_store_that_fails_while_reading_keeps_the_session(
    counter: FlaskClient, store: CompareAndSetSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter.post("/count")

    def fail(*_: object) -> bytes:
        raise StoreUnavailable("locked")

    with monkeypatch.context() as broken:
        broken.setattr(type(store), "_read", fail)
        assert counter.get("/read").status_code == 503
        assert counter.post("/count").status_code == 503
    assert counter.get("/read").text == "1"


@pytest.fixture
def kept(store: CompareAndSetSessions, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For how many seconds each save asks to be kept."""
    seconds: list[int] = []
    swap = store._swap

    def watch(store_id: str, old: bytes | None, new: bytes, lifetime: int) -> bool:
        seconds.append(lifetime)
        return swap(store_id, old, new, lifetime)

    monkeypatch.setattr(store, "_swap", watch)
    return seconds


def test_a_session_is_kept_for_an_hour_until_its_first_move_and_then_a_year(
    app: Flask, kept: list[int]
) -> None:
    visitor = Visitor(app)
    visitor.play("/new-game")
    visitor.play("/new-game")
    # One of the two is always legal.
    visitor.play("/move/left,up")
    visitor.play("/new-game")

    assert kept == [3600, 3600, 365 * DAY, 365 * DAY]


def test_over_https_the_cookie_is_one_that_no_other_host_can_set(counter: FlaskClient) -> None:
    first = counter.post("/count", base_url="https://localhost")

    assert first.headers["Set-Cookie"].startswith("__Host-session=")
    assert "; Secure" in first.headers["Set-Cookie"]
    assert "; Path=/" in first.headers["Set-Cookie"]
    assert "Domain" not in first.headers["Set-Cookie"]
    assert counter.post("/count", base_url="https://localhost").text == "2"
    sid = first.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    planted = {"Cookie": f"session={sid}"}
    assert app_read(counter, planted) == "0"


def app_read(client: FlaskClient, headers: dict[str, str]) -> str:
    """What a client without cookies of its own is shown."""
    fresh = client.application.test_client()
    return fresh.get("/read", base_url="https://localhost", headers=headers).text
