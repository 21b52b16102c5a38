"""Who does not belong: posts from other sites, and what a browser must not do with our pages."""

from http import HTTPStatus

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

_READING = frozenset({"GET", "HEAD", "OPTIONS"})

_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
# The cookie says which language, and which game.
_VARY = "Accept, Accept-Language, Cookie"
# What binds documents and workers: on the modules of a page, a tenth of all that is sent.
_POLICIES = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
}
_HEADERS_OF_DOCUMENTS = _HEADERS | _POLICIES
_NO_DOCUMENT = frozenset({"text/css", "text/javascript"})


class CrossSite(Exception):
    """A page of another site has sent this request."""


def check_same_site() -> None:
    """Raise CrossSite for a change that another site's page asks for.

    Browsers say where a request comes from in Sec-Fetch-Site, older ones in Origin; who sends
    neither is no browser, and holds no cookie that another site could use.
    """
    if request.method in _READING:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in {"same-origin", "none"}:
            raise CrossSite
        return
    origin = request.headers.get("Origin")
    # Either scheme: behind a proxy that ends TLS, the one seen here is not the browser's.
    if origin is not None and origin not in {f"http://{request.host}", f"https://{request.host}"}:
        raise CrossSite


def check_size() -> None:
    """Raise RequestEntityTooLarge for a body of more than a form's; none is ever read."""
    if (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]:
        raise RequestEntityTooLarge


def add_headers(response: Response) -> Response:
    """Add the headers that every answer of the app carries; only static files may be cached."""
    static = request.endpoint == "static" and response.status_code < HTTPStatus.BAD_REQUEST
    bare = static and response.mimetype in _NO_DOCUMENT
    response.headers.extend(_HEADERS if bare else _HEADERS_OF_DOCUMENTS)
    if static:
        # Their version stands in their path: nobody need ever ask whether they have changed.
        response.cache_control.immutable = True
    else:
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = _VARY
    return response


def init_app(app: Flask) -> None:
    """Check every request, and mark every answer."""
    app.before_request(check_same_site)
    app.before_request(check_size)
    app.after_request(add_headers)
