"""The page as a player has it before them: press, look, and compare with the server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from app.player import Player
from tests.server import Server

KEYS = {"up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown", "left": "ArrowLeft"}


def shown_on(place: Page | Locator) -> list[int]:
    """A board as the tiles that are drawn there show it."""
    tiles = place.locator("[data-cell][data-value]").evaluate_all(
        "tiles => tiles.map(tile => [+tile.dataset.cell, +tile.dataset.value])"
    )
    cells = [0] * 16
    for cell, value in tiles:
        assert cells[cell] == 0, f"two tiles in cell {cell}"
        cells[cell] = value
    return cells


class Table:
    """One open page, and the session behind it.

    A test that catches requests sets its route before the page is opened: one that is set while
    the page sets up its service worker may miss the next request (seen with Chromium 156).
    """

    def __init__(self, page: Page, context: BrowserContext, site: Server) -> None:
        self.page = page
        self.context = context
        self.site = site
        self.complaints: list[str] = []
        # Answers of 4xx and 5xx, and lost connections, are what some tests are about.
        self.watch(page)

    def watch(self, page: Page) -> None:
        """Collect the script errors of a page."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        expected = re.compile(r"Failed to load resource|net::ERR_")
        if message.type == "error" and not expected.search(message.text):
            self.complaints.append(message.text)

    def sit_down(self, player: Player) -> "Table":
        """Open the page on a saved game."""
        sid = self.site.save_player(player)
        self.context.add_cookies([{"name": "session", "value": sid, "url": self.site.url}])
        return self.open()

    def open(self) -> "Table":
        """Open the page and wait for the game."""
        self.page.goto("/en/")
        self.settle()
        return self

    @contextmanager
    def without_a_script(self, player: Player | None = None) -> Iterator[Page]:
        """Open the page in a browser that runs no scripts, on a saved game if there is one."""
        browser = self.context.browser
        assert browser is not None
        context = browser.new_context(
            java_script_enabled=False, base_url=self.site.url, locale="en-GB"
        )
        if player is not None:
            sid = self.site.save_player(player)
            context.add_cookies([{"name": "session", "value": sid, "url": self.site.url}])
        page = context.new_page()
        page.goto("/en/")
        yield page
        context.close()

    def wait_for_the_banner(self) -> "Table":
        """Wait until the banner takes input: it is deaf at first, and then has the focus."""
        expect(self.page.locator("#banner .primary:focus")).to_be_visible()
        return self

    def slow_down(self, latency: int) -> None:
        """Add so many milliseconds to every request from now on."""
        self.context.new_cdp_session(self.page).send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": -1,
                "uploadThroughput": -1,
            },
        )

    def sid(self) -> str:
        """The session's id, as the browser's cookie has it."""
        return next(one["value"] for one in self.context.cookies() if one["name"] == "session")

    def press(self, *directions: str) -> None:
        """Press arrow keys."""
        for direction in directions:
            self.page.keyboard.press(KEYS[direction])

    def expect_turn(self, turn: int) -> None:
        """Wait until the page shows a turn."""
        expect(self.board).to_have_attribute("data-turn", str(turn), timeout=10_000)

    def settle(self) -> dict[str, Any]:
        """Wait until the page shows what the server has; return that state."""
        expect(self.board).not_to_have_attribute("data-status", "none")
        for _ in range(100):
            state = self.state()
            if self.shown() == state["board"] and self.shown_version() == state["version"]:
                break
            self.page.wait_for_timeout(50)
        assert self.shown() == state["board"]
        assert self.shown_version() == state["version"]
        assert self.read_table() == [str(tile or "empty") for tile in state["board"]]
        score = self.page.locator("#score dd").inner_text()
        assert score == f"{state['score']:,}"
        return state

    def read_table(self) -> list[str]:
        """The board as a screen reader has it."""
        cells = self.page.get_by_role("table", name="Board").locator("tbody td")
        return [text.strip() for text in cells.all_inner_texts()]

    def shown_version(self) -> int:
        """The version that the page shows."""
        return int(self.board.get_attribute("data-version") or -1)

    def state(self) -> dict[str, Any]:
        """What the server has."""
        return self.context.request.get("/game", headers={"Accept": "application/json"}).json()

    @property
    def board(self) -> Locator:
        """The drawn board."""
        return self.page.locator("[data-version]")

    def notice(self, text: str) -> Locator:
        """The line on the page, not the one for screen readers, with some text."""
        return self.page.locator("#notice").filter(has_text=text)

    def shown(self) -> list[int]:
        """The board as its drawn tiles show it."""
        return shown_on(self.page)
