"""The review and a shared game in the browser: stepped, played, jumped about in, read and heard."""

import re
import time
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from app.game import Game
from app.player import Player
from app.replay import Replay, replay
from tests.browser.table import Table, shown_on
from tests.browser.test_access import AXE
from tests.careless import at_random, play
from tests.server import Server

SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]


@cache
def played() -> Replay:
    """A careless game, played to its end."""
    return replay(play(at_random(1), b"random 0"))


@pytest.fixture(scope="module", autouse=True)
def loaded(site: Server) -> None:
    """The server's solver, loaded: before that the page says that it is busy."""
    sid = site.save_player(Player(version=7, game=played().game))
    deadline = time.monotonic() + 120
    while site.request("GET", "/review", sid)[0] != 200:
        assert time.monotonic() < deadline, "there is no solver"
        time.sleep(0.2)


def open_review(table: Table, language: str = "en", game: Game | None = None) -> Page:
    sid = table.site.save_player(Player(version=7, game=game or played().game))
    table.context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
    table.page.goto(f"/{language}/review")
    expect(table.page.locator("#replay-script")).to_be_visible()
    return table.page


def link_of(site: Server, game: Game, language: str = "en") -> str:
    sid = site.save_player(Player(version=7, game=game))
    status, answer = site.request("POST", f"/share?version=7&language={language}", sid)
    assert status == 200, answer
    return str(answer["address"])


def open_link(table: Table, language: str = "en") -> Page:
    table.page.goto(link_of(table.site, played().game, language))
    expect(table.page.locator("#replay-script")).to_be_visible()
    return table.page


def expect_turn(page: Page, turn: int) -> None:
    """The page shows a turn in every way that it has."""
    last = len(played().moves)
    expect(page.locator("#replay-said")).to_contain_text(f"After {turn} of {last} moves.")
    expect(page.get_by_role("slider", name="Move", exact=True)).to_have_value(str(turn))
    assert tuple(shown_on(page.locator("#replay-board"))) == played().boards[turn]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_arrow_keys_step_through_the_game_forward_and_back(table: Table) -> None:
    page = open_link(table)
    for turn in range(1, 31):
        press(page, "ArrowRight")
        expect_turn(page, turn)
    for turn in range(29, 19, -1):
        press(page, "ArrowLeft")
        expect_turn(page, turn)


def test_buttons_step_and_lead_to_both_ends(table: Table) -> None:
    page = open_review(table)
    last = len(played().moves)
    expect_turn(page, last)
    for name, turn in (
        ("To the start", 0),
        ("A move back", 0),
        ("A move forward", 1),
        ("A move forward", 2),
        ("A move back", 1),
        ("To the end", last),
        ("A move forward", last),
    ):
        page.get_by_role("button", name=name).press("Enter")
        expect_turn(page, turn)


def test_the_slider_leads_to_any_move(table: Table) -> None:
    page = open_link(table)
    slider = page.get_by_role("slider", name="Move", exact=True)
    slider.fill("57")
    expect_turn(page, 57)
    slider.press("ArrowRight")
    expect_turn(page, 58)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^After 58 of .*Next: \w+\.$"))


def test_a_replay_plays_by_itself_to_its_end_and_pauses_when_it_is_told(table: Table) -> None:
    page = open_link(table)
    page.get_by_label("Speed").select_option("60")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    end = f"After {len(played().moves)} of"
    expect(page.locator("#replay-said")).to_contain_text(end, timeout=30_000)
    expect_turn(page, len(played().moves))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    # From the end it begins anew, and a step ends it.
    page.get_by_label("Speed").select_option("10")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#replay-said")).not_to_contain_text(end)
    press(page, "ArrowLeft")
    stopped = page.locator("#replay-said").inner_text()
    page.wait_for_timeout(400)
    assert page.locator("#replay-said").inner_text() == stopped


