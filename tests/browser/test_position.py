"""The board of the solver's page, set up by pressing, typing and keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table

pytestmark = pytest.mark.usefixtures("solver")


def cells(page: Page) -> list[str]:
    return page.locator(".position-cell").evaluate_all("cells => cells.map(cell => cell.value)")


def open_page(table: Table, language: str = "en") -> Page:
    table.page.goto(f"/{language}/solver")
    expect(table.page.locator("#palette")).to_be_visible()
    return table.page


def test_a_chosen_tile_is_put_where_one_presses_and_taken_away_again(table: Table) -> None:
    page = open_page(table)
    page.get_by_role("radio", name="64", exact=True).check(force=True)
    first = page.get_by_role("textbox", name="Row 1, Column 1")
    first.click()
    page.get_by_role("textbox", name="Row 2, Column 3").click()
    assert cells(page) == ["64", *[""] * 5, "64", *[""] * 9]
    first.click()
    assert cells(page) == [*[""] * 6, "64", *[""] * 9]


def test_a_position_is_typed_with_the_keyboard_alone_and_analysed(table: Table) -> None:
    page = open_page(table)
    page.get_by_role("textbox", name="Row 1, Column 1").focus()
    page.keyboard.type("128")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("64")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("2")
    page.keyboard.press("Enter")

    expect(page.locator("#analysis .answer")).to_be_visible()
    # Up is not legal here.
    expect(page.locator("#analysis tbody tr")).to_have_count(3)
    assert cells(page) == ["128", "64", "", "", "", "2", *[""] * 10]


def test_an_impossible_position_says_why_and_keeps_the_board(table: Table) -> None:
    page = open_page(table, "hi")
    page.get_by_role("radio", name="64", exact=True).check(force=True)
    page.locator(".position-cell").first.click()
    page.locator(".position-cell").nth(1).click()
    page.get_by_role("button", name="सॉल्वर से पूछें").click()

    expect(page.locator("#analysis .fault")).to_contain_text("हमेशा कोई 2 या 4")
    assert cells(page)[:2] == ["64", "64"]


def test_clearing_empties_the_board(table: Table) -> None:
    page = open_page(table)
    page.locator(".position-cell").first.fill("8")
    page.get_by_role("button", name="Clear").click()

    assert cells(page) == [""] * 16
    expect(page.locator(".position-cell").first).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_answer_is_in_sight_and_goes_when_the_board_changes(
    table: Table, width: int, height: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    page = open_page(table)
    page.locator(".position-cell").first.fill("8")
    page.locator(".position-cell").nth(1).fill("4")
    page.get_by_role("button", name="Ask the solver").click()
    answer = page.locator("#analysis .answer")

    expect(answer).to_be_in_viewport(ratio=1)
    page.locator(".position-cell").nth(2).fill("2")
    expect(answer).to_be_hidden()
