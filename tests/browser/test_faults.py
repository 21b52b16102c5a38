"""What the player sees while something breaks, and that all that was pressed is played after it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.rules import Direction
from tests.browser.table import Table
from tests.faults import stages
from tests.faults.stages import Skipped, Stage, on_a_small_disk, on_redis, on_sqlite
from tests.visitor import player_on, save_player

START = player_on("2 2 . .", ". 4 . .", ". . 8 .")
AFTER, _ = START.move([Direction.LEFT, Direction.DOWN, Direction.RIGHT])

OFFLINE = "Connection lost. Trying again; your moves are kept."
BUSY = "The server is busy. Trying again; your moves are kept."


@pytest.fixture
def sit_down(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[[Stage], Table]]:
    """Open the page on a saved game of a stage."""
    tables = []

    def open_page(stage: Stage) -> Table:
        context = browser.new_context(**{**browser_context_args, "base_url": stage.server.url})
        with stage.app() as app:
            sid = save_player(app, START)
        context.add_cookies([{"name": "session", "value": sid, "url": stage.server.url}])
        tables.append(Table(context.new_page(), context, stage.server))
        return tables[-1].open()

    yield open_page
    for table in tables:
        table.context.close()
        assert table.complaints == []


def press_on(table: Table, text: str) -> None:
    """Press two more keys, and read the notice."""
    table.press("down", "right")
    expect(table.notice(text)).to_be_visible()


def expect_all_played(table: Table) -> None:
    """Wait until the page and the server have every move, and nothing is told any more."""
    table.expect_turn(3)
    assert table.settle()["board"] == list(AFTER.game.board)
    expect(table.page.locator("#notice")).to_be_empty()


def test_a_frozen_redis_is_told_and_costs_no_move(
    sit_down: Callable[[Stage], Table], tmp_path: Path
) -> None:
    with on_redis(tmp_path) as stage:
        table = sit_down(stage)
        table.press("left")
        table.expect_turn(1)
        stage.redis.freeze()
        press_on(table, BUSY)
        stage.redis.thaw()

        expect_all_played(table)


def test_a_killed_server_is_told_and_costs_no_move(
    sit_down: Callable[[Stage], Table], tmp_path: Path
) -> None:
    with on_sqlite(tmp_path) as stage:
        table = sit_down(stage)
        table.press("left")
        table.expect_turn(1)
        stage.server.kill()
        press_on(table, OFFLINE)
        stage.server.start()

        expect_all_played(table)


def test_a_full_disk_is_told_and_costs_no_move(
    sit_down: Callable[[Stage], Table], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        try:
            stage = stack.enter_context(on_a_small_disk(tmp_path))
        except Skipped as reason:
            pytest.skip(str(reason))
        table = sit_down(stage)
        table.press("left")
        table.expect_turn(1)
        stages.fill_disk(stage)
        press_on(table, BUSY)
        stages.free_disk(stage)

        expect_all_played(table)
