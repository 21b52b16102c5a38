"""Winning, ending, starting anew: what the banners offer, and when."""

import pytest
from playwright.sync_api import expect

from app.rules import Direction
from tests.boards import board
from tests.browser.table import Table
from tests.visitor import ending_player, player_on

BEFORE_WIN = ("1024 1024 . .", "1024 1024 . .", ". . . 2")
OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 4")
BEFORE_END = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 16 16")
# The second half of a double click is no answer to a question; this is past it.
ARMED = 400


def win(table: Table) -> None:
    table.sit_down(player_on(*BEFORE_WIN))
    table.press("left")
    expect(table.page.get_by_role("button", name="Keep playing")).to_be_visible()
    table.wait_for_the_banner()


def test_the_win_shows_a_banner_and_keep_playing_closes_it_for_good(table: Table) -> None:
    """haskell-wasm/ghc-wasm-miso-examples#19, and RULES.md point 2."""
    page = table.page
    win(table)
    expect(page.get_by_role("heading", name="You made 2048!")).to_be_visible()
    assert table.settle()["status"] == "won"

    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("heading", name="You made 2048!")).to_be_hidden()
    before = table.settle()
    page.reload()
    assert table.settle() == before
    expect(page.get_by_role("heading", name="You made 2048!")).to_be_hidden()

    table.press("up")
    table.expect_turn(2)
    assert 4096 in table.settle()["board"]
    expect(page.get_by_role("heading", name="You made 2048!")).to_be_hidden()


def test_a_second_2048_opens_no_banner_nor_does_a_reload(table: Table) -> None:
    player, _ = player_on("1024 1024 . .", "4 . . .", "512 512 1024 .").move([Direction.LEFT])
    table.sit_down(player.keep_playing())
    table.press("left")
    table.expect_turn(2)
    state = table.settle()
    assert state["board"].count(2048) == 2

    table.page.reload()
    assert table.settle()["board"] == state["board"]
    expect(table.page.get_by_role("heading", name="You made 2048!")).to_be_hidden()
    table.press("right")
    table.expect_turn(3)
    assert table.settle()["status"] == "playing"


def test_presses_behind_a_win_are_not_played_after_the_choice(table: Table) -> None:
    table.sit_down(player_on(*BEFORE_WIN))
    table.slow_down(300)
    table.press("left", "right", "down", "up")
    table.page.get_by_role("button", name="Keep playing").click()
    expect(table.board).to_have_attribute("data-status", "playing")

    assert table.settle()["turn"] == 1


def test_a_press_while_the_banner_is_folded_away_is_answered(table: Table) -> None:
    """gabrielecirulli/2048#109."""
    win(table)
    table.page.get_by_text("Look at the board").click()
    table.press("down")

    expect(table.page.get_by_role("status")).to_contain_text("You made 2048!")
    assert table.settle()["turn"] == 1


def test_an_open_banner_is_there_again_after_a_reload(table: Table) -> None:
    win(table)
    table.page.reload()

    expect(table.page.get_by_role("button", name="Keep playing")).to_be_visible()


def test_keep_playing_is_the_first_choice_and_has_the_focus(table: Table) -> None:
    win(table)

    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused()


def test_moves_wait_for_the_choice(table: Table) -> None:
    win(table)
    before = table.settle()
    table.press("right", "down", "up")
    table.page.wait_for_timeout(200)

    assert table.settle() == before


def test_the_banner_takes_no_input_in_its_first_half_second(table: Table) -> None:
    """uberspot/2048-android#28: the hand that was swiping hits a button."""
    page = table.page
    table.sit_down(player_on(*BEFORE_WIN))
    # Strikes from inside, since a round trip of the test is too slow to be early.
    page.evaluate(
        """() => {
            window.early = 0;
            const strike = () => {
                const shown = [...document.querySelectorAll('button')].filter(
                    button => /Keep playing/.test(button.textContent) && button.checkVisibility());
                if (!shown.length) return requestAnimationFrame(strike);
                for (const button of shown) {
                    const {x, y, width, height} = button.getBoundingClientRect();
                    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
                    if (hit?.closest('form, summary')) hit.click();
                    button.focus();
                    if (document.activeElement === button) button.click();
                    window.early += 1;
                }
            };
            strike();
        }"""
    )
    table.press("left")
    page.wait_for_function("() => window.early > 0")
    expect(page.get_by_role("button", name="Keep playing")).to_be_focused()

    assert table.settle()["status"] == "won"
    expect(page.get_by_role("button", name="Keep playing")).to_be_visible()


