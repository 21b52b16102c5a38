"""What breaks while players play costs no move that was acknowledged.

The faults that take longer are tried by the command, python -m tests.faults.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from app.rules import Direction
from tests.faults.load import Promise, Sitting
from tests.faults.stages import Skipped
from tests.faults.strikes import FAULTS
from tests.faults.trial import Losses, Outcome, account, run
from tests.visitor import Visitor, player_on, save_player

OFFLINE = "Connection lost. Trying again; your moves are kept."
BUSY = "The server is busy. Trying again; your moves are kept."
GONE = "The saved game was not found. This is a new game."


@pytest.fixture
def try_out(tmp_path: Path) -> Callable[[str], Outcome]:
    """Try the first fault of a name out, under a few players."""

    def try_it(name: str) -> Outcome:
        fault = next(fault for fault in FAULTS if fault.name == name)
        try:
            return run(fault, tmp_path, players=8, seconds=0.5)
        except Skipped as reason:
            pytest.skip(str(reason))

    return try_it


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("one worker of two killed", (OFFLINE,)),
        ("Redis killed, back with its data", (BUSY,)),
        ("disk full for 3 s", (BUSY,)),
        ("a newer version replaces this, in turn", (BUSY,)),
    ],
)
def test_no_acknowledged_move_is_lost(
    try_out: Callable[[str], Outcome], name: str, told: tuple[str, ...]
) -> None:
    outcome = try_out(name)

    assert outcome.wrong == ()
    assert outcome.losses == Losses()
    assert outcome.acknowledged > 0
    assert set(told) <= set(outcome.told) <= {*told, OFFLINE}


def test_a_silent_redis_costs_no_move_and_is_told_before_it_answers_again(
    try_out: Callable[[str], Outcome],
) -> None:
    outcome = try_out("Redis frozen for 5 s")

    assert outcome.wrong == ()
    assert outcome.losses == Losses()
    assert outcome.told == (BUSY,)
    assert outcome.meanwhile[503] > 0
    assert outcome.slowest < 5


def test_where_redis_itself_forgets_the_players_are_told_and_begin_anew(
    try_out: Callable[[str], Outcome],
) -> None:
    outcome = try_out("Redis back with nothing")

    assert outcome.wrong == ()
    assert outcome.told == (BUSY, GONE)
    assert (outcome.losses.lost, outcome.losses.doubled) == (0, 0)
    assert outcome.losses.forgotten > 0


def test_a_clock_that_jumps_takes_no_game_in_which_somebody_has_moved(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.sit_down(player_on("2 2 . 4", ". 8 . .", version=7))
    visitor.play("/move/left")
    onlooker = Visitor(app)
    onlooker.play("/new-game")
    assert onlooker.state()["status"] == "playing"
    now = time.time
    for turn, days in enumerate((1, -1, 0), start=1):
        monkeypatch.setattr(time, "time", lambda days=days: now() + days * 24 * 3600)
        state = visitor.state()
        assert state["turn"] == turn
        visitor.play(f"/move/{next(iter(state['slides']))}")
        assert onlooker.state()["status"] == ("none" if days == 1 else "playing")


def sitting(app: Flask) -> Sitting:
    """A session of three moves, all of them acknowledged."""
    player = player_on("2 2 . .", ". 4 . .", ". . 8 .", version=7)
    found = Sitting("")
    for direction in (Direction.LEFT, Direction.DOWN, Direction.RIGHT):
        player, _ = player.move([direction])
        game = player.game
        found.promises.append(Promise(0, player.version, game.turn, game.board))
    found.sid = save_player(app, player)
    return found


def test_a_game_in_which_every_promise_is_kept_has_lost_nothing(app: Flask) -> None:
    assert account([sitting(app)], app.session_interface) == Losses()


def test_a_promise_of_another_board_is_a_lost_move(app: Flask) -> None:
    played = sitting(app)
    played.promises[1] = replace(played.promises[1], board=played.promises[0].board)

    assert account([played], app.session_interface) == Losses(lost=1)


def test_a_promise_beyond_the_stored_game_is_a_lost_move(app: Flask) -> None:
    played = sitting(app)
    played.promises.append(replace(played.promises[2], turn=4, version=11))

    assert account([played], app.session_interface) == Losses(lost=1)


def test_a_game_that_is_not_there_has_lost_all_its_moves(app: Flask) -> None:
    played = sitting(app)
    played.sid = "nobody"

    assert account([played], app.session_interface) == Losses(lost=3)


def test_a_move_that_nobody_was_promised_is_a_doubled_one(app: Flask) -> None:
    played = sitting(app)
    del played.promises[1]

    assert account([played], app.session_interface) == Losses(doubled=1)
