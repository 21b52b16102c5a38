"""Undo: RULES.md, point 5."""

from dataclasses import replace

import pytest
from hypothesis import given

from app.game import CorruptGame, Game, NothingToUndo, Status
from app.rules import Direction
from tests.boards import board, drawn
from tests.strategies import games, quick

SEED = b"frozen 28"
DIRECTION_OF = {"U": Direction.UP, "R": Direction.RIGHT, "D": Direction.DOWN, "L": Direction.LEFT}


def played(words, game=None):
    game = game or Game.new(SEED)
    for word in words.split():
        game, _ = game.play(Direction(word))
    return game


def test_undo_takes_one_move_back():
    undone = played("left down right").undo()
    assert drawn(undone.board) == ". . . .\n. 2 . .\n2 . . .\n4 . 2 ."
    assert undone.moves == "LD"
    assert undone == replace(played("left down"), assisted=True)


def test_undo_gives_points_back():
    game = played("left down right up")
    assert game.score == 4
    assert game.undo().score == 0


def test_the_same_move_brings_the_same_tile_again():
    game = played("left down right")
    again, move = game.undo().play(Direction.RIGHT)
    assert (move.spawn.cell, move.spawn.value) == (9, 2)
    assert again == replace(game, assisted=True)


def test_undo_marks_the_game_assisted():
    game = played("left")
    assert not game.assisted
    assert game.undo().assisted
    assert game.undo().play(Direction.LEFT)[0].assisted


def test_undo_goes_back_to_the_set_up_and_no_further():
    game = played("left down right up left")
    for _ in range(5):
        game = game.undo()
    assert drawn(game.board) == ". . . .\n. . . .\n. . . 2\n. 4 . ."
    assert (game.turn, game.score) == (0, 0)
    with pytest.raises(NothingToUndo):
        game.undo()


def test_undo_goes_back_to_the_given_board():
    start = board("2 2 . .")
    game = played("left", Game.new(SEED, start)).undo()
    assert game.board == start
    with pytest.raises(NothingToUndo):
        game.undo()


@quick
@given(games)
def test_undo_and_the_same_move_lead_back(game):
    if not game.turn:
        with pytest.raises(NothingToUndo):
            game.undo()
        return
    undone = game.undo()
    assert undone.moves == game.moves[:-1]
    assert undone.kept_playing == game.kept_playing
    undone.check_replay()
    undone.check()
    again, _ = undone.play(DIRECTION_OF[game.moves[-1]])
    assert again == replace(game, assisted=True)


def test_undo_takes_the_win_back_and_the_banner_with_it():
    game = played("left", Game.new(SEED, board("1024 1024 . .")))
    assert game.status is Status.WON
    undone = game.undo()
    assert undone.status is Status.PLAYING
    assert not undone.reached
    assert played("left", undone).status is Status.WON


def test_undo_across_a_kept_win_brings_no_banner_back():
    game = played("left", Game.new(SEED, board("1024 1024 . ."))).keep_playing()
    game = played("right", game)
    undone = game.undo()
    assert undone.reached
    assert undone.kept_playing
    assert undone.status is Status.PLAYING
    undone = undone.undo()
    assert not undone.reached
    assert undone.kept_playing
    again = played("left", undone)
    assert again.reached
    assert again.status is Status.PLAYING


def test_undo_reopens_a_game_that_is_over():
    start = board("2 . 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
    game = played("left", Game.new(SEED, start))
    assert game.status is Status.OVER
    assert game.undo().status is Status.PLAYING
    assert game.undo().board == start


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"moves": "LX"}, id="an unknown last letter"),
        pytest.param({"moves": "XD"}, id="an unknown first letter"),
        pytest.param({"moves": "LL"}, id="another last move"),
        pytest.param({"moves": "L", "start": board("2 . . .")}, id="an illegal last move"),
        pytest.param({"moves": "LD", "start": board("2 . . .")}, id="an illegal first move"),
        pytest.param({"moves": "DL"}, id="another order"),
        pytest.param({"moves": "L"}, id="a move fewer"),
        pytest.param({"moves": "LDR"}, id="a move more"),
        pytest.param({"score": 4}, id="another score"),
        pytest.param({"reached": True}, id="a win that was not"),
        pytest.param({"seed": b"frozen 29"}, id="another seed"),
        pytest.param({"start": board("2 . . .")}, id="another start"),
    ],
)
def test_a_game_whose_moves_lead_elsewhere_is_corrupt(change):
    game = played("left down")
    with pytest.raises(CorruptGame):
        replace(game, **change).undo()
