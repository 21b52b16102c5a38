"""The trainer: self-play in rounds, checkpoints to go on from, and the learning curve.

One worker from one seed learns the same weights every time, however often it is stopped and
resumed. Several workers learn on shared weights without locks, and no two runs are alike.
"""

import csv
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.solver import packing
from app.solver.bitboard import seed_state
from app.solver.compiled import Boards, Counts, Floats
from app.solver.learning import KEPT, LAPS, Learner, Log, learn
from app.solver.network import LOOKUPS, WEIGHTS

_MOST_SCORES = 1 << 16


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run is made from.

    Attributes:
        seed: Of the games; worker k plays stream k of it.
        workers: Threads on the shared weights.
        decay: The λ of TD(λ).
        rate: The share of an error that is learned, before temporal coherence lowers it.
        late: Whether games start from late boards as often as from early ones.
        optimism: Points that a board is worth before anything is learned: what is new is tried.
    """

    seed: int = 1
    workers: int = 1
    decay: float = 0.5
    rate: float = 1.0
    late: bool = False
    optimism: float = 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """One round: sums since the run began, and the games from the first board on in this round."""

    seconds: float
    moves: int
    games: int
    moves_a_second: float
    whole_games: int
    mean: float
    best: float
    reached_2048: float
    reached_4096: float
    reached_8192: float
    reached_16384: float
    reached_32768: float

    def line(self) -> str:
        """Return it as a line for people."""
        rates = " ".join(
            f"{tile} {getattr(self, f'reached_{tile}'):.1%}"
            for tile in (2048, 4096, 8192, 16384, 32768)
        )
        return (
            f"{self.seconds / 3600:.3f} h  {self.moves / 1e6:,.0f} M moves  "
            f"{self.moves_a_second / 1e6:.2f} M/s  {self.whole_games} games  "
            f"mean {self.mean:,.0f}  best {self.best:,.0f}  {rates}"
        )


class Trainer:
    """A network in training.

    Attributes:
        weights: (WEIGHTS,) float32.
        coherence: (WEIGHTS, 2) float32: of each weight, the sum of its errors and of their sizes.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.weights: Floats = np.zeros(WEIGHTS, np.float32)
        if recipe.optimism:
            self.weights[:] = recipe.optimism / LOOKUPS
        self.coherence: Floats = np.zeros((WEIGHTS, 2), np.float32)
        self.workers: Boards = np.zeros((recipe.workers, 2), np.uint64)
        for stream, worker in enumerate(self.workers):
            seed_state(worker, np.uint64(recipe.seed), np.uint64(stream))
        self.laps: Boards = np.zeros((recipe.workers, LAPS, 1 + KEPT), np.uint64)
        self.seconds = 0.0
        self.moves = 0
        self.games = 0
        self._stop: Counts = np.zeros(1, np.int64)

    @classmethod
    def resume(cls, checkpoint: Path, recipe: Recipe) -> "Trainer":
        """Go on from a checkpoint; workers that it does not know start anew."""
        trainer = cls(recipe)
        with np.load(checkpoint, allow_pickle=False) as saved:
            seen = np.unpackbits(saved["seen"]).view(np.bool_)
            trainer.weights[:] = saved["unseen"]
            trainer.weights[seen] = saved["weights"]
            trainer.coherence[seen] = saved["coherence"]
            known = saved["workers"][: recipe.workers]
            trainer.workers[: len(known)] = known
            trainer.laps[: len(known)] = saved["laps"][: recipe.workers]
            trainer.seconds, trainer.moves, trainer.games = (
                kind(number) for kind, number in zip((float, int, int), saved["sums"], strict=True)
            )
        return trainer

    @classmethod
    def unpack(cls, file: Path, recipe: Recipe) -> "Trainer":
        """Begin with packed weights; each of them learns as fast as a new one."""
        trainer = cls(recipe)
        trainer.weights[:] = packing.read(file) * np.float32(packing.STEP)
        # A weight that no game has looked up would not count as learned.
        trainer.coherence[trainer.weights != 0] = 1
        record = packing.read_header(file)["training"]
        trainer.seconds = 3600 * record["hours"]
        trainer.moves, trainer.games = record["moves"], record["games"]
        return trainer

    def save(self, checkpoint: Path) -> None:
        """Write a checkpoint in the place of the last one; a crash leaves one of the two whole."""
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
        seen = self._seen
        unfinished = checkpoint.with_suffix(".unfinished.npz")
        np.savez(
            unfinished,
            seen=np.packbits(seen),
            unseen=self.weights[~seen][:1],
            weights=self.weights[seen],
            coherence=self.coherence[seen],
            workers=self.workers,
            laps=self.laps,
            sums=np.array([self.seconds, self.moves, self.games], np.float64),
        )
        os.replace(unfinished, checkpoint)

    @property
    def _seen(self) -> npt.NDArray[np.bool_]:
        return self.coherence[:, 1] > 0

    def learned(self) -> Floats:
        """Return the weights with 0 for those that no game has looked up."""
        return np.where(self._seen, self.weights, np.float32(0))

    def stop(self) -> None:
        """End the round after the game that each worker plays."""
        self._stop[0] = 1

    @property
    def stopped(self) -> bool:
        """Whether the run was told to stop."""
        return bool(self._stop[0])

    def round(self, moves: int) -> Progress:
        """Play so many moves, or a little more: workers end their games."""
        scores: Floats = np.zeros((self.recipe.workers, _MOST_SCORES), np.float32)
        tops: Counts = np.zeros((self.recipe.workers, _MOST_SCORES), np.int64)
        rates = np.float32(self.recipe.decay), np.float32(self.recipe.rate)
        learner = Learner(self.weights, self.coherence, *rates, self.recipe.late)
        began = time.monotonic()

        def work(worker: int) -> tuple[int, int, int]:
            log = Log(scores[worker], tops[worker], self._stop)
            share = moves // self.recipe.workers
            return learn(learner, self.workers[worker], self.laps[worker], share, log)

        with ThreadPoolExecutor(self.recipe.workers) as pool:
            counts = list(pool.map(work, range(self.recipe.workers)))
        taken = time.monotonic() - began
        played = sum(count[0] for count in counts)
        self.seconds += taken
        self.moves += played
        self.games += sum(count[1] for count in counts)
        ends = [count[2] for count in counts]
        return self._progress(
            played / taken,
            np.concatenate([row[:end] for row, end in zip(scores, ends, strict=True)]),
            np.concatenate([row[:end] for row, end in zip(tops, ends, strict=True)]),
        )

    def _progress(self, speed: float, scores: Floats, tops: Counts) -> Progress:
        rates = [float((tops >= level).mean()) if tops.size else 0.0 for level in range(11, 16)]
        return Progress(
            round(self.seconds, 1),
            self.moves,
            self.games,
            round(speed),
            scores.size,
            float(scores.mean()) if scores.size else 0.0,
            float(scores.max()) if scores.size else 0.0,
            *rates,
        )


def train(
    trainer: Trainer,
    folder: Path,
    until: Callable[[Trainer], bool],
    moves_a_round: int,
    seconds_a_checkpoint: float,
) -> Iterator[Progress]:
    """Train round by round, and say after each how it went.

    The folder takes `checkpoint.npz`, at times and at the end, and `curve.csv`, a line a round.
    """
    saved = time.monotonic()
    while not trainer.stopped and not until(trainer):
        progress = trainer.round(moves_a_round)
        _append(folder / "curve.csv", progress)
        yield progress
        if time.monotonic() - saved > seconds_a_checkpoint:
            trainer.save(folder / "checkpoint.npz")
            saved = time.monotonic()
    trainer.save(folder / "checkpoint.npz")


def _append(curve: Path, progress: Progress) -> None:
    curve.parent.mkdir(parents=True, exist_ok=True)
    row = asdict(progress)
    new = not curve.exists()
    with curve.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        if new:
            writer.writeheader()
        writer.writerow(row)
