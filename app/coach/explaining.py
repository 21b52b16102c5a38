"""Why a move is better than another: each reason is a fact of the two afterstates.

They are asked for in the order of their importance, and the first that holds is given.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.coach.position import (
    EDGE_CELLS,
    NEARLY_FULL,
    are_beside,
    beside_their_double,
    corners_of_largest,
    edges_in_order,
    equal_neighbours,
    full_edges,
    heavy_edge,
    is_in_order,
    landing,
    made,
    may_end,
    may_leave_no_safe_move,
    mergeable,
    trapped_cells,
    walls,
)
from app.coach.reasons import Reason, Why
from app.rules import Board, Direction, Slide, empty_cells, slides

ABOUT_EQUAL = 0.003
"""Two moves are about as good if they differ by no more than this share of what is expected."""

# What holds of most moves is not worth a second sentence.
_WEAK = {
    *(Why.ABOUT_EQUAL, Why.MORE_ROOM, Why.MORE_PAIRS, Why.MORE_STEPS, Why.SEES_FURTHER),
}
# In smaller tiles corner and order come and go; and smaller merges are not worth a sentence.
_WORTH_A_CORNER = 32
_WORTH_A_SENTENCE = 16


def is_about_equal(points: float, expected: float) -> bool:
    """Tell whether a move that costs so many of the expected points is about as good."""
    return points <= ABOUT_EQUAL * abs(expected)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A board, and what the better and the other move make of it."""

    board: Board
    best: Slide
    other: Slide
    best_direction: Direction
    other_direction: Direction
    values: Mapping[Direction, float]

    def says(
        self,
        why: Why,
        tile: int = 0,
        tiles: tuple[int, ...] = (),
        counts: tuple[int, int] = (0, 0),
    ) -> Reason:
        """Return a reason with these values."""
        expected, less = (self.values[one] for one in (self.best_direction, self.other_direction))
        return Reason(
            *(why, self.best_direction, self.other_direction, expected, expected - less),
            *(tile, 0, tiles, *counts),
        )


def _about_equal(choice: _Choice) -> Reason | None:
    reason = choice.says(Why.ABOUT_EQUAL)
    return reason if is_about_equal(reason.points, reason.expected) else None


def _other_may_end(choice: _Choice) -> Reason | None:
    if not may_end(choice.other.board) or may_end(choice.best.board):
        return None
    return choice.says(Why.OTHER_MAY_END)


def _other_is_risky(choice: _Choice) -> Reason | None:
    """Nearly full, and after the other move a new tile may leave no safe one."""
    if _room(choice.other) > NEARLY_FULL or not may_leave_no_safe_move(choice.other.board):
        return None
    return None if may_leave_no_safe_move(choice.best.board) else choice.says(Why.OTHER_IS_RISKY)


def _makes_largest(choice: _Choice) -> Reason | None:
    tile = max(choice.best.board)
    if tile < _WORTH_A_CORNER or tile <= max(choice.board) or tile <= max(choice.other.board):
        return None
    return choice.says(Why.MAKES_LARGEST, tile)


def _keeps_corner(choice: _Choice) -> Reason | None:
    """The largest tile stays as it is in its corner; the other takes it out of every corner."""
    largest = max(choice.board)
    if largest < _WORTH_A_CORNER or max(choice.best.board) > largest:
        return None
    if corners_of_largest(choice.other.board):
        return None
    for corner in corners_of_largest(choice.board):
        if choice.best.board[corner] == largest and landing(choice.other, corner) != corner:
            return choice.says(Why.KEEPS_CORNER, largest)
    return None


def _takes_corner(choice: _Choice) -> Reason | None:
    if max(choice.board) < _WORTH_A_CORNER or corners_of_largest(choice.board):
        return None
    if corners_of_largest(choice.other.board) or not corners_of_largest(choice.best.board):
        return None
    return choice.says(Why.TAKES_CORNER, max(choice.best.board))


