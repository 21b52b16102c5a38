"""A Chromium for the tests, and letters for Hindi: those that are there, else fetched."""

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import BrowserType

from tests.programs import install_package, run

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

ADVICE = (
    "The browser tests need Chromium and could neither find nor fetch one. "
    "Install Chromium or Chrome so that it is on the PATH, then run the tests again."
)

# A test's browser talks to the test's server alone.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def find_or_fetch(chromium: BrowserType) -> str:
    """Return the path of a Chromium; raise RuntimeError that says what to do if there is none.

    In this order: Playwright's own, one on the PATH, Playwright's download, and Debian's package
    if we are root there.
    """
    return _find(chromium) or _download(chromium) or _install_package(chromium) or _give_up()


def _find(chromium: BrowserType) -> str | None:
    if Path(chromium.executable_path).exists():
        return chromium.executable_path
    return next(filter(None, map(shutil.which, _NAMES)), None)


def _download(chromium: BrowserType) -> str | None:
    fetched = run([sys.executable, "-m", "playwright", "install", "chromium"])
    return _find(chromium) if fetched else None


def _install_package(chromium: BrowserType) -> str | None:
    return _find(chromium) if install_package("chromium") else None


def fetch_letters() -> None:
    """Install a font with Devanagari where the system can tell that it has none."""
    if shutil.which("fc-list") is None:
        return
    found = subprocess.run(["fc-list", ":lang=hi"], capture_output=True, check=False)
    if not found.stdout:
        install_package("fonts-noto-core")


def _give_up() -> str:
    raise RuntimeError(ADVICE)
