"""The end, the tiles a board may hold, and what they are worth."""

import pytest

from app.rules import (
    EMPTY_BOARD,
    Direction,
    ImpossibleBoard,
    NoNewTile,
    NoSuchTile,
    TooFewTiles,
    TooMuch,
    check_board,
    check_position,
    empty_cells,
    is_over,
    merge_points,
    place,
    slides,
)
from tests.boards import board, drawn, turned

FULLEST = board(
    "131072 65536 32768 16384",
    "1024 2048 4096 8192",
    "512 256 128 64",
    "4 8 16 32",
)

OVER = {
    "a chequerboard": board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"),
    "equal tiles on a slant only": board("2 4 8 16", "4 8 16 32", "8 16 32 64", "16 32 64 128"),
    "a line's end equals the next line's start": board(
        "2 4 8 16", "16 32 64 128", "128 2 4 8", "8 16 32 64"
    ),
    "a 2048 among them": board("2048 4 8 16", "4 8 16 32", "8 16 32 64", "16 32 64 128"),
    "the fullest board there is": FULLEST,
}

NOT_OVER = {
    "a pair in a row": (board("2 2 8 4", "4 8 2 8", "2 4 8 4", "4 8 2 8"), {"left", "right"}),
    "kubowania/2048#5: a pair in a column is left": (
        board("2 4 8 4", "4 8 2 8", "2 4 8 16", "4 8 2 16"),
        {"up", "down"},
    ),
    "a pair in the middle": (
        board("2 4 8 4", "4 16 16 8", "2 4 8 4", "4 8 2 8"),
        {"left", "right"},
    ),
    "one empty cell in a corner": (
        board(". 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"),
        {"up", "left"},
    ),
    "one empty cell inside": (
        board("2 4 2 4", "4 . 4 2", "2 4 2 4", "4 2 4 2"),
        {"up", "right", "down", "left"},
    ),
    "a board with one tile": (board("2 . . ."), {"right", "down"}),
}


@pytest.mark.parametrize("cells", OVER.values(), ids=OVER.keys())
def test_a_full_board_without_equal_neighbours_is_the_end(cells):
    for _ in range(4):
        assert is_over(cells)
        assert slides(cells) == {}
        cells = turned(cells)


@pytest.mark.parametrize(("cells", "legal"), NOT_OVER.values(), ids=NOT_OVER.keys())
def test_the_game_goes_on_while_a_move_is_left(cells, legal):
    assert set(slides(cells)) == legal
    for _ in range(4):
        assert not is_over(cells)
        cells = turned(cells)


@pytest.mark.parametrize("pair", [(0, 1), (2, 3), (12, 13), (14, 15), (0, 4), (3, 7), (11, 15)])
def test_a_pair_anywhere_at_the_rim_keeps_the_game_going(pair):
    one, other = pair
    cells = place(place(OVER["a chequerboard"], one, 512), other, 512)
    assert not is_over(cells)


def test_an_empty_board_is_not_the_end_and_yet_cannot_be_pushed():
    assert not is_over(EMPTY_BOARD)
    assert slides(EMPTY_BOARD) == {}


@pytest.mark.parametrize(
    "cells",
    [
        board("2 . . ."),
        board("131072 4 . ."),
        board("131072 65536 32768 16384", "8192 . . .", "2 2 2 2"),
        FULLEST,
        board("2 2 2 2", "2 2 2 2", "2 2 2 2", "2 2 2 2"),
    ],
    ids=drawn,
)
def test_a_board_that_play_could_come_to_is_accepted(cells):
    check_board(cells)
    check_board(list(cells))


