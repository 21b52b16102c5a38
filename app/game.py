"""A game of 2048: a secret seed and the moves played on it.

Never here: Flask, time, storage, or the random module. A game is a value: every function
returns a new one. The board and the score it carries are a cache of seed and moves.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Self

from app.rules import (
    EMPTY_BOARD,
    SET_UP_TILES,
    WINNING_TILE,
    Board,
    Direction,
    ImpossibleBoard,
    Slide,
    check_board,
    empty_cells,
    is_over,
    merge_points,
    place,
    slide,
)

_LETTERS = {direction: direction.letter for direction in Direction}
_DIRECTIONS = {letter: direction for direction, letter in _LETTERS.items()}
_ALL_LETTERS = "".join(_DIRECTIONS).encode()


class GameError(Exception):
    """The game does not allow what was asked of it; it stays as it was."""


class IllegalMove(GameError):
    """The direction changes nothing on the board."""


class BannerOpen(GameError):
    """The win is waiting for the choice: keep playing, or a new game."""


class GameOver(GameError):
    """No legal move is left."""


class NothingToUndo(GameError):
    """No move has been made, and no game was replaced."""


class CorruptGame(Exception):
    """A saved game that no play can have come to."""


class Status(StrEnum):
    """Where a game stands."""

    NONE = "none"
    PLAYING = "playing"
    WON = "won"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Spawn:
    """The random half of a move: a new tile."""

    cell: int
    value: int


@dataclass(frozen=True, slots=True)
class Move:
    """One move as it was played."""

    direction: Direction
    slide: Slide
    spawn: Spawn


def draw_spawn(board: Board, seed: bytes, number: int) -> Spawn:
    """Draw the tile number `number` of a game: a 2 (90 %) or a 4, in a uniformly random empty cell.

    The draw is a keyed hash of its number, so that a game played again gets the same tiles and
    nobody without the seed can foresee one. Tiles 0 and 1 are the set-up.
    """
    digest = blake2b(number.to_bytes(8, "big"), key=seed, digest_size=16).digest()
    value_draw = int.from_bytes(digest[:8], "big")
    cell_draw = int.from_bytes(digest[8:], "big")
    empty = empty_cells(board)
    return Spawn(cell=empty[cell_draw * len(empty) >> 64], value=4 if value_draw % 10 == 0 else 2)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands.

    Attributes:
        seed: The secret that the new tiles are drawn from, 1 to 64 bytes.
        moves: The directions played, a letter each: "LURD".
        board: The board after them.
        score: The points of their merges.
        start: The board the game was started from; None for the usual two tiles.
        reached: A merge of this game made a 2048 tile.
        kept_playing: The player chose to go on after it; the banner never returns.
        assisted: A hint, an autoplay move or an undo was used.
    """

    seed: bytes
    moves: str
    board: Board
    score: int
    start: Board | None = None
    reached: bool = False
    kept_playing: bool = False
    assisted: bool = False

    @classmethod
    def new(cls, seed: bytes, start: Board | None = None) -> Self:
        """Start a game, with two tiles or from a given board (raises ImpossibleBoard)."""
        if start is not None:
            check_board(start)
        return cls(seed=seed, moves="", board=_set_up(seed, start), score=0, start=start)

    @property
    def turn(self) -> int:
        """The number of moves made."""
        return len(self.moves)

    @property
    def status(self) -> Status:
        """Where the game stands; a full board without a move is the end, also after a 2048."""
        if is_over(self.board):
            return Status.OVER
        return Status.WON if self.reached and not self.kept_playing else Status.PLAYING

    def play(self, direction: Direction) -> tuple[Self, Move]:
        """Make one move.

        Raises:
            IllegalMove: The direction changes nothing.
            BannerOpen: The choice after the win has not been made.
            GameOver: No legal move is left.
        """
        self.check_playable()
        return self._advance(direction)

    def check_playable(self) -> None:
        """Raise BannerOpen or GameOver unless a move may be made now."""
        status = self.status
        if status is Status.OVER:
            raise GameOver
        if status is Status.WON:
            raise BannerOpen

    def _advance(self, direction: Direction) -> tuple[Self, Move]:
        pushed = slide(self.board, direction)
        if pushed is None:
            raise IllegalMove(direction)
        spawn = draw_spawn(pushed.board, self.seed, SET_UP_TILES + self.turn)
        game = replace(
            self,
            moves=self.moves + _LETTERS[direction],
            board=place(pushed.board, spawn.cell, spawn.value),
            score=self.score + pushed.gained,
            reached=self.reached
            or any(pushed.board[cell] == WINNING_TILE for cell in pushed.merged),
        )
        return game, Move(direction, pushed, spawn)

    def keep_playing(self) -> Self:
        """Close the win banner for good; without an open banner nothing changes.

        Raises:
            GameOver: No legal move is left to go on with.
        """
        status = self.status
        if status is Status.OVER:
            raise GameOver
        return replace(self, kept_playing=True) if status is Status.WON else self

    def assist(self) -> Self:
        """Mark the game: the solver has helped."""
        return self if self.assisted else replace(self, assisted=True)

    def undo(self) -> Self:
        """Take the last move back; the same move would bring the same tile again.

        Raises:
            NothingToUndo: No move has been made.
            CorruptGame: The moves do not lead to this board.
        """
        if not self.moves:
            raise NothingToUndo
        return replace(self._before_last(), assisted=True)

    def check_replay(self) -> None:
        """Play the game again; raise CorruptGame unless it comes to the same board and score."""
        self._before_last()

    def _before_last(self) -> Self:
        """Play the moves again, and return the game as it was before the last of them.

        Raises:
            CorruptGame: They do not lead to this board and score.
        """
        before = after = replace(
            self, moves="", board=_set_up(self.seed, self.start), score=0, reached=False
        )
        try:
            for letter in self.moves:
                before, (after, _) = after, after._advance(_DIRECTIONS[letter])
        except (KeyError, IllegalMove) as error:
            raise CorruptGame(f"move {after.turn + 1} cannot be played") from error
        if after != self:
            raise CorruptGame("its moves lead to another board")
        return before

    def check(self) -> None:
        """Raise CorruptGame if these values are impossible, at the cost of no replay."""
        try:
            check_board(self.board)
            if self.start is not None:
                check_board(self.start)
        except ImpossibleBoard as error:
            raise CorruptGame(str(error)) from error
        if not 1 <= len(self.seed) <= blake2b.MAX_KEY_SIZE:
            raise CorruptGame(f"a seed of {len(self.seed)} bytes")
        # A sixteenth of the time that str.strip takes, which a long game would feel at every move.
        if self.moves.encode(errors="replace").translate(None, _ALL_LETTERS):
            raise CorruptGame("a letter that is no direction")
        self._check_books()
        self._check_win()

    def _check_books(self) -> None:
        """Compare the tiles with the moves, and the score with both.

        The sum of the tiles tells how many 4s have appeared among the new ones, and each of them
        is missing 4 points in the score.
        """
        start = EMPTY_BOARD if self.start is None else self.start
        spawns = self.turn + (SET_UP_TILES if self.start is None else 0)
        fours = (sum(self.board) - sum(start)) // 2 - spawns
        if not 0 <= fours <= spawns:
            raise CorruptGame(f"tiles of {sum(self.board)} in all after {self.turn} moves")
        score = merge_points(self.board) - merge_points(start) - 4 * fours
        if self.score != score or score < 0:
            raise CorruptGame(f"a score of {self.score} on this board")

    def _check_win(self) -> None:
        """Compare what is said of the win with the tiles."""
        was_there = self.start is not None and max(self.start) >= WINNING_TILE
        is_there = max(self.board) >= WINNING_TILE
        if self.reached != is_there and not was_there:
            raise CorruptGame("a 2048 tile and no win, or a win and no 2048 tile")
        if self.kept_playing and not (self.reached or self.assisted):
            raise CorruptGame("a choice without a win")


def _set_up(seed: bytes, start: Board | None) -> Board:
    if start is not None:
        return start
    board = EMPTY_BOARD
    for number in range(SET_UP_TILES):
        spawn = draw_spawn(board, seed, number)
        board = place(board, spawn.cell, spawn.value)
    return board
