"""How often one network, or one session, may ask for what costs.

With Redis all servers count together, without it each process by itself. Only the requests that are
limited are counted; Flask-Limiter, which is made of the same library, looks at every move, too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import time

from flask import current_app, request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.strategies import FixedWindowRateLimiter

from app.sessions import StoreUnavailable, current_store
from app.web.solving import Busy

_EXTENSION = "limits"
# What a provider gives to one household at the least; whoever has it has all of it.
_HOUSEHOLD_BITS = 64


class TooManyRequests(Exception):
    """This network, or this session, has asked for that too often.

    Attributes:
        retry_after: After how many seconds it may ask again.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


def check_limit(name: str) -> None:
    """Count a request of the visitor's network against a limit; raise TooManyRequests above it."""
    limit, who = parse(current_app.config[name]), _network()
    with _counting() as limiter:
        if not limiter.hit(limit, name, who):
            raise _too_many(limiter, limit, name, who)


@contextmanager
def limited(name: str, who: str | None = None, cost: int = 1) -> Iterator[None]:
    """Let work be done under a limit of the settings; raise TooManyRequests above it.

    Without `who`, all requests of the visitor's network count together. One that does the work of
    many has their `cost`; one that is refused, here or since others are waiting, has none.
    """
    limit = parse(current_app.config[name])
    who = _network() if who is None else who
    with _counting() as limiter:
        if not limiter.test(limit, name, who, cost=cost):
            raise _too_many(limiter, limit, name, who)
    try:
        yield
    except Busy:
        cost = 0
        raise
    finally:
        if cost:
            with _counting() as limiter:
                limiter.hit(limit, name, who, cost=cost)


def _too_many(
    limiter: FixedWindowRateLimiter, limit: RateLimitItem, name: str, who: str
) -> TooManyRequests:
    reset = limiter.get_window_stats(limit, name, who).reset_time
    return TooManyRequests(max(1, ceil(reset - time())))


@contextmanager
def _counting() -> Iterator[FixedWindowRateLimiter]:
    """Lend what counts."""
    try:
        yield _limiter()
    except StorageError as error:
        # What is limited is saved afterwards, and a second wait for the same Redis helps nobody.
        raise StoreUnavailable(str(error)) from error


def _limiter() -> FixedWindowRateLimiter:
    """Return what counts: made when it is first needed, since a Redis may come after us."""
    made: FixedWindowRateLimiter | None = current_app.extensions.get(_EXTENSION)
    if made is None:
        made = FixedWindowRateLimiter(current_store().counters())
        current_app.extensions[_EXTENSION] = made
    return made


def _network() -> str:
    """Return the visitor's address or, of an IPv6 address, the network that is a household's."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return str(ip_network((address, _HOUSEHOLD_BITS), strict=False))
        address = address.ipv4_mapped
    return str(address)
