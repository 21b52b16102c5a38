"""The site behind nginx, as the README's example sets it up."""

import gzip
import json
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from flask import request

from app import create_app
from app.config import STATIC_FOLDER, static_url_path
from tests.faults.load import Load
from tests.faults.stages import behind_nginx
from tests.faults.trial import Losses, account
from tests.nginx import Nginx
from tests.playing import Player
from tests.server import Server
from tests.slow import hold_open
from tests.visitor import player_on


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    """A server that believes one proxy and logs every request."""
    with Server(tmp_path / "instance", PROXIES="1", LOG="access") as server:
        yield server


@pytest.fixture
def nginx(tmp_path: Path, site: Server) -> Iterator[Nginx]:
    """The proxy in front of it, with the statics in its folder."""
    with Nginx(tmp_path / "nginx", site.port) as running:
        shutil.copytree(STATIC_FOLDER, f"{running.statics}{static_url_path()}")
        yield running


def fetch(port: int, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [
        (0, ("10.0.0.1", "http://localhost/")),
        (1, ("192.0.2.1", "https://game.example/")),
        (2, ("203.0.113.9", "http://outer.example/")),
    ],
)
def test_who_asks_is_believed_from_so_many_proxies_as_are_set(
    tmp_path: Path, proxies: int, seen: tuple[str, str]
) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path), "PROXIES": proxies})
    app.view_functions["play.game"] = lambda: [request.remote_addr, request.root_url]
    headers = {
        "X-Forwarded-For": "198.51.100.7, 203.0.113.9, 192.0.2.1",
        "X-Forwarded-Proto": "https, http, https",
        "X-Forwarded-Host": "evil.example, outer.example, game.example",
    }
    answer = app.test_client().get(
        "/game", headers=headers, environ_base={"REMOTE_ADDR": "10.0.0.1"}
    )

    assert tuple(answer.json) == seen


def test_a_game_is_started_and_played_through_it(nginx: Nginx) -> None:
    response, _ = fetch(nginx.port, "/new-game?version=0", "POST", Accept="application/json")
    cookie = response.headers["Set-Cookie"]
    assert "; HttpOnly; Path=/; SameSite=Lax" in cookie
    sid = cookie.partition(";")[0].removeprefix("session=")
    _, state = nginx.request("GET", "/game", sid)
    direction = next(iter(state["slides"]))
    status, state = nginx.request("POST", f"/move/{direction}?version={state['version']}", sid)

    assert (status, state["turn"]) == (200, 1)


def test_statics_come_from_its_folder_and_never_reach_the_app(nginx: Nginx, site: Server) -> None:
    for file in sorted(file for file in STATIC_FOLDER.rglob("*") if file.is_file()):
        path = f"{static_url_path()}/{file.relative_to(STATIC_FOLDER)}"
        response, content = fetch(nginx.port, path)
        assert (response.status, content) == (200, file.read_bytes())

    routes = {json.loads(line)["route"] for line in site.log().splitlines()}
    assert "static" not in routes


@pytest.mark.parametrize("name", ["css/site.css", "js/main.js", "img/icon.svg", "img/icon-192.png"])
def test_its_statics_say_what_those_of_the_app_say(nginx: Nginx, site: Server, name: str) -> None:
    path = f"{static_url_path()}/{name}"
    there, here = fetch(nginx.port, path)[0], fetch(site.port, path)[0]

    for header in ("Content-Type", "X-Content-Type-Options", "Cross-Origin-Resource-Policy"):
        assert there.headers[header] == here.headers[header]
    for response in (there, here):
        directives = set(response.headers["Cache-Control"].split(", "))
        assert directives == {"public", "max-age=31536000", "immutable"}


def test_its_statics_are_compressed(nginx: Nginx) -> None:
    path = f"{static_url_path()}/css/site.css"
    response, content = fetch(nginx.port, path, **{"Accept-Encoding": "gzip"})

    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(content) == (STATIC_FOLDER / "css/site.css").read_bytes()


