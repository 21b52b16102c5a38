"""The store for more than one machine: Redis or Valkey, alone or as a cluster."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from flask import Flask
from limits.storage import Storage, storage_from_string
from redis import Redis, RedisCluster, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer
from redis.retry import Retry

from app.sessions.base import CompareAndSetSessions, StoreUnavailable

_PREFIX = "2048:"
_CLUSTER = "+cluster://"
_SCHEMES = ("redis://", "rediss://", "unix://", f"redis{_CLUSTER}", f"rediss{_CLUSTER}")

# A request that finds Redis silent is answered within two seconds: it reads, and nothing else.
_BOUNDS: dict[str, Any] = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 0.75,
    # Connections that have been idle for longer (in seconds) are tried before they carry a command.
    "health_check_interval": 30,
    "max_connections": 256,
}
# How long nobody asks a Redis that was silent. Else every thread would wait for it, one by one.
_PAUSE_SECONDS = 1.0

_SWAP = """
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
    return 1
"""


class RedisSessions(CompareAndSetSessions):
    """One Redis, shared by all processes of all machines; it forgets expired sessions by itself."""

    def __init__(self, app: Flask, url: str) -> None:
        if not url.startswith(_SCHEMES):
            raise ValueError(f"REDIS_URL begins with one of {', '.join(_SCHEMES)}")
        super().__init__(app, key_prefix=_PREFIX)
        self._url = url
        self._connecting = threading.Lock()
        self._client: Any = None
        self._silent_until = 0.0

    def _connect(self) -> Any:
        """Return the client; a cluster's looks for its nodes when it is made: not at the start."""
        with self._connecting:
            if self._client is None:
                self._client = _client(self._url)
                self._swap_script = self._client.register_script(_SWAP)
        return self._client

    @contextmanager
    def _answering(self) -> Iterator[Any]:
        """Lend the client."""
        if time.monotonic() < self._silent_until:
            raise StoreUnavailable("Redis gave no answer a moment ago")
        try:
            yield self._client or self._connect()
        except (RedisError, OSError) as error:
            if isinstance(error, NoAnswer):
                self._silent_until = time.monotonic() + _PAUSE_SECONDS
            raise StoreUnavailable(str(error)) from error

    def probe(self) -> None:
        """Return if Redis answers; raise StoreUnavailable."""
        with self._answering() as client:
            client.ping()

    def counters(self) -> Storage:
        """Return a storage for limits on the same Redis; raise StoreUnavailable."""
        uri = self._url.replace("unix://", "redis+unix://").replace("rediss+", "redis+")
        tls = {"ssl": True} if self._url.startswith(f"rediss{_CLUSTER}") else {}
        with self._answering():
            storage = storage_from_string(
                uri,
                key_prefix=f"{_PREFIX}limits",
                wrap_exceptions=True,
                **_bounds(self._url),
                **tls,
            )
        return cast("Storage", storage)

    def _read(self, store_id: str) -> bytes | None:
        with self._answering() as client:
            return cast("bytes | None", client.get(store_id))

    def _swap(self, store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        with self._answering() as client:
            if old is None:
                return bool(client.set(store_id, new, ex=seconds, nx=True))
            return bool(self._swap_script([store_id], [old, new, seconds]))

    def _delete_session(self, store_id: str) -> None:
        with self._answering() as client:
            client.delete(store_id)


def _client(url: str) -> Any:
    if _CLUSTER in url:
        return RedisCluster.from_url(url.replace(_CLUSTER, "://"), **_bounds(url))
    return Redis.from_url(url, **_bounds(url))


def _bounds(url: str) -> dict[str, Any]:
    if _CLUSTER in url:
        return {**_BOUNDS, "retry": Retry(NoBackoff(), 1)}
    # A connection that turns out to be closed is opened anew; a silent Redis is not asked twice.
    return {**_BOUNDS, "retry": Retry(NoBackoff(), 1, supported_errors=(NoConnection,))}
