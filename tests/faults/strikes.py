"""The faults: each breaks something while players play, and puts it right again."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from tests.faults import stages
from tests.faults.load import Load
from tests.faults.stages import Replaceable, Stage
from tests.server import Server

_DOWN_SECONDS = 1.5
_FROZEN_SECONDS = 5
_LOCKED_SECONDS = 10
_PATIENCE_SECONDS = 30
_DAY = 24 * 3600
# How long a session in which nobody has moved is kept.
_UNPLAYED_SECONDS = 3600

Strike = Callable[[Stage, Load], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What breaks, and where.

    Attributes:
        store: Where the games are saved.
        forgets: Who has forgotten what was acknowledged, where nobody can help it.
    """

    name: str
    store: str
    stage: Callable[[Path], AbstractContextManager[Stage]]
    strike: Strike
    forgets: str = ""


def kill_one_worker(stage: Stage, load: Load) -> None:
    """The one that more players are connected to; the server starts another by itself."""
    killed = max(_workers(stage), key=_open_files)
    os.kill(killed, signal.SIGKILL)
    _wait_for(lambda: len(set(_workers(stage)) - {killed}) == stage.server.workers)


def kill_all_workers(stage: Stage, load: Load) -> None:
    """The process that started them is left, and starts others."""
    killed = _workers(stage)
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    _wait_for(lambda: len(set(_workers(stage)) - {*killed}) == stage.server.workers)


def kill_everything(stage: Stage, load: Load) -> None:
    """All processes of the server, at once."""
    stage.server.kill()
    time.sleep(_DOWN_SECONDS)
    stage.server.start()


def kill_parent(stage: Stage, load: Load) -> None:
    """The workers end by themselves; then it is started again."""
    workers = _workers(stage)
    os.kill(stage.server.pid, signal.SIGKILL)
    _wait_for(lambda: not any(_runs(worker) for worker in workers))
    stage.server.kill()
    stage.server.start()


def stop_and_start(stage: Stage, load: Load) -> None:
    """As for a new version: it finishes what is under way."""
    assert stage.server.stop() == 0
    stage.server.start()


def kill_each_in_turn(stage: Stage, load: Load) -> None:
    """One of two servers is always there."""
    for server in stage.servers:
        server.kill()
        load.wait_for_everyone()
        server.start()
        # So long the proxy keeps away from who did not answer.
        time.sleep(2.5)


def kill_redis(stage: Stage, load: Load) -> None:
    """It comes back with what it has on its disk."""
    assert stage.redis is not None
    stage.redis.kill()
    time.sleep(_DOWN_SECONDS)
    stage.redis.start()


