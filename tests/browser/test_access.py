"""Every hand and every sense: keys alone, buttons alone, a screen reader alone; and axe's rules.

The games here are driven by roles and names, as an assistive technology has them.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Table
from tests.visitor import player_on

BEFORE_WIN = ("1024 1024 . .", ". . . .", ". 2 . .")
OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")
# The second half of a double click is no answer to a question; this is past it.
ARMED = 400

# axe-core as npm has it (axe.min.js of the package), with its licence in its first lines.
AXE = (Path(__file__).parent / "axe.min.js").read_text()
# The high contrast is black on white by day, and white on black by night.
THEMES = [("light", "light"), ("dark", "light"), ("contrast", "light"), ("contrast", "dark")]


class Ear:
    """The page as it is heard: roles, names, the table and the status line, and nothing drawn."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str) -> Locator:
        """The first button of a name, as one comes upon it from the top of the page."""
        return self.page.get_by_role("button", name=name, exact=True).first

    def press(self, name: str) -> None:
        """Go to a button and press it, as a screen reader does: without a pointer."""
        self.button(name).press("Enter")

    def board(self) -> list[int]:
        """The board, read cell by cell."""
        cells = self.page.get_by_role("table", name="Board").get_by_role("row")
        texts = [row.get_by_role("cell").all_inner_texts() for row in cells.all()[1:]]
        return [0 if text.strip() == "empty" else int(text) for row in texts for text in row]

    def hear(self, text: str | re.Pattern[str]) -> None:
        """Wait until the status line says it."""
        expect(self.page.get_by_role("status")).to_contain_text(text)


def play_a_whole_game(table: Table, press: Callable[[str], None]) -> None:
    """Win, keep playing, undo, and start anew after being asked."""
    ear = Ear(table.page)
    table.sit_down(player_on(*BEFORE_WIN))
    press("Left")
    ear.hear("Left: made 2,048. 2,048 points. New")
    ear.hear("You made 2048! Keep playing, or start a new game.")
    expect(ear.button("Keep playing")).to_be_focused()
    press("Keep playing")
    ear.hear("Playing on.")
    before = ear.board()
    press("Right")
    ear.hear("Right")
    expect(table.board).to_have_attribute("data-turn", "2")
    assert ear.board() != before
    press("Undo")
    ear.hear("no longer counts for the best score")
    table.expect_turn(1)
    assert ear.board() == before

    press("New game")
    dialog = table.page.get_by_role("dialog", name="Start a new game?")
    expect(dialog.get_by_role("button", name="Go on with this game")).to_be_focused()
    table.page.wait_for_timeout(ARMED)
    press("Go on with this game")
    expect(dialog).to_be_hidden()
    assert ear.board() == before
    press("New game")
    expect(dialog).to_be_visible()
    table.page.wait_for_timeout(ARMED)
    press("New game")
    ear.hear("New game.")
    table.expect_turn(0)
    assert ear.board() == table.settle()["board"]


def innermost(page: Page, name: str) -> Locator:
    """The button of a name that is in reach: in the open dialog, else in the banner, else below."""
    dialog = page.get_by_role("dialog")
    banner = page.get_by_role("group", name=re.compile("2048|No move"))
    for place in (dialog, banner):
        button = place.get_by_role("button", name=name, exact=True)
        if button.count():
            return button
    return page.get_by_role("button", name=name, exact=True).first


def test_a_whole_game_by_the_keyboard_alone(table: Table) -> None:
    """Tab to a button, Enter on it."""

    def press(name: str) -> None:
        wanted = innermost(table.page, name)
        for _ in range(40):
            if wanted.evaluate("button => button === document.activeElement"):
                break
            table.page.keyboard.press("Tab")
        expect(wanted).to_be_focused()
        assert wanted.evaluate("button => button.matches(':focus-visible')")
        table.page.keyboard.press("Enter")

    play_a_whole_game(table, press)


def test_a_whole_game_by_the_direction_buttons_alone(table: Table) -> None:
    table.context.add_cookies([{"name": "pad", "value": "on", "url": table.site.url}])
    play_a_whole_game(table, lambda name: innermost(table.page, name).click())


