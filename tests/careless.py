"""Players who do not look where they push, and a way to let anybody play."""

import random
from collections.abc import Callable

from app.game import Game, Status
from app.rules import Board, Direction, slides

Player = Callable[[Board], Direction]

_ORDER = (Direction.DOWN, Direction.LEFT, Direction.RIGHT, Direction.UP)


def at_random(seed: int) -> Player:
    """Somebody who pushes in any direction that is legal."""
    chance = random.Random(seed)
    return lambda board: chance.choice(list(slides(board)))


def first_legal(board: Board) -> Direction:
    """The first legal of down, left, right, up."""
    return next(direction for direction in _ORDER if direction in slides(board))


def largest_merge(seed: int) -> Player:
    """Somebody who takes what pays most at once, and else any direction."""
    chance = random.Random(seed)

    def choose(board: Board) -> Direction:
        pushed = slides(board)
        return max(pushed, key=lambda direction: (pushed[direction].gained, chance.random()))

    return choose


def play(choose: Player, seed: bytes, most: int = 100_000) -> Game:
    """Play a game to its end, or so many moves of it; a win is played on."""
    game = Game.new(seed)
    while game.status is not Status.OVER and game.turn < most:
        if game.status is Status.WON:
            game = game.keep_playing()
        game, _ = game.play(choose(game.board))
    return game
