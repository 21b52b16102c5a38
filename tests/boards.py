"""Boards drawn as text, and turned: what the tests of the rules are written in.

A cell is a dot or the value of its tile. Nothing here knows how tiles slide.
"""

from app.rules import Board, Direction

SIDE = range(4)
CELLS = range(16)
CLOCKWISE = {
    Direction.UP: Direction.RIGHT,
    Direction.RIGHT: Direction.DOWN,
    Direction.DOWN: Direction.LEFT,
    Direction.LEFT: Direction.UP,
}
_ACROSS = {
    Direction.UP: Direction.UP,
    Direction.RIGHT: Direction.LEFT,
    Direction.DOWN: Direction.DOWN,
    Direction.LEFT: Direction.RIGHT,
}


def row(text: str) -> Board:
    """Read four cells: "2 2 . ." is (2, 2, 0, 0)."""
    cells = tuple(0 if word == "." else int(word) for word in text.split())
    if len(cells) != len(SIDE):
        raise ValueError(f"a row has four cells: {text!r}")
    return cells


def board(*rows: str) -> Board:
    """Read a board from its rows; rows that are left out at the bottom are empty."""
    if len(rows) > len(SIDE):
        raise ValueError(f"a board has four rows: {rows!r}")
    missing = len(SIDE) - len(rows)
    return tuple(cell for text in (*rows, *(". . . .",) * missing) for cell in row(text))


def drawn(cells: Board) -> str:
    """Draw a board, a line of text for each row."""
    words = [str(tile or ".") for tile in cells]
    return "\n".join(" ".join(words[start : start + 4]) for start in range(0, 16, 4))


def turned_cell(cell: int) -> int:
    """Return where a cell comes to lie when the board is turned clockwise by a quarter."""
    line, place = divmod(cell, 4)
    return place * 4 + (3 - line)


def mirrored_cell(cell: int) -> int:
    """Return where a cell comes to lie when left and right are swapped."""
    line, place = divmod(cell, 4)
    return line * 4 + (3 - place)


def turned(cells: Board) -> Board:
    """Turn a board clockwise by a quarter: its left edge becomes the upper edge."""
    landing = {turned_cell(cell): cells[cell] for cell in CELLS}
    return tuple(landing[cell] for cell in CELLS)


def mirrored(cells: Board) -> Board:
    """Swap left and right."""
    return tuple(cells[mirrored_cell(cell)] for cell in CELLS)


def mirrored_direction(direction: Direction) -> Direction:
    """Swap left and right."""
    return _ACROSS[direction]


def turns_from_left(direction: Direction) -> int:
    """Return how many clockwise quarter turns make a push to the left one in this direction."""
    turns, facing = 0, Direction.LEFT
    while facing is not direction:
        turns, facing = turns + 1, CLOCKWISE[facing]
    return turns


def seen_from(direction: Direction, cells: Board) -> Board:
    """Turn a board drawn for a push to the left into the same case for this direction."""
    for _ in range(turns_from_left(direction)):
        cells = turned(cells)
    return cells


def cell_seen_from(direction: Direction, cell: int) -> int:
    """Turn a cell along with `seen_from`."""
    for _ in range(turns_from_left(direction)):
        cell = turned_cell(cell)
    return cell
