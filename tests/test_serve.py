"""The command that starts the site."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.playing import Player
from tests.server import Server, free_port
from tests.slow import hold_open
from tests.visitor import player_on


def run(*arguments: str, instance_path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.serve", *arguments],
        env={**os.environ, "INSTANCE_PATH": str(instance_path)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_a_port_that_is_taken_is_told_in_a_sentence(server: Server, tmp_path: Path) -> None:
    ended = run(f"--port={server.port}", instance_path=tmp_path / "other")

    assert ended.returncode == 1
    assert "cannot start" in ended.stderr
    assert "in use" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port=0"],
        ["--port=99999"],
        ["--workers=0"],
        ["--threads=-1"],
        ["--lifetime=0"],
        ["--host=x y"],
    ],
)
def test_settings_that_make_no_sense_are_told_without_a_traceback(
    tmp_path: Path, arguments: list[str]
) -> None:
    ended = run(*arguments, instance_path=tmp_path)

    assert ended.returncode in {1, 2}
    assert arguments[0].partition("=")[2] in ended.stderr or "cannot start" in ended.stderr
    assert "_count" not in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PROXIES", "two", "PROXIES is a number of proxies, not 'two'"),
        ("LOG", "loud", "LOG is one of text, json, access, not 'loud'"),
        ("SOLVER_PLACES", "many", "SOLVER_PLACES is a number of requests from 1 up, not 'many'"),
        ("SOLVER_PLACES", "0", "SOLVER_PLACES is a number of requests from 1 up, not '0'"),
        ("METRICS", "yes", "METRICS is a port, not 'yes'"),
        ("METRICS", "99999", "port must be 0-65535"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    ended = run(f"--port={free_port()}", instance_path=tmp_path)

    assert ended.returncode == 1
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("below", [0, 1])
def test_a_port_of_the_metrics_that_is_the_games_own_is_told_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: int
) -> None:
    port = free_port()
    monkeypatch.setenv("METRICS", str(port - below))
    ended = run(f"--port={port}", instance_path=tmp_path)

    assert ended.returncode == 1
    assert f"METRICS={port - below} takes port {port}, which is the game's" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_a_store_that_cannot_be_used_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "sessions.db").write_bytes(b"no database " * 1000)
    ended = run(f"--port={free_port()}", instance_path=tmp_path)

    assert ended.returncode == 1
    assert "not a database" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_ordinary_stop_ends_the_server_by_itself(server: Server) -> None:
    assert server.stop() == 0


def test_a_connection_left_half_open_does_not_hold_the_stop(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as half:
        half.sendall(b"GET /game HTTP/1.1\r\nX-")
        start = time.monotonic()
        server.stop()
        # Less than the ten seconds that whoever asks for the stop usually waits.
        assert time.monotonic() - start < 10


def test_workers_end_with_the_process_that_started_them(server: Server) -> None:
    os.kill(server.pid, signal.SIGKILL)
    deadline = time.monotonic() + 15
    while server.answers():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_move_that_is_under_way_is_answered_before_the_server_stops(server: Server) -> None:
    sid = server.save_player(player_on("2 2 . 4", version=7))
    with (
        sqlite3.connect(server.instance_path / "sessions.db", isolation_level=None) as other,
        ThreadPoolExecutor(2) as threads,
    ):
        other.execute("BEGIN IMMEDIATE")
        answer = threads.submit(server.request, "POST", "/move/left?version=7", sid)
        time.sleep(0.5)
        stop = threads.submit(server.stop)
        time.sleep(0.5)
        assert not answer.done()
        other.execute("ROLLBACK")

        status, state = answer.result()
        assert (status, state["turn"], state["board"][:2]) == (200, 1, [4, 4])
        assert stop.result() == 0
    other.close()
    server.start()
    assert server.request("GET", "/game", sid)[1] == {**state, "played": []}


@pytest.mark.parametrize("workers", [1, 2])
def test_players_play_on_while_the_workers_are_replaced(tmp_path: Path, workers: int) -> None:
    """As at the end of a worker's lifetime; SIGHUP asks for the same."""
    with Server(tmp_path / "instance", workers, LOG="access") as server:
        player = Player(server)
        while len(replaced := _workers_that_moved(server)) < workers:
            player.move()
        os.kill(server.pid, signal.SIGHUP)
        deadline = time.monotonic() + 30
        while any(Path(f"/proc/{worker}").exists() for worker in replaced):
            assert time.monotonic() < deadline
            player.move()
        for _ in range(20):
            player.move()

        assert len(_workers_that_moved(server)) > workers


def _workers_that_moved(server: Server) -> set[int]:
    lines = [json.loads(line) for line in server.log().splitlines()]
    return {line["pid"] for line in lines if line.get("route") == "play.move"}


@pytest.mark.parametrize("workers", [1, 2])
def test_slow_clients_do_not_stop_the_others(tmp_path: Path, workers: int) -> None:
    with Server(tmp_path / "instance", workers) as server:
        player = Player(server)
        with hold_open(server.port, heads=40, bodies=40) as held:
            seconds = [player.move() for _ in range(50)]
            assert held.unfinished() >= 40

        assert max(seconds) < 5


@pytest.mark.parametrize("begun", [b"", b"G", b"GET /game HTTP/1.1\r\nX-"])
def test_a_connection_that_sends_no_whole_head_is_closed(server: Server, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as slow:
        slow.sendall(begun)

        assert slow.recv(1) == b""


def test_an_unread_body_is_waited_for_by_nobody(server: Server) -> None:
    sid = server.save_player(player_on("2 2 . 4", version=7))
    head = f"POST /move/left?version=7 HTTP/1.1\r\nHost: x\r\nCookie: session={sid}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as slow:
        slow.sendall(f"{head}Content-Length: 1000\r\n\r\n".encode())

        assert slow.recv(12) == b"HTTP/1.1 200"
    assert server.request("GET", "/game", sid)[1]["turn"] == 1
