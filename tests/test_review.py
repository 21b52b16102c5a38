"""What a whole game shows: losses, accuracy, and the four mistakes of careless games."""

import pytest

from app import solver
from app.game import Game
from app.replay import Replay, replay
from app.review import (
    Mistake,
    Review,
    Values,
    home_corner,
    is_nearly_full,
    look_back,
    takes_merge_for_corner,
    traps_tile,
    whole_loss,
)
from app.rules import Board, Direction
from tests.boards import board
from tests.careless import Player, at_random, first_legal, largest_merge, play

UP, RIGHT, DOWN, LEFT = Direction


def reviewed(game: Game) -> Review:
    played = replay(game)
    return look_back(played, solver.evaluate_all(played.boards))


def walk(start: Board, *directions: Direction) -> Replay:
    game = Game.new(b"seed", start)
    for direction in directions:
        game, _ = game.play(direction)
    return replay(game)


def test_a_move_costs_what_the_best_would_have_brought_more() -> None:
    played = walk(board("2 2 . 4", "8 . . ."), LEFT, DOWN)
    values: list[Values] = [
        {LEFT: 100.0, RIGHT: 160.5, DOWN: 90.0},
        {LEFT: 70.0, DOWN: 70.0},
        {UP: 40.0},
    ]
    review = look_back(played, values)

    assert review.losses == (60.5, 0.0)
    assert review.estimates == (160.5, 4 + 70.0, played.game.score + 40.0)
    assert [(one.turn, one.played, one.better, one.loss) for one in review.worst] == [
        (0, LEFT, RIGHT, 60.5)
    ]
    assert review.worst[0].board == board("2 2 . 4", "8 . . .")


def test_after_the_end_nothing_more_is_expected() -> None:
    played = replay(play(at_random(1), b"seed"))
    values = [*solver.evaluate_all(played.boards[:-1]), {}]

    assert look_back(played, values).estimates[-1] == played.game.score


def test_accuracy_is_the_share_of_moves_that_cost_little_among_those_with_a_choice() -> None:
    played = walk(board("2 2 . 4", "8 . . ."), LEFT, DOWN, LEFT, DOWN)
    values: list[Values] = [
        # Just less than half a per cent of the estimate, and just half a per cent.
        {LEFT: 995.01, RIGHT: 1000.0},
        {DOWN: 991.0, UP: 996.0},
        # No choice.
        {LEFT: 50.0},
        {DOWN: 50.0, UP: 50.0},
        {UP: 1.0},
    ]

    assert look_back(played, values).accuracy == pytest.approx(2 / 3)


def test_the_ten_moves_that_cost_most_are_told_the_dearest_first() -> None:
    played = replay(play(at_random(1), b"seed"))
    review = look_back(played, solver.evaluate_all(played.boards))

    assert len(review.worst) == 10
    assert [one.loss for one in review.worst] == sorted(review.losses, reverse=True)[:10]


def test_moves_that_cost_nothing_to_speak_of_are_not_told() -> None:
    played = walk(board("2 2 . 4", "8 . . ."), LEFT)

    assert look_back(played, [{LEFT: 96.6, RIGHT: 100.2}, {UP: 1.0}]).worst != ()
    assert look_back(played, [{LEFT: 96.6, RIGHT: 100.0}, {UP: 1.0}]).worst == ()
    assert [whole_loss(points, 100.0) for points in (0.0, 3.4, 3.6, 60.5)] == [0, 0, 4, 60]
    assert [whole_loss(points, 100_000.0) for points in (299.0, 301.0)] == [0, 301]


def test_a_move_that_is_about_as_good_as_the_best_is_not_told() -> None:
    played = walk(board("2 2 . 4", "8 . . ."), LEFT)

    assert look_back(played, [{LEFT: 99_700.0, RIGHT: 100_000.0}, {UP: 1.0}]).worst == ()
    assert look_back(played, [{LEFT: 99_699.0, RIGHT: 100_000.0}, {UP: 1.0}]).worst != ()


def test_without_values_the_game_is_still_there_to_see() -> None:
    review = look_back(walk(board("2 2 . 4", "64 . . ."), LEFT, DOWN), None)

    assert (review.accuracy, review.estimates, review.losses) == (None, (), ())
    assert (review.worst, review.findings) == ((), ())
    assert review.corner is not None


def test_home_is_the_corner_in_which_the_largest_tile_stood_most() -> None:
    left = board("64 . . .", "2 4 . .")
    right = board("2 4 . 64")
    middle = board("2 64 . .")

    assert home_corner([left, right, right, middle]) == 3
    assert home_corner([left, left, right]) == 0
    assert home_corner([middle]) is None


