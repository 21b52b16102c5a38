import numpy as np
import pytest

from app.rules import Board, Direction
from app.solver.machine import Machine
from app.solver.network import LOOKUPS, WEIGHTS, sum_of_weights, write_indices
from app.solver.training import Trainer
from tests.boards import board
from tests.solver import naive
from tests.solver.test_bitboard import bits, random_boards

NO_LIMIT = 1 << 62
TIGHT = board("2 8 2 4", "16 32 64 8", "4 128 256 16", "2 4 . 2")
OPEN = board("2 4 . .", ". 8 . 2")


def searched(machine: Machine, cells: Board, depth: int) -> dict[str, float]:
    found = machine.search(cells, (depth, depth, 0))
    return {
        direction.value: float(value)
        for direction, value, legal in zip(Direction, found.values, found.legal, strict=True)
        if legal
    }


def test_a_value_is_the_sum_of_32_weights_in_all_symmetries(trainer: Trainer) -> None:
    for cells in random_boards(100, seed=4):
        value = sum_of_weights(bits(cells), trainer.weights)
        assert value == pytest.approx(
            naive.network_value(cells, trainer.weights), rel=1e-4, abs=0.1
        )


def test_the_indices_are_those_of_the_sum(trainer: Trainer) -> None:
    indices = np.zeros(LOOKUPS, np.uint32)
    for cells in random_boards(20, seed=5):
        write_indices(bits(cells), indices)
        total = trainer.weights[indices].astype(np.float64).sum()
        assert total == pytest.approx(naive.network_value(cells, trainer.weights), abs=0.1)
    assert indices.max() < WEIGHTS


def test_a_weight_belongs_to_the_tiles_of_its_cells() -> None:
    weights = np.zeros(WEIGHTS, np.float32)
    weights[0x000321] = 5  # the first tuple: 2 4 8 . and two empty cells under them

    assert sum_of_weights(bits(board("2 4 8 .", ". . 2048 .")), weights) == 5
    assert sum_of_weights(bits(board(". 8 4 2", ". 2048 . .")), weights) == 5
    assert sum_of_weights(bits(board("2 4 8 16")), weights) == 0


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("cells", [TIGHT, OPEN], ids=["tight", "open"])
def test_the_values_are_those_of_a_naive_expectimax(
    machine: Machine, trainer: Trainer, cells: Board, depth: int
) -> None:
    if cells is OPEN and depth == 2:
        pytest.skip("too many nodes for plain Python")
    expected = naive.values(cells, depth, trainer.weights)

    assert searched(machine, cells, depth) == pytest.approx(expected, rel=1e-4, abs=0.1)


def test_three_spawns_ahead_are_those_of_a_naive_expectimax(
    machine: Machine, trainer: Trainer
) -> None:
    cells = board("2 8 2 4", "16 32 64 8", "4 128 256 16", "2 4 4 2")
    expected = naive.values(cells, 3, trainer.weights)

    assert searched(machine, cells, 3) == pytest.approx(expected, rel=1e-4, abs=0.1)


def test_a_search_gives_the_same_answer_whatever_was_searched_before(machine: Machine) -> None:
    reach = 1, 5, 30_000
    fresh = Machine(machine.network.weights, 1.0, "")
    first = fresh.search(TIGHT, reach)
    for cells in random_boards(200, seed=6):
        fresh.search(cells, reach)
    again = fresh.search(TIGHT, reach)

    assert again.values.tolist() == first.values.tolist()
    assert (again.depth, again.nodes) == (first.depth, first.nodes)


def test_more_nodes_look_deeper_and_a_tight_board_is_looked_at_deeper(machine: Machine) -> None:
    depths = [machine.search(TIGHT, (1, 8, nodes)).depth for nodes in (1, 2_000, 50_000, 500_000)]

    assert depths == sorted(depths)
    assert depths[0] == 1
    assert depths[-1] > depths[1] > 1
    assert machine.search(OPEN, (1, 8, 50_000)).depth < depths[2]


def test_a_search_keeps_within_its_nodes(machine: Machine) -> None:
    for cells in (TIGHT, OPEN, *random_boards(50, seed=7)):
        found = machine.search(cells, (1, 8, 20_000))
        # The search of one spawn is always done; an abandoned one unwinds in a few more.
        assert found.nodes < 20_000 + 2_000


def test_a_search_keeps_about_its_time(machine: Machine) -> None:
    machine.search(TIGHT, (1, 4, 50_000))

    short, long = (
        machine.search(TIGHT, (1, 8, NO_LIMIT), seconds=seconds) for seconds in (0.0005, 0.5)
    )
    assert long.depth > short.depth


def test_an_only_move_is_not_looked_into(machine: Machine) -> None:
    found = machine.search(board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 8 ."), (1, 8, 100_000))
    only = machine.search(board("2 . . .", "4 . . .", "2 . . .", "4 . . ."), (1, 8, 100_000))

    assert (found.legal.sum(), only.legal.sum()) == (2, 1)
    assert found.depth > 1
    assert (only.depth, only.legal.tolist()) == (1, [False, True, False, False])


def test_a_lost_board_has_no_values(machine: Machine) -> None:
    lost = board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")

    assert searched(machine, lost, 2) == {}
