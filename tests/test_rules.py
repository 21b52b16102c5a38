import pytest

from app.rules import Direction, empty_cells, place, slide, slides
from tests.boards import board, cell_seen_from, drawn, row, seen_from, turned
from tests.naive import counts

every_direction = pytest.mark.parametrize("direction", Direction)

# Each line is pushed towards its left end: (before, after, points).
LEGAL = {
    "a tile slides as far as it can": (". . . 2", "2 . . .", 0),
    "all slide at once": (". 2 . 4", "2 4 . .", 0),
    "different tiles never pass each other": (". 4 2 8", "4 2 8 .", 0),
    "equal neighbours merge": ("2 2 . .", "4 . . .", 4),
    "equal tiles merge over a gap": ("2 . . 2", "4 . . .", 4),
    "equal tiles slide and merge": (". . 8 8", "16 . . .", 16),
    "a pair behind a tile": ("4 2 2 .", "4 4 . .", 4),
    "a pair at the far end of a full line": ("8 4 2 2", "8 4 4 .", 4),
    "RULES once per move": ("4 4 4 4", "8 8 . .", 16),
    "RULES order": ("4 4 4 .", "8 4 . .", 8),
    "term2048#2 and fx2048#3: 2 2 4 is no 8": ("2 2 4 .", "4 4 . .", 4),
    "term2048#2 and fx2048#3: over gaps": ("2 2 . 4", "4 4 . .", 4),
    "term2048#2 and fx2048#3: 4 2 2 is no 8": (". 4 2 2", "4 4 . .", 4),
    "kflu/2048 PR 1: 2 2 2 2 makes two pairs": ("2 2 2 2", "4 4 . .", 8),
    "sed2048#4: three in the middle": (". 4 4 4", "8 4 . .", 8),
    "sed2048#4: three over a gap": ("4 . 4 4", "8 4 . .", 8),
    "zeroclickinfo-goodies#4588: both merges are paid": ("2 2 4 4", "4 8 . .", 12),
    "the ladder goes on past 2048": ("2048 2048 . .", "4096 . . .", 4096),
    "the highest tile can be made": ("65536 65536 4 .", "131072 4 . .", 131072),
}

ILLEGAL = {
    "a tile at its edge": "2 . . .",
    "different tiles at their edge": "2 4 2 .",
    "a full line without a pair": "2 4 2 4",
    "equal tiles that are kept apart": "8 2 8 .",
    "an empty line": ". . . .",
}


@every_direction
@pytest.mark.parametrize(("before", "after", "points"), LEGAL.values(), ids=LEGAL.keys())
def test_a_line_is_pushed(direction, before, after, points):
    for above in range(4):
        gap = (". . . .",) * above
        pushed = slide(seen_from(direction, board(*gap, before)), direction)
        assert pushed is not None
        assert drawn(pushed.board) == drawn(seen_from(direction, board(*gap, after)))
        assert pushed.gained == points


@every_direction
@pytest.mark.parametrize("line", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_a_push_that_changes_nothing_is_illegal(direction, line):
    for above in range(4):
        before = seen_from(direction, board(*(". . . .",) * above, line))
        assert slide(before, direction) is None
        assert direction not in slides(before)


def test_the_four_directions_of_one_board():
    """Drawn out, so that the turning of the other tests is not all there is to rely on."""
    before = board("2 . 2 4", ". 8 . 4", "2 . . .", "4 8 . 2")
    assert {direction: drawn(one.board) for direction, one in slides(before).items()} == {
        Direction.UP: "4 16 2 8\n4 . . 2\n. . . .\n. . . .",
        Direction.RIGHT: ". . 4 4\n. . 8 4\n. . . 2\n. 4 8 2",
        Direction.DOWN: ". . . .\n. . . .\n4 . . 8\n4 16 2 2",
        Direction.LEFT: "4 4 . .\n8 4 . .\n2 . . .\n4 8 2 .",
    }
    assert {direction: one.gained for direction, one in slides(before).items()} == {
        Direction.UP: 28,
        Direction.RIGHT: 4,
        Direction.DOWN: 28,
        Direction.LEFT: 4,
    }


def test_a_quarter_turn_brings_the_left_edge_up():
    before = board("2 4 8 16", "32 . . .")
    assert drawn(turned(before)) == ". . 32 2\n. . . 4\n. . . 8\n. . . 16"
    assert seen_from(Direction.UP, before) == turned(before)
    assert seen_from(Direction.LEFT, before) == before


def test_a_picture_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="four cells"):
        row("2 2 2")
    with pytest.raises(ValueError, match="four rows"):
        board(*[". . . ."] * 5)


