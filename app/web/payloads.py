"""The wire format: what requests say, and what they are answered."""

import re
import string
from functools import lru_cache
from typing import Any
from urllib.parse import quote_from_bytes

import msgspec
from flask import Request, Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import BadHost, BadRequest
from werkzeug.http import parse_accept_header

from app.game import Move, Status
from app.player import Player
from app.rules import EMPTY_BOARD, TILES, Direction, Slide, slides
from app.web import shapes

MOST_DIRECTIONS = 32
MOST_MOVES = 32
MERGED_TILES = TILES[1:]
VERSION_DIGITS = 16
_COUNT = re.compile(r"[0-9]{1,2}", re.ASCII)
_VERSION = re.compile(rf"[0-9]{{1,{VERSION_DIGITS}}}", re.ASCII)


class LenientRequest(Request):
    """A request whose query can be read whatever its bytes: those of no ASCII are percent-encoded.

    Werkzeug expects them to be, or to be UTF-8, and raises UnicodeDecodeError for others.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if not self.query_string.isascii():
            self.query_string = quote_from_bytes(self.query_string, string.printable).encode()


def parse_version() -> int:
    """Read the version that the request was made on; raise BadRequest where there is none."""
    version = request.args.get("version", "")
    if not _VERSION.fullmatch(version):
        raise BadRequest("version")
    return int(version)


def name_request() -> str:
    """Return what tells this request from any other that would change the game."""
    name = f"{request.path}?version={request.args.get('version')}"
    if request.endpoint == "coach.autoplay":
        name += f"&moves={parse_moves()}&until={parse_until()}"
    return name


def parse_directions(text: str) -> tuple[Direction, ...]:
    """Read "left" or "left,up,left"; raise BadRequest for another word, or for more than 32."""
    words = text.split(",", MOST_DIRECTIONS)
    if len(words) > MOST_DIRECTIONS:
        raise BadRequest("directions")
    try:
        return tuple(Direction(word) for word in words)
    except ValueError as error:
        raise BadRequest("directions") from error


def parse_moves() -> int:
    """Read how many moves are asked for, 1 if nothing is said; raise BadRequest above 32."""
    moves = request.args.get("moves", "1")
    if not _COUNT.fullmatch(moves) or not 1 <= int(moves) <= MOST_MOVES:
        raise BadRequest("moves")
    return int(moves)


def parse_until() -> int | None:
    """Read the tile that ends an autoplay, None if nothing is said; raise BadRequest."""
    until = request.args.get("until")
    if until is None:
        return None
    if until not in map(str, MERGED_TILES):
        raise BadRequest("until")
    return int(until)


def shape_state(
    player: Player, played: tuple[Move, ...] = (), *, lost: bool = False
) -> shapes.State:
    """Shape the state of a player, and what this request has played, for JSON and the page.

    `lost` says that a saved game was found that cannot be read.
    """
    game = player.game
    board = EMPTY_BOARD if game is None else game.board
    status = player.status
    legal = slides(board) if status is Status.PLAYING else {}
    return {
        "version": player.version,
        "turn": 0 if game is None else game.turn,
        "score": 0 if game is None else game.score,
        "best": player.best,
        "board": board,
        "status": status,
        "reached": game is not None and game.reached,
        "assisted": game is not None and game.assisted,
        "can_undo": player.can_undo,
        "lost": lost,
        "slides": {str(direction): _shape_slide(pushed) for direction, pushed in legal.items()},
        "played": [_shape_move(move) for move in played],
    }


def _shape_slide(pushed: Slide) -> shapes.Slide:
    return {"gained": pushed.gained, "motions": pushed.motions, "merged": pushed.merged}


def _shape_move(move: Move) -> shapes.Move:
    return {
        "direction": move.direction,
        **_shape_slide(move.slide),
        "spawn": {"cell": move.spawn.cell, "value": move.spawn.value},
    }


def wants_json() -> bool:
    """Tell whether the client would rather have JSON than a page; one that says nothing would.

    A page is full of links; where the request names no host that can be read, there is none.
    """
    if isinstance(request.routing_exception, BadHost):
        return True
    sends_form = request.mimetype == "application/x-www-form-urlencoded"
    return _prefers_json(request.headers.get("Accept", ""), sends_form)


# Browsers send few different ones, and reading one takes longer than the rules of a move.
@lru_cache(maxsize=256)
def _prefers_json(accept: str, sends_form: bool) -> bool:
    kinds = ["application/json", "text/html"]
    # Some browsers take anything, as curl does; but they send forms.
    if sends_form:
        kinds.reverse()
    return parse_accept_header(accept, MIMEAccept).best_match(kinds) != "text/html"


def json_response(content: Any, status: int = 200) -> Response:
    """Return the content as a JSON answer."""
    return Response(msgspec.json.encode(content), status, mimetype="application/json")
