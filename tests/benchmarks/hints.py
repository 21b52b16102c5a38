"""How long hints take, and what they cost the moves of other players.

Run: python3 -m uv run python -m tests.benchmarks.hints

On the server with two workers of eight threads, as the README starts it: hints of one player; of 20
who all ask at the same moment, round after round, and ask again when the solver is busy; and the
same in the browser, from the click to the first frame with the arrow, of one of the players. Then
moves of eight players, by turns alone and while 20 others do nothing but ask for hints. Each
request is on a connection of its own; browser, players and server share the machine.
"""

import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, find_or_fetch
from tests.playing import Player
from tests.server import Server
from tests.visitor import player_on

ASKING, PLAYING = 20, 8
HINTS_ALONE, HINTS_EACH, ARROWS, MOVES_EACH, ROUNDS = 150, 20, 40, 100, 4
BUSY = 503
OPENINGS = (
    ("32 2 . .", "64 4 . .", "256 8 . 2", "1024 512 128 64"),
    ("2 . . .", ". . 4 .", ". . . .", "2 . . ."),
    ("2 4 8 .", "4 32 8 2", "128 64 16 4", "256 16 4 2"),
    (". 2 16 64", "2 8 128 256", "2 8 64 2048", ". 2 16 64"),
)
UNTIL_THE_ARROW = """() => new Promise((done, fail) => {
    const card = document.getElementById('hint');
    if (!card.hidden) fail(new Error('the last hint is still there'));
    const since = performance.now();
    const look = () => card.hidden
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => done(performance.now() - since));
    document.querySelector('[data-play="hint"] button').click();
    look();
    setTimeout(() => fail(new Error('no hint')), 20000);
})"""


class Documented(Server):
    """The server as the README starts it for many players."""

    def command(self) -> list[str]:
        return [*super().command(), "--threads=8"]


def ask(server: Server, sid: str, version: int) -> tuple[float, int, int]:
    """Ask until there is a hint; return the seconds, the refusals on the way, and the version."""
    start, refused = time.monotonic(), 0
    while True:
        status, answer = server.request("POST", f"/hint?version={version}", sid)
        if status != BUSY:
            assert status == 200, answer
            return time.monotonic() - start, refused, answer["version"]
        refused += 1
        # As Retry-After says.
        time.sleep(1)


def hints(server: Server, number: int) -> Iterator[tuple[float, int]]:
    """A player who moves on between hints, so that each is of another board."""
    sid = server.save_player(player_on(*OPENINGS[number % len(OPENINGS)], seed=b"%d" % number))
    player = Player(server, sid)
    version = player.state["version"]
    while True:
        seconds, refused, version = ask(server, sid, version)
        yield seconds, refused
        player.state["version"] = version
        player.move()
        while not player.state["slides"]:
            player.move()
        version = player.state["version"]


def at_once(work: Callable[[int], None], count: int) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextmanager
def asking(server: Server, tally: Counter[str]) -> Iterator[None]:
    """Players who ask for hints without end."""
    over = threading.Event()

    def work(number: int) -> None:
        for _, refused in hints(server, number):
            tally["hints"] += 1
            tally["refused"] += refused
            if over.is_set():
                return

    threads = [threading.Thread(target=work, args=(number,)) for number in range(ASKING)]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join()


def show(name: str, seconds: list[float], note: str = "") -> None:
    each = [1000 * one for one in seconds]
    p50, p99 = statistics.median(each), statistics.quantiles(each, n=100)[98]
    print(f"{name:<44} {len(each):>6} {p50:>8.1f} {p99:>8.1f} {max(each):>8.1f}  {note}")


def measure_hints(server: Server) -> None:
    show("hints, one player", [one for one, _ in islice(hints(server, 0), HINTS_ALONE)])
    taken: list[float] = []
    refusals: list[int] = []
    together = threading.Barrier(ASKING)

    def work(number: int) -> None:
        asked = hints(server, number)
        for _ in range(HINTS_EACH):
            together.wait()
            seconds, refused = next(asked)
            taken.append(seconds)
            refusals.append(refused)

    at_once(work, ASKING)
    note = f"{sum(refusals)} times told to come back, the waits counted"
    show(f"hints, {ASKING} players at the same moment", taken, note)


def measure_arrows(server: Server) -> None:
    """Click in a browser: alone, and at the moment when 19 others ask."""
    with sync_playwright() as playwright:
        path = find_or_fetch(playwright.chromium)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        context = browser.new_context(base_url=server.url)
        sid = server.save_player(player_on(*OPENINGS[1]))
        context.add_cookies([{"name": "session", "value": sid, "url": server.url}])
        page = context.new_page()
        page.goto("/en/")
        page.wait_for_selector("[data-version]")
        clicked(page)  # loads the module
        show("click to arrow, one player", [clicked(page) for _ in range(ARROWS)])
        together = threading.Barrier(ASKING)

        def work(number: int) -> None:
            asked = hints(server, number)
            for _ in range(ARROWS):
                together.wait()
                next(asked)

        others = [threading.Thread(target=work, args=(number,)) for number in range(1, ASKING)]
        for other in others:
            other.start()
        taken = []
        for _ in range(ARROWS):
            together.wait()
            taken.append(clicked(page))
        for other in others:
            other.join()
        show(f"click to arrow, with {ASKING - 1} others", taken)
        browser.close()


def clicked(page: Page) -> float:
    """Ask for a hint; return the seconds until a frame shows it, and move on to another board."""
    milliseconds: float = page.evaluate(UNTIL_THE_ARROW)
    legal = page.request.get("/game").json()["slides"]
    page.keyboard.press(f"Arrow{min(legal).title()}")
    page.wait_for_timeout(300)
    return milliseconds / 1000


def moves(server: Server) -> list[float]:
    taken: list[float] = []

    def work(_: int) -> None:
        player = Player(server)
        for _ in range(MOVES_EACH):
            taken.append(player.move())
            time.sleep(0.05)

    at_once(work, PLAYING)
    return taken


def measure_moves(server: Server) -> None:
    alone: list[float] = []
    beside: list[float] = []
    tally: Counter[str] = Counter()
    for _ in range(ROUNDS):
        alone += moves(server)
        with asking(server, tally):
            beside += moves(server)
    show(f"moves of {PLAYING} players, no hints", alone)
    show(f"the same beside {ASKING} who ask for hints", beside, f"{tally['hints']} hints")


def main() -> None:
    """Measure hints, then moves with and without them by turns."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Documented(Path(folder) / "instance", workers=2, WARM_UP="on") as server,
    ):
        start = time.monotonic()
        seconds, _ = next(hints(server, 0))
        print(
            f"first hint {time.monotonic() - start:.2f} s after the server answers ({seconds:.2f})"
        )
        # Both processes have loaded it.
        time.sleep(15)
        print(f"{'':<44} {'n':>6} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8}")
        measure_hints(server)
        measure_arrows(server)
        measure_moves(server)


if __name__ == "__main__":
    main()
