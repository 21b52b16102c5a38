"""A client that sends requests on a few connections that stay open, as fast as they are answered.

It reads of an answer only what the next request needs, so that it costs far less than the server.
"""

import re
import selectors
import socket
import statistics
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

CONNECTIONS = 8
# What a browser sends with a request of the page's script.
_HEADERS = (
    "Host: 127.0.0.1\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
    "Accept: {accept}\r\n"
    "Accept-Language: en-US,en;q=0.5\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\n"
    "Origin: http://127.0.0.1\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
    "Cookie: session={sid}\r\n"
)
_PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_VERSION = re.compile(rb'"version":(\d+)')
# Corners first: games are longer than with the first legal direction.
_CHOICES = tuple((b'"%s":{"gained"' % each, each) for each in (b"down", b"left", b"right", b"up"))


class Asker(Protocol):
    """Somebody who sends one request after another."""

    def request(self) -> bytes:
        """Return the next request."""

    def take(self, answer: bytes) -> None:
        """Read the answer to it."""


class Reader:
    """Asks for the same address again and again."""

    def __init__(self, path: str, sid: str, *, page: bool = False) -> None:
        headers = _HEADERS.format(accept=_PAGE if page else "application/json", sid=sid)
        self._request = f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode()

    def request(self) -> bytes:
        return self._request

    def take(self, answer: bytes) -> None:
        assert answer.startswith(b"HTTP/1.1 200"), answer


class Mover:
    """Moves in a game, and begins another when it is over."""

    def __init__(self, sid: str, version: int, direction: str) -> None:
        headers = _HEADERS.format(accept="application/json", sid=sid)
        self._tail = f" HTTP/1.1\r\n{headers}Content-Length: 0\r\n\r\n".encode()
        self._path = b"/move/%s?version=%d" % (direction.encode(), version)

    def request(self) -> bytes:
        return b"POST " + self._path + self._tail

    def take(self, answer: bytes) -> None:
        assert answer.startswith(b"HTTP/1.1 200"), answer
        version = _VERSION.search(answer)
        assert version is not None
        legal = answer[: answer.rfind(b'"played"')]
        found = next((name for pattern, name in _CHOICES if pattern in legal), None)
        what = b"new-game" if found is None else b"move/" + found
        self._path = b"/%s?version=%s" % (what, version[1])


@dataclass
class Taken:
    """What a stretch of load has shown: seconds of the whole, and of each request."""

    seconds: float
    each: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return len(self.each) / self.seconds

    def milliseconds(self, percent: int) -> float:
        return 1000 * statistics.quantiles(self.each, n=100)[percent - 1]


class _Line:
    """One connection, and the request that is on its way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, asker: Asker) -> None:
        self.asker = asker
        self._had = b""
        self._since = time.perf_counter()
        self.socket.send(asker.request())

    def listen(self) -> float | None:
        """Take what has come; return the seconds that the answer took once it is whole."""
        data = self._had + self.socket.recv(1 << 18)
        assert len(data) > len(self._had), "the server has closed a connection"
        self._had = data
        if not _is_whole(data):
            return None
        seconds = time.perf_counter() - self._since
        self.asker.take(data)
        return seconds


def press(port: int, askers: Iterable[Asker], seconds: float) -> Taken:
    """Let the askers take turns on the connections for so long."""
    waiting = deque(askers)
    each: list[float] = []
    lines = [_Line(port) for _ in range(CONNECTIONS)]
    start = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line.socket, selectors.EVENT_READ, line)
            line.ask(waiting.popleft())
        while selector.get_map():
            for key, _ in selector.select():
                line = key.data
                taken = line.listen()
                if taken is None:
                    continue
                each.append(taken)
                waiting.append(line.asker)
                if time.perf_counter() - start < seconds:
                    line.ask(waiting.popleft())
                else:
                    selector.unregister(line.socket)
                    line.socket.close()
    return Taken(time.perf_counter() - start, each)


def _is_whole(data: bytes) -> bool:
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return False
    length = _LENGTH.search(data, 0, end)
    assert length is not None, data[:end]
    return len(data) >= end + 4 + int(length[1])
