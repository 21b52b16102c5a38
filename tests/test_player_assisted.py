"""A player whom the solver helps."""

from dataclasses import replace

import pytest

from app.game import BannerOpen, Game, GameOver, Status
from app.player import NoGame, Player
from app.rules import Board, Direction, slides
from tests.visitor import player_on

OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")


def first_legal(cells: Board) -> Direction:
    ways = (Direction.LEFT, Direction.DOWN, Direction.RIGHT, Direction.UP)
    return next(way for way in ways if way in slides(cells))


def test_a_game_is_marked_once_and_keeps_the_best_score_it_had() -> None:
    player = player_on("2 2 . 4", version=7, best=100).move([Direction.LEFT])[0]
    marked = player.assist()

    assert (player.version, marked.version) == (8, 9)
    assert marked == replace(player, version=9, game=replace(player.game, assisted=True))
    assert marked.assist() is marked
    assert marked.move([Direction.LEFT])[0].best == 100
    marked.game.check_replay()
    assert Player.from_saved(marked.to_saved()) == marked


def test_autoplay_makes_the_moves_that_are_chosen_and_marks_the_game() -> None:
    player = player_on("2 2 . 4", version=7, best=3)
    after, moves = player.autoplay(first_legal, 20)
    by_hand, same = player, []
    for _ in range(20):
        by_hand, made = by_hand.move([first_legal(by_hand.game.board)])
        same += made

    assert list(moves) == same
    assert after.game == replace(by_hand.game, assisted=True)
    assert (after.version, after.best) == (8, 3)
    assert len(player.autoplay(first_legal)[1]) == 1


@pytest.mark.parametrize(
    ("rows", "until", "moves"),
    [
        (["4 4 . ."], 8, 1),
        (["4 4 . 8"], 8, 2),
        (["4 4 . 8"], 16, 2),
        (["8 8 4 4"], 4, 1),
        (["8 8 4 4"], 8, 1),
        (["4 4 . 8"], None, 3),
        (["4 4 . 8"], 2048, 3),
        (["4 4 . 16", "2 . . ."], 16, 3),
    ],
)
def test_autoplay_stops_after_a_tile_of_at_least_that_value_that_was_not_there(
    rows: list[str], until: int | None, moves: int
) -> None:
    assert len(player_on(*rows).autoplay(first_legal, 3, until)[1]) == moves


def test_autoplay_stops_at_the_win_and_at_the_end() -> None:
    won, one = player_on("1024 1024 . .").autoplay(first_legal, 9)
    ended, many = Player(game=Game.new(b"seed")).autoplay(first_legal, 10_000)

    assert (won.status, len(one)) == (Status.WON, 1)
    assert (ended.status, ended.game.turn) == (Status.OVER, len(many))
    with pytest.raises(BannerOpen):
        won.autoplay(first_legal)


@pytest.mark.parametrize(
    ("player", "error"),
    [
        (Player(), NoGame),
        (player_on("1024 1024 . .").move([Direction.LEFT])[0], BannerOpen),
        (player_on(*OVER), GameOver),
    ],
)
def test_where_no_move_may_be_made_there_is_none_to_ask_for(
    player: Player, error: type[Exception]
) -> None:
    def refuse(cells: Board) -> Direction:
        raise AssertionError(cells)

    for deed in (player.assist, player.check_playable, lambda: player.autoplay(refuse)):
        with pytest.raises(error):
            deed()
