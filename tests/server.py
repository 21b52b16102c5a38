"""The site on its own server, in real processes, for the tests."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

from flask import Flask

from app import create_app
from app.player import Player
from tests.visitor import save_player

START_SECONDS = 30


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def request(port: int, method: str, path: str, sid: str | None = None) -> tuple[int, Any]:
    """Send one request, on a connection of its own; return the status and the JSON."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        headers = {"Accept": "application/json"}
        if sid is not None:
            headers["Cookie"] = f"session={sid}"
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        content = response.read()
        # A proxy that reaches nobody answers with a page.
        answer = (
            json.loads(content) if response.headers.get_content_subtype() == "json" else content
        )
        return response.status, answer
    finally:
        connection.close()


class Server:
    """One running server; `kill` and `start` again as often as a test likes."""

    def __init__(self, instance_path: Path, workers: int = 1, **environment: str) -> None:
        self.instance_path = instance_path
        self.workers = workers
        self.environment = environment
        self.log_path = instance_path.with_suffix(".log")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._app: Flask | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The process that was started; the workers are its children."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the processes and wait until they answer."""
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                env={
                    **os.environ,
                    "INSTANCE_PATH": str(self.instance_path),
                    # Seconds of work for every start, and most tests ask for no hint.
                    "WARM_UP": "off",
                    **self.environment,
                },
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            assert self._process.poll() is None, f"the server has ended: {self.log()}"
            assert time.monotonic() < deadline, f"the server does not answer: {self.log()}"
            time.sleep(0.05)

    def command(self) -> list[str]:
        """The command that starts it."""
        options = [f"--port={self.port}", f"--workers={self.workers}"]
        return [sys.executable, "-m", "app.serve", *options]

    def log(self) -> str:
        """What it has written to its standard error stream."""
        return self.log_path.read_text()

    def kill(self) -> None:
        """End all of its processes at once, without a chance to finish anything."""
        if self._process is not None:
            # Its own process group: the workers with it.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """Ask it to end, as an operator does; return its exit code."""
        assert self._process is not None
        self._process.terminate()
        code = self._process.wait(START_SECONDS)
        self._process = None
        return code

    def answers(self) -> bool:
        """Whether somebody answers on its port."""
        try:
            return self.request("GET", "/game")[0] == 200
        except OSError:
            return False

    def request(self, method: str, path: str, sid: str | None = None) -> tuple[int, Any]:
        """Send one request, on a connection of its own; return the status and the JSON."""
        return request(self.port, method, path, sid)

    @property
    def app(self) -> Flask:
        """An app on the store that the server reads."""
        if self._app is None:
            self._app = create_app({"INSTANCE_PATH": str(self.instance_path)})
        return self._app

    def save_player(self, player: Player) -> str:
        """Put a player into the store that the server reads; return the session's id."""
        return save_player(self.app, player)


class Gunicorn(Server):
    """The site on gunicorn, as the README says to start it."""

    def command(self) -> list[str]:
        options = [f"--bind=127.0.0.1:{self.port}", f"--workers={self.workers}"]
        options += ["--worker-class=gthread", "--threads=4"]
        return [sys.executable, "-m", "gunicorn", *options, "app:create_app()"]
