"""Keys: fast, held, modified, and where the focus is."""

import random

import pytest
from playwright.sync_api import expect

from tests.boards import board
from tests.browser.table import KEYS, Table
from tests.visitor import player_on

ALL_LEGAL = (". . . .", ". 2 . .", ". . 4 .", ". . . .")


@pytest.mark.parametrize(
    ("direction", "keys"),
    [
        ("up", ["ArrowUp", "KeyW", "KeyK"]),
        ("right", ["ArrowRight", "KeyD", "KeyL"]),
        ("down", ["ArrowDown", "KeyS", "KeyJ"]),
        ("left", ["ArrowLeft", "KeyA", "KeyH"]),
    ],
)
def test_arrows_and_the_physical_letter_keys_play(
    table: Table, direction: str, keys: list[str]
) -> None:
    """gabrielecirulli/2048 PR 205."""
    player = player_on(*ALL_LEGAL)
    played, _ = player.move([direction])
    for key in keys:
        table.sit_down(player)
        table.page.keyboard.press(key)
        table.expect_turn(1)
        assert table.settle()["board"] == list(played.game.board)


def test_letters_are_places_on_the_keyboard_not_characters(table: Table) -> None:
    """On a French keyboard the key at W's place types z."""
    table.sit_down(player_on(*ALL_LEGAL))
    table.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', "
        "{code: 'KeyW', key: 'z', bubbles: true, cancelable: true}))"
    )
    table.expect_turn(1)
    table.settle()


def test_a_hundred_keys_in_a_second_on_a_slow_network_are_all_played_in_order(
    table: Table,
) -> None:
    """mateuszsokola/2048-in-react#19, kunal-mohta/frontend-101#8, f111fei/2048egret#3."""
    player = player_on("2 . . .", ". . . 4", seed=b"fast")
    table.sit_down(player)
    table.slow_down(300)
    directions = random.Random(4).choices(["left", "down", "right", "up"], [5, 5, 3, 1], k=100)
    table.page.evaluate(
        """async keys => {
            for (const code of keys) {
                const options = {code, key: code, bubbles: true, cancelable: true};
                document.body.dispatchEvent(new KeyboardEvent('keydown', options));
                document.body.dispatchEvent(new KeyboardEvent('keyup', options));
                await new Promise(resolve => setTimeout(resolve, 10));
            }
        }""",
        [KEYS[direction] for direction in directions],
    )
    expected, _ = player.move(directions)
    assert expected.status == "playing"
    table.expect_turn(expected.game.turn)
    state = table.settle()

    assert state["board"] == list(expected.game.board)
    assert state["score"] == expected.game.score


def test_a_key_pressed_during_an_animation_is_not_lost(table: Table) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    table.press("left", "right", "left", "right")
    table.expect_turn(4)
    table.settle()


