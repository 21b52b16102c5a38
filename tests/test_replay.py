"""A game played again, and the token of its link."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game import CorruptGame, Game, Status
from app.replay import BrokenLink, NotOver, from_token, replay, to_token
from app.rules import Direction
from tests.boards import board
from tests.careless import at_random, largest_merge, play
from tests.strategies import quick

GAME = play(at_random(1), b"sixteen bytes ok")
# How the first token of schema 1 was written: links that were posted once must not break.
SHORT = play(largest_merge(1), b"2048")
SHORT_TOKEN = "AQQBMjA0OL2zE9xtqucyhXpoZhlEcsWYMEeDDiV7qrFUcsUkztFRDbMc0_JqjTKhUMA"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def test_a_game_played_again_has_its_boards_moves_and_scores() -> None:
    game = Game.new(b"seed", board("2 2 . 4", "8 . . ."))
    game, first = game.play(Direction.LEFT)
    game, second = game.play(Direction.DOWN)
    played = replay(game)

    assert played.game == game
    assert played.moves == (first, second)
    assert played.boards[0] == board("2 2 . 4", "8 . . .")
    assert played.boards[1][:2] == (4, 4)
    assert played.boards[2] == game.board
    assert played.scores == (0, 4, game.score)


def test_a_win_is_played_on_only_where_moves_follow_it() -> None:
    won, _ = Game.new(b"seed", board("1024 1024 . .")).play(Direction.LEFT)
    further, _ = won.keep_playing().play(Direction.DOWN)

    assert replay(won).game.status is Status.WON
    assert replay(further).game == further


@pytest.mark.parametrize(
    "forged", [{"moves": "LLLL"}, {"score": 8}, {"board": board("2 . . .", "4 . . .")}]
)
def test_a_game_whose_moves_lead_elsewhere_is_corrupt(forged: dict[str, object]) -> None:
    game, _ = Game.new(b"seed", board("2 2 . 4")).play(Direction.LEFT)

    with pytest.raises(CorruptGame):
        replay(replace(game, **forged))


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=64))
@quick
def test_a_token_plays_the_same_game_again(number: int, seed: bytes) -> None:
    game = play(at_random(number), seed)
    played = from_token(to_token(game))

    assert (played.game.seed, played.game.moves) == (game.seed, game.moves)
    assert (played.game.board, played.game.score) == (game.board, game.score)


def test_a_token_is_the_same_for_ever() -> None:
    assert to_token(SHORT) == SHORT_TOKEN
    assert from_token(SHORT_TOKEN).game.moves == SHORT.moves


def test_a_move_takes_a_third_of_a_letter() -> None:
    overhead = len("16 bytes of seed") + 3 + 8

    assert len(to_token(GAME)) == ceil((overhead + ceil(GAME.turn / 4)) * 8 / 6)


def test_no_letter_of_a_token_can_be_another() -> None:
    token = to_token(GAME)
    taken = []
    for place, letter in enumerate(token):
        # Of the last letter some bits mean nothing: no two ways to write the same.
        for other in {LETTERS[LETTERS.index(letter) ^ bit] for bit in (1, 2, 32)}:
            try:
                from_token(token[:place] + other + token[place + 1 :])
            except BrokenLink:
                continue
            taken.append((place, other))

    assert taken == []


def test_no_move_of_a_token_can_be_another() -> None:
    content = urlsafe_b64decode(SHORT_TOKEN + "=" * (-len(SHORT_TOKEN) % 4))
    head, digest = 3 + len(b"2048"), 8
    refused = 0
    for place in range(head, len(content) - digest):
        for shift in (0, 2, 4, 6):
            altered = bytearray(content)
            altered[place] ^= 0b01 << shift
            with pytest.raises(BrokenLink):
                from_token(urlsafe_b64encode(altered).decode().rstrip("="))
            refused += 1

    assert refused == SHORT.turn + -SHORT.turn % 4


@given(st.data())
@quick
def test_an_altered_token_is_refused(data: st.DataObject) -> None:
    token = to_token(GAME)
    place = data.draw(st.integers(0, len(token) - 1))
    altered = data.draw(
        st.one_of(
            st.sampled_from(LETTERS + "=+/é %").map(
                lambda one: token[:place] + one + token[place + 1 :]
            ),
            st.just(token[:place] + token[place + 1 :]),
            st.sampled_from(LETTERS).map(lambda one: token[:place] + one + token[place:]),
            st.just(token + "="),
        ).filter(lambda other: other != token)
    )

    with pytest.raises(BrokenLink):
        from_token(altered)


@given(st.text(max_size=80))
@quick
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BrokenLink):
        from_token(text)


@pytest.mark.parametrize(
    "game",
    [
        Game.new(b"seed"),
        Game.new(b"seed", board("1024 1024 . .")).play(Direction.LEFT)[0],
        Game.new(b"seed", board("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")),
    ],
    ids=["running", "won", "begun on a board"],
)
def test_only_a_game_that_is_over_has_a_token(game: Game) -> None:
    with pytest.raises(NotOver):
        to_token(game)
