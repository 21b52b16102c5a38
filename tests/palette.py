"""The colours of the stylesheet in every theme, and what eyes make of them.

`python -m tests.palette` prints the table of contrasts.
"""

import math
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

CSS = Path(__file__).resolve().parent.parent / "static" / "css" / "site.css"

# The switches that are on in a theme, as the stylesheet's first rules set them.
THEMES = {
    "light": frozenset({"light", "plain", "day"}),
    "dark": frozenset({"dark", "plain", "night"}),
    "contrast, by day": frozenset({"bright", "sharp", "day"}),
    "contrast, by night": frozenset({"black", "sharp", "night"}),
}
SWITCHES = frozenset().union(*THEMES.values())

VALUES = [2**power for power in range(1, 18)]
TILES = [*(f"tile-{value}" for value in VALUES), "tile-beyond"]
INKS = [*(f"ink-{value}" for value in VALUES), "ink-beyond"]

# (foreground, background, the least contrast): text, then what must only be seen.
TEXT, SEEN = 4.5, 3.0
PAIRS = [
    ("ink", "paper", TEXT),
    ("ink", "raised", TEXT),
    ("ink", "card", TEXT),
    ("ink", "line", TEXT),  # a button while it is pressed
    ("ink-soft", "paper", TEXT),
    ("ink-soft", "raised", TEXT),
    ("ink-soft", "card", TEXT),
    ("title", "paper", TEXT),
    ("accent", "paper", TEXT),
    ("accent", "raised", TEXT),
    ("on-accent", "accent", TEXT),
    ("on-accent", "accent-hover", TEXT),
    ("on-box", "box", TEXT),
    ("on-box-soft", "box", TEXT),
    ("gain", "paper", TEXT),
    ("on-notice", "notice", TEXT),
    *((ink, tile, TEXT) for ink, tile in zip(INKS, TILES, strict=True)),
    ("focus", "paper", SEEN),
    ("focus", "raised", SEEN),
    ("focus", "card", SEEN),
    ("fresh", "board", SEEN),
    ("border", "paper", SEEN),
    ("border", "raised", SEEN),
    ("border", "card", SEEN),
]
# Nothing is read from these: shadows, veils, lines between things, and where no tile lies. That
# tiles stand out from `cell` is measured as a distance, not as a contrast.
DECORATION = {"cell", "shade", "edge", "rim", "glow", "veil", "veil-won", "backdrop"}
# What they are made of; tested where they are used.
SHARED = {"on-pale", "on-deep", "on-gold"}


class Colour(NamedTuple):
    """sRGB, each from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, ground: "Colour") -> "Colour":
        """This colour, painted on an opaque one."""
        mixed = (
            self.alpha * a + (1 - self.alpha) * b for a, b in zip(self[:3], ground, strict=False)
        )
        return Colour(*mixed)


Linear = tuple[float, float, float]

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
# Deficiency (2009), severity 1.0, on linear RGB.
SIMULATIONS = {
    "as it is": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def read_properties(css: str) -> dict[str, str]:
    """Return the custom properties of the block that holds the palette, unevaluated."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    block = next(
        block for block in re.findall(r":root \{(.*?)\}", css, re.DOTALL) if "--paper" in block
    )
    return dict(re.findall(r"--([\w-]+):\s*([^;]*);", block))


def read_theme(css: str, theme: str) -> dict[str, Colour]:
    """Return every colour of a theme by its name."""
    properties = read_properties(css)
    on = THEMES[theme]
    return {
        name: parse_colour(_evaluate(value, properties, on))
        for name, value in properties.items()
        if name not in SWITCHES
    }


def _evaluate(value: str, properties: dict[str, str], on: frozenset[str]) -> str:
    """Put in what the variables stand for; a switch that is off leaves nothing of its value."""

    def replace(match: re.Match[str]) -> str:
        name, inner = match["name"], match["value"]
        if name in SWITCHES:
            return inner if name in on else ""
        return _evaluate(properties[name], properties, on)

    call = r"var\(--(?P<name>[\w-]+)(?:,\s*(?P<value>(?:[^()]|\([^()]*\))*))?\)"
    return re.sub(call, replace, value).strip()


def parse_colour(text: str) -> Colour:
    """Read `#rrggbb`, `#rgb` or `rgb(r g b / a)`; raise ValueError for anything else."""
    if match := re.fullmatch(r"#([0-9a-f]{6}|[0-9a-f]{3})", text):
        digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
        return Colour(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    if match := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", text):
        red, green, blue = (int(part) / 255 for part in match.groups()[:3])
        return Colour(red, green, blue, float(match[4]))
    raise ValueError(text)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: Colour) -> Linear:
    """Light, of which twice as much is twice as bright."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return red, green, blue


def oklab(light: Linear) -> Linear:
    """Björn Ottosson's OKLab: lightness, and two axes of colour."""
    red, green, blue = (max(0.0, part) for part in light)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def lightness_and_hue(colour: Colour) -> tuple[float, float]:
    """Lightness from 0 to 1 and hue in degrees, in OKLCH."""
    lightness, a, b = oklab(linear(colour))
    return lightness, math.degrees(math.atan2(b, a)) % 360


def hue_step(one: float, other: float) -> float:
    """The shorter way around the circle."""
    step = abs(one - other) % 360
    return min(step, 360 - step)


def seen(colour: Colour, simulation: str) -> Linear:
    """Where a colour lies in OKLab for an eye."""
    light = linear(colour)
    red, green, blue = (
        sum(weight * part for weight, part in zip(row, light, strict=True))
        for row in SIMULATIONS[simulation]
    )
    return oklab((red, green, blue))


def distance(one: Colour, other: Colour, simulation: str = "as it is") -> float:
    """How far two colours are apart for an eye, in OKLab."""
    return math.dist(seen(one, simulation), seen(other, simulation))


def contrast_of_pair(colours: dict[str, Colour], front: str, ground: str) -> float:
    """The contrast of a pair; on a ground that lets something through, the worst there is."""
    grounds = [colours[ground]]
    if colours[ground].alpha < 1:
        below = ("board", "cell", *TILES)
        grounds = [colours[ground].over(colours[name]) for name in below]
    return min(contrast(colours[front].over(each), each) for each in grounds)


def report(css: str) -> str:
    """The contrasts and the steps of every theme, as a table."""
    themes = {theme: read_theme(css, theme) for theme in THEMES}
    lines = [f"{'contrast':34}" + "".join(f"{theme:>20}" for theme in themes)]
    for front, ground, least in PAIRS:
        found = "".join(
            f"{contrast_of_pair(colours, front, ground):20.2f}" for colours in themes.values()
        )
        lines.append(f"{f'{front} on {ground} (≥ {least})':34}{found}")
    for theme, colours in themes.items():
        lines += ["", f"{theme}: from tile to tile", f"{'':24}{'lightness':>10}{'hue °':>8}"]
        lines[-1] += "".join(f"{name:>14}" for name in SIMULATIONS)
        for one, other in pairwise(TILES):
            (light, hue), (next_light, next_hue) = (
                lightness_and_hue(colours[name]) for name in (one, other)
            )
            row = f"{one[5:] + ' → ' + other[5:]:24}{abs(light - next_light):10.3f}"
            row += f"{hue_step(hue, next_hue):8.0f}"
            row += "".join(
                f"{distance(colours[one], colours[other], name):14.3f}" for name in SIMULATIONS
            )
            lines.append(row)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(report(CSS.read_text()) + "\n")
