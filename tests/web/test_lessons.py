"""Boards in texts: those to look at are right, and those to try answer."""

import re
from html import unescape

import pytest
from flask import Flask

from app.config import LANGUAGES, TEMPLATE_FOLDER
from app.lessons import LESSONS, play_lesson
from app.rules import Direction, check_board, is_over, slide, slide_line, slides
from tests.boards import board, drawn, row
from tests.visitor import Visitor

HTML = {"Accept": "text/html"}
PUSH = re.compile(r'draw_push\("([^"]+)", "(\w+)", "([^"]+)"(?:, fresh=(\d+))?\)')


def source(language: str, name: str) -> str:
    path = TEMPLATE_FOLDER / "pages" / language / f"{name}.html"
    return path.read_text(encoding="utf-8")


def pushed_row(before: str, direction: str) -> tuple[int, ...]:
    """Push one row on its own."""
    step = 1 if direction == "left" else -1
    return slide_line(row(before)[::step]).line[::step]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawn_push_is_what_the_rules_make_of_it(language: str) -> None:
    pushes = PUSH.findall(source(language, "rules"))

    assert len(pushes) >= 8
    for before, direction, after, fresh in pushes:
        if "/" not in before:
            assert pushed_row(before, direction) == row(after), before
            continue
        cells = list(board(*after.split("/")))
        if fresh:
            assert cells[int(fresh)] in (2, 4)
            cells[int(fresh)] = 0
        start = board(*before.split("/"))
        pushed = slide(start, Direction(direction))
        assert (start if pushed is None else pushed.board) == tuple(cells), before
        assert bool(fresh) == (pushed is not None), "a new tile comes after a legal move only"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_the_full_boards_one_can_be_played_up_and_down_and_one_is_over(language: str) -> None:
    texts = re.findall(r'draw_small\("([^"]+)"\)', source(language, "rules"))
    alive, over = (board(*text.split("/")) for text in texts)

    assert 0 not in alive
    assert set(slides(alive)) == {Direction.UP, Direction.DOWN}
    assert is_over(over)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_place_on_the_page(language: str) -> None:
    assert re.findall(r'practice\("(\w+)"', source(language, "strategy")) == list(LESSONS)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_starts_from_a_possible_board_with_a_choice(name: str) -> None:
    start = LESSONS[name].board
    check_board(start)

    assert len(slides(start)) >= 2
    assert start[12] == max(start), "the largest tile is in the corner of all examples"


def after(name: str, moves: str) -> str:
    player, played = play_lesson(name, [Direction(word) for word in moves.split()])
    assert len(played) == len(moves.split()), "every move that a text names is legal"
    return drawn(player.game.board)


def test_corner_left_and_down_keep_the_largest_tile_and_up_loses_its_place() -> None:
    player, played = play_lesson("corner", [Direction.LEFT, Direction.DOWN] * 8)

    assert len(played) == 14
    assert player.game.board[12] == 128
    assert {8, 16} <= {move.slide.board[8] for move in played}
    assert after("corner", "up").splitlines()[1:] == ["128 32 16 4", ". . . .", "2 . . ."]
    assert after("corner", "up down").splitlines()[2:] == ["128 8 2 2", "2 32 16 4"]


def test_rows_fold_up_into_the_corner() -> None:
    assert after("rows", "down left left left").splitlines()[3].startswith("512 ")
    assert after("rows", "down").splitlines()[3] == "256 128 64 64"


def test_directions_right_is_harmless_once_the_row_is_full() -> None:
    assert after("directions", "down").splitlines()[3] == "64 32 16 8"
    assert after("directions", "down right").splitlines()[3] == "64 32 16 8"
    assert after("directions", "right").splitlines()[3] == "2 64 32 16"


def test_forced_right_keeps_the_row_and_up_lets_a_tile_in() -> None:
    assert set(slides(LESSONS["forced"].board)) == {Direction.UP, Direction.RIGHT}
    assert after("forced", "right left").splitlines()[3] == "64 32 16 8"
    assert after("forced", "up down").splitlines()[2:] == ["8 32 2 .", "64 2 16 8"]


def test_trapped_is_freed_from_above_or_shut_in() -> None:
    assert after("trapped", "left down").splitlines()[2] == "32 16 4 8"
    assert after("trapped", "right").splitlines()[1:3] == ["2 4 8 2", "32 16 2 8"]
    shut, _ = play_lesson("trapped", [Direction.RIGHT])
    assert set(slides(shut.game.board)) == {Direction.UP}


def test_care_three_ways_are_open_and_one_of_them_ends_the_game() -> None:
    ways = slides(LESSONS["care"].board)

    assert {str(way): len(pushed.merged) for way, pushed in ways.items()} == {
        "up": 3,
        "right": 0,
        "down": 3,
    }
    assert ways[Direction.DOWN].board[12] == 256
    assert ways[Direction.UP].board[12] != 256
    assert play_lesson("care", [Direction.RIGHT])[0].status == "over"


