"""Compressed pages and static files."""

from flask import Flask, Response, request
from flask_compress import Compress


def init_app(app: Flask) -> None:
    """Compress what the settings name, as far as the client takes it."""
    app.before_request(_ignore_range)
    compress = Compress(app)

    @app.after_request
    def finish(response: Response) -> Response:
        _buffer(response)
        if response.mimetype in compress.compress_mimetypes_set:
            response = compress.after_request(response)
        return response


def _ignore_range() -> None:
    """Answer with the whole: a part of a file, once compressed, fits no other part of it."""
    request.environ.pop("HTTP_RANGE", None)


def _buffer(response: Response) -> None:
    """Take a file into memory: compressed as a stream, it would never be closed."""
    if response.direct_passthrough:
        response.direct_passthrough = False
        response.make_sequence()
