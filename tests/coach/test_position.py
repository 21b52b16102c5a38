"""What a player sees on a board."""

import pytest

from app.coach.position import corners_of_largest, heavy_edge, trapped_cells
from app.rules import Direction
from tests.boards import CELLS, board, turned, turned_cell


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (["64 . . .", ". 32 . ."], (0,)),
        (["64 . . .", ". . . .", ". . . .", "2 . . 64"], (0, 15)),
        (["32 . . .", ". 64 . ."], ()),
        ([". 64 . .", "2 . . ."], ()),
    ],
)
def test_the_largest_tile_is_in_a_corner_or_in_none(rows: list[str], cells: tuple[int]) -> None:
    assert corners_of_largest(board(*rows)) == cells


@pytest.mark.parametrize(
    ("rows", "direction"),
    [
        ([". . . .", ". . . .", "8 . . .", "64 32 . 2"], "up"),
        ([". . . .", "4 . . .", "32 . . .", "64 8 . ."], "right"),
        (["64 32 . .", "8 . . ."], "down"),
        ([". . 8 64", ". . . 32"], "left"),
        (["64 8 . .", "8 . . ."], None),
        ([". 64 . .", "8 . . ."], None),
        (["64 8 . 64", "2 . . ."], None),
    ],
)
def test_the_fourth_direction_leads_away_from_the_heavier_edge(
    rows: list[str], direction: str | None
) -> None:
    edge = heavy_edge(board(*rows))

    assert (edge and edge[1]) == direction


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (["2 8 . .", "8 . . ."], (0,)),
        (["2 8 . .", ". . . ."], ()),
        (["2 8 . .", "4 . . ."], ()),
        (["8 32 . .", "64 . . ."], (0,)),
        (["16 64 . .", "64 . . ."], ()),
        ([". 64 . .", "16 4 128 .", ". 32 . ."], (5,)),
        ([". 64 . .", "16 4 128 .", ". 8 . ."], ()),
    ],
)
def test_a_small_tile_is_trapped_where_all_neighbours_are_four_times_as_large(
    rows: list[str], cells: tuple[int]
) -> None:
    assert trapped_cells(board(*rows)) == cells


def test_a_turned_board_shows_the_same_turned() -> None:
    cells = board("2 16 . .", "16 . . .", ". 4 . .", "64 32 . 4")
    four = [Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT]
    trapped = {0}
    for turn in CELLS[:5]:
        assert {*trapped_cells(cells)} == trapped
        edge = heavy_edge(cells)
        assert edge is not None
        assert edge[1] is four[turn % 4]
        cells, trapped = turned(cells), {turned_cell(cell) for cell in trapped}
