"""The autoplay: what stops it, how far it may run ahead, and what is said of it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from app.player import Player
from tests.browser.table import Table
from tests.browser.test_gamepad import CROSS, FAKE, push
from tests.browser.test_small_screens import (
    LOW,
    expect_all_but_the_links_in_the_window,
    read_in,
    resize,
)
from tests.visitor import ending_player, player_on

pytestmark = pytest.mark.usefixtures("solver")

BOARD = ("2 4 8 2", "4 16 32 .", "16 64 128 4", "512 256 . .")
LOADED = 30_000
ONE_A_SECOND, FIVE_A_SECOND, FASTEST = "0", "2", "5"
# What may be under way when a stop comes: a quarter of a second of play at its fastest.
UNDER_WAY = 15


def past_the_win(*rows: str) -> Player:
    player = player_on(*rows)
    assert player.game is not None
    return replace(player, game=replace(player.game, reached=True, kept_playing=True))


def open_panel(table: Table, speed: str, until: str | None = None) -> Locator:
    """Open the panel and set it."""
    table.page.get_by_role("button", name="Auto").click()
    panel = table.page.get_by_role("group", name="Auto")
    expect(panel).to_be_visible()
    panel.get_by_role("slider", name="Speed").fill(speed)
    if until is not None:
        panel.get_by_role("combobox", name="Stop at").select_option(until)
    return panel


def start(table: Table, speed: str, until: str | None = None) -> None:
    open_panel(table, speed, until).get_by_role("button", name="Start").click()


def turn(table: Table) -> int:
    return int(table.board.get_attribute("data-turn") or 0)


def wait_for_turn(table: Table, least: int) -> None:
    table.page.wait_for_function(
        "least => +document.querySelector('[data-turn]').dataset.turn >= least",
        arg=least,
        timeout=LOADED,
    )


def expect_stopped(table: Table) -> dict[str, Any]:
    """Wait for the sentence of the stop, and that nothing comes after it; return the state."""
    expect(table.page.get_by_role("status")).to_contain_text("Auto stopped after")
    state = table.settle()
    table.page.wait_for_timeout(500)
    assert table.settle() == state
    return state


def drag(table: Table, down: int = 0) -> None:
    """A swipe to the right, or slanting downward, by the mouse."""
    box = table.page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + 100, box["y"] + 100
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 60, y + down, steps=4)
    table.page.mouse.up()


def press_on_the_page(table: Table, key: str) -> None:
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press(key)


def scroll_away_and_press(table: Table) -> None:
    table.page.evaluate(
        """() => {
            document.body.style.paddingBottom = '2000px';
            scrollTo(0, 1500);
        }"""
    )
    table.press("left")


INPUTS: dict[str, Callable[[Table], None]] = {
    "an arrow key": lambda table: table.press("left"),
    "a letter": lambda table: table.page.keyboard.press("KeyD"),
    "reading the board": lambda table: table.page.keyboard.press("KeyR"),
    "escape": lambda table: table.page.keyboard.press("Escape"),
    "a swipe": drag,
    "a tap": lambda table: table.page.locator("#stage").click(position={"x": 150, "y": 150}),
    "a direction button": lambda table: table.page.get_by_role("button", name="Left").press(
        "Enter"
    ),
    "the stop button": lambda table: table.page.get_by_role("button", name="Stop").click(),
    "a click on the page": lambda table: table.page.locator("#score").click(),
    "a drag that points nowhere": lambda table: drag(table, 60),
    "a tab on the page": lambda table: press_on_the_page(table, "Tab"),
    "a blank on the page": lambda table: press_on_the_page(table, "Space"),
    "enter on the page": lambda table: press_on_the_page(table, "Enter"),
    "a key that does nothing": lambda table: table.page.keyboard.press("KeyX"),
    "a key that scrolls": lambda table: table.page.keyboard.press("PageDown"),
    "a key on a direction button": lambda table: table.page.get_by_role(
        "button", name="Left"
    ).press("Tab"),
    "a blank on a direction button": lambda table: table.page.get_by_role(
        "button", name="Left"
    ).press("Space"),
    "an arrow key while the board is out of sight": scroll_away_and_press,
    "closing the panel": lambda table: table.page.get_by_role("button", name="Auto").click(),
    "the settings": lambda table: table.page.get_by_role("button", name="Settings").click(),
}


@pytest.mark.parametrize("name", INPUTS)
def test_every_input_stops_it_within_one_move_and_plays_none_itself(
    table: Table, name: str
) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 3)
    # What the player does takes time: the page itself notes on which board it came.
    table.page.evaluate(
        """() => {
            for (const kind of ['keydown', 'pointerup']) {
                const note = () => {
                    window.heardAt = +document.querySelector('[data-turn]').dataset.turn;
                };
                window.addEventListener(kind, note, { capture: true });
            }
        }"""
    )
    INPUTS[name](table)
    heard = table.page.evaluate("window.heardAt")
    # Reading has more to say, and says it instead.
    if name == "reading the board":
        expect(table.page.get_by_role("status")).to_contain_text(re.compile("Row 1|Auto stopped"))
        table.page.wait_for_timeout(700)
        state = table.settle()
    else:
        state = expect_stopped(table)
        expect(table.page.get_by_role("status")).to_contain_text(
            f"Auto stopped after {state['turn']} moves."
        )

    assert heard >= 3
    assert heard <= state["turn"] <= heard + 1
    assert state["assisted"] is True


@pytest.mark.parametrize("key", ["Shift", "Control", "Alt", "Meta"])
def test_a_modifier_alone_is_no_input(table: Table, key: str) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 2)
    table.page.keyboard.press(key)
    wait_for_turn(table, turn(table) + 4)
    table.page.keyboard.press("Escape")

    expect_stopped(table)


def test_its_own_controls_can_be_reached_and_dragged_while_it_plays(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    panel = open_panel(table, FIVE_A_SECOND, "0")
    slider = panel.get_by_role("slider", name="Speed")
    panel.get_by_role("button", name="Start").press("Enter")
    wait_for_turn(table, 2)
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Tab")
    expect(slider).to_be_focused()
    box = slider.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    table.page.mouse.move(380, 5, steps=4)
    table.page.mouse.up()
    wait_for_turn(table, turn(table) + 4)
    expect(panel.get_by_role("button", name="Stop")).to_be_visible()
    panel.get_by_role("button", name="Stop").press("Space")

    expect_stopped(table)


@pytest.mark.parametrize("button", [CROSS["left"], 0])
def test_a_gamepad_stops_it_too(table: Table, button: int) -> None:
    table.page.add_init_script(FAKE)
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 3)
    push(table, button)
    state = expect_stopped(table)

    expect(table.page.get_by_role("status")).to_contain_text(f"after {state['turn']} moves.")


def test_it_plays_without_the_arrow_of_a_hint(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    panel = open_panel(table, FIVE_A_SECOND, "0")
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.get_by_role("region", name="Hint")).to_be_visible(timeout=LOADED)
    panel.get_by_role("button", name="Start").click()
    wait_for_turn(table, 2)
    expect(table.page.get_by_role("region", name="Hint")).to_be_hidden()
    expect(table.page.locator("svg.arrow")).to_have_count(0)
    table.page.keyboard.press("Escape")

    expect_stopped(table)


def test_undo_stops_it_and_takes_one_move_back(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 3)
    before = turn(table)
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.get_by_role("status")).to_contain_text("Undone.")
    state = table.settle()

    assert before - 1 <= state["turn"] <= before + 1


def test_a_key_that_is_held_down_stops_it_and_plays_nothing(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 2)
    table.page.evaluate(
        """async () => {
            for (let i = 0; i < 20; i += 1) {
                document.body.dispatchEvent(new KeyboardEvent('keydown',
                    {code: 'ArrowLeft', key: 'ArrowLeft', repeat: i > 0, bubbles: true}));
                await new Promise(resolve => setTimeout(resolve, 30));
            }
        }"""
    )

    state = expect_stopped(table)
    expect(table.page.get_by_role("status")).to_contain_text(f"after {state['turn']} moves")


def test_it_stops_at_the_banner(table: Table) -> None:
    """nneonneo/2048-ai#30: autoplay rushes past the win."""
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.sit_down(player_on("1024 1024 . .", ". 2 . ."))
    start(table, FASTEST, "0")
    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused(timeout=LOADED)
    state = expect_stopped(table)
    count = len([url for url in asked if "/autoplay" in url])
    table.page.wait_for_timeout(500)

    assert state["status"] == "won"
    assert max(state["board"]) == 2048
    assert len([url for url in asked if "/autoplay" in url]) == count
    expect(table.page.get_by_role("status")).to_contain_text("You made 2048!")
    expect(table.page.get_by_role("group", name="Auto").get_by_role("button").first).to_have_text(
        "Start"
    )


