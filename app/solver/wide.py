"""Boards with tiles past 32768, which four bits a cell cannot hold.

A wide board is the levels of its 16 cells. Games are played on in this form exactly. The network
and the search see such a board lowered: every tile above the largest missing one is halved, until
all fit. That keeps which tiles are equal and which is larger (tile-downgrading: Guei et al., arXiv
2111.11090).
"""

import numpy as np
import numpy.typing as npt

from app.rules import CELLS, SIZE, Board
from app.solver.bitboard import DOWN, HIGH, HIGHEST_LEVEL, LOW, RIGHT, UP, next_random
from app.solver.compiled import Boards, kernel

Levels = npt.NDArray[np.int8]

_U4, _U32 = np.uint64(4), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
# A name of 3n + 1 that became one more.
_MERGED = 2
_FOURS = np.uint64(round(2**32 / 10))


def levels_of(board: Board) -> Levels:
    """Return the level of each cell: 0 for none, 1 for 2, 17 for 131072."""
    return np.array([max(tile.bit_length() - 1, 0) for tile in board], np.int8)


@kernel
def is_wide(levels: Levels) -> bool:
    """Tell whether a tile is past 32768, or one more merge might make it so."""
    largest = 0
    for cell in range(CELLS):
        if levels[cell] > HIGHEST_LEVEL:
            return True
        if levels[cell] == HIGHEST_LEVEL:
            largest += 1
    return largest > 1


@kernel
def packed(levels: Levels) -> np.uint64:
    """Return the bitboard of levels that fit; a higher one counts as the highest."""
    board = np.uint64(0)
    for cell in range(CELLS - 1, -1, -1):
        board = board << _U4 | np.uint64(min(levels[cell], HIGHEST_LEVEL))
    return board


@kernel
def unpacked(board: np.uint64, levels: Levels) -> None:
    """Write the level of each cell of a bitboard."""
    for cell in range(CELLS):
        levels[cell] = board & np.uint64(15)
        board >>= _U4


@kernel
def lowered(levels: Levels) -> np.uint64:
    """Return the bitboard that the network is asked about in place of a wide board."""
    cells = levels.copy()
    while is_wide(cells):
        present = np.uint64(0)
        for cell in range(CELLS):
            present |= np.uint64(1) << np.uint64(cells[cell])
        gap = cells.max() - 1
        while gap > 0 and present >> np.uint64(gap) & np.uint64(1):
            gap -= 1
        if gap == 0:
            break
        for cell in range(CELLS):
            if cells[cell] > gap:
                cells[cell] -= 1
    return packed(cells)


@kernel
def push_line(levels: Levels, cells: tuple[int, int], back: bool, pushed: Levels) -> int:
    """Write one line of a push; return its points, or -1 if it stays as it is.

    The cells are the line's first and the step to the next, and `back` pushes to the last of them.
    The line goes through the table of rows under other names, its n-th distinct level as 3n + 1,
    so that a merge, which is one more, tells what merged.
    """
    first, step = cells
    names = np.zeros(SIZE, np.int64)
    row, known = 0, 0
    for place in range(SIZE):
        level = levels[first + place * step]
        if level:
            name = 0
            while name < known and names[name] != level:
                name += 1
            names[name] = level
            known = max(known, name + 1)
            row |= (3 * name + 1) << 4 * place
    after = int(HIGH[row]) if back else int(LOW[row])
    gained = 0
    for place in range(SIZE):
        name = after >> 4 * place & 15
        level = 0
        if name:
            level = names[(name - 1) // 3]
            if name % 3 == _MERGED:
                level += 1
                gained += 1 << level
        pushed[first + place * step] = level
    return gained if after != row else -1


@kernel
def push_wide(levels: Levels, direction: int, pushed: Levels) -> tuple[bool, np.float32]:
    """Write the levels after a push; return whether it is legal, and its points."""
    upright = direction in (UP, DOWN)
    legal, gained = False, 0
    for line in range(SIZE):
        cells = (line, SIZE) if upright else (SIZE * line, 1)
        points = push_line(levels, cells, direction in (RIGHT, DOWN), pushed)
        legal |= points >= 0
        gained += max(points, 0)
    return legal, np.float32(gained)


@kernel
def spawn_wide(levels: Levels, state: Boards) -> None:
    """Put a 2, or once in ten a 4, into one of the empty cells."""
    drawn = next_random(state)
    count = np.uint64((levels == 0).sum())
    wanted = (drawn >> _U32) * count >> _U32
    for cell in range(CELLS):
        if levels[cell] == 0:
            if wanted == np.uint64(0):
                levels[cell] = 2 if drawn & _LOW_32 < _FOURS else 1
                return
            wanted -= np.uint64(1)