def test_a_whole_game_by_table_and_status_line_alone(table: Table) -> None:
    """gabrielecirulli/2048#129, hoangsonww/2048-Game#14."""
    play_a_whole_game(table, lambda name: innermost(table.page, name).press("Enter"))


def test_a_whole_game_by_single_keys_alone(table: Table) -> None:
    keys = {"Left": "h", "Right": "l", "Undo": "u", "New game": "n", "Keep playing": "Enter"}

    def press(name: str) -> None:
        if table.page.get_by_role("dialog").count():
            # Between the two buttons of the question; the safe one comes first.
            if name == "New game":
                table.page.keyboard.press("Tab")
            table.page.keyboard.press("Enter")
        else:
            table.page.keyboard.press(keys[name])

    play_a_whole_game(table, press)


def test_every_move_is_told_in_a_sentence(table: Table) -> None:
    ear = Ear(table.page)
    table.sit_down(player_on("2 2 . 4", "8 8 . .", ". . . ."))
    before = ear.board()
    ear.press("Left")
    ear.hear(re.compile(r"^Left: made 4, 16\. 20 points\. New [24] in row [1-4], column [1-4]\."))
    told = re.search(
        r"New (\d) in row (\d), column (\d)", table.page.get_by_role("status").inner_text()
    )
    assert told is not None
    value, row, column = map(int, told.groups())
    after = ear.board()
    assert after != before
    assert after[4 * (row - 1) + column - 1] == value
    assert after == table.settle()["board"]


def test_an_illegal_direction_is_told(table: Table) -> None:
    ear = Ear(table.page)
    table.sit_down(player_on("2 4 8 16"))
    ear.press("Up")

    ear.hear("Cannot move up.")


def test_the_board_is_read_when_asked(table: Table) -> None:
    ear = Ear(table.page)
    table.sit_down(player_on("2 4 . 16", ". 131072 . ."))
    ear.press("Read the board")
    ear.hear("Row 1: 2, 4, empty, 16. Row 2: empty, 131072, empty, empty.")
    expect(ear.button("Read the board")).to_be_in_viewport()


def test_at_most_two_sentences_a_second(table: Table) -> None:
    table.sit_down(player_on("2 . . .", ". . . 4", seed=b"fast"))
    told = table.page.evaluate(
        """async () => {
            const moments = [];
            const status = document.querySelector('[role=status]');
            new MutationObserver(() => moments.push(performance.now()))
                .observe(status, {childList: true, characterData: true, subtree: true});
            for (let i = 0; i < 40; i += 1) {
                const code = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown'][i % 4];
                document.body.dispatchEvent(
                    new KeyboardEvent('keydown', {code, bubbles: true, cancelable: true}));
                await new Promise(resolve => setTimeout(resolve, 50));
            }
            return moments;
        }"""
    )

    assert len(told) >= 2
    assert min(b - a for a, b in pairwise(told)) > 450
    table.settle()


def test_the_table_is_in_the_page_s_language_and_the_drawn_board_is_hidden(table: Table) -> None:
    table.sit_down(player_on("2 . . ."))
    for path, lang in (("/hi/", "hi"), ("/en/", "en")):
        table.page.goto(path)
        assert table.page.locator("html").get_attribute("lang") == lang
        assert table.page.get_by_role("table").filter(visible=True).count() >= 1
        expect(table.page.locator("#board")).to_have_attribute("aria-hidden", "true")
        assert table.page.locator("[role=grid], [role=application], [role=gridcell]").count() == 0


