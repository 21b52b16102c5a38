"""The map of the keys, and the keys that it names."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import Table
from tests.visitor import player_on

IN_PROGRESS, _ = player_on("2 2 . .", ". 4 . .", ". . 8 .").move(["left"])


def help_dialog(table: Table) -> Locator:
    return table.page.get_by_role("dialog", name="Help")


def test_a_question_mark_opens_the_map_of_the_keys(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    table.page.keyboard.press("Shift+?")
    keys = help_dialog(table).get_by_role("table", name="Keys")

    expect(keys).to_be_visible()
    named = [" ".join(text.split()) for text in keys.get_by_role("rowheader").all_inner_texts()]
    letters = ["W A S D", "H J K L", "U", "I", "N", "R", "?"]
    assert named == ["Arrow keys", *letters, "Esc", "Gamepad"]


def test_help_opens_by_its_button_and_leads_to_the_rules(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    table.page.get_by_role("button", name="Help").click()
    help_dialog(table).get_by_role("link", name="All the rules").click()

    expect(table.page).to_have_url(f"{table.site.url}/en/rules")


def test_the_question_mark_is_what_the_key_types_not_its_place(table: Table) -> None:
    """On a German keyboard it is Shift and the key at the place of the minus."""
    table.sit_down(IN_PROGRESS)
    table.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', "
        "{code: 'Minus', key: '?', shiftKey: true, bubbles: true, cancelable: true}))"
    )

    expect(help_dialog(table)).to_be_visible()


def test_help_opens_where_the_board_is_scrolled_away(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    table.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.page.keyboard.press("?")

    expect(help_dialog(table)).to_be_visible()


def test_u_takes_a_move_back(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    table.page.keyboard.press("KeyU")
    table.expect_turn(0)
    table.settle()


def test_n_asks_for_a_new_game_and_escape_is_no(table: Table) -> None:
    before = table.sit_down(IN_PROGRESS).settle()
    table.page.keyboard.press("KeyN")
    dialog = table.page.get_by_role("dialog", name="Start a new game?")
    expect(dialog).to_be_visible()
    table.page.keyboard.press("KeyN")
    table.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    assert table.settle() == before


def test_r_reads_the_board(table: Table) -> None:
    table.sit_down(player_on("2 2 . .", ". 4 . .", ". . 8 ."))
    table.page.keyboard.press("KeyR")

    expect(table.page.get_by_role("status")).to_have_text(
        "Row 1: 2, 2, empty, empty. Row 2: empty, 4, empty, empty. "
        "Row 3: empty, empty, 8, empty. Row 4: empty, empty, empty, empty."
    )


def test_letters_are_places_on_the_keyboard(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    table.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', "
        "{code: 'KeyU', key: 'ß', bubbles: true, cancelable: true}))"
    )

    table.expect_turn(0)


@pytest.mark.parametrize("modifier", ["ctrlKey", "altKey", "metaKey"])
def test_with_a_modifier_they_are_the_browser_s(table: Table, modifier: str) -> None:
    table.sit_down(IN_PROGRESS)
    prevented = table.page.evaluate(
        """modifier => [
            ['KeyU', 'u'], ['KeyI', 'i'], ['KeyN', 'n'], ['KeyR', 'r'], ['Slash', '?'],
        ].map(([code, key]) => {
                const event = new KeyboardEvent('keydown',
                    {code, key, bubbles: true, cancelable: true, [modifier]: true});
                document.body.dispatchEvent(event);
                return event.defaultPrevented;
            })""",
        modifier,
    )

    assert prevented == [False] * 5
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    assert table.settle()["turn"] == 1


def test_a_key_held_down_asks_once(table: Table) -> None:
    player, _ = player_on("2 . . .", ". 4 . .", ". . 8 .").move(["left", "right", "left"])
    table.sit_down(player)
    table.page.evaluate(
        """() => [false, true, true, true].map(repeat => document.body.dispatchEvent(
            new KeyboardEvent('keydown', {code: 'KeyU', key: 'u', repeat, bubbles: true})))"""
    )
    table.expect_turn(player.game.turn - 1)

    assert table.settle()["turn"] == player.game.turn - 1


def test_the_keys_do_nothing_in_an_open_dialog(table: Table) -> None:
    before = table.sit_down(IN_PROGRESS).settle()
    table.page.keyboard.press("?")
    expect(help_dialog(table)).to_be_visible()
    for key in ("KeyU", "KeyI", "KeyN", "?", "ArrowLeft", "KeyA"):
        table.page.keyboard.press(key)
    expect(table.page.get_by_role("dialog")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(help_dialog(table)).to_be_hidden()

    assert table.settle() == before


def test_the_keys_are_deaf_with_the_banner(table: Table) -> None:
    """uberspot/2048-android#28: a hand in full swing starts no new game."""
    table.sit_down(player_on("1024 1024 . .", ". 2 . ."))
    table.page.evaluate(
        """() => new Promise(resolve => {
            const press = code => document.body.dispatchEvent(
                new KeyboardEvent('keydown', {code, key: code, bubbles: true, cancelable: true}));
            const strike = () => {
                const banner = document.getElementById('banner');
                if (banner.hidden) return requestAnimationFrame(strike);
                press('KeyN');
                press('KeyU');
                resolve();
            };
            press('ArrowLeft');
            strike();
        })"""
    )

    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused()
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    assert table.settle()["status"] == "won"
