"""Nothing lost: reloads, tabs, lost answers, storage that throws, cookies that are off."""

import threading
import time

import pytest
from playwright.sync_api import Route, expect

from app.rules import Direction
from tests.boards import board
from tests.browser.table import Table
from tests.visitor import player_on, save_session

START = ("2 2 . .", ". 4 . .", ". . 8 .")


def test_a_first_visit_starts_a_game_by_itself_and_finds_it_again(table: Table) -> None:
    """gabrielecirulli/2048#69, #243."""
    table.page.goto("/en/")
    expect(table.board).to_have_attribute("data-status", "playing")
    state = table.settle()
    assert sum(1 for tile in state["board"] if tile) == 2
    table.page.close()

    table.page = table.context.new_page()
    table.page.goto("/en/")
    assert table.settle() == state


def test_every_move_is_saved_and_found_again(table: Table) -> None:
    table.sit_down(player_on(*START))
    table.press("left", "down", "right")
    table.expect_turn(3)
    state = table.settle()
    table.page.reload()

    assert table.settle() == {**state, "played": []}


WATCH_FLOATS = """
    window.floated = [];
    new MutationObserver(changes => {
        for (const change of changes) for (const node of change.addedNodes) {
            if (/^\\+/.test(node.textContent)) window.floated.push(node.textContent);
        }
    }).observe(document, {childList: true, subtree: true, characterData: true});
"""


def test_a_reload_floats_no_points(table: Table) -> None:
    """Seen in the original: reload floats "+12345"."""
    table.page.add_init_script(WATCH_FLOATS)
    player, _ = player_on(*START).move([Direction.LEFT])
    table.sit_down(player)
    table.page.reload()
    assert table.settle()["score"] == 4

    assert table.page.evaluate("window.floated") == []


def test_only_new_points_float(table: Table) -> None:
    table.page.add_init_script(WATCH_FLOATS)
    table.sit_down(player_on(*START))
    table.press("left")
    table.page.wait_for_function("() => window.floated.length > 0")

    assert table.page.evaluate("window.floated") == ["+4"]


def test_the_best_score_is_the_larger_of_the_browser_s_and_the_session_s(table: Table) -> None:
    """gabrielecirulli/2048#69: best gone after a restart."""
    best = table.page.locator("#best")
    table.sit_down(player_on(*START, best=500))
    expect(best).to_contain_text("500")
    table.context.clear_cookies()
    table.open()
    expect(best).to_contain_text("500")
    table.sit_down(player_on(*START, best=12_345))
    expect(best).to_contain_text("12,345")


def test_an_assisted_game_leaves_the_best_score_alone(table: Table) -> None:
    player, _ = player_on("1024 1024 . .", ". 512 512 .").move([Direction.DOWN])
    table.sit_down(player)
    table.page.get_by_role("button", name="Undo").click()
    table.expect_turn(0)
    table.press("left")
    table.expect_turn(1)
    state = table.settle()

    assert state["score"] == 3072
    assert state["best"] == 0
    expect(table.page.locator("#best")).not_to_contain_text("3")


def test_storage_and_channels_that_throw_do_not_stop_the_game(table: Table) -> None:
    """gabrielecirulli/2048 PR 50, PR 444; Firefox refuses both where cookies are off."""
    table.page.add_init_script(
        """
        const refuse = () => { throw new DOMException("refused", "SecurityError"); };
        Object.defineProperty(window, "localStorage", {get: refuse});
        window.BroadcastChannel = function () { refuse(); };
        """
    )
    table.sit_down(player_on(*START))
    table.press("left")
    table.expect_turn(1)
    table.settle()


def test_storage_that_is_full_does_not_stop_the_game(table: Table) -> None:
    table.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    table.sit_down(player_on(*START))
    table.press("left")
    table.expect_turn(1)
    table.settle()
    expect(table.page.locator("#best")).to_contain_text("4")


def test_cookies_that_do_not_come_back_are_told(table: Table) -> None:
    def without_cookies(route: Route) -> None:
        headers = {**route.request.headers}
        headers.pop("cookie", None)
        route.fulfill(response=route.fetch(headers={**headers, "Cookie": ""}), headers={})

    table.page.route("**/game?*", without_cookies)
    table.page.goto("/en/")

    expect(table.notice("Cookies are off")).to_be_visible()


def test_a_second_tab_catches_up_and_neither_overwrites_the_other(table: Table) -> None:
    """gabrielecirulli/2048#268."""
    table.sit_down(player_on(*START))
    second = table.context.new_page()
    table.watch(second)
    second.goto("/en/")
    other = second.locator("[data-version]")
    expect(other).to_have_attribute("data-turn", "0")

    table.page.bring_to_front()
    table.press("left", "down")
    table.expect_turn(2)
    second.bring_to_front()
    expect(other).to_have_attribute("data-turn", "2")
    second.keyboard.press("ArrowRight")
    expect(other).to_have_attribute("data-turn", "3")
    table.page.bring_to_front()
    table.expect_turn(3)
    table.settle()


