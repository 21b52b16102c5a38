"""Throw requests at the running site: python -m tests.fuzz [--requests 24000].

Half are of any bytes, by hypothesis; half come from the description at /openapi.json, by
schemathesis: as many that fit it as that do not. All are of one player, whose game is looked up in
the store before and after each. Prints totals; ends with 1 if there is anything to mend.
"""

import argparse
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path

import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup

from tests.hostile import Answer, Request, faults, requests
from tests.server import Gunicorn, Server
from tests.visitor import player_on

ANSWER_SECONDS = 10
FIRST_VERSION = 7
FAULTS = (
    *("5xx", "traceback", "traceback in the log", "error of another shape"),
    *("game changed by a refused request", "not as described", "no answer"),
)
EXAMPLES_SHOWN, CHARACTERS_SHOWN = 5, 400
# What every answer of the app carries; what does not was refused by the server in front of it.
MARK = "X-Content-Type-Options"


class Fuzz:
    """Requests of one player to a running server, and what came of them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.sid = server.save_player(player_on("2 2 . 4", ". 8 . .", version=FIRST_VERSION))
        self.answers: Counter[tuple[int, bool]] = Counter()
        self.faults: Counter[str] = Counter()
        self.examples: list[str] = []

    def stored(self) -> bytes:
        """The player's game as it is saved."""
        return self.server.app.session_interface._read(self.sid)

    def send_described(self, case: schemathesis.Case) -> None:
        """Send what schemathesis has drawn; what fits is sent on the game's version."""
        before = self.stored()
        if "version" in case.query and case.meta.generation.mode.is_positive:
            case.query["version"] = version_of(before)
        response = case.call(
            self.server.url,
            headers={"Accept": "application/json"},
            cookies={"session": self.sid},
        )
        kind = response.headers.get("content-type", [""])[0].partition(";")[0]
        request = Request(case.method, f"{case.formatted_path} {case.query}".encode())
        answer = Answer(response.status_code, kind, response.content)
        ours = MARK.lower() in response.headers
        self.count(request, answer, before, ours)
        try:
            if ours:
                case.validate_response(response)
        except FailureGroup as group:
            self.blame("not as described", request, answer, str(group.exceptions[0]))

    def send_hostile(self, request: Request) -> None:
        """Send a request of any bytes, on a connection of its own."""
        before = self.stored()
        sent = request.of(self.sid, version_of(before))
        headers = {"Host": b"localhost", **sent.headers}
        lines = [b"%s: %s" % (name.encode(), value) for name, value in headers.items()]
        start = b"%s %s HTTP/1.1" % (sent.method.encode(), sent.target)
        with socket.create_connection(("127.0.0.1", self.server.port), ANSWER_SECONDS) as line:
            line.sendall(b"\r\n".join([start, *lines, b"Connection: close", b"", b""]))
            response = HTTPResponse(line, method=sent.method)
            try:
                response.begin()
                body = response.read()
            except (OSError, HTTPException) as error:
                self.blame("no answer", sent, None, repr(error))
                return
        kind = response.getheader("Content-Type", "").partition(";")[0]
        answer = Answer(response.status, kind, body)
        self.count(sent, answer, before, response.getheader(MARK) is not None)

    def count(self, request: Request, answer: Answer, before: bytes, ours: bool) -> None:
        """Add an answer to the totals, and what is wrong with it to the faults."""
        self.answers[answer.status, ours] += 1
        for fault in faults(request, answer) if ours or answer.status >= 500 else ():
            self.blame(fault, request, answer)
        refused = answer.status >= 400 or request.method != "POST"
        if refused and self.stored() != before:
            self.blame("game changed by a refused request", request, answer)

    def blame(self, fault: str, request: Request, answer: Answer | None, reason: str = "") -> None:
        """Note a fault, with the request for the first of its kind."""
        self.faults[fault] += 1
        if self.faults[fault] <= EXAMPLES_SHOWN:
            told = [f"{fault}: {request}", f"{answer}", reason]
            self.examples.append("\n    ".join(text[:CHARACTERS_SHOWN] for text in told))


def version_of(stored: bytes) -> int:
    """Read the version in a saved game."""
    return msgspec.msgpack.decode(stored)["game"]["version"]


def throw(send: Callable[..., None], drawn: SearchStrategy[object], number: int) -> None:
    """Draw so many requests and send each."""
    every = settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )

    @every
    @given(drawn)
    def one(request: object) -> None:
        send(request)

    one()


def main() -> None:
    """Start a server, throw requests at it, and print what came of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=24_000, help="how many (%(default)s)")
    parser.add_argument("--gunicorn", action="store_true", help="at gunicorn, not granian")
    arguments = parser.parse_args()
    kind = Gunicorn if arguments.gunicorn else Server
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, kind(Path(folder) / "instance") as server:
        fuzz = Fuzz(server)
        throw(fuzz.send_hostile, requests, arguments.requests // 2)
        api = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        for mode in GenerationMode:
            drawn = api.as_strategy(generation_mode=mode)
            throw(fuzz.send_described, drawn, arguments.requests // 4)
        fuzz.faults["traceback in the log"] += server.log().count("Traceback")
        sys.stdout.write(report(fuzz, time.monotonic() - start))
    sys.exit(bool(fuzz.faults.total()))


def report(fuzz: Fuzz, seconds: float) -> str:
    """Return the totals as text, and after them what is to be mended."""
    lines = [f"{fuzz.answers.total():,} requests in {seconds:.0f} s, answered"]
    for who, ours in (("the app", True), ("the server before it", False)):
        for hundreds in range(2, 6):
            numbers = {
                status: number
                for (status, by), number in sorted(fuzz.answers.items())
                if (status // 100, by) == (hundreds, ours)
            }
            each = ", ".join(f"{status}: {number:,}" for status, number in numbers.items())
            lines.append(f"{sum(numbers.values()):8,}  {hundreds}xx by {who}  {each}")
    lines += ["of these", *(f"{fuzz.faults[name]:8,}  {name}" for name in FAULTS)]
    lines += [f"the game was changed {version_of(fuzz.stored()) - FIRST_VERSION:,} times"]
    return "\n".join([*lines, *fuzz.examples, ""])


if __name__ == "__main__":
    main()
