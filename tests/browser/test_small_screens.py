"""Small and odd windows, zoomed ones among them, and what lies over the board in each."""

from itertools import combinations

import pytest
from playwright.sync_api import expect

from app.rules import Direction
from tests.browser.table import Table
from tests.visitor import player_on

LARGE = ("2 4 8 16", "32 64 128 256", "512 1024 2048 4096", "8192 16384 32768 131072")
OVER = ("2 4 2 4", "4 2048 512 2", "2 64 131072 4", "4 2 4 2")
# 320 by 200 is a laptop at 400 %, 427 by 267 the same at 300 %.
SMALL = [(240, 320), (280, 653), (320, 200), (320, 568), (360, 400), (427, 267), (640, 400)]
SCREENS = [*SMALL, (390, 844), (844, 390), (1280, 800)]
# Phones on their side, and a laptop at 200 %: all but the links fits beside the board.
LOW = [(568, 320), (640, 360), (667, 375), (640, 400)]
MOST_SCORE = 3_932_156

Box = tuple[float, float, float, float]


def resize(table: Table, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})


def box(table: Table, selector: str) -> Box:
    found = table.page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def apart(one: Box, other: Box) -> bool:
    return (
        one[2] <= other[0] + 1
        or other[2] <= one[0] + 1
        or one[3] <= other[1] + 1
        or other[3] <= one[1] + 1
    )


def read_in(table: Table, language: str) -> None:
    table.page.goto(f"/{language}/")
    expect(table.board).not_to_have_attribute("data-status", "none")


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - 1
        and inner[1] >= outer[1] - 1
        and inner[2] <= outer[2] + 1
        and inner[3] <= outer[3] + 1
    )


@pytest.mark.parametrize(("width", "height"), SMALL)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_board_is_whole_and_nothing_is_wider_than_the_window(
    table: Table, width: int, height: int, language: str
) -> None:
    resize(table, width, height)
    table.sit_down(player_on(*LARGE[:3], "8192 16384 32768 .", best=MOST_SCORE))
    read_in(table, language)
    window = (0, 0, width, height)

    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    for selector in ("#board", "#score", "#best"):
        assert inside(box(table, selector), window), selector
    assert box(table, "#board")[2] - box(table, "#board")[0] >= 0.55 * min(width, height)


@pytest.mark.parametrize(("width", "height"), SMALL)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_words_of_the_controls_stand_in_one_line(
    table: Table, width: int, height: int, language: str
) -> None:
    resize(table, width, height)
    table.sit_down(player_on("2 2 . ."))
    read_in(table, language)
    lines = table.page.locator("#controls button").evaluate_all(
        """buttons => buttons.map(button => {
            const text = document.createRange();
            text.selectNodeContents(button);
            const {height, width} = text.getBoundingClientRect();
            const style = getComputedStyle(button);
            return [height / parseFloat(style.lineHeight), width <= button.clientWidth];
        })"""
    )

    assert len(lines) == 4
    for count, fits in lines:
        assert count < 1.5
        assert fits


def expect_all_but_the_links_in_the_window(table: Table, *selectors: str) -> None:
    """Nor does one part lie on another."""
    size = table.page.viewport_size
    assert size is not None
    parts = {name: box(table, name) for name in ("#board", "#controls", *selectors)}
    for name, part in parts.items():
        assert inside(part, (0, 0, size["width"], size["height"])), (name, size)
    for one, other in combinations((*parts, "#foot"), 2):
        assert apart(box(table, one), box(table, other)), (one, other, size)
    width = table.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]


@pytest.mark.parametrize("language", ["en", "hi"])
def test_in_a_low_window_each_arrow_is_seen_and_moves_the_board(
    table: Table, language: str
) -> None:
    table.sit_down(player_on("2 . . .", ". . . .", ". . . .", ". . 4 ."))
    # As on a touch screen.
    table.context.add_cookies([{"name": "pad", "value": "on", "url": table.site.url}])
    read_in(table, language)
    expect(table.page.locator("#settings-button")).to_be_visible()
    for turn, direction in enumerate(("left", "right", "up", "down")):
        resize(table, *LOW[turn])
        expect_all_but_the_links_in_the_window(table, ".pad", "#score", "#best")
        table.page.locator(f".pad-{direction} button").click(timeout=3000)
        table.expect_turn(turn + 1)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_new_points_rise_from_above_the_line_beneath_the_score(table: Table, language: str) -> None:
    resize(table, 360, 640)
    table.sit_down(player_on("64 64 . .", ". 4 . ."))
    read_in(table, language)
    table.page.evaluate(
        """() => new MutationObserver(() => {
            const gain = document.querySelector('.gain');
            if (gain) window.began ??= gain.getBoundingClientRect().bottom;
        }).observe(document.querySelector('#score'), {childList: true})"""
    )
    table.press("left")
    table.expect_turn(1)

    expect(table.page.locator(".aim")).to_be_visible()
    assert table.page.evaluate("window.began") <= box(table, ".aim")[1]


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_question_is_seen_whole(table: Table, width: int, height: int, language: str) -> None:
    resize(table, width, height)
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    table.sit_down(player)
    read_in(table, language)
    table.page.locator("#controls [data-play=new-game] button").click()
    expect(table.page.locator("#question")).to_be_visible()
    dialog = box(table, "#question")

    assert inside(dialog, (0, 0, width, height))
    for selector in ("#question h2", "#question button >> nth=0", "#question button >> nth=1"):
        assert inside(box(table, selector), dialog), selector


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("won", [True, False])
def test_the_way_to_the_board_lies_on_no_button_and_the_way_back_on_no_tile(
    table: Table, width: int, height: int, won: bool
) -> None:
    resize(table, width, height)
    player = player_on(*OVER)
    if won:
        player, _ = player_on("1024 1024 . .", "4 8 16 32", "2 4 8 16", "4 8 2 4").move(
            [Direction.LEFT]
        )
    table.sit_down(player).wait_for_the_banner()
    pill = table.page.locator("#banner summary")
    buttons = [one for one in table.page.locator("#banner button").all() if one.is_visible()]

    assert len(buttons) >= 2
    for button in buttons:
        found = button.bounding_box()
        assert found is not None
        edges = found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]
        assert apart(edges, box(table, "#banner summary")), button.inner_text()
        assert inside(edges, (0, 0, width, height)), button.inner_text()
    pill.click()
    expect(table.page.locator("#banner h2").first).to_be_hidden()
    back = box(table, "#banner summary")
    assert inside(back, (0, 0, width, height))
    assert apart(back, box(table, "#board"))
    assert inside(box(table, "#board"), (0, 0, width, height))


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_a_notice_is_near_the_board_hides_no_number_and_moves_nothing(
    table: Table, width: int, height: int
) -> None:
    resize(table, width, height)
    table.sit_down(player_on("2 4 8 16", ". 2 . ."))
    before = box(table, "#board")
    table.page.locator("#notice").evaluate("node => node.textContent = 'Connected again.'")
    notice, board = box(table, "#notice"), box(table, "#board")

    assert board == before
    assert inside(notice, (0, 0, width, height))
    assert board[1] - 60 < notice[1]
    # The digits stand in the middle third of a tile.
    first = box(table, ".cell.at-0")
    assert notice[3] <= first[1] + (first[3] - first[1]) / 3
    size = table.page.locator("#notice").evaluate("node => getComputedStyle(node).fontSize")
    assert float(size.removesuffix("px")) >= 12.8


