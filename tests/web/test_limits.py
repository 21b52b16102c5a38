"""Limits on what costs: only there, for a network, and with a time to come back."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from tests.redis_server import RedisServer, let_go
from tests.visitor import Visitor, player_on


def start(app: Flask, address: str = "192.0.2.1", **headers: str) -> TestResponse:
    """A newcomer's first game, from an address."""
    return app.test_client().post(
        "/new-game?version=0",
        environ_base={"REMOTE_ADDR": address},
        headers={"Accept": "application/json", **headers},
    )


def statuses(app: Flask, *addresses: str) -> list[int]:
    return [start(app, address).status_code for address in addresses]


@pytest.fixture
def strict(app: Flask) -> Flask:
    """An app that lets a network have two new sessions an hour."""
    app.config["NEW_SESSIONS"] = "2 per hour"
    return app


def test_a_network_may_start_so_many_sessions_and_is_told_when_it_may_again(strict: Flask) -> None:
    assert statuses(strict, "192.0.2.1", "192.0.2.1") == [200, 200]
    refused = start(strict)

    assert refused.status_code == 429
    assert refused.json is not None
    assert refused.json["error"]["code"] == "too_many_requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert "Set-Cookie" not in refused.headers
    assert statuses(strict, "192.0.2.2") == [200]


def test_who_has_a_session_is_not_limited(strict: Flask) -> None:
    visitor = Visitor(strict).sit_down(player_on("2 2 . ."))
    for _ in range(5):
        visitor.play("/new-game")
        visitor.play("/move/left,down")


def test_the_refusal_is_a_page_for_who_wants_one(strict: Flask) -> None:
    statuses(strict, "192.0.2.1", "192.0.2.1")
    refused = start(strict, Accept="text/html", **{"Accept-Language": "hi"})

    assert refused.status_code == 429
    assert "नेटवर्क" in refused.text


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (("2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3"), [200, 200, 429]),
        (("2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"), [200, 200, 200]),
        (("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"), [200, 200, 429]),
        (("", "@", "unknown"), [200, 200, 429]),
    ],
)
def test_a_network_is_an_address_or_a_household_of_ipv6(
    strict: Flask, addresses: tuple[str, ...], expected: list[int]
) -> None:
    assert statuses(strict, *addresses) == expected


@pytest.fixture
def redis(tmp_path: Path) -> Any:
    with RedisServer(tmp_path / "redis") as running:
        yield running


def test_servers_on_one_redis_count_together_and_none_needs_it(
    tmp_path: Path, redis: RedisServer
) -> None:
    config = {"REDIS_URL": redis.url, "NEW_SESSIONS": "2 per hour", "TESTING": True}
    one, two = create_app(config), create_app(config)
    assert [*statuses(one, "192.0.2.1"), *statuses(two, "192.0.2.1")] == [200, 200]
    assert [*statuses(one, "192.0.2.1"), *statuses(two, "192.0.2.1")] == [429, 429]
    redis.kill()
    late = create_app(config)
    assert statuses(late, "192.0.2.1") == [503]
    redis.start()

    assert statuses(late, "192.0.2.2", "192.0.2.1") == [200, 429]
    for app in (one, two, late):
        let_go(app)
