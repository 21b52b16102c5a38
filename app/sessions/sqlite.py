"""The default store: one SQLite file, shared by all processes of one machine."""

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flask import Flask

from app.sessions.base import CompareAndSetSessions, StoreUnavailable

_SWEPT_PER_NEW_SESSION = 10
# Who waits for longer keeps others waiting, whose thread it has.
_LOCK_WAIT_SECONDS = 2
# The part of its lifetime by which a session may expire sooner.
_SLACK = 1 / 100

_SCHEMA = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS sessions (
        id TEXT PRIMARY KEY, data BLOB NOT NULL, expiry REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS sessions_expiry ON sessions (expiry);
"""


class SqliteSessions(CompareAndSetSessions):
    """One SQLite file, shared by all processes of one machine."""

    def __init__(self, app: Flask, path: Path) -> None:
        super().__init__(app, key_prefix="")
        self._path = path
        self._local = threading.local()
        # A store that cannot be used is found out at the start. No connection outlives a fork.
        with _unavailable_if_it_fails():
            self._connect().close()

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Switching a new file to WAL waits for no lock of SQLite's, so all who connect take turns.
        with self._path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._create_file()
            connection = sqlite3.connect(
                self._path, timeout=_LOCK_WAIT_SECONDS, isolation_level=None
            )
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_SCHEMA)
        return connection

    def _create_file(self) -> None:
        """Create the file for its owner alone, if there is none; SQLite's others beside it follow.

        A file that is there must not be opened: closing it would take away every lock that
        SQLite holds on it for this process.
        """
        with suppress(FileExistsError):
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Lend this thread's connection."""
        local = self._local
        with _unavailable_if_it_fails():
            # A file that was deleted or replaced must not take another save.
            file = self._file()
            if file is None or getattr(local, "file", None) != file:
                local.connection = self._connect()
                local.file = self._file()
            yield local.connection

    def _file(self) -> tuple[int, int] | None:
        """Which file lies at the path: its device and inode; None if there is none."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    def probe(self) -> None:
        """Return if the file can be read; raise StoreUnavailable."""
        with self._connection() as connection:
            connection.execute("SELECT 1 FROM sessions LIMIT 1")

    def _read(self, store_id: str) -> bytes | None:
        with self._connection() as connection:
            row = connection.execute(
                "SELECT CAST(data AS BLOB) FROM sessions WHERE id = ? AND expiry > ?",
                (store_id, time.time()),
            ).fetchone()
        return None if row is None else row[0]

    def _swap(self, store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        expiry = time.time() + seconds
        with self._connection() as connection:
            if old is not None:
                # Soon after the last save the expiry stays as it is, and so does its index.
                swapped = connection.execute(
                    "UPDATE sessions SET data = ? WHERE id = ? AND CAST(data AS BLOB) = ?"
                    " AND expiry BETWEEN ? AND ?",
                    (new, store_id, old, expiry - seconds * _SLACK, expiry),
                )
                if swapped.rowcount == 0:
                    swapped = connection.execute(
                        "UPDATE sessions SET data = ?, expiry = ?"
                        " WHERE id = ? AND CAST(data AS BLOB) = ?",
                        (new, expiry, store_id, old),
                    )
            else:
                self._sweep(connection)
                # One that has expired, and was not swept yet, is not there.
                swapped = connection.execute(
                    "INSERT INTO sessions (id, data, expiry) VALUES (?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET data = excluded.data, expiry = excluded.expiry"
                    " WHERE expiry <= ?",
                    (store_id, new, expiry, time.time()),
                )
            return swapped.rowcount == 1

    def _sweep(self, connection: sqlite3.Connection) -> None:
        """Delete a few expired sessions: more than come, so that none pile up."""
        connection.execute(
            "DELETE FROM sessions WHERE id IN"
            " (SELECT id FROM sessions WHERE expiry <= ? ORDER BY expiry LIMIT ?)",
            (time.time(), _SWEPT_PER_NEW_SESSION),
        )

    def _delete_session(self, store_id: str) -> None:
        with self._connection() as connection:
            connection.execute("DELETE FROM sessions WHERE id = ?", (store_id,))


@contextmanager
def _unavailable_if_it_fails() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(str(error)) from error
