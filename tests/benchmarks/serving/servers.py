"""The servers that are measured, and what their processes have used."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from app import create_app
from tests.server import Gunicorn, Server

_TICKS = os.sysconf("SC_CLK_TCK")
_EMPTY = "tests.benchmarks.serving.empty"


class EmptyServer(Server):
    """The empty route on the site's own server."""

    def command(self) -> list[str]:
        # Not as __main__: the workers import it.
        return [sys.executable, "-c", f"import {_EMPTY} as e; e.main()", *super().command()[3:]]


class EmptyGunicorn(Gunicorn):
    """The empty route on gunicorn."""

    def command(self) -> list[str]:
        return [*super().command()[:-1], f"{_EMPTY}:create_app()"]


class OneThread(Server):
    """The site on its own server, with one thread instead of four."""

    def command(self) -> list[str]:
        return [*super().command(), "--threads=1"]


def app_of(server: Server) -> Flask:
    """An app on the store that the server uses, which may be Redis."""
    return create_app(
        {
            "INSTANCE_PATH": str(server.instance_path),
            "REDIS_URL": server.environment.get("REDIS_URL", ""),
        }
    )


def processes(server: Server) -> list[int]:
    """The process that was started, and its workers."""
    found = [server.pid]
    for pid in found:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def cpu_seconds(pids: list[int]) -> float:
    """What the processes have spent in all, in themselves and in the kernel for them."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / _TICKS


@dataclass(frozen=True)
class Memory:
    """Of one process, in MiB: its fair share of what it shares, and what is its alone."""

    proportional: float
    unique: float


def memory(pid: int) -> Memory:
    """Read what a process holds."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(rest.split()[0]) for name, _, rest in (x.partition(":") for x in lines)}
    unique = kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]
    return Memory(kilobytes["Pss"] / 1024, unique / 1024)
