"""The solver's page: positions that are set up, and the measured strength."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from app.config import WEIGHTS_FILE
from app.rules import slides
from app.solver import NoSolver, packing
from app.web import coach
from app.web import solver as page
from app.web.limits import TooManyRequests
from app.web.solving import SolverBusy
from tests.boards import board
from tests.visitor import Visitor, player_on


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What the page has read is read anew by each test, and by those after it."""
    readers = (
        page.read_training,
        page.read_strength,
        page.read_reliability,
        page.read_distribution,
    )

    for reader in readers:
        reader.cache_clear()
    yield
    for reader in readers:
        reader.cache_clear()


def ask(app: Flask, *rows: str, language: str = "en") -> str:
    """The page after a board was asked about."""
    return ask_cells(app, [str(tile or "") for tile in board(*rows)], language)


def ask_cells(app: Flask, cells: list[str], language: str = "en") -> str:
    response = app.test_client().get(f"/{language}/solver", query_string={"cell": cells})
    assert response.status_code == 200
    return unescape(response.text)


def fault(text: str) -> str | None:
    found = re.search(r'<p class="fault">(.*?)</p>', text)
    return found and found[1]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (["8", "8", *[""] * 14], "The tile that came last is missing"),
        (["2", *[""] * 15], "There are always two tiles"),
        ([""] * 16, "There are always two tiles"),
        (["131072", "131072", "2", *[""] * 13], "No game can get that far"),
        (["2", "3", *[""] * 14], "A tile is 2, 4, 8"),
        (["2", "-4", *[""] * 14], "A tile is 2, 4, 8"),
        (["2", "²", *[""] * 14], "A tile is 2, 4, 8"),
        (["2", "३", *[""] * 14], "A tile is 2, 4, 8"),
        (["2", "9" * 5000, *[""] * 14], "A tile is 2, 4, 8"),
        (["2", "4"], "A board has sixteen cells"),
        (["2"] * 17, "A board has sixteen cells"),
    ],
)
def test_an_impossible_board_is_refused_with_the_reason(
    app: Flask, cells: list[str], reason: str
) -> None:
    assert (fault(ask_cells(app, cells)) or "").startswith(reason)


def test_what_was_typed_stays_in_the_cells(app: Flask) -> None:
    text = ask_cells(app, ["2", "<b>", *[""] * 14])

    assert 'name="cell"' in text
    assert re.findall(r'name="cell"[^>]* value="([^"]*)"', text)[:2] == ["2", "<b>"]


def drawn(text: str) -> list[str]:
    """What stands in the cells of a page."""
    return re.findall(r'name="cell"[^>]* value="([^"]*)"', text)


@pytest.mark.parametrize("count", [1, 15, 17, 100])
def test_another_number_of_cells_is_answered_with_a_form_of_sixteen(app: Flask, count: int) -> None:
    assert drawn(ask_cells(app, ["2"] * count)) == (["2"] * count + [""] * 16)[:16]


def test_numbers_may_be_of_any_script_and_are_drawn_in_one_form(app: Flask) -> None:
    # No move is left on it, so that the solver is not asked.
    text = ask_cells(app, ["२", "04", "1६", "3२", "०४", "2", "64", "8", *"24244242"])

    assert fault(text) is None
    assert drawn(text)[:8] == ["2", "4", "16", "32", "4", "2", "64", "8"]
    assert drawn(ask_cells(app, ["00", "0", "", *["8"] * 13]))[:4] == ["", "", "", "8"]


def test_what_html_cannot_hold_is_not_drawn(app: Flask) -> None:
    text = ask_cells(app, ["2", "a\0b\x01", *[""] * 14])

    assert drawn(text)[:2] == ["2", "ab"]
    assert "\0" not in text


def test_a_board_without_a_move_says_so(app: Flask) -> None:
    text = ask(app, "2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")

    assert "No move is left here." in text


@pytest.mark.usefixtures("loaded")
def test_a_position_is_answered_with_values_in_order_and_a_reason(app: Flask) -> None:
    text = ask(app, "2 . . .", "4 . . 2", "16 8 4 2", "128 64 32 16")
    numbers = re.findall(r"<td>([\d,]+)</td><td>\s*<svg", text)
    points = [int(number.replace(",", "")) for number in numbers]

    assert len(points) == len(slides(board("2 . . .", "4 . . 2", "16 8 4 2", "128 64 32 16")))
    assert points == sorted(points, reverse=True)
    assert points[0] > 1000
    assert '<p class="answer"><strong>' in text
    assert re.search(r"Chance of 2048: about \d+% ± \d+, from \d+ quick games from here\.", text)


