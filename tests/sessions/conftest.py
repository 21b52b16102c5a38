"""The stores, each with its app; whatever holds for one holds for all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from app import create_app
from app.sessions import CompareAndSetSessions
from tests.redis_server import RedisCluster, RedisServer, let_go


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    with RedisCluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture(params=["sqlite", "redis", "cluster"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """The app on each of the stores."""
    config: dict[str, Any] = {"INSTANCE_PATH": str(tmp_path / "instance"), "TESTING": True}
    if request.param != "sqlite":
        server: RedisServer | RedisCluster = request.getfixturevalue(request.param)
        for node in server.nodes if isinstance(server, RedisCluster) else [server]:
            node.client.flushall()
        config["REDIS_URL"] = server.url
    app = create_app(config)
    yield app
    let_go(app)


@pytest.fixture
def store(app: Flask) -> CompareAndSetSessions:
    return app.session_interface


@pytest.fixture
def counter(app: Flask) -> FlaskClient:
    """Pages that read and change the session in every way a view could."""

    @app.get("/read")
    def read() -> str:
        return str(session.get("count", 0))

    @app.post("/count")
    def count() -> str:
        session["count"] = session.get("count", 0) + 1
        return str(session["count"])

    return app.test_client()