def test_statics_that_are_not_in_its_folder_come_from_the_app(nginx: Nginx) -> None:
    shutil.rmtree(nginx.statics)
    there, content = fetch(nginx.port, f"{static_url_path()}/js/main.js")
    other, _ = fetch(nginx.port, "/static/000000000000/js/main.js", Accept="application/json")

    assert (there.status, content) == (200, (STATIC_FOLDER / "js/main.js").read_bytes())
    assert (other.status, other.headers["Cache-Control"]) == (404, "no-store")


def test_the_errors_of_the_game_pass_as_they_are(nginx: Nginx, site: Server) -> None:
    sid = site.save_player(player_on("2 2 . 4", version=7))
    for path in ("/move/left?version=3", "/move/left", "/nowhere"):
        assert nginx.request("POST", path, sid) == site.request("POST", path, sid)
    (nginx.folder / "other").write_bytes(b"no database " * 1000)
    (nginx.folder / "other").replace(site.instance_path / "sessions.db")
    response, content = fetch(nginx.port, "/readyz", Accept="application/json")

    assert (response.status, response.headers["Retry-After"]) == (503, "1")
    assert json.loads(content)["error"]["code"] == "store_unavailable"


def test_a_request_cannot_say_itself_where_it_comes_from(nginx: Nginx) -> None:
    here = f"127.0.0.1:{nginx.port}"
    for origin, status in ((f"http://{here}", 200), ("http://evil.example", 403)):
        headers = {"Host": here, "Origin": origin, "X-Forwarded-Host": "evil.example"}
        response, _ = fetch(
            nginx.port, "/new-game?version=0", "POST", Accept="application/json", **headers
        )
        assert response.status == status


def test_a_body_is_held_to_its_size_before_it_reaches_the_app(nginx: Nginx, site: Server) -> None:
    headers = {"Content-Length": "2000"}
    assert fetch(nginx.port, "/move/left?version=1", "POST", **headers)[0].status == 413

    assert "play.move" not in site.log()


def test_slow_clients_wait_in_it_and_stop_nobody(nginx: Nginx, site: Server) -> None:
    sid = site.save_player(player_on("2 2 . 4", version=7))
    player = Player(nginx, sid)
    moved = site.log().count("play.move")
    with hold_open(nginx.port, heads=40, bodies=40) as held:
        seconds = [player.move() for _ in range(20)]
        assert held.unfinished() == 80

    assert max(seconds) < 5
    assert site.log().count('"play.move"') - moved <= 20


@pytest.mark.parametrize(("method", "times"), [("GET", 2), ("POST", 1)])
def test_a_post_that_was_sent_is_not_sent_to_another(
    tmp_path: Path, method: str, times: int
) -> None:
    with _breaking_off() as (port, heads), Nginx(tmp_path / "nginx", port, port) as nginx:
        response, _ = fetch(nginx.port, "/move/left?version=7", method)

        assert response.status == 502
        assert heads == [method.encode()] * times


@contextmanager
def _breaking_off() -> Iterator[tuple[int, list[bytes]]]:
    """A server that hears every request out and closes without an answer."""
    heads: list[bytes] = []

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                heads.append(connection.recv(65536).partition(b" ")[0])

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        try:
            yield listener.getsockname()[1], heads
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_game_goes_on_over_two_servers_while_one_is_killed(tmp_path: Path) -> None:
    with behind_nginx(tmp_path) as stage, stage.app() as app:
        with Load(*stage.ports, players=1) as load:
            for killed, other in (stage.servers, stage.servers[::-1]):
                load.wait_for_everyone(moves=20)
                assert all('"play.move"' in server.log() for server in stage.servers)
                killed.kill()
                before = other.log().count('"play.move"')
                load.wait_for_everyone(moves=20)
                assert other.log().count('"play.move"') > before
                killed.start()

        assert len(load.promises) >= 80
        assert account(load.sittings, app.session_interface) == Losses()
