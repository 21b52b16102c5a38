"""Fixtures that more than one folder uses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from tests.server import Server
from tests.visitor import Visitor


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """The app on a store of its own; an error inside it fails the test."""
    return create_app({"INSTANCE_PATH": str(tmp_path / "instance"), "TESTING": True})


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Somebody who has never been here."""
    return Visitor(app)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The site's own server with two workers, in processes of their own."""
    with Server(tmp_path / "instance", workers=2) as running:
        yield running
