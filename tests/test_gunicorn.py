"""The site on gunicorn, the second choice."""

import json
from pathlib import Path

from tests.playing import Player
from tests.server import Gunicorn


def test_two_workers_of_gunicorn_play_one_game(tmp_path: Path) -> None:
    with Gunicorn(tmp_path / "instance", workers=2, LOG="access") as server:
        player = Player(server)
        for _ in range(1000):
            player.move()
            if len(_workers_that_moved(server)) == 2:
                break
        player.move()

        assert len(_workers_that_moved(server)) == 2
        assert server.request("GET", "/game", player.sid)[1] == {**player.state, "played": []}
        assert server.stop() == 0


def _workers_that_moved(server: Gunicorn) -> set[int]:
    lines = (line for line in server.log().splitlines() if line.startswith("{"))
    return {line["pid"] for line in map(json.loads, lines) if line["route"] == "play.move"}