@every_direction
def test_a_slide_tells_what_moves_where(direction):
    before = seen_from(direction, board("2 . 2 4", ". . . .", "2 2 2 2", "4 8 . 16"))
    pushed = slide(before, direction)
    assert pushed is not None
    expected = {(2, 0), (3, 1), (9, 8), (10, 9), (11, 9), (15, 14)}
    assert sorted(pushed.motions) == sorted(
        (cell_seen_from(direction, start), cell_seen_from(direction, end))
        for start, end in expected
    )
    assert sorted(pushed.merged) == sorted(cell_seen_from(direction, cell) for cell in (0, 8, 9))
    assert pushed.gained == 4 + 4 + 4


@every_direction
def test_a_push_across_a_pair_never_merges_it(direction):
    before = seen_from(direction, board(". 2 . .", ". 2 . .", ". 2 . .", ". 2 . ."))
    pushed = slide(before, direction)
    assert pushed is not None
    after = board("2 . . .", "2 . . .", "2 . . .", "2 . . .")
    assert drawn(pushed.board) == drawn(seen_from(direction, after))
    assert pushed.gained == 0
    assert pushed.merged == ()
    assert slide(pushed.board, direction) is None


@every_direction
def test_merges_in_every_line_are_paid(direction):
    before = seen_from(direction, board("2 2 4 4", "8 . . 8", ". . . .", "2 4 16 16"))
    pushed = slide(before, direction)
    assert pushed is not None
    assert pushed.gained == 4 + 8 + 16 + 32
    assert len(pushed.merged) == 4


def test_legal_slides_come_in_one_order():
    assert list(slides(board(". . . .", ". 2 . ."))) == ["up", "right", "down", "left"]
    assert list(slides(board("2 . . ."))) == ["right", "down"]


# Counted by `tests.naive.counts`, which shares no code with app.rules.
GOLDEN = {
    "an opening": (board("2 . . .", ". . . .", ". . 2 ."), [111, 1969, 14396]),
    "a pair": (board("2 2 . ."), [87, 1532, 9644]),
    "nearly full": (
        board("2 4 8 16", "4 8 16 32", "8 16 32 32", "2 4 8 64"),
        [8, 52, 644, 7733],
    ),
    "full with pairs": (
        board("2 2 4 8", "4 8 16 32", "2 4 8 16", "8 16 32 64"),
        [4, 26, 150, 1060],
    ),
    "full of pairs": (board("4 4 4 4", "8 8 2 2", "16 2 4 4", "2 8 16 32"), [20, 366, 5173]),
    "the last merge": (
        board("65536 65536 32768 16384", "1024 2048 4096 8192", "512 256 128 64", "2 4 8 32"),
        [4, 0],
    ),
}


@pytest.mark.parametrize(("start", "golden"), GOLDEN.values(), ids=GOLDEN.keys())
def test_as_many_boards_can_follow_as_were_counted(start, golden):
    reached = {start}
    for number in golden:
        reached = {
            place(pushed.board, cell, tile)
            for before in reached
            for pushed in slides(before).values()
            for cell in empty_cells(pushed.board)
            for tile in (2, 4)
        }
        assert len(reached) == number


def test_the_golden_counts_can_be_made_again():
    start, golden = GOLDEN["full with pairs"]
    assert counts(start, len(golden)) == golden
