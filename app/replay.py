"""A game played again: board by board, and as a link from which anybody can play it again.

Never here: Flask, time, storage, or the random module. A link's token holds the seed, the moves and
a digest of what they come to. It is no proof of who played: anybody can choose a seed, play on it
as long as they like, and make the token of that game. What it proves is that these moves on this
seed come to this board, and that nobody has changed one of them on the way.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

from app.game import CorruptGame, Game, GameError, Move, Status
from app.rules import Board, Direction

_DIRECTIONS = tuple(Direction)
_LETTERS = "".join(direction.letter for direction in _DIRECTIONS)
_SCHEMA = 1
_HEAD_BYTES = 3
_DIGEST_BYTES = 8
_MOVES_PER_BYTE = 4
_LAST_MOVE = 0b11


class BrokenLink(Exception):
    """A token that none of our games has: cut short, altered, or of a game that is not over."""


class NotOver(GameError):
    """The game is not over, or it did not begin with two tiles of its seed."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played again.

    Attributes:
        game: As it stands after the last move.
        boards: The board before every move, and the last one: one more than moves.
        moves: The moves in order.
    """

    game: Game
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score on each of the boards."""
        return tuple(accumulate((move.slide.gained for move in self.moves), initial=0))


def replay(game: Game) -> Replay:
    """Play a game again; raise CorruptGame unless it comes to the same board and score."""
    played = _play(game.seed, game.moves, game.start)
    if (played.game.board, played.game.score) != (game.board, game.score):
        raise CorruptGame("its moves lead to another board")
    return played


def _play(seed: bytes, letters: str, start: Board | None = None) -> Replay:
    game = Game.new(seed, start)
    boards, moves = [game.board], []
    try:
        for letter in letters:
            if game.status is Status.WON:
                game = game.keep_playing()
            game, move = game.play(_DIRECTIONS[_LETTERS.index(letter)])
            boards.append(game.board)
            moves.append(move)
    except (ValueError, GameError) as error:
        raise CorruptGame(f"move {game.turn + 1} cannot be played") from error
    return Replay(game, tuple(boards), tuple(moves))


def to_token(game: Game) -> str:
    """Return what a link needs to play a finished game again; raise NotOver for any other.

    Bytes in URL-safe base64: the schema, the length of the seed, how many places of the last byte
    of moves are unused; the seed; the moves, two bits each; and the digest.
    """
    if game.status is not Status.OVER or game.start is not None:
        raise NotOver
    unused = -game.turn % _MOVES_PER_BYTE
    body = bytes((_SCHEMA, len(game.seed), unused)) + game.seed + _pack(game.moves)
    return urlsafe_b64encode(body + _digest(body, game)).rstrip(b"=").decode()


def from_token(token: str) -> Replay:
    """Play a link's game again; raise BrokenLink unless the token is the one of that very game."""
    try:
        content = urlsafe_b64decode(token + "=" * (-len(token) % 4))
        schema, length, unused = content[:_HEAD_BYTES]
        body = content[_HEAD_BYTES:-_DIGEST_BYTES]
        played = _play(body[:length], _unpack(body[length:], unused))
        # The same bytes can be written in several ways, and only one of them is ours.
        if schema == _SCHEMA and to_token(played.game) == token:
            return played
    except (ValueError, binascii.Error, CorruptGame, GameError) as error:
        raise BrokenLink(str(error)) from error
    raise BrokenLink("the digest is another")


def _pack(letters: str) -> bytes:
    codes = [_LETTERS.index(letter) for letter in letters]
    codes += [0] * (-len(codes) % _MOVES_PER_BYTE)
    places = range(0, len(codes), _MOVES_PER_BYTE)
    return bytes(
        a << 6 | b << 4 | c << 2 | d for a, b, c, d in (codes[at : at + 4] for at in places)
    )


def _unpack(packed: bytes, unused: int) -> str:
    letters = (_LETTERS[byte >> shift & _LAST_MOVE] for byte in packed for shift in (6, 4, 2, 0))
    return "".join(letters)[: len(packed) * _MOVES_PER_BYTE - unused]


def _digest(body: bytes, game: Game) -> bytes:
    """Bind the board and the score, too: should new tiles ever be drawn otherwise, it is told."""
    content = body + repr((game.board, game.score)).encode()
    return blake2b(content, digest_size=_DIGEST_BYTES).digest()
