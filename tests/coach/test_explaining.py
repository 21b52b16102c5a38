"""Why a move is better: each reason on a board where it holds, and on one where it does not."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.coach import Reason, Why, explain
from app.game import Game, Status
from app.rules import Board, Direction, slides
from tests.boards import board
from tests.coach.facts import FACTS, holds
from tests.strategies import boards, quick, thorough

UP, RIGHT, DOWN, LEFT = Direction


def told(best: Direction, other: Direction, *rows: str) -> Reason:
    """The reason for one direction against another, where it is clearly better."""
    return explain(board(*rows), {best: 1000, other: 500})


def named(reason: Reason) -> dict[str, object]:
    """What a reason names beside the directions and points."""
    values = {
        "tile": reason.tile,
        "second": reason.second,
        "tiles": reason.tiles,
        "counts": (reason.count, reason.other_count),
    }
    nothing = (0, (), (0, 0))
    return {name: value for name, value in values.items() if value not in nothing}


# The better direction, the other, a board on which the reason holds, what it names; and a board
# that differs a little and on which it does not hold.
CASES: Mapping[Why, tuple[Direction, Direction, list[str], dict[str, object], list[str]]] = {
    Why.OTHER_MAY_END: (
        *(RIGHT, DOWN),
        ["128 2 128 8", "64 128 2 32", "8 32 8 128", "128 8 2 ."],
        {},
        ["128 2 128 8", ". 128 2 32", "8 32 8 128", "128 8 2 ."],
    ),
    Why.OTHER_IS_RISKY: (
        *(LEFT, RIGHT),
        ["8 32 2 8", "32 2 32 8", "32 32 32 2", "4 2 16 4"],
        {},
        ["8 32 2 8", "32 2 32 8", ". 32 32 2", "4 2 16 4"],
    ),
    Why.MAKES_LARGEST: (
        *(LEFT, UP),
        [". . . .", ". . . .", ". 4 . .", "64 64 . 2"],
        {"tile": 128},
        [". . . .", ". . . .", ". 4 . 128", "64 64 . 2"],
    ),
    Why.CORNER_BEFORE_MERGE: (
        *(LEFT, UP),
        [". . . .", "8 . . .", "8 . . 2", "128 . . ."],
        {"tile": 128, "second": 8},
        [". . . .", "4 . . .", "8 . . 2", "128 . . ."],
    ),
    Why.KEEPS_CORNER: (
        *(LEFT, UP),
        [". . . .", ". . . .", "4 . 2 .", "128 16 . ."],
        {"tile": 128},
        ["2 . . .", "8 . . .", "4 . 2 .", "128 16 . ."],
    ),
    Why.TAKES_CORNER: (
        *(RIGHT, DOWN),
        [". . 128 .", ". . 2 .", ". . . .", ". . . ."],
        {"tile": 128},
        [". . 128 2", ". . 2 .", ". . . .", ". . . ."],
    ),
    Why.KEEPS_EDGE: (
        *(UP, DOWN),
        [". 64 . .", ". . . .", ". 16 . .", ". . . ."],
        {"tile": 64},
        [". 64 . .", ". . . .", ". . . .", ". . 2 ."],
    ),
    Why.ORDER_BEFORE_MERGE: (
        *(LEFT, UP),
        [". 8 4 4", ". . . .", ". 8 . .", "128 64 32 16"],
        {"tile": 128, "second": 8, "tiles": (128, 64, 32, 16)},
        ["16 8 4 4", "4 8 . .", "2 8 . .", "128 8 32 16"],
    ),
    Why.KEEPS_ORDER: (
        *(DOWN, RIGHT),
        ["16 2 . .", "32 . 4 .", "64 . . 8", "128 8 2 4"],
        {"tile": 128, "tiles": (128, 64, 32, 16)},
        ["32 2 . .", "16 . 4 .", "64 . . 8", "128 8 2 4"],
    ),
    Why.KEEPS_BESIDE: (
        *(LEFT, UP),
        [". . . .", ". . . .", ". . . .", "32 . . 16"],
        {"tile": 32, "second": 16},
        [". . . .", ". . . .", ". . . .", "32 . . 8"],
    ),
    Why.OTHER_TRAPS: (
        *(UP, DOWN),
        [". . . 16", ". . . .", ". . . .", "16 . 16 2"],
        {"tile": 2, "tiles": (16, 16)},
        [". . . 4", ". . . .", ". . . .", "16 . 16 2"],
    ),
    Why.FREES: (
        *(RIGHT, LEFT),
        ["2 64 . 32", "64 2 . .", ". . . .", ". . . ."],
        {"tile": 2, "tiles": (64, 64)},
        ["2 4 . 32", "64 2 . .", ". . . .", ". . . ."],
    ),
    Why.NEEDS_ROOM: (
        *(LEFT, DOWN),
        ["2 . 32 64", "16 32 2 32", ". . 32 16", "64 16 16 2"],
        {"counts": (4, 3)},
        ["2 . 32 64", "16 . 2 32", ". . 32 16", "64 16 16 2"],
    ),
    Why.MERGES: (
        *(LEFT, UP),
        [". . . .", ". . . .", "16 16 . .", ". . . 32"],
        {"tile": 16},
        [". . . .", ". . . .", "8 8 . .", ". . . 32"],
    ),
    Why.SETS_UP: (
        *(LEFT, UP),
        [". 2 . .", ". . . .", ". . 16 .", "16 . . ."],
        {"tile": 16},
        [". 2 . .", ". . . .", ". . 8 .", "16 . . ."],
    ),
    Why.FILLS_EDGE: (
        *(LEFT, RIGHT),
        [". . 4 .", ". . 16 2", "64 16 8 2", "256 2 32 4"],
        {"tile": 256, "tiles": (256, 64, 16, 4)},
        [". . 32 .", ". . 16 2", "64 16 8 2", "256 2 32 4"],
    ),
    Why.OTHER_IS_FOURTH: (
        *(LEFT, UP),
        ["2 . . .", "4 . . 2", "32 . . .", "128 16 4 32"],
        {"tile": 128, "tiles": (128, 16, 4, 32)},
        ["2 . . .", "4 . . 2", "64 . . .", "128 16 4 32"],
    ),
    Why.MORE_ROOM: (
        *(DOWN, RIGHT),
        [". . . .", "2 . . .", ". . . .", "2 . . ."],
        {"counts": (15, 14)},
        [". . . .", "2 . . .", ". . . .", "4 . . ."],
    ),
    Why.MORE_PAIRS: (
        *(LEFT, DOWN),
        [". . . .", "2 . . .", ". . 2 .", ". . . ."],
        {"counts": (1, 0)},
        [". . . .", "2 . . .", ". . 4 .", ". . . ."],
    ),
    Why.MORE_STEPS: (
        *(RIGHT, UP),
        [". . . .", ". . . .", "8 4 . .", "8 . . ."],
        {"counts": (2, 0)},
        [". . . .", ". . . .", "8 2 . .", "8 . . ."],
    ),
    Why.SEES_FURTHER: (
        *(LEFT, RIGHT),
        [". 2 . .", ". . . .", ". . . .", ". . . ."],
        {},
        ["2 4 8 16", ". 2 . .", ". . . .", ". . . ."],
    ),
}


@pytest.mark.parametrize("why", CASES)
def test_a_reason_is_given_where_it_holds_and_names_what_it_is_about(why: Why) -> None:
    best, other, rows, names, _ = CASES[why]
    reason = told(best, other, *rows)

    assert (reason.why, reason.best, reason.other) == (why, best, other)
    assert (reason.expected, reason.points) == (1000, 500)
    assert named(reason) == names


@pytest.mark.parametrize("why", CASES)
def test_a_reason_is_not_given_where_it_does_not_hold(why: Why) -> None:
    best, other, _, _, rows = CASES[why]

    assert told(best, other, *rows).why is not why


@pytest.mark.parametrize("why", sorted(CASES.keys() - {Why.SEES_FURTHER}))
def test_a_reason_for_a_move_is_none_against_it(why: Why) -> None:
    best, other, rows, _, _ = CASES[why]

    assert told(other, best, *rows).why is not why


def test_of_two_merges_that_are_given_up_the_larger_is_named() -> None:
    corner = told(LEFT, UP, ". . . .", "8 . . 4", "8 . . 4", "128 . . .")
    order = told(LEFT, UP, ". 8 4 4", ". . 2 .", ". 8 2 .", "128 64 32 16")

    assert (corner.why, corner.second) == (Why.CORNER_BEFORE_MERGE, 8)
    assert (order.why, order.second) == (Why.ORDER_BEFORE_MERGE, 8)


@pytest.mark.parametrize("why", [Why.CORNER_BEFORE_MERGE, Why.ORDER_BEFORE_MERGE])
def test_a_merge_that_the_other_move_does_not_have_is_no_fact(why: Why) -> None:
    best, other, rows, _, _ = CASES[why]
    reason = told(best, other, *rows)

    assert holds(reason, board(*rows))
    assert not holds(replace(reason, second=2), board(*rows))


def test_an_edge_is_no_reason_where_the_other_move_fills_one_too() -> None:
    """Right fills one from 128 on, but has a 256 elsewhere."""
    rows = [". 2 64 128", ". 2 64 8", ". 2 2 .", ". 128 128 2"]
    reason = told(LEFT, RIGHT, *rows)
    false = replace(reason, why=Why.FILLS_EDGE, tile=256, tiles=(256, 4, 2, 2))

    assert reason.why is not Why.FILLS_EDGE
    assert not holds(false, board(*rows))


@pytest.mark.parametrize(
    "rows",
    [
        # Down makes a 64 of the corner of an edge that was full and in order.
        ["64 4 . .", ". . . .", "32 . . .", "32 16 8 4"],
        # Down does so again, and up fills the upper edge.
        ["64 16 8 .", ". . . 4", "32 . . .", "32 16 8 4"],
    ],
)
def test_an_edge_that_was_filled_before_is_not_filled(rows: list[str]) -> None:
    assert Why.FILLS_EDGE not in {told(DOWN, UP, *rows).why, told(UP, DOWN, *rows).why}


def test_every_reason_has_its_case() -> None:
    assert CASES.keys() | {Why.ONLY_MOVE, Why.ABOUT_EQUAL} == {*Why} == FACTS.keys()


def test_the_only_move_is_called_that() -> None:
    rows = ["2 4 8 16", ". . . .", ". . . .", ". . . ."]

    assert explain(board(*rows), {DOWN: 5}) == Reason(Why.ONLY_MOVE, DOWN, expected=5)
    assert told(DOWN, RIGHT, ". 2 . .").why is not Why.ONLY_MOVE


@pytest.mark.parametrize(("less", "equal"), [(997, True), (1000, True), (996, False)])
def test_two_moves_are_about_as_good_within_three_thousandths(less: float, equal: bool) -> None:
    reason = explain(board(". 2 . ."), {LEFT: 1000, RIGHT: less})

    assert (reason.why is Why.ABOUT_EQUAL) is equal


def test_moves_that_are_worth_nothing_are_about_as_good() -> None:
    assert explain(board(". 2 . ."), {LEFT: 0, RIGHT: 0}).why is Why.ABOUT_EQUAL


def test_beside_two_that_are_about_as_good_a_worse_one_is_told_if_there_is_much_to_tell() -> None:
    rows = ["8 . . .", "16 4 . 2", "32 2 . .", "64 8 4 2"]
    values = {LEFT: 1000, DOWN: 999, UP: 998, RIGHT: 500}
    reason = explain(board(*rows), values)

    assert (reason.why, reason.best, reason.other) == (Why.ABOUT_EQUAL, LEFT, DOWN)
    assert reason.worse is not None
    assert (reason.worse.why, reason.worse.best, reason.worse.other) == (
        *(Why.KEEPS_ORDER, LEFT),
        RIGHT,
    )
    assert explain(board(". 2 . ."), {LEFT: 1000, RIGHT: 999, DOWN: 500}).worse is None


def test_beside_a_direction_that_was_asked_for_no_third_is_told() -> None:
    rows = ["8 . . .", "16 4 . 2", "32 2 . .", "64 8 4 2"]
    reason = explain(board(*rows), {LEFT: 1000, DOWN: 999, UP: 998, RIGHT: 500}, DOWN)

    assert (reason.why, reason.other, reason.worse) == (Why.ABOUT_EQUAL, DOWN, None)


def test_without_a_name_the_best_is_compared_with_the_second_best() -> None:
    values = {RIGHT: 500, DOWN: 300, LEFT: 100}
    reason = explain(board(". 2 . .", ". 8 . ."), values)

    assert (reason.best, reason.other, reason.points) == (RIGHT, DOWN, 200)
    assert explain(board(". 2 . .", ". 8 . ."), values, LEFT).points == 400


@pytest.mark.parametrize(("values", "other"), [({}, None), ({LEFT: 5, UP: 4}, DOWN)])
def test_what_has_no_value_cannot_be_compared(
    values: Mapping[Direction, float], other: Direction | None
) -> None:
    with pytest.raises(ValueError, match="to compare with"):
        explain(board(". 2 . ."), values, other)


def check(cells: Board, worth: list[float]) -> None:
    """Explain a board for these values, and look whether all that is said of it is so."""
    values = dict(zip(slides(cells), worth, strict=False))
    for other in (None, *values):
        reason = explain(cells, values, other)
        for one in (reason, reason.worse):
            assert one is None or holds(one, cells), one


worths = st.lists(
    st.floats(0, 1e6, width=32) | st.sampled_from([1000.0, 998.0, 500.0]), min_size=4, max_size=4
)


@thorough
@given(boards.filter(slides), worths)
def test_all_that_is_said_of_any_board_is_so(cells: Board, worth: list[float]) -> None:
    check(cells, worth)


@quick
@given(st.integers(0, 10**6), st.sampled_from(["RDLU", "DLDR", "LDRU"]), worths)
def test_all_that_is_said_of_a_game_is_so(seed: int, habit: str, worth: list[float]) -> None:
    """A game by habit, which gets to corners, rows in order and full boards."""
    game = Game.new(b"%d" % seed)
    ways = [next(way for way in Direction if way.name[0] == letter) for letter in habit]
    while game.status is Status.PLAYING:
        if game.turn % 7 == seed % 7:
            check(game.board, worth)
        legal = slides(game.board)
        game, _ = game.play(next((way for way in ways if way in legal), next(iter(legal))))