@pytest.mark.parametrize("until", ["next", "4096"])
def test_it_stops_at_the_tile_that_was_chosen(table: Table, until: str) -> None:
    table.sit_down(past_the_win("2048 1024 512 512", "2 4 . .", ". . . ."))
    start(table, FASTEST, until)
    expect(table.page.get_by_role("status")).to_contain_text("4096 made.", timeout=LOADED)
    state = expect_stopped(table)

    assert state["status"] == "playing"
    assert max(state["board"]) == 4096


def test_a_tile_that_is_there_already_is_none_to_stop_at(table: Table) -> None:
    table.sit_down(past_the_win("2048 2048 64 .", "2 4 . .", ". . . ."))
    panel = open_panel(table, FASTEST, "4096")
    choice = panel.get_by_role("combobox", name="Stop at")
    disabled = choice.locator("option:disabled")
    expect(disabled).to_have_count(0)
    panel.get_by_role("button", name="Start").click()
    expect(table.page.get_by_role("status")).to_contain_text("4096 made.", timeout=LOADED)
    expect_stopped(table)

    expect(disabled).to_have_text(["4096"])
    expect(choice).to_have_value("next")
    table.page.get_by_role("button", name="Undo").click()
    expect(disabled).to_have_count(0)


@pytest.mark.parametrize("button", ["Start", "One move"])
def test_it_plays_where_there_is_no_next_great_tile(table: Table, button: str) -> None:
    table.sit_down(past_the_win("131072 512 64 2", "2 4 . .", ". . . ."))
    panel = open_panel(table, FIVE_A_SECOND)
    expect(panel.get_by_role("combobox", name="Stop at")).to_have_value("next")
    panel.get_by_role("button", name=button).click()
    wait_for_turn(table, 1)
    table.page.keyboard.press("Escape")

    assert table.settle()["assisted"] is True


