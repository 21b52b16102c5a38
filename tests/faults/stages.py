"""Where a fault happens: running servers, and the store behind them."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from app import create_app
from tests.nginx import Nginx
from tests.programs import install_package
from tests.redis_server import RedisServer, let_go
from tests.server import Gunicorn, Server

_DISK_BYTES = 32 * 2**20
_BLOCK_BYTES = 512


class Skipped(Exception):
    """The fault cannot be made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Running servers and their store.

    Attributes:
        ports: Where the players ask.
        proxied: Something stands in between, which answers 502 where it reaches nobody.
        clock: The file that says how far the servers' clock is from the true one.
    """

    servers: tuple[Server, ...]
    ports: tuple[int, ...]
    redis: RedisServer | None = None
    proxied: bool = False
    clock: Path | None = None

    @property
    def server(self) -> Server:
        """The first, or only one."""
        return self.servers[0]

    @property
    def folder(self) -> Path:
        """The folder of the first server's saved games."""
        return self.server.instance_path

    @contextmanager
    def app(self) -> Iterator[Flask]:
        """Lend an app on the store that the servers read."""
        url = "" if self.redis is None else self.redis.url
        app = create_app({"INSTANCE_PATH": str(self.folder), "REDIS_URL": url})
        try:
            yield app
        finally:
            let_go(app)


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Stage]:
    """The site with two workers on a file."""
    with Server(folder / "instance", workers=2, PROXIES="1") as server:
        yield Stage((server,), (server.port,))


@contextmanager
def on_redis(folder: Path, *options: str) -> Iterator[Stage]:
    """The site with two workers on a Redis that writes every change to its disk."""
    with (
        RedisServer(folder / "redis", *options) as redis,
        Server(folder / "instance", workers=2, PROXIES="1", REDIS_URL=redis.url) as server,
    ):
        yield Stage((server,), (server.port,), redis)


@contextmanager
def on_redis_everysec(folder: Path) -> Iterator[Stage]:
    """The same, where Redis has its disk confirm once a second only."""
    with on_redis(folder, "--appendfsync everysec") as stage:
        yield stage


@contextmanager
def on_redis_as_it_comes(folder: Path) -> Iterator[Stage]:
    """The same on a Redis as it comes: it saves all of its data now and then."""
    with on_redis(folder, "--appendonly no") as stage:
        yield stage


@contextmanager
def on_a_small_disk(folder: Path) -> Iterator[Stage]:
    """The site on a file, on a small disk of its own."""
    disk = folder / "disk"
    disk.mkdir()
    _mount(disk)
    try:
        with Server(disk / "instance", workers=2, PROXIES="1") as server:
            yield Stage((server,), (server.port,))
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def _mount(disk: Path) -> None:
    if os.geteuid() != 0:
        raise Skipped("only root may mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_BYTES}", "tmpfs", str(disk)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        raise Skipped(f"no small disk can be mounted here: {mounted.stderr.strip()}")


def fill_disk(stage: Stage) -> None:
    """Take up what is left of a small disk, to the last byte."""
    with _ballast(stage).open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(_BLOCK_BYTES))


def free_disk(stage: Stage) -> None:
    """Give it back."""
    _ballast(stage).unlink()


def _ballast(stage: Stage) -> Path:
    return stage.folder.with_name("ballast")


@contextmanager
def on_another_clock(folder: Path) -> Iterator[Stage]:
    """The site on a file, with a clock of its own that can be set."""
    clock = folder / "clock"
    clock.write_text("+0")
    environment = {
        "LD_PRELOAD": str(_find_faketime()),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with Server(folder / "instance", workers=2, PROXIES="1", **environment) as server:
        yield Stage((server,), (server.port,), clock=clock)


def _find_faketime() -> Path:
    folder = Path("/usr/lib")
    for _ in range(2):
        for found in folder.glob("*/faketime/libfaketimeMT.so.1"):
            return found
        install_package("faketime")
    raise Skipped("Debian's package faketime is not there, and cannot be installed")


class Replaceable(Gunicorn):
    """A server that may be started again as a version to come, which saves games otherwise."""

    newer = False

    def command(self) -> list[str]:
        command = super().command()
        return [*command[:-1], "tests.faults.newer:create_app()"] if self.newer else command

    def replace(self, *, newer: bool) -> None:
        """Stop it, and start it as the other version."""
        assert self.stop() == 0
        self.newer = newer
        self.start()


@contextmanager
def on_two_servers(folder: Path) -> Iterator[Stage]:
    """Two servers on one file, which are asked in turn, and can be replaced by newer ones."""
    with (
        Replaceable(folder / "instance", PROXIES="1") as one,
        Replaceable(folder / "instance", PROXIES="1") as two,
    ):
        yield Stage((one, two), (one.port, two.port))


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Stage]:
    """Two servers on one Redis behind nginx."""
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer(folder / "redis"))
        one, two = (
            stack.enter_context(
                Server(folder / name, REDIS_URL=redis.url, PROXIES="2", LOG="access")
            )
            for name in ("one", "two")
        )
        nginx = stack.enter_context(Nginx(folder / "nginx", one.port, two.port))
        yield Stage((one, two), (nginx.port,), redis, proxied=True)
