"""Flask-Session with a compare-and-set, so that no saved move is ever lost.

A request's save lands only on the very bytes that the request read. If another request has
saved in between, this one writes nothing, and the error handlers answer SessionConflict with the
state as it stands.
"""

import logging
import re
import time
from abc import abstractmethod
from datetime import timedelta
from functools import lru_cache
from typing import Any

import msgspec
from flask import Flask, Request, Response, request
from flask_session.base import ServerSideSession, ServerSideSessionInterface
from limits.storage import MemoryStorage, Storage
from werkzeug.http import dump_cookie

log = logging.getLogger(__name__)

_SESSION_ID = re.compile(r"[\w-]{20,64}", re.ASCII)
_ASIDE_PREFIX = "aside:"
_ASIDE_SECONDS = 90 * 24 * 3600
_SHARED_PREFIX = "shared:"
_SHARED_SECONDS = 365 * 24 * 3600
_BRIEF_LIFETIME = timedelta(hours=1)
_DAY_SECONDS = 24 * 3600
# What belongs to an answer alone, and not to the error that takes its place.
_HEADERS_OF_ANSWER = ("Location", "Content-Encoding")


class SessionConflict(Exception):
    """Another request has changed the session since this one read it."""


class StoreUnavailable(Exception):
    """The store cannot be read or written now."""


class StoredSession(ServerSideSession):  # type: ignore[misc]  # Flask-Session has no types
    """A session that knows what it was read from.

    Attributes:
        stored: The very bytes that the store held; None for a new session.
        corrupt: Why these bytes are no good, if so. A save then keeps a copy of them.
        brief: Whether a save keeps it for an hour only, since there is nothing in it to miss.
    """

    sid: str
    stored: bytes | None = None
    corrupt: str | None = None
    brief: bool = False

    def become(self, other: "StoredSession") -> None:
        """Take over what a read of the store has brought."""
        dict.clear(self)
        dict.update(self, other)
        self.sid, self.stored, self.corrupt = other.sid, other.stored, other.corrupt
        self.modified = False


class CompareAndSetSessions(ServerSideSessionInterface):  # type: ignore[misc]  # no types
    """Flask-Session over any store that can read, swap and delete bytes under an id.

    Without Flask-Session's serializer: that one falls back to pickle, which runs code planted in
    the store, and makes corrupt data an error of every request.
    """

    session_class = StoredSession

    @abstractmethod
    def probe(self) -> None:
        """Return if the store answers; raise StoreUnavailable."""

    def counters(self) -> Storage:
        """Return where limits are counted; raise StoreUnavailable."""
        return MemoryStorage()

    def share(self, name: str, content: bytes) -> None:
        """Keep bytes for a year, for who knows their name; raise StoreUnavailable.

        What is there under that name stays as it is, for a year from now.
        """
        store_id = f"{self.key_prefix}{_SHARED_PREFIX}{name}"
        if not self._swap(store_id, None, content, _SHARED_SECONDS):
            first = self._read(store_id)
            self._swap(store_id, first, first or content, _SHARED_SECONDS)

    def shared(self, name: str) -> bytes | None:
        """Return what was kept under a name; raise StoreUnavailable."""
        return self._read(f"{self.key_prefix}{_SHARED_PREFIX}{name}")

    @abstractmethod
    def _read(self, store_id: str) -> bytes | None:
        """Return the bytes of a session; raise StoreUnavailable."""

    @abstractmethod
    def _swap(self, store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        """Store `new` for so many seconds if `old` (None: nothing) is there; tell whether."""

    @abstractmethod
    def _delete_session(self, store_id: str) -> None:
        """Forget a session; raise StoreUnavailable."""

    def open_session(self, app: Flask, request: Request) -> StoredSession:
        """Return a new session: Flask asks before it knows what the request is for.

        Nor are its error handlers in place then, for a store that fails.
        """
        return self._new_session()

    def read_session(self, app: Flask, request: Request) -> StoredSession:
        """Return the visitor's session; raise StoreUnavailable."""
        return self._read_or_new(request.cookies.get(self.get_cookie_name(app), ""))

    def _read_or_new(self, sid: str) -> StoredSession:
        stored = self._read(self._get_store_id(sid)) if _SESSION_ID.fullmatch(sid) else None
        # An id that the store does not know is not taken over: another may have planted it.
        if stored is None:
            return self._new_session()
        try:
            found = StoredSession(msgspec.msgpack.decode(stored, type=dict), sid=sid)
        except (msgspec.DecodeError, RecursionError) as error:
            found = StoredSession(sid=sid, permanent=True)
            found.corrupt = str(error)
        found.stored = stored
        return found

    def _new_session(self) -> StoredSession:
        """Return an empty session; the first save gives it an id."""
        return StoredSession(sid="")

    def save_session(self, app: Flask, session: StoredSession, response: Response) -> None:
        """Save the session if it was changed; make the response an error if that fails.

        Flask-Session's own takes as long again for the headers as for the save.
        """
        if not session.modified:
            return
        session.sid = session.sid or self._generate_sid(self.sid_length)
        lifetime = app.permanent_session_lifetime
        try:
            self._upsert_session(lifetime, session, self._get_store_id(session.sid))
        except (SessionConflict, StoreUnavailable) as error:
            answer = app.make_response(self._answer(app, session, error))
            for name in _HEADERS_OF_ANSWER:
                response.headers.pop(name, None)
            response.headers.update(answer.headers)
            response.status, response.data = answer.status, answer.get_data()
        else:
            days = int(time.time() + lifetime.total_seconds()) // _DAY_SECONDS
            start, end = _around_id(
                self.get_cookie_name(app),
                days * _DAY_SECONDS,
                self.get_cookie_secure(app),
                self.get_cookie_samesite(app),
            )
            response.headers.add("Set-Cookie", f"{start}{session.sid}{end}")

    def _answer(self, app: Flask, session: StoredSession, error: Exception) -> Any:
        try:
            if isinstance(error, SessionConflict):
                session.become(self._read_or_new(session.sid))
        except StoreUnavailable as unavailable:
            error = unavailable
        return app.handle_user_exception(error)

    def get_cookie_name(self, app: Flask) -> str:
        """Over https the cookie is one that no other host, and no page without https, can set."""
        name: str = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        """Bind the cookie to https where the visit is by https."""
        return request.is_secure

    def _retrieve_session_data(self, store_id: str) -> None:
        raise NotImplementedError("read_session needs the stored bytes beside the data")

    def _upsert_session(
        self, session_lifetime: timedelta, session: StoredSession, store_id: str
    ) -> None:
        data = msgspec.msgpack.encode(dict(session))
        lifetime = min(session_lifetime, _BRIEF_LIFETIME) if session.brief else session_lifetime
        if not self._swap(store_id, session.stored, data, int(lifetime.total_seconds())):
            raise SessionConflict
        if session.corrupt is not None and session.stored is not None:
            log.warning("a saved game was set aside: %s", session.corrupt)
            aside = f"{_ASIDE_PREFIX}{store_id}:{time.time_ns()}"
            self._swap(aside, None, session.stored, _ASIDE_SECONDS)


@lru_cache(maxsize=4)
def _around_id(name: str, expires: int, secure: bool, samesite: str | None) -> tuple[str, str]:
    """Return what stands before and after the id in the header of a cookie.

    It is the same for everybody for a day, and no id needs quotes.
    """
    start = f"{name}="
    whole = dump_cookie(name, "", expires=expires, secure=secure, httponly=True, samesite=samesite)
    return start, whole.removeprefix(start)
