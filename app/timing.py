"""How long a request takes, for who logs or counts it."""

from time import perf_counter

from flask import Flask, g, request_started


def init_app(app: Flask) -> None:
    """Note of every request when it came."""
    request_started.connect(_note, app)


def seconds_taken() -> float:
    """Return how many seconds ago this request came."""
    return perf_counter() - float(g.came)


def _note(app: Flask) -> None:
    g.came = perf_counter()
