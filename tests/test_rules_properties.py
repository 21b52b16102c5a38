"""What holds for every board, with any tiles to 131072."""

from hypothesis import given

from app.rules import Direction, is_over, place, slide, slides
from tests.boards import (
    CLOCKWISE,
    drawn,
    mirrored,
    mirrored_cell,
    mirrored_direction,
    turned,
    turned_cell,
)
from tests.naive import pushed as pushed_naively
from tests.strategies import boards, directions, full_boards, quick, thorough


@thorough
@given(boards | full_boards, directions)
def test_a_second_statement_of_the_rules_agrees(cells, direction):
    after, points = pushed_naively(cells, direction)
    pushed = slide(cells, direction)
    if pushed is None:
        assert drawn(after) == drawn(cells)
        assert points == 0
    else:
        assert after != cells
        assert drawn(pushed.board) == drawn(after)
        assert pushed.gained == points


@quick
@given(boards | full_boards)
def test_sliding_neither_makes_nor_loses_anything(cells):
    for pushed in slides(cells).values():
        assert sum(pushed.board) == sum(cells)
        assert len(pushed.board) == 16


@quick
@given(boards | full_boards)
def test_the_points_are_the_tiles_that_merges_made(cells):
    for pushed in slides(cells).values():
        assert pushed.gained == sum(pushed.board[cell] for cell in pushed.merged)
        assert len(set(pushed.merged)) == len(pushed.merged)
        tiles_before, tiles_after = 16 - cells.count(0), 16 - pushed.board.count(0)
        assert tiles_before - tiles_after == len(pushed.merged)


@thorough
@given(boards | full_boards)
def test_the_motions_alone_lead_to_the_afterstate(cells):
    for pushed in slides(cells).values():
        starts = [start for start, _ in pushed.motions]
        assert len(set(starts)) == len(starts)
        held = {cell: [tile] for cell, tile in enumerate(cells) if tile and cell not in starts}
        for start, end in pushed.motions:
            assert start != end
            assert cells[start]
            held.setdefault(end, []).append(cells[start])
        for cell, tiles in held.items():
            assert len(tiles) == (2 if cell in pushed.merged else 1)
            assert len(set(tiles)) == 1
        assert tuple(sum(held.get(cell, [0])) for cell in range(16)) == pushed.board


@quick
@given(boards, directions)
def test_tiles_stay_in_their_line_and_move_only_forward(cells, direction):
    pushed = slide(cells, direction)
    for start, end in pushed.motions if pushed else ():
        (y, x), (to_y, to_x) = divmod(start, 4), divmod(end, 4)
        assert (to_y - y > 0) == (direction is Direction.DOWN)
        assert (to_y - y < 0) == (direction is Direction.UP)
        assert (to_x - x > 0) == (direction is Direction.RIGHT)
        assert (to_x - x < 0) == (direction is Direction.LEFT)


@quick
@given(boards, directions)
def test_no_tile_leaves_its_row_or_column(cells, direction):
    """The tiles of a line add up to the same, so that nothing merged across it."""
    pushed = slide(cells, direction)
    after = pushed.board if pushed else cells
    if direction in (Direction.UP, Direction.DOWN):
        cells, after = turned(cells), turned(after)
    for start in range(0, 16, 4):
        assert sum(after[start : start + 4]) == sum(cells[start : start + 4])


def _as_seen(pushed, landing):
    """Describe a slide with every cell renamed."""
    if pushed is None:
        return None
    motions = {(landing(start), landing(end)) for start, end in pushed.motions}
    return pushed.gained, motions, {landing(cell) for cell in pushed.merged}


@quick
@given(boards, directions)
def test_a_mirror_shows_the_same_move(cells, direction):
    pushed = slide(cells, direction)
    seen = slide(mirrored(cells), mirrored_direction(direction))
    assert _as_seen(seen, int) == _as_seen(pushed, mirrored_cell)
    if pushed is not None and seen is not None:
        assert drawn(seen.board) == drawn(mirrored(pushed.board))


@quick
@given(boards, directions)
def test_a_turned_board_makes_the_same_move(cells, direction):
    pushed = slide(cells, direction)
    seen = slide(turned(cells), CLOCKWISE[direction])
    assert _as_seen(seen, int) == _as_seen(pushed, turned_cell)
    if pushed is not None and seen is not None:
        assert drawn(seen.board) == drawn(turned(pushed.board))


@quick
@given(boards, directions)
def test_pushing_on_settles_into_an_illegal_move(cells, direction):
    """Each push after the first must merge, and four tiles merge into one in three."""
    pushes = 0
    while (pushed := slide(cells, direction)) is not None:
        assert pushed.board != cells
        cells = pushed.board
        pushes += 1
    assert pushes <= 3
    assert pushed_naively(cells, direction) == (cells, 0)


@thorough
@given(boards | full_boards)
def test_the_end_is_when_no_direction_is_legal(cells):
    if any(cells):
        assert is_over(cells) == (slides(cells) == {})
    assert not (is_over(cells) and 0 in cells)


@quick
@given(full_boards)
def test_an_empty_cell_is_never_the_end(cells):
    for cell in range(16):
        assert not is_over(place(cells, cell, 0))
