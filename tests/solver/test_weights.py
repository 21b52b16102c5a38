"""The solver's own weights: the tests that need the large file."""

import pytest

from app.rules import Direction
from app.solver import ONE_SPAWN, choose, evaluate, outlook
from app.solver.machine import load
from app.solver.packing import WEIGHTS_FILE, read_header
from tests.boards import board

pytestmark = pytest.mark.skipif(not WEIGHTS_FILE.exists(), reason="the weights are not here")

GOOD = board("4096 1024 256 64", "2 8 16 32", ". 2 4 8", ". . 2 .")


def test_they_fit_into_a_repository_and_say_how_they_were_trained() -> None:
    assert WEIGHTS_FILE.stat().st_size < 25_000_000
    assert read_header(WEIGHTS_FILE)["training"]["moves"] > 1_000_000_000


def test_looking_one_spawn_ahead_reaches_1024_every_time() -> None:
    games = load().play(range(20), seed=1, reach=(1, 1, 0), until=1024)

    assert games.tops.tolist() == [10] * 20


def test_the_largest_tile_is_not_moved_out_of_its_corner() -> None:
    values = evaluate(GOOD, ONE_SPAWN)

    assert values[Direction.DOWN] < min(
        value for direction, value in values.items() if direction is not Direction.DOWN
    )
    assert choose(GOOD) is not Direction.DOWN


def test_a_good_board_is_likely_to_come_further_and_a_poor_one_less() -> None:
    poor = board("2 4096 4 2", "64 2 1024 8", "4 256 2 32", "2 8 4 .")
    good, bad = outlook(GOOD, moves=30_000), outlook(poor, moves=30_000)

    assert (good.goal, bad.goal) == (8192, 8192)
    assert good.chance > bad.chance + 0.2
    assert good.points > bad.points
