"""What a visitor prefers: the language of the request, and how pages are shown."""

from collections.abc import Mapping

from flask import request
from werkzeug.wrappers import Response

from app.config import LANGUAGES

# How the address of a page begins, as a route.
LANGUAGE_PATH = f"/<any({', '.join(map(repr, LANGUAGES))}):language>"
LANGUAGE_COOKIE = "language"
_COOKIE_SECONDS = 365 * 24 * 3600

# What a page is drawn with from its first paint; the script keeps each in a cookie of its name.
_DISPLAY = {
    "theme": frozenset({"light", "dark", "contrast"}),
    "motion": frozenset({"off"}),
    "pad": frozenset({"on", "off"}),
}


def choose_language() -> str:
    """Return the language of the page or the request, else the one that the visitor likes best.

    A page has it in its path, a request of the game in its query. Else the language last chosen
    counts, then what the browser asks for, then the first of ours.
    """
    page = request.path.split("/")[1]
    for wanted in (page, request.args.get("language"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return request.accept_languages.best_match(LANGUAGES) or next(iter(LANGUAGES))


def remember_language(response: Response, language: str) -> None:
    """Keep a chosen language for the next visit."""
    response.set_cookie(
        LANGUAGE_COOKIE,
        language,
        max_age=_COOKIE_SECONDS,
        secure=request.is_secure,
        samesite="Lax",
    )


def read_display() -> Mapping[str, str]:
    """Return how the visitor wants pages shown, as far as that differs from the system's wish."""
    chosen = {name: request.cookies.get(name, "") for name in _DISPLAY}
    return {name: value for name, value in chosen.items() if value in _DISPLAY[name]}
