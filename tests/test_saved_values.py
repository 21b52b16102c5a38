"""What is stored may only hold values that play can have come to."""

import reprlib

import pytest

from app.game import CorruptGame
from app.player import Player
from tests.saved import SEED, cells, changed, nested

WRONG = [
    ("schema", 0),
    ("schema", -1),
    ("schema", "1"),
    ("schema", None),
    ("schema", True),
    ("schema", 1.0),
    ("version", -1),
    ("version", "5"),
    ("version", 5.0),
    ("version", True),
    ("version", None),
    ("version", float("nan")),
    ("version", 2**70),
    ("version", -(2**70)),
    ("best", -1),
    ("best", "2048"),
    ("best", 2048.0),
    ("best", float("inf")),
    ("best", 2**70),
    ("game", []),
    ("game", {}),
    ("game", "LURD"),
    ("game", 0),
    ("game", False),
    ("replaced", []),
    ("replaced", {"seed": b"x"}),
    ("game.seed", b""),
    ("game.seed", b"x" * 65),
    ("game.seed", "frozen 28"),
    ("game.seed", "ZnJvemVuIDI4"),
    ("game.seed", None),
    ("game.seed", [1, 2]),
    ("game.moves", ""),
    ("game.moves", "LL"),
    ("game.moves", "X"),
    ("game.moves", b"L"),
    ("game.moves", ["L"]),
    ("game.moves", None),
    ("game.board", cells("2048 3 . ./. . . ./2 . . .")),
    ("game.board", cells("2048 4 . ./. . . ./. . . .")),
    ("game.board", cells("2048 -2 8 ./. . . .")),
    ("game.board", [0] * 16),
    ("game.board", []),
    ("game.board", [2048, 4, 2]),
    ("game.board", [2048, 4, 2, *[0] * 14]),
    ("game.board", [2048.0, 4, 2, *[0] * 13]),
    ("game.board", [True, *[0] * 15]),
    ("game.board", [float("nan")] * 16),
    ("game.board", [None] * 16),
    ("game.board", [2**70, *[0] * 15]),
    ("game.board", [262144, *[0] * 15]),
    ("game.board", b"\x02" * 16),
    ("game.board", "2" * 16),
    ("game.board", {"0": 2}),
    ("game.board", None),
    ("game.score", -2048),
    ("game.score", 2044),
    ("game.score", 2052),
    ("game.score", 2047),
    ("game.score", 0),
    ("game.score", 2048.0),
    ("game.score", "2048"),
    ("game.score", None),
    ("game.score", float("nan")),
    ("game.score", 2**70),
    ("game.start", None),
    ("game.start", cells("1024 1024 3 .")),
    ("game.start", [0] * 16),
    ("game.start", [1024, 1024, 4]),
    ("game.start", []),
    ("game.start", False),
    ("game.reached", 1),
    ("game.reached", None),
    ("game.reached", "true"),
    ("game.kept_playing", 0),
    ("game.assisted", "no"),
    ("replaced.score", 8),
    ("replaced.board", cells("2 8 . ./2 . . ./. . . ./4 . . 3")),
    ("replaced.moves", "LDRU"),
    ("replaced.moves", "LDRUX"),
    ("replaced.start", cells("2 . . .")),
]
EXTREME = [
    pytest.param("schema", nested(10_000), id="a schema nested deeply"),
    pytest.param("game", nested(10_000), id="a game nested deeply"),
    pytest.param("game.board", nested(10_000), id="a board nested deeply"),
    # Python refuses to print an int of so many digits, in an error message as well.
    pytest.param("game.board", [2**20_000, *[0] * 15], id="a tile too long to print"),
    pytest.param("game.score", 2**20_000, id="a score too long to print"),
    pytest.param("version", -(2**20_000), id="a version too long to print"),
    pytest.param("game.moves", "LURD" * 500_000, id="two million moves"),
    pytest.param("game.moves", "\ud800", id="half a character"),
    # Whatever is read must be storable again, one version on.
    pytest.param("version", 2**64 - 1, id="a last version"),
]


@pytest.mark.parametrize(
    ("path", "value"),
    [pytest.param(path, value, id=f"{path} {reprlib.repr(value)}") for path, value in WRONG],
)
def test_a_wrong_value_is_corrupt(path, value):
    with pytest.raises(CorruptGame):
        Player.from_saved(changed(path, value))


@pytest.mark.parametrize(("path", "value"), EXTREME)
def test_an_extreme_value_is_corrupt(path, value):
    with pytest.raises(CorruptGame):
        Player.from_saved(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param("game.board", cells("2048 4 . ./. . . ./4 . . ."), id="a 4 for a 2"),
        pytest.param("game.board", cells("2048 4 2 ."), id="a tile elsewhere"),
        pytest.param("game.start", cells("1024 1024 2 ."), id="a 2 for a 4 at the start"),
        pytest.param("game.seed", b"frozen 30", id="another seed"),
        pytest.param("game.moves", "R", id="another move"),
    ],
)
def test_what_balances_is_read_and_found_out_by_undo(path, value):
    player = Player.from_saved(changed(path, value))
    with pytest.raises(CorruptGame):
        player.undo()
    with pytest.raises(CorruptGame):
        player.game.check_replay()


def balanced(picture, turn, score, start=None, **flags):
    """Return a saved form whose sums agree, for what else can be wrong with it."""
    game = {"seed": SEED, "moves": "L" * turn, "board": cells(picture), "score": score}
    game |= {"start": start, "reached": False, "kept_playing": False, "assisted": False}
    player = {"schema": 1, "version": 9, "replaced": None, "best": max(score, 0), "last": ""}
    return player | {"game": game | flags}


def test_what_is_only_balanced_is_read():
    """The counterpart of the next test: its forms are refused for one reason each."""
    small = balanced("4 2 . .", turn=1, score=4, kept_playing=True, assisted=True)
    assert Player.from_saved(small).game.score == 4
    high = balanced("2048 2 . .", turn=1023, score=20480, reached=True)
    assert Player.from_saved(high).game.reached


@pytest.mark.parametrize(
    "saved",
    [
        pytest.param(balanced("2 2 2 .", turn=0, score=-4), id="a negative score"),
        pytest.param(
            balanced("2 2 2 .", turn=1, score=-4, start=cells("4 . . .")),
            id="a negative score from a start",
        ),
        pytest.param(balanced("8 2 . .", turn=0, score=4), id="more 4s than tiles"),
        pytest.param(balanced("2 2 . .", turn=1, score=4), id="fewer 4s than none"),
        pytest.param(balanced("4 2 . .", turn=1, score=4, reached=True), id="no 2048 was reached"),
        pytest.param(balanced("2048 2 . .", turn=1023, score=20480), id="2048 was reached"),
        pytest.param(
            balanced("4 2 . .", turn=1, score=4, kept_playing=True),
            id="a choice without a win, and no undo",
        ),
    ],
)
def test_balanced_sums_do_not_excuse_the_impossible(saved):
    with pytest.raises(CorruptGame):
        Player.from_saved(saved)
