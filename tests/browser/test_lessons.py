"""The live boards of the strategy page: tried by click and by key, and as the server has them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import KEYS, Table, shown_on

LANGUAGES = ("hi", "en")


def open_lessons(table: Table, language: str = "en") -> Page:
    table.page.goto(f"/{language}/strategy")
    # Only a script makes the boards take the focus.
    expect(lesson(table.page, "care")).to_have_attribute("tabindex", "0")
    return table.page


def lesson(page: Page, name: str) -> Locator:
    return page.locator(f"#{name}").get_by_role("group")


def expect_turn(region: Locator, turn: int) -> None:
    expect(region.locator(".board")).to_have_attribute("data-turn", str(turn))


def served(table: Table, name: str, *moves: str) -> dict[str, Any]:
    return table.context.request.get(
        f"/practice/{name}?moves={','.join(moves)}", headers={"Accept": "application/json"}
    ).json()


def test_a_lesson_is_tried_by_click(table: Table) -> None:
    region = lesson(open_lessons(table), "rows")
    for turn, direction in enumerate(["Down", "Left", "Left", "Left"], 1):
        region.get_by_role("button", name=direction).click()
        expect_turn(region, turn)

    assert shown_on(region) == served(table, "rows", "down", "left", "left", "left")["board"]
    assert shown_on(region)[12] == 512
    expect(region.get_by_role("status")).to_contain_text("Left: made 512. 512 points.")
    expect(region.get_by_role("status")).to_contain_text("512 stands in the corner.")


def test_a_lesson_is_tried_by_keys_while_it_has_the_focus(table: Table) -> None:
    page = open_lessons(table)
    region = lesson(page, "forced")
    region.focus()
    top = page.evaluate("scrollY")
    for turn, direction in enumerate(["up", "down"], 1):
        page.keyboard.press(KEYS[direction])
        expect_turn(region, turn)

    assert shown_on(region) == served(table, "forced", "up", "down")["board"]
    assert page.evaluate("scrollY") == top


def test_keys_that_are_pressed_fast_are_all_played_in_order(table: Table) -> None:
    page = open_lessons(table)
    region = lesson(page, "corner")
    region.focus()
    moves = ["left", "left", "down", "left", "down", "right"]
    for direction in moves:
        page.keyboard.press(KEYS[direction])
    expect_turn(region, len(moves))

    assert shown_on(region) == served(table, "corner", *moves)["board"]


def test_without_the_focus_the_arrows_scroll(table: Table) -> None:
    page = open_lessons(table)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => scrollY > 0")

    expect(lesson(page, "corner").get_by_role("status")).to_have_text("128 stands in the corner.")


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Shift"])
def test_arrows_with_a_modifier_are_left_to_the_browser(table: Table, modifier: str) -> None:
    region = lesson(open_lessons(table), "care")
    prevented = region.evaluate(
        """(region, modifier) => {
            const event = new KeyboardEvent('keydown', {code: 'ArrowDown', bubbles: true,
                cancelable: true, [modifier]: true});
            region.dispatchEvent(event);
            return event.defaultPrevented;
        }""",
        {"Control": "ctrlKey", "Alt": "altKey", "Shift": "shiftKey"}[modifier],
    )

    assert prevented is False


def test_an_illegal_direction_is_said_and_asks_nothing(table: Table) -> None:
    page = open_lessons(table)
    region = lesson(page, "forced")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    region.get_by_role("button", name="Left").click()

    expect(region.get_by_role("status")).to_have_text("Cannot move left.")
    assert requests == []


def test_the_end_of_a_lesson_is_said_and_it_starts_again(table: Table) -> None:
    region = lesson(open_lessons(table), "care")
    region.get_by_role("button", name="Right").click()
    expect(region.get_by_role("status")).to_contain_text("No move is left.")
    region.get_by_role("button", name="Start again").click()
    expect_turn(region, 0)

    assert shown_on(region) == served(table, "care")["board"]
    expect(region.get_by_role("status")).to_have_text("256 stands in the corner.")


def test_a_lost_corner_is_said(table: Table) -> None:
    region = lesson(open_lessons(table), "corner")
    region.get_by_role("button", name="Up").click()

    expect(region.get_by_role("status")).to_contain_text("128 does not stand in the corner.")


def test_the_board_is_told_in_words(table: Table) -> None:
    region = lesson(open_lessons(table), "care")
    picture = region.get_by_role("img")
    expect(picture).to_have_accessible_name(re.compile(r"^Row 1: 4, 8, 16, empty\. Row 2: "))
    region.get_by_role("button", name="Right").click()
    expect(picture).to_have_accessible_name(re.compile(r"^Row 1: 2, 4, 8, 16\. Row 2: "))


def test_a_board_without_an_answer_goes_back_and_says_so(table: Table) -> None:
    table.page.route("**/practice/**", lambda route: route.abort())
    page = open_lessons(table)
    region = lesson(page, "care")
    before = shown_on(region)
    region.get_by_role("button", name="Down").click()
    expect(region.get_by_role("status")).to_have_text(
        "No answer from the server. Please try again."
    )
    assert shown_on(region) == before

    page.unroute("**/practice/**")
    region.get_by_role("button", name="Down").click()
    expect_turn(region, 1)


def test_a_lesson_leaves_the_game_and_the_other_lessons_alone(table: Table) -> None:
    page = open_lessons(table)
    lesson(page, "care").get_by_role("button", name="Down").click()
    expect_turn(lesson(page, "care"), 1)

    assert shown_on(lesson(page, "corner")) == served(table, "corner")["board"]
    assert table.state()["status"] == "none"
    assert table.context.cookies() == []


def test_in_hindi_a_lesson_speaks_hindi(table: Table) -> None:
    region = lesson(open_lessons(table, "hi"), "care")
    region.get_by_role("button", name="नीचे").click()

    expect(region.get_by_role("status")).to_contain_text("नीचे: मिलने से बनी 8, 16, 32। 56 अंक।")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["rules", "strategy"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_page_of_text_fits_the_screen(table: Table, language: str, name: str, width: int) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/{language}/{name}")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    loose = page.evaluate(
        """() => [...document.querySelectorAll('.wide')]
            .filter(box => box.scrollWidth > box.clientWidth).length"""
    )
    assert loose == 0


@pytest.mark.parametrize("name", ["rules", "strategy"])
def test_hindi_lines_have_room_and_letters_are_not_spaced(table: Table, name: str) -> None:
    page = table.page
    page.goto(f"/hi/{name}")
    styles = page.locator("main :is(p, li, h1, h2, h3, td, th, figcaption, caption)").evaluate_all(
        """nodes => nodes.filter(node => node.textContent.trim()).map(node => {
            const style = getComputedStyle(node);
            const line = parseFloat(style.lineHeight) / parseFloat(style.fontSize);
            return [node.tagName, line, style.letterSpacing, style.textTransform];
        })"""
    )

    assert len(styles) > 30
    for tag, line, spacing, transform in styles:
        assert line >= (1.45 if tag in {"H1", "H2", "H3"} else 1.59), tag
        assert (spacing, transform) == ("normal", "none")


@pytest.mark.parametrize("width", [320, 1280])
def test_the_buttons_of_a_lesson_are_large_enough_for_fingers(table: Table, width: int) -> None:
    page = open_lessons(table)
    page.set_viewport_size({"width": width, "height": 800})
    for button in lesson(page, "corner").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
