"""The real site in a real browser."""

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from tests.browser.chromium import ARGUMENTS, fetch_letters, find_or_fetch
from tests.browser.table import Table
from tests.server import Server
from tests.visitor import player_on


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    # Chromium refuses its sandbox to root, which is who containers run as.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    program = find_or_fetch(playwright.chromium)
    # Chromium brings fontconfig along.
    fetch_letters()
    return {
        **browser_type_launch_args,
        "executable_path": program,
        "args": [*ARGUMENTS, *sandbox],
    }


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests; each test has a session of its own."""
    with Server(tmp_path_factory.mktemp("site") / "instance", WARM_UP="on") as running:
        yield running


@pytest.fixture
def solver(site: Server) -> None:
    """The site's solver has been loaded; until then it is busy."""
    deadline = time.monotonic() + 120
    player = player_on("2 2 . .")
    while site.request("POST", "/hint?version=7", site.save_player(player))[0] != 200:
        assert time.monotonic() < deadline, site.log()
        time.sleep(0.5)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], site: Server) -> dict[str, Any]:
    return {
        **browser_context_args,
        "base_url": site.url,
        "viewport": {"width": 390, "height": 844},
        "locale": "en-GB",
    }


@pytest.fixture
def table(page: Page, context: BrowserContext, site: Server) -> Iterator[Table]:
    """A page of the site; a script error, or a break of the content policy, fails the test."""
    table = Table(page, context, site)
    yield table
    assert table.complaints == []
