"""What is logged: enough to operate the site, and nothing about who plays."""

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.web import turns
from tests.server import Server
from tests.visitor import Visitor, player_on


@pytest.fixture
def make_app(tmp_path: Path) -> Any:
    """Make an app that logs as the setting says."""
    return lambda log: create_app({"INSTANCE_PATH": str(tmp_path / "instance"), "LOG": log})


@pytest.fixture
def app(make_app: Any) -> Flask:
    """An app that logs every request."""
    return make_app("access")


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Any:
    """Read what was logged since the last time."""
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_request_is_one_line_of_what_an_operator_needs(visitor: Visitor, lines: Any) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=7))
    lines()
    answer = visitor.post("/move/left,up")
    (line,) = lines()

    assert line.pop("time").startswith("20")
    assert 0 < line.pop("milliseconds") < 60_000
    assert line == {
        "level": "INFO",
        "logger": "app.access",
        "pid": os.getpid(),
        "method": "POST",
        "route": "play.move",
        "status": 200,
        "bytes": len(answer.data),
        "request": None,
    }


def test_the_time_of_a_request_counts_the_wait_for_its_turn(
    app: Flask, visitor: Visitor, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = app.view_functions["play.game"]

    def ask_meanwhile() -> str:
        monkeypatch.setitem(app.view_functions, "play.game", state)
        return str(app.test_client().get("/game").status_code)

    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 0.2)
    monkeypatch.setitem(app.view_functions, "play.game", ask_meanwhile)
    assert visitor.client.get("/game").text == "200"
    waited, asked = lines()

    assert 200 <= waited["milliseconds"] <= asked["milliseconds"] < 60_000


def test_nothing_in_the_log_tells_who_plays(
    app: Flask, visitor: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    cookie = visitor.client.get_cookie("session")
    visitor.client.set_cookie("theme", "biscuit")
    headers = {"X-Forwarded-For": "203.0.113.9", "User-Agent": "parrot", "Referer": "http://past/"}
    for path in ("/game?language=en&name=query", "/someone@example.org", "/practice/lily"):
        visitor.client.get(path, headers=headers, environ_base={"REMOTE_ADDR": "198.51.100.7"})
    app.view_functions["play.game"] = lambda: 1 / 0
    visitor.client.get("/game?name=query", headers=headers)
    logged = capsys.readouterr().err

    assert cookie is not None
    secrets = (cookie.value, "biscuit", "203.0.113.9", "198.51.100.7", "parrot", "past", "query")
    assert len(logged.splitlines()) == 6
    assert [each for each in (*secrets, "someone", "lily") if each in logged] == []


def test_the_line_has_the_status_that_the_save_led_to(
    app: Flask, visitor: Visitor, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=7))
    lines()
    monkeypatch.setattr(app.session_interface, "_swap", lambda *_: False)

    assert visitor.post("/move/left").status_code == 409
    assert [line["status"] for line in lines()] == [409]


def test_an_address_that_is_none_of_ours_is_logged_without_it(visitor: Visitor, lines: Any) -> None:
    visitor.client.get("/nowhere")

    assert [(line["route"], line["status"]) for line in lines()] == [("none", 404)]


def test_a_balancer_is_not_logged(visitor: Visitor, lines: Any) -> None:
    visitor.client.get("/healthz")
    visitor.client.get("/readyz")

    assert lines() == []


def test_a_fault_of_ours_is_one_line_that_the_player_can_name(
    app: Flask, visitor: Visitor, lines: Any
) -> None:
    app.view_functions["play.game"] = lambda: 1 / 0
    message = visitor.client.get("/game", headers={"Accept-Language": "en"}).json["error"][
        "message"
    ]
    fault, request = lines()

    assert message == (
        f"The fault is on our side. Your game is safe; please try again. ({fault['request']})"
    )
    assert len(fault["request"]) == 8
    assert (fault["level"], fault["logger"]) == ("ERROR", "app")
    assert fault["traceback"].startswith("Traceback (most recent call last):\n")
    assert fault["traceback"].endswith("ZeroDivisionError: division by zero")
    assert (request["status"], request["request"]) == (500, fault["request"])


def test_the_page_of_a_fault_names_it_too(app: Flask, visitor: Visitor, lines: Any) -> None:
    app.view_functions["pages.game"] = lambda language: 1 / 0
    page = visitor.client.get("/en/", headers={"Accept": "text/html"})

    assert page.status_code == 500
    assert f"({lines()[0]['request']})" in page.text


def test_two_faults_have_two_names(app: Flask, visitor: Visitor, lines: Any) -> None:
    app.view_functions["play.game"] = lambda: 1 / 0
    visitor.client.get("/game")
    visitor.client.get("/game")

    assert len({line["request"] for line in lines()}) == 2


def test_as_json_only_what_went_wrong_is_logged(make_app: Any, lines: Any) -> None:
    app = make_app("json")
    visitor = Visitor(app)
    visitor.client.get("/nowhere")
    visitor.state()
    assert lines() == []
    app.view_functions["play.game"] = lambda: 1 / 0
    visitor.client.get("/game")

    assert ["ZeroDivisionError" in line["traceback"] for line in lines()] == [True]


def test_as_text_a_traceback_is_readable_and_named(
    make_app: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    app = make_app("text")
    visitor = Visitor(app)
    visitor.state()
    assert capsys.readouterr().err == ""
    app.view_functions["play.game"] = lambda: 1 / 0
    message = visitor.client.get("/game").json["error"]["message"]
    first, *rest = capsys.readouterr().err.splitlines()

    assert first.endswith(f"(request {message.rpartition('(')[2]}")
    assert rest[0] == "Traceback (most recent call last):"


def test_a_line_break_in_what_is_logged_stays_inside_its_line(
    app: Flask, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Half a character is more than pytest can report from one of its own processes to another.
    monkeypatch.setattr(app.logger, "propagate", False)
    app.logger.error("one\ntwo %s", "हि\udcff")

    assert [line["message"] for line in lines()] == ["one\ntwo हि\udcff"]


def test_every_worker_of_the_server_logs_whole_lines(tmp_path: Path) -> None:
    pids = re.compile(r'"pid": (\d+), "method"')
    with Server(tmp_path / "instance", workers=2, LOG="access") as server:
        deadline = time.monotonic() + 30
        # One of the workers may be up long before the other.
        while len(set(pids.findall(server.log()))) < 2 and time.monotonic() < deadline:
            for _ in range(50):
                server.request("GET", "/game")
        server.stop()
        lines = [json.loads(line) for line in server.log().splitlines()]

    # The server may have a word of its own to say at its end.
    logged = [line for line in lines if "route" in line]
    assert len(logged) >= 50
    assert {line["route"] for line in logged} == {"play.game"}
    assert len({line["pid"] for line in logged}) == 2


def test_a_worker_that_dies_is_told_in_the_same_form_and_replaced(tmp_path: Path) -> None:
    with Server(tmp_path / "instance", LOG="access") as server:
        (worker,) = {json.loads(line)["pid"] for line in server.log().splitlines()}
        os.kill(worker, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while not server.answers():
            assert time.monotonic() < deadline
        lines = [json.loads(line) for line in server.log().splitlines()]

    assert [line["message"] for line in lines if line["level"] == "ERROR"] == [
        "Unexpected exit from worker-1"
    ]
    assert lines[-1]["route"] == "play.game"
    assert lines[-1]["pid"] != worker
