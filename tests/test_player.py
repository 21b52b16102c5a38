from dataclasses import replace

import pytest
from hypothesis import given

from app.game import BannerOpen, Game, GameError, GameOver, NothingToUndo, Status
from app.player import NoGame, Player, StaleVersion
from app.rules import Direction, slide
from tests.boards import board, drawn
from tests.strategies import players, quick

SEED = b"frozen 28"
ABOUT_TO_WIN = board("1024 1024 . .", "8 . . .")
ONE_MOVE_FROM_THE_END = board("2 . 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
LAST_MOVE_WINS = board("1024 1024 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
PAIRS = board("8 8 . .", "4 . . .")


def pushes(words):
    return [Direction(word) for word in words.split()]


def starting(start=None):
    return Player().new_game(Game.new(SEED, start))


def moved(player, words):
    return player.move(pushes(words))[0]


def test_a_new_player_has_nothing():
    player = Player()
    assert player.status is Status.NONE
    assert (player.version, player.game, player.replaced, player.best) == (0, None, None, 0)
    assert not player.can_undo


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(lambda player: player.move([Direction.LEFT]), id="a move"),
        pytest.param(lambda player: player.move([]), id="no moves"),
        pytest.param(Player.keep_playing, id="keep playing"),
    ],
)
def test_without_a_game_nothing_can_be_played(deed):
    with pytest.raises(NoGame):
        deed(Player())


def test_without_a_game_there_is_nothing_to_undo():
    with pytest.raises(NothingToUndo):
        Player().undo()


def test_every_change_is_one_version_further():
    player = starting(ABOUT_TO_WIN)
    versions = [player.version]
    for change in (
        lambda player: moved(player, "left"),
        Player.keep_playing,
        lambda player: moved(player, "right left down"),
        Player.undo,
        lambda player: player.new_game(Game.new(SEED)),
        Player.undo,
    ):
        player = change(player)
        versions.append(player.version)
    assert versions == [1, 2, 3, 4, 5, 6, 7]


def test_what_changes_nothing_stays_at_its_version():
    player = starting(board("2 4 . ."))
    assert player.move(pushes("left up left")) == (player, ())
    assert player.move([]) == (player, ())
    assert player.keep_playing() == player
    assert player.version == 1


def test_a_request_names_the_version_it_was_made_on():
    player = moved(starting(PAIRS), "left")
    assert player.at(2) is player
    for version in (1, 3, 0, -2):
        with pytest.raises(StaleVersion, match=f"^{version}$"):
            player.at(version)


def test_the_illegal_moves_of_a_list_are_free_and_the_rest_goes_on():
    player, moves = starting().move(pushes("left down right up left"))
    assert "".join(move.direction[0] for move in moves) == "ldrul"
    assert drawn(player.game.board) == "2 8 . .\n2 . . .\n. . . .\n4 . . 2"
    player, moves = starting(board("2 4 . .")).move(pushes("up left right up left"))
    assert moves[0].direction == "right"
    assert player.game.turn == len(moves)
    assert player.version == 2


def test_a_list_does_what_its_moves_do_one_by_one():
    words = "left up left down right right up left " * 4
    together, moves = starting().move(pushes(words))
    single = starting()
    for word in words.split():
        single = moved(single, word)
    assert len(words.split()) == 32
    assert together.game == single.game
    assert together.best == single.best
    assert single.version == 1 + len(moves)
    assert 20 < len(moves) < 32


def test_the_moves_of_a_list_tell_what_happened():
    player, moves = starting(PAIRS).move(pushes("left right"))
    assert [move.slide.gained for move in moves] == [16, 0]
    assert moves[0].slide == slide(PAIRS, Direction.LEFT)
    assert player.game.board[moves[1].spawn.cell] == moves[1].spawn.value
    assert sum(move.spawn.value for move in moves) == sum(player.game.board) - sum(PAIRS)


def test_a_list_stops_at_the_win():
    player, moves = starting(ABOUT_TO_WIN).move(pushes("up left down right"))
    assert [move.direction for move in moves] == ["left"]
    assert player.status is Status.WON
    with pytest.raises(BannerOpen):
        player.move(pushes("left"))
    with pytest.raises(BannerOpen):
        player.move([])


def test_a_list_stops_at_the_end():
    player, moves = starting(ONE_MOVE_FROM_THE_END).move(pushes("left up down right"))
    assert [move.direction for move in moves] == ["left"]
    assert player.status is Status.OVER
    with pytest.raises(GameOver):
        player.move(pushes("left"))
    with pytest.raises(GameOver):
        player.keep_playing()


def test_a_win_on_the_last_move_is_over_and_cannot_be_kept():
    player = moved(starting(LAST_MOVE_WINS), "left")
    assert player.game.reached
    assert player.status is Status.OVER
    with pytest.raises(GameOver):
        player.keep_playing()
    assert player.best == 2048