def test_it_plays_past_tiles_that_were_not_chosen(table: Table) -> None:
    table.sit_down(past_the_win("2048 1024 512 512", "2 4 . .", ". . . ."))
    start(table, FASTEST, "8192")
    table.page.wait_for_function(
        "() => document.querySelector('[data-cell][data-value=\"4096\"]')", timeout=LOADED
    )
    before = turn(table)
    wait_for_turn(table, before + 5)
    table.press("left")

    expect_stopped(table)


def test_it_plays_to_the_end_and_says_so(table: Table) -> None:
    table.sit_down(
        ending_player("2 4 8 16", "4 8 16 32", "8 16 32 64", "64 128 256 256", direction="right")
    )
    start(table, FASTEST)
    expect(table.page.get_by_role("status")).to_contain_text("No move is left", timeout=LOADED)

    assert expect_stopped(table)["status"] == "over"


def test_it_stops_when_the_tab_is_hidden_and_says_so_when_it_is_seen_again(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 2)
    hide = """hidden => {
        Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
        Object.defineProperty(document, 'visibilityState',
            {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    table.page.evaluate(hide, True)
    table.page.wait_for_timeout(600)
    state = table.settle()
    table.page.wait_for_timeout(600)
    expect(table.page.get_by_role("status")).not_to_contain_text("Auto stopped")
    assert table.settle() == state
    table.page.evaluate(hide, False)

    expect(table.page.get_by_role("status")).to_contain_text(
        f"Auto stopped after {state['turn']} moves."
    )


def test_a_stop_at_full_speed_finds_a_quarter_of_a_second_of_play_under_way_at_most(
    table: Table,
) -> None:
    asked: list[int] = []

    def count(route: Route) -> None:
        found = re.search(r"moves=(\d+)", route.request.url)
        assert found
        asked.append(int(found[1]))
        route.continue_()

    table.page.route("**/autoplay?*", count)
    begun = table.sit_down(player_on("2 . . .", ". . 2 .")).shown_version()
    start(table, FASTEST, "0")
    wait_for_turn(table, 100)
    before = table.page.evaluate(
        """() => {
            const {turn} = document.querySelector('[data-turn]').dataset;
            document.body.dispatchEvent(new KeyboardEvent('keydown',
                {code: 'ArrowUp', key: 'ArrowUp', bubbles: true, cancelable: true}));
            return +turn;
        }"""
    )
    state = expect_stopped(table)

    assert max(asked) * 2 <= UNDER_WAY
    # The page counts the turn up where a batch ends, which is not where the eye is.
    assert state["turn"] - before <= UNDER_WAY + max(asked)
    # Each request is one change, and the key is none.
    assert state["version"] == begun + len(asked)


def test_a_screen_reader_hears_no_moves_of_it_and_one_sentence_at_its_stop(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    table.page.evaluate(
        """() => {
            window.told = [];
            const status = document.querySelector('[role=status]');
            new MutationObserver(() => told.push(status.textContent))
                .observe(status, {childList: true, characterData: true, subtree: true});
        }"""
    )
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 8)
    assert table.page.evaluate("told") == []
    table.page.keyboard.press("Escape")
    state = expect_stopped(table)

    assert table.page.evaluate("told") == [
        f"Auto stopped after {state['turn']} moves. This game no longer counts for the best score."
    ]


def test_one_move_is_one_move_and_is_told_as_one(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    panel = open_panel(table, ONE_A_SECOND)
    panel.get_by_role("button", name="One move").click()
    table.expect_turn(1)
    expect(table.page.get_by_role("status")).to_contain_text(
        re.compile(r"^(Left|Right|Up|Down).* New [24] in row")
    )
    assert table.settle()["assisted"] is True
    panel.get_by_role("button", name="One move").click()
    table.expect_turn(2)
    table.page.wait_for_timeout(1500)

    assert table.settle()["turn"] == 2


def test_its_speed_can_be_changed_by_keys_while_it_plays(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    panel = open_panel(table, ONE_A_SECOND, "0")
    slider = panel.get_by_role("slider", name="Speed")
    expect(slider).to_have_attribute("aria-valuetext", "1 a second")
    panel.get_by_role("button", name="Start").click()
    wait_for_turn(table, 1)
    slider.focus()
    for _ in range(5):
        table.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "fastest")
    wait_for_turn(table, 40)
    expect(panel.get_by_role("button", name="Stop")).to_be_visible()
    table.page.keyboard.press("Escape")

    expect_stopped(table)


def test_where_no_motion_is_wanted_nothing_slides_and_it_plays_on(table: Table) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    table.sit_down(player_on(*BOARD))
    table.page.evaluate(
        """() => {
            window.most = 0;
            const watch = () => {
                window.most = Math.max(window.most, document.getAnimations().length);
                requestAnimationFrame(watch);
            };
            watch();
        }"""
    )
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 6)
    table.page.keyboard.press("Escape")
    expect_stopped(table)

    assert table.page.evaluate("window.most") == 0


def test_a_server_without_a_solver_ends_it_and_says_why(table: Table) -> None:
    table.page.route(
        "**/autoplay?*",
        lambda route: route.fulfill(
            status=503, json={"error": {"code": "no_solver", "message": "There is none."}}
        ),
    )
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND)
    expect(table.notice("There is none.")).to_be_visible()
    expect(table.page.get_by_role("button", name="Start")).to_be_visible()
    table.press("down")

    table.expect_turn(1)
    table.settle()


def test_a_move_in_another_tab_ends_it(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, ONE_A_SECOND, "0")
    wait_for_turn(table, 1)
    state = table.state()
    assert table.context.request.post(f"/undo?version={state['version']}").ok
    expect(table.notice("Caught up with another tab.")).to_be_visible()

    expect(table.page.get_by_role("button", name="Start")).to_be_visible()
    table.settle()


def test_arrows_play_again_after_it(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    start(table, FIVE_A_SECOND, "0")
    wait_for_turn(table, 2)
    table.page.keyboard.press("Escape")
    state = expect_stopped(table)
    table.press(next(iter(state["slides"])))

    table.expect_turn(state["turn"] + 1)
    table.settle()


def test_without_a_script_the_button_plays_one_move(table: Table) -> None:
    with table.without_a_script(player_on(*BOARD)) as page:
        page.get_by_role("button", name="Auto").click(timeout=LOADED)
        state = page.context.request.get("/game", headers={"Accept": "application/json"}).json()

    assert state["turn"] == 1
    assert state["assisted"] is True


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_panel_is_seen_whole_beside_a_whole_board(
    table: Table, width: int, height: int, language: str
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(player_on(*BOARD))
    table.page.goto(f"/{language}/")
    table.page.locator("[data-play=autoplay] button").click()
    table.page.locator("#autoplay").wait_for()
    board, *boxes = (
        table.page.locator(selector).bounding_box()
        for selector in ("#board", "#autoplay", "#controls", "#foot")
    )

    assert board is not None
    assert board["width"] >= 0.55 * min(width, height)
    last = 0.0
    for box in [board, *boxes]:
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    # Controls, panel, foot: one below the other.
    for box in (boxes[1], boxes[0], boxes[2]):
        assert box is not None
        assert box["y"] >= last - 1
        last = box["y"] + box["height"]
    assert table.page.locator("#autoplay button, #autoplay select").evaluate_all(
        "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth + 1)"
    )


@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_panel_is_seen_whole_in_low_and_narrow_windows(table: Table, language: str) -> None:
    table.sit_down(player_on(*BOARD))
    read_in(table, language)
    table.page.locator("[data-play=autoplay] button").click()
    table.page.locator("#autoplay").wait_for()
    for size in [*LOW, (280, 653), (1024, 768), (1280, 800)]:
        resize(table, *size)
        expect_all_but_the_links_in_the_window(table, "#autoplay")
        cut = table.page.locator("#autoplay button, #autoplay select, [data-part=pace]")
        assert cut.evaluate_all(
            "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth + 1)"
        ), size
        slider = table.page.locator("#auto-speed").bounding_box()
        assert slider is not None
        assert slider["width"] >= 80, size
