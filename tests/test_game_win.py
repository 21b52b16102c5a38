"""RULES.md, points 2 and 3, and what is no win."""

import pytest

from app.game import BannerOpen, Game, GameOver, Status
from app.rules import Direction, slides
from tests.boards import board, drawn, seen_from

SEED = b"frozen 28"
ABOUT_TO_WIN = board("1024 1024 . .", "8 . . .")
# Pushed to the left it makes 2048 and fills up; a 2 and a 4 in the corner end it alike.
LAST_MOVE_WINS = board("1024 1024 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")


def won_game():
    return Game.new(SEED, ABOUT_TO_WIN).play(Direction.LEFT)[0]


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize(
    "start",
    [
        pytest.param(ABOUT_TO_WIN, id="the only merge"),
        pytest.param(board("1024 1024 4 4"), id="the first of two merges in a row"),
        pytest.param(board("4 4 1024 1024"), id="the second of two merges in a row"),
        pytest.param(board("4 4 . .", "1024 . . 1024"), id="a merge in another row"),
        pytest.param(board("2048 . . .", "1024 1024 . ."), id="beside a 2048 of the start"),
        pytest.param(board("1024 1024 1024 1024"), id="two at once"),
    ],
)
def test_a_merge_into_2048_wins(start, direction):
    game, _ = Game.new(SEED, seen_from(direction, start)).play(direction)
    assert game.reached
    assert not game.kept_playing
    assert game.status is Status.WON


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(
            board("512 512 512 512"), id="mate-academy/js_2048_game PR 692: a score of 2048"
        ),
        pytest.param(board("512 512 . ."), id="1024"),
        pytest.param(board("2048 2048 . ."), id="a 4096 from tiles of the start"),
        pytest.param(board(". 2048 . ."), id="a 2048 of the start that slides"),
        pytest.param(board("2048 2 2 ."), id="a 2048 of the start beside a merge"),
        pytest.param(board("1024 . . .", ". 1024 . ."), id="1024s that do not meet"),
    ],
)
def test_nothing_else_wins(start):
    game, _ = Game.new(SEED, start).play(Direction.LEFT)
    assert not game.reached
    assert game.status is Status.PLAYING


def test_a_score_of_2048_is_only_a_score():
    game, _ = Game.new(SEED, board("512 512 512 512")).play(Direction.LEFT)
    assert game.score == 2048
    assert max(game.board) == 1024


@pytest.mark.parametrize("direction", Direction)
def test_moves_are_refused_while_the_banner_is_open(direction):
    game = won_game()
    with pytest.raises(BannerOpen):
        game.play(direction)
    with pytest.raises(BannerOpen):
        game.check_playable()


def test_keeping_playing_changes_nothing_but_the_choice():
    game = won_game()
    kept = game.keep_playing()
    assert (kept.status, kept.reached, kept.kept_playing) == (Status.PLAYING, True, True)
    assert (kept.board, kept.score, kept.moves) == (game.board, game.score, game.moves)
    assert not kept.assisted
    kept.check_playable()


def test_the_banner_never_returns():
    """haskell-wasm/ghc-wasm-miso-examples#19: it returned after every move."""
    start = board("1024 1024 . .", "1024 1024 . .", "4 . . .")
    game, _ = Game.new(SEED, start).play(Direction.LEFT)
    assert game.board.count(2048) == 2
    assert game.status is Status.WON
    game, move = game.keep_playing().play(Direction.UP)
    assert move.slide.gained == 4096
    assert 4096 in game.board
    assert game.status is Status.PLAYING


def test_a_second_2048_brings_no_second_banner():
    start = board("1024 1024 . .", "16 8 4 2", "1024 . . .", "1024 . . .")
    game, _ = Game.new(SEED, start).play(Direction.LEFT)
    assert game.status is Status.WON
    game, move = game.keep_playing().play(Direction.DOWN)
    assert move.slide.board[12] == 2048
    assert game.board.count(2048) == 2
    assert game.status is Status.PLAYING


def test_keeping_playing_without_a_banner_changes_nothing():
    game = Game.new(SEED)
    assert game.keep_playing() is game
    kept = won_game().keep_playing()
    assert kept.keep_playing() is kept


def test_2048_on_the_last_move_tells_both():
    """gabrielecirulli/2048#180: it showed only "game over"."""
    game, move = Game.new(SEED, LAST_MOVE_WINS).play(Direction.LEFT)
    assert drawn(game.board).startswith(f"2048 8 16 {move.spawn.value}\n8 16 32 64\n")
    assert game.reached
    assert game.status is Status.OVER
    with pytest.raises(GameOver):
        game.keep_playing()
    with pytest.raises(GameOver):
        game.play(Direction.LEFT)
    assert not game.kept_playing


def test_a_game_that_ends_after_the_win_was_kept_is_over():
    start = board("1024 1024 8 .", "8 16 32 64", "16 32 64 128", "32 64 128 256")
    game, _ = Game.new(SEED, start).play(Direction.LEFT)
    assert game.status is Status.WON
    game = game.keep_playing()
    while game.status is Status.PLAYING:
        game, _ = game.play(next(iter(slides(game.board))))
    assert game.status is Status.OVER
    assert game.reached
    assert game.kept_playing
