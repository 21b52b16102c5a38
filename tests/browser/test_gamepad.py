"""Gamepads, faked frame by frame: the module by itself, and the game with one."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.visitor import player_on

# The cross of the standard layout, and the one axis that pads without it have.
CROSS = {"up": 12, "down": 13, "left": 14, "right": 15}
HAT = {"up": -1, "right": -3 / 7, "down": 1 / 7, "left": 5 / 7}
HAT_AT_REST = 9 / 7
STICK = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}

FOLLOW = """async ([frames, seen]) => {
    const main = document.querySelector('script[type=module]').src;
    const {createGamepad} = await import(main.replace('main.js', 'gamepad.js'));
    const heard = [];
    let pads = [], look = null, looks = 0;
    const gamepad = createGamepad({
        getGamepads: () => pads,
        requestFrame: next => { look = next; },
        seen: () => seen,
        onDirection: (direction, held) => heard.push(held ? `${direction} held` : direction),
        onFirstButton: () => heard.push('first button'),
    });
    gamepad.wake();
    for (const [time, pad] of frames) {
        pads = [null, pad];
        const now = look;
        look = null;
        if (!now) break;
        looks += 1;
        now(time);
    }
    return {heard, looks, looksOn: look !== null};
}"""


def pad(*pressed: int, stick: tuple[float, float] = (0, 0), hat: float | None = None) -> Any:
    """What the browser tells of a pad: of the standard layout, or with a hat and no layout."""
    buttons = [{"pressed": index in pressed} for index in range(17)]
    axes = [*stick, 0, 0] if hat is None else [*stick, 0, 0, 0, 0, 0, 0, 0, hat]
    return {"index": 1, "mapping": "" if hat else "standard", "axes": axes, "buttons": buttons}


def follow(table: Table, *pads: Any, step: int = 16, seen: bool = True) -> dict[str, Any]:
    """Show the module a pad, frame by frame; return what it heard."""
    table.sit_down(player_on("2 . . ."))
    frames = [[step * index, one] for index, one in enumerate(pads)]
    return table.page.evaluate(FOLLOW, [frames, seen])


REST = pad()


@pytest.mark.parametrize("direction", list(CROSS))
def test_a_push_of_the_cross_counts_once_however_many_frames_it_lasts(
    table: Table, direction: str
) -> None:
    pushed = pad(CROSS[direction])
    found = follow(table, REST, pushed, pushed, pushed, REST, pushed, REST)

    assert found["heard"] == [direction, direction]


@pytest.mark.parametrize("direction", list(HAT))
def test_a_pad_without_the_standard_layout_has_its_cross_on_an_axis(
    table: Table, direction: str
) -> None:
    rest, pushed = pad(hat=HAT_AT_REST), pad(hat=HAT[direction])
    found = follow(table, rest, pushed, pushed, rest, pushed)

    assert found["heard"] == [direction, direction]


@pytest.mark.parametrize("direction", list(STICK))
@pytest.mark.parametrize("hat", [None, HAT_AT_REST])
def test_a_push_of_the_left_stick_counts_once(
    table: Table, direction: str, hat: float | None
) -> None:
    x, y = STICK[direction]
    way = [pad(stick=(x * far, y * far), hat=hat) for far in (0, 0.2, 0.45, 0.6, 1, 1, 0.7, 0.1)]

    assert follow(table, *way)["heard"] == [direction]


def test_a_stick_inside_its_dead_zone_is_at_rest(table: Table) -> None:
    way = [pad(stick=(x, 0.1)) for x in (0.1, 0.3, 0.49, -0.49)]

    assert follow(table, *way)["heard"] == []


def test_a_stick_that_trembles_at_the_edge_of_its_dead_zone_counts_once(table: Table) -> None:
    way = [pad(stick=(x, 0)) for x in (0, 0.52, 0.48, 0.51, 0.47, 0.53, 0.1)]

    assert follow(table, *way)["heard"] == ["right"]


def test_a_stick_between_two_axes_points_nowhere_and_then_where_it_is_clear(table: Table) -> None:
    way = [pad(stick=at) for at in ((0.5, 0.5), (0.7, 0.65), (0.9, 0.5), (0.9, 0.8), (1, 0))]

    assert follow(table, *way)["heard"] == ["right"]


def test_a_cross_that_rolls_over_its_corner_and_back_counts_once(table: Table) -> None:
    up, corner = pad(CROSS["up"]), pad(CROSS["up"], CROSS["right"])
    assert follow(table, up, corner, up)["heard"] == ["up"]

    up, corner = pad(hat=HAT["up"]), pad(hat=-5 / 7)
    assert follow(table, up, corner, up)["heard"] == ["up"]


def test_from_one_direction_to_another_both_count(table: Table) -> None:
    found = follow(table, pad(CROSS["up"]), pad(CROSS["up"], CROSS["right"]), pad(CROSS["right"]))

    assert found["heard"] == ["up", "right"]


def test_a_push_repeats_only_after_it_was_held_for_a_while(table: Table) -> None:
    pushed = pad(CROSS["left"])
    found = follow(table, *[pushed] * 6, REST, step=100)

    assert found["heard"] == ["left", "left held"]


def test_the_first_button_counts_once_for_each_push(table: Table) -> None:
    found = follow(table, REST, pad(0), pad(0), REST, pad(0))

    assert found["heard"] == ["first button", "first button"]


def test_looking_ends_when_the_last_pad_goes(table: Table) -> None:
    found = follow(table, REST, pad(CROSS["up"]), None, REST)

    assert found == {"heard": ["up"], "looks": 3, "looksOn": False}


def test_nothing_is_looked_at_while_the_page_is_not_seen(table: Table) -> None:
    found = follow(table, pad(CROSS["up"]), pad(CROSS["up"]), seen=False)

    assert found == {"heard": [], "looks": 1, "looksOn": False}


FAKE = """
    window.pad = null;
    navigator.getGamepads = () => [window.pad];
    window.show = pad => new Promise(resolve => {
        const came = !window.pad;
        window.pad = pad;
        if (came) dispatchEvent(new Event('gamepadconnected'));
        requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
"""


def push(table: Table, button: int) -> None:
    for shown in (pad(button), pad()):
        table.page.evaluate("pad => window.show(pad)", shown)


def test_a_whole_game_goes_by_gamepad(table: Table) -> None:
    table.page.add_init_script(FAKE)
    player = player_on("1024 1024 . .", ". 2 . .")
    table.sit_down(player)
    push(table, CROSS["left"])
    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused()
    assert table.settle()["status"] == "won"
    push(table, CROSS["right"])
    push(table, 0)
    expect(table.board).to_have_attribute("data-status", "playing")
    push(table, CROSS["right"])
    table.expect_turn(2)
    expected, _ = player.move(["left"])[0].keep_playing().move(["right"])

    assert table.settle()["board"] == list(expected.game.board)


def test_at_the_end_the_first_button_starts_a_new_game(table: Table) -> None:
    table.page.add_init_script(FAKE)
    table.sit_down(player_on("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"))
    before = table.shown_version()
    expect(table.page.get_by_role("group", name="No move is left")).to_be_visible()
    expect(table.page.locator("#banner").get_by_role("button", name="New game")).to_be_focused()
    push(table, 0)

    expect(table.board).not_to_have_attribute("data-version", str(before))
    assert table.settle()["status"] == "playing"


def test_the_first_button_is_deaf_with_the_banner_and_does_nothing_without_one(
    table: Table,
) -> None:
    """uberspot/2048-android#28."""
    table.page.add_init_script(FAKE)
    table.sit_down(player_on("1024 1024 . .", ". 2 . ."))
    push(table, 0)
    assert table.settle()["turn"] == 0
    table.page.evaluate(
        """async ([left, first, rest]) => {
            await show(left);
            while (document.getElementById('banner').hidden) await show(rest);
            await show(first);
            await show(rest);
        }""",
        [pad(CROSS["left"]), pad(0), pad()],
    )

    expect(table.page.get_by_role("button", name="Keep playing")).to_be_focused()
    assert table.settle()["status"] == "won"


def test_a_gamepad_does_not_play_behind_an_open_dialog(table: Table) -> None:
    table.page.add_init_script(FAKE)
    table.sit_down(player_on("2 . . .", ". 4 . ."))
    table.page.get_by_role("button", name="Settings").click()
    push(table, CROSS["left"])
    push(table, CROSS["right"])

    assert table.settle()["turn"] == 0
