import json
import math
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from app.rules import Board, Direction, slides
from app.solver import (
    AUTOPLAY,
    HINT,
    ONE_SPAWN,
    Budget,
    NoSolver,
    choose,
    engine,
    evaluate,
    evaluate_all,
    outlook,
    warm_up,
)
from app.solver.machine import Machine, load
from app.solver.playing import play_game
from app.solver.search import new_search
from app.solver.wide import levels_of
from tests.boards import board, mirrored
from tests.solver.test_bitboard import random_boards

pytestmark = pytest.mark.usefixtures("solver")

SOME = board("2 4 8 16", ". 2 4 128", ". . 2 4", "2 . . .")
LARGE = [
    pytest.param(board("65536 4096 64 2", "32768 2048 8 .", "4 2 . .", "2 . . ."), id="65536"),
    pytest.param(board("131072 4096 64 2", "65536 2048 8 .", "4 2 . ."), id="131072"),
    pytest.param(board("32768 32768 64 2", "4 2048 8 .", "4 2 . ."), id="two 32768"),
    pytest.param(board("65536 65536 2 4", "8 16 . ."), id="two 65536"),
]
LOST = board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")


def test_every_legal_direction_has_a_value_in_order() -> None:
    for cells in random_boards(100, seed=8):
        assert list(evaluate(cells, ONE_SPAWN)) == list(slides(cells))
    assert evaluate(LOST) == {}


@pytest.mark.parametrize("cells", LARGE)
def test_large_tiles_are_played_with(cells: Board) -> None:
    values = evaluate(cells, Budget(depth=3, nodes=5_000))
    ahead = outlook(cells, playouts=5)

    assert list(values) == list(slides(cells))
    assert all(math.isfinite(value) for value in values.values())
    assert choose(cells) in values
    assert ahead.points >= 0
    assert evaluate_all([cells])[0].keys() == values.keys()


def test_a_merge_into_131072_is_worth_its_points_at_least() -> None:
    values = evaluate(board("65536 65536 2 4", "8 16 . ."), ONE_SPAWN)

    assert values[Direction.LEFT] > values[Direction.DOWN] + 90_000


def test_mirrored_boards_have_mirrored_values() -> None:
    values, other = evaluate(SOME, ONE_SPAWN), evaluate(mirrored(SOME), ONE_SPAWN)

    assert values[Direction.LEFT] == pytest.approx(other[Direction.RIGHT], rel=1e-5, abs=0.1)
    assert values[Direction.UP] == pytest.approx(other[Direction.UP], rel=1e-5, abs=0.1)


@pytest.mark.parametrize("budget", [ONE_SPAWN, AUTOPLAY, HINT], ids=["one", "autoplay", "hint"])
def test_the_same_question_has_the_same_answer(budget: Budget) -> None:
    first = evaluate(SOME, budget)
    evaluate_all(random_boards(20, seed=9))

    assert evaluate(SOME, budget) == first
    assert choose(SOME, budget) == max(first, key=first.__getitem__)


def test_there_is_nothing_to_choose_on_a_lost_board() -> None:
    with pytest.raises(ValueError, match="no move"):
        choose(LOST)


def test_many_boards_have_the_values_of_each() -> None:
    boards = [*random_boards(50, seed=10), LOST]

    assert evaluate_all(boards) == [evaluate(cells, ONE_SPAWN) for cells in boards]
    assert evaluate_all([]) == []


def test_an_outlook_is_of_the_next_great_tile() -> None:
    assert outlook(SOME, playouts=3).goal == 2048
    assert outlook(board("2048 2 4 ."), playouts=3).goal == 4096
    assert outlook(board("131072 2 4 ."), playouts=2).goal is None


def test_an_outlook_repeats_by_its_seed_and_says_its_error() -> None:
    first = outlook(SOME, playouts=50, seed=3)

    assert outlook(SOME, playouts=50, seed=3) == first
    assert outlook(SOME, playouts=50, seed=4).points != first.points
    assert first.playouts == 50
    assert 0 < first.points_error < first.points
    likely = (50 * first.chance + 1) / 52
    assert first.chance_error == pytest.approx(math.sqrt(likely * (1 - likely) / 50), abs=1e-9)


@pytest.mark.parametrize(
    ("made", "count", "percent"),
    [(0, 24, 4), (24, 24, 4), (12, 24, 10), (0, 2, 31), (200, 200, 0.5), (100, 200, 3.5)],
)
def test_play_outs_that_all_came_to_the_same_make_nothing_certain(
    monkeypatch: pytest.MonkeyPatch, made: int, count: int, percent: float
) -> None:
    reached = [1.0] * made + [0.0] * (count - made)
    monkeypatch.setattr(Machine, "play_out", lambda *_: ([1.0] * count, reached))
    seen = outlook(SOME)

    assert seen.chance == made / count
    assert 100 * seen.chance_error == pytest.approx(percent, rel=0.05)