def test_the_choice_after_a_win_is_a_change_and_is_made_once():
    won = moved(starting(ABOUT_TO_WIN), "left")
    kept = won.keep_playing()
    assert kept.version == won.version + 1
    assert kept.status is Status.PLAYING
    assert kept.game == replace(won.game, kept_playing=True)
    assert kept.keep_playing() == kept


def test_a_new_game_after_a_win_starts_without_a_banner():
    won = moved(starting(ABOUT_TO_WIN), "left")
    player = won.new_game(Game.new(SEED))
    assert player.status is Status.PLAYING
    assert player.undo().status is Status.WON


def test_a_new_game_keeps_the_one_it_replaces():
    before = moved(starting(PAIRS), "left up")
    player = before.new_game(Game.new(b"next"))
    assert player.game == Game.new(b"next")
    assert player.replaced == before.game
    assert player.can_undo


def test_a_second_new_game_does_not_lose_it():
    before = moved(starting(PAIRS), "left")
    player = before.new_game(Game.new(b"next")).new_game(Game.new(b"after next"))
    assert player.game == Game.new(b"after next")
    assert player.undo().game == before.game


def test_a_new_game_with_moves_in_it_takes_the_place_of_the_older_one():
    first = moved(starting(PAIRS), "left")
    second = moved(first.new_game(Game.new(SEED)), "left")
    third = second.new_game(Game.new(SEED))
    assert third.undo().game == second.game


def test_a_first_game_without_a_move_is_not_worth_keeping():
    player = starting().new_game(Game.new(b"next"))
    assert player.replaced is None
    assert not player.can_undo


def test_undo_takes_moves_back_and_then_the_new_game():
    first = moved(starting(PAIRS), "left")
    player = moved(first.new_game(Game.new(SEED)), "left down")
    player = player.undo().undo()
    assert player.game.turn == 0
    assert player.replaced == first.game
    back = player.undo()
    assert back.game == first.game
    assert back.replaced is None
    assert not back.game.assisted
    assert back.undo().game.board == PAIRS
    with pytest.raises(NothingToUndo):
        back.undo().undo()


def test_a_game_that_is_brought_back_still_counts_for_the_best_score():
    first = moved(starting(board("8 8 . .", "8 8 . .")), "left")
    back = first.new_game(Game.new(SEED)).undo()
    assert (back.game.score, back.best) == (32, 32)
    again = moved(back, "up")
    assert (again.game.score, again.best) == (64, 64)


def test_undo_needs_a_move_or_a_replaced_game():
    assert not starting().can_undo
    with pytest.raises(NothingToUndo):
        starting().undo()
    player = moved(starting(), "left")
    assert player.can_undo
    assert not player.undo().can_undo


def test_undo_works_while_the_banner_is_open_and_after_the_end():
    won = moved(starting(ABOUT_TO_WIN), "left")
    assert won.undo().game.board == ABOUT_TO_WIN
    over = moved(starting(ONE_MOVE_FROM_THE_END), "left")
    assert over.undo().game.board == ONE_MOVE_FROM_THE_END


def test_the_best_score_rises_with_the_score():
    player = moved(starting(PAIRS), "left")
    assert (player.game.score, player.best) == (16, 16)


def test_the_best_score_outlives_its_game():
    player = moved(starting(PAIRS), "left").new_game(Game.new(SEED))
    assert (player.game.score, player.best) == (0, 16)
    player = moved(player.new_game(Game.new(SEED, board("2 2 . ."))), "left")
    assert (player.game.score, player.best) == (4, 16)


def test_undo_takes_nothing_off_the_best_score():
    player = moved(starting(PAIRS), "left").undo()
    assert (player.game.score, player.best) == (0, 16)


def test_an_assisted_game_does_not_count_for_the_best_score():
    player = starting(board("2 2 . .", "64 . . .", "64 . . ."))
    player = moved(moved(player, "left").undo(), "up")
    assert player.game.assisted
    assert (player.game.score, player.best) == (128, 4)


def test_the_game_after_an_assisted_one_counts_again():
    player = moved(starting(PAIRS), "left").undo()
    player = moved(player.new_game(Game.new(SEED, board("64 64 . ."))), "left")
    assert not player.game.assisted
    assert player.best == 128


@quick
@given(players())
def test_a_player_never_contradicts_itself(player):
    assert player.can_undo == _can(player.undo)
    assert player.best >= (0 if player.game.assisted else player.game.score)
    assert (player.status is Status.PLAYING) == _can(player.game.check_playable)


def _can(deed):
    try:
        deed()
    except GameError:
        return False
    return True


def test_a_move_a_replaced_game_and_a_best_score_would_be_missed() -> None:
    started = Player().new_game(Game.new(SEED))
    moved, _ = started.move([Direction.LEFT, Direction.DOWN, Direction.RIGHT])

    assert not Player().has_moved
    assert not started.has_moved
    assert moved.has_moved
    assert moved.new_game(Game.new(SEED)).has_moved
    assert replace(started, best=4).has_moved