@pytest.mark.usefixtures("loaded")
def test_the_answer_is_in_the_language_of_the_page(app: Flask) -> None:
    text = ask(app, "2 . . .", "4 . . 2", "16 8 4 2", "128 64 32 16", language="hi")

    assert "2048 बनने की संभावना" in text


def test_the_page_begins_with_the_board_of_the_game(app: Flask) -> None:
    visitor = Visitor(app).sit_down(player_on("2 4 . .", ". . . ."))
    text = visitor.client.get("/en/solver").text

    assert re.findall(r'name="cell"[^>]* value="([^"]*)"', text) == ["2", "4", *[""] * 14]
    assert visitor.state()["version"] == 7


def test_without_a_solver_the_page_still_explains(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise NoSolver("no weights")

    monkeypatch.setattr(page, "solve", fail)
    response = app.test_client().get(
        "/en/solver", query_string={"cell": ["2", "2", *[""] * 14]}, headers={"Accept": "text/html"}
    )

    assert response.status_code == 503
    assert "no solver" in response.text


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (NoSolver("no weights"), (503, "This server has no solver")),
        (SolverBusy(), (503, "The solver is busy")),
        (TooManyRequests(9), (429, "Too many requests")),
    ],
)
@pytest.mark.parametrize("solver", [True, False])
def test_the_board_stays_while_the_solver_cannot_be_asked(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    told: tuple[int, str],
    solver: bool,
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(page, "solve", fail)
    monkeypatch.setattr(coach, "has_solver", lambda: solver)
    response = app.test_client().get(
        "/en/solver",
        query_string={"cell": ["2", "04", *[""] * 14]},
        headers={"Accept": "text/html"},
    )

    assert response.status_code == told[0]
    assert ("Retry-After" in response.headers) is not isinstance(error, NoSolver)
    assert (fault(unescape(response.text)) or "").startswith(told[1])
    assert drawn(response.text) == ["2", "4", *[""] * 14]


def test_the_page_tells_of_how_many_moves_its_values_are(app: Flask) -> None:
    moves = packing.read_header(WEIGHTS_FILE)["training"]["moves"]
    english, hindi = (app.test_client().get(f"/{one}/solver").text for one in ("en", "hi"))

    assert f"These values are from {moves:,} moves." in english
    assert "चालों से बने हैं" in hindi


def test_without_weights_the_page_tells_nothing_of_their_training(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "WEIGHTS_FILE", tmp_path / "none")
    text = app.test_client().get("/en/solver").text

    assert "How it learned" in text
    assert "These values are" not in text


CSV = """setting,games,mean,interval,median,best,1024,2048,32768,microseconds_a_move
greedy,1000,150000,3000,140000,400000,0.998,0.95,0.001,1.1
to-2048,1000,20532,15,20544,20980,1.0,0.997,0.0,198.6
two-spawns,1,98765,,98765,98765,1.0,1.0,1.0,181.0
one-spawn,200,1234567,9000,340000,700000,1.0,1.0,0.25,20.0
"""


def test_the_strength_is_what_the_benchmark_wrote(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "benchmark.csv"
    file.write_text(CSV)
    monkeypatch.setattr(page, "BENCHMARK_FILE", file)
    english, hindi = (app.test_client().get(f"/{one}/solver").text for one in ("en", "hi"))

    assert "1,234,567 ± 9,000" in english
    assert "12,34,567 ± 9,000" in hindi
    assert re.search(r"<td>99.8\s*<svg", english)
    assert "<td>98,765</td>" in english
    assert "772,353" in english
    assert "997 of 1,000 games" in english
    assert "20,532" not in english


def test_the_chart_says_which_share_of_the_games_came_to_which_score(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "benchmark.csv"
    file.write_text("\n".join(CSV.splitlines()[:2]))
    scores = [9_000, 20_000, 59_999, 60_000]
    (tmp_path / "greedy.json").write_text(json.dumps({"scores": scores}))
    monkeypatch.setattr(page, "BENCHMARK_FILE", file)
    monkeypatch.setattr(page, "RECORDS", tmp_path)
    chart, text = page.read_distribution(), app.test_client().get("/en/solver").text

    assert chart is not None
    assert chart["lines"] == {"greedy": [(0, 1.0), (20_000, 0.75), (40_000, 0.5), (60_000, 0.25)]}
    (line,) = re.findall(r'<polyline class="chart-line line-1" points="([^"]*)"', text)
    assert line.split() == ["34.0,8.0", "140.0,48.0", "246.0,88.0", "352.0,128.0"]


def test_without_a_benchmark_there_is_no_table(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "BENCHMARK_FILE", tmp_path / "none.csv")
    text = app.test_client().get("/en/solver").text

    assert "How strong it is" not in text
