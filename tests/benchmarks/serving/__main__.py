"""What requests cost the server, beside an empty Flask route on the same server.

Run: python3 -m uv run python -m tests.benchmarks.serving [requests] [parts] [memory] [growth]

All servers run at once, with one worker and four threads each (granian -1: one thread), and are
measured in turn, round after round; the figures are medians. The client runs on the same machine,
so the CPU that the server's processes have spent on a request tells more than the throughput; the
ratios tell more than either. Redis keeps its log with appendfsync everysec, as an operator would.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.serving import growth, parts
from tests.benchmarks.serving.games import new_player, save_movers
from tests.benchmarks.serving.load import Asker, Reader, press
from tests.benchmarks.serving.servers import (
    EmptyGunicorn,
    EmptyServer,
    OneThread,
    app_of,
    cpu_seconds,
    memory,
    processes,
)
from tests.redis_server import RedisServer
from tests.server import Gunicorn, Server
from tests.visitor import save_player

_ROUNDS = 5
_SECONDS = 1.0
_WARM_UP_SECONDS = 1.5
_GAMES = 64
_EMPTY = "an empty route"
_SINGLE = "granian -1"


class Row(NamedTuple):
    """One request on one server, as one round has seen it; `redis` is the CPU of Redis for it."""

    cpu: float
    redis: float
    per_second: float
    p50: float
    p99: float


class Case(NamedTuple):
    """What is measured: a server by its name and its store's, and who asks it for what."""

    host: str
    store: str
    what: str
    server: Server
    askers: Sequence[Asker]


def main() -> None:
    """Print every part of the table, or those that are named."""
    wanted = sys.argv[1:] or ["requests", "parts", "memory", "growth"]
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        redis = stack.enter_context(RedisServer(folder / "redis", "--appendfsync everysec"))
        if "requests" in wanted or "memory" in wanted:
            _measure_requests(folder, redis, with_memory="memory" in wanted)
        if "parts" in wanted:
            _head("part of a move                                      µs of CPU")
            for part, microseconds in parts.measure(folder / "parts"):
                print(f"{part:<52}{microseconds:>9.1f}")
        if "growth" in wanted:
            _head("store            grown to   median  to 1st   best  to 1st   µs of CPU")
            for store in (None, redis):
                growth.measure_lengths(folder, store)
            growth.print_sizes(redis)
            for store in (None, redis):
                growth.measure_sessions(folder, store)


def _measure_requests(folder: Path, redis: RedisServer, *, with_memory: bool) -> None:
    with ExitStack() as stack:
        single = _cases(stack, folder, _SINGLE, (EmptyServer, OneThread), redis)
        cases = [
            *_cases(stack, folder, "granian", (EmptyServer, Server), redis),
            *_cases(stack, folder, "gunicorn", (EmptyGunicorn, Gunicorn), redis),
            *(case for case in single if case.what == "POST /move"),
        ]
        rounds: list[list[Row]] = [[] for _ in cases]
        for case in cases:
            press(case.server.port, case.askers, _WARM_UP_SECONDS)
        for _ in range(_ROUNDS):
            for case, rows in zip(cases, rounds, strict=True):
                rows.append(_measure(case, redis))
        _print_requests(cases, rounds)
        if with_memory:
            _head("worker               MiB, its share    its own")
            for server in dict.fromkeys(case.server for case in cases):
                host, store = next((c.host, c.store) for c in cases if c.server is server)
                held = memory(max(processes(server), key=lambda pid: memory(pid).unique))
                print(f"{host:<11}{store:<12}{held.proportional:>12.1f} {held.unique:>10.1f}")


def _cases(
    stack: ExitStack,
    folder: Path,
    host: str,
    kinds: tuple[type[Server], type[Server]],
    redis: RedisServer,
) -> list[Case]:
    """Start a server for the empty route and one for each store."""
    empty, site = kinds
    idle = stack.enter_context(empty(folder / f"{host}-empty"))
    cases = [Case(host, "", _EMPTY, idle, [Reader("/game", "x" * 43)] * _GAMES)]
    for store, environment in (("SQLite", {}), ("Redis", {"REDIS_URL": redis.url})):
        server = stack.enter_context(site(folder / f"{host}-{store}", **environment))
        app = app_of(server)
        sid = save_player(app, new_player())
        players = [new_player() for _ in range(_GAMES)]
        asked = {
            "POST /move": save_movers(app, players),
            "GET /game": [Reader("/game", sid)] * _GAMES,
            "GET /en/": [Reader("/en/", sid, page=True)] * _GAMES,
        }
        cases += [Case(host, store, what, server, askers) for what, askers in asked.items()]
    return cases


def _measure(case: Case, redis: RedisServer) -> Row:
    pids = processes(case.server)
    before = cpu_seconds(pids), _cpu_of(redis)
    taken = press(case.server.port, case.askers, _SECONDS)
    after = cpu_seconds(pids), _cpu_of(redis)
    spent = [(now - then) / len(taken.each) * 1e6 for then, now in zip(before, after, strict=True)]
    return Row(*spent, taken.per_second, taken.milliseconds(50), taken.milliseconds(99))


def _cpu_of(redis: RedisServer) -> float:
    used = redis.client.info("cpu")
    return float(used["used_cpu_user"] + used["used_cpu_sys"])


def _print_requests(cases: Sequence[Case], rounds: Sequence[Sequence[Row]]) -> None:
    rows = [Row(*map(statistics.median, zip(*each, strict=True))) for each in rounds]
    best = [min(row.cpu for row in each) for each in rounds]
    empty = {case.host: row for case, row in zip(cases, rows, strict=True) if case.what == _EMPTY}
    empty[_SINGLE] = empty["granian"]
    _head(
        "                                µs of CPU     of   to own  to gunicorn's"
        "           to own  to gunicorn's\n"
        "server     store   request     median  best  Redis  empty   empty route"
        "     req/s   empty   empty route   p50 ms   p99 ms"
    )
    for case, row, least in zip(cases, rows, best, strict=True):
        own, other = empty[case.host], empty["gunicorn"]
        print(
            f"{case.host:<11}{case.store:<8}{case.what:<14}{row.cpu:>4.0f}{least:>6.0f}"
            f"{row.redis if case.store == 'Redis' else 0:>7.0f}{own.cpu / row.cpu:>7.2f}"
            f"{other.cpu / row.cpu:>14.2f}{row.per_second:>10.0f}"
            f"{row.per_second / own.per_second:>8.2f}{row.per_second / other.per_second:>14.2f}"
            f"{row.p50:>9.2f}{row.p99:>9.2f}",
            flush=True,
        )


def _head(title: str) -> None:
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"\n(load average {load})\n{title}")


if __name__ == "__main__":
    main()
