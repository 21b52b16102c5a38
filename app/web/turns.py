"""Moves go through Python one after another: threads that take turns at every pause cost more.

A process has one interpreter, and each access to SQLite hands it to another thread that waits for
it, and has to be waited for. With eight connections that all move, that cost a seventh of the CPU.
Redis is another matter: it may be far away, and then it is better to wait together.
"""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# Who has waited so long goes on: a store that is slow is waited for by all at the same time.
_PATIENCE_SECONDS = 0.02


class Turns:
    """A WSGI app that lets one quick request at a time into another."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app
        self._turn = threading.Lock()

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        if path != "/game" and not path.startswith("/move/"):
            return self._app(environ, start_response)
        taken = self._turn.acquire(timeout=_PATIENCE_SECONDS)
        try:
            return self._app(environ, start_response)
        finally:
            if taken:
                self._turn.release()
