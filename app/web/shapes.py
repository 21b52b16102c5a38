"""The shapes of answers, as types: answers are checked against them, and openapi.json tells them.

Each is a plain dict at run time; mypy sees to it that one is made with all its keys and no other.
"""

from typing import Annotated, TypedDict

from msgspec import Meta

from app.game import Status
from app.review import Mistake
from app.rules import (
    CELLS,
    HIGHEST_SCORE,
    NEW_TILES,
    TILES,
    WINNING_TILE,
    Direction,
)

Count = Annotated[int, Meta(ge=0)]
Cell = Annotated[int, Meta(ge=0, lt=CELLS)]
Tile = Annotated[int, Meta(extra_json_schema={"enum": [0, *TILES]})]
Share = Annotated[float, Meta(ge=0, le=1)]
Points = Annotated[int, Meta(ge=0, le=HIGHEST_SCORE)]


class Slide(TypedDict):
    """The deterministic half of a move: which tiles go where, and in which cells two merge."""

    gained: Points
    motions: tuple[tuple[Cell, Cell], ...]
    merged: tuple[Cell, ...]


class Spawn(TypedDict):
    """The random half of a move: the new tile."""

    cell: Cell
    value: Annotated[int, Meta(extra_json_schema={"enum": NEW_TILES})]


class Move(Slide):
    """One move as it was played."""

    direction: Direction
    spawn: Spawn


class State(TypedDict):
    """Where the game stands, what each legal direction would do, and what this request has done."""

    version: Count
    turn: Count
    score: Points
    best: Points
    board: Annotated[tuple[Tile, ...], Meta(min_length=CELLS, max_length=CELLS)]
    status: Status
    reached: bool
    assisted: bool
    can_undo: bool
    lost: bool
    slides: Annotated[
        dict[str, Slide], Meta(extra_json_schema={"propertyNames": {"enum": [*Direction]}})
    ]
    played: list[Move]


Letters = Annotated[str, Meta(pattern="^[URDL]*$")]


class Replay(TypedDict):
    """A game to step through, compactly: it knows no rules who draws it.

    `moves` and each move of `paths` belong to the board before the move. A board is a letter for
    every cell: a dot, or "a" for 2, "b" for 4 and so on. The paths of a move are a letter for every
    cell: a dot, or where its tile goes, "a" for the first cell.
    """

    moves: Letters
    boards: Annotated[str, Meta(pattern="^[.a-q]*$")]
    paths: Annotated[str, Meta(pattern="^[.a-p]*$")]
    scores: list[Points]


class CostlyMove(TypedDict):
    """A move that cost points: what was played, what was better, by how much, and why."""

    turn: Count
    board: Annotated[tuple[Tile, ...], Meta(min_length=CELLS, max_length=CELLS)]
    played: Direction
    better: Direction
    loss: Count
    reason: str


class Finding(TypedDict):
    """How often one of the four mistakes was made, of how many chances; named if it is a habit."""

    mistake: Mistake
    times: Count
    chances: Count
    named: bool


class Review(Replay):
    """What a game shows; without a solver the values are null, and nothing is found.

    `estimates` are the final scores to be expected on each board, `better` is the best direction of
    each move and `losses` what the one played cost, 0 where it was about as good.
    """

    estimates: list[Count] | None
    better: Letters | None
    losses: list[Count] | None
    accuracy: Annotated[float, Meta(ge=0, le=1)] | None
    corner: Cell | None
    fourth: Direction | None
    worst: list[CostlyMove]
    findings: list[Finding]


class Shared(TypedDict):
    """Where a finished game can be seen again by anybody."""

    address: str


class Outlook(TypedDict):
    """The chance to make the next great tile: a share of play-outs, and its standard error."""

    goal: Annotated[int, Meta(extra_json_schema={"enum": TILES[TILES.index(WINNING_TILE) :]})]
    chance: Share
    error: Share
    playouts: Annotated[int, Meta(ge=1)]


class Hint(TypedDict):
    """The best direction, what each legal one is worth, what may become of it, and why it is best.

    `values` are expected further points. Past the last tile there is no outlook.
    """

    direction: Direction
    values: Annotated[
        dict[str, float], Meta(extra_json_schema={"propertyNames": {"enum": [*Direction]}})
    ]
    outlook: Outlook | None
    reason: str
    version: Count
    assisted: bool


class Alive(TypedDict):
    """The process lives."""

    alive: bool


class Ready(TypedDict):
    """A player could be served."""

    ready: bool


class Error(TypedDict):
    """What went wrong: a code for programs, and a message in the language of the request."""

    code: str
    message: str


class Refusal(TypedDict):
    """The one shape of errors."""

    error: Error


class Conflict(Refusal):
    """The game does not allow it now: where it stands, and whether this very request made it so."""

    state: State
    repeated: bool
