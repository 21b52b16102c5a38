"""The boards on which the strategy page lets its reader try an idea."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.game import Game, Move
from app.player import Player
from app.rules import Board, Direction


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board to try an idea on.

    A lesson is the same for everybody and at every try, so its new tiles are no secret: the seed is
    chosen so that they come where the text needs them.
    """

    seed: bytes
    board: Board


def _draw(*rows: str) -> Board:
    words = " ".join(rows).split()
    return tuple(0 if word == "." else int(word) for word in words)


LESSONS: dict[str, Lesson] = {
    # Left and down by turns go on for long. Up: a new tile comes into the corner at once.
    "corner": Lesson(b"lesson 2", _draw(". . . .", ". . 2 .", "4 8 . 2", "128 32 16 4")),
    # Down, then left three times: the row falls together into a 512.
    "rows": Lesson(b"lesson 1", _draw(". . . .", "2 . . .", "4 8 16 32", "256 128 64 32")),
    # Down fills the lowest row, and right is harmless then; right at once empties the corner.
    "directions": Lesson(b"lesson 14", _draw(". . . .", ". . . 2", "4 2 . 8", "64 32 16 .")),
    # Only right and up are open. Right keeps the lowest row; up and down put a 2 into it.
    "forced": Lesson(b"lesson 6", _draw(". . . .", "2 . . .", "8 4 2 .", "64 32 16 8")),
    # Left and down free the 2. After right, an 8 lies on it and only up is left.
    "trapped": Lesson(b"lesson 3", _draw(". . . .", "4 8 . 2", "32 16 2 8", "256 128 64 16")),
    # Down merges three pairs at once; right ends the game.
    "care": Lesson(b"lesson 1", _draw("4 8 16 .", "4 8 16 2", "16 32 8 4", "256 128 64 32")),
}


def play_lesson(name: str, directions: Sequence[Direction]) -> tuple[Player, tuple[Move, ...]]:
    """Play a lesson's board from its start; raises KeyError for a name that is none."""
    lesson = LESSONS[name]
    player = Player(game=Game.new(lesson.seed, lesson.board))
    return player.move(directions) if directions else (player, ())
