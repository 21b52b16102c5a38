"""What makes the site an app on a phone: its manifest, its worker, the page without a network."""

from flask import Blueprint, Response, render_template, send_from_directory, url_for
from flask_babel import get_locale, gettext

from app.config import LANGUAGES, STATIC_FOLDER, texts_version
from app.web.payloads import json_response
from app.web.preferences import LANGUAGE_PATH

bp = Blueprint("install", __name__)

# The paper of the light theme: what is seen while the app starts, before the page is drawn.
_PAPER = "#faf6ee"
_ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


@bp.get(f"{LANGUAGE_PATH}/manifest.webmanifest")
def manifest(language: str) -> Response:
    """Describe the app to who installs it."""
    response = json_response(
        {
            # The same app in every language.
            "id": url_for("pages.front"),
            "name": "2048",
            "short_name": "2048",
            "description": gettext(
                "The sliding puzzle 2048: join equal tiles, reach 2048, and go on."
            ),
            "lang": language,
            "dir": get_locale().text_direction,
            "start_url": url_for("pages.game", language=language),
            "scope": url_for("pages.front"),
            "display": "standalone",
            "background_color": _PAPER,
            "theme_color": _PAPER,
            "icons": [_shape_icon(*icon) for icon in _ICONS],
        }
    )
    response.mimetype = "application/manifest+json"
    return response


def _shape_icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    source = url_for("static", filename=f"img/{name}")
    return {"src": source, "sizes": sizes, "type": kind, "purpose": purpose}


@bp.get(f"{LANGUAGE_PATH}/offline")
def offline(language: str) -> str:
    """Show what is kept for the time without a connection."""
    return render_template("offline.html", page="offline")


@bp.get("/service-worker.js")
def service_worker() -> Response:
    """Send the worker from the top of the site, since a worker serves only what lies below it."""
    response = send_from_directory(STATIC_FOLDER / "js", "service-worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.app_context_processor
def describe_worker() -> dict[str, str]:
    """Tell templates the worker's address.

    It holds the version of the statics and of the texts, so that a new version of the site is
    another worker.
    """
    worker = url_for(
        "install.service_worker",
        statics=url_for("static", filename=""),
        texts=texts_version(),
        language=[*LANGUAGES],
    )
    return {"worker": worker}