def _with(tile: int) -> list[int]:
    return [2, 4, tile, *[0] * 13]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        pytest.param(_with(1), "no tile has the value 1", id="one"),
        pytest.param(_with(3), "no tile has the value 3", id="three"),
        pytest.param(_with(6), "no tile has the value 6", id="six"),
        pytest.param(_with(-2), "no tile has the value -2", id="below nothing"),
        pytest.param(_with(2047), "no tile has the value 2047", id="one off 2048"),
        pytest.param(_with(262144), "no tile has the value 262144", id="past the highest"),
        pytest.param(_with(2**64), f"no tile has the value {2**64}", id="a huge power of two"),
        pytest.param([2] * 15, "a board has 16 cells, not 15", id="a cell short"),
        pytest.param([2] * 17, "a board has 16 cells, not 17", id="a cell too many"),
        pytest.param([], "a board has 16 cells, not 0", id="no cells"),
        pytest.param([0] * 16, "a board holds a tile at least", id="no tile"),
        pytest.param(
            [131072, 131072, *[0] * 14], "no board holds 262144 in all", id="two of the highest"
        ),
        pytest.param(
            [*FULLEST[:12], 8, *FULLEST[13:]], "no board holds 262144 in all", id="just too much"
        ),
    ],
)
def test_a_board_that_no_play_comes_to_is_refused(cells, message):
    with pytest.raises(ImpossibleBoard, match=f"^{message}$"):
        check_board(cells)


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        pytest.param(board("2 2 . ."), 0, id="2s are free"),
        pytest.param(board("4 . . ."), 4, id="4"),
        pytest.param(board("8 . . ."), 16, id="8"),
        pytest.param(board("16 . . ."), 48, id="16"),
        pytest.param(board("2048 . . ."), 20480, id="RULES: one 2048 tile"),
        pytest.param(board("131072 . . ."), 16 * 131072, id="131072"),
        pytest.param(board("2048 8 4 2", ". . . 8"), 20480 + 16 + 4 + 16, id="tiles add up"),
        # RULES top: about 3.93 million. Every 4 that came by itself takes 4 off.
        pytest.param(FULLEST, 3_932_164, id="the fullest board"),
        pytest.param(EMPTY_BOARD, 0, id="nothing"),
    ],
)
def test_tiles_are_worth_the_merges_that_made_them(cells, points):
    assert merge_points(cells) == points


def test_empty_cells_are_told_in_rising_order():
    assert empty_cells(board("2 . 2 4", ". 8 . 4", "2 4 8 2", "4 8 2 .")) == (1, 4, 6, 15)
    assert empty_cells(FULLEST) == ()


@pytest.mark.parametrize("cell", [0, 5, 15])
def test_a_tile_is_placed_in_one_cell(cell):
    before = board("2 4 8 .", "4 8 . .", "8 . . .")
    after = place(before, cell, 16)
    assert len(after) == 16
    assert after[cell] == 16
    assert [other for other in range(16) if after[other] != before[other]] == [cell]


def test_a_direction_is_its_word():
    assert [str(direction) for direction in Direction] == ["up", "right", "down", "left"]
    assert Direction("left") is Direction.LEFT


@pytest.mark.parametrize(
    "rows",
    [
        ("2 2 . .",),
        ("4 2 . .",),
        ("4 4 . .",),
        ("2 131072 . .",),
        ("131072 65536 32768 16384", "8192 4096 2048 1024", "512 256 128 64", "32 16 8 4"),
    ],
)
def test_a_position_holds_two_tiles_and_one_of_them_may_have_come_last(
    rows: tuple[str, ...],
) -> None:
    check_position(board(*rows))


@pytest.mark.parametrize(
    ("rows", "cause"),
    [
        (("2 . . .",), TooFewTiles),
        ((". . . .",), TooFewTiles),
        (("8 8 . .",), NoNewTile),
        (("131072 65536 . .",), NoNewTile),
        (("131072 131072 2 .",), TooMuch),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused_by_its_cause(
    rows: tuple[str, ...], cause: type[ImpossibleBoard]
) -> None:
    with pytest.raises(cause):
        check_position(board(*rows))


@pytest.mark.parametrize("tile", [1, 3, 6, -2, 262144])
def test_a_position_with_what_is_no_tile_is_refused(tile: int) -> None:
    with pytest.raises(NoSuchTile):
        check_position([2, tile, *[0] * 14])