@pytest.mark.parametrize("name", LESSONS)
def test_practice_answers_with_the_state_after_the_moves(visitor: Visitor, name: str) -> None:
    start = visitor.client.get(f"/practice/{name}").json
    response = visitor.client.get(f"/practice/{name}?moves=right,up,left,down")
    played, moves = play_lesson(name, [Direction(way) for way in ("right", "up", "left", "down")])

    assert tuple(start["board"]) == LESSONS[name].board
    assert start["played"] == []
    assert tuple(response.json["board"]) == played.game.board
    assert [move["direction"] for move in response.json["played"]] == [
        str(move.direction) for move in moves
    ]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/practice/no", 404, "not_found"),
        ("/practice/corner?moves=no", 400, "bad_request"),
        ("/practice/corner?moves=left,", 400, "bad_request"),
        ("/practice/corner?moves=" + ",".join(["left"] * 33), 400, "bad_request"),
    ],
)
def test_what_cannot_be_practised_is_refused(
    visitor: Visitor, path: str, status: int, code: str
) -> None:
    response = visitor.client.get(path)

    assert (response.status_code, response.json["error"]["code"]) == (status, code)


def test_practice_takes_32_moves_stores_nothing_and_sets_no_cookie(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.session_interface, "_swap", lambda *_: pytest.fail("it is stored"))
    moves = ",".join(["left", "down"] * 16)
    for path in (f"/practice/corner?moves={moves}", f"/en/strategy?lesson=corner&moves={moves}"):
        response = visitor.client.get(path, headers=HTML)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers


def region(html: str, name: str) -> str:
    """The part of the page that is a lesson's live board."""
    start = html.index(f'data-practice="/practice/{name}"')
    return html[start : html.index("</script>", start)]


def buttons(html: str, name: str) -> dict[str, str]:
    """The moves that a lesson's enabled buttons ask for, by direction."""
    found = re.findall(
        r'name="moves" value="([^"]+)" data-direction="(\w+)"( disabled)?', region(html, name)
    )
    return {direction: moves for moves, direction, disabled in found if not disabled}


def shown(html: str, name: str) -> list[int]:
    cells = [0] * 16
    for cell, value in re.findall(r'data-cell="(\d+)" data-value="(\d+)"', region(html, name)):
        cells[int(cell)] = int(value)
    return cells


def said(html: str, name: str) -> str:
    return unescape(re.search(r'role="status">(.*?)</p>', region(html, name), re.S)[1])


def test_without_a_script_a_lesson_is_played_by_its_buttons(visitor: Visitor) -> None:
    html = visitor.client.get("/en/strategy", headers=HTML).text
    assert set(buttons(html, "care")) == {"up", "right", "down"}
    assert 'action="/en/strategy#care"' in html

    for direction in ("down", "left", "down"):
        query = {"lesson": "care", "moves": buttons(html, "care")[direction]}
        html = visitor.client.get("/en/strategy", query_string=query, headers=HTML).text
    played, _ = play_lesson("care", [Direction.DOWN, Direction.LEFT, Direction.DOWN])

    assert shown(html, "care") == list(played.game.board)
    assert shown(html, "corner") == list(LESSONS["corner"].board)
    assert said(html, "care").startswith("Down: made 4. 4 points. New 2 in row ")
    assert said(html, "care").endswith("256 stands in the corner.")

    html = visitor.client.get("/en/strategy?lesson=care", headers=HTML).text
    assert shown(html, "care") == list(LESSONS["care"].board)


def test_without_a_script_the_end_is_said_and_no_button_is_left(visitor: Visitor) -> None:
    html = visitor.client.get("/en/strategy?lesson=care&moves=right", headers=HTML).text

    assert "No move is left." in said(html, "care")
    assert buttons(html, "care") == {}


def test_after_32_moves_the_buttons_rest(visitor: Visitor) -> None:
    moves: list[str] = []
    html = visitor.client.get("/en/strategy", headers=HTML).text
    while ways := buttons(html, "corner"):
        moves = next(iter(ways.values())).split(",")
        query = {"lesson": "corner", "moves": ",".join(moves)}
        html = visitor.client.get("/en/strategy", query_string=query, headers=HTML).text

    assert len(moves) == 32


def test_a_move_that_is_none_is_a_bad_request_on_the_page_too(visitor: Visitor) -> None:
    response = visitor.client.get("/en/strategy?lesson=corner&moves=no", headers=HTML)

    assert response.status_code == 400


def test_a_lesson_that_is_none_is_left_out(visitor: Visitor) -> None:
    html = visitor.client.get("/en/strategy?lesson=no&moves=left", headers=HTML).text

    assert shown(html, "corner") == list(LESSONS["corner"].board)


@pytest.mark.parametrize(("language", "empty"), [("hi", "ख़ाली"), ("en", "empty")])
def test_a_drawn_board_is_told_in_words(visitor: Visitor, language: str, empty: str) -> None:
    html = visitor.client.get(f"/{language}/rules", headers=HTML).text
    labels = re.findall(r'role="img" aria-label="([^"]*)"', html)

    assert any(label.endswith(f"4, 4, 4, {empty}") for label in labels)
    assert all(label.strip() for label in labels)
