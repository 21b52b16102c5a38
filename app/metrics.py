"""What Prometheus is told, if it is wanted: how requests go, and what is played.

Each worker counts in files of its own, in a folder that PROMETHEUS_MULTIPROC_DIR names before
this is imported; the process that started the workers adds up.
"""

from http import HTTPStatus

from flask import Flask, Response, g, request_finished
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from app import timing
from app.logs import route
from app.sessions import stored_session

ADDRESS = "127.0.0.1"

_REQUESTS = Counter(
    "game2048_requests",
    "Requests answered. A conflict is a 409, a store that fails a 503.",
    ["route", "status"],
)
_SECONDS = Histogram(
    "game2048_request_seconds",
    "How long requests took.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
_MOVES = Counter("game2048_moves", "Moves played and saved.")
_STARTED = Counter("game2048_games_started", "Games started.")
_LOST = Counter("game2048_games_lost", "Saved games that could not be read and were set aside.")


def init_app(app: Flask) -> None:
    """Count what the app answers."""
    timing.init_app(app)
    request_finished.connect(_count, app)


def serve(port: int) -> None:
    """Answer on a port of this machine alone with the sums over all workers, in a thread."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    start_http_server(port, ADDRESS, registry)


def _count(app: Flask, response: Response) -> None:
    name, status = route(), response.status_code
    _REQUESTS.labels(name, status).inc()
    _SECONDS.labels(name).observe(timing.seconds_taken())
    if status < HTTPStatus.BAD_REQUEST:
        _MOVES.inc(g.get("moves_played", 0))
        if name == "play.new_game":
            _STARTED.inc()
    session = stored_session()
    saved = session.modified and status < HTTPStatus.INTERNAL_SERVER_ERROR
    if saved and session.corrupt is not None:
        _LOST.inc()
