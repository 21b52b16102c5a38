"""How long a request takes, for who logs or counts it."""

from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Flask, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_CAME = "app.came"


def init_app(app: Flask) -> None:
    """Note of every request when it came, before it waits for its turn."""
    answer = app.wsgi_app

    def note(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ.setdefault(_CAME, perf_counter())
        return answer(environ, start_response)

    app.wsgi_app = note  # type: ignore[method-assign]


def seconds_taken() -> float:
    """Return how many seconds ago this request came."""
    return perf_counter() - float(request.environ[_CAME])
