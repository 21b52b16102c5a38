"""The rules of 2048 on a board: what slides, what merges, what is paid and when it ends.

Never here: randomness, time, storage, HTTP, or another module of ours. A board is a value and no
function changes one. Nothing else in the project knows how tiles slide and merge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

SIZE = 4
CELLS = SIZE * SIZE
SMALLEST_TILE = 2
NEW_TILES = (2, 4)
SET_UP_TILES = 2
WINNING_TILE = 2048
LARGEST_TILE = 131072
TILES = tuple(1 << power for power in range(1, LARGEST_TILE.bit_length()))
# 4 + 8 + … + 131072: the fullest board. One tile more would need a seventeenth cell.
LARGEST_SUM = 2 * LARGEST_TILE - 4
# What the merges into that board would pay if no 4 ever appeared; no score is higher.
HIGHEST_SCORE = 3_932_164

Board = tuple[int, ...]
"""The 16 cells row by row; 0 is an empty cell."""

EMPTY_BOARD: Board = (0,) * CELLS


class Direction(StrEnum):
    """The way every tile is pushed."""

    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"

    @property
    def letter(self) -> str:
        """What stands for it where moves are written down: "L" for left."""
        return self.value[0].upper()


class ImpossibleBoard(ValueError):
    """No game of 2048 can come to this board."""


class NoSuchTile(ImpossibleBoard):
    """A cell holds what is no tile."""


class TooMuch(ImpossibleBoard):
    """Its tiles are worth more together than sixteen cells can come to hold."""


class TooFewTiles(ImpossibleBoard):
    """There are never fewer than two."""


class NoNewTile(ImpossibleBoard):
    """The tile that came last, a 2 or a 4, is missing."""


@dataclass(frozen=True, slots=True)
class Slide:
    """The deterministic half of a move.

    Attributes:
        board: The afterstate: the board before the new tile comes.
        gained: Points: the sum of the tiles that the merges made.
        motions: Each tile that moves, as (from cell, to cell).
        merged: The cells in which a merge happens.
    """

    board: Board
    gained: int
    motions: tuple[tuple[int, int], ...]
    merged: tuple[int, ...]


_ROWS = tuple(tuple(range(row * SIZE, (row + 1) * SIZE)) for row in range(SIZE))
_COLUMNS = tuple(tuple(range(column, CELLS, SIZE)) for column in range(SIZE))
_NEIGHBOURS = tuple(pair for line in _ROWS + _COLUMNS for pair in pairwise(line))
# The four lines of a direction, each read from the edge that is moved towards.
_LINES = {
    Direction.LEFT: _ROWS,
    Direction.RIGHT: tuple(row[::-1] for row in _ROWS),
    Direction.UP: _COLUMNS,
    Direction.DOWN: tuple(column[::-1] for column in _COLUMNS),
}


@dataclass(frozen=True, slots=True)
class LineSlide:
    """What pushing one line does, in places 0 to 3 counted from the edge moved towards."""

    line: tuple[int, ...]
    gained: int
    motions: tuple[tuple[int, int], ...]
    merged: tuple[int, ...]


# Every line of tiles to 2048 fits; a bound keeps lines of hostile boards from filling the memory.
@lru_cache(maxsize=1 << 15)
def slide_line(line: tuple[int, ...]) -> LineSlide:
    """Push one line towards its first place.

    Pairs are taken from that edge, and a tile made by a merge does not merge again.

    >>> slide_line((4, 4, 4, 4)).line
    (8, 8, 0, 0)
    >>> slide_line((4, 4, 4, 0)).line
    (8, 4, 0, 0)
    """
    tiles: list[int] = []
    motions = []
    merged: list[int] = []
    for place, tile in enumerate(line):
        if not tile:
            continue
        if tiles and tiles[-1] == tile and len(tiles) - 1 not in merged:
            tiles[-1] += tile
            merged.append(len(tiles) - 1)
        else:
            tiles.append(tile)
        if place != len(tiles) - 1:
            motions.append((place, len(tiles) - 1))
    gained = sum(tiles[place] for place in merged)
    padded = (*tiles, *(0,) * (len(line) - len(tiles)))
    return LineSlide(padded, gained, tuple(motions), tuple(merged))


def slide(board: Board, direction: Direction) -> Slide | None:
    """Push every tile as far as it goes; None if that changes nothing, which is an illegal move.

    >>> slide((2, 2, 4, 0) + (0,) * 12, Direction.LEFT).board[:4]
    (4, 4, 0, 0)
    """
    cells = list(board)
    gained = 0
    motions: list[tuple[int, int]] = []
    merged: list[int] = []
    for a, b, c, d in _LINES[direction]:
        pushed = slide_line((board[a], board[b], board[c], board[d]))
        if not pushed.motions:
            continue
        cells[a], cells[b], cells[c], cells[d] = pushed.line
        gained += pushed.gained
        line = (a, b, c, d)
        motions += [(line[start], line[end]) for start, end in pushed.motions]
        merged += [line[place] for place in pushed.merged]
    if not motions:
        return None
    return Slide(tuple(cells), gained, tuple(motions), tuple(merged))


def slides(board: Board) -> dict[Direction, Slide]:
    """Return the slide of every legal direction, in the order up, right, down, left."""
    pushed = ((direction, slide(board, direction)) for direction in Direction)
    return {direction: one for direction, one in pushed if one is not None}


def is_over(board: Board) -> bool:
    """Tell whether no legal move is left: all cells full, and no two neighbours equal."""
    if 0 in board:
        return False
    return not any(board[one] == board[two] for one, two in _NEIGHBOURS)


def empty_cells(board: Board) -> tuple[int, ...]:
    """Return the cells that hold no tile, in rising order."""
    return tuple(cell for cell, tile in enumerate(board) if not tile)


def place(board: Board, cell: int, tile: int) -> Board:
    """Return the board with one more tile.

    >>> place(EMPTY_BOARD, 1, 2)[:4]
    (0, 2, 0, 0)
    """
    return (*board[:cell], tile, *board[cell + 1 :])


def merge_points(board: Board) -> int:
    """Return the points that the merges into these tiles were worth, had only 2s appeared.

    A tile 2^k costs (k - 1) * 2^k points; every tile that appeared as a 4 saves 4 of them.

    >>> merge_points((2048,) + (0,) * 15)
    20480
    """
    return sum((tile.bit_length() - 2) * tile for tile in board if tile)


def check_board(board: Sequence[int]) -> None:
    """Raise ImpossibleBoard unless some game could hold these 16 cells.

    A tile is a power of two from 2 to 131072, and there is at least one. More than 4 + 8 + … +
    131072 in all would need a cell more than there are.
    """
    if len(board) != CELLS:
        raise ImpossibleBoard(f"a board has {CELLS} cells, not {len(board)}")
    for tile in board:
        if tile and (not SMALLEST_TILE <= tile <= LARGEST_TILE or tile & (tile - 1)):
            raise NoSuchTile(f"no tile has the value {tile}")
    if not any(board):
        raise TooFewTiles("a board holds a tile at least")
    if sum(board) > LARGEST_SUM:
        raise TooMuch(f"no board holds {sum(board)} in all")


def check_position(board: Sequence[int]) -> None:
    """Raise ImpossibleBoard unless a player could have these 16 cells before them.

    Every position has the tile that came last, a 2 or a 4, and at least one more: a game begins
    with two, and two that merge are followed by a new one.
    """
    check_board(board)
    tiles = [tile for tile in board if tile]
    if len(tiles) < SET_UP_TILES:
        raise TooFewTiles(f"a player has two tiles at least, not {len(tiles)}")
    if min(tiles) not in NEW_TILES:
        raise NoNewTile("the last new tile is missing, a 2 or a 4")
