import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.solver import packing
from app.solver.bitboard import seed_state
from app.solver.learning import KEPT, LAP, LAPS, draw_start, keep_laps, sum_of_tiles
from app.solver.network import WEIGHTS, sum_of_weights
from app.solver.training import Recipe, Trainer, train
from tests.boards import board
from tests.solver.test_bitboard import bits

# The weights of a 16384 in the corner of the first tuple.
WITH_16384 = slice(14, 1 << 24, 16)
PROGRAM = [sys.executable, "-m", "flask", "--app", "app", "solver", "train"]


def test_a_network_learns_to_play(trainer: Trainer) -> None:
    assert trainer.moves >= 300_000

    progress = Trainer.round(_copy(trainer), 100_000)

    assert progress.mean > 4_000  # pushing at random comes to about 1,100
    assert progress.best < 3_932_156


def _copy(trainer: Trainer, recipe: Recipe | None = None) -> Trainer:
    copy = Trainer(recipe or trainer.recipe)
    copy.weights[:] = trainer.weights
    copy.coherence[:] = trainer.coherence
    copy.workers[:] = trainer.workers
    copy.laps[:] = trainer.laps
    return copy


def test_one_worker_learns_the_same_from_the_same_seed(trainer: Trainer) -> None:
    again = Trainer(Recipe(seed=1))
    again.round(300_000)

    assert again.moves == trainer.moves
    assert np.array_equal(again.weights, trainer.weights)
    assert np.array_equal(again.coherence, trainer.coherence)


def test_another_seed_learns_other_games() -> None:
    other = Trainer(Recipe(seed=2))
    first = Trainer(Recipe(seed=1))

    assert other.round(2_000).mean != first.round(2_000).mean


