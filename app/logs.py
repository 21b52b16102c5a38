"""What is logged, as text or as lines of JSON, without personal data.

A line of a request names its route, not its path, and has no address, cookie or query.
"""

import json
import logging
import secrets
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, has_request_context, request, request_finished
from flask.logging import default_handler

from app import timing

UNROUTED = "none"

_TEXT = "[%(asctime)s] %(levelname)s in %(name)s: %(message)s (request %(reference)s)"
# A balancer asks every few seconds.
_QUIET = frozenset({"health.alive", "health.ready"})

access_log = logging.getLogger("app.access")


class JsonLines(logging.Formatter):
    """A record as one line of JSON; a traceback is one field of it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line. A message that is a dictionary gives its fields."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "pid": record.process,
        }
        if isinstance(record.msg, dict):
            line |= record.msg
        else:
            line["message"] = record.getMessage()
            line["request"] = getattr(record, "reference", None)
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def init_app(app: Flask) -> None:
    """Log to the standard error stream as the setting LOG says."""
    log = app.config["LOG"]
    default_handler.setFormatter(logging.Formatter(_TEXT) if log == "text" else JsonLines())
    default_handler.addFilter(_add_reference)
    app.logger.addHandler(default_handler)
    app.logger.setLevel(logging.INFO)
    if log == "access":
        timing.init_app(app)
        request_finished.connect(_log_access, app)


def reference() -> str:
    """Return the name of this request in the logs, which an error shows to the player."""
    if "reference" not in g:
        g.reference = secrets.token_hex(4)
    return str(g.reference)


def route() -> str:
    """Return which route this request took: the name of its endpoint."""
    return request.endpoint or UNROUTED


def _add_reference(record: logging.LogRecord) -> bool:
    # A request's own line has one only if something went wrong before.
    if record.name != access_log.name:
        record.reference = reference() if has_request_context() else None
    return True


def _log_access(app: Flask, response: Response) -> None:
    level = logging.DEBUG if request.endpoint in _QUIET else logging.INFO
    if access_log.isEnabledFor(level):
        fields = {
            "method": request.method,
            "route": route(),
            "status": response.status_code,
            "milliseconds": round(timing.seconds_taken() * 1000, 2),
            "bytes": response.calculate_content_length(),
            "request": g.get("reference"),
        }
        access_log.log(level, fields)
