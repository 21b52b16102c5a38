"""A saved form, and ways to spoil it."""

from copy import deepcopy
from dataclasses import replace

import msgspec

from app.game import Game
from app.player import Player
from app.rules import Direction
from tests.boards import board

SEED = b"frozen 28"
MISSING = object()


def player_with_two_games():
    player = Player().new_game(Game.new(SEED))
    player, _ = player.move([Direction(word) for word in ["left", "down", "right", "up", "left"]])
    player = player.new_game(Game.new(SEED, board("1024 1024 4 .")))
    player, _ = player.move([Direction.LEFT])
    return replace(player.keep_playing(), last="/keep-playing?version=4")


# Written once with app.player when schema 1 was fixed. It must be readable for ever.
SAVED = {
    "schema": 1,
    "version": 5,
    "game": {
        "seed": b"frozen 28",
        "moves": "L",
        "board": [2048, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
        "score": 2048,
        "start": [1024, 1024, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        "reached": True,
        "kept_playing": True,
        "assisted": False,
    },
    "replaced": {
        "seed": b"frozen 28",
        "moves": "LDRUL",
        "board": [2, 8, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 2],
        "score": 12,
        "start": None,
        "reached": False,
        "kept_playing": False,
        "assisted": False,
    },
    "best": 2048,
    "last": "/keep-playing?version=4",
}


def stored(value):
    """Take a value to the store and back."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))


def changed(path, value):
    """Return the saved form with another value in one place."""
    saved = deepcopy(SAVED)
    *way, last = path.split(".")
    place = saved
    for key in way:
        place = place[key]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return saved


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def cells(text):
    return list(board(*text.split("/")))
