"""Settings: their defaults, and what the environment says instead."""

import os
from datetime import timedelta
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
STATIC_FOLDER = ROOT / "static"
TEMPLATE_FOLDER = ROOT / "templates"
TRANSLATIONS_FOLDER = ROOT / "app" / "translations"
# The solver's measured strength, as its benchmark writes it.
RECORDS = ROOT / "app" / "solver" / "records"
BENCHMARK_FILE = RECORDS / "benchmark.csv"
# What it has learned; without the file there is no solver.
WEIGHTS_FILE = ROOT / "app" / "solver" / "weights.2048"
# The first is for who asks for none of them. A language is a line here, a catalog and its texts.
LANGUAGES = {"hi": "हिन्दी", "en": "English"}
# Warnings and errors as text, or as lines of JSON; or these and a line for every request.
LOG_FORMATS = ("text", "json", "access")
# How many requests may wait for the solver where nobody says it: two of four threads.
SOLVER_PLACES = 2


def settings() -> dict[str, Any]:
    """Return the settings of the app.

    The environment may set INSTANCE_PATH, the folder of the saved games, or REDIS_URL, the Redis
    that has them instead; PROXIES, the number of proxies in front whose X-Forwarded headers are to
    be believed; LOG, what is logged and how; METRICS, the port on which Prometheus is answered;
    SOLVER_PLACES, how many requests may wait for the solver in a worker; and WARM_UP, whether a
    worker loads the solver as it starts or at the first hint.
    """
    return {
        "INSTANCE_PATH": os.environ.get("INSTANCE_PATH") or str(ROOT / "instance"),
        "REDIS_URL": os.environ.get("REDIS_URL") or "",
        "PROXIES": _number("PROXIES", "a number of proxies"),
        "LOG": _choice("LOG", LOG_FORMATS),
        "SOLVER_PLACES": _number(
            "SOLVER_PLACES", "a number of requests from 1 up", SOLVER_PLACES, least=1
        ),
        "WARM_UP": _choice("WARM_UP", ("on", "off")) == "on",
        "METRICS": _number("METRICS", "a port"),
        # A network may be thousands of phones behind one address.
        "NEW_SESSIONS": "120 per minute",
        # In moves of the solver, for one player; a hint takes as long as thirty.
        "SOLVER_LIMIT": "6000 per minute",
        # Of a game that is reviewed, replayed or given a link: each is played again.
        "REPLAYS": "120 per minute",
        "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A refresh writes back a copy that another request may have outdated.
        "SESSION_REFRESH_EACH_REQUEST": False,
        # The files' version stands in their path.
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
        "COMPRESS_REGISTER": False,
        # Not the answers to moves: they are small, and waited for.
        "COMPRESS_MIMETYPES": [
            *("text/html", "text/css", "text/javascript"),
            *("image/svg+xml", "application/manifest+json"),
        ],
        # The levels that these come with leave more than gzip does.
        "COMPRESS_ZSTD_LEVEL": 12,
        "COMPRESS_BR_LEVEL": 6,
        # No endpoint reads a body.
        "MAX_CONTENT_LENGTH": 1024,
        "BABEL_DEFAULT_LOCALE": next(iter(LANGUAGES)),
        "BABEL_TRANSLATION_DIRECTORIES": str(TRANSLATIONS_FOLDER),
    }


def _number(name: str, meaning: str, default: int = 0, least: int = 0) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{name} is {meaning}, not {text!r}")
    return int(text)


def _choice(name: str, choices: tuple[str, ...]) -> str:
    text = os.environ.get(name) or choices[0]
    if text not in choices:
        raise ValueError(f"{name} is one of {', '.join(choices)}, not {text!r}")
    return text


def static_url_path() -> str:
    """Return the path under which the static files are served, with a digest of them all in it.

    The version is part of the path, not of a query, so that the modules' relative imports carry
    it too and every file may be cached for a year.
    """
    return f"/static/{_digest(STATIC_FOLDER)}"


@cache
def texts_version() -> str:
    """Return a digest of all that pages are made from, beside the static files."""
    return _digest(TEMPLATE_FOLDER, TRANSLATIONS_FOLDER)


def _digest(*folders: Path) -> str:
    digest = blake2b(digest_size=6)
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                digest.update(file.relative_to(folder).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