@pytest.mark.parametrize(
    "path", ["/en/", "/en/rules", "/en/strategy", "/en/offline", "/hi/", "/en/nothing"]
)
def test_a_page_has_one_main_part_one_first_heading_and_a_name(table: Table, path: str) -> None:
    table.page.goto(path)

    assert table.page.get_by_role("main").count() == 1
    assert table.page.get_by_role("heading", level=1).count() == 1
    assert "2048" in table.page.title()
    names = [nav.get_attribute("aria-label") for nav in table.page.get_by_role("navigation").all()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_the_status_line_is_one(table: Table) -> None:
    table.sit_down(player_on("2 . . ."))

    assert table.page.locator("[role=status], [role=alert], [aria-live]").count() == 1


def test_the_tab_key_goes_through_the_page_in_its_order(table: Table) -> None:
    table.sit_down(player_on("2 . . ."))
    order = []
    for _ in range(16):
        table.page.keyboard.press("Tab")
        order.append(
            table.page.evaluate("document.activeElement.innerText.trim().split('\\n').at(-1)")
        )

    assert order[:8] == ["New game", "Undo", "Hint", "Auto", "Left", "Up", "Down", "Right"]
    assert set(order[8:]) >= {"Rules", "Strategy", "Read the board"}


def test_the_banner_announces_itself(table: Table) -> None:
    table.sit_down(player_on(*OVER))

    expect(table.page.get_by_role("group", name="No move is left")).to_be_visible()
    table.sit_down(player_on(*BEFORE_WIN))
    table.press("left")
    expect(table.page.get_by_role("group", name="You made 2048!")).to_be_visible()


def states(table: Table) -> list[tuple[str, Callable[[], Any]]]:
    """Everything of the site that can be on the screen, and how it comes there."""
    page = table.page
    language = page.url.split("/")[3]
    played, _ = player_on("2 2 . .", ". 4 . .").move(["left"])
    all_tiles = player_on(
        "131072 65536 32768 16384", "8192 4096 2048 1024", "512 256 128 64", "32 16 8 ."
    )

    def sit(player: Any) -> None:
        sid = table.site.save_player(player)
        table.context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
        page.goto(f"/{language}/")
        page.wait_for_function("() => document.getElementById('settings-button')")

    def ask() -> None:
        sit(played)
        page.locator("#controls [data-play=new-game] button").click()

    def win() -> None:
        sit(player_on(*BEFORE_WIN))
        table.press("left")
        page.wait_for_function("() => document.activeElement.closest('#banner')")

    def end() -> None:
        sit(player_on(*OVER))
        page.wait_for_function("() => document.activeElement.closest('#banner')")

    def without_clipboard() -> None:
        page.evaluate(
            """() => {
                for (const name of ['share', 'clipboard']) {
                    Object.defineProperty(navigator, name, {value: undefined});
                }
                document.querySelector('[data-part=share] button').click();
            }"""
        )

    def ask_solver(part: str) -> None:
        sit(all_tiles)
        page.locator(f"[data-play={part}] button").click()
        page.locator(f"#{part}").wait_for()

    def open_dialog(button: str) -> None:
        sit(all_tiles)
        page.locator(button).click()

    return [
        ("the game", lambda: sit(all_tiles)),
        ("the hint", lambda: ask_solver("hint")),
        ("the autoplay", lambda: ask_solver("autoplay")),
        ("settings", lambda: open_dialog("#settings-button")),
        ("help", lambda: open_dialog("#help-button")),
        ("the question", ask),
        ("the win", win),
        ("the result", without_clipboard),
        ("the end", end),
        ("rules", lambda: page.goto(f"/{language}/rules")),
        ("strategy", lambda: page.goto(f"/{language}/strategy")),
        ("offline", lambda: page.goto(f"/{language}/offline")),
        ("an error", lambda: page.goto(f"/{language}/nothing")),
    ]


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(("theme", "system"), THEMES)
def test_axe_finds_nothing_anywhere(
    table: Table, theme: str, system: Literal["light", "dark"], language: str
) -> None:
    table.page.emulate_media(color_scheme=system)
    cookies = {"theme": theme, "motion": "off"}
    table.context.add_cookies(
        [{"name": name, "value": value, "url": table.site.url} for name, value in cookies.items()]
    )
    # The page of the missing connection would find one, and leave.
    table.page.route(
        "**/offline",
        lambda route: route.abort() if route.request.method == "HEAD" else route.continue_(),
    )
    table.page.goto(f"/{language}/rules")
    found = []
    for name, show in states(table):
        show()
        expect(table.page.locator("html")).to_have_attribute("data-theme", theme)
        # The page's policy binds its own scripts; this one comes by the browser's debugger.
        table.page.evaluate(AXE)
        results = table.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert "color-contrast" in {rule["id"] for rule in results["passes"]}, name
        found += [
            (name, rule["id"], [node["html"][:120] for node in rule["nodes"]][:5])
            for rule in results["violations"]
        ]

    assert found == []
