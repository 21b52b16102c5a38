"""Swipes by real touch events, the pad, and what a finger must not set off."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from app.rules import Direction
from tests.browser.table import Table
from tests.server import Server
from tests.visitor import player_on

ALL_LEGAL = (". . . .", ". 2 . .", ". . 4 .", ". . . .")
STEPS = 6


@pytest.fixture
def table(browser: Browser, browser_context_args: dict[str, Any], site: Server) -> Iterator[Table]:
    """A page on a phone."""
    context = browser.new_context(
        **{**browser_context_args, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    )
    table = Table(context.new_page(), context, site)
    yield table
    context.close()
    assert table.complaints == []


class Finger:
    """A finger on the glass, by the browser's own touch events."""

    def __init__(self, table: Table) -> None:
        self.devtools: CDPSession = table.context.new_cdp_session(table.page)

    def down(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", points)

    def up(self) -> None:
        self._send("touchEnd", ())

    def swipe(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        (x, y), (dx, dy) = start, by
        self.down((x, y))
        for step in range(1, STEPS + 1):
            self.move((x + dx * step / STEPS, y + dy * step / STEPS))
        self.up()

    def _send(self, kind: str, points: tuple[tuple[float, float], ...]) -> None:
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def middle(table: Table, selector: str = "#board") -> tuple[float, float]:
    box = table.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


SWIPES = {"up": (0, -120), "right": (120, 0), "down": (0, 120), "left": (-120, 0)}


@pytest.mark.parametrize("direction", list(SWIPES))
def test_a_swipe_plays_its_direction_and_scrolls_nothing(table: Table, direction: str) -> None:
    """gabrielecirulli/2048#201, #121, uberspot/2048-android#5."""
    player = player_on(*ALL_LEGAL)
    table.sit_down(player)
    Finger(table).swipe(middle(table), SWIPES[direction])
    table.expect_turn(1)
    expected, _ = player.move([Direction(direction)])

    assert table.settle()["board"] == list(expected.game.board)
    assert table.page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


def test_a_swipe_counts_in_the_free_space_around_the_board(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    stage = table.page.locator("#stage").bounding_box()
    board = table.page.locator("#board").bounding_box()
    assert stage is not None
    assert board is not None
    below = (stage["x"] + 100, (board["y"] + board["height"] + stage["y"] + stage["height"]) / 2)
    beside = (stage["x"] + 2, board["y"] + 50)
    start = below if stage["height"] - board["height"] > 8 else beside
    Finger(table).swipe(start, (120, 0))

    table.expect_turn(1)
    table.settle()


def test_a_swipe_is_decided_once_and_by_its_clear_winner(table: Table) -> None:
    """gabrielecirulli/2048#340: a gesture fires on its first pixels, in the wrong direction."""
    player = player_on(*ALL_LEGAL)
    table.sit_down(player)
    finger = Finger(table)
    x, y = middle(table)
    finger.down((x, y))
    for dx, dy in [(1, 4), (3, 6), (12, 9), (60, 14), (140, 20), (140, 100), (140, 180)]:
        finger.move((x + dx, y + dy))
    finger.up()
    table.expect_turn(1)
    table.page.wait_for_timeout(200)
    expected, _ = player.move([Direction.RIGHT])

    assert table.settle()["board"] == list(expected.game.board)


def test_a_tap_and_a_tremble_play_nothing(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    finger = Finger(table)
    finger.swipe(middle(table), (0, 0))
    finger.swipe(middle(table), (6, 3))
    table.page.wait_for_timeout(200)

    assert table.settle()["turn"] == 0


def test_two_fingers_zoom_and_play_nothing(table: Table) -> None:
    """Pinch zoom is never forbidden: dev-family/wasm-2048#1."""
    table.sit_down(player_on(*ALL_LEGAL))
    finger = Finger(table)
    x, y = middle(table)
    finger.down((x - 20, y), (x + 20, y))
    for step in range(1, STEPS + 1):
        finger.move((x - 20 - 15 * step, y), (x + 20 + 15 * step, y))
    finger.up()
    table.page.wait_for_timeout(200)

    assert table.settle()["turn"] == 0
    assert table.page.evaluate("visualViewport.scale") > 1.2


def test_double_taps_do_not_zoom(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    for selector in ("#board", "#controls [data-play=undo] button"):
        x, y = middle(table, selector)
        for _ in range(2):
            table.page.touchscreen.tap(x, y)
        action = table.page.locator(selector).evaluate("node => getComputedStyle(node).touchAction")
        assert action in {"manipulation", "pinch-zoom"} or selector == "#board"
    stage = table.page.locator("#stage").evaluate("node => getComputedStyle(node).touchAction")
    assert stage == "pinch-zoom"
    assert table.page.evaluate("visualViewport.scale") == 1


def test_a_swipe_down_does_not_reload_the_page(table: Table) -> None:
    """gabrielecirulli/2048#478, increpare/PuzzleScript#383."""
    table.sit_down(player_on(*ALL_LEGAL))
    behaviour = "getComputedStyle(document.documentElement).overscrollBehaviorY"

    assert table.page.evaluate(behaviour) == "none"


def test_the_header_and_the_text_below_still_scroll(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    x, y = middle(table, "header")
    Finger(table).swipe((x, y), (0, -60))
    table.page.wait_for_function("() => scrollY > 20")

    assert table.settle()["turn"] == 0


def test_the_pad_has_buttons_of_44_pixels_that_play(table: Table) -> None:
    """gabrielecirulli/2048#53: no way to play without swiping."""
    player = player_on(*ALL_LEGAL)
    for direction in Direction:
        table.sit_down(player)
        pad = table.page.get_by_role("group", name="Directions")
        button = pad.get_by_role("button", name=direction.value.capitalize())
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        button.tap()
        table.expect_turn(1)
        expected, _ = player.move([direction])
        assert table.settle()["board"] == list(expected.game.board)


def test_a_swipe_that_starts_on_a_button_is_the_button_s(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    start = middle(table, "#controls [data-play=undo] button")
    Finger(table).swipe(start, (120, 0))
    table.page.wait_for_timeout(200)

    assert table.settle()["turn"] == 0


def test_fast_swipes_are_all_played(table: Table) -> None:
    player = player_on(*ALL_LEGAL)
    table.sit_down(player)
    finger = Finger(table)
    directions = ["left", "down", "right", "down", "left", "up", "right", "down"]
    for direction in directions:
        finger.swipe(middle(table), SWIPES[direction])
    expected, _ = player.move([Direction(direction) for direction in directions])
    table.expect_turn(expected.game.turn)

    assert table.settle()["board"] == list(expected.game.board)
    expect(table.page.get_by_role("dialog")).to_be_hidden()
