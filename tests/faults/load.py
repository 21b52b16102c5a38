"""Players who play on and on while something breaks, and an account of all they were promised."""

import json
import random
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import chain, count, repeat
from typing import Any, Self

# As the page: how long it waits for an answer, and between its tries.
_TIMEOUT_SECONDS = 10
_PAUSES = (0.5, 1, 2, 4, 8)
# What the page takes for an answer that counts; anything else is asked for again.
_COUNTING = {HTTPStatus.OK, HTTPStatus.CONFLICT}
_LATER = {0, HTTPStatus.TOO_MANY_REQUESTS}
_THINKING_SECONDS = 0.02
_PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Answer:
    """What one attempt came to; a status of 0 is an answer that was lost."""

    at: float
    seconds: float
    status: int = 0
    retry_after: str = ""
    content: Any = None
    cookie: str = ""

    @property
    def code(self) -> str:
        """The code of an error of the app's."""
        return self.content["error"]["code"] if self.status >= 400 and self.content else ""


@dataclass(frozen=True, slots=True)
class Promise:
    """A move that was acknowledged: the game as it stands after it."""

    at: float
    version: int
    turn: int
    board: tuple[int, ...]


@dataclass(slots=True)
class Sitting:
    """One session with one game, and all that was acknowledged in it.

    Attributes:
        gone: The player was told that the game is not there any more.
        caught_up: How often the player was told that the game stands elsewhere.
    """

    sid: str
    promises: list[Promise] = field(default_factory=list)
    doubled: int = 0
    caught_up: int = 0
    gone: bool = False


class Load:
    """So many players, each at a game; who has finished one begins another in a new session.

    Ports are taken in turn, as by a balancer that knows nobody.
    """

    def __init__(self, *ports: int, players: int = 20) -> None:
        self.players = [_Player(ports, number) for number in range(players)]

    def __enter__(self) -> Self:
        for player in self.players:
            player.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for player in self.players:
            player.stopping.set()
        if kind is not None:
            return
        for player in self.players:
            player.join(_PATIENCE_SECONDS)
            player.check()
            assert not player.is_alive(), f"a player is not answered: {player.answers[-3:]}"

    @property
    def sittings(self) -> list[Sitting]:
        """All sessions that were played in."""
        return [sitting for player in self.players for sitting in player.sittings]

    @property
    def promises(self) -> list[Promise]:
        """All moves that were acknowledged."""
        return [promise for sitting in self.sittings for promise in tuple(sitting.promises)]

    @property
    def answers(self) -> list[Answer]:
        """Every attempt."""
        return [answer for player in self.players for answer in tuple(player.answers)]

    def wait_for_everyone(self, moves: int = 1) -> None:
        """Return when each of the players has been acknowledged so many moves sent from now on."""
        for _ in range(moves):
            self._wait_for_a_move()

    def _wait_for_a_move(self) -> None:
        start = time.monotonic()
        while waiting := [player for player in self.players if player.last_moved <= start]:
            for player in waiting:
                player.check()
            last = waiting[0].answers[-3:]
            assert time.monotonic() < start + _PATIENCE_SECONDS, f"a player cannot go on: {last}"
            time.sleep(0.02)


class _Player(threading.Thread):
    """One who plays at random, and asks again as the page does."""

    def __init__(self, ports: tuple[int, ...], number: int) -> None:
        super().__init__(daemon=True)
        self.stopping = threading.Event()
        self.sittings: list[Sitting] = []
        self.answers: list[Answer] = []
        self.last_moved = 0.0
        self.error: Exception | None = None
        self._connections = [
            HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT_SECONDS) for port in ports
        ]
        self._attempts = count(number)
        self._random = random.Random(number)
        # New sessions are counted by network, and these come from one each.
        self._address = f"10.0.0.{number + 1}"

    def check(self) -> None:
        """Raise what has stopped this player, if anything."""
        if self.error is not None:
            raise self.error

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self._play_a_game()
        except Exception as error:  # noqa: BLE001  # told by the load
            self.error = error
        finally:
            for connection in self._connections:
                connection.close()

    def _play_a_game(self) -> None:
        answer, _ = self._post("/new-game?version=0", "")
        assert answer.status == HTTPStatus.OK, answer
        sitting, state = Sitting(answer.cookie), answer.content
        self.sittings.append(sitting)
        while state["slides"] and not (self.stopping.is_set() or sitting.gone):
            state = self._move(sitting, state, self._random.choice(list(state["slides"])))
            time.sleep(_THINKING_SECONDS)

    def _move(self, sitting: Sitting, state: dict[str, Any], direction: str) -> dict[str, Any]:
        sent = time.monotonic()
        answer, retried = self._post(f"/move/{direction}?version={state['version']}", sitting.sid)
        if answer.status == HTTPStatus.OK or (answer.content["repeated"] and retried):
            after = answer.content if answer.status == HTTPStatus.OK else answer.content["state"]
            board = tuple(after["board"])
            promise = Promise(time.monotonic(), after["version"], after["turn"], board)
            sitting.promises.append(promise)
            sitting.doubled += (promise.version, promise.turn) != (
                state["version"] + 1,
                state["turn"] + 1,
            )
            self.last_moved = sent
        else:
            after = answer.content["state"]
            if after["status"] == "none":
                sitting.gone = True
            else:
                sitting.caught_up += 1
        return after

    def _post(self, path: str, sid: str) -> tuple[Answer, bool]:
        """Send a request until an answer counts; return it, and whether it was sent again."""
        for retries, pause in enumerate(chain(_PAUSES, repeat(_PAUSES[-1]))):
            answer = self._attempt(path, sid)
            self.answers.append(answer)
            if answer.status in _COUNTING:
                return answer, retries > 0
            assert answer.status in _LATER or answer.status >= 500, answer
            time.sleep(max(pause, float(answer.retry_after or 0)))
        raise AssertionError("never reached")

    def _attempt(self, path: str, sid: str) -> Answer:
        connection = self._connections[next(self._attempts) % len(self._connections)]
        start = time.monotonic()
        headers = {"Accept": "application/json", "X-Forwarded-For": self._address}
        if sid:
            headers["Cookie"] = f"session={sid}"
        try:
            connection.request("POST", path, headers=headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, HTTPException):
            connection.close()
            return Answer(start, time.monotonic() - start)
        # A proxy that reaches nobody answers with a page.
        is_json = response.headers.get_content_subtype() == "json"
        cookie = response.headers.get("Set-Cookie", "")
        return Answer(
            start,
            time.monotonic() - start,
            response.status,
            response.headers.get("Retry-After", ""),
            json.loads(content) if is_json else None,
            cookie.partition(";")[0].removeprefix("session="),
        )
