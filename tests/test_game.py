"""Set-up, new tiles and moves; the win and undo have files of their own."""

from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game import CorruptGame, Game, GameOver, IllegalMove, Spawn, Status, draw_spawn
from app.rules import EMPTY_BOARD, Direction, ImpossibleBoard, slides
from tests.boards import board, drawn
from tests.naive import pushed as pushed_naively
from tests.strategies import directions, games, quick, seeds

SEED = b"frozen 28"
ALMOST_FULL = board("2 2 2 2", "2 2 . 2", "2 2 2 2", "2 . 2 .")
ONE_MOVE_FROM_THE_END = board("2 . 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")


def outcome(game):
    return drawn(game.board), game.score


def test_a_game_is_set_up_with_two_tiles():
    for number in range(300):
        game = Game.new(b"set-up %d" % number)
        assert sum(tile in (2, 4) for tile in game.board) == 2
        assert game.board.count(0) == 14
        assert (game.turn, game.score, game.status) == (0, 0, Status.PLAYING)
        assert (game.reached, game.kept_playing, game.assisted) == (False, False, False)


# Drawn once with app.game when its form was fixed. If these change, every saved game is corrupt.
@pytest.mark.parametrize(
    ("cells", "seed", "draws"),
    [
        pytest.param(
            EMPTY_BOARD,
            SEED,
            [(11, 2), (13, 4), (7, 2), (6, 2), (11, 2), (14, 4), (15, 2), (3, 2)],
            id="an empty board",
        ),
        pytest.param(
            ALMOST_FULL,
            SEED,
            [(15, 2), (15, 4), (13, 2), (13, 2), (15, 2), (15, 4), (15, 2), (6, 2)],
            id="three empty cells",
        ),
        pytest.param(
            EMPTY_BOARD, b"\0", [(0, 2), (15, 2), (6, 2), (14, 2)], id="the shortest seed"
        ),
        pytest.param(
            EMPTY_BOARD, b"\xff" * 64, [(8, 2), (15, 2), (4, 4), (6, 2)], id="the longest seed"
        ),
    ],
)
def test_new_tiles_are_frozen(cells, seed, draws):
    drawn_tiles = [draw_spawn(cells, seed, number) for number in range(len(draws))]
    assert drawn_tiles == [Spawn(cell, value) for cell, value in draws]


def test_late_tiles_are_frozen():
    late = [draw_spawn(EMPTY_BOARD, SEED, number) for number in (255, 256, 2**40)]
    assert late == [Spawn(11, 2), Spawn(1, 2), Spawn(1, 2)]


@quick
@given(seeds, st.integers(0, 10**6))
def test_a_new_tile_depends_on_seed_number_and_empty_cells_only(seed, number):
    other_tiles = tuple(2 * tile for tile in ALMOST_FULL)
    spawn = draw_spawn(ALMOST_FULL, seed, number)
    assert spawn == draw_spawn(other_tiles, seed, number)
    assert spawn.cell in (6, 13, 15)
    assert spawn.value in (2, 4)


# The draws are the same on every run, so these bounds (99.9 % of a fair source) cannot flake.
BOUNDS = {16: 37.7, 14: 34.5, 7: 22.5, 3: 13.8}


@pytest.mark.parametrize("empty", BOUNDS)
def test_new_tiles_fall_evenly_on_the_empty_cells(empty):
    cells = (2,) * (16 - empty) + (0,) * empty
    draws = 20_000
    found = Counter(draw_spawn(cells, SEED, number).cell for number in range(draws))
    assert set(found) == set(range(16 - empty, 16))
    expected = draws / empty
    assert sum((count - expected) ** 2 / expected for count in found.values()) < BOUNDS[empty]


def test_nine_of_ten_new_tiles_are_2s_wherever_they_fall():
    """kubowania/2048#4: 4s never appear, or far too often."""
    draws = 20_000
    found = Counter(draw_spawn(EMPTY_BOARD, SEED, number) for number in range(draws))
    expected = {Spawn(cell, 4): draws / 160 for cell in range(16)}
    expected |= {Spawn(cell, 2): draws * 9 / 160 for cell in range(16)}
    assert set(found) == set(expected)
    # 31 degrees of freedom.
    assert sum((found[one] - count) ** 2 / count for one, count in expected.items()) < 61.1


def test_seeds_draw_apart_from_each_other():
    found = Counter(draw_spawn(EMPTY_BOARD, b"%d" % number, 0).cell for number in range(20_000))
    assert sum((found[cell] - 1250) ** 2 / 1250 for cell in range(16)) < BOUNDS[16]
    fours = sum(draw_spawn(EMPTY_BOARD, b"%d" % number, 1).value == 4 for number in range(20_000))
    assert 1860 < fours < 2140


def test_a_whole_small_game():
    game = Game.new(SEED)
    assert outcome(game) == (". . . .\n. . . .\n. . . 2\n. 4 . .", 0)
    expected = [
        ("left", Spawn(6, 2), ". . . .\n. . 2 .\n2 . . .\n4 . . .", 0),
        ("down", Spawn(5, 2), ". . . .\n. 2 . .\n2 . . .\n4 . 2 .", 0),
        ("right", Spawn(9, 2), ". . . .\n. . . 2\n. 2 . 2\n. . 4 2", 0),
        ("up", Spawn(14, 4), ". 2 4 4\n. . . 2\n. . . .\n. . 4 .", 4),
        ("left", Spawn(15, 2), "2 8 . .\n2 . . .\n. . . .\n4 . . 2", 12),
    ]
    for number, (word, spawn, picture, score) in enumerate(expected, start=1):
        game, move = game.play(Direction(word))
        assert (move.direction, move.spawn) == (word, spawn)
        assert outcome(game) == (picture, score)
        assert game.turn == number
    assert game.moves == "LDRUL"


