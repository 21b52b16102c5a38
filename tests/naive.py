"""A second, slow statement of the rules, written differently on purpose.

It follows RULES.md tile by tile and step by step on a grid, where app.rules packs lines. It never
imports app.rules, so that a mistake would have to be made twice to go unseen.
"""

from collections.abc import Iterator

Cells = tuple[int, ...]

# The step that a tile takes, as (rows down, columns to the right).
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


def pushed(cells: Cells, direction: str) -> tuple[Cells, int]:
    """Return the board after the push, and the points; the same board if the move is illegal."""
    grid = [list(cells[start : start + 4]) for start in range(0, 16, 4)]
    step_down, step_right = STEPS[direction]
    points = 0
    made = set()
    # The tiles nearest to the edge moved towards go first.
    order = sorted(range(16), key=lambda cell: -(cell // 4 * step_down + cell % 4 * step_right))
    for cell in order:
        y, x = divmod(cell, 4)
        tile = grid[y][x]
        while tile:
            to_y, to_x = y + step_down, x + step_right
            if not (0 <= to_y < 4 and 0 <= to_x < 4):
                break
            met = grid[to_y][to_x]
            if met == 0:
                grid[y][x], grid[to_y][to_x] = 0, tile
                y, x = to_y, to_x
                continue
            if met == tile and (to_y, to_x) not in made:
                grid[y][x], grid[to_y][to_x] = 0, tile * 2
                made.add((to_y, to_x))
                points += tile * 2
            break
    return tuple(tile for line in grid for tile in line), points


def next_boards(cells: Cells) -> Iterator[Cells]:
    """Yield every board that one move and one new tile can make of this one."""
    for direction in STEPS:
        after, _ = pushed(cells, direction)
        if after == cells:
            continue
        for cell in range(16):
            if after[cell] == 0:
                for tile in (2, 4):
                    yield (*after[:cell], tile, *after[cell + 1 :])


def counts(cells: Cells, moves: int) -> list[int]:
    """Return how many different boards there can be after 1, 2, … moves."""
    boards = {cells}
    result = []
    for _ in range(moves):
        boards = {after for before in boards for after in next_boards(before)}
        result.append(len(boards))
    return result
