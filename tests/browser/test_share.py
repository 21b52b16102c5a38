"""A result as text: by the device's own means, by the clipboard, or from a field."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.visitor import player_on

SHARE = "Object.defineProperty(navigator, 'share', {{value: async data => {{ {body} }}}});"
KEEP = "window.shared = data;"
CANCEL = "throw new DOMException('', 'AbortError');"
REFUSE = "throw new DOMException('', 'NotAllowedError');"
NO_SHARE = "Object.defineProperty(navigator, 'share', {value: undefined});"
CLIPBOARD = """Object.defineProperty(navigator, 'clipboard',
    {value: {writeText: async text => { window.copied = text; }}});"""
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"


def result(table: Table, language: str = "en") -> str:
    return (
        "2048 · Score: 2,048 · Largest tile: 2048 · Moves: 1\n"
        f"http://127.0.0.1:{table.site.port}/{language}/"
    )


def win(table: Table, *scripts: str) -> None:
    for script in scripts:
        table.page.add_init_script(script)
    table.sit_down(player_on("1024 1024 . .", ". 2 . ."))
    table.press("left")
    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused()


def share(table: Table) -> None:
    table.page.get_by_role("button", name="Share").click()


def test_a_win_is_shared_by_the_device_s_own_means(table: Table) -> None:
    win(table, SHARE.format(body=KEEP), CLIPBOARD)
    share(table)
    table.page.wait_for_function("() => window.shared")

    assert table.page.evaluate("window.shared") == {"text": result(table)}
    assert table.page.evaluate("window.copied") is None


@pytest.mark.parametrize("without", [NO_SHARE, SHARE.format(body=REFUSE)])
def test_else_it_is_copied_and_that_is_seen_and_spoken(table: Table, without: str) -> None:
    win(table, without, CLIPBOARD)
    share(table)

    expect(table.notice("Copied")).to_be_visible()
    expect(table.page.get_by_role("status")).to_contain_text("Copied")
    assert table.page.evaluate("window.copied") == result(table)


def test_else_it_is_text_to_be_copied_by_hand(table: Table) -> None:
    win(table, NO_SHARE, NO_CLIPBOARD)
    share(table)
    dialog = table.page.get_by_role("dialog", name="Your result")
    field = dialog.get_by_role("textbox")

    expect(field).to_be_focused()
    expect(field).to_have_value(result(table))
    assert table.page.evaluate("getSelection().toString()") == result(table)
    # A selection that is dragged out of the dialog does not close it.
    box = field.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + 20, box["y"] + 20)
    table.page.mouse.down()
    table.page.mouse.move(5, 5)
    table.page.mouse.up()
    expect(dialog).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(table.page.get_by_role("button", name="Share")).to_be_focused()


def test_who_closes_the_device_s_list_is_offered_nothing_else(table: Table) -> None:
    win(table, SHARE.format(body=f"window.asked = true; {CANCEL}"), CLIPBOARD)
    share(table)
    table.page.wait_for_function("() => window.asked")

    assert table.page.evaluate("window.copied") is None
    expect(table.page.get_by_role("dialog")).to_be_hidden()


def test_an_ended_game_is_shared_with_its_largest_tile(table: Table) -> None:
    table.page.add_init_script(SHARE.format(body=KEEP))
    table.sit_down(player_on("2 4 2 4", "4 256 4 2", "2 4 2 4", "4 2 4 2"))
    expect(table.page.locator("#banner").get_by_role("button", name="New game")).to_be_focused()
    share(table)
    table.page.wait_for_function("() => window.shared")

    text = table.page.evaluate("window.shared.text")
    assert text.startswith("2048 · Score: 0 · Largest tile: 256 · Moves: 0\n")


def test_the_address_is_the_game_s_in_the_page_s_language(table: Table) -> None:
    table.page.add_init_script(SHARE.format(body=KEEP))
    table.sit_down(player_on("2 4 2 4", "4 256 4 2", "2 4 2 4", "4 2 4 2"))
    table.page.goto("/hi/")
    table.page.wait_for_function("() => document.activeElement.closest('#banner')")
    table.page.locator("#banner [data-part=share] button").click()
    table.page.wait_for_function("() => window.shared")

    assert table.page.evaluate("window.shared.text").endswith(f":{table.site.port}/hi/")
