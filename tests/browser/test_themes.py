"""Each theme as the browser has it: who decides, and that its colours are those measured."""

from typing import Any

import pytest

from tests.browser.table import Table
from tests.palette import CSS, THEMES, Colour, parse_colour, read_theme
from tests.visitor import player_on

LIGHT, DARK, BRIGHT, BLACK = THEMES

# (chosen, the system's scheme, its contrast) -> theme
CASES = {
    (None, "light", "no-preference"): LIGHT,
    (None, "dark", "no-preference"): DARK,
    (None, "light", "more"): BRIGHT,
    (None, "dark", "more"): BLACK,
    ("light", "dark", "no-preference"): LIGHT,
    ("light", "dark", "more"): LIGHT,
    ("dark", "light", "no-preference"): DARK,
    ("dark", "light", "more"): DARK,
    ("contrast", "light", "no-preference"): BRIGHT,
    ("contrast", "dark", "no-preference"): BLACK,
    ("contrast", "dark", "more"): BLACK,
}


def sit_down(table: Table, chosen: str | None) -> None:
    if chosen is not None:
        table.context.add_cookies([{"name": "theme", "value": chosen, "url": table.site.url}])
    table.sit_down(player_on("2 2 . .", ". 4 . ."))


@pytest.mark.parametrize(("chosen", "scheme", "contrast"), CASES)
def test_a_choice_counts_else_the_system_and_the_colours_are_those_that_are_tested(
    table: Table, chosen: str | None, scheme: Any, contrast: Any
) -> None:
    table.page.emulate_media(color_scheme=scheme, contrast=contrast)
    sit_down(table, chosen)
    theme = CASES[chosen, scheme, contrast]
    expected = read_theme(CSS.read_text(), theme)
    found = table.page.evaluate(
        """names => {
            const style = getComputedStyle(document.documentElement);
            return Object.fromEntries(
                names.map(name => [name, style.getPropertyValue(`--${name}`)]));
        }""",
        list(expected),
    )

    assert {name: parse_colour(value.strip()) for name, value in found.items()} == expected
    scheme_of_page = "getComputedStyle(document.documentElement).colorScheme"
    assert table.page.evaluate(scheme_of_page) == ("light" if "day" in THEMES[theme] else "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_and_its_tiles_have_the_colours_of_the_theme(table: Table, scheme: Any) -> None:
    table.page.emulate_media(color_scheme=scheme)
    sit_down(table, None)
    colours = read_theme(CSS.read_text(), scheme)
    ground = "node => getComputedStyle(node).backgroundColor"

    assert table.page.locator("html").evaluate(ground) == shown(colours["paper"])
    assert table.page.locator('[data-value="2"]').first.evaluate(ground) == shown(colours["tile-2"])
    assert table.page.locator(".cell").first.evaluate(ground) == shown(colours["cell"])


def shown(colour: Colour) -> str:
    return f"rgb({', '.join(str(round(part * 255)) for part in colour[:3])})"


@pytest.mark.parametrize(
    ("path", "selector"),
    [
        ("/en/", '[data-value="2"]'),
        ("/hi/solver", ".position-board"),
        ("/hi/solver", ".position-cell"),
        ("/en/rules", ".drawn"),
        ("/en/rules", ".drawn .cell"),
    ],
)
def test_forced_colours_keep_the_tiles_apart(table: Table, path: str, selector: str) -> None:
    table.page.emulate_media(forced_colors="active")
    sit_down(table, None)
    table.page.goto(path)
    tile = table.page.locator(selector).first
    width, colour, ground = tile.evaluate(
        """node => {
            const style = getComputedStyle(node);
            return [style.borderTopWidth, style.borderTopColor, style.backgroundColor];
        }"""
    )

    assert float(width.removesuffix("px")) >= 1
    assert colour != ground


def test_motion_that_is_switched_off_leaves_the_banner_still(table: Table) -> None:
    table.context.add_cookies([{"name": "motion", "value": "off", "url": table.site.url}])
    table.sit_down(player_on("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"))

    animation = table.page.locator("#banner").evaluate(
        "node => getComputedStyle(node).animationName"
    )
    assert animation == "none"
