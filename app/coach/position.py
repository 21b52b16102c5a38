"""What a player sees on a board: the corner, the order along the edges, trapped tiles, room."""

from collections.abc import Sequence
from itertools import pairwise

from app.rules import (
    CELLS,
    NEW_TILES,
    SIZE,
    Board,
    Direction,
    Slide,
    empty_cells,
    is_over,
    place,
    slides,
)

NEARLY_FULL = 3
"""So few empty cells, or fewer, and one careless direction cannot be mended."""

_LARGEST_SMALL = 8
_TRAPPING = 4

_ROWS = tuple(tuple(range(start, start + SIZE)) for start in range(0, CELLS, SIZE))
_COLUMNS = tuple(tuple(range(start, CELLS, SIZE)) for start in range(SIZE))
_NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        other
        for line in (*_ROWS, *_COLUMNS)
        for pair in pairwise(line)
        if cell in pair
        for other in pair
        if other != cell
    )
    for cell in range(CELLS)
)
# The two edges that meet in each corner, both read from it, and what leads away from each.
_EDGES = {
    0: ((_ROWS[0], Direction.DOWN), (_COLUMNS[0], Direction.RIGHT)),
    SIZE - 1: ((_ROWS[0][::-1], Direction.DOWN), (_COLUMNS[-1], Direction.LEFT)),
    CELLS - SIZE: ((_ROWS[-1], Direction.UP), (_COLUMNS[0][::-1], Direction.RIGHT)),
    CELLS - 1: ((_ROWS[-1][::-1], Direction.UP), (_COLUMNS[-1][::-1], Direction.LEFT)),
}


EDGE_CELLS = tuple(
    sorted({cell for edges in _EDGES.values() for edge, _ in edges for cell in edge})
)


def corners_of_largest(board: Board) -> tuple[int, ...]:
    """Return the corners that hold the largest tile; it may be there more than once."""
    largest = max(board)
    return tuple(cell for cell in _EDGES if board[cell] == largest)


def ways_from(corner: int) -> tuple[Direction, ...]:
    """Return the two directions that lead away from a corner."""
    return tuple(away for _, away in _EDGES[corner])


def full_edges(board: Board) -> list[tuple[int, ...]]:
    """Return the edges, each read from one of its ends, that are full and in order."""
    edges = (edge for pair in _EDGES.values() for edge, _ in pair)
    return [edge for edge in edges if is_in_order([board[cell] for cell in edge])]


def edges_in_order(board: Board) -> list[tuple[int, ...]]:
    """Return the edges, each read from a corner with the largest tile, full and in order."""
    largest = max(board)
    return [edge for edge in full_edges(board) if board[edge[0]] == largest]


def is_in_order(tiles: Sequence[int]) -> bool:
    """Tell whether no place is empty and no tile is larger than the one before it."""
    return all(tiles) and all(one >= two for one, two in pairwise(tiles))


def heavy_edge(board: Board) -> tuple[tuple[int, ...], Direction] | None:
    """Return the edge beside the largest tile that holds more, and the direction away from it.

    None unless the largest tile is in one corner, and one edge holds more than the other.
    """
    corners = corners_of_largest(board)
    if len(corners) != 1:
        return None
    one, two = _EDGES[corners[0]]
    sums = [sum(board[cell] for cell in edge) for edge, _ in (one, two)]
    if sums[0] == sums[1]:
        return None
    return one if sums[0] > sums[1] else two


def trapped_cells(board: Board) -> tuple[int, ...]:
    """Return the cells of tiles up to 8 whose neighbours are all tiles of four times that or more.

    As long as its neighbours stay as they are, nothing can merge with such a tile.
    """
    return tuple(
        cell
        for cell, tile in enumerate(board)
        if 0 < tile <= _LARGEST_SMALL
        and all(board[other] >= _TRAPPING * tile for other in _NEIGHBOURS[cell])
    )


def walls(board: Board, cell: int) -> tuple[int, ...]:
    """Return the tiles around a cell, the smallest first."""
    return tuple(sorted(board[other] for other in _NEIGHBOURS[cell] if board[other]))


def equal_neighbours(board: Board) -> tuple[int, ...]:
    """Return the tile of each pair of equal neighbours."""
    return tuple(one for one, two in _neighbours(board) if one == two)


def beside_their_double(board: Board) -> int:
    """Return the number of pairs of neighbours of which one is twice the other."""
    return sum(one == 2 * two or two == 2 * one for one, two in _neighbours(board))


def are_beside(board: Board, one: int, other: int) -> bool:
    """Tell whether a tile of one value is a neighbour of one of the other."""
    return any({one, other} == {*pair} for pair in _neighbours(board))


def _neighbours(board: Board) -> list[tuple[int, int]]:
    """Return the two tiles of each pair of neighbours."""
    cells = (pair for line in (*_ROWS, *_COLUMNS) for pair in pairwise(line))
    return [(board[one], board[two]) for one, two in cells if board[one] and board[two]]


def made(pushed: Slide) -> tuple[int, ...]:
    """Return the tiles that the merges of a slide made."""
    return tuple(pushed.board[cell] for cell in pushed.merged)


def mergeable(board: Board) -> set[int]:
    """Return the tiles of which some direction would merge two."""
    return {tile // 2 for pushed in slides(board).values() for tile in made(pushed)}


def landing(pushed: Slide, cell: int) -> int:
    """Return where the tile of a cell comes to lie."""
    return dict(pushed.motions).get(cell, cell)


def after_spawns(afterstate: Board) -> list[Board]:
    """Return every board that a new tile can make of an afterstate."""
    return [place(afterstate, cell, tile) for cell in empty_cells(afterstate) for tile in NEW_TILES]


def may_end(afterstate: Board) -> bool:
    """Tell whether some new tile leaves no move."""
    # With a second empty cell there is one.
    return len(empty_cells(afterstate)) == 1 and any(map(is_over, after_spawns(afterstate)))


def may_leave_no_safe_move(afterstate: Board) -> bool:
    """Tell whether after some new tile every move may be the last."""
    return any(
        all(may_end(pushed.board) for pushed in slides(board).values())
        for board in after_spawns(afterstate)
    )