def test_a_tab_that_heard_nothing_is_refused_and_shows_where_the_game_stands(
    table: Table,
) -> None:
    state = table.sit_down(player_on(*START)).settle()
    # Behind the page's back, as another device with the same session would.
    table.context.request.post(f"/move/left?version={state['version']}")
    table.press("down")
    table.expect_turn(1)

    assert table.settle()["turn"] == 1
    expect(table.notice("Caught up")).to_be_visible()


def test_a_move_whose_answer_is_lost_is_played_once(table: Table) -> None:
    """linux-do/2048: after a broken connection moves vanish silently."""
    player = player_on(*START)
    lost: list[str] = []

    def lose_answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.fetch()
            route.abort("connectionreset")

    table.page.route("**/move/**", lose_answer)
    table.sit_down(player)
    table.press("left", "down", "right")
    expected, _ = player.move([Direction.LEFT, Direction.DOWN, Direction.RIGHT])
    table.expect_turn(expected.game.turn)

    assert len(lost) == 1
    assert table.settle()["board"] == list(expected.game.board)


def test_without_a_connection_the_page_says_so_and_goes_on_when_it_is_back(table: Table) -> None:
    player = player_on(*START)
    table.sit_down(player)
    table.context.set_offline(True)
    table.press("left", "down", "right")
    expect(table.notice("Connection lost")).to_be_visible()
    table.context.set_offline(False)
    expected, _ = player.move([Direction.LEFT, Direction.DOWN, Direction.RIGHT])
    table.expect_turn(expected.game.turn)

    assert table.settle()["board"] == list(expected.game.board)
    expect(table.notice("Connection lost")).to_be_hidden()


def test_a_server_that_dies_in_the_middle_costs_no_move(table: Table) -> None:
    player = player_on(*START)
    table.sit_down(player)
    table.press("left")
    table.expect_turn(1)
    table.site.kill()
    table.press("down", "right")
    starting = threading.Timer(1, table.site.start)
    starting.start()
    expected, _ = player.move([Direction.LEFT, Direction.DOWN, Direction.RIGHT])
    table.expect_turn(expected.game.turn)
    starting.join()

    assert table.settle()["board"] == list(expected.game.board)


def test_an_answer_that_takes_long_is_said_to_be_waited_for(table: Table) -> None:
    table.sit_down(player_on("2 4 . ."))
    table.slow_down(4000)
    table.press("right")
    expect(table.notice("Waiting for the server; your moves are kept.")).to_be_visible()
    table.expect_turn(1)

    expect(table.notice("Waiting for the server")).to_be_hidden()
    expect(table.page.get_by_role("status")).not_to_contain_text("Connected again")


def test_a_server_that_is_busy_is_asked_again_as_it_says(table: Table) -> None:
    moments: list[float] = []

    def busy_once(route: Route) -> None:
        moments.append(time.monotonic())
        if len(moments) > 1:
            route.continue_()
        else:
            error = {"error": {"code": "store_unavailable", "message": "x"}}
            route.fulfill(status=503, headers={"Retry-After": "1"}, json=error)

    table.page.route("**/move/**", busy_once)
    table.sit_down(player_on(*START))
    table.press("left")
    table.expect_turn(1)

    assert len(moments) == 2
    assert moments[1] - moments[0] > 0.9
    table.settle()


def test_a_saved_game_that_cannot_be_read_is_told_and_a_new_one_begins(table: Table) -> None:
    sid = save_session(table.site.app, b"\xc1")
    table.context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
    table.page.goto("/en/")

    expect(table.notice("could not be read")).to_be_visible()
    expect(table.board).to_have_attribute("data-status", "playing")
    assert table.settle()["turn"] == 0


def test_a_session_whose_cookie_is_gone_is_told_and_a_new_game_begins(table: Table) -> None:
    table.sit_down(player_on(*START))
    table.press("left")
    table.expect_turn(1)
    table.context.clear_cookies()
    table.press("down")

    expect(table.notice("was not found")).to_be_visible()
    assert table.settle()["turn"] == 0


def test_nobody_is_told_of_a_game_that_was_gone_before_its_first_move(table: Table) -> None:
    """A session without a move is kept for an hour only."""
    version = table.sit_down(player_on(*START)).shown_version()
    table.context.clear_cookies()
    table.press("left")

    expect(table.board).not_to_have_attribute("data-version", str(version))
    assert table.settle()["turn"] == 0
    expect(table.notice("was not found")).to_have_count(0)


