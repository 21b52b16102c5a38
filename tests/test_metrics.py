"""What Prometheus is told."""

import random
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask import Flask
from prometheus_client import REGISTRY

from app import create_app
from tests.server import Server
from tests.visitor import Visitor, player_on, save_session


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """An app that counts."""
    return create_app({"INSTANCE_PATH": str(tmp_path / "instance"), "METRICS": 9})


class Count:
    """How far a number has grown since it was asked for."""

    def __init__(self, name: str, **labels: str) -> None:
        self.name, self.labels = name, labels
        self.before = self._read()

    def __call__(self) -> float:
        return self._read() - self.before

    def _read(self) -> float:
        return REGISTRY.get_sample_value(f"game2048_{self.name}", self.labels) or 0


def scrape(port: int) -> dict[str, float]:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    rows = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


def test_moves_and_games_are_counted_when_they_are_saved(visitor: Visitor) -> None:
    moves, games = Count("moves_total"), Count("games_started_total")
    visitor.play("/new-game")
    visitor.sit_down(player_on("2 2 . 4", version=7))
    visitor.play("/move/left,left")
    visitor.post("/move/left", version=3)
    visitor.post("/new-game", version=3)

    assert (moves(), games()) == (2, 1)


def test_an_illegal_move_is_no_move(visitor: Visitor) -> None:
    moves = Count("moves_total")
    visitor.sit_down(player_on("4 2 . .", "2 4 . .", "4 2 . .", "2 4 . ."))
    visitor.play("/move/left")

    assert moves() == 0


def test_a_move_that_could_not_be_saved_is_a_conflict_and_no_move(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = Count("moves_total")
    conflicts = Count("requests_total", route="play.move", status="409")
    visitor.sit_down(player_on("2 2 . 4", version=7))
    monkeypatch.setattr(app.session_interface, "_swap", lambda *_: False)
    visitor.post("/move/left")

    assert (moves(), conflicts()) == (0, 1)


def test_a_store_that_fails_is_counted_by_its_answer(app: Flask, visitor: Visitor) -> None:
    failures = Count("requests_total", route="health.ready", status="503")
    app.session_interface._path.write_bytes(b"no database " * 1000)
    visitor.client.get("/readyz")

    assert failures() == 1


def test_a_saved_game_that_is_set_aside_is_counted_once(app: Flask, visitor: Visitor) -> None:
    lost = Count("games_lost_total")
    visitor.use_session(save_session(app, b"junk"))
    visitor.state()
    assert lost() == 0
    visitor.play("/new-game")
    visitor.play("/move/left,up,right,down")

    assert lost() == 1


def test_the_time_of_a_request_is_counted_under_its_route(visitor: Visitor) -> None:
    count = Count("request_seconds_count", route="play.game")
    seconds = Count("request_seconds_sum", route="play.game")
    visitor.state()

    assert count() == 1
    assert 0 < seconds() < 60


def test_addresses_that_are_none_of_ours_share_one_name(visitor: Visitor) -> None:
    unrouted = Count("requests_total", route="none", status="404")
    for path in ("/a", "/b", "/c"):
        visitor.client.get(path)

    assert unrouted() == 3


def test_the_server_tells_the_sums_over_its_workers(tmp_path: Path) -> None:
    port = _two_free_ports()
    (temporary := tmp_path / "temporary").mkdir()
    environment = {"METRICS": str(port), "TMPDIR": str(temporary)}
    with Server(tmp_path / "instance", workers=2, **environment) as server:
        before = scrape(port)
        sid = server.save_player(player_on("2 2 . 4", version=7))
        _, state = server.request("POST", "/move/left,left?version=7", sid)
        for _ in range(30):
            server.request("GET", "/game", sid)
        server.request("POST", f"/new-game?version={state['version']}", sid)
        server.request("POST", "/new-game?version=7", sid)
        counts, workers = scrape(port), scrape(port + 1)

        assert counts["game2048_moves_total"] == 2
        assert counts["game2048_games_started_total"] == 1
        assert counts["game2048_games_lost_total"] == 0
        reads = 'game2048_requests_total{route="play.game",status="200"}'
        assert counts[reads] - before[reads] == 30
        assert counts['game2048_requests_total{route="play.new_game",status="409"}'] == 1
        # The server's own: what each of its workers does.
        assert workers["granian_workers_spawns"] == 2
        assert server.request("GET", "/metrics")[0] == 404
        assert len([*temporary.iterdir()]) == 1
        server.stop()
        assert [*temporary.iterdir()] == []


def test_a_port_of_the_metrics_that_is_taken_is_told(tmp_path: Path) -> None:
    port = _two_free_ports()
    environment = {"METRICS": str(port), "TMPDIR": str(tmp_path)}
    with Server(tmp_path / "one", **environment):
        other = Server(tmp_path / "two", **environment)
        with pytest.raises(AssertionError, match=f"cannot start: 127.0.0.1:{port}: .*in use"):
            other.start()


def test_without_the_setting_prometheus_is_not_even_imported() -> None:
    code = "import sys, app; app.create_app(); print('prometheus_client' in sys.modules)"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout

    assert printed == "False\n"


def _two_free_ports() -> int:
    """A port that is free, as the next one is; below those that are given to connections."""
    while True:
        port = random.randrange(20_000, 30_000)
        try:
            for each in (port, port + 1):
                socket.create_server(("127.0.0.1", each)).close()
        except OSError:
            continue
        return port
