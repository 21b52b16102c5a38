"""Charts of what was measured, as SVG that stands alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 16, 48
_STROKES = ("#b4540a", "#1f6fb2", "#2e7d32", "#8e24aa", "#c2185b", "#5d6d00")
_STYLE = (
    "text{font:13px sans-serif;fill:#333}path{fill:none;stroke-width:2}"
    ".grid{stroke:#8886;stroke-width:1}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points, from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


def line_chart(title: str, across: str, up: str, lines: Sequence[Line]) -> str:
    """Return a chart of lines on axes that begin at 0.

    Args:
        title: What a screen reader says of it.
        across: What the horizontal axis is.
        up: What the vertical axis is.
        lines: Each with a point at least.
    """
    widest = max(x for line in lines for x, _ in line.points) or 1
    highest = max(y for line in lines for _, y in line.points) or 1
    span, rise = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        return _LEFT + span * x / widest, _TOP + rise * (1 - y / highest)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    for quarter in range(5):
        x, y = at(widest * quarter / 4, highest * quarter / 4)
        parts += [
            f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>',
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{_short(highest * quarter / 4)}</text>",
            f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">'
            f"{_short(widest * quarter / 4)}</text>",
        ]
    parts += [
        f'<text x="{_LEFT + span / 2}" y="{_HEIGHT - 8}" text-anchor="middle">'
        f"{escape(across)}</text>",
        f'<text transform="translate(14 {_TOP + rise / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>",
    ]
    for place, line in enumerate(lines):
        stroke = _STROKES[place % len(_STROKES)]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in line.points))
        key = _TOP + 16 + 18 * place
        parts += [
            f'<path stroke="{stroke}" d="M{way}"/>',
            f'<path stroke="{stroke}" d="M{_WIDTH - 190} {key - 4}h22"/>',
            f'<text x="{_WIDTH - 162}" y="{key}">{escape(line.name)}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def survival(name: str, scores: Sequence[int]) -> Line:
    """Return the line of the share of games that came to a score or further, in per cent."""
    ordered = sorted(scores)
    games = len(ordered)
    # A few hundred points are as fine as the eye.
    step = max(1, games // 300)
    points = [(0.0, 100.0)]
    points += [(ordered[k], 100 * (games - k) / games) for k in range(0, games, step)]
    return Line(name, [*points, (ordered[-1], 0.0)])
