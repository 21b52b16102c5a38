"""What is no request, or never becomes one, against the real servers."""

import socket
from collections.abc import Iterator

import pytest

from tests.server import Gunicorn, Server
from tests.visitor import player_on

SECONDS = 10
HOST = b"Host: localhost\r\n"
UNDO = b"POST /undo?version=40 HTTP/1.1\r\n" + HOST
CLOSE = b"Connection: close\r\n\r\n"

# What is sent, and the statuses that are right; an answer of the app's own is told by its header.
REFUSED = {
    "another protocol": (b"\x16\x03\x01\x02\x00\x01\x00" * 20 + b"\r\n\r\n", {400}),
    "no version of HTTP": (b"GET /game\r\n\r\n", {400}),
    "an unknown version of HTTP": (b"GET /game HTTP/9.9\r\n" + HOST + CLOSE, {400, 505}),
    "a NUL in the path": (b"GET /ga\0me HTTP/1.1\r\n" + HOST + CLOSE, {400}),
    "a NUL in a header": (b"GET /game HTTP/1.1\r\nX: \0\r\n" + HOST + CLOSE, {400}),
    "a space in a header's name": (b"GET /game HTTP/1.1\r\nX Y: z\r\n" + HOST + CLOSE, {400}),
    "a header over two lines": (b"GET /game HTTP/1.1\r\nX: a\r\n b\r\n" + HOST + CLOSE, {400}),
    "bytes that are no UTF-8": (b"GET /game?\x80\xff HTTP/1.1\r\n" + HOST + CLOSE, {400}),
    "2,000 headers": (
        b"GET /game HTTP/1.1\r\n" + b"".join(b"X%d: y\r\n" % n for n in range(2000)) + b"\r\n",
        {431},
    ),
    "a header of a megabyte": (b"GET /game HTTP/1.1\r\nX: " + b"a" * 2**20 + b"\r\n\r\n", {431}),
    "a path of 100,000": (b"GET /" + b"a" * 10**5 + b" HTTP/1.1\r\n" + HOST + CLOSE, {414, 431}),
    "a negative length": (UNDO + b"Content-Length: -1\r\n" + CLOSE, {400}),
    "two lengths": (UNDO + b"Content-Length: 1\r\nContent-Length: 2\r\n" + CLOSE + b"ab", {400}),
}
ANSWERED = {
    "a NUL, encoded": (b"GET /ga%00me HTTP/1.1\r\n" + HOST + CLOSE, 404),
    "an address of another host": (b"GET http://evil.example/x HTTP/1.1\r\n" + HOST + CLOSE, 404),
    "the address of all": (b"OPTIONS * HTTP/1.1\r\n" + HOST + CLOSE, 404),
    "a tunnel": (b"CONNECT evil.example:25 HTTP/1.1\r\n" + HOST + CLOSE, 404),
    "an old version of HTTP": (b"GET /nothing HTTP/1.0\r\n\r\n", 404),
    "a body in chunks": (
        UNDO + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"5\r\nhello\r\n0\r\n\r\n",
        409,
    ),
    "chunks that are none": (UNDO + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"zz\r\n", 409),
    "chunks that never come": (UNDO + b"Transfer-Encoding: chunked\r\n" + CLOSE, 409),
    "a body that never comes": (UNDO + b"Content-Length: 100\r\n" + CLOSE, 409),
    "half a body": (UNDO + b"Content-Length: 100\r\n" + CLOSE + b"half", 409),
    "a body that is asked for first": (
        UNDO + b"Content-Length: 100\r\nExpect: 100-continue\r\n" + CLOSE,
        409,
    ),
    "a body beyond all bounds that never comes": (
        UNDO + b"Content-Length: 9%011d\r\n" % 0 + CLOSE,
        413,
    ),
    "a body that is a request": (
        UNDO + b"Content-Length: 55\r\n" + CLOSE + b"POST /undo?version=41 HTTP/1.1\r\n" + HOST,
        409,
    ),
}


@pytest.fixture(scope="module", params=[Server, Gunicorn])
def real(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Either of the documented servers."""
    with request.param(tmp_path_factory.mktemp("real") / "instance") as running:
        yield running


def send(server: Server, content: bytes) -> tuple[int, bytes]:
    """Send bytes; return the status and all of the answer, which must come to its end."""
    received = b""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as line:
        try:
            line.sendall(content)
            while more := line.recv(2**16):
                received += more
        except (BrokenPipeError, ConnectionResetError):
            pass  # what was refused before it had come in whole
    received = received.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    return int(received.split(maxsplit=2)[1]), received


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_request_is_refused_by_the_server(real: Server, name: str) -> None:
    content, statuses = REFUSED[name]
    status, answer = send(real, content)

    assert status in statuses
    assert b"Traceback" not in answer + real.log().encode()
    assert real.request("GET", "/game")[0] == 200


@pytest.mark.parametrize("name", ANSWERED)
def test_a_strange_request_is_answered_at_once_and_changes_nothing(real: Server, name: str) -> None:
    sid = real.save_player(player_on("2 2 . 4", version=41))
    content, expected = ANSWERED[name]
    content = content.replace(HOST, HOST + b"Cookie: session=%s\r\n" % sid.encode(), 1)
    status, answer = send(real, content)

    assert status == expected
    assert b'{"error":{"code":"' in answer
    assert answer.count(b"HTTP/1.") == 1
    assert b"Traceback" not in answer + real.log().encode()
    assert real.request("GET", "/game", sid)[1]["version"] == 41
