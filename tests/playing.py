"""A player who plays on and on, on a real server, and asks again as the page does."""

import time
from http import HTTPStatus
from typing import Any, Protocol

from tests.server import Server
from tests.visitor import player_on

_PATIENCE_SECONDS = 20


class Site(Protocol):
    """Whatever answers the requests of a game."""

    def request(self, method: str, path: str, sid: str | None = None) -> tuple[int, Any]: ...


class Player:
    """One session, and the state it was answered with last."""

    def __init__(self, server: Site, sid: str | None = None) -> None:
        if sid is None:
            assert isinstance(server, Server)
            sid = server.save_player(player_on("2 2 . 4", version=7))
        self.server, self.sid = server, sid
        _, self.state = server.request("GET", "/game", self.sid)

    def move(self) -> float:
        """Play a round of directions, in a new game if the last is over; return the seconds."""
        path = "move/left,up,right,down" if self.state["slides"] else "new-game"
        path = f"/{path}?version={self.state['version']}"
        start = time.monotonic()
        status, answer = self._ask(path)
        while status == HTTPStatus.BAD_GATEWAY and time.monotonic() < start + _PATIENCE_SECONDS:
            time.sleep(0.1)
            status, answer = self._ask(path)
            if status == HTTPStatus.CONFLICT and answer["repeated"]:
                status, answer = HTTPStatus.OK, answer["state"]
        assert status == HTTPStatus.OK, answer
        self.state = answer
        return time.monotonic() - start

    def _ask(self, path: str) -> tuple[int, Any]:
        """Send a move; a worker that ends closes connections whose request it has not read."""
        try:
            return self.server.request("POST", path, self.sid)
        except ConnectionError as lost:
            return HTTPStatus.BAD_GATEWAY, str(lost)