def test_a_resumed_run_goes_on_exactly_where_it_stopped(trainer: Trainer, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run" / "checkpoint.npz"
    trainer.save(checkpoint)
    straight, resumed = _copy(trainer), Trainer.resume(checkpoint, trainer.recipe)

    assert (resumed.moves, resumed.games, resumed.seconds) == (
        *(trainer.moves, trainer.games, trainer.seconds),
    )
    for _ in range(2):
        one, two = straight.round(50_000), resumed.round(50_000)
        assert (one.mean, one.best, one.whole_games) == (two.mean, two.best, two.whole_games)
    assert np.array_equal(straight.weights, resumed.weights)
    assert np.array_equal(straight.coherence, resumed.coherence)
    assert np.array_equal(straight.workers, resumed.workers)
    assert np.array_equal(straight.laps, resumed.laps)


def test_the_first_game_is_learned_as_the_formula_says() -> None:
    """One game from zero weights: each afterstate's first error is its return, λ 1."""
    trainer = Trainer(Recipe(seed=3, decay=1.0))
    progress = trainer.round(1)

    # The first afterstate was not seen before: its 32 weights share what came after it.
    assert progress.whole_games == 1
    assert trainer.coherence[:, 1].max() > progress.mean / 2
    assert np.count_nonzero(trainer.weights) > 500


@pytest.mark.parametrize("late", [False, True])
def test_a_late_learner_starts_from_late_boards_too(trainer: Trainer, late: bool) -> None:
    learner = _copy(trainer, Recipe(seed=1, late=late))
    learner.laps[0, 8, :2] = 1, bits(board("16384 2 . .", ". . 4 ."))
    learner.round(30_000)

    learned = learner.coherence[WITH_16384, 1] > trainer.coherence[WITH_16384, 1]
    assert learned.any() == late


def test_a_run_that_begins_with_packed_weights_keeps_all_of_them(tmp_path: Path) -> None:
    units = np.zeros(WEIGHTS, np.int16)
    units[:3] = 0, 5, -7
    packing.write(tmp_path / "packed", units, {"moves": 1_000, "games": 10, "hours": 2})

    trainer = Trainer.unpack(tmp_path / "packed", Recipe())

    assert trainer.weights[:3].tolist() == [0, 80, -112]
    assert np.array_equal(trainer.learned(), trainer.weights)
    assert (trainer.moves, trainer.games, trainer.seconds) == (1_000, 10, 7_200)
    assert trainer.coherence[0, 1] == 0


def test_an_optimist_expects_much_of_what_it_has_not_seen_and_does_not_keep_it() -> None:
    optimist = Trainer(Recipe(seed=1, optimism=3200))
    new = bits(board("2 4 . ."))
    assert sum_of_weights(new, optimist.weights) == 3200
    assert not optimist.learned().any()

    optimist.round(20_000)
    learned = optimist.learned()
    seen = optimist.coherence[:, 1] > 0
    assert np.array_equal(learned[seen], optimist.weights[seen])
    assert 0 < np.count_nonzero(learned) <= seen.sum()
    assert set(optimist.weights[~seen].tolist()) == {100}


def test_the_first_board_of_each_lap_is_kept_and_started_from() -> None:
    laps = np.zeros((LAPS, 1 + KEPT), np.uint64)
    state = np.zeros(1, np.uint64)
    seed_state(state, np.uint64(1), np.uint64(0))
    assert draw_start(laps, state) == 0

    rows = ("1024 512 . .", "1024 1024 . .", "1024 1024 2 .", "4096 2048 . .", "4096 2048 2 .")
    game = np.array([bits(board(row)) for row in rows], np.uint64)
    keep_laps(bits(board("1024 . . .")), game, laps)

    assert laps[:5, 0].tolist() == [0, 1, 1, 1, 0]
    assert laps[1:4, 1].tolist() == [game[1], game[3], game[3]]
    keep_laps(game[1], game[2:], laps)
    assert laps[:5, 0].tolist() == [0, 1, 2, 2, 0]

    drawn = [draw_start(laps, state) for _ in range(400)]
    assert 300 < sum(start == 0 for start in drawn) < 370  # sixteen new games for three laps
    starts = {start for start in drawn if start}
    assert {sum_of_tiles(start) // LAP for start in starts} == {1, 3}
    assert len(starts) > 20  # each with a tile that has just come


def test_of_a_lap_the_oldest_board_goes_first() -> None:
    laps = np.zeros((LAPS, 1 + KEPT), np.uint64)
    start = bits(board("1024 512 256 ."))
    for number in range(KEPT + 2):
        # Boards that differ: the number in binary, as 2s and gaps, below the 2048.
        ones = sum(1 << 4 * place for place in range(12) if number >> place & 1)
        after = bits(board("2048 . . .")) | np.uint64(ones << 16)
        keep_laps(start, np.array([after], np.uint64), laps)

    assert laps[1, 0] == KEPT + 2
    twos = [bin(after).count("1") for after in (laps[1, 1:4] >> np.uint64(16)).tolist()]
    assert twos == [bin(number).count("1") for number in (KEPT, KEPT + 1, 2)]


def test_workers_share_the_weights(tmp_path: Path) -> None:
    trainer = Trainer(Recipe(seed=1, workers=2))
    progress = trainer.round(40_000)

    assert trainer.moves >= 40_000
    assert progress.whole_games >= 2
    assert trainer.workers[0, 0] != trainer.workers[1, 0]


def test_a_run_writes_a_line_a_round_and_ends_with_a_checkpoint(tmp_path: Path) -> None:
    trainer = Trainer(Recipe(seed=1))
    rounds = list(train(trainer, tmp_path, lambda one: one.moves > 5_000, 2_000, 3600))

    with (tmp_path / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["moves"]) for row in rows] == [one.moves for one in rounds]
    assert len(rows) in (2, 3)
    assert rows[0].keys() >= {"moves", "mean", "reached_2048", "moves_a_second"}
    assert Trainer.resume(tmp_path / "checkpoint.npz", Recipe()).moves == trainer.moves


def test_a_checkpoint_that_cannot_be_written_leaves_the_last_one(
    trainer: Trainer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tmp_path / "checkpoint.npz"
    checkpoint.write_bytes(b"the last one")

    def full(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="no space"):
        trainer.save(checkpoint)
    assert checkpoint.read_bytes() == b"the last one"


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_stopped_and_continued_run_ends_with_a_checkpoint_when_told_to(tmp_path: Path) -> None:
    command = [*PROGRAM, f"--folder={tmp_path}", "--workers=1", "--round=20000"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"INSTANCE_PATH": str(tmp_path / "instance")},
    ) as process:
        assert process.stdout
        assert "M moves" in process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGCONT)
        assert "M moves" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        assert process.wait(60) == 0

    assert Trainer.resume(tmp_path / "checkpoint.npz", Recipe()).moves >= 40_000
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
