"""The review over HTTP: as JSON and as a page, with a solver and without one."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from app.game import Game
from app.player import Player
from app.replay import to_token
from app.rules import Direction
from app.solver import NoSolver
from app.web import review, solving
from tests.boards import board
from tests.careless import at_random, play
from tests.visitor import Visitor, player_on

HTML = {"Accept": "text/html"}
RANDOM = play(at_random(1), b"random 0")


pytestmark = pytest.mark.usefixtures("loaded")


def sit_down(visitor: Visitor, game: Game) -> Visitor:
    return visitor.sit_down(Player(version=7, game=game))


def reviewed(visitor: Visitor, language: str = "en") -> dict[str, Any]:
    response = visitor.client.get(f"/review?language={language}")
    assert response.status_code == 200, response.json
    return response.json


def page(visitor: Visitor, path: str = "/en/review") -> str:
    response = visitor.client.get(path, headers=HTML)
    assert (response.status_code, response.mimetype) == (200, "text/html")
    return response.text


def tiles(letters: str) -> tuple[int, ...]:
    """Read a board as who draws it does."""
    return tuple(0 if one == "." else 2 << "abcdefghijklmnopq".index(one) for one in letters)


def test_the_boards_and_paths_of_a_game_are_told_a_letter_a_cell(visitor: Visitor) -> None:
    player, _ = player_on("2 2 . 4", ". . . 1024").move([Direction.LEFT])
    told = reviewed(visitor.sit_down(player))

    assert told["moves"] == "L"
    assert told["boards"][:16] == "aa.b...j........"
    assert told["paths"] == "aa.b...e........"
    assert tiles(told["boards"][16:]) == player.game.board
    assert told["scores"] == [0, 4]


def test_every_move_has_an_estimate_a_loss_and_a_best_direction(visitor: Visitor) -> None:
    told = reviewed(sit_down(visitor, RANDOM))

    assert len(told["estimates"]) == RANDOM.turn + 1
    assert len(told["losses"]) == len(told["better"]) == RANDOM.turn
    assert told["estimates"][-1] == RANDOM.score
    best = [
        loss
        for loss, one, two in zip(told["losses"], told["moves"], told["better"], strict=True)
        if one == two
    ]
    assert best == [0] * len(best)
    assert {one["mistake"] for one in told["findings"]} == {
        "directions",
        "merges",
        "trapped",
        "care",
    }


def test_a_costly_move_is_told_with_its_board_and_why(visitor: Visitor) -> None:
    told = reviewed(sit_down(visitor, RANDOM))
    worst = told["worst"][0]

    assert worst["loss"] == max(told["losses"]) == told["losses"][worst["turn"]]
    assert tuple(worst["board"]) == tiles(told["boards"][16 * worst["turn"] :][:16])
    assert worst["played"][0].upper() == told["moves"][worst["turn"]]
    assert worst["better"][0].upper() == told["better"][worst["turn"]]
    assert worst["reason"].endswith(".")


def test_of_a_move_that_was_about_as_good_no_loss_is_told(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def values(_: object) -> list[dict[Direction, float]]:
        return [{Direction.LEFT: 149_700.0, Direction.DOWN: 150_000.0}, {Direction.LEFT: 1.0}]

    monkeypatch.setattr(review, "evaluate_all", values)
    visitor.sit_down(player_on("2 2 . 4").move([Direction.LEFT])[0])

    assert reviewed(visitor)["losses"] == [0]
    assert "was worth 300 points more" not in page(visitor, "/en/review?move=0")


@pytest.mark.parametrize(("loss", "told"), [(3.4, 0), (3.6, 4)])
def test_a_loss_is_told_everywhere_or_nowhere(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, loss: float, told: int
) -> None:
    def values(_: object) -> list[dict[Direction, float]]:
        return [{Direction.LEFT: 100 - loss, Direction.DOWN: 100.0}, {Direction.LEFT: 1.0}]

    monkeypatch.setattr(review, "evaluate_all", values)
    visitor.sit_down(player_on("2 2 . 4").move([Direction.LEFT])[0])
    html = page(visitor, "/en/review?move=0")

    assert reviewed(visitor)["losses"] == [told]
    assert [one["loss"] for one in reviewed(visitor)["worst"]] == [told] * bool(told)
    assert ("Down was worth 4 points more." in html) is bool(told)
    assert ("Played: Left." in html) is bool(told)


def test_reasons_are_in_the_language_of_the_request(visitor: Visitor) -> None:
    told = reviewed(sit_down(visitor, RANDOM), "hi")

    assert all(one["reason"].endswith("।") for one in told["worst"])


def test_a_review_changes_nothing(visitor: Visitor) -> None:
    sit_down(visitor, RANDOM)
    before = visitor.state()
    for path in ("/review", "/en/review"):
        response = visitor.client.get(path)
        assert "Set-Cookie" not in response.headers

    assert visitor.state() == before


def test_a_running_game_tells_nothing_of_its_seed(visitor: Visitor) -> None:
    game = play(at_random(1), b"a secret", most=20)
    sit_down(visitor, game)

    for path in ("/review", "/en/review"):
        content = visitor.client.get(path, headers=HTML).data
        assert b"a secret" not in content
        assert b"/share?" not in content


def test_without_a_game_there_is_nothing_to_review(visitor: Visitor) -> None:
    response = visitor.client.get("/review?language=en")

    assert (response.status_code, response.json["error"]["code"]) == (409, "no_game")
    assert "no move to look back on yet" in page(visitor)


def test_a_game_without_a_move_has_a_friendly_page(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . ."))

    assert "no move to look back on yet" in page(visitor)
    assert reviewed(visitor)["accuracy"] is None


def test_a_game_whose_moves_lead_elsewhere_is_set_aside(visitor: Visitor) -> None:
    game, _ = Game.new(b"seed", board("2 2 . 4")).play(Direction.LEFT)
    sit_down(visitor, replace(game, moves="R"))
    response = visitor.client.get("/review")

    assert (response.status_code, response.json["error"]["code"]) == (409, "game_lost")


def test_the_page_shows_summary_chart_table_and_worst_moves_without_a_script(
    visitor: Visitor,
) -> None:
    html = page(sit_down(visitor, RANDOM))
    chart = re.search(r'<polyline class="chart-score" points="([^"]*)"', html)

    assert chart is not None
    steps = len(chart[1].split())
    assert steps == min(RANDOM.turn, 100) + 1
    rows = re.findall(r'<th scope="row"><a href="\?move=(\d+)#replay"', html)
    assert len(rows) == steps
    assert (rows[0], rows[-1]) == ("0", str(RANDOM.turn))
    assert html.count('class="verdict"') == 4
    assert "a habit in this game" in html
    assert html.count("Played: ") == 10


def test_a_step_is_a_page_of_its_own_without_a_script(visitor: Visitor) -> None:
    sit_down(visitor, RANDOM)

    assert f"After 3 of {RANDOM.turn} moves." in page(visitor, "/en/review?move=3")
    assert f"After {RANDOM.turn} of {RANDOM.turn} moves." in page(visitor)
    for wrong in ("-1", "x", "99999999999999999999"):
        page(visitor, f"/en/review?move={wrong}")


def test_without_a_solver_the_page_still_steps_and_says_so(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise NoSolver("no weights")

    monkeypatch.setattr(review, "evaluate_all", fail)
    sit_down(visitor, RANDOM)
    html = page(visitor)
    told = reviewed(visitor)

    assert "There is no solver on this server" in html
    assert 'id="replay-play"' in html
    assert "chart-score" in html
    assert "chart-estimate" not in html
    assert (told["estimates"], told["losses"], told["better"]) == (None, None, None)
    assert (told["accuracy"], told["worst"], told["findings"]) == (None, [], [])
    assert told["moves"] == RANDOM.moves


def test_while_the_solver_is_busy_the_page_says_so_and_json_is_refused(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_: object) -> None:
        raise solving.SolverBusy

    monkeypatch.setattr(review, "solve", busy)
    sit_down(visitor, RANDOM)

    assert "The solver is busy" in page(visitor)
    response = visitor.client.get("/review")
    assert (response.status_code, response.json["error"]["code"]) == (503, "solver_busy")


def test_the_page_outlasts_a_solver_that_does_not_answer(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()
    sit_down(visitor, RANDOM)
    monkeypatch.setattr(solving, "_PATIENCE_SECONDS", 2)
    solving.solver.hand_over(lambda: asked.wait(20))
    html = page(visitor)
    asked.set()

    assert "The solver is busy" in html
    assert 'id="replay-play"' in html


@pytest.fixture
def done() -> Iterator[threading.Event]:
    """A whole game is waited for until this is set."""
    done = threading.Event()
    thread = threading.Thread(target=solving.games.do, args=(lambda: done.wait(20),))
    thread.start()
    while solving.games.places._value:
        threading.Event().wait(0.01)
    yield done
    done.set()
    thread.join()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/review"),
        ("GET", "/en/review"),
        ("GET", f"/en/replay/{to_token(RANDOM)}"),
        ("POST", "/share?version=7"),
    ],
)
def test_while_another_waits_for_a_whole_game_the_next_is_refused_at_once_and_costs_nothing(
    app: Flask, done: threading.Event, method: str, path: str
) -> None:
    app.config["REPLAYS"] = "1 per hour"
    visitor = sit_down(Visitor(app), RANDOM)
    told, shown = (
        visitor.client.open(path, method=method, headers=headers) for headers in ({}, HTML)
    )

    assert (told.status_code, told.json["error"]["code"]) == (503, "games_busy")
    assert (shown.status_code, shown.mimetype) == (503, "text/html")
    assert told.headers["Retry-After"] == shown.headers["Retry-After"] == "1"
    assert Visitor(app).sit_down(player_on("2 2 . .")).play("/move/left")["turn"] == 1
    done.set()
    while not solving.games.places._value:
        threading.Event().wait(0.01)
    assert visitor.client.open(path, method=method).status_code == 200
    assert visitor.client.open(path, method=method).status_code == 429


def test_reviews_of_one_network_are_limited(app: Flask) -> None:
    app.config["REPLAYS"] = "2 per minute"
    visitor = sit_down(Visitor(app), RANDOM)
    answers = [visitor.client.get("/review") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0


@pytest.mark.parametrize("language", ["hi", "en"])
def test_the_language_can_be_changed_on_the_page(visitor: Visitor, language: str) -> None:
    sit_down(visitor, RANDOM)
    assert f'href="/language/{language}?page=review"' in page(visitor)
    response = visitor.client.get(f"/language/{language}?page=review")

    assert response.headers["Location"] == f"/{language}/review"