def test_a_goal_that_is_a_merge_away_is_nearly_sure() -> None:
    near = outlook(board("1024 1024 2 4", "2 . . ."), playouts=50)

    assert near.chance > 0.9
    assert near.points >= 2048


def test_an_outlook_of_a_lost_board_is_nothing_more() -> None:
    lost = outlook(LOST, playouts=10)

    assert (lost.chance, lost.points, lost.points_error) == (0, 0, 0)


def test_an_outlook_keeps_to_its_moves() -> None:
    one = outlook(SOME, playouts=100, moves=1)

    assert one.playouts == 1
    assert math.isinf(one.points_error)


def test_warming_up_asks_each_kind_of_question_once(
    solver: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(wraps=solver)
    monkeypatch.setattr(engine, "_loaded", [asked])
    warm_up()

    kinds = [name for name, _, _ in asked.method_calls]
    assert sorted(kinds) == ["play_out", "search", "values"]


def test_a_machine_plays_whole_games_from_seeds(machine: Machine) -> None:
    games = machine.play(range(4), seed=5, reach=(0, 0, 0))
    again = machine.play(range(2, 4), seed=5, reach=(0, 0, 0))

    assert games.scores[2:].tolist() == again.scores.tolist()
    assert len(set(games.scores.tolist())) == 4
    # A score is what the merges paid: 4 points less for each 4 that came.
    for score, moves, top in zip(games.scores, games.moves, games.tops, strict=True):
        assert score % 4 == 0
        assert (top - 2) * 2**top <= score < moves * 40


def test_a_game_may_end_at_a_tile(machine: Machine) -> None:
    games = machine.play(range(4), seed=5, reach=(0, 0, 0), until=64)

    assert games.tops.tolist() == [6] * 4


def test_games_go_on_past_two_32768(machine: Machine) -> None:
    levels = levels_of(board("32768 16384 16384 2", "2 4 . ."))
    state = np.ones(1, np.uint64)
    turns, score = play_game(levels, (1, 1, 0), 16, new_search(machine.network), state)

    assert levels.max() == 16
    assert score >= 32768 + 65536
    assert turns >= 2


def test_no_weights_no_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_loaded", [])
    monkeypatch.setattr("app.solver.machine.load", lambda: load(tmp_path / "none"))

    with pytest.raises(NoSolver, match="No such file"):
        evaluate(SOME)


def test_broken_weights_no_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights.2048").write_bytes(b"broken")
    monkeypatch.setattr(engine, "_loaded", [])
    monkeypatch.setattr("app.solver.machine.load", lambda: load(tmp_path / "weights.2048"))

    with pytest.raises(NoSolver, match="not a file of weights"):
        choose(SOME)


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_numba_the_site_runs_and_says_that_it_has_no_solver(tmp_path: Path) -> None:
    program = """
import sys
sys.modules["numba"] = None
from app import create_app
from app.solver import NoSolver, evaluate
app = create_app()
assert app.test_client().get("/en/").status_code == 200
try:
    evaluate((2, 2) + (0,) * 14)
except NoSolver as error:
    print(error)
"""
    assert "there is no solver" in run(program, INSTANCE_PATH=str(tmp_path / "instance"))


def test_the_site_starts_without_loading_numpy_or_numba() -> None:
    program = """
import sys
import app
print(sorted({"numpy", "numba"} & sys.modules.keys()))
"""
    assert run(program) == "[]\n"


def test_a_process_that_did_not_compile_answers_from_what_another_compiled(
    machine: Machine,
) -> None:
    """Functions that call each other in a circle crash there; one that calls itself does not."""
    machine.search(SOME, (2, 2, 0))
    machine.play(range(1), 1, (1, 1, 0), until=16)
    program = """
import numpy as np
from app.solver.machine import Machine
from app.solver.network import WEIGHTS
machine = Machine(np.zeros(WEIGHTS, np.float32), 1.0, "nothing")
print(machine.search((2, 2, 4, 8) + (0,) * 12, (2, 2, 0)).values.tolist()[1:])
print(machine.play(range(1), 1, (1, 1, 0), until=16).tops.tolist())
"""
    values, tops = run(program).splitlines()
    assert all(value > 0 for value in json.loads(values))
    assert tops == "[4]"


def test_compiled_code_goes_to_the_cache_folder(tmp_path: Path) -> None:
    program = """
import numpy as np
from app.solver.bitboard import transpose
print(hex(transpose(np.uint64(0x4321))))
"""
    assert run(program, SOLVER_CACHE=str(tmp_path)) == "0x4000300020001\n"
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("compiled-")
    assert list(folder.rglob("*.nbi"))
