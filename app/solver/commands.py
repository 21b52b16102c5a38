"""The command line of the solver: `flask --app app solver …`.

What a command needs is loaded when it runs: the site itself starts without it.
"""

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.rules import CELLS, EMPTY_BOARD, Board, Direction, ImpossibleBoard, check_board, slides

if TYPE_CHECKING:
    from app.solver.machine import Machine

_FILES = click.Path(path_type=Path, dir_okay=False)
_FOLDERS = click.Path(path_type=Path, file_okay=False)
_COUNT = click.IntRange(min=1)
_CHECKPOINT = "checkpoint.npz"


class NoAnswer(click.ClickException):
    """A command that cannot be done here, and why."""


@click.group()
def solver() -> None:
    """Train, pack, measure and watch the solver."""


@solver.command()
@click.option("--folder", type=_FOLDERS, required=True, help="For checkpoint.npz and curve.csv.")
@click.option("--hours", type=float, default=1.0, show_default=True, help="From now on.")
@click.option("--workers", type=_COUNT, default=os.cpu_count, help="Threads. [default: cores]")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--decay", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="λ.")
@click.option("--rate", type=click.FloatRange(0), default=1.0, show_default=True)
@click.option("--optimism", type=float, default=0.0, show_default=True, help="Of a new network.")
@click.option("--weights", type=_FILES, help="Packed ones to begin a new folder with.")
@click.option("--late", is_flag=True, help="Start from late boards as often as from early ones.")
@click.option("--round", "a_round", type=_COUNT, default=60_000_000, help="Moves between lines.")
@click.option("--checkpoint-minutes", type=float, default=10.0, show_default=True)
def train(
    folder: Path,
    hours: float,
    workers: int,
    seed: int,
    decay: float,
    rate: float,
    optimism: float,
    weights: Path | None,
    late: bool,
    a_round: int,
    checkpoint_minutes: float,
) -> None:
    """Train a network by self-play; goes on from the folder's checkpoint if there is one.

    A termination signal ends it with a checkpoint.
    """
    from app.solver import training  # noqa: PLC0415

    recipe = training.Recipe(seed, workers, decay, rate, late, optimism)
    checkpoint = folder / _CHECKPOINT
    if checkpoint.exists():
        trainer = training.Trainer.resume(checkpoint, recipe)
    elif weights:
        trainer = training.Trainer.unpack(weights, recipe)
    else:
        trainer = training.Trainer(recipe)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: trainer.stop())
    end = time.monotonic() + 3600 * hours
    rounds = training.train(
        trainer, folder, lambda _: time.monotonic() >= end, a_round, 60 * checkpoint_minutes
    )
    for progress in rounds:
        click.echo(progress.line())
    if (folder / "curve.csv").exists():
        _draw_curve(folder)


