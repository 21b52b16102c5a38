"""An empty Flask route, on the site's own server with the site's own options."""

from typing import Any

from flask import Flask
from granian.server.common import AbstractServer

from app import serve


def create_app() -> Flask:
    """Make an app with one route that does nothing."""
    app = Flask(__name__)

    @app.get("/game")
    def nothing() -> str:
        return "{}"

    return app


def main() -> None:
    """Serve it as the site is served."""
    prepare = serve._prepare

    def prepare_empty(*arguments: Any) -> AbstractServer[Any]:
        server = prepare(*arguments)
        server.target = f"{create_app.__module__}:{create_app.__name__}"
        return server

    serve._prepare = prepare_empty
    serve.main()
