import random

import numpy as np
import pytest

from app.rules import Board, Direction, slides
from app.solver.wide import (
    is_wide,
    levels_of,
    lowered,
    packed,
    push_wide,
    spawn_wide,
    unpacked,
)
from tests.boards import board

EVERY_TILE = (0, 0, 0, *(1 << level for level in range(1, 18)))


def random_board(drawing: random.Random) -> Board:
    few = drawing.sample(EVERY_TILE, 6)
    return tuple(drawing.choice(few) for _ in range(16))


@pytest.mark.parametrize(("number", "direction"), [*enumerate(Direction)])
def test_boards_of_any_tiles_slide_and_pay_as_the_rules_say(
    number: int, direction: Direction
) -> None:
    drawing = random.Random(number)
    pushed = np.zeros(16, np.int8)
    for _ in range(10_000):
        cells = random_board(drawing)
        slide = slides(cells).get(direction)
        legal, gained = push_wide(levels_of(cells), number, pushed)

        assert legal == (slide is not None)
        assert gained == (slide.gained if slide else 0)
        assert pushed.tolist() == levels_of(slide.board if slide else cells).tolist()


def test_two_65536_make_131072() -> None:
    pushed = np.zeros(16, np.int8)

    assert push_wide(levels_of(board("65536 65536 2 2")), 3, pushed) == (True, 131076)
    assert pushed[:4].tolist() == [17, 2, 0, 0]


def test_a_board_is_wide_past_32768_and_where_two_of_them_may_meet() -> None:
    assert not is_wide(levels_of(board("32768 16384 16384 2")))
    assert is_wide(levels_of(board("32768 . 32768 .")))
    assert is_wide(levels_of(board("65536 2 . .")))


@pytest.mark.parametrize(
    ("cells", "seen"),
    [
        pytest.param(board("2 4 32768 ."), board("2 4 32768 ."), id="what fits is seen as it is"),
        pytest.param(
            board("65536 2 . 4096"), board("32768 2 . 4096"), id="above the largest gap, halved"
        ),
        pytest.param(
            board("65536 32768 16384 8192", "4096 2 . ."),
            board("32768 16384 8192 4096", "2048 2 . ."),
            id="a ladder goes down whole",
        ),
        pytest.param(
            board("131072 65536 2 4"), board("32768 16384 2 4"), id="twice where it takes two"
        ),
        pytest.param(
            board("32768 32768 16384 2"),
            board("16384 16384 8192 2"),
            id="two largest make room for their merge",
        ),
    ],
)
def test_a_wide_board_is_seen_lowered(cells: Board, seen: Board) -> None:
    levels = np.zeros(16, np.int8)
    unpacked(np.uint64(lowered(levels_of(cells))), levels)

    assert levels.tolist() == levels_of(seen).tolist()


def test_lowering_keeps_what_is_equal_and_what_is_larger() -> None:
    drawing = random.Random(9)
    seen = np.zeros(16, np.int8)
    kept = 0
    for _ in range(3_000):
        cells = random_board(drawing)
        if not slides(cells):
            continue
        unpacked(np.uint64(lowered(levels_of(cells))), seen)
        pairs = {(before, after) for before, after in zip(cells, seen.tolist(), strict=True)}
        assert [after for _, after in sorted(pairs)] == sorted({after for _, after in pairs})
        assert len(pairs) == len(set(cells))
        kept += 1
    assert kept > 2_500


def test_packing_and_unpacking_are_of_the_same_cells() -> None:
    cells = board("2 4 8 16", ". . . 32768")
    levels = np.zeros(16, np.int8)

    assert packed(levels_of(cells)) == np.uint64(0xF000_4321)
    unpacked(np.uint64(0xF000_4321), levels)
    assert levels.tolist() == levels_of(cells).tolist()


def test_a_spawn_on_a_wide_board_fills_an_empty_cell() -> None:
    state = np.ones(1, np.uint64)
    seen = set()
    for _ in range(500):
        levels = levels_of(board("65536 2 4 8", "2 4 8 2", "4 8 2 4", "8 2 . ."))
        spawn_wide(levels, state)
        seen.add(tuple(levels[14:].tolist()))
    assert seen == {(1, 0), (2, 0), (0, 1), (0, 2)}
