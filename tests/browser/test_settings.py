"""What the player may choose: kept, in force at once, and from the next page's first paint."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import Table
from tests.visitor import player_on

START = ("2 2 . .", ". 4 . .", ". . 8 .")
IN_PROGRESS, _ = player_on(*START).move(["left"])
# Past the time in which the second half of a double click is no answer.
ARMED = 400


def open_settings(table: Table) -> Locator:
    table.page.get_by_role("button", name="Settings").click()
    dialog = table.page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    return dialog


def choose(table: Table, group: str, choice: str) -> None:
    dialog = open_settings(table)
    dialog.get_by_role("group", name=group).get_by_label(choice, exact=True).check()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    ("group", "choice", "attribute", "value"),
    [
        ("Colours", "Light", "data-theme", "light"),
        ("Colours", "Dark", "data-theme", "dark"),
        ("Colours", "High contrast", "data-theme", "contrast"),
        ("Motion", "Off", "data-motion", "off"),
        ("Direction buttons", "On", "data-pad", "on"),
        ("Direction buttons", "Off", "data-pad", "off"),
    ],
)
def test_a_choice_holds_at_once_and_stands_in_the_html_of_every_page_after_it(
    table: Table, group: str, choice: str, attribute: str, value: str
) -> None:
    """gabrielecirulli/2048#146: no flash, since the first paint has it."""
    table.sit_down(player_on(*START))
    root = table.page.locator("html")
    assert root.get_attribute(attribute) is None
    choose(table, group, choice)
    expect(root).to_have_attribute(attribute, value)

    for path in ("/en/", "/hi/", "/en/rules", "/hi/strategy"):
        html = table.context.request.get(path, headers={"Accept": "text/html"}).text()
        assert f'{attribute}="{value}"' in html.partition(">\n")[2].partition(">")[0]
    table.page.reload()
    shown = open_settings(table).get_by_role("group", name=group)
    expect(shown.get_by_label(choice, exact=True)).to_be_checked()


def test_the_browser_s_bars_change_with_the_page(table: Table) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Colours", "Dark")
    paper = table.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    bars = table.page.locator("meta[name=theme-color]").evaluate_all(
        "bars => bars.map(bar => bar.content)"
    )

    assert set(bars) == {paper}


def test_like_the_system_takes_a_choice_back(table: Table) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Colours", "Dark")
    choose(table, "Colours", "Like the system")

    assert table.page.locator("html").get_attribute("data-theme") is None
    assert "theme" not in {cookie["name"] for cookie in table.context.cookies()}


def test_a_choice_outlives_its_cookie(table: Table) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Colours", "Dark")
    table.context.clear_cookies(name="theme")
    table.open()

    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert "theme" in {cookie["name"] for cookie in table.context.cookies()}


def test_the_cookie_is_for_every_page_for_a_year_and_no_other_site(table: Table) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Colours", "Dark")
    [cookie] = [one for one in table.context.cookies() if one["name"] == "theme"]
    now = table.page.evaluate("Date.now() / 1000")

    assert (cookie["value"], cookie["path"], cookie["sameSite"]) == ("dark", "/", "Lax")
    assert cookie["expires"] - now == pytest.approx(365 * 24 * 3600, abs=60)


def test_a_choice_holds_in_the_other_tabs_too(table: Table) -> None:
    table.sit_down(player_on(*START))
    second = table.context.new_page()
    table.watch(second)
    second.goto("/en/")
    choose(table, "Colours", "Dark")

    expect(second.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(
    "broken",
    [
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('private'); }});",
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };",
    ],
)
def test_settings_hold_where_storage_throws(table: Table, broken: str) -> None:
    table.page.add_init_script(broken)
    table.sit_down(player_on(*START))
    choose(table, "Colours", "Dark")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")
    dialog = open_settings(table)
    dialog.get_by_label("Single-key shortcuts").uncheck()
    dialog.get_by_role("button", name="Done").click()
    table.page.keyboard.press("KeyA")
    assert table.settle()["turn"] == 0

    table.page.reload()
    expect(open_settings(table).get_by_label("Dark")).to_be_checked()


def test_the_player_may_turn_motion_off(table: Table) -> None:
    table.sit_down(player_on("2 2 . .", ". 4 . 4"))
    choose(table, "Motion", "Off")
    table.page.evaluate(
        """() => {
            window.animated = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                window.animated += 1;
                return animate.apply(this, all);
            };
        }"""
    )
    table.press("left", "right", "down", "up")
    table.expect_turn(4)
    table.settle()

    assert table.page.evaluate("window.animated") == 0


def test_without_motion_the_banner_does_not_fade_in(table: Table) -> None:
    table.sit_down(player_on("1024 1024 . .", ". 2 . ."))
    choose(table, "Motion", "Off")
    table.press("left")
    banner = table.page.get_by_role("group", name="You made 2048!")
    expect(banner).to_be_visible()

    assert banner.evaluate("banner => banner.getAnimations().length") == 0