def test_the_space_bar_plays_and_pauses(table: Table) -> None:
    page = open_link(table)
    press(page, "Space")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    press(page, "Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_space_bar_scrolls_where_the_board_is_out_of_sight(table: Table) -> None:
    page = open_review(table)
    page.locator("#course").evaluate("element => element.scrollIntoView({behavior: 'instant'})")
    before = page.evaluate("scrollY")
    press(page, "Space")
    page.wait_for_function("before => scrollY > before + 100", arg=before)

    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(1)
    expect_turn(page, len(played().moves))


def test_the_controls_tell_the_truth_after_a_way_back(table: Table) -> None:
    page = open_review(table)
    page.get_by_role("slider", name="Move", exact=True).fill("20")
    expect_turn(page, 20)
    page.get_by_label("Speed").select_option("60")
    page.goto("/en/rules")
    page.go_back()
    expect(page.locator("#replay-script")).to_be_visible()

    expect_turn(page, len(played().moves))
    expect(page.get_by_label("Speed")).to_have_value("3")


def test_a_replay_plays_as_fast_as_its_control_says(table: Table) -> None:
    def choose_the_fastest(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace('value="3" selected', 'value="3"')
        route.fulfill(response=answer, body=text.replace('value="60"', 'value="60" selected'))

    table.page.route("**/replay/*", choose_the_fastest)
    page = open_link(table)
    expect(page.get_by_label("Speed")).to_have_value("60")
    page.get_by_role("button", name="Play", exact=True).click()
    began = time.monotonic()
    end = f"After {len(played().moves)} of"
    expect(page.locator("#replay-said")).to_contain_text(end, timeout=30_000)

    assert time.monotonic() - began < len(played().moves) / 6


def chart(page: Page) -> Locator:
    return page.get_by_role("slider", name=re.compile("^The score, and the estimate"))


def test_the_chart_is_a_slider_for_keys_and_hands(table: Table) -> None:
    page = open_review(table)
    last = len(played().moves)
    chart(page).focus()
    press(page, "Home")
    expect_turn(page, 0)
    press(page, "PageUp", "ArrowUp", "ArrowRight", "ArrowLeft")
    expect_turn(page, 11)
    expect(chart(page)).to_have_attribute("aria-valuenow", "11")
    expect(chart(page)).to_have_attribute("aria-valuetext", re.compile("^After 11 of"))
    figures = table.context.request.get("/review", headers={"Accept": "application/json"}).json()
    expect(chart(page)).to_have_attribute(
        "aria-valuetext",
        re.compile(rf"Estimate of the final score: {figures['estimates'][11]:,}\. Next: "),
    )
    press(page, "End")
    expect_turn(page, last)

    box = chart(page).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(int(chart(page).get_attribute("aria-valuenow") or 0) - last / 2) <= 2


def test_the_table_has_the_figures_of_the_chart_and_leads_to_the_moves(table: Table) -> None:
    page = open_review(table)
    figures = table.context.request.get("/review", headers={"Accept": "application/json"}).json()
    page.get_by_text("The same figures as a table").click()
    rows = page.locator(".figures tbody tr")
    for row in (0, 20, -1):
        turn, score, estimate = rows.nth(row).locator("th, td").all_inner_texts()
        assert score == f"{figures['scores'][int(turn)]:,}"
        assert estimate == f"{figures['estimates'][int(turn)]:,}"
    rows.nth(20).get_by_role("link").click()

    expect_turn(page, int(rows.nth(20).locator("th").inner_text()))
    expect(page.locator("#replay")).to_be_in_viewport()


def test_a_move_that_cost_much_leads_to_its_board(table: Table) -> None:
    page = open_review(table)
    worst = table.context.request.get("/review", headers={"Accept": "application/json"}).json()[
        "worst"
    ][0]
    page.get_by_role("link", name=f"After {worst['turn']} moves").click()

    expect_turn(page, worst["turn"])
    expect(page.locator("#replay")).to_be_focused()
    expect(page.locator("#replay-said")).to_contain_text(
        f"{worst['better'].title()} was worth {worst['loss']:,} points more."
    )


def test_a_step_is_spoken_and_the_board_described(table: Table) -> None:
    page = open_link(table)
    press(page, "ArrowRight")

    expect(page.get_by_role("status")).to_contain_text("After 1 of")
    name = page.locator("#replay-board").get_attribute("aria-label") or ""
    cells = re.sub(r"Row \d: ", "", name).replace(".", ",").replace("empty", "0").split(", ")
    assert tuple(int(cell.strip(",")) for cell in cells) == played().boards[1]


def test_a_link_opens_in_a_fresh_browser_on_the_same_board_and_score(
    browser: Browser, site: Server
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(link_of(site, played().game))
    page.get_by_role("button", name="To the end").click()

    assert tuple(shown_on(page.locator("#replay-board"))) == played().game.board
    expect(page.locator("#replay-said")).to_contain_text(f"Score: {played().game.score:,}.")
    assert context.cookies() == []
    context.close()


def test_an_altered_link_is_refused_with_a_sentence(table: Table) -> None:
    address = link_of(table.site, played().game)
    place = len(address) // 2 + 30
    other = "A" if address[place] != "A" else "B"
    response = table.page.goto(address[:place] + other + address[place + 1 :])

    assert response is not None
    assert response.status == 404
    expect(table.page.get_by_text("This link leads to no game")).to_be_visible()


@pytest.fixture
def plain(browser: Browser, site: Server) -> Iterator[Page]:
    """A browser without scripts, on the review of a finished game."""
    context = browser.new_context(java_script_enabled=False, base_url=site.url)
    sid = site.save_player(Player(version=7, game=played().game))
    context.add_cookies([{"name": "session", "value": sid, "url": site.url}])
    page = context.new_page()
    page.goto("/en/review")
    yield page
    context.close()


def test_without_a_script_the_review_is_read_and_stepped(plain: Page) -> None:
    expect(
        plain.get_by_role("img", name=re.compile("^The score, and the estimate"))
    ).to_be_visible()
    expect(plain.get_by_role("heading", name="The four mistakes")).to_be_visible()
    expect(plain.locator(".worst li")).to_have_count(10)
    expect(plain.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    plain.get_by_role("button", name="A move back").click()
    last = len(played().moves)

    expect(plain.locator("#replay-said")).to_contain_text(f"After {last - 1} of {last} moves.")
    assert tuple(shown_on(plain.locator("#replay-board"))) == played().boards[last - 1]


def test_without_a_script_the_link_is_a_button(plain: Page) -> None:
    plain.get_by_role("button", name="Open the link to this game").click()

    expect(plain).to_have_url(re.compile("/en/replay/"))
    expect(plain.get_by_role("heading", level=1)).to_contain_text(f"{played().game.score:,} points")


def test_a_finished_game_is_shared_with_its_link(table: Table) -> None:
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'share', {value: async data => window.shared = data});"
    )
    table.sit_down(Player(version=7, game=played().game))
    table.page.locator("#banner").get_by_role("button", name="Share").click()
    table.page.wait_for_function("() => window.shared")
    text = table.page.evaluate("window.shared.text")

    assert text.splitlines()[-1] == link_of(table.site, played().game)


def test_the_banner_of_a_finished_game_leads_to_its_review(table: Table) -> None:
    table.sit_down(Player(version=7, game=played().game))
    table.page.locator("#banner").get_by_role("link", name="Review").click()

    expect(table.page).to_have_url(re.compile("/en/review$"))


@pytest.mark.parametrize("language", ["hi", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(
    table: Table, language: str, size: tuple[int, int]
) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    for show in (open_review, open_link):
        page = show(table, language)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        board = page.locator("#replay-board").bounding_box()
        assert board is not None
        assert board["height"] <= size[1]


@pytest.mark.parametrize("language", ["hi", "en"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(table: Table, theme: str, language: str) -> None:
    cookies = {"theme": theme, "motion": "off"}
    table.context.add_cookies(
        [{"name": name, "value": value, "url": table.site.url} for name, value in cookies.items()]
    )
    for show in (open_review, open_link):
        page = show(table, language)
        for details in page.locator("details").all():
            details.evaluate("element => { element.open = true; }")
        page.evaluate(AXE)
        results = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found = [
            (rule["id"], [node["html"][:150] for node in rule["nodes"]][:4])
            for rule in results["violations"]
        ]
        assert found == []