@pytest.mark.parametrize("script", [True, False])
def test_assisted_explains_itself_to_keys_and_to_touch_with_or_without_a_script(
    table: Table, script: bool
) -> None:
    player, _ = player_on("2 2 . .", ". 4 . .").move([Direction.LEFT])
    sid = table.site.save_player(player.undo())
    context = table.page.context.browser.new_context(
        java_script_enabled=script, base_url=table.site.url
    )
    context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
    page = context.new_page()
    page.goto("/en/")
    word = page.locator("summary", has_text="assisted")
    why = page.get_by_text("Undo, Hint or Auto was used in this game")
    expect(word).to_be_visible()
    expect(why).to_be_hidden()
    word.focus()
    page.keyboard.press("Enter")
    expect(why).to_be_visible()
    word.click()
    expect(why).to_be_hidden()
    context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (240, 320), (844, 390)])
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_largest_score_and_tile_there_can_be_fit(
    table: Table, width: int, height: int, language: str
) -> None:
    resize(table, width, height)
    table.sit_down(player_on(*LARGE[:3], "131072 16384 32768 .", best=MOST_SCORE))
    read_in(table, language)
    # A score grows by its moves alone, and these would be very many.
    table.page.evaluate(
        """() => {
            const [score, best] = document.querySelectorAll('#score dd, #best dd');
            score.textContent = best.textContent;
        }"""
    )
    overflows = table.page.evaluate(
        """() => [...document.querySelectorAll('#score dd, #best dd')].map(node => {
            const text = document.createRange();
            text.selectNodeContents(node);
            return text.getBoundingClientRect().width / node.parentElement.clientWidth;
        })"""
    )

    written = {"en": "3,932,156", "hi": "39,32,156"}[language]
    assert table.page.locator("#score dd").inner_text() == written
    assert table.page.locator("#best dd").inner_text() == written
    assert max(overflows) < 1


def test_from_right_to_left_the_page_turns_and_the_directions_do_not(table: Table) -> None:
    table.sit_down(player_on("2 2 . .", ". 4 . ."))
    table.context.add_cookies([{"name": "pad", "value": "on", "url": table.site.url}])
    for width, height in [(390, 844), (844, 390), (320, 568)]:
        resize(table, width, height)
        table.open()
        table.page.evaluate("document.documentElement.dir = 'rtl'")
        pad = table.page.get_by_role("group", name="Directions")
        left, right = (
            pad.get_by_role("button", name=name).bounding_box() for name in ("Left", "Right")
        )
        assert left is not None
        assert right is not None
        assert left["x"] < right["x"]
        assert inside(box(table, "#board"), (0, 0, width, height))
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        assert box(table, ".cell.at-0")[0] < box(table, ".cell.at-3")[0]


def test_on_paper_there_is_the_board_and_text_and_no_button(table: Table) -> None:
    table.sit_down(player_on(*OVER))
    table.page.emulate_media(media="print")

    assert table.page.locator("button:visible, summary:visible, nav:visible").count() == 0
    left, top, right, bottom = box(table, "#board")
    assert right - left == pytest.approx(bottom - top, abs=1)
    assert right - left > 300
    expect(table.page.get_by_role("heading", name="How to play")).to_be_visible()


def test_without_a_script_a_first_visitor_reads_what_to_press(table: Table) -> None:
    with table.without_a_script() as page:
        told = page.locator("noscript p")
        expect(told).to_be_visible()
        expect(told).to_have_text("“New game” starts the game.")
        page.get_by_role("button", name="New game").click()
        expect(told).to_be_hidden()
