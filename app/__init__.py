"""2048: the server holds the game, the browser draws it."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from app import config as configuration
from app import logs, sessions
from app.solver import commands
from app.web import (
    coach,
    compression,
    errors,
    health,
    install,
    openapi,
    pages,
    payloads,
    play,
    practice,
    preferences,
    review,
    security,
    solving,
    turns,
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Wire the app; `config` overrides what the environment says."""
    app = Flask(
        __name__,
        template_folder=str(configuration.TEMPLATE_FOLDER),
        static_folder=str(configuration.STATIC_FOLDER),
        static_url_path=configuration.static_url_path(),
    )
    app.request_class = payloads.LenientRequest
    app.config.update(configuration.settings())
    app.config.update(config or {})
    # A slash too many or too few is never a redirect: that would repeat the Host of the request.
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = False
    if not app.config["REDIS_URL"]:
        app.wsgi_app = turns.Turns(app.wsgi_app)  # type: ignore[method-assign]
    if app.config["PROXIES"]:
        trusted = dict.fromkeys(("x_for", "x_proto", "x_host"), app.config["PROXIES"])
        app.wsgi_app = ProxyFix(app.wsgi_app, **trusted)  # type: ignore[method-assign]
    Babel(app, locale_selector=lambda: preferences.choose_language().replace("-", "_"))
    compression.init_app(app)
    logs.init_app(app)
    security.init_app(app)
    sessions.init_app(app)
    solving.init_app(app)
    app.register_blueprint(play.bp)
    app.register_blueprint(coach.bp)
    app.register_blueprint(pages.bp)
    app.register_blueprint(practice.bp)
    app.register_blueprint(review.bp)
    app.register_blueprint(install.bp)
    app.register_blueprint(openapi.bp)
    app.register_blueprint(health.bp)
    errors.init_app(app)
    app.cli.add_command(commands.solver)
    if app.config["METRICS"]:
        try:
            from app import metrics  # noqa: PLC0415  # only for who uses it
        except ImportError as error:
            raise ValueError(
                "METRICS needs the package prometheus-client: install game2048[metrics]"
            ) from error
        metrics.init_app(app)
    return app
