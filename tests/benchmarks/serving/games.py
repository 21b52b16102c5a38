"""Saved games of a chosen length, in any number."""

import secrets
import time
from collections.abc import Iterator

import msgspec
from flask import Flask

from app.game import Game, Status
from app.player import Player
from app.rules import Board, empty_cells, merge_points, slides
from tests.benchmarks.serving.load import Mover

_YEAR = 365 * 24 * 3600
_AT_ONCE = 10_000
_VERSION = 7


def new_player() -> Player:
    """A player at the start of a game of their own."""
    return Player(version=_VERSION, game=Game.new(secrets.token_bytes(16)))


def player_after(turns: int) -> Player:
    """A player whose game says that it has so many moves, on a board with much room.

    Who plays well enough for 10,000 is hard to find. A move reads no move before it: tiles, score
    and number of moves fit together, which is all that it is held to, and any letters do.
    """
    fours = (turns + 2) // 10
    total = 2 * (turns + 2) + 2 * fours
    powers = [1 << bit for bit in reversed(range(1, total.bit_length())) if total >> bit & 1]
    board: Board = (*powers, *(0,) * (16 - len(powers)))
    reached = max(board) >= 2048
    game = Game(
        seed=secrets.token_bytes(16),
        moves=("LURD" * turns)[:turns],
        board=board,
        score=merge_points(board) - 4 * fours,
        reached=reached,
        kept_playing=reached,
    )
    game.check()
    assert game.status is Status.PLAYING
    assert empty_cells(board)
    return Player(version=_VERSION, game=game, best=game.score)


def packed(player: Player) -> bytes:
    """The player as the store holds it."""
    return msgspec.msgpack.encode({"_permanent": True, "game": player.to_saved()})


def save_movers(app: Flask, players: list[Player]) -> list[Mover]:
    """Put players into the app's store, and return who moves for them."""
    movers = []
    store = app.session_interface
    for player in players:
        sid = secrets.token_urlsafe(32)
        assert store._swap(store._get_store_id(sid), None, packed(player), _YEAR)
        assert player.game is not None
        movers.append(Mover(sid, player.version, next(iter(slides(player.game.board)))))
    return movers


def fill(app: Flask, count: int) -> None:
    """Put so many more sessions into the store, in bulk."""
    store = app.session_interface
    if app.config["REDIS_URL"]:
        with store._answering() as client:
            for batch in _batches(count):
                pipeline = client.pipeline(transaction=False)
                for sid, data in batch:
                    pipeline.set(store._get_store_id(sid), data, ex=_YEAR)
                pipeline.execute()
    else:
        expiry = time.time() + _YEAR
        with store._connection() as connection:
            for batch in _batches(count):
                connection.execute("BEGIN")
                rows = [(sid, data, expiry) for sid, data in batch]
                connection.executemany("INSERT INTO sessions VALUES (?, ?, ?)", rows)
                connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _batches(count: int) -> Iterator[list[tuple[str, bytes]]]:
    data = packed(player_after(500))
    # In order, so that SQLite appends.
    sids = sorted(secrets.token_urlsafe(32) for _ in range(count))
    for start in range(0, count, _AT_ONCE):
        yield [(sid, data) for sid in sids[start : start + _AT_ONCE]]
