"""What the parts of a move cost, in microseconds of CPU, each called over and over in one process.

Called alone a part finds its data in the caches of the processor; in a request it costs up to
twice as much. The whole is measured as a request, so what is not accounted for is in the rest.
"""

import io
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
from flask import Flask

from app import create_app
from app.game import Status
from app.player import Player
from app.rules import Direction
from app.web.payloads import shape_state
from tests.benchmarks.serving import empty
from tests.benchmarks.serving.games import new_player, packed

_ROUNDS = 7
_CALLS = 1000
_SID = "b" * 43


def measure(folder: Path) -> Iterator[tuple[str, float]]:
    """Yield the name of each part and its microseconds."""
    app = create_app({"INSTANCE_PATH": str(folder)})
    store = app.session_interface
    player = _in_play()
    legal = next(iter(shape_state(player)["slides"]))
    direction = [Direction(legal)]
    after, played = player.move(direction)
    saved, data = player.to_saved(), packed(player)
    state = shape_state(after, played)
    store._swap(_SID, None, data, 3600)
    names = {
        "Flask: an empty route": _asking(empty.create_app(), "GET", "/game"),
        "session: read": lambda: store._read(_SID),
        "session: swap": lambda: store._swap(_SID, data, data, 3600),
        "session: decode and encode": lambda: (
            msgspec.msgpack.decode(data, type=dict),
            msgspec.msgpack.encode({"game": saved}),
        ),
        "player: read and check the saved form": lambda: Player.from_saved(saved),
        "player: write the saved form": after.to_saved,
        "rules: the move": lambda: player.move(direction),
        "rules: the slides of the answer, and its shape": lambda: shape_state(after, played),
        "JSON": lambda: msgspec.json.encode(state),
    }
    taken = {name: microseconds(call) for name, call in names.items()}
    whole = _whole_move(app)
    yield from taken.items()
    yield "the rest: cookies, headers, the session's object", whole - sum(taken.values())
    yield "a whole move, without the server", whole


def microseconds(call: Callable[[], object]) -> float:
    """Return the median of the rounds."""
    rounds = []
    for _ in range(_ROUNDS):
        start = process_time()
        for _ in range(_CALLS):
            call()
        rounds.append((process_time() - start) / _CALLS * 1e6)
    return statistics.median(rounds)


def _in_play() -> Player:
    """A player in the midst of a real game."""
    while True:
        player, _ = new_player().move(tuple(Direction) * 8)
        if player.status is Status.PLAYING:
            return player


def _whole_move(app: Flask) -> float:
    """A move by the app as a server calls it: on the same saved game each time."""
    store = app.session_interface
    player = _in_play()
    sid = "w" * 43
    direction = next(iter(shape_state(player)["slides"]))
    first = packed(player)
    store._swap(sid, None, first, 365 * 24 * 3600)
    ask = _asking(app, "POST", f"/move/{direction}", f"version={player.version}", sid)

    def put_back() -> None:
        found = store._read(sid)
        store._swap(sid, found, first, 365 * 24 * 3600)

    def move_and_put_back() -> None:
        ask()
        put_back()

    return microseconds(move_and_put_back) - microseconds(put_back)


def _asking(
    app: Flask, method: str, path: str, query: str = "", sid: str = ""
) -> Callable[[], object]:
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "CONTENT_LENGTH": "0",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_ACCEPT": "application/json",
        "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd",
        "HTTP_SEC_FETCH_SITE": "same-origin",
        "HTTP_COOKIE": f"session={sid}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }

    def start_response(status: str, _: object, __: object = None) -> None:
        assert status == "200 OK", status

    def ask() -> None:
        answer = app(dict(environ), start_response)
        b"".join(answer)
        answer.close()

    return ask
