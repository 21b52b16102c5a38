"""A Redis of the tests' own, on a free port, alone or as a cluster."""

import signal
import subprocess
import time
from itertools import pairwise
from pathlib import Path
from typing import Self

import redis
from flask import Flask
from redis import Redis, RedisError

from tests.programs import find_or_install
from tests.server import free_port

_START_SECONDS = 20
_SLOTS = 16384


class RedisServer:
    """One running Redis; it keeps its data in a folder, as one in service would."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client = Redis(port=self.port)
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.client.close()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        program = find_or_install(("redis-server", "valkey-server"), "redis-server")
        self._process = subprocess.Popen(
            [
                *(program, f"--port {self.port}", f"--dir {self.folder}", "--bind 127.0.0.1"),
                *("--appendonly yes", "--appendfsync always", *self._options),
            ],
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, "Redis has ended"
            assert time.monotonic() < deadline, "Redis does not answer"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Stop it where it stands: it takes connections, and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except RedisError:
            return False


class RedisCluster:
    """Three masters that share the keys."""

    def __init__(self, folder: Path) -> None:
        self.nodes = [
            RedisServer(folder / str(number), "--cluster-enabled yes", port=_port_of_node())
            for number in range(3)
        ]
        self.url = f"redis+cluster://127.0.0.1:{self.nodes[0].port}"

    def __enter__(self) -> Self:
        for node in self.nodes:
            node.start()
        bounds = [number * _SLOTS // len(self.nodes) for number in range(len(self.nodes) + 1)]
        first = self.nodes[0]
        for node, (start, end) in zip(self.nodes, pairwise(bounds), strict=True):
            node.client.execute_command("CLUSTER ADDSLOTSRANGE", start, end - 1)
            if node is not first:
                first.client.execute_command("CLUSTER MEET", "127.0.0.1", node.port)
        deadline = time.monotonic() + _START_SECONDS
        while not all(self._knows_all(node) for node in self.nodes):
            assert time.monotonic() < deadline, "the cluster does not come together"
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.__exit__()

    def _knows_all(self, node: RedisServer) -> bool:
        info = node.client.execute_command("CLUSTER INFO")
        return info["cluster_state"] == "ok" and int(info["cluster_known_nodes"]) == len(self.nodes)


def _port_of_node() -> int:
    """A port whose other one, 10,000 higher, which nodes talk to each other on, is one too."""
    while True:
        port = free_port()
        if port < 2**16 - 10_000:
            return port


def let_go(app: Flask) -> None:
    """Close an app's connections to Redis, as the end of its process would."""
    client = getattr(app.session_interface, "_client", None)
    if isinstance(client, redis.RedisCluster):
        client.disconnect_connection_pools()
    if client is not None:
        client.close()