def _keeps_edge(choice: _Choice) -> Reason | None:
    """The largest tile stays at an edge, and the other leaves it in the middle."""
    largest = max(choice.board)
    boards = choice.board, choice.best.board, choice.other.board
    if largest < _WORTH_A_CORNER or any(max(board) > largest for board in boards):
        return None
    at_edge = [any(board[cell] == largest for cell in EDGE_CELLS) for board in boards]
    return choice.says(Why.KEEPS_EDGE, largest) if at_edge == [True, True, False] else None


def _keeps_order(choice: _Choice) -> Reason | None:
    """A full edge beside the largest tile stays as it is, and the other tears it apart."""
    if max(choice.board) < _WORTH_A_CORNER:
        return None
    for edge in edges_in_order(choice.board):
        tiles = _tiles(choice.board, edge)
        if _tiles(choice.best.board, edge) == tiles and _is_torn(choice.other.board, edge, tiles):
            return choice.says(Why.KEEPS_ORDER, tiles[0], tiles)
    return None


def _before_merge(
    why: Why, holds: Callable[[_Choice], Reason | None]
) -> Callable[[_Choice], Reason | None]:
    """Return what asks for a reason, and for a merge that the other move would have."""

    def asks(choice: _Choice) -> Reason | None:
        reason = holds(choice)
        if reason is None or choice.other.gained <= choice.best.gained:
            return None
        lost = set(made(choice.other)) - set(made(choice.best))
        if not lost:
            return None
        return replace(reason, why=why, second=max(lost) // 2)

    return asks


def _keeps_beside(choice: _Choice) -> Reason | None:
    """The two largest tiles, the same after both moves, lie side by side after the better."""
    largest, second = sorted(choice.best.board)[:-3:-1]
    if second < _WORTH_A_SENTENCE or sorted(choice.other.board)[:-3:-1] != [largest, second]:
        return None
    if largest == second or not are_beside(choice.best.board, largest, second):
        return None
    if are_beside(choice.other.board, largest, second):
        return None
    return replace(choice.says(Why.KEEPS_BESIDE, largest), second=second)


def _other_traps(choice: _Choice) -> Reason | None:
    if _newly_trapped(choice, choice.best):
        return None
    for cell in _newly_trapped(choice, choice.other):
        around = walls(choice.other.board, cell)
        return choice.says(Why.OTHER_TRAPS, choice.other.board[cell], around)
    return None


def _frees(choice: _Choice) -> Reason | None:
    if trapped_cells(choice.best.board):
        return None
    for cell in trapped_cells(choice.board):
        if landing(choice.other, cell) in trapped_cells(choice.other.board):
            return choice.says(Why.FREES, choice.board[cell], walls(choice.board, cell))
    return None


def _needs_room(choice: _Choice) -> Reason | None:
    count, other_count = _room(choice.best), _room(choice.other)
    if other_count > NEARLY_FULL or count <= other_count:
        return None
    return choice.says(Why.NEEDS_ROOM, counts=(count, other_count))


def _merges(choice: _Choice) -> Reason | None:
    tile = max(made(choice.best), default=0)
    if tile < 2 * _WORTH_A_SENTENCE or tile <= max(made(choice.other), default=0):
        return None
    return choice.says(Why.MERGES, tile // 2)


def _sets_up(choice: _Choice) -> Reason | None:
    """Two tiles come to lie side by side that could not merge before, nor after the other move."""
    tiles = set(equal_neighbours(choice.best.board)) - mergeable(choice.board)
    tiles -= mergeable(choice.other.board)
    tile = max(tiles, default=0)
    return choice.says(Why.SETS_UP, tile) if tile >= _WORTH_A_SENTENCE else None


def _fills_edge(choice: _Choice) -> Reason | None:
    """An edge beside the largest tile becomes full and in order, and none after the other move."""
    if max(choice.board) < _WORTH_A_CORNER or edges_in_order(choice.board):
        return None
    before = set(full_edges(choice.board))
    if edges_in_order(choice.other.board) or set(full_edges(choice.other.board)) - before:
        return None
    for edge in edges_in_order(choice.best.board):
        if edge not in before:
            tiles = _tiles(choice.best.board, edge)
            return choice.says(Why.FILLS_EDGE, tiles[0], tiles)
    return None


def _other_is_fourth(choice: _Choice) -> Reason | None:
    found = heavy_edge(choice.board)
    if found is None or max(choice.board) < _WORTH_A_CORNER:
        return None
    edge, away = found
    if choice.other_direction is not away:
        return None
    if not any(start in edge for start, _ in choice.other.motions):
        return None
    tiles = tuple(tile for tile in _tiles(choice.board, edge) if tile)
    return choice.says(Why.OTHER_IS_FOURTH, tiles[0], tiles)


def _more_room(choice: _Choice) -> Reason | None:
    counts = _room(choice.best), _room(choice.other)
    return choice.says(Why.MORE_ROOM, counts=counts) if counts[0] > counts[1] else None


def _more_pairs(choice: _Choice) -> Reason | None:
    both = choice.best, choice.other
    count, other_count = (len(equal_neighbours(one.board)) for one in both)
    if count <= other_count:
        return None
    return choice.says(Why.MORE_PAIRS, counts=(count, other_count))


def _more_steps(choice: _Choice) -> Reason | None:
    count, other_count = (beside_their_double(one.board) for one in (choice.best, choice.other))
    if count <= other_count + 1:
        return None
    return choice.says(Why.MORE_STEPS, counts=(count, other_count))


def _sees_further(choice: _Choice) -> Reason:
    return choice.says(Why.SEES_FURTHER)


def _room(pushed: Slide) -> int:
    return len(empty_cells(pushed.board))


def _tiles(board: Board, cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(board[cell] for cell in cells)


def _is_torn(board: Board, edge: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Tell whether an edge that was in order is not any more, or holds less than before."""
    tiles = _tiles(board, edge)
    held = tiles[: len(tiles) - tiles.count(0)]
    return not is_in_order(held) or sum(tiles) < sum(before)


def _newly_trapped(choice: _Choice, pushed: Slide) -> tuple[int, ...]:
    before = {landing(pushed, cell) for cell in trapped_cells(choice.board)}
    return tuple(cell for cell in trapped_cells(pushed.board) if cell not in before)


_IN_ORDER: tuple[Callable[[_Choice], Reason | None], ...] = (
    _about_equal,
    _other_may_end,
    _other_is_risky,
    _makes_largest,
    _before_merge(Why.CORNER_BEFORE_MERGE, _keeps_corner),
    _keeps_corner,
    _takes_corner,
    _keeps_edge,
    _before_merge(Why.ORDER_BEFORE_MERGE, _keeps_order),
    _keeps_order,
    _keeps_beside,
    _other_traps,
    _frees,
    _needs_room,
    _merges,
    _sets_up,
    _fills_edge,
    _other_is_fourth,
    _more_room,
    _more_pairs,
    _more_steps,
    _sees_further,
)


def explain(
    board: Board, values: Mapping[Direction, float], other: Direction | None = None
) -> Reason:
    """Say why the best move is better than another.

    Args:
        board: A board on which a move is legal.
        values: The expected further points of each legal direction.
        other: The direction to compare with; without it the second best. If that is about as
            good, the reason brings another along, against a third direction.

    Raises:
        ValueError: There is no value, or none of `other`.
    """
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    if not ranked or (other is not None and other not in values):
        raise ValueError(f"values of {[*map(str, ranked)]}, to compare with {other}")
    best = ranked[0]
    if len(ranked) == 1:
        return Reason(Why.ONLY_MOVE, best, expected=values[best])
    if other is not None and other is not best:
        return _compare(board, values, best, other)
    second, *rest = ranked[1:]
    reason = _compare(board, values, best, second)
    if reason.why is not Why.ABOUT_EQUAL:
        return reason
    worse = (_compare(board, values, best, third) for third in rest)
    return replace(reason, worse=next((one for one in worse if one.why not in _WEAK), None))


def _compare(
    board: Board, values: Mapping[Direction, float], best: Direction, other: Direction
) -> Reason:
    pushed = slides(board)
    choice = _Choice(board, pushed[best], pushed[other], best, other, values)
    return next(reason for holds in _IN_ORDER if (reason := holds(choice)) is not None)
