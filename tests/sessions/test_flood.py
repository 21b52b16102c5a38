"""A client without cookies makes a session with every request; the store stays bounded."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import create_app
from tests.redis_server import RedisServer, let_go

HOUR = 3600


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


def flood(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, hours: int, pause: float
) -> Iterator[int]:
    """Start a game every `pause` seconds, from many addresses; yield the rows after each."""
    clock = Clock()
    monkeypatch.setattr("app.sessions.sqlite.time", clock)
    app = create_app({"INSTANCE_PATH": str(folder), "TESTING": True})
    with sqlite3.connect(folder / "sessions.db") as file:
        for number in range(int(hours * HOUR / pause)):
            clock.now += pause
            address = f"2001:db8:{number // 60:x}::1"
            started = app.test_client().post(
                "/new-game?version=0", environ_base={"REMOTE_ADDR": address}
            )
            assert started.status_code in {200, 303}
            yield file.execute("SELECT count(*) FROM sessions").fetchone()[0]
    file.close()


def test_what_is_stored_stays_what_came_within_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = list(flood(tmp_path, monkeypatch, hours=4, pause=20))

    assert rows[:180] == list(range(1, 181))
    assert max(rows) <= 181
    assert rows[-1] >= 170


def test_one_address_cannot_make_more_than_its_limit(tmp_path: Path) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path), "TESTING": True})
    answers = [app.test_client().post("/new-game?version=0").status_code for _ in range(400)]
    with sqlite3.connect(tmp_path / "sessions.db") as file:
        rows = file.execute("SELECT count(*) FROM sessions").fetchone()[0]
    file.close()

    # The minute may have turned once.
    assert rows == answers.count(200) <= 240
    assert answers.count(429) >= 160


def test_redis_forgets_them_by_itself(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as redis:
        app = create_app({"REDIS_URL": redis.url, "TESTING": True})
        for _ in range(20):
            assert app.test_client().post("/new-game?version=0").status_code == 200
        ids = redis.client.keys("2048:*")
        lives = [redis.client.ttl(one) for one in ids]
        let_go(app)

    assert len(ids) == 20 + 1  # and the limit's counter
    assert all(0 < life <= HOUR for life in lives)