def test_a_held_key_plays_on_at_a_bounded_rate_and_stops_with_the_key(table: Table) -> None:
    """libretro/libretro-2048 PR 70, patorjk/JavaScript-Snake#22."""
    table.sit_down(player_on(*ALL_LEGAL))
    held, after = table.page.evaluate(
        """async () => {
            const turn = () => +document.querySelector('[data-turn]').dataset.turn;
            const send = (type, code, repeat) => document.body.dispatchEvent(new KeyboardEvent(
                type, {code, key: code, repeat, bubbles: true, cancelable: true}));
            const wait = time => new Promise(resolve => setTimeout(resolve, time));
            send('keydown', 'ArrowLeft', false);
            const start = performance.now();
            for (let i = 0; performance.now() < start + 1000; i += 1) {
                await wait(4);
                send('keydown', i % 2 ? 'ArrowLeft' : 'ArrowDown', true);
            }
            send('keyup', 'ArrowLeft', false);
            await wait(300);
            const released = turn();
            await wait(700);
            return [released, turn()];
        }"""
    )

    # The first press, and then one for each tenth of a second.
    assert 2 <= held <= 11
    assert after == held
    table.settle()


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta", "Shift"])
def test_keys_with_a_modifier_are_left_to_the_browser(table: Table, modifier: str) -> None:
    table.sit_down(player_on(*ALL_LEGAL))
    prevented = table.page.evaluate(
        """modifier => ['ArrowLeft', 'KeyA', 'KeyR', 'KeyL'].map(code => {
            const event = new KeyboardEvent('keydown',
                {code, key: code, bubbles: true, cancelable: true, [modifier]: true});
            document.body.dispatchEvent(event);
            return event.defaultPrevented;
        })""",
        {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey", "Shift": "shiftKey"}[modifier],
    )

    assert prevented == [False] * 4
    assert table.settle()["turn"] == 0


def test_only_keys_that_play_are_kept_from_the_browser(table: Table) -> None:
    """mateuszsokola/2048-in-react: Tab, F5 and the rest go on working."""
    table.sit_down(player_on(*ALL_LEGAL))
    codes = ["Tab", "F5", "Escape", "Enter", "PageDown", "Home", "KeyQ", "Digit1"]
    prevented = table.page.evaluate(
        """codes => codes.map(code => {
            const event = new KeyboardEvent('keydown',
                {code, key: code, bubbles: true, cancelable: true});
            document.body.dispatchEvent(event);
            return event.defaultPrevented;
        })""",
        codes,
    )

    assert dict(zip(codes, prevented, strict=True)) == dict.fromkeys(codes, False)
    assert table.settle()["turn"] == 0


def test_space_and_enter_act_on_the_focused_control_alone(table: Table) -> None:
    """gabrielecirulli/2048#204."""
    player, _ = player_on("2 2 . .").move(["left"])
    table.sit_down(player)
    table.page.keyboard.press("Space")
    table.page.keyboard.press("Enter")
    assert table.settle()["turn"] == 1
    assert table.page.evaluate("scrollY") == 0

    table.page.get_by_role("button", name="Undo").focus()
    table.page.keyboard.press("Space")
    table.expect_turn(0)
    table.settle()


def test_arrows_play_on_after_a_click_on_a_button(table: Table) -> None:
    """brunoborges/fx2048#69."""
    player, _ = player_on("2 2 . .", ". . . .", ". 4 . .").move(["left"])
    table.sit_down(player)
    table.page.get_by_role("button", name="Undo").click()
    table.expect_turn(0)
    table.press("left")
    table.expect_turn(1)
    table.settle()


def test_an_illegal_direction_nudges_the_board_and_is_spoken_and_costs_no_request(
    table: Table,
) -> None:
    """gabrielecirulli/2048#109."""
    table.sit_down(player_on("2 4 8 16"))
    requests: list[str] = []
    table.page.on("request", lambda request: requests.append(request.url))
    table.page.evaluate(
        """() => {
            window.moved = 0;
            const board = document.querySelector('[data-version]');
            const watch = () => {
                const ancestors = [board, board.parentElement];
                window.moved += ancestors.flatMap(node => node.getAnimations()).length;
                requestAnimationFrame(watch);
            };
            requestAnimationFrame(watch);
        }"""
    )
    table.press("up")

    expect(table.page.get_by_role("status")).to_have_text("Cannot move up.")
    table.page.wait_for_function("() => window.moved > 0")
    assert requests == []
    assert table.settle()["board"] == list(board("2 4 8 16"))


def test_arrows_do_not_play_behind_an_open_dialog(table: Table) -> None:
    player, _ = player_on("2 2 . .", ". . . .", ". 4 . .").move(["left"])
    table.sit_down(player)
    table.page.get_by_role("button", name="New game").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    table.press("right", "down")
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_be_hidden()

    assert table.settle()["turn"] == 1


def test_where_the_board_is_scrolled_away_the_keys_scroll(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 300})
    table.sit_down(player_on(*ALL_LEGAL))
    table.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = table.page.evaluate("scrollY")
    table.press("up")
    table.page.wait_for_function("before => scrollY < before", arg=before)

    assert table.settle()["turn"] == 0
