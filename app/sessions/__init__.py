"""The session store: SQLite on one machine or Redis for many, each with compare-and-set."""

from pathlib import Path
from typing import cast

from flask import Flask, current_app, request, session

from app.sessions.base import (
    CompareAndSetSessions,
    SessionConflict,
    StoredSession,
    StoreUnavailable,
)
from app.sessions.sqlite import SqliteSessions

__all__ = [
    "CompareAndSetSessions",
    "SessionConflict",
    "StoreUnavailable",
    "StoredSession",
    "current_store",
    "init_app",
    "read_session",
    "stored_session",
]


# The endpoints that look at no session, so that none is read for them.
_WITHOUT_SESSION = frozenset({"static", "health.alive", "health.ready"})


def read_session() -> None:
    """Read this request's session, if it may need one; raise StoreUnavailable."""
    if request.endpoint not in _WITHOUT_SESSION:
        stored_session().become(current_store().read_session(current_app, request))


def current_store() -> CompareAndSetSessions:
    """Return the store of this request's app."""
    return cast("CompareAndSetSessions", current_app.session_interface)


def stored_session() -> StoredSession:
    """Return this request's session."""
    return cast("StoredSession", session._get_current_object())  # type: ignore[attr-defined]


def init_app(app: Flask) -> None:
    """Keep the app's sessions in Redis if there is one, else in the instance folder.

    Raises:
        StoreUnavailable: The folder cannot be used. A Redis that does not answer may yet come.
        ValueError: REDIS_URL is none, or the client for it is not installed.
    """
    url = app.config["REDIS_URL"]
    if url:
        app.session_interface = _redis_sessions(app, url)
    else:
        app.session_interface = SqliteSessions(
            app, Path(app.config["INSTANCE_PATH"]) / "sessions.db"
        )
    app.before_request(read_session)


def _redis_sessions(app: Flask, url: str) -> CompareAndSetSessions:
    try:
        from app.sessions.redis import RedisSessions  # noqa: PLC0415  # only for who uses it
    except ImportError as error:
        raise ValueError("REDIS_URL needs the package redis: install game2048[redis]") from error
    return RedisSessions(app, url)
