"""What is stored: its exact form, and that nothing of another shape is read."""

from copy import deepcopy

import pytest
from hypothesis import given

from app.game import CorruptGame
from app.player import NewerSchema, Player
from tests.boards import board
from tests.saved import MISSING, SAVED, changed, nested, player_with_two_games, stored
from tests.strategies import players, quick

FIELDS = [*SAVED, *(f"{name}.{key}" for name in ("game", "replaced") for key in SAVED["game"])]


def test_the_saved_form_of_schema_1_is_frozen():
    assert stored(player_with_two_games().to_saved()) == SAVED


def test_a_saved_form_of_schema_1_is_read():
    player = Player.from_saved(deepcopy(SAVED))
    assert player == player_with_two_games()
    assert player.game.board == board("2048 4 . .", ". . . .", "2 . . .")
    assert player.replaced.moves == "LDRUL"
    player.game.check_replay()
    player.replaced.check_replay()


def test_a_player_without_a_game_is_saved_and_read():
    saved = {"schema": 1, "version": 0, "game": None, "replaced": None, "best": 0, "last": ""}
    assert Player().to_saved() == saved
    assert Player.from_saved(saved) == Player()


@pytest.mark.parametrize("schema", [2, 99, 2**63])
@pytest.mark.parametrize("rest", [SAVED, {"game": "in another form"}])
def test_a_saved_form_to_come_is_neither_read_nor_corrupt(schema, rest):
    with pytest.raises(NewerSchema, match=str(schema)):
        Player.from_saved({**rest, "schema": schema})


@quick
@given(players())
def test_every_player_comes_back_from_the_store(player):
    read = Player.from_saved(stored(player.to_saved()))
    assert read == player
    assert hash(read) == hash(player)


@pytest.mark.parametrize("path", FIELDS)
def test_a_missing_field_is_corrupt(path):
    with pytest.raises(CorruptGame):
        Player.from_saved(changed(path, MISSING))


@pytest.mark.parametrize("path", ["extra", "game.extra", "replaced.turn"])
@pytest.mark.parametrize("value", [0, None, nested(10_000)], ids=["0", "None", "deep"])
def test_a_field_too_many_is_corrupt(path, value):
    with pytest.raises(CorruptGame):
        Player.from_saved(changed(path, value))


@pytest.mark.parametrize(
    "junk",
    [
        None,
        0,
        1,
        "",
        b"",
        [],
        {},
        [1, 5, None, None, 2048],
        list(SAVED.items()),
        {**SAVED, 1: 2},
        {**SAVED, b"version": 5},
        {"schema": 1},
        float("nan"),
        player_with_two_games(),
    ],
    ids=lambda junk: repr(junk)[:30],
)
def test_another_shape_is_corrupt(junk):
    with pytest.raises(CorruptGame):
        Player.from_saved(junk)