def empty_redis(stage: Stage, load: Load) -> None:
    """It comes back with nothing."""
    assert stage.redis is not None
    stage.redis.kill()
    time.sleep(_DOWN_SECONDS)
    for file in sorted(stage.redis.folder.rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    stage.redis.start()


def freeze_redis(stage: Stage, load: Load) -> None:
    """It takes connections and answers nothing."""
    assert stage.redis is not None
    stage.redis.freeze()
    time.sleep(_FROZEN_SECONDS)
    stage.redis.thaw()


def fill_redis(stage: Stage, load: Load) -> None:
    """It may take no more memory, and throws nothing away."""
    assert stage.redis is not None
    stage.redis.client.config_set("maxmemory", "1mb")
    time.sleep(_DOWN_SECONDS * 2)
    stage.redis.client.config_set("maxmemory", "0")


def fill_disk(stage: Stage, load: Load) -> None:
    """Nothing is left of it, and SQLite's log cannot begin anew: somebody makes a copy."""
    copying = sqlite3.connect(stage.folder / "sessions.db", isolation_level=None)
    copying.execute("BEGIN")
    copying.execute("SELECT count(*) FROM sessions").fetchone()
    start = time.monotonic()
    stages.fill_disk(stage)
    _wait_for(lambda: any(answer.status == 503 and answer.at > start for answer in load.answers))
    time.sleep(_DOWN_SECONDS * 2)
    stages.free_disk(stage)
    copying.close()


def lock_file(stage: Stage, load: Load) -> None:
    """Another program writes into the file, and takes its time."""
    other = sqlite3.connect(stage.folder / "sessions.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    time.sleep(_LOCKED_SECONDS)
    other.execute("ROLLBACK")
    other.close()


def delete_file(stage: Stage, load: Load) -> None:
    """Somebody deletes the file of the saved games, and those beside it."""
    for file in stage.folder.iterdir():
        file.unlink()


def delete_database_alone(stage: Stage, load: Load) -> None:
    """Somebody deletes the file, and leaves SQLite's two others."""
    (stage.folder / "sessions.db").unlink()


def jump_clock(stage: Stage, load: Load) -> None:
    """A day forwards, a day backwards, and right again."""
    assert stage.clock is not None
    for seconds in (_DAY, -_DAY, 0):
        # At once: nobody reads half of it.
        stage.clock.with_suffix(".new").write_text(f"{seconds:+d}")
        stage.clock.with_suffix(".new").replace(stage.clock)
        _wait_for(lambda seconds=seconds: abs(_seconds_ahead(stage) - seconds) < 60)
        load.wait_for_everyone()
        time.sleep(_DOWN_SECONDS)


def replace_in_turn(stage: Stage, load: Load) -> None:
    """Both versions serve the same games for a while; then the newer one is alone."""
    for server in stage.servers:
        _as_replaceable(server).replace(newer=True)
        time.sleep(_DOWN_SECONDS)


def replace_and_go_back(stage: Stage, load: Load) -> None:
    """The newer version comes, is taken back, and comes again."""
    for newer in (True, False, True):
        for server in stage.servers:
            _as_replaceable(server).replace(newer=newer)
        time.sleep(_DOWN_SECONDS * 2)


def _as_replaceable(server: Server) -> Replaceable:
    assert isinstance(server, Replaceable)
    return server


def _seconds_ahead(stage: Stage) -> float:
    """How far the server's clock is ahead, by when a new session expires."""
    connection = HTTPConnection("127.0.0.1", stage.server.port, timeout=10)
    connection.request("POST", "/new-game?version=0", headers={"Accept": "application/json"})
    cookie = connection.getresponse().headers["Set-Cookie"]
    connection.close()
    sid = cookie.partition(";")[0].removeprefix("session=")
    file = sqlite3.connect(stage.folder / "sessions.db")
    (expiry,) = file.execute("SELECT expiry FROM sessions WHERE id = ?", (sid,)).fetchone()
    file.close()
    return float(expiry) - _UNPLAYED_SECONDS - time.time()


def _workers(stage: Stage) -> list[int]:
    pid = stage.server.pid
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [
        int(child) for task in children for child in task.read_text().split() if _runs(int(child))
    ]


def _open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def _wait_for(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


_REDIS_ITSELF, _DELETER = "Redis itself", "who deleted it"
FAULTS = (
    Fault("one worker of two killed", "SQLite", stages.on_sqlite, kill_one_worker),
    Fault("one worker of two killed", "Redis", stages.on_redis, kill_one_worker),
    Fault("all workers killed", "SQLite", stages.on_sqlite, kill_all_workers),
    Fault("all workers killed", "Redis", stages.on_redis, kill_all_workers),
    Fault("all processes killed, started again", "SQLite", stages.on_sqlite, kill_everything),
    Fault("all processes killed, started again", "Redis", stages.on_redis, kill_everything),
    Fault("parent process killed, started again", "SQLite", stages.on_sqlite, kill_parent),
    Fault("stopped and started again", "SQLite", stages.on_sqlite, stop_and_start),
    Fault(
        "of two servers each killed in turn, behind nginx",
        "Redis",
        stages.behind_nginx,
        kill_each_in_turn,
    ),
    Fault("Redis killed, back with its data", "Redis", stages.on_redis, kill_redis),
    Fault("the same, appendfsync everysec", "Redis", stages.on_redis_everysec, kill_redis),
    Fault(
        "the same, no appendonly", "Redis", stages.on_redis_as_it_comes, kill_redis, _REDIS_ITSELF
    ),
    Fault("Redis back with nothing", "Redis", stages.on_redis, empty_redis, _REDIS_ITSELF),
    Fault("Redis frozen for 5 s", "Redis", stages.on_redis, freeze_redis),
    Fault("Redis out of memory for 3 s", "Redis", stages.on_redis, fill_redis),
    Fault("disk full for 3 s", "SQLite", stages.on_a_small_disk, fill_disk),
    Fault("file locked by another writer for 10 s", "SQLite", stages.on_sqlite, lock_file),
    Fault("file deleted, with its log", "SQLite", stages.on_sqlite, delete_file, _DELETER),
    Fault(
        "file deleted, its log left", "SQLite", stages.on_sqlite, delete_database_alone, _DELETER
    ),
    Fault("clock a day ahead, a day behind, right", "SQLite", stages.on_another_clock, jump_clock),
    Fault(
        "a newer version replaces this, in turn", "SQLite", stages.on_two_servers, replace_in_turn
    ),
    Fault("the same, taken back for 3 s", "SQLite", stages.on_two_servers, replace_and_go_back),
)