@quick
@given(games, directions)
def test_a_move_pays_its_merges_and_brings_one_tile(game, direction):
    """dwayne/elm-2048#1: two tiles appear."""
    if game.status is Status.WON:
        game = game.keep_playing()
    after, points = pushed_naively(game.board, direction)
    if game.status is Status.OVER or after == game.board:
        with pytest.raises((GameOver, IllegalMove)):
            game.play(direction)
        return
    played, move = game.play(direction)
    new = [cell for cell in range(16) if played.board[cell] != after[cell]]
    assert new == [move.spawn.cell]
    assert after[move.spawn.cell] == 0
    assert played.board[move.spawn.cell] == move.spawn.value
    assert move.spawn.value in (2, 4)
    assert sum(played.board) == sum(game.board) + move.spawn.value
    assert played.score == game.score + points == game.score + move.slide.gained
    assert move.slide.board == after
    assert played.moves == game.moves + direction[0].upper()
    assert (played.seed, played.start) == (game.seed, game.start)


@pytest.mark.parametrize("direction", [Direction.LEFT, Direction.UP])
def test_an_illegal_move_changes_nothing(direction):
    """inishchith/2048.wasm#2 and ocamllabs/2048-tutorial#17: a tile appears all the same."""
    game = Game.new(SEED, board("2 4 8 .", "4 . . ."))
    before = (game.moves, game.board, game.score, game.status)
    with pytest.raises(IllegalMove, match=f"^{direction}$"):
        game.play(direction)
    assert (game.moves, game.board, game.score, game.status) == before
    after = board(". 2 4 8", ". . . 4")
    assert game.play(Direction.RIGHT)[1].spawn == draw_spawn(after, SEED, 2)


def test_of_two_merges_both_are_paid():
    """duckduckgo/zeroclickinfo-goodies#4588: of two merges only one is scored."""
    game, _ = Game.new(SEED, board("2 2 4 4", "8 8 . .")).play(Direction.LEFT)
    assert game.score == 4 + 8 + 16


def test_a_game_is_a_value():
    game = Game.new(SEED)
    with pytest.raises(FrozenInstanceError):
        game.score = 1
    game.play(Direction.LEFT)
    assert game == Game.new(SEED)


def test_a_game_starts_from_a_given_board():
    start = board("2 . . 8", ". 4 . .")
    game = Game.new(SEED, start)
    assert game.board == start
    assert (game.turn, game.score, game.status) == (0, 0, Status.PLAYING)
    assert drawn(game.play(Direction.DOWN)[0].board).splitlines()[3] == "2 4 . 8"


@pytest.mark.parametrize("start", [EMPTY_BOARD, (3,) * 16, (2,) * 15, ()])
def test_a_game_starts_from_no_impossible_board(start):
    with pytest.raises(ImpossibleBoard):
        Game.new(SEED, start)


def test_the_last_move_ends_the_game_and_the_board_stays():
    game, move = Game.new(SEED, ONE_MOVE_FROM_THE_END).play(Direction.LEFT)
    assert move.spawn.cell == 3
    assert game.status is Status.OVER
    for direction in Direction:
        with pytest.raises(GameOver):
            game.play(direction)
    with pytest.raises(GameOver):
        game.keep_playing()
    assert (
        drawn(game.board) == f"2 8 16 {move.spawn.value}\n8 16 32 64\n16 32 64 128\n32 64 128 256"
    )


def test_a_full_board_with_a_pair_goes_on():
    """kubowania/2048#5: game over although a pair is left."""
    game = Game.new(SEED, board("2 4 2 4", "4 2 4 2", "2 4 2 8", "4 2 4 8"))
    assert game.status is Status.PLAYING
    game, _ = game.play(Direction.UP)
    assert drawn(game.board).splitlines()[2].endswith("16")
    assert game.score == 16


def test_every_game_ends():
    game = Game.new(SEED)
    while game.status is Status.PLAYING:
        game, _ = game.play(next(iter(slides(game.board))))
    assert game.status is Status.OVER
    assert 0 not in game.board
    game.check()
    game.check_replay()


@quick
@given(games)
def test_a_played_game_passes_its_checks(game):
    game.check()
    game.check_replay()


PLAYED = Game.new(SEED).play(Direction.LEFT)[0].play(Direction.DOWN)[0]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"board": PLAYED.board[::-1]}, id="another board"),
        pytest.param({"score": 4}, id="another score"),
        pytest.param({"seed": b"frozen 29"}, id="another seed"),
        pytest.param({"moves": "DL"}, id="another order"),
        pytest.param({"moves": "L"}, id="a move fewer"),
        pytest.param({"moves": "LL"}, id="another last move"),
        pytest.param({"moves": "L", "start": board("2 . . .")}, id="an illegal move"),
        pytest.param({"moves": "LX"}, id="an unknown letter"),
        pytest.param({"moves": "l\u0000"}, id="small letters"),
        pytest.param({"reached": True}, id="a win that was not"),
        pytest.param({"start": board("2 . . .")}, id="another start"),
    ],
)
def test_moves_that_lead_elsewhere_are_found_by_replaying(change):
    PLAYED.check_replay()
    with pytest.raises(CorruptGame):
        replace(PLAYED, **change).check_replay()