def test_the_board_can_be_looked_at_under_a_banner(table: Table) -> None:
    """gabrielecirulli/2048#14, jeffhou/hex-2048#4: the overlay hides the final board."""
    table.sit_down(player_on(*OVER[:3], "4 2 4 2"))
    page = table.page
    expect(page.get_by_role("heading", name="No move is left")).to_be_visible()
    page.get_by_text("Look at the board").click()
    expect(page.get_by_role("heading", name="No move is left")).to_be_hidden()
    page.get_by_text("Back to the choice").click()
    expect(page.get_by_role("heading", name="No move is left")).to_be_visible()


def test_the_end_is_said_with_the_score_and_stays_over_a_reload(table: Table) -> None:
    table.sit_down(ending_player(*BEFORE_END, direction=Direction.LEFT))
    table.press("left")
    page = table.page
    expect(page.get_by_role("heading", name="No move is left")).to_be_visible()
    final = table.settle()
    page.reload()
    expect(page.get_by_role("heading", name="No move is left")).to_be_visible()
    assert table.settle() == final
    expect(page.get_by_role("button", name="Keep playing")).to_be_hidden()


def test_a_2048_on_the_last_move_is_told_as_both(table: Table) -> None:
    """gabrielecirulli/2048#180, PR 181."""
    rows = ("1024 1024 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
    table.sit_down(ending_player(*rows, direction=Direction.RIGHT))
    table.press("right")
    page = table.page

    expect(page.get_by_role("heading", name="You made 2048!")).to_be_visible()
    expect(page.get_by_text("no move is left").first).to_be_visible()
    expect(page.get_by_role("button", name="Keep playing")).to_be_hidden()


def test_new_game_asks_first_and_no_is_the_safe_choice(table: Table) -> None:
    """gabrielecirulli/2048#83, #116."""
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    before = table.sit_down(player).settle()
    page = table.page
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Go on with this game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert table.settle() == before

    page.get_by_role("button", name="New game").click()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert table.settle() == before
    expect(page.get_by_role("button", name="New game")).to_be_focused()


def test_a_question_asked_again_at_once_is_answered_by_its_own_answer(table: Table) -> None:
    """The event of the first closing comes when the dialog is already open again."""
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    table.sit_down(player)
    table.page.get_by_role("button", name="New game").click()
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Go on with this game").evaluate(
        """goOn => {
            goOn.click();
            document.querySelector('#controls [data-play="new-game"] button').click();
        }"""
    )
    expect(dialog).to_be_visible()
    table.page.wait_for_timeout(ARMED)
    dialog.get_by_role("button", name="New game").click()
    table.expect_turn(0)

    assert table.settle()["turn"] == 0


def test_a_double_click_on_new_game_asks_and_answers_nothing(table: Table) -> None:
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    before = table.sit_down(player).settle()
    table.page.get_by_role("button", name="New game").dblclick()
    expect(table.page.get_by_role("dialog")).to_be_visible()

    assert table.settle() == before


def test_a_new_game_can_be_undone(table: Table) -> None:
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    before = table.sit_down(player).settle()
    page = table.page
    page.get_by_role("button", name="New game").click()
    page.wait_for_timeout(ARMED)  # the second half of a double click is no answer
    page.get_by_role("dialog").get_by_role("button", name="New game").click()
    table.expect_turn(0)
    page.get_by_role("button", name="Undo").click()
    table.expect_turn(1)
    after = table.settle()

    assert after["board"] == before["board"]
    assert after["assisted"] is False


@pytest.mark.parametrize("rows", [("2 2 . .",), (*OVER[:3], "4 2 4 2")])
def test_new_game_does_not_ask_where_there_is_nothing_to_lose(
    table: Table, rows: tuple[str, ...]
) -> None:
    before = table.sit_down(player_on(*rows)).settle()
    page = table.page
    if before["status"] == "over":
        table.wait_for_the_banner()
    page.get_by_role("button", name="New game").filter(visible=True).last.click()
    expect(table.board).not_to_have_attribute("data-version", str(before["version"]))
    expect(page.get_by_role("dialog")).to_be_hidden()

    assert table.settle()["turn"] == 0


def test_undo_takes_back_a_move_and_says_that_the_game_no_longer_counts(table: Table) -> None:
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    table.sit_down(player)
    page = table.page
    expect(page.get_by_text("assisted", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    table.expect_turn(0)

    expect(page.get_by_text("assisted", exact=True)).to_be_visible()
    assert table.settle()["board"] == list(board("2 2 . .", ". 4 . ."))


def test_undo_after_the_end_goes_on_with_the_game(table: Table) -> None:
    player = ending_player(*BEFORE_END, direction=Direction.LEFT)
    ended, _ = player.move([Direction.LEFT])
    table.sit_down(ended).wait_for_the_banner()
    page = table.page
    page.get_by_role("button", name="Undo").filter(visible=True).last.click()
    table.expect_turn(0)

    expect(page.get_by_role("heading", name="No move is left")).to_be_hidden()
    assert table.settle()["board"] == list(player.game.board)
