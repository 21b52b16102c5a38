"""A board in 64 bits: how the solver holds it, pushes it and turns it.

Cell i is the four bits from 4 * i on; they hold the level of its tile, 1 for 2, 2 for 4 … 15 for
32768, and 0 for an empty cell. A row is 16 bits, so that a push is four lookups in a table that is
made from the rules.
"""

import numpy as np
import numpy.typing as npt

from app.rules import slide_line
from app.solver.compiled import Boards, Floats, kernel

HIGHEST_LEVEL = 15
"""32768; where two of them merge, the tables pay the points and leave one: four bits end here."""
ROWS = 1 << 16
UP, RIGHT, DOWN, LEFT = range(4)
"""Directions in here, in the order of `Direction`."""

Rows = npt.NDArray[np.uint16]

_U0, _U1, _U2, _U3, _U4 = (np.uint64(number) for number in range(5))
_U8, _U12, _U16, _U24, _U32, _U48 = (np.uint64(number) for number in (8, 12, 16, 24, 32, 48))
_U60 = np.uint64(60)
_ROW = np.uint64(0xFFFF)
_ONES = np.uint64(0x1111111111111111)
# A 4 comes once in ten: this much of 32 bits.
_FOURS = np.uint64(round(2**32 / 10))
_LOW_32 = np.uint64(0xFFFFFFFF)


def _tables() -> tuple[Rows, Rows, Floats]:
    """Return what each row becomes, pushed to its low and to its high end, and what it pays."""
    low = np.zeros(ROWS, np.uint16)
    gained = np.zeros(ROWS, np.float32)
    tiles = (0, *(1 << level for level in range(1, HIGHEST_LEVEL + 1)))
    levels = {tile: level for level, tile in enumerate(tiles)} | {1 << 16: HIGHEST_LEVEL}
    for row in range(ROWS):
        line = (tiles[row & 15], tiles[row >> 4 & 15], tiles[row >> 8 & 15], tiles[row >> 12])
        pushed = slide_line(line)
        a, b, c, d = pushed.line
        low[row] = levels[a] | levels[b] << 4 | levels[c] << 8 | levels[d] << 12
        gained[row] = pushed.gained
    rows = np.arange(ROWS, dtype=np.uint16)
    # A line is read from the edge that is moved towards.
    return low, _reversed(low[_reversed(rows)]), gained


def _reversed(rows: Rows) -> Rows:
    reverse = rows << 12 | (rows & 0x00F0) << 4 | (rows & 0x0F00) >> 4 | rows >> 12
    return reverse.astype(np.uint16)


LOW, HIGH, GAINED = _tables()


@kernel
def transpose(board: np.uint64) -> np.uint64:
    """Swap rows and columns."""
    a = (
        (board & np.uint64(0xF0F00F0FF0F00F0F))
        | ((board & np.uint64(0x0000F0F00000F0F0)) << _U12)
        | ((board & np.uint64(0x0F0F00000F0F0000)) >> _U12)
    )
    return (
        (a & np.uint64(0xFF00FF0000FF00FF))
        | ((a & np.uint64(0x00FF00FF00000000)) >> _U24)
        | ((a & np.uint64(0x00000000FF00FF00)) << _U24)
    )


@kernel
def mirror(board: np.uint64) -> np.uint64:
    """Swap left and right."""
    return (
        ((board & np.uint64(0x000F000F000F000F)) << _U12)
        | ((board & np.uint64(0x00F000F000F000F0)) << _U4)
        | ((board >> _U4) & np.uint64(0x00F000F000F000F0))
        | ((board >> _U12) & np.uint64(0x000F000F000F000F))
    )


@kernel
def upend(board: np.uint64) -> np.uint64:
    """Swap top and bottom."""
    return (
        (board << _U48)
        | ((board & np.uint64(0xFFFF0000)) << _U16)
        | ((board >> _U16) & np.uint64(0xFFFF0000))
        | (board >> _U48)
    )


@kernel
def push_left(board: np.uint64) -> tuple[np.uint64, np.float32]:
    """Push every row to its low end; return the board and the points."""
    a, b, c, d = board & _ROW, board >> _U16 & _ROW, board >> _U32 & _ROW, board >> _U48
    pushed = (
        np.uint64(LOW[a])
        | (np.uint64(LOW[b]) << _U16)
        | (np.uint64(LOW[c]) << _U32)
        | (np.uint64(LOW[d]) << _U48)
    )
    return pushed, GAINED[a] + GAINED[b] + GAINED[c] + GAINED[d]


@kernel
def push_right(board: np.uint64) -> tuple[np.uint64, np.float32]:
    """Push every row to its high end; return the board and the points."""
    a, b, c, d = board & _ROW, board >> _U16 & _ROW, board >> _U32 & _ROW, board >> _U48
    pushed = (
        np.uint64(HIGH[a])
        | (np.uint64(HIGH[b]) << _U16)
        | (np.uint64(HIGH[c]) << _U32)
        | (np.uint64(HIGH[d]) << _U48)
    )
    return pushed, GAINED[a] + GAINED[b] + GAINED[c] + GAINED[d]


@kernel
def push(board: np.uint64, turned: np.uint64, direction: int) -> tuple[np.uint64, np.float32]:
    """Push a board up, right, down or left (0 to 3), given its transpose too.

    Returns the afterstate, which is the board itself if the move is illegal, and the points.
    """
    if direction == RIGHT:
        return push_right(board)
    if direction == LEFT:
        return push_left(board)
    pushed, gained = push_left(turned) if direction == UP else push_right(turned)
    return transpose(pushed), gained


@kernel
def empty_mask(board: np.uint64) -> np.uint64:
    """Return a board with level 1 in every empty cell and nothing else."""
    filled = board | board >> _U2
    filled |= filled >> _U1
    return ~filled & _ONES


@kernel
def count_of(mask: np.uint64) -> np.uint64:
    """Count the cells of a mask that marks at most 15 of them."""
    return np.uint64(mask * _ONES >> _U60)


@kernel
def next_random(state: Boards) -> np.uint64:
    """Draw 64 bits (xorshift64*, Vigna, arXiv 1402.6246); the state is one number, never 0."""
    x = state[0]
    x ^= x >> _U12
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return np.uint64(x * np.uint64(0x2545F4914F6CDD1D))


@kernel
def seed_state(state: Boards, seed: np.uint64, stream: np.uint64) -> None:
    """Set the state to the start of one of the many streams of a seed (splitmix64)."""
    x = seed * np.uint64(0xD1342543DE82EF95) + (stream + _U1) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    state[0] = (x ^ x >> np.uint64(31)) | _U1


@kernel
def spawn(board: np.uint64, state: Boards) -> np.uint64:
    """Put a 2, or once in ten a 4, into one of the empty cells, of which there is at least one."""
    drawn = next_random(state)
    mask = empty_mask(board)
    count = _U16 if board == _U0 else count_of(mask)
    for _ in range((drawn >> _U32) * count >> _U32):
        mask &= mask - _U1
    cell = mask & (~mask + _U1)
    return board | cell << (_U1 if drawn & _LOW_32 < _FOURS else _U0)


@kernel
def top_level(board: np.uint64) -> int:
    """Return the level of the largest tile."""
    top = 0
    while board:
        top = max(top, int(board & np.uint64(15)))
        board >>= _U4
    return top
