"""The hint: what it shows and says, and that it is in nobody's way."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, Route, expect

from app.player import Player
from tests.browser.table import Table
from tests.browser.test_small_screens import (
    LOW,
    box,
    expect_all_but_the_links_in_the_window,
    read_in,
    resize,
)
from tests.visitor import player_on

pytestmark = pytest.mark.usefixtures("solver")

BOARD = ("2 4 8 2", "4 16 32 .", "16 64 128 4", "1024 512 256 .")
WON = ("1024 1024 . .", ". 2 . .")
HINTS = "**/hint?*"
# A first question may have to load the solver, on a busy machine.
PATIENCE = 30_000
SIZES = (
    *((320, 568), (360, 640), (375, 553), (375, 667), (390, 664)),
    *((390, 844), (844, 390), (1280, 800)),
)
# Reasons that compare with two other moves, as most do, and of about their length.
LONG = {
    "en": (
        "Right and left are about equally good: they differ by 24 of 127,417 expected points. "
        "Up would merge two 256s, but break the order 2048, 1024, 512, 256. Right keeps it."
    ),
    "hi": (
        "दाएँ और बाएँ लगभग बराबर हैं: 1,27,417 अनुमानित अंकों में दोनों के बीच सिर्फ़ 24 का फ़र्क़ है। "
        "दाएँ दबाने से 256 किनारे पर रहती है; ऊपर दबाने से वह बोर्ड के बीच में पहुँच जाती है।"
    ),
}


def hint(table: Table) -> Locator:
    return table.page.get_by_role("region", name="Hint")


def arrow(table: Table) -> Locator:
    return table.page.locator("#frame > svg.arrow")


def ask(table: Table) -> dict[str, Any]:
    """Press the button, and return what the server answered."""
    with table.page.expect_response(HINTS, timeout=PATIENCE) as answered:
        table.page.get_by_role("button", name="Hint").click()
    expect(hint(table)).to_be_visible()
    answer: Response = answered.value
    return answer.json()


def assisted(player: Player) -> Player:
    assert player.game is not None
    return replace(player, game=replace(player.game, assisted=True))


def test_an_arrow_points_along_the_best_direction_and_a_bar_tells_of_each_legal_one(
    table: Table,
) -> None:
    table.sit_down(player_on(*BOARD))
    answer = ask(table)
    best, values = answer["direction"], answer["values"]
    rows = hint(table).get_by_role("listitem")

    expect(arrow(table)).to_have_class(f"arrow to-{best}")
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    assert [row.text_content() for row in rows.all()] == [
        f"{direction.capitalize()} {values[direction]:,.0f}" for direction in ranked
    ]
    widths = rows.evaluate_all(
        "rows => rows.map(row => row.querySelector('.bar').getBoundingClientRect().width)"
    )
    shares = [width / widths[0] for width in widths]
    assert shares == pytest.approx([values[name] / values[best] for name in ranked], abs=0.02)
    expect(hint(table)).to_contain_text(answer["reason"])
    expect(hint(table)).to_contain_text(f"Chance of {answer['outlook']['goal']}: about")
    expect(hint(table)).to_contain_text(
        f"± {max(1, round(100 * answer['outlook']['error']))}, "
        f"from {answer['outlook']['playouts']} quick games from here."
    )


def test_all_of_it_is_spoken_and_the_arrow_is_for_the_eye_alone(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    answer = ask(table)
    status = table.page.get_by_role("status")

    expect(status).to_contain_text(answer["reason"])
    for direction, value in answer["values"].items():
        expect(status).to_contain_text(f"{direction.capitalize()} {value:,.0f}")
    expect(status).to_contain_text(f"Chance of {answer['outlook']['goal']}: about")
    expect(status).to_contain_text("This game no longer counts for the best score.")
    expect(arrow(table)).to_have_attribute("aria-hidden", "true")


def test_a_single_play_out_is_told_to_nobody(table: Table) -> None:
    def with_a_single_one(route: Route) -> None:
        answer = route.fetch()
        outlook = {"goal": 2048, "chance": 0.0, "error": 1.0, "playouts": 1}
        route.fulfill(response=answer, json={**answer.json(), "outlook": outlook})

    table.page.route(HINTS, with_a_single_one)
    table.sit_down(player_on(*BOARD))
    answer = ask(table)

    expect(table.page.get_by_role("status")).to_contain_text(answer["reason"])
    expect(table.page.get_by_role("status")).not_to_contain_text("Chance of")
    expect(hint(table)).not_to_contain_text("Chance of")


def test_the_first_hint_marks_the_game_and_touches_nothing_else(table: Table) -> None:
    before = table.sit_down(player_on(*BOARD)).settle()
    ask(table)
    first = table.settle()
    table.page.keyboard.press("Escape")
    ask(table)
    second = table.settle()

    assert first == {**before, "version": before["version"] + 1, "assisted": True}
    assert second == first
    expect(table.page.get_by_text("assisted", exact=True)).to_be_visible()
    expect(table.notice("no longer counts")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 568), (375, 553), (390, 844), (844, 390)])
def test_what_is_told_beside_the_first_hint_does_not_lie_on_it(
    table: Table, size: tuple[int, int]
) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.sit_down(player_on(*BOARD))
    table.page.get_by_role("button", name="Auto").click()
    ask(table)
    told = table.notice("no longer counts")
    expect(told).to_be_visible()
    notice, card = told.bounding_box(), hint(table).bounding_box()

    assert notice
    assert card
    below = notice["y"] >= card["y"] + card["height"]
    beside = notice["x"] + notice["width"] <= card["x"]
    assert below or beside
    buttons = table.page.locator("#controls").bounding_box()
    assert buttons
    above = notice["y"] + notice["height"] <= buttons["y"] + buttons["height"] / 2
    assert above or notice["x"] + notice["width"] <= buttons["x"]


def test_i_asks_for_a_hint_and_h_is_left(table: Table) -> None:
    """H J K L are keys of this game; a hint by surprise would cost the record."""
    table.sit_down(player_on(*BOARD))
    table.page.keyboard.press("KeyI")
    expect(hint(table)).to_be_visible(timeout=PATIENCE)
    table.sit_down(player_on("2 2 . .", ". 4 . ."))
    table.page.keyboard.press("KeyH")
    table.expect_turn(1)

    assert table.settle()["assisted"] is False
    expect(hint(table)).to_be_hidden()


@pytest.mark.parametrize("way", ["a move", "undo", "escape", "another tab"])
def test_it_goes_away_with_the_board_that_it_is_for(table: Table, way: str) -> None:
    player, _ = player_on(*BOARD).move(["right"])
    table.sit_down(player)
    best = ask(table)["direction"]
    if way == "a move":
        table.press(best)
        table.expect_turn(2)
    elif way == "undo":
        table.page.get_by_role("button", name="Undo").click()
        table.expect_turn(0)
    elif way == "escape":
        table.page.keyboard.press("Escape")
    else:
        other = table.context.new_page()
        other.goto("/en/")
        other.keyboard.press(f"Arrow{best.capitalize()}")
        table.expect_turn(2)
        other.close()

    expect(hint(table)).to_be_hidden()
    expect(arrow(table)).to_have_count(0)
    table.settle()


class Held:
    """A route that holds the answers to hints until they are let go."""

    def __init__(self, table: Table, *, reaches: bool) -> None:
        self.reaches = reaches
        self.routes: list[Route] = []
        self.asked = 0
        table.page.route(HINTS, self._take)

    def _take(self, route: Route) -> None:
        self.asked += 1
        if self.reaches:
            route.fetch(timeout=PATIENCE)
        self.routes.append(route)

    def release(self) -> None:
        for route in self.routes:
            route.abort()


@pytest.fixture(params=[False, True], ids=["on its way", "made on the server"])
def held(table: Table, request: pytest.FixtureRequest) -> Iterator[Held]:
    held = Held(table, reaches=request.param)
    yield held
    held.release()


@pytest.mark.parametrize("before", [player_on(*BOARD), assisted(player_on(*BOARD))])
def test_a_move_does_not_wait_for_a_hint_and_drops_it(
    table: Table, held: Held, before: Player
) -> None:
    """Even if the server has given it, and has counted the version up for it."""
    table.sit_down(before)
    button = table.page.get_by_role("button", name="Hint")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    while not held.routes:
        table.page.wait_for_timeout(20)
    expected, _ = before.move(["down", "left"])
    assert expected.game is not None
    table.press("down", "left")
    table.expect_turn(expected.game.turn)
    state = table.settle()

    assert state["board"] == list(expected.game.board)
    expect(button).to_have_attribute("aria-busy", "false")
    expect(hint(table)).to_be_hidden()
    expect(table.notice("another tab")).to_be_hidden()
    assert held.asked == 1


def test_a_hint_asked_for_behind_a_move_is_for_the_board_after_it(table: Table) -> None:
    table.sit_down(player_on(*BOARD))
    table.slow_down(200)
    with table.page.expect_response(HINTS, timeout=PATIENCE) as answered:
        table.press("down")
        table.page.keyboard.press("KeyI")
    expect(hint(table)).to_be_visible()

    assert table.settle()["turn"] == 1
    assert answered.value.json()["version"] == table.shown_version()


def refuse(code: str, seconds: int | None = None) -> dict[str, Any]:
    headers = {} if seconds is None else {"Retry-After": str(seconds)}
    message = {"error": {"code": code, "message": f"The message of {code}."}}
    return {"status": 429 if code == "too_many_requests" else 503, "json": message} | {
        "headers": {"Content-Type": "application/json", **headers}
    }


@pytest.mark.parametrize("code", ["solver_busy", "too_many_requests"])
def test_a_solver_without_time_is_asked_again(table: Table, code: str) -> None:
    asked: list[str] = []

    def busy_at_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(**refuse(code, 1))
        else:
            route.continue_()

    table.page.route(HINTS, busy_at_first)
    table.sit_down(player_on(*BOARD))
    table.page.get_by_role("button", name="Hint").click()
    expect(table.notice("The server is busy.")).to_be_visible()
    expect(hint(table)).to_be_visible(timeout=PATIENCE)

    assert len(asked) == 2
    expect(table.notice("The server is busy.")).to_be_hidden()


def test_after_some_seconds_it_is_given_up_and_the_game_goes_on(table: Table) -> None:
    table.page.route(HINTS, lambda route: route.fulfill(**refuse("solver_busy", 1)))
    table.sit_down(player_on(*BOARD))
    button = table.page.get_by_role("button", name="Hint")
    button.click()
    expect(table.notice("The message of solver_busy.")).to_be_visible(timeout=10_000)
    expect(button).to_have_attribute("aria-busy", "false")
    table.press("down")

    table.expect_turn(1)
    assert table.settle()["assisted"] is False


def test_a_server_without_a_solver_is_asked_once(table: Table) -> None:
    asked: list[str] = []

    def without(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(**refuse("no_solver"))

    table.page.route(HINTS, without)
    table.sit_down(player_on(*BOARD))
    table.page.get_by_role("button", name="Hint").click()
    expect(table.notice("The message of no_solver.")).to_be_visible()
    expect(table.page.get_by_role("status")).to_have_text("The message of no_solver.")
    table.page.wait_for_timeout(1500)

    assert len(asked) == 1


def test_a_press_ends_the_waiting_for_a_busy_solver(table: Table) -> None:
    table.page.route(HINTS, lambda route: route.fulfill(**refuse("solver_busy", 5)))
    table.sit_down(player_on(*BOARD))
    table.page.get_by_role("button", name="Hint").click()
    expect(table.notice("The server is busy.")).to_be_visible()
    table.press("down")
    table.expect_turn(1)

    expect(table.page.locator("#notice")).to_be_empty()


def test_at_the_banner_nothing_is_asked(table: Table) -> None:
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    won, _ = player_on(*WON).move(["left"])
    table.sit_down(won).wait_for_the_banner()
    before = len(asked)
    table.page.keyboard.press("KeyI")
    expect(table.page.get_by_role("status")).to_contain_text("You made 2048!")

    assert [url for url in asked[before:] if "/hint" in url] == []


def test_a_module_that_does_not_come_is_told_and_asked_for_again(table: Table) -> None:
    missing = [True]
    table.page.route("**/hint.js", lambda route: route.abort() if missing[0] else route.continue_())
    table.sit_down(player_on(*BOARD))
    table.page.get_by_role("button", name="Hint").click()
    expect(table.notice("No answer from the server.")).to_be_visible(timeout=PATIENCE)
    missing.clear()
    missing.append(False)

    ask(table)


def test_without_a_script_the_sentence_comes_with_the_page(table: Table) -> None:
    with table.without_a_script(player_on(*BOARD)) as page:
        page.get_by_role("button", name="Hint").click(timeout=PATIENCE)

        expect(page.locator("#notice")).to_contain_text("Hint: ", timeout=PATIENCE)
        expect(page.get_by_text("assisted", exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("touch", [False, True])
def test_it_moves_nothing_hides_no_number_and_is_seen_whole(
    table: Table, language: str, touch: bool
) -> None:
    context = table.page.context.browser.new_context(
        viewport={"width": 390, "height": 844},
        base_url=table.site.url,
        has_touch=touch,
        is_mobile=touch,
    )
    sid = table.site.save_player(player_on(*BOARD))
    context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
    page = context.new_page()
    page.goto(f"/{language}/")
    page.wait_for_selector("#settings-button")
    page.locator("[data-play=hint] button").click()
    page.locator("#hint").wait_for(timeout=PATIENCE)
    page.locator("#hint [data-part=reason]").evaluate(
        "(node, text) => { node.textContent = text; }", LONG[language]
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#hint").evaluate("card => { card.hidden = true; }")
        before = page.locator("#board").bounding_box()
        page.locator("#hint").evaluate("card => { card.hidden = false; }")
        at = f"at {width}x{height}"

        assert page.locator("#board").bounding_box() == before, at
        whole, first = (
            page.locator(selector).bounding_box() for selector in ("#hint", ".cell.at-0")
        )
        aim = page.locator(".aim").bounding_box()
        assert whole, at
        assert first, at
        assert whole["x"] >= 0, at
        assert whole["y"] >= 0, at
        assert whole["x"] + whole["width"] <= width, at
        assert whole["y"] + whole["height"] <= height, at
        # The digits stand in the middle third of a tile.
        beside = whole["x"] >= first["x"] + 4 * first["width"]
        above = whole["y"] + whole["height"] <= first["y"] + first["height"] / 3 + 1
        assert beside or above, at
        # Letters may reach out of their line.
        assert beside or aim is None or whole["x"] <= aim["x"] - 2, at
    context.close()


@pytest.mark.parametrize("language", ["en", "hi"])
def test_in_a_low_window_it_moves_nothing_out_of_it_and_lies_on_no_button(
    table: Table, language: str
) -> None:
    table.sit_down(assisted(player_on(*BOARD)))
    # As on a touch screen.
    table.context.add_cookies([{"name": "pad", "value": "on", "url": table.site.url}])
    read_in(table, language)
    boards = {}
    for size in LOW:
        resize(table, *size)
        boards[size] = box(table, "#board")
    table.page.locator("[data-play=hint] button").click(timeout=PATIENCE)
    table.page.locator("#hint").wait_for(timeout=PATIENCE)
    table.page.locator("#hint [data-part=reason]").evaluate(
        "(node, text) => { node.textContent = text; }", LONG[language]
    )
    for rest in (".pad", "#autoplay"):
        for size in LOW:
            resize(table, *size)
            expect_all_but_the_links_in_the_window(table, "#hint", rest)
            assert box(table, "#board") == boards[size]
        if rest == ".pad":
            table.page.locator("[data-play=autoplay] button").click()
            table.page.locator("#autoplay").wait_for()
