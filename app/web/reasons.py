"""The coach's reasons as sentences, in the language of the request."""

from collections.abc import Mapping

from flask_babel import format_decimal, lazy_gettext

from app.coach import Reason, Why
from app.rules import Direction

# At the beginning of a sentence, and within one.
_FIRST: Mapping[Direction, str] = {
    Direction.UP: lazy_gettext("Up"),
    Direction.RIGHT: lazy_gettext("Right"),
    Direction.DOWN: lazy_gettext("Down"),
    Direction.LEFT: lazy_gettext("Left"),
}
_WITHIN: Mapping[Direction, str] = {
    Direction.UP: lazy_gettext("up"),
    Direction.RIGHT: lazy_gettext("right"),
    Direction.DOWN: lazy_gettext("down"),
    Direction.LEFT: lazy_gettext("left"),
}

_SENTENCES: Mapping[Why, str] = {
    Why.ONLY_MOVE: lazy_gettext("%(Best)s is the only move."),
    Why.ABOUT_EQUAL: lazy_gettext(
        "%(Best)s and %(other)s are about equally good: they differ by %(points)s of "
        "%(expected)s expected points."
    ),
    Why.OTHER_MAY_END: lazy_gettext(
        "After %(other)s the next tile could end the game; after %(best)s there will be a move."
    ),
    Why.OTHER_IS_RISKY: lazy_gettext(
        "The board is nearly full: after %(other)s a new tile may come that leaves no safe move; "
        "after %(best)s there will be one."
    ),
    Why.MAKES_LARGEST: lazy_gettext(
        "%(Best)s makes %(tile)s, larger than any tile on the board; %(other)s does not."
    ),
    Why.CORNER_BEFORE_MERGE: lazy_gettext(
        "%(Other)s would merge two %(second)ss, but take %(tile)s out of its corner. %(Best)s"
        " keeps it there."
    ),
    Why.KEEPS_CORNER: lazy_gettext(
        "%(Best)s keeps %(tile)s in its corner; %(other)s would take it out."
    ),
    Why.TAKES_CORNER: lazy_gettext(
        "%(Best)s brings the largest tile, %(tile)s, into a corner; %(other)s does not."
    ),
    Why.KEEPS_EDGE: lazy_gettext(
        "%(Best)s keeps %(tile)s at the edge; %(other)s would leave it in the middle of the board."
    ),
    Why.ORDER_BEFORE_MERGE: lazy_gettext(
        "%(Other)s would merge two %(second)ss, but break the order %(tiles)s. %(Best)s keeps it."
    ),
    Why.KEEPS_ORDER: lazy_gettext("%(Best)s keeps the order %(tiles)s; %(other)s would break it."),
    Why.KEEPS_BESIDE: lazy_gettext(
        "After %(best)s the two largest tiles, %(tile)s and %(second)s, lie side by side; "
        "after %(other)s they do not."
    ),
    Why.OTHER_TRAPS: lazy_gettext(
        "%(Other)s would trap the %(tile)s between larger tiles (%(tiles)s); %(best)s does not."
    ),
    Why.FREES: lazy_gettext(
        "%(Best)s frees the %(tile)s that is trapped between larger tiles (%(tiles)s); "
        "%(other)s does not."
    ),
    Why.NEEDS_ROOM: lazy_gettext(
        "The board is nearly full. Empty cells after %(best)s: %(count)s, after %(other)s: "
        "only %(other_count)s."
    ),
    Why.MERGES: lazy_gettext("%(Best)s merges two %(tile)ss now; %(other)s does not."),
    Why.SETS_UP: lazy_gettext(
        "%(Best)s brings two %(tile)ss side by side, to merge in the next move; %(other)s does not."
    ),
    Why.FILLS_EDGE: lazy_gettext("%(Best)s fills an edge in order: %(tiles)s. %(Other)s does not."),
    Why.OTHER_IS_FOURTH: lazy_gettext(
        "%(Other)s is the fourth direction, away from the edge with %(tiles)s: keep it for "
        "emergencies."
    ),
    Why.MORE_ROOM: lazy_gettext(
        "%(Best)s merges more. Empty cells after %(best)s: %(count)s, after %(other)s: "
        "%(other_count)s."
    ),
    Why.MORE_PAIRS: lazy_gettext(
        "More equal tiles lie side by side. Pairs after %(best)s: %(count)s, after %(other)s:"
        " %(other_count)s."
    ),
    Why.MORE_STEPS: lazy_gettext(
        "More tiles lie beside one of twice their value. Such pairs after %(best)s: %(count)s, "
        "after %(other)s: %(other_count)s."
    ),
    Why.SEES_FURTHER: lazy_gettext(
        "No single reason in words: looking ahead, the solver expects %(points)s points more "
        "from %(best)s than from %(other)s."
    ),
}
# In the place of "0 of 0 expected points".
_NOTHING_LEFT = lazy_gettext(
    "%(Best)s and %(other)s are equally good: the solver expects hardly any more points from "
    "either."
)
_NO_DIFFERENCE = lazy_gettext(
    "%(Best)s and %(other)s are equally good: the solver sees no difference."
)


def name_direction(direction: Direction) -> str:
    """Return the word for a direction, as it stands within a sentence."""
    return str(_WITHIN[direction])


def sentence(reason: Reason) -> str:
    """Return what a reason says: a sentence or two."""
    told = _fill(reason)
    return told if reason.worse is None else f"{told} {_fill(reason.worse)}"


def _fill(reason: Reason) -> str:
    other = reason.best if reason.other is None else reason.other
    text = _SENTENCES[reason.why]
    if reason.why is Why.ABOUT_EQUAL and round(reason.points) == 0:
        text = _NO_DIFFERENCE
    if reason.why is Why.ABOUT_EQUAL and round(reason.expected) <= 0:
        text = _NOTHING_LEFT
    return str(text) % {
        "Best": _FIRST[reason.best],
        "best": _WITHIN[reason.best],
        "Other": _FIRST[other],
        "other": _WITHIN[other],
        "expected": format_decimal(round(reason.expected)),
        "points": format_decimal(round(reason.points)),
        "tile": reason.tile,
        "second": reason.second,
        "tiles": ", ".join(map(str, reason.tiles)),
        "count": reason.count,
        "other_count": reason.other_count,
    }