def _draw_curve(folder: Path) -> None:
    import csv  # noqa: PLC0415

    from app.solver.charts import Line, line_chart  # noqa: PLC0415

    with (folder / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    points = [(float(row["moves"]), float(row["mean"])) for row in rows]
    chart = line_chart("Learning curve", "moves", "mean score, greedy", [Line("training", points)])
    (folder / "curve.svg").write_text(chart)


@solver.command()
@click.argument("checkpoint", type=_FILES)
@click.argument("weights", type=_FILES)
@click.option("--games", type=_COUNT, default=300, show_default=True, help="To count lookups in.")
@click.option("--price", type=float, default=3e4, show_default=True, help="Of a bit: see packing.")
@click.option("--note", default="", help="Of the training, for the header.")
@click.option("--workers", type=_COUNT, default=os.cpu_count, help="Threads. [default: cores]")
def pack(
    checkpoint: Path, weights: Path, games: int, price: float, note: str, workers: int
) -> None:
    """Pack the weights of a CHECKPOINT into the small file WEIGHTS."""
    from app.solver import packing, training, visits  # noqa: PLC0415

    trainer = training.Trainer.resume(checkpoint, training.Recipe())
    click.echo(f"counting lookups in {games} games")
    learned = trainer.learned()
    counts = visits.count_visits(learned, games, seed=2048, workers=workers)
    record = {
        "note": note,
        "moves": trainer.moves,
        "games": trainer.games,
        "hours": round(trainer.seconds / 3600, 2),
    }
    packing.write(weights, packing.quantise(learned, counts, price), record)
    click.echo(f"{weights}: {weights.stat().st_size / 1e6:.2f} MB")


@solver.command()
@click.option("--games", type=_COUNT, default=200, show_default=True)
@click.option("--name", required=True, help="Of the record: greedy, one-spawn …")
@click.option("--depth", type=click.IntRange(0, 15), default=1, show_default=True)
@click.option("--least-depth", type=click.IntRange(0, 15), help="[default: the depth, or 1]")
@click.option("--nodes", type=_COUNT, help="Deepen to the depth within so many nodes.")
@click.option("--until", type=_COUNT, help="End a game at this tile.")
@click.option("--seed", type=int, default=2048, show_default=True)
@click.option("--workers", type=_COUNT, default=os.cpu_count, help="Threads. [default: cores]")
@click.option("--checkpoint", type=_FILES, help="Instead of the solver's own weights.")
@click.option("--folder", type=_FOLDERS, help="Of the records. [default: the solver's own]")
def bench(
    games: int,
    name: str,
    depth: int,
    least_depth: int | None,
    nodes: int | None,
    until: int | None,
    seed: int,
    workers: int,
    checkpoint: Path | None,
    folder: Path | None,
) -> None:
    """Play many games, and write record, table and chart."""
    machine = _machine(checkpoint)
    from app.solver import benchmark  # noqa: PLC0415

    if least_depth is None:
        least_depth = depth if nodes is None else min(1, depth)
    setting = benchmark.Setting(name, least_depth, depth, nodes, until)
    with click.progressbar(length=games, label=name) as bar:
        run = benchmark.Run(setting, games, seed, workers)
        record = benchmark.measure(machine, run, lambda done: bar.update(done - bar.pos))
    folder = folder or benchmark.RECORDS
    record.save(folder)
    benchmark.write_summary(folder)
    click.echo(benchmark.markdown([record]))


@solver.command()
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--every", type=_COUNT, default=1000, show_default=True, help="Moves between boards.")
@click.option("--depth", type=click.IntRange(0, 15), default=1, show_default=True)
def play(seed: int, every: int, depth: int) -> None:
    """Watch one game."""
    import random  # noqa: PLC0415

    from app.rules import empty_cells, place  # noqa: PLC0415

    machine = _machine(None)
    drawing = random.Random(seed)

    def spawned(board: Board) -> Board:
        tile = 4 if drawing.random() < 0.1 else 2  # noqa: PLR2004
        return place(board, drawing.choice(empty_cells(board)), tile)

    board, score, turn = spawned(spawned(EMPTY_BOARD)), 0, 0
    while pushes := slides(board):
        if turn % every == 0:
            click.echo(f"turn {turn}, score {score}\n{_drawn(board)}\n")
        found = machine.search(board, (depth, depth, 0))
        best = max(pushes, key=lambda one: found.values[tuple(Direction).index(one)])
        board, score, turn = spawned(pushes[best].board), score + pushes[best].gained, turn + 1
    click.echo(f"over at turn {turn}, score {score}\n{_drawn(board)}")


@solver.command()
@click.argument("tiles", nargs=-1, type=int)
def show(tiles: tuple[int, ...]) -> None:
    """Say what the weights are, or what the solver makes of a board of 16 TILES (0 is empty)."""
    from app.solver import engine  # noqa: PLC0415

    if not tiles:
        from app.solver import packing  # noqa: PLC0415

        for name, value in packing.read_header(packing.WEIGHTS_FILE).items():
            click.echo(f"{name}: {value}")
        return
    try:
        check_board(tiles)
        values = engine.evaluate(tiles)
        ahead = engine.outlook(tiles)
    except (ImpossibleBoard, engine.NoSolver) as error:
        raise NoAnswer(str(error)) from error
    click.echo(_drawn(tiles))
    for direction, value in sorted(values.items(), key=lambda one: -one[1]):
        click.echo(f"{direction:>6} {value:12,.0f}")
    click.echo(
        f"{ahead.goal}: {ahead.chance:.1%} ± {ahead.chance_error:.1%}; points to come "
        f"{ahead.points:,.0f} ± {ahead.points_error:,.0f} ({ahead.playouts} play-outs)"
    )


def _machine(checkpoint: Path | None) -> "Machine":
    """Return the solver, or one on the weights of a checkpoint."""
    from app.solver import engine  # noqa: PLC0415

    try:
        if checkpoint is None:
            return engine.machine()
        from app.solver.machine import load_checkpoint  # noqa: PLC0415

        return load_checkpoint(checkpoint)
    except (engine.NoSolver, ImportError, OSError, ValueError) as error:
        raise NoAnswer(str(error)) from error


def _drawn(board: Board) -> str:
    width = len(str(max(board)))
    cells = [str(tile or ".").rjust(width) for tile in board]
    return "\n".join(" ".join(cells[start : start + 4]) for start in range(0, CELLS, 4))
