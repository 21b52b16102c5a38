"""What one player has: the running game, the game it replaced, the best score, and a version.

Never here: Flask, time, storage, or the random module. A player is a value; every change makes
a new one whose version is one higher.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import msgspec

from app.game import CorruptGame, Game, GameError, IllegalMove, Move, NothingToUndo, Status
from app.rules import HIGHEST_SCORE, Board, Direction

SCHEMA = 1
# Scripts count exactly up to here.
_VERSION_BOUND = 2**53


class StaleVersion(GameError):
    """The request was made on a version that is no longer the current one."""


class NoGame(GameError):
    """No game has been started yet."""


class NewerSchema(Exception):
    """A newer version of the site has saved this game; only such a one may touch it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's record.

    Attributes:
        version: Grows by one with every change: a move, an undo, a choice, a new game.
        game: The running or finished game.
        replaced: The game that *new game* replaced, for an undo at turn 0.
        best: The best score of a game, as far as it was played unassisted.
        last: The request that made this version, so that one that is sent again is known.
    """

    version: int = 0
    game: Game | None = None
    replaced: Game | None = None
    best: int = 0
    last: str = ""

    @property
    def status(self) -> Status:
        """Where the game stands; NONE before the first one."""
        return Status.NONE if self.game is None else self.game.status

    @property
    def can_undo(self) -> bool:
        """Whether undo has something to bring back."""
        return self.replaced is not None or (self.game is not None and self.game.turn > 0)

    @property
    def has_moved(self) -> bool:
        """Whether there is a move, or a score, that would be missed."""
        return self.can_undo or self.best > 0

    def at(self, version: int) -> Self:
        """Return itself if this is its version; raise StaleVersion if it has moved on."""
        if version != self.version:
            raise StaleVersion(version)
        return self

    def check_playable(self) -> None:
        """Raise NoGame, BannerOpen or GameOver unless a move may be made now."""
        self._running().check_playable()

    def move(self, directions: Sequence[Direction]) -> tuple[Self, tuple[Move, ...]]:
        """Play the directions in order and return the moves made.

        An illegal direction does nothing and the rest goes on; a win or the end stops it. With
        no move made the player stays as it was, and so does the version.

        Raises:
            NoGame, BannerOpen, GameOver: Not even a first move may be made.
        """
        game = self._running()
        game.check_playable()
        moves: list[Move] = []
        for direction in directions:
            try:
                game, move = game.play(direction)
            except IllegalMove:
                continue
            moves.append(move)
            if game.status is not Status.PLAYING:
                break
        return (self._with(game) if moves else self), tuple(moves)

    def new_game(self, game: Game) -> Self:
        """Start a game; the one it replaces is kept beside it, unless that has no move in it."""
        replaced = self.game if self.game is not None and self.game.turn else self.replaced
        return replace(self._with(game), replaced=replaced)

    def keep_playing(self) -> Self:
        """Close the win banner for good; without one nothing changes.

        Raises:
            NoGame, GameOver: There is nothing to go on with.
        """
        game = self._running()
        kept = game.keep_playing()
        return self if kept is game else self._with(kept)

    def assist(self) -> Self:
        """Mark the game, of which the solver is asked a move; nothing changes if it is marked.

        Raises:
            NoGame, BannerOpen, GameOver: There is no move to ask for.
        """
        game = self._running()
        game.check_playable()
        assisted = game.assist()
        return self if assisted is game else self._with(assisted)

    def autoplay(
        self, choose: Callable[[Board], Direction], most: int = 1, until: int | None = None
    ) -> tuple[Self, tuple[Move, ...]]:
        """Let moves be chosen, mark the game, and return the moves made.

        A win or the end stops it, and a tile made of at least `until` that was not there before.

        Args:
            choose: Returns a legal direction of a board on which there is one.
            most: How many moves at the most.
            until: A tile; None stops for none.

        Raises:
            NoGame, BannerOpen, GameOver: Not even a first move may be made.
        """
        game = self._running().assist()
        game.check_playable()
        moves: list[Move] = []
        while len(moves) < most and game.status is Status.PLAYING:
            before = game.board
            game, move = game.play(choose(before))
            moves.append(move)
            if until is not None and _new_tile(before, move) >= until:
                break
        return self._with(game), tuple(moves)

    def undo(self) -> Self:
        """Take the last move back or, at turn 0, bring back the game that this one replaced.

        Raises:
            NothingToUndo: There is neither.
            CorruptGame: The moves do not lead to the board.
        """
        if self.game is not None and self.game.turn:
            return self._with(self.game.undo())
        if self.replaced is None:
            raise NothingToUndo
        return replace(self._with(self.replaced), replaced=None)

    def _running(self) -> Game:
        if self.game is None:
            raise NoGame
        return self.game

    def _with(self, game: Game) -> Self:
        best = self.best if game.assisted else max(self.best, game.score)
        return replace(self, version=self.version + 1, game=game, best=best)

    def to_saved(self) -> dict[str, Any]:
        """Return the saved form: plain values, and the number of its schema."""
        return {"schema": SCHEMA, **msgspec.to_builtins(self, builtin_types=(bytes,))}

    @classmethod
    def from_saved(cls, saved: object) -> Self:
        """Read the saved form.

        Raises:
            NewerSchema: It is of a schema to come.
            CorruptGame: Its shape or its values are impossible.
        """
        schema = saved.get("schema") if isinstance(saved, dict) else None
        if type(schema) is int and schema > SCHEMA:
            raise NewerSchema(f"saved with schema {schema}, and {SCHEMA} is the newest known here")
        if not isinstance(saved, dict) or schema != SCHEMA:
            raise CorruptGame("not of a schema that is known here")
        try:
            player = msgspec.convert(saved, cls)
            as_written = _packed(player.to_saved()) == _packed(saved)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise CorruptGame(str(error)) from error
        # A field too few or too many, or a value that only counts as one of the right type.
        if not as_written:
            raise CorruptGame("not as it is written here")
        if not (0 <= player.version < _VERSION_BOUND and 0 <= player.best <= HIGHEST_SCORE):
            raise CorruptGame(f"version {player.version}, best score {player.best}")
        for game in (player.game, player.replaced):
            if game is not None:
                game.check()
        return player


def _new_tile(before: Board, move: Move) -> int:
    """Return the largest tile that the move made and that was not there before; 0 if none."""
    made = {move.slide.board[cell] for cell in move.slide.merged}
    return max(made - set(before), default=0)


def _packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value, order="deterministic")
