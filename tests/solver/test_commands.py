import csv
import json
from pathlib import Path

import numpy as np
import pytest
from flask import Flask

from app.solver import packing
from app.solver.benchmark import Run, Setting, measure
from app.solver.charts import Line, line_chart, survival
from app.solver.machine import Machine

LEFT_OR_RIGHT = ["2", "4", "2", "4", "4", "2", "4", "2", "2", "4", "2", "4", "4", "2", "8", "8"]


def test_the_commands_say_what_they_do(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["solver", "--help"])

    assert result.exit_code == 0
    for command in ("train", "pack", "bench", "play", "show"):
        assert command in result.output


def test_training_packing_and_showing(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = app.test_cli_runner()
    weights = tmp_path / "weights.2048"
    run = tmp_path / "run"
    options = [f"--folder={run}", "--hours=0.0001", "--workers=1", "--round=20000"]
    trained = runner.invoke(args=["solver", "train", *options])
    assert trained.exit_code == 0, trained.output
    assert "M moves" in trained.output

    options = [str(run / "checkpoint.npz"), str(weights), "--games=2", "--workers=1", "--note=tiny"]
    packed = runner.invoke(args=["solver", "pack", *options])
    assert packed.exit_code == 0, packed.output
    header = packing.read_header(weights)
    assert header["training"]["note"] == "tiny"
    assert header["training"]["moves"] >= 20_000

    monkeypatch.setattr(packing, "WEIGHTS_FILE", weights)
    shown = runner.invoke(args=["solver", "show"])
    assert header["checksum"] in shown.output

    more = tmp_path / "more"
    options = [f"--folder={more}", f"--weights={weights}", "--hours=0.0001", "--workers=1"]
    trained = runner.invoke(args=["solver", "train", *options, "--round=20000"])
    assert trained.exit_code == 0, trained.output
    with np.load(more / "checkpoint.npz") as saved:
        moves = saved["sums"][1]
    assert moves >= header["training"]["moves"] + 20_000


def test_training_for_no_time_leaves_a_checkpoint_and_no_curve(app: Flask, tmp_path: Path) -> None:
    run = tmp_path / "run"
    options = [f"--folder={run}", "--hours=0", "--workers=1"]
    trained = app.test_cli_runner().invoke(args=["solver", "train", *options])

    assert trained.exit_code == 0, trained.output
    assert [file.name for file in run.iterdir()] == ["checkpoint.npz"]


@pytest.mark.usefixtures("solver")
def test_a_board_is_shown_with_its_values(app: Flask) -> None:
    runner = app.test_cli_runner()
    shown = runner.invoke(args=["solver", "show", *LEFT_OR_RIGHT])

    assert shown.exit_code == 0, shown.output
    assert "left" in shown.output
    assert "up" not in shown.output
    assert "2048: " in shown.output


@pytest.mark.usefixtures("solver")
def test_a_board_that_no_game_holds_is_refused(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["solver", "show", "2", "3"])

    assert result.exit_code == 1
    assert "16 cells" in result.output


@pytest.mark.usefixtures("solver")
def test_a_game_is_watched_to_its_end(app: Flask) -> None:
    options = ["--seed=2", "--every=500", "--depth=0"]
    first = app.test_cli_runner().invoke(args=["solver", "play", *options])
    again = app.test_cli_runner().invoke(args=["solver", "play", *options])

    assert first.exit_code == 0, first.output
    assert first.output.startswith("turn 0, score 0\n")
    assert "over at turn" in first.output
    assert again.output == first.output


@pytest.mark.usefixtures("solver")
def test_a_benchmark_leaves_record_table_and_chart(app: Flask, tmp_path: Path) -> None:
    runner = app.test_cli_runner()
    for options in (["--name=greedy", "--depth=0"], ["--name=short", "--until=64"]):
        result = runner.invoke(
            args=["solver", "bench", "--games=6", "--workers=2", f"--folder={tmp_path}", *options]
        )
        assert result.exit_code == 0, result.output

    record = json.loads((tmp_path / "greedy.json").read_text())
    assert record["setting"] == {
        "name": "greedy",
        "least_depth": 0,
        "depth": 0,
        "nodes": None,
        "until": None,
    }
    assert len(record["scores"]) == len(record["moves"]) == len(record["largest"]) == 6
    assert record["seed"] == 2048
    assert json.loads((tmp_path / "short.json").read_text())["largest"] == [64] * 6
    with (tmp_path / "benchmark.csv").open(newline="") as file:
        rows = {row["setting"]: row for row in csv.DictReader(file)}
    assert float(rows["greedy"]["mean"]) == round(sum(record["scores"]) / 6)
    assert "| greedy | 6 | " in (tmp_path / "benchmark.md").read_text()
    chart = (tmp_path / "distribution.svg").read_text()
    assert chart.startswith("<svg")
    assert ">greedy</text>" in chart


def test_a_benchmark_repeats_by_its_seed(machine: Machine) -> None:
    run = Run(Setting("greedy", 0, 0), games=6, seed=3, workers=2)
    first, again = measure(machine, run), measure(machine, run)

    assert first.scores == again.scores
    assert first.rate(1 << 17) == 0
    assert first.rate(2) == 1


def test_a_chart_has_a_line_for_each_name() -> None:
    line = survival("one", [10, 20, 30, 40])
    assert line.points == [(0.0, 100.0), (10, 100), (20, 75), (30, 50), (40, 25), (40, 0.0)]
    chart = line_chart("A <title>", "x", "y", [line, Line("two", [(0, 0), (80, 50)])])
    assert "A &lt;title&gt;" in chart
    assert chart.count("<path stroke") == 4
    assert ">80<" in chart


def test_no_solver_is_said_in_a_line(app: Flask, tmp_path: Path) -> None:
    result = app.test_cli_runner().invoke(
        args=["solver", "bench", "--name=none", f"--checkpoint={tmp_path / 'none.npz'}"]
    )

    assert result.exit_code == 1
    assert "No such file" in result.output
