"""What the solver costs: to start, in memory, and for each kind of answer.

Run `python -m tests.benchmarks.solver_answers`; the first run on a machine also compiles.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from app.rules import EMPTY_BOARD, empty_cells, place, slides
from app.solver import (
    AUTOPLAY,
    HINT,
    ONE_SPAWN,
    Budget,
    choose,
    evaluate,
    evaluate_all,
    outlook,
    warm_up,
)

COLD = """
import time
start = time.perf_counter()
import app
imported = time.perf_counter()
from app.solver import evaluate
values = evaluate((2, 4, 8, 16, 0, 2, 4, 128, 0, 0, 2, 4, 2, 0, 0, 0))
print(imported - start, time.perf_counter() - imported)
"""
SHARING = """
import sys
from app.solver import engine, warm_up
warm_up()
engine.machine().network.weights.sum()
print("ready", flush=True)
sys.stdin.readline()
"""


def cold_starts(times: int) -> None:
    rows = []
    for _ in range(times):
        out = subprocess.run(
            [sys.executable, "-c", COLD], capture_output=True, text=True, check=True
        )
        rows.append([float(word) for word in out.stdout.split()])
    for name, column in zip(
        ("import app", "first hint after that"), zip(*rows, strict=True), strict=True
    ):
        print(f"{name}: median {statistics.median(column):.2f} s, worst {max(column):.2f} s")


def memory(processes: int) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", SHARING], stdin=-1, stdout=-1, text=True)
        for _ in range(processes)
    ]
    for one in running:
        assert one.stdout
        one.stdout.readline()
    for one in running:
        rollup = Path(f"/proc/{one.pid}/smaps_rollup").read_text()
        sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in rollup.splitlines()[1:]}
        whole, share = sizes["Rss:"], sizes["Pss:"]
        print(f"memory of one of {processes}: {whole:.0f} MB, its share {share:.0f} MB")
    for one in running:
        one.communicate("\n")


def answers() -> None:
    warm_up()
    board, boards = place(place(EMPTY_BOARD, 0, 2), 5, 2), []
    while len(boards) < 10_000 and slides(board):
        boards.append(board)
        board = slides(board)[choose(board, ONE_SPAWN)].board
        board = place(board, empty_cells(board)[len(boards) % len(empty_cells(board))], 2)
    start = time.perf_counter()
    evaluate_all((boards * 10_000)[:10_000])
    print(f"values of 10,000 boards: {time.perf_counter() - start:.2f} s")
    some = boards[:: max(1, len(boards) // 300)]
    for name, ask in {
        "one spawn": lambda one: evaluate(one, ONE_SPAWN),
        "autoplay": lambda one: choose(one, AUTOPLAY),
        "hint": lambda one: evaluate(one, HINT),
        "hint within 20 ms": lambda one: evaluate(one, Budget(depth=8, seconds=0.02)),
        "outlook": outlook,
    }.items():
        taken = []
        for one in some:
            start = time.perf_counter()
            ask(one)
            taken.append(1e3 * (time.perf_counter() - start))
        taken.sort()
        print(
            f"{name}: median {statistics.median(taken):.2f} ms, "
            f"p99 {taken[int(0.99 * len(taken))]:.2f} ms"
        )


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores")
    cold_starts(5)
    memory(3)
    answers()
