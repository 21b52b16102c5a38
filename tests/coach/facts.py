"""What each reason claims, said again on plain cells, and never by what the coach itself asks."""

from collections.abc import Callable

from app.coach import Reason, Why
from tests.naive import STEPS, Cells, pushed

CORNERS = (0, 3, 12, 15)
MIDDLE = (5, 6, 9, 10)
EDGES = [
    *((0, 1, 2, 3), (3, 2, 1, 0), (12, 13, 14, 15), (15, 14, 13, 12)),
    *((0, 4, 8, 12), (12, 8, 4, 0), (3, 7, 11, 15), (15, 11, 7, 3)),
]
AWAY = {"up": (12, 13, 14, 15), "down": (0, 1, 2, 3), "left": (3, 7, 11, 15)} | {
    "right": (0, 4, 8, 12)
}

Fact = Callable[[Reason, Cells, Cells, Cells], bool]


def beside(cell: int) -> list[int]:
    y, x = divmod(cell, 4)
    spots = [(y + down, x + right) for down, right in STEPS.values()]
    return [4 * row + column for row, column in spots if row in range(4) and column in range(4)]


def around(cells: Cells, cell: int) -> list[int]:
    return [cells[one] for one in beside(cell)]


def in_corner(cells: Cells) -> bool:
    return max(cells) in {cells[corner] for corner in CORNERS}


def room(cells: Cells) -> int:
    return cells.count(0)


def legal(cells: Cells) -> list[Cells]:
    return [after for after, _ in (pushed(cells, way) for way in STEPS) if after != cells]


def spawned(cells: Cells) -> list[Cells]:
    empty = [cell for cell in range(16) if not cells[cell]]
    return [(*cells[:cell], tile, *cells[cell + 1 :]) for cell in empty for tile in (2, 4)]


def may_end(cells: Cells) -> bool:
    return any(not legal(after) for after in spawned(cells))


def always_safe(cells: Cells) -> bool:
    return all(any(not may_end(then) for then in legal(after)) for after in spawned(cells))


def trapped(cells: Cells) -> list[tuple[int, list[int]]]:
    found = [(cells[one], sorted(around(cells, one))) for one in range(16)]
    return [(tile, walls) for tile, walls in found if 0 < tile <= 8 and walls[0] >= 4 * tile]


def pairs(cells: Cells) -> list[int]:
    twice = [cells[one] for one in range(16) for two in beside(one) if cells[one] == cells[two] > 0]
    return sorted(twice)[::2]


def steps(cells: Cells) -> int:
    neighbours = [(cells[one], cells[two]) for one in range(16) for two in beside(one)]
    return sum(0 < one * 2 == two for one, two in neighbours)


