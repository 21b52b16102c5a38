"""Break what can break under players who play: python -m tests.faults [--only REDIS].

Prints a table in Markdown; ends with 1 if an acknowledged move was lost or played twice, if a
server's error was answered that is not store_unavailable, or if one remained.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.faults.stages import Skipped
from tests.faults.strikes import FAULTS
from tests.faults.trial import Outcome, run

_HEAD = """\
| fault | games in | load | acknowledged | lost | doubled | until all play on | slowest answer | \
answers meanwhile | what the player saw |
|---|---|---|--:|--:|--:|--:|--:|---|---|
"""
_STATUSES = {0: "none"}
_CALM_SECONDS = 1.5


def main() -> None:
    """Try every fault out, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--players", type=int, default=20, help="at once (%(default)s)")
    parser.add_argument("--only", default="", help="the faults with this in their name")
    arguments = parser.parse_args()
    sys.stdout.write(_HEAD)
    holds = True
    for fault in FAULTS:
        if arguments.only.lower() not in f"{fault.name} {fault.store}".lower():
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                outcome = run(fault, Path(folder), arguments.players, _CALM_SECONDS)
            except Skipped as reason:
                sys.stdout.write(f"| {fault.name} | {fault.store} | not tried: {reason} |\n")
                continue
        holds = holds and outcome.holds
        sys.stdout.write(row(outcome))
        sys.stdout.flush()
    sys.exit(not holds)


def row(outcome: Outcome) -> str:
    """Return a row of the table, and under it what was wrong."""
    fault, losses = outcome.fault, outcome.losses
    gone = losses.lost + losses.forgotten
    lost = f"{gone:,} ({fault.forgets} forgot)" if fault.forgets and gone else f"{gone:,}"
    cells = (
        fault.name,
        fault.store,
        f"{outcome.players} players, {outcome.rate:.0f} moves/s",
        f"{outcome.acknowledged:,}",
        lost,
        f"{losses.doubled}",
        f"{outcome.seconds:.1f} s",
        f"{outcome.slowest:.2f} s",
        ", ".join(
            f"{_STATUSES.get(status, status)}: {number:,}"
            for status, number in sorted(outcome.meanwhile.items())
        ),
        " ".join(f"“{text}”" for text in outcome.told) or "nothing",
    )
    wrong = "".join(f"    wrong: {each}\n" for each in sorted(set(outcome.wrong)))
    return f"| {' | '.join(cells)} |\n{wrong}"


if __name__ == "__main__":
    main()
