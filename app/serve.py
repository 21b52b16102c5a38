"""The command that starts the site on its own server."""

import argparse
import atexit
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
from typing import Any

from flask import Flask
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.common import AbstractServer

from app import create_app
from app.config import settings
from app.logs import JsonLines
from app.sessions import StoreUnavailable
from app.web import solving

_HEADER_MILLISECONDS = 5_000
_STOP_SECONDS = 5
# Every open connection counts, also one that waits for nothing.
_CONNECTIONS_PER_WORKER = 1024
_LARGEST_HEADERS = 16 * 1024
_HOUR = 3600
# For a game that is played again, and for moves, when all places at the solver are taken.
_THREADS_WITHOUT_SOLVER = 2
# A hint takes a tenth of a second or more, and who waits five is refused: behind more than so many
# a thread would be held in vain.
_MOST_PLACES = 32
_JSON_LINES = {
    "formatters": {"json": {"()": JsonLines}},
    "handlers": {
        name: {"class": "logging.StreamHandler", "formatter": "json"}
        for name in ("console", "access")
    },
}


def main() -> None:
    """Serve the site until it is interrupted."""
    parser = argparse.ArgumentParser(prog="game2048", description="Serve 2048 on this machine.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=_count, default=2048, help="port (%(default)s)")
    parser.add_argument("--workers", type=_count, default=1, help="processes (%(default)s)")
    parser.add_argument("--threads", type=_count, default=4, help="threads a process (%(default)s)")
    parser.add_argument(
        "--lifetime",
        type=_count,
        metavar="HOURS",
        help="replace a process by a new one after so many hours (never)",
    )
    arguments = parser.parse_args()
    try:
        server = _prepare(arguments)
    except (OSError, OverflowError, ValueError, StoreUnavailable) as error:
        parser.exit(1, f"game2048 cannot start: {error}\n")
    host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    sys.stdout.write(f"2048 is at http://{host}:{arguments.port}/ (Ctrl+C stops it)\n")
    sys.stdout.flush()
    server.serve()


def _prepare(arguments: argparse.Namespace) -> AbstractServer[Any]:
    """Make the server; whatever would keep it or its workers from starting is raised here."""
    _check_address(arguments.host, arguments.port)
    places = min(max(1, arguments.threads - _THREADS_WITHOUT_SOLVER), _MOST_PLACES)
    os.environ["SOLVER_PLACES"] = os.environ.get("SOLVER_PLACES") or str(places)
    if settings()["METRICS"]:
        # Prometheus's library looks for it as soon as it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="game2048-")
        atexit.register(shutil.rmtree, os.environ["PROMETHEUS_MULTIPROC_DIR"])
    app = create_app()
    server = _make_server(arguments, app)
    port = app.config["METRICS"]
    if port:
        from app import metrics  # noqa: PLC0415  # there only for who wants it

        if arguments.port in {port, port + 1}:
            raise ValueError(f"METRICS={port} takes port {arguments.port}, which is the game's")
        for each in (port, port + 1):
            _check_address(metrics.ADDRESS, each)
        server.on_startup(lambda: metrics.serve(port))
    return server


def _make_server(arguments: argparse.Namespace, app: Flask) -> AbstractServer[Any]:
    port = app.config["METRICS"]
    return Granian(
        "app.serve:load_worker",
        factory=True,
        interface=Interfaces.WSGI,
        address=arguments.host,
        port=arguments.port,
        workers=arguments.workers,
        workers_lifetime=arguments.lifetime and arguments.lifetime * _HOUR,
        # A worker that is told to stop while it starts misses it, and would be waited for for ever.
        workers_kill_timeout=_STOP_SECONDS,
        respawn_failed_workers=True,
        blocking_threads=arguments.threads,
        backpressure=_CONNECTIONS_PER_WORKER,
        # Where HTTP/2 is taken too, a connection that sends nothing at all is never closed.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=_HEADER_MILLISECONDS, max_buffer_size=_LARGEST_HEADERS
        ),
        websockets=False,
        log_level=LogLevels.warning,
        log_dictconfig=None if app.config["LOG"] == "text" else _JSON_LINES,
        metrics_enabled=bool(port),
        metrics_port=port + 1,
    )


def load_worker() -> Flask:
    """Make the app of one worker, which ends when the process that started it does."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    app = create_app()
    if app.config["WARM_UP"]:
        solving.warm_up()
    return app


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _check_address(host: str, port: int) -> None:
    """Raise OSError that names the address if it is taken: the server itself would share it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise OSError(f"{host}:{port}: {error.strerror}") from error


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 up, not {text!r}")
    return int(text)


if __name__ == "__main__":
    main()
