"""Clients that begin a request and never end it."""

import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

_HEAD = b"POST /move/left?version=1 HTTP/1.1\r\nHost: localhost\r\n"
HALF_A_HEAD = _HEAD + b"X-Slow"
NO_BODY = _HEAD + b"Content-Length: 1000\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Held:
    """Connections that are held open."""

    connections: tuple[socket.socket, ...]

    def unfinished(self) -> int:
        """How many of them the server has neither answered nor closed."""
        return len(self.connections) - len(select.select(self.connections, (), (), 0)[0])


@contextmanager
def hold_open(port: int, heads: int, bodies: int) -> Iterator[Held]:
    """Hold so many requests without the end of their head, and so many without their body."""
    with ExitStack() as stack:
        connections = []
        for begun in (*[HALF_A_HEAD] * heads, *[NO_BODY] * bodies):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.sendall(begun)
            connections.append(connection)
        yield Held(tuple(connections))
