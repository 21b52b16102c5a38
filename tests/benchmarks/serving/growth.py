"""How the cost of a move grows with the number of stored sessions and the length of the game."""

import statistics
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks.serving.games import fill, packed, player_after, save_movers
from tests.benchmarks.serving.load import Mover, press
from tests.benchmarks.serving.servers import app_of, cpu_seconds, processes
from tests.redis_server import RedisServer
from tests.server import Server

_ROUNDS = 5
_SECONDS = 1.0
_SESSIONS = (10**3, 10**5, 10**6)
_LENGTHS = (10, 1_000, 10_000)
# Each server's players: enough that most moves find the last of their game far behind.
_PLAYERS = 500


def measure_sessions(folder: Path, redis: RedisServer | None) -> None:
    """Print what a move costs beside so many other sessions."""
    with ExitStack() as stack:
        movers = {}
        for count in _SESSIONS:
            environment = {}
            if redis is not None:
                # A Redis of its own for each number.
                own = RedisServer(folder / f"redis{count}", "--appendfsync everysec")
                environment["REDIS_URL"] = stack.enter_context(own).url
            path = folder / f"{'redis' if redis else 'sqlite'}-sessions{count}"
            server = stack.enter_context(Server(path, **environment))
            app = app_of(server)
            fill(app, count)
            movers[f"{count:,} sessions"] = (
                server,
                save_movers(app, [player_after(10) for _ in range(_PLAYERS)]),
            )
        _compare("Redis" if redis else "SQLite", movers)


def measure_lengths(folder: Path, redis: RedisServer | None) -> None:
    """Print what a move costs in games of so many moves, and what such a game holds in Redis."""
    environment = {} if redis is None else {"REDIS_URL": redis.url}
    path = folder / f"{'redis' if redis else 'sqlite'}-lengths"
    with Server(path, **environment) as server:
        app = app_of(server)
        movers = {}
        for length in _LENGTHS:
            # Few moves a player: a game of ten stays one.
            players = [player_after(length) for _ in range(_PLAYERS)]
            movers[f"{length:,} moves"] = server, save_movers(app, players)
        _compare("Redis" if redis else "SQLite", movers)


def print_sizes(redis: RedisServer) -> None:
    """Print how much memory one saved game takes in Redis."""
    for length in (10, 500, 1_000, 10_000):
        data = packed(player_after(length))
        redis.client.set("2048:" + "s" * 43, data, ex=3600)
        held = redis.client.memory_usage("2048:" + "s" * 43)
        print(f"{'Redis':<8}{length:>9,} moves {len(data):>8,} bytes saved {held:>8,} held")


def _compare(store: str, movers: Mapping[str, tuple[Server, list[Mover]]]) -> None:
    taken: dict[str, list[float]] = {name: [] for name in movers}
    for server, players in movers.values():
        press(server.port, players, _SECONDS)
    for _ in range(_ROUNDS):
        for name, (server, players) in movers.items():
            pids = processes(server)
            before = cpu_seconds(pids)
            each = press(server.port, players, _SECONDS).each
            taken[name].append((cpu_seconds(pids) - before) / len(each) * 1e6)
    medians = {name: statistics.median(rounds) for name, rounds in taken.items()}
    first, least = next(iter(medians.values())), min(next(iter(taken.values())))
    for name, median in medians.items():
        best = min(taken[name])
        print(
            f"{store:<8}{name:>20} {median:>8.0f} {median / first:>6.2f}"
            f"{best:>8.0f} {best / least:>6.2f}",
            flush=True,
        )
