"""What a reason says: which one it is, and the moves, tiles and numbers that it names."""

from dataclasses import dataclass
from enum import StrEnum

from app.rules import Direction


class Why(StrEnum):
    """The reasons, the most important first."""

    ONLY_MOVE = "only_move"
    ABOUT_EQUAL = "about_equal"
    OTHER_MAY_END = "other_may_end"
    OTHER_IS_RISKY = "other_is_risky"
    MAKES_LARGEST = "makes_largest"
    CORNER_BEFORE_MERGE = "corner_before_merge"
    KEEPS_CORNER = "keeps_corner"
    TAKES_CORNER = "takes_corner"
    KEEPS_EDGE = "keeps_edge"
    ORDER_BEFORE_MERGE = "order_before_merge"
    KEEPS_ORDER = "keeps_order"
    KEEPS_BESIDE = "keeps_beside"
    OTHER_TRAPS = "other_traps"
    FREES = "frees"
    NEEDS_ROOM = "needs_room"
    MERGES = "merges"
    SETS_UP = "sets_up"
    FILLS_EDGE = "fills_edge"
    OTHER_IS_FOURTH = "other_is_fourth"
    MORE_ROOM = "more_room"
    MORE_PAIRS = "more_pairs"
    MORE_STEPS = "more_steps"
    SEES_FURTHER = "sees_further"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is better, and what the sentence that says so names.

    Attributes:
        why: The reason.
        best: The better direction.
        other: The one it is compared with; None if it is the only one.
        expected: The further points expected from the better one.
        points: How many fewer are expected from the other.
        tile: The tile that the reason is about; of a merge, one of the two.
        second: Another tile: beside that one, or one of a merge that the other move would have.
        tiles: A row of tiles: an edge read from its corner, or what surrounds a tile.
        count: A number that the better move leads to: of empty cells, of pairs.
        other_count: The same of the other.
        worse: Where the two are about as good: why a third direction is worse than the better.
    """

    why: Why
    best: Direction
    other: Direction | None = None
    expected: float = 0.0
    points: float = 0.0
    tile: int = 0
    second: int = 0
    tiles: tuple[int, ...] = ()
    count: int = 0
    other_count: int = 0
    worse: "Reason | None" = None
