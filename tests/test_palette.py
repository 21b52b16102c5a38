"""Every text can be read in every theme, and no two neighbouring tiles look alike to anybody."""

import re
from itertools import combinations, pairwise

import pytest

from tests.palette import (
    CSS,
    DECORATION,
    INKS,
    PAIRS,
    SHARED,
    SIMULATIONS,
    SWITCHES,
    TEXT,
    THEMES,
    TILES,
    VALUES,
    Colour,
    contrast,
    contrast_of_pair,
    distance,
    hue_step,
    lightness_and_hue,
    parse_colour,
    read_properties,
    read_theme,
    report,
)

# CSS Color 4 takes 0.02 in OKLab for a difference that is only just noticed, side by side. Three
# times that is told at a glance, from tile to tile across the board.
CLEARLY_APART = 0.06
LIGHTNESS_STEP = 0.03
HUE_STEP = 10
# Of any two tiles, neighbours or not: none has the hue of another, and none its lightness.
LEAST_LIGHTNESS_STEP = 0.005
LEAST_HUE_STEP = 3
# WCAG asks for this much where it asks for more (1.4.6).
MORE = 7.0

WHITE, BLACK = parse_colour("#ffffff"), parse_colour("#000000")


@pytest.fixture(params=list(THEMES))
def theme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def colours(theme: str) -> dict[str, Colour]:
    return read_theme(CSS.read_text(), theme)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(parse_colour("#777777"), WHITE) == pytest.approx(4.478, abs=0.001)


def test_lightness_and_hue_are_those_of_oklch() -> None:
    """The values of CSS Color 4 for red and blue."""
    assert lightness_and_hue(parse_colour("#ff0000")) == pytest.approx((0.628, 29.23), abs=0.01)
    assert lightness_and_hue(parse_colour("#0000ff")) == pytest.approx((0.452, 264.05), abs=0.01)


def test_the_simulations_take_red_and_green_together_and_leave_grey_alone() -> None:
    red, green = parse_colour("#b05a30"), parse_colour("#7c7030")

    assert distance(red, green) > 3 * distance(red, green, "deuteranopia")
    for simulation in SIMULATIONS:
        grey = parse_colour("#808080")
        assert distance(grey, WHITE, simulation) == pytest.approx(distance(grey, WHITE), abs=0.001)


def test_a_pair_on_a_veil_is_as_bad_as_its_worst_ground() -> None:
    colours = dict.fromkeys(["board", "cell", *TILES], BLACK)
    colours |= {"veil": Colour(1, 1, 1, 0.5), "text": BLACK}
    light = contrast_of_pair(colours, "text", "veil")
    colours["cell"] = WHITE

    assert contrast_of_pair(colours, "text", "veil") == light
    colours["veil"] = Colour(0, 0, 0, 0.5)
    assert contrast_of_pair(colours, "text", "veil") == pytest.approx(1)


def test_every_colour_of_the_stylesheet_is_tested_or_decoration() -> None:
    paired = {name for front, ground, _ in PAIRS for name in (front, ground)}
    found = set(read_properties(CSS.read_text())) - SWITCHES

    assert found == paired | DECORATION | SHARED
    assert paired.isdisjoint(DECORATION)


def test_no_rule_has_a_colour_of_its_own() -> None:
    """Else a theme would not reach it, nor this test."""
    css = re.sub(r"/\*.*?\*/", "", CSS.read_text(), flags=re.DOTALL)
    palette = re.search(r":root \{[^}]*--paper.*?\}", css, re.DOTALL)
    assert palette is not None
    css = re.sub(r"--[\w-]+", "", css.replace(palette[0], ""))

    written = (
        r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])",
        r"\b(?:rgba?|hsla?|oklch|oklab|hwb)\(",
        r"\b(?:white|black)\b(?!-)",
    )
    assert re.findall("|".join(written), css) == []


@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_what_is_read_or_must_be_seen_stands_out(
    colours: dict[str, Colour], front: str, ground: str, least: float
) -> None:
    assert contrast_of_pair(colours, front, ground) >= least


def test_in_high_contrast_every_text_stands_out_more() -> None:
    css = CSS.read_text()
    for theme in ("contrast, by day", "contrast, by night"):
        colours = read_theme(css, theme)
        for front, ground, least in PAIRS:
            if least == TEXT:
                assert contrast_of_pair(colours, front, ground) >= MORE, (theme, front, ground)
        for ground in ("board", "cell"):
            assert contrast(colours["rim"], colours[ground]) >= MORE, (theme, ground)


@pytest.mark.parametrize("simulation", list(SIMULATIONS))
def test_neighbouring_tiles_are_clearly_apart(colours: dict[str, Colour], simulation: str) -> None:
    steps = {
        (one, other): distance(colours[one], colours[other], simulation)
        for one, other in pairwise(TILES)
    }

    assert {pair: step for pair, step in steps.items() if step < CLEARLY_APART} == {}


@pytest.mark.parametrize("simulation", list(SIMULATIONS))
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tile_stands_out_from_an_empty_cell(theme: str, simulation: str) -> None:
    """In high contrast the rim does that, see above."""
    colours = read_theme(CSS.read_text(), theme)
    faint = {
        tile: distance(colours[tile], colours["cell"], simulation)
        for tile in TILES
        if distance(colours[tile], colours["cell"], simulation) < CLEARLY_APART
    }

    assert faint == {}


def test_neighbouring_tiles_step_in_lightness_and_in_hue(colours: dict[str, Colour]) -> None:
    """gabrielecirulli/2048#71, PR 285: 128, 256 and 512 look alike; so do 2 and 4."""
    for one, other in pairwise(TILES):
        (light, hue), (next_light, next_hue) = (
            lightness_and_hue(colours[tile]) for tile in (one, other)
        )
        assert abs(light - next_light) >= LIGHTNESS_STEP, (one, other)
        assert hue_step(hue, next_hue) >= HUE_STEP, (one, other)


def test_no_two_tiles_share_a_hue_or_a_lightness(colours: dict[str, Colour]) -> None:
    tiles = [(name, *lightness_and_hue(colours[name])) for name in TILES[: len(VALUES)]]
    for (one, light, hue), (other, other_light, other_hue) in combinations(tiles, 2):
        assert abs(light - other_light) >= LEAST_LIGHTNESS_STEP, (one, other)
        assert hue_step(hue, other_hue) >= LEAST_HUE_STEP, (one, other)


def test_the_report_names_every_pair_and_every_step() -> None:
    lines = report(CSS.read_text()).splitlines()

    assert len([line for line in lines if " on " in line]) == len(PAIRS)
    assert len([line for line in lines if " → " in line]) == len(THEMES) * (len(TILES) - 1)
    assert len(INKS) == len(TILES)


def with_colour(name: str, value: str) -> dict[str, Colour]:
    return read_theme(re.sub(rf"--{name}:[^;]*;", f"--{name}: {value};", CSS.read_text()), "light")


def test_a_text_that_is_too_pale_is_found() -> None:
    colours = with_colour("ink-soft", "#9a8b7a")

    assert contrast_of_pair(colours, "ink-soft", "paper") < TEXT


def test_a_tile_that_looks_like_its_neighbour_to_some_is_found() -> None:
    """These two were in use, and are the same to an eye without the long cones."""
    one, other = with_colour("tile-512", "#6b2788")["tile-512"], parse_colour("#3c2c8c")

    assert distance(one, other) > CLEARLY_APART
    assert distance(one, other, "protanopia") < CLEARLY_APART / 2
