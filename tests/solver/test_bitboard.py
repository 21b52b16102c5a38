import random
from itertools import combinations

import numpy as np
import pytest

from app.rules import EMPTY_BOARD, Board, Direction, empty_cells, place, slides
from app.solver.bitboard import (
    count_of,
    empty_mask,
    mirror,
    push,
    seed_state,
    spawn,
    top_level,
    transpose,
    upend,
)
from tests.boards import board, mirrored, turned


def bits(cells: Board) -> np.uint64:
    """Write a board in hexadecimal, the last cell first, one digit for the level of each."""
    return np.uint64(int("".join(f"{max(tile.bit_length() - 1, 0):x}" for tile in cells[::-1]), 16))


def random_boards(count: int, seed: int) -> list[Board]:
    """Boards of games that push at random."""
    drawing = random.Random(seed)
    boards: list[Board] = []
    now = EMPTY_BOARD
    while len(boards) < count:
        pushes = list(slides(now).values())
        if now == EMPTY_BOARD or not pushes:
            now = place(EMPTY_BOARD, drawing.randrange(16), 2)
        else:
            now = drawing.choice(pushes).board
        now = place(now, drawing.choice(empty_cells(now)), 4 if drawing.random() < 0.1 else 2)
        boards.append(now)
    return boards


def test_cell_0_is_the_lowest_four_bits_and_a_tile_is_its_level() -> None:
    cells = board("2 4 8 .", "16 . . .", ". . . .", ". . . 32768")

    assert bits(cells) == np.uint64(0xF000_0000_0004_0321)


def test_both_forms_slide_merge_and_pay_alike_over_a_hundred_thousand_random_moves() -> None:
    checked = 0
    for cells in random_boards(100_000, seed=1):
        one = bits(cells)
        turned_one = np.uint64(transpose(one))
        legal = slides(cells)
        for number, direction in enumerate(Direction):
            pushed, gained = push(one, turned_one, number)
            if direction in legal:
                slide = legal[direction]
                assert (pushed, gained) == (bits(slide.board), slide.gained)
            else:
                assert pushed == one
        checked += 1
    assert checked == 100_000


@pytest.mark.parametrize(("number", "direction"), [*enumerate(Direction)])
def test_large_tiles_slide_and_pay_as_the_rules_say(number: int, direction: Direction) -> None:
    drawing = random.Random(number)
    for _ in range(2_000):
        cells = tuple(drawing.choice((0, 8192, 16384, 4096)) for _ in range(16))
        legal = slides(cells)
        pushed, gained = push(bits(cells), np.uint64(transpose(bits(cells))), number)
        if direction in legal:
            assert (pushed, gained) == (bits(legal[direction].board), legal[direction].gained)
        else:
            assert pushed == bits(cells)


def test_two_of_the_largest_pay_their_points_and_leave_one() -> None:
    pushed, gained = push(np.uint64(0xFF), np.uint64(transpose(np.uint64(0xFF))), 3)

    assert (pushed, gained) == (np.uint64(0xF), 65536)


def test_turning_and_mirroring_are_those_of_the_drawn_board() -> None:
    for cells in random_boards(200, seed=2):
        assert mirror(bits(cells)) == bits(mirrored(cells))
        assert upend(bits(cells)) == bits(turned(turned(mirrored(cells))))
        assert transpose(bits(cells)) == bits(mirrored(turned(cells)))


def test_the_empty_cells_are_marked_and_counted() -> None:
    for cells in random_boards(200, seed=3):
        mask = empty_mask(bits(cells))
        assert mask == bits(tuple(0 if tile else 2 for tile in cells))
        assert count_of(np.uint64(mask)) == len(empty_cells(cells))


def test_the_largest_tile_gives_the_top_level() -> None:
    assert top_level(bits(board("2 4 . .", ". . 4096 ."))) == 12
    assert top_level(np.uint64(0)) == 0


def test_a_spawn_fills_any_empty_cell_alike_with_a_4_once_in_ten() -> None:
    start = board("2 4 8 .", "16 . . 2", "2 4 2 4", "4 2 4 .")
    state = np.zeros(1, np.uint64)
    seed_state(state, np.uint64(1), np.uint64(0))
    spawned = [np.uint64(spawn(bits(start), state)) ^ bits(start) for _ in range(20_000)]

    places = {bits(place(EMPTY_BOARD, cell, tile)) for cell in (3, 5, 6, 15) for tile in (2, 4)}
    counts = {one: spawned.count(one) for one in places}
    assert sum(counts.values()) == 20_000
    for cell in (3, 5, 6, 15):
        assert 4_200 < counts[bits(place(EMPTY_BOARD, cell, 2))] < 4_800
        assert 400 < counts[bits(place(EMPTY_BOARD, cell, 4))] < 600


def test_the_first_tile_falls_into_any_of_sixteen_cells() -> None:
    state = np.zeros(1, np.uint64)
    seed_state(state, np.uint64(5), np.uint64(0))

    seen = {int(spawn(np.uint64(0), state)).bit_length() - 1 >> 2 for _ in range(2_000)}
    assert seen == set(range(16))


def test_streams_of_seeds_are_apart_and_repeat() -> None:
    def start(seed: int, stream: int) -> int:
        state = np.zeros(1, np.uint64)
        seed_state(state, np.uint64(seed), np.uint64(stream))
        return int(state[0])

    starts = [start(seed, stream) for seed in range(30) for stream in range(30)]
    assert all(one != two for one, two in combinations(starts, 2))
    assert start(7, 3) == start(7, 3)
    assert all(starts)
