"""How soon a press is seen: the time from a key to the first frame in which a tile has moved.

Run: python3 -m uv run python -m tests.benchmarks.first_frame

Measured in the browser's own clock, with and without an added delay of the network. A frame is
the time between two animation frames of the same run.
"""

import os
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.chromium import ARGUMENTS, find_or_fetch
from tests.server import Server
from tests.visitor import player_on

PRESSES = 40
DELAYS = (0, 300)

MEASURE = """async direction => {
    const board = document.querySelector('[data-version]');
    const frame = () => new Promise(requestAnimationFrame);
    const places = () => [...board.querySelectorAll('[data-cell]')]
        .map(tile => tile.getBoundingClientRect()).map(({x, y}) => `${x},${y}`).join(' ');
    const frames = [];
    let last = await frame();
    for (let i = 0; i < 5; i += 1) {
        const now = await frame();
        frames.push(now - last);
        last = now;
    }
    const before = places();
    const code = 'Arrow' + direction[0].toUpperCase() + direction.slice(1);
    const options = {code, key: code, bubbles: true, cancelable: true};
    const pressed = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', options));
    document.body.dispatchEvent(new KeyboardEvent('keyup', options));
    const handled = performance.now() - pressed;
    let count = 0;
    do {
        await frame();
        count += 1;
    } while (places() === before && count < 100);
    const seen = performance.now() - pressed;
    return {handled, seen, count, frame: frames.sort((a, b) => a - b)[2]};
}"""


def measure(context: BrowserContext, site: Server, delay: int) -> None:
    """Print what so many presses showed under a delay in milliseconds."""
    sid = site.save_player(player_on("2 . . .", ". 4 . ."))
    context.add_cookies([{"name": "session", "value": sid, "url": site.url}])
    page = context.new_page()
    page.goto(site.url)
    page.wait_for_selector("[data-version]")
    context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    rows = []
    for _ in range(PRESSES):
        state = context.request.get(f"{site.url}/game").json()
        if not state["slides"]:
            break
        rows.append(page.evaluate(MEASURE, sorted(state["slides"])[0]))
        page.wait_for_timeout(delay + 250)
    page.close()
    frame = statistics.median(row["frame"] for row in rows)
    seen = [row["seen"] for row in rows]
    print(
        f"{delay:>8} {len(rows):>8} {frame:>10.1f}"
        f" {statistics.median(row['handled'] for row in rows):>12.2f}"
        f" {statistics.median(seen):>10.1f} {max(seen):>10.1f}"
        f" {max(row['count'] for row in rows):>12}"
    )


def main() -> None:
    """Measure under every delay."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "instance") as site,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium
        browser = chromium.launch(
            executable_path=find_or_fetch(chromium), args=[*ARGUMENTS, *sandbox]
        )
        print("delay ms  presses   frame ms  handler ms    p50 ms     max ms  most frames")
        for delay in DELAYS:
            measure(browser.new_context(), site, delay)
        browser.close()


if __name__ == "__main__":
    main()
