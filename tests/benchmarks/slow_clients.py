"""How long moves take while others begin requests and never end them.

Run: python3 -m uv run python -m tests.benchmarks.slow_clients

One player moves, each time on a connection of its own, on the server as the README starts it;
alone first, then while 40 connections hold unfinished heads and 40 unfinished bodies.
"""

import statistics
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from tests.playing import Player
from tests.server import Server
from tests.slow import hold_open

MOVES = 500


def measure(name: str, server: Server, others: Callable[[], AbstractContextManager[Any]]) -> None:
    """Print what so many moves took beside the others."""
    player = Player(server)
    seconds = []
    for _ in range(MOVES // 50):
        # They are closed after five seconds: new ones come.
        with others():
            seconds += [player.move() for _ in range(50)]
    milliseconds = [1000 * each for each in seconds]
    p50, p99 = statistics.median(milliseconds), statistics.quantiles(milliseconds, n=100)[98]
    print(f"{server.workers:>7}  {name:<20} {p50:>8.1f} {p99:>8.1f} {max(milliseconds):>8.1f}")


def main() -> None:
    """Measure with one worker and with two."""
    print("workers  others                 p50 ms   p99 ms   max ms")
    for workers in (1, 2):
        with (
            tempfile.TemporaryDirectory() as folder,
            Server(Path(folder) / "instance", workers) as server,
        ):
            measure("none, warming up", server, nullcontext)
            measure("none", server, nullcontext)
            port = server.port
            measure("40 heads, 40 bodies", server, lambda port=port: hold_open(port, 40, 40))


if __name__ == "__main__":
    main()