def test_the_fourth_direction_is_the_rarer_one_away_from_home() -> None:
    start = board(". . . .", ". . . .", ". 2 4 .", "64 . . .")

    assert look_back(walk(start, DOWN, RIGHT, LEFT), None).fourth is UP
    assert look_back(walk(start, DOWN, UP, LEFT, DOWN), None).fourth is RIGHT


# Right merges the 4s and takes the 64 along; down keeps it.
PRICE = board(". . . .", ". . . .", "2 . . .", "64 4 4 .")


@pytest.mark.parametrize(
    ("cells", "direction", "costs"),
    [
        (PRICE, RIGHT, True),
        (PRICE, LEFT, False),
        # Up takes the corner, and merges nothing.
        (PRICE, UP, False),
        # The largest tile stands in no corner.
        (board("2 . . .", ". 64 . .", ". 4 4 ."), RIGHT, False),
        # Two of the largest merge, and leave the corner together.
        (board(". . . .", ". . . .", "4 . . .", "64 64 . ."), RIGHT, True),
        # No other move keeps the corner either: left makes a larger tile elsewhere, down takes it.
        (board("8 2 2 2", "4 8 . 8", ". 2 . .", ". . . ."), RIGHT, False),
        # The corner tile itself grows, where it is.
        (board(". . . .", ". . . .", "64 . . .", "64 4 . ."), DOWN, False),
    ],
)
def test_a_merge_at_the_price_of_the_corner(
    cells: Board, direction: Direction, costs: bool
) -> None:
    assert takes_merge_for_corner(cells, direction) is costs


# Left puts the 64 above the 2 in the corner; right does not.
TRAP = board(". . . .", ". . . .", ". 64 . .", "2 32 4 8")


@pytest.mark.parametrize(
    ("cells", "direction", "traps"),
    [
        (TRAP, LEFT, True),
        (TRAP, RIGHT, False),
        # It was trapped before.
        (board(". . . .", ". . . 2", "64 . . .", "2 32 4 8"), LEFT, False),
        # A 16 is no small tile.
        (board(". . . .", ". . . .", ". 512 . .", "16 64 4 8"), LEFT, False),
    ],
)
def test_a_move_that_traps_a_small_tile(cells: Board, direction: Direction, traps: bool) -> None:
    assert traps_tile(cells, direction) is traps


def test_a_board_is_nearly_full_with_three_empty_cells() -> None:
    assert is_nearly_full(board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 . . ."))
    assert not is_nearly_full(board("2 4 2 4", "4 2 4 2", "2 4 2 4", ". . . ."))


def named(choose: Player, name: bytes, moves: int) -> list[set[Mistake]]:
    """The mistakes that are named in each of so many games that they have these moves in all."""
    found, made = [], 0
    while made < moves:
        game = play(choose, b"%s %d" % (name, len(found)), most=moves)
        made += game.turn
        found.append({one.mistake for one in reviewed(game).findings if one.named})
    return found


def test_who_pushes_at_random_uses_all_directions_alike_and_takes_no_care() -> None:
    games = named(at_random(1), b"random", 3000)

    assert all({Mistake.DIRECTIONS, Mistake.CARE} <= mistakes for mistakes in games)
    assert any(Mistake.MERGES in mistakes for mistakes in games)
    assert any(Mistake.TRAPPED in mistakes for mistakes in games)


def test_who_pushes_by_a_fixed_order_never_the_fourth_way_only_takes_no_care() -> None:
    games = named(first_legal, b"order", 3000)

    assert all(Mistake.CARE in mistakes for mistakes in games)
    assert not any(Mistake.DIRECTIONS in mistakes for mistakes in games)
    assert not any(Mistake.MERGES in mistakes for mistakes in games)


def test_who_takes_the_largest_merge_is_told_of_merges_and_traps() -> None:
    games = named(largest_merge(1), b"greedy", 3000)
    often = len(games) / 4

    assert sum(Mistake.MERGES in mistakes for mistakes in games) >= often
    assert sum(Mistake.TRAPPED in mistakes for mistakes in games) >= often


def test_of_a_strong_game_no_mistake_is_named() -> None:
    games = named(lambda cells: solver.choose(cells, solver.AUTOPLAY), b"strong", 3000)

    assert games == [set()] * len(games)


def test_of_a_strong_game_nearly_every_move_is_good() -> None:
    game = play(lambda cells: solver.choose(cells, solver.AUTOPLAY), b"strong", most=1000)
    careless = play(at_random(1), b"random 0")

    assert (reviewed(game).accuracy or 0) > 0.9
    assert (reviewed(careless).accuracy or 1) < 0.6
