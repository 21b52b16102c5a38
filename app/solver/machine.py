"""The loaded solver: the weights and the compiled searches on them."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.rules import CELLS, EMPTY_BOARD, LARGEST_TILE, Board
from app.solver.bitboard import seed_state
from app.solver.compiled import Boards, Counts, Floats
from app.solver.network import WEIGHTS, Network
from app.solver.packing import STEP, WEIGHTS_FILE, read_header, shared
from app.solver.playing import Reach, new_moves, play_game, value_board, value_boards
from app.solver.playout import Outcomes, play_out
from app.solver.search import NODES, Search, new_search
from app.solver.wide import levels_of, spawn_wide

NO_TILE = 4 * LARGEST_TILE

Legal = npt.NDArray[np.bool_]

# Nodes a second, until there is a measured figure: a slow machine's.
_SLOW = 300_000.0
# A search of fewer nodes says little about the speed.
_ENOUGH = 1_000


@dataclass(frozen=True, slots=True)
class Searched:
    """The values of the four directions, which of them are legal, and the depth they are from."""

    values: Floats
    legal: Legal
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Played:
    """Whole games: the score, the number of moves and the top level of each, and the CPU time."""

    scores: Counts
    moves: Counts
    tops: Counts
    seconds: float


class Machine:
    """Weights, and what is worked out on them. Threads may share it.

    Attributes:
        network: The weights and their scale.
        name: Of the weights: their checksum.
    """

    def __init__(self, weights: npt.NDArray[Any], scale: float, name: str) -> None:
        if weights.size != WEIGHTS:
            raise ValueError(f"a network has {WEIGHTS} weights, not {weights.size}")
        self.name = name
        self.network = Network(weights, np.float32(scale))
        self._speed = _SLOW
        self._own = threading.local()

    def _search(self) -> Search:
        """Return this thread's own search."""
        if not hasattr(self._own, "search"):
            self._own.search = new_search(self.network)
        search: Search = self._own.search
        return search

    def search(self, board: Board, reach: Reach, seconds: float | None = None) -> Searched:
        """Search a board, as far as nodes and time allow.

        Time is turned into nodes by the speed of the searches before.
        """
        least, most, nodes = reach
        if seconds is not None:
            nodes = min(nodes, int(seconds * self._speed))
        search, moves = self._search(), new_moves()
        began = time.perf_counter()
        depth = value_board(levels_of(board), (least, most, nodes), search, moves)
        seen = int(search.counters[NODES])
        if seen >= _ENOUGH:
            self._speed = seen / (time.perf_counter() - began)
        return Searched(moves.values, moves.legal, depth, seen)

    def values(self, boards: Sequence[Board], depth: int) -> tuple[Floats, Legal]:
        """Return the values of the directions of many boards, and which are legal: (boards, 4)."""
        values: Floats = np.zeros((len(boards), 4), np.float32)
        legal: Legal = np.zeros((len(boards), 4), np.bool_)
        tiles = np.array(boards, np.int32).reshape(-1, CELLS)
        levels = np.where(tiles, np.log2(np.maximum(tiles, 1)), 0).astype(np.int8)
        value_boards(levels, depth, self._search(), values, legal)
        return values, legal

    def play_out(
        self, board: Board, goal: int, playouts: int, moves: int, seed: int
    ) -> tuple[list[float], list[float]]:
        """Play a board out greedily towards a tile; return each one's points and if it came (1)."""
        outcomes = Outcomes(np.zeros(playouts, np.float32), np.zeros(playouts, np.int64))
        level = goal.bit_length() - 1
        budget = playouts, moves, seed
        count = play_out(levels_of(board), level, budget, self.network, outcomes)
        return outcomes.points[:count].tolist(), outcomes.reached[:count].tolist()

    def play(self, games: range, seed: int, reach: Reach, until: int | None = None) -> Played:
        """Play the games of these numbers, each from its own stream of the seed.

        A game ends early at a tile of `until`.
        """
        level = (until or NO_TILE).bit_length() - 1
        scores, moves, tops = (np.zeros(len(games), np.int64) for _ in range(3))
        search = self._search()
        state: Boards = np.zeros(1, np.uint64)
        began = time.thread_time()
        for place, game in enumerate(games):
            seed_state(state, np.uint64(seed), np.uint64(game))
            levels = levels_of(EMPTY_BOARD)
            spawn_wide(levels, state)
            spawn_wide(levels, state)
            moves[place], scores[place] = play_game(levels, reach, level, search, state)
            tops[place] = levels.max()
        return Played(scores, moves, tops, time.thread_time() - began)


def load(file: Path = WEIGHTS_FILE) -> Machine:
    """Return the solver on the weights of a file. Raises OSError or ValueError."""
    return Machine(shared(file), STEP, read_header(file)["checksum"])


def load_checkpoint(file: Path) -> Machine:
    """Return the solver on the weights of a trainer's checkpoint. Raises OSError or ValueError."""
    from app.solver.training import Recipe, Trainer  # noqa: PLC0415

    return Machine(Trainer.resume(file, Recipe()).learned(), 1.0, file.name)