SEEN_AGAIN = """() => {
    Object.defineProperty(document, 'visibilityState', {value: 'visible', configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.parametrize(
    "return_to_page",
    [SEEN_AGAIN, "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"],
)
def test_coming_back_to_the_page_shows_what_was_played_elsewhere(
    table: Table, return_to_page: str
) -> None:
    state = table.sit_down(player_on(*START)).settle()
    table.context.request.post(f"/move/left?version={state['version']}")
    table.page.evaluate(return_to_page)

    table.expect_turn(1)
    table.settle()


def test_coming_back_without_a_connection_catches_up_when_it_is_there(table: Table) -> None:
    state = table.sit_down(player_on(*START)).settle()
    table.site.request("POST", f"/move/left?version={state['version']}", table.sid())
    table.context.set_offline(True)
    table.page.evaluate(SEEN_AGAIN)
    table.context.set_offline(False)

    table.expect_turn(1)
    table.settle()


def test_a_look_that_hangs_does_not_keep_the_next_one_from_finding_the_state(table: Table) -> None:
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    table.page.route("**/game?*", hold_first)
    state = table.sit_down(player_on(*START)).settle()
    table.page.evaluate(SEEN_AGAIN)
    table.site.request("POST", f"/move/left?version={state['version']}", table.sid())
    table.page.evaluate(SEEN_AGAIN)

    table.expect_turn(1)
    table.settle()


def test_a_tab_that_is_told_while_it_waits_for_an_answer_looks_afterwards(table: Table) -> None:
    second = table.context.new_page()
    table.watch(second)

    def answer_late(route: Route) -> None:
        response = route.fetch()
        for turn in ("1", "2"):  # caught up with the first tab, and then ahead of it
            second.keyboard.press("ArrowDown")
            expect(second.locator("[data-version]")).to_have_attribute("data-turn", turn)
        route.fulfill(response=response)

    table.page.route("**/move/**", answer_late, times=1)
    table.sit_down(player_on(*START))
    second.goto("/en/")
    expect(second.locator("[data-version]")).to_have_attribute("data-turn", "0")
    second.bring_to_front()
    table.page.evaluate(
        """() => document.body.dispatchEvent(new KeyboardEvent(
            'keydown', {code: 'ArrowLeft', key: 'ArrowLeft', bubbles: true, cancelable: true}))"""
    )
    table.expect_turn(2)
    table.settle()


def test_the_same_move_of_another_device_is_not_taken_for_ours(table: Table) -> None:
    state = table.sit_down(player_on(*START)).settle()
    table.context.request.post(f"/move/left?version={state['version']}")
    table.slow_down(200)
    table.press("left", "down")

    expect(table.notice("Caught up")).to_be_visible()
    assert table.settle()["turn"] == 1


def test_a_refusal_that_is_not_the_game_s_is_tried_again(table: Table) -> None:
    """A network that asks to sign in, or a proxy, answers in place of the game."""
    player = player_on(*START)
    table.page.route(
        "**/move/**",
        lambda route: route.fulfill(status=403, content_type="text/html", body="<h1>Sign in</h1>"),
        times=1,
    )
    table.sit_down(player)
    table.press("left", "down")
    expected, _ = player.move([Direction.LEFT, Direction.DOWN])
    table.expect_turn(2)

    assert table.settle()["board"] == list(expected.game.board)


def test_another_device_s_move_is_not_taken_for_ours(table: Table) -> None:
    """linux-do/2048: moves vanish silently."""
    state = table.sit_down(player_on(*START)).settle()
    sid = table.sid()
    table.context.set_offline(True)
    table.press("left", "down")
    expect(table.notice("Connection lost")).to_be_visible()
    table.site.request("POST", f"/move/right?version={state['version']}", sid)
    table.context.set_offline(False)

    expect(table.notice("Caught up")).to_be_visible()
    assert table.settle()["turn"] == 1


def test_a_second_undo_that_undoes_nothing_leaves_the_press_behind_it_alone(table: Table) -> None:
    player, _ = player_on(*START).move([Direction.LEFT])
    table.sit_down(player)
    table.slow_down(200)
    undo = table.page.get_by_role("button", name="Undo")
    undo.click()
    undo.click()
    table.press("left")
    table.expect_turn(1)

    assert table.settle()["version"] == 9 + 1


def test_the_page_plays_without_scripts(table: Table) -> None:
    with table.without_a_script() as page:
        page.get_by_role("button", name="New game").click()
        expect(page.get_by_role("button", name="New game")).to_be_visible()
        board_table = page.get_by_role("table")
        assert board_table.get_by_role("cell").count() >= 16
        for _ in range(8):
            legal = page.get_by_role("group", name="Directions").locator("button:enabled")
            legal.first.click()
        state = page.context.request.get("/game").json()
        assert state["turn"] == 8
        tiles = page.locator("[data-cell][data-value]").evaluate_all(
            "tiles => tiles.map(tile => [+tile.dataset.cell, +tile.dataset.value])"
        )
        assert tiles == [[cell, tile] for cell, tile in enumerate(state["board"]) if tile]


def test_the_win_can_be_kept_without_scripts(table: Table) -> None:
    with table.without_a_script(player_on("1024 1024 . .", ". 2 . .")) as page:
        page.get_by_role("button", name="Left").click()
        expect(page.get_by_role("heading", name="You made 2048!")).to_be_visible()
        page.get_by_role("button", name="Keep playing").click()
        expect(page.get_by_role("heading", name="You made 2048!")).to_be_hidden()
        assert page.context.request.get("/game").json()["status"] == "playing"


def test_an_illegal_direction_brings_no_tile(table: Table) -> None:
    """inishchith/2048.wasm#2."""
    table.sit_down(player_on("2 . . ."))
    table.press("left", "up", "left", "up")
    table.page.wait_for_timeout(300)

    assert table.settle()["board"] == list(board("2 . . ."))