def reads(cells: Cells, tiles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [edge for edge in EDGES if tuple(cells[cell] for cell in edge) == tiles]


def falling(tiles: tuple[int, ...]) -> bool:
    return 0 not in tiles and list(tiles) == sorted(tiles, reverse=True)


def filled(cells: Cells) -> set[tuple[int, ...]]:
    return {edge for edge in EDGES if falling(tuple(cells[cell] for cell in edge))}


def merges(before: Cells, after: Cells) -> dict[int, int]:
    """How many of each tile were made: the more there are, and the two that each merge took."""
    made: dict[int, int] = {}
    for tile in (1 << level for level in range(18, 1, -1)):
        made[tile] = after.count(tile) - before.count(tile) + 2 * made.get(2 * tile, 0)
    return made


def keeps_corner(reason: Reason, before: Cells, best: Cells, other: Cells) -> bool:
    kept = any(before[one] == best[one] == reason.tile == max(best) for one in CORNERS)
    return kept and reason.tile == max(before) and not in_corner(other)


def keeps_order(reason: Reason, before: Cells, best: Cells, other: Cells) -> bool:
    edges = [edge for edge in reads(before, reason.tiles) if edge in reads(best, reason.tiles)]
    changed = [edge for edge in edges if edge not in reads(other, reason.tiles)]
    return falling(reason.tiles) and reason.tiles[0] == max(before) and bool(changed)


def other_merges(reason: Reason, before: Cells, best: Cells, other: Cells) -> bool:
    gained, best_gained = (pushed(before, str(way))[1] for way in (reason.other, reason.best))
    made, best_made = (merges(before, after)[2 * reason.second] for after in (other, best))
    return gained > best_gained and made > best_made == 0


def other_is_fourth(reason: Reason, before: Cells, best: Cells, other: Cells) -> bool:
    edge = AWAY[str(reason.other)]
    held = tuple(before[cell] for cell in edge if before[cell])
    moved = tuple(before[cell] for cell in edge) != tuple(other[cell] for cell in edge)
    corner = max(before) in {before[edge[0]], before[edge[3]]}
    return corner and moved and reason.tiles in {held, held[::-1]}


FACTS: dict[Why, Fact] = {
    Why.ONLY_MOVE: lambda reason, before, best, other: len(legal(before)) == 1,
    Why.ABOUT_EQUAL: lambda reason, before, best, other: (
        0 <= reason.points <= 0.003 * abs(reason.expected)
    ),
    Why.OTHER_MAY_END: lambda reason, before, best, other: may_end(other) and not may_end(best),
    Why.OTHER_IS_RISKY: lambda reason, before, best, other: (
        room(other) <= 3 and not always_safe(other) and always_safe(best)
    ),
    Why.MAKES_LARGEST: lambda reason, before, best, other: (
        reason.tile == max(best) > max(before) and reason.tile > max(other)
    ),
    Why.KEEPS_CORNER: keeps_corner,
    Why.CORNER_BEFORE_MERGE: lambda *case: keeps_corner(*case) and other_merges(*case),
    Why.TAKES_CORNER: lambda reason, before, best, other: (
        reason.tile == max(best)
        and [in_corner(cells) for cells in (before, best, other)] == [False, True, False]
    ),
    Why.KEEPS_EDGE: lambda reason, before, best, other: (
        {max(before), max(best), max(other)} == {reason.tile}
        and any(best[cell] == reason.tile for cell in range(16) if cell not in MIDDLE)
        and all(cell in MIDDLE for cell in range(16) if other[cell] == reason.tile)
    ),
    Why.KEEPS_ORDER: keeps_order,
    Why.ORDER_BEFORE_MERGE: lambda *case: keeps_order(*case) and other_merges(*case),
    Why.KEEPS_BESIDE: lambda reason, before, best, other: (
        sorted(best)[-2:] == sorted(other)[-2:] == [reason.second, reason.tile]
        and reason.second in around(best, best.index(reason.tile))
        and reason.second not in around(other, other.index(reason.tile))
    ),
    Why.OTHER_TRAPS: lambda reason, before, best, other: (
        (reason.tile, list(reason.tiles)) in trapped(other)
        and len(trapped(best)) <= len(trapped(before))
    ),
    Why.FREES: lambda reason, before, best, other: (
        (reason.tile, list(reason.tiles)) in trapped(before)
        and not trapped(best)
        and reason.tile in [tile for tile, _ in trapped(other)]
    ),
    Why.NEEDS_ROOM: lambda reason, before, best, other: (
        (reason.count, reason.other_count) == (room(best), room(other))
        and reason.count > reason.other_count <= 3
    ),
    Why.MERGES: lambda reason, before, best, other: (
        merges(before, best)[2 * reason.tile] > merges(before, other)[2 * reason.tile] == 0
    ),
    Why.SETS_UP: lambda reason, before, best, other: (
        reason.tile in pairs(best)
        and reason.tile not in pairs(before)
        and reason.tile not in pairs(other)
    ),
    Why.FILLS_EDGE: lambda reason, before, best, other: (
        falling(reason.tiles)
        and reason.tiles[0] == max(best)
        and bool(set(reads(best, reason.tiles)) - filled(before))
        and not reads(before, reason.tiles)
        and not reads(other, reason.tiles)
        and not filled(other) - filled(before)
    ),
    Why.OTHER_IS_FOURTH: other_is_fourth,
    Why.MORE_ROOM: lambda reason, before, best, other: (
        (reason.count, reason.other_count) == (room(best), room(other))
        and reason.count > reason.other_count > 3
    ),
    Why.MORE_PAIRS: lambda reason, before, best, other: (
        (reason.count, reason.other_count) == (len(pairs(best)), len(pairs(other)))
        and reason.count > reason.other_count
    ),
    Why.MORE_STEPS: lambda reason, before, best, other: (
        (reason.count, reason.other_count) == (steps(best), steps(other))
        and reason.count > reason.other_count
    ),
    Why.SEES_FURTHER: lambda reason, before, best, other: reason.points > 0,
}


def holds(reason: Reason, before: Cells) -> bool:
    """Tell whether all that the sentence of a reason says is so on this board."""
    best = pushed(before, reason.best)[0]
    other = before if reason.other is None else pushed(before, reason.other)[0]
    return FACTS[reason.why](reason, before, best, other)
