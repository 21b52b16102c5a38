"""What logs and metrics cost a request, in microseconds of this process's CPU.

Run: python3 -m uv run python -m tests.benchmarks.watching

GET /game by the test client, for every setting in turn and over again; the median of the rounds,
and how much that is above the first. The log goes to a file.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from app import create_app

ROUNDS = 7
REQUESTS = 2000
SETTINGS = {
    "neither": {},
    "LOG=json": {"LOG": "json"},
    "LOG=access": {"LOG": "access"},
    "METRICS": {"METRICS": "9"},
}


def measure() -> float:
    """Return the microseconds of one request under the settings of the environment."""
    app = create_app()
    client = app.test_client()
    for _ in range(REQUESTS // 10):
        client.get("/game")
    start = process_time()
    for _ in range(REQUESTS):
        client.get("/game")
    return (process_time() - start) / REQUESTS * 1e6


def main() -> None:
    """Run every setting in processes of its own."""
    taken: dict[str, list[float]] = {name: [] for name in SETTINGS}
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w") as log:
        counts = Path(folder) / "counts"
        counts.mkdir()
        common = {"INSTANCE_PATH": folder, "PROMETHEUS_MULTIPROC_DIR": str(counts)}
        for _ in range(ROUNDS):
            for name, settings in SETTINGS.items():
                code = "from tests.benchmarks.watching import measure; print(measure())"
                printed = subprocess.run(
                    [sys.executable, "-c", code],
                    env={**os.environ, **common, **settings},
                    stdout=subprocess.PIPE,
                    stderr=log,
                    check=True,
                )
                taken[name].append(float(printed.stdout))
    print("setting       µs a request   more")
    medians = {name: statistics.median(each) for name, each in taken.items()}
    for name, median in medians.items():
        print(f"{name:<12} {median:>13.1f} {median - medians['neither']:>6.1f}")


if __name__ == "__main__":
    main()