def test_direction_buttons_may_be_seen_with_a_mouse(table: Table) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Direction buttons", "On")
    table.page.get_by_role("group", name="Directions").get_by_role("button", name="Left").click()

    table.expect_turn(1)


@pytest.mark.parametrize("choice", ["Automatic", "Off"])
def test_direction_buttons_that_are_not_seen_are_there_for_the_tab_key_and_move_nothing(
    table: Table, choice: str
) -> None:
    table.sit_down(player_on(*START))
    choose(table, "Direction buttons", choice)
    pad = table.page.get_by_role("group", name="Directions")
    board = table.page.locator("#board")
    clip = "pad => getComputedStyle(pad).clipPath"
    before = board.bounding_box()
    assert pad.evaluate(clip) == "inset(50%)"

    table.page.locator("#controls button:visible").last.focus()
    table.page.keyboard.press("Tab")
    expect(pad.get_by_role("button", name="Left")).to_be_focused()
    assert pad.evaluate(clip) == "none"
    assert board.bounding_box() == before
    assert table.page.evaluate("scrollY") == 0
    table.page.keyboard.press("Enter")
    table.expect_turn(1)


def test_without_single_key_shortcuts_letters_do_nothing_and_arrows_play(table: Table) -> None:
    """WCAG 2.1.4: what speaks or dictates to a page types letters."""
    table.sit_down(IN_PROGRESS)
    dialog = open_settings(table)
    dialog.get_by_label("Single-key shortcuts").uncheck()
    dialog.get_by_role("button", name="Done").click()
    for key in ("w", "a", "s", "d", "h", "j", "k", "l", "u", "n", "r", "?"):
        table.page.keyboard.press(key)
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    assert table.settle()["turn"] == 1
    table.press("right")
    table.expect_turn(2)

    table.page.reload()
    table.page.keyboard.press("KeyU")
    table.press("left")
    table.expect_turn(3)


def test_who_does_not_want_to_be_asked_gets_the_new_game_at_once(table: Table) -> None:
    table.sit_down(IN_PROGRESS)
    dialog = open_settings(table)
    dialog.get_by_label("Ask before a new game").uncheck()
    dialog.get_by_role("button", name="Done").click()
    table.page.get_by_role("button", name="New game").click()
    table.expect_turn(0)
    expect(table.page.get_by_role("dialog")).to_be_hidden()


RECORD_VIBRATION = """
    window.felt = [];
    Object.defineProperty(navigator, 'vibrate', {value: time => window.felt.push(time)});
"""


def test_nothing_vibrates_unasked(table: Table) -> None:
    table.page.add_init_script(RECORD_VIBRATION)
    table.sit_down(player_on("64 64 . ."))
    table.press("up", "left")
    table.expect_turn(1)

    assert table.page.evaluate("window.felt") == []


def test_who_wants_it_feels_an_illegal_move_and_a_large_merge(table: Table) -> None:
    table.page.add_init_script(RECORD_VIBRATION)
    table.sit_down(player_on("64 64 . .", "2 2 . ."))
    dialog = open_settings(table)
    dialog.get_by_label("Vibrate").check()
    dialog.get_by_role("button", name="Done").click()
    table.press("up")
    table.press("left")
    table.expect_turn(1)
    assert table.page.evaluate("window.felt") == [20, 10]

    table.sit_down(player_on("2 2 . ."))
    table.press("left")
    table.expect_turn(1)
    assert table.page.evaluate("window.felt") == []


def test_vibration_is_offered_only_by_a_device_that_has_it(table: Table) -> None:
    table.page.add_init_script("delete Navigator.prototype.vibrate;")
    table.sit_down(player_on(*START))

    expect(open_settings(table).get_by_text("Vibrate")).to_be_hidden()


@pytest.mark.parametrize("name", ["Settings", "Help"])
def test_a_dialog_takes_the_focus_and_gives_it_back(table: Table, name: str) -> None:
    table.sit_down(player_on(*START))
    button = table.page.get_by_role("button", name=name)
    dialog = table.page.get_by_role("dialog", name=name)
    for close in (
        lambda: table.page.keyboard.press("Escape"),
        lambda: table.page.mouse.click(2, 2),
        lambda: dialog.get_by_role("button").click(),
    ):
        button.press("Enter")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_role("heading", name=name)).to_be_focused()
        close()
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()

    assert table.settle()["turn"] == 0


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (320, 256)])
def test_a_dialog_fits_the_screen_and_its_way_out_is_seen(
    table: Table, width: int, height: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(player_on(*START))
    for name in ("Settings", "Help"):
        table.page.get_by_role("button", name=name).click()
        dialog = table.page.get_by_role("dialog", name=name)
        box = dialog.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)
        table.page.keyboard.press("Escape")
