"""The benchmark: many whole games from published seeds, and what they came to."""

import csv
import json
import math
import os
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

from app.solver.charts import line_chart, survival
from app.solver.machine import Machine
from app.solver.playing import NO_LIMIT

RECORDS = Path(__file__).parent / "records"
TILES = tuple(1 << level for level in range(10, 17))


@dataclass(frozen=True, slots=True)
class Setting:
    """How the games were played.

    Attributes:
        name: What people call it, and the file of its record.
        least_depth: Spawns ahead at the least; 0 is greedy.
        depth: Spawns ahead at the most.
        nodes: What the search deepens within, or None.
        until: The tile that ends a game early, or None.
    """

    name: str
    least_depth: int
    depth: int
    nodes: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """So many games of a setting, from a seed, on so many threads."""

    setting: Setting
    games: int
    seed: int
    workers: int


@dataclass(frozen=True, slots=True)
class Record:
    """The games of one setting: game k is played from stream k of the seed.

    Attributes:
        setting: How they were played.
        weights: The digest of the weights, or a name of weights that are not the solver's own.
        seed: Of all games.
        microseconds: Of CPU for a move.
        scores: Of each game.
        moves: Of each game.
        largest: The largest tile of each game.
    """

    setting: Setting
    weights: str
    seed: int
    microseconds: float
    scores: list[int]
    moves: list[int]
    largest: list[int]

    @property
    def mean(self) -> float:
        """The average score."""
        return statistics.fmean(self.scores)

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the average."""
        if len(self.scores) == 1:
            return math.inf
        return 1.96 * statistics.stdev(self.scores) / math.sqrt(len(self.scores))

    def rate(self, tile: int) -> float:
        """Return the share of the games that reached a tile."""
        return sum(largest >= tile for largest in self.largest) / len(self.largest)

    def row(self) -> dict[str, float | int | str]:
        """Return what the table says of it."""
        return {
            "setting": self.setting.name,
            "games": len(self.scores),
            "mean": round(self.mean),
            "interval": round(self.interval) if math.isfinite(self.interval) else "",
            "median": round(statistics.median(self.scores)),
            "best": max(self.scores),
            **{str(tile): round(self.rate(tile), 4) for tile in TILES},
            "moves_a_second": round(1e6 / self.microseconds),
            "microseconds_a_move": round(self.microseconds, 1),
            "seed": self.seed,
        }

    def save(self, folder: Path = RECORDS) -> Path:
        """Write it as JSON, in the place of the last one of its name."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.setting.name}.json"
        unfinished = file.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(asdict(self)) + "\n")
        os.replace(unfinished, file)
        return file

    @classmethod
    def load(cls, file: Path) -> "Record":
        """Read one. Raises OSError, ValueError, KeyError or TypeError."""
        fields = json.loads(file.read_text())
        return cls(**fields | {"setting": Setting(**fields["setting"])})


def measure(machine: Machine, run: Run, tell: Callable[[int], None] = lambda _done: None) -> Record:
    """Play the games of a run on all its workers; `tell` hears how many are done."""
    setting, games, seed, workers = run.setting, run.games, run.seed, run.workers
    nodes = NO_LIMIT if setting.nodes is None else setting.nodes
    reach = setting.least_depth, setting.depth, nodes
    # Compile outside the time.
    machine.play(range(1), seed, (0, 0, 0), TILES[0])
    batch = max(1, min(50, games // (4 * workers)))
    batches = [range(start, min(start + batch, games)) for start in range(0, games, batch)]
    played = []
    with ThreadPoolExecutor(workers) as pool:
        for one in pool.map(lambda b: machine.play(b, seed, reach, setting.until), batches):
            played.append(one)
            tell(sum(len(one.scores) for one in played))
    moves = list(chain.from_iterable(one.moves.tolist() for one in played))
    return Record(
        setting,
        machine.name,
        seed,
        1e6 * sum(one.seconds for one in played) / sum(moves),
        list(chain.from_iterable(one.scores.tolist() for one in played)),
        moves,
        [1 << top for one in played for top in one.tops.tolist()],
    )


def load_records(folder: Path = RECORDS) -> list[Record]:
    """Return all records of a folder, the weakest first."""
    return sorted((Record.load(file) for file in folder.glob("*.json")), key=lambda one: one.mean)


def write_summary(folder: Path = RECORDS) -> None:
    """Write the table, as Markdown and CSV, and the chart of a folder's records."""
    records = load_records(folder)
    (folder / "benchmark.md").write_text(markdown(records))
    with (folder / "benchmark.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(records[0].row()))
        writer.writeheader()
        writer.writerows(one.row() for one in records)
    lines = [survival(one.setting.name, one.scores) for one in records]
    chart = line_chart("Distribution of the scores", "score", "% of games that got there", lines)
    (folder / "distribution.svg").write_text(chart)


def markdown(records: Sequence[Record]) -> str:
    """Return a table of records."""
    head = ["setting", "games", "mean score", "median", "best"]
    head += [str(tile) for tile in TILES] + ["µs a move"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for one in records:
        cells = [
            one.setting.name,
            f"{len(one.scores):,}",
            f"{one.mean:,.0f} ± {one.interval:,.0f}",
            f"{statistics.median(one.scores):,.0f}",
            f"{max(one.scores):,}",
            *(f"{one.rate(tile):.1%}" for tile in TILES),
            f"{one.microseconds:,.1f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
