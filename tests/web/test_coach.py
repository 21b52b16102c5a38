"""Hints and autoplay over HTTP, of the solver as it is delivered, and of a stand-in for it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app import create_app
from app.config import WEIGHTS_FILE
from app.rules import Board, Direction, slides
from app.sessions import StoreUnavailable
from app.solver import NoSolver, Outlook
from app.solver.packing import WEIGHTS_FILE as PACKED_FILE
from app.web import coach, solving
from tests.boards import board
from tests.visitor import Visitor, ending_player, player_on
from tests.web.form import read_forms

OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")
CORNER = (". . . .", "8 . . .", "8 . . 2", "128 . . .")
REQUESTS = ("/hint", "/autoplay")

delivered = pytest.mark.skipif(not WEIGHTS_FILE.exists(), reason="there are no weights")


class StandIn:
    """Stands in for the solver where it is not the answer that is tried: likes left best."""

    def __init__(self) -> None:
        self.asked: list[Board] = []
        self.before: Callable[[], object] = lambda: None

    def evaluate(self, cells: Board, budget: object) -> dict[Direction, float]:
        self.asked.append(cells)
        self.before()
        worth = {Direction.LEFT: 1000.5, Direction.RIGHT: 900.0, Direction.DOWN: 800.0}
        return {direction: worth.get(direction, 100.0) for direction in slides(cells)}

    def outlook(self, cells: Board) -> Outlook:
        return Outlook(2048, 0.9, 0.02, 5000.0, 90.0, 200)

    def choose(self, cells: Board, budget: object) -> Direction:
        values = self.evaluate(cells, budget)
        return max(values, key=values.__getitem__)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer may wait until the solver is loaded, and compiled on a new machine."""
    monkeypatch.setattr(solving, "_PATIENCE_SECONDS", 600)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    for name in ("evaluate", "outlook", "choose"):
        monkeypatch.setattr(coach, name, getattr(stand_in, name))
    return stand_in


def sit_down(visitor: Visitor, *rows: str, **values: Any) -> Visitor:
    return visitor.sit_down(player_on(*rows, **values))


def ask(visitor: Visitor, path: str, **query: object) -> TestResponse:
    """Post with a query, on the version last seen; remember the one that is answered."""
    response = visitor.client.post(path, query_string={"version": visitor.version, **query})
    if response.status_code == 200:
        visitor.version = response.json["version"]
    return response


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json["error"]["code"]


@delivered
def test_the_delivered_solver_gives_a_hint(visitor: Visitor) -> None:
    sit_down(visitor, "32 2 . .", "64 4 . .", "256 8 . 2", "1024 512 128 64", version=41)
    hint = visitor.client.post("/hint?version=41&language=en").json

    assert hint["values"].keys() == visitor.state()["slides"].keys()
    assert hint["direction"] == max(hint["values"], key=hint["values"].get)
    assert (hint["version"], hint["assisted"]) == (42, True)
    assert hint["outlook"]["goal"] == 2048
    assert 0.5 < hint["outlook"]["chance"] <= 1
    assert hint["outlook"]["playouts"] > 20
    assert hint["reason"].endswith(".")


@delivered
def test_the_delivered_solver_plays(visitor: Visitor) -> None:
    visitor.play("/new-game")
    for _ in range(4):
        state = ask(visitor, "/autoplay", moves=32).json
        assert len(state["played"]) == 32

    assert (state["turn"], state["assisted"], state["best"]) == (128, True, 0)
    assert max(state["board"]) >= 64


def test_a_hint_names_the_best_direction_and_says_why(visitor: Visitor, stand_in: StandIn) -> None:
    sit_down(visitor, *CORNER, version=41)
    hint = visitor.client.post("/hint?version=41&language=en").json

    assert stand_in.asked == [board(*CORNER)]
    assert hint == {
        "direction": "left",
        "values": {"up": 100.0, "right": 900.0, "down": 800.0, "left": 1000.5},
        "outlook": {"goal": 2048, "chance": 0.9, "error": 0.02, "playouts": 200},
        "reason": "Right would trap the 2 between larger tiles (8, 8, 128); left does not.",
        "version": 42,
        "assisted": True,
    }


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "Up would merge two 8s, but take 128 out of its corner. Left keeps it there."),
        (
            "hi",
            "ऊपर दबाने से दो 8 मिलती हैं, पर 128 अपना कोना छोड़ देती है। बाएँ दबाने से वह वहीं रहती है।",
        ),
    ],
)
def test_the_reason_is_in_the_language_of_the_request(
    visitor: Visitor,
    stand_in: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    reason: str,
) -> None:
    values = {Direction.LEFT: 1000.0, Direction.UP: 500.0}
    monkeypatch.setattr(coach, "evaluate", lambda *_: values)
    sit_down(visitor, *CORNER)

    assert ask(visitor, "/hint", language=language).json["reason"] == reason


def test_past_the_last_tile_there_is_no_outlook(
    visitor: Visitor, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "outlook", lambda _: Outlook(None, 0.0, 0.0, 9.0, 1.0, 30))

    assert sit_down(visitor, *CORNER).post("/hint").json["outlook"] is None


def test_the_first_hint_marks_the_game_and_the_next_ones_change_nothing(
    visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, *CORNER, version=41, best=500)
    assert visitor.state()["assisted"] is False

    assert [visitor.play("/hint")["version"] for _ in range(3)] == [42, 42, 42]
    state = visitor.state()
    assert (state["version"], state["assisted"], state["turn"]) == (42, True, 0)
    assert visitor.play("/move/left")["best"] == 500


def test_a_lost_answer_to_the_first_hint_is_known_when_it_is_asked_for_again(
    visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, *CORNER)
    visitor.post("/hint", 7)
    again = visitor.post("/hint", 7)

    assert code(again) == (409, "stale_version")
    assert again.json["repeated"] is True


def test_autoplay_plays_one_move_or_as_many_as_are_asked_for(
    visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, *CORNER, version=41)
    one = visitor.play("/autoplay")
    more = ask(visitor, "/autoplay", moves=8).json

    assert [len(state["played"]) for state in (one, more)] == [1, 8]
    assert (one["version"], more["version"], more["turn"]) == (42, 43, 9)
    assert one["played"][0]["direction"] == "left"
    assert (one["assisted"], more["assisted"]) == (True, True)
    assert visitor.state() == {**more, "played": []}


def test_an_autoplay_move_is_the_move_of_a_player(app: Flask, stand_in: StandIn) -> None:
    played = [Visitor(app).sit_down(player_on(*CORNER)) for _ in range(2)]
    by_itself, by_hand = ask(played[0], "/autoplay", moves=5).json, None
    for move in by_itself["played"]:
        by_hand = played[1].play(f"/move/{move['direction']}")

    assert by_hand is not None
    assert (by_hand["board"], by_hand["score"]) == (by_itself["board"], by_itself["score"])
    assert (by_hand["best"], by_itself["best"]) == (by_hand["score"], 0)


def test_autoplay_stops_after_a_new_tile_of_the_value_that_is_named(
    visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, "4 4 . 8")
    state = ask(visitor, "/autoplay", moves=32, until=16).json

    assert [len(move["merged"]) for move in state["played"]] == [1, 1]
    assert 16 in state["board"]


def test_autoplay_stops_at_the_win_and_goes_no_further(visitor: Visitor, stand_in: StandIn) -> None:
    sit_down(visitor, "1024 1024 . .")
    state = ask(visitor, "/autoplay", moves=32).json

    assert (state["status"], len(state["played"])) == ("won", 1)
    assert code(visitor.post("/autoplay")) == (409, "banner_open")


def test_autoplay_stops_at_the_end(visitor: Visitor, stand_in: StandIn) -> None:
    rows = ("2 . 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
    visitor.sit_down(ending_player(*rows, direction=Direction.LEFT))
    state = ask(visitor, "/autoplay", moves=32).json

    assert (state["status"], len(state["played"])) == ("over", 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("moves", value) for value in ("0", "33", "", "-1", "two", "1.5", "\u0661")),
        *(("until", value) for value in ("0", "2", "3", "", "4096.0", "262144", "04")),
    ],
)
def test_what_is_not_understood_is_refused_and_plays_nothing(
    visitor: Visitor, stand_in: StandIn, name: str, value: str
) -> None:
    sit_down(visitor, *CORNER)
    before = visitor.state()

    refused = ask(visitor, "/autoplay", language="en", **{name: value})
    assert code(refused) == (400, "bad_request")
    assert refused.json["error"]["message"].startswith("Autoplay makes 1 to 32 moves")
    assert visitor.state() == before
    assert stand_in.asked == []


@pytest.mark.parametrize(
    ("again", "repeated"),
    [
        ({"moves": 2, "until": 4096}, True),
        ({"moves": 3, "until": 4096}, False),
        ({"moves": 2, "until": 8192}, False),
        ({"moves": 2}, False),
    ],
)
def test_autoplay_is_repeated_only_by_the_same_request(
    visitor: Visitor, stand_in: StandIn, again: dict[str, int], repeated: bool
) -> None:
    sit_down(visitor, *CORNER)
    query = {"version": 7, "language": "en"}
    assert visitor.client.post("/autoplay", query_string={**query, "moves": 2, "until": 4096})
    refused = visitor.client.post("/autoplay", query_string={**query, **again})

    assert code(refused) == (409, "stale_version")
    assert refused.json["repeated"] is repeated


@pytest.mark.parametrize("request_", REQUESTS)
def test_the_solver_is_asked_only_where_a_move_may_be_made(
    app: Flask, stand_in: StandIn, request_: str
) -> None:
    won = player_on("1024 1024 . .").move([Direction.LEFT])[0]
    refused = [
        Visitor(app).sit_down(player).post(request_, version)
        for player, version in (
            *((player_on(*CORNER), 6), (won, None), (player_on(*OVER), None)),
            (replace(player_on(*CORNER), game=None), None),
        )
    ]

    assert [code(each) for each in refused] == [
        (409, "stale_version"),
        (409, "banner_open"),
        (409, "game_over"),
        (409, "no_game"),
    ]
    assert all("state" in each.json for each in refused)
    assert stand_in.asked == []


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_server_without_a_solver_says_so_and_changes_nothing(
    visitor: Visitor, stand_in: StandIn, request_: str
) -> None:
    def fail() -> None:
        raise NoSolver("there is no solver")

    stand_in.before = fail
    before = sit_down(visitor, *CORNER).state()
    refused = visitor.post(request_)

    assert code(refused) == (503, "no_solver")
    assert "Retry-After" not in refused.headers
    assert visitor.state() == before


@pytest.fixture
def thinking(stand_in: StandIn) -> Iterator[threading.Event]:
    """The stand-in thinks until the event is set."""
    done = threading.Event()
    stand_in.before = lambda: done.wait(20)
    yield done
    done.set()


@pytest.mark.parametrize("request_", REQUESTS)
def test_two_may_wait_for_the_solver_and_the_next_is_refused_at_once_while_moves_go_on(
    app: Flask, stand_in: StandIn, thinking: threading.Event, request_: str
) -> None:
    def ask(visitor: Visitor) -> None:
        answers.append(visitor.post(request_).status_code)

    answers: list[int] = []
    visitors = [Visitor(app).sit_down(player_on(*CORNER)) for _ in range(3)]
    threads = [threading.Thread(target=ask, args=(each,)) for each in visitors[:2]]
    for thread in threads:
        thread.start()
    while solving.solver.places._value or not stand_in.asked:
        threading.Event().wait(0.01)
    refused = visitors[2].post(request_)

    assert code(refused) == (503, "solver_busy")
    assert refused.headers["Retry-After"] == "1"
    assert len(stand_in.asked) == 1
    assert visitors[2].play("/move/left")["turn"] == 1
    assert answers == []
    thinking.set()
    for thread in threads:
        thread.join()
    assert answers == [200, 200]
    assert visitors[2].post(request_).status_code == 200


def test_who_has_waited_long_enough_is_told_to_come_back_and_leaves_the_place(
    app: Flask,
    stand_in: StandIn,
    thinking: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "_PATIENCE_SECONDS", 0.05)
    visitor = Visitor(app).sit_down(player_on(*CORNER))
    before = visitor.state()

    # The first is being worked on and keeps its place until it is done; the others leave theirs.
    assert [code(visitor.post("/hint")) for _ in range(4)] == [(503, "solver_busy")] * 4
    assert solving.solver.places._value == 1
    assert visitor.state() == before
    thinking.set()
    solving.solver.hand_over(lambda: None).result()
    assert (len(stand_in.asked), solving.solver.places._value) == (1, 2)
    assert visitor.post("/hint").status_code == 200


def test_a_player_has_so_many_moves_of_the_solver_a_minute_and_others_have_theirs(
    app: Flask, stand_in: StandIn
) -> None:
    app.config["SOLVER_LIMIT"] = "70 per hour"
    one, other = (Visitor(app).sit_down(player_on(*CORNER)) for _ in range(2))

    asked = [
        ask(one, "/hint"),
        ask(one, "/hint"),
        ask(one, "/autoplay", moves=8),
        ask(one, "/hint"),
    ]
    assert [each.status_code for each in asked] == [200, 200, 200, 429]
    assert code(asked[-1]) == (429, "too_many_requests")
    assert 1 <= int(asked[-1].headers["Retry-After"]) <= 3600
    assert other.post("/hint").status_code == 200
    assert one.post("/move/left").status_code == 200


@pytest.mark.parametrize("request_", REQUESTS)
def test_who_is_refused_since_others_wait_has_used_up_nothing(
    app: Flask, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch, request_: str
) -> None:
    def busy(_: object) -> None:
        raise solving.SolverBusy

    app.config["SOLVER_LIMIT"] = "30 per hour"
    visitor = Visitor(app).sit_down(player_on(*CORNER))
    query = {"moves": 30} if request_ == "/autoplay" else {}
    with monkeypatch.context() as patched:
        patched.setattr(coach, "solve", busy)
        assert [ask(visitor, request_, **query).status_code for _ in range(3)] == [503] * 3

    assert ask(visitor, request_, **query).status_code == 200
    assert ask(visitor, request_, **query).status_code == 429


def test_a_move_made_while_the_solver_thinks_wins(
    app: Flask, visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, *CORNER)
    second = Visitor(app).use_session(visitor.client.get_cookie("session").value)
    stand_in.before = lambda: second.play("/move/down")
    refused = visitor.post("/autoplay")

    assert code(refused) == (409, "stale_version")
    assert (refused.json["state"]["turn"], refused.json["state"]["assisted"]) == (1, False)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_without_a_script_a_hint_is_answered_with_the_page_that_says_it(
    visitor: Visitor, stand_in: StandIn, language: str
) -> None:
    sit_down(visitor, *CORNER)
    page = visitor.client.post(
        f"/hint?version=7&language={language}", headers={"Accept": "text/html"}
    )
    said = {"en": "Hint: left. ", "hi": "संकेत: बाएँ। "}[language]

    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert f'<p class="notice" id="notice">{said}' in page.text
    assert "version=8" in page.text
    assert "version=7" not in page.text


@pytest.mark.parametrize(
    ("status", "said"),
    [(409, "The game has moved on."), (503, "Saved games cannot be reached just now.")],
)
def test_where_a_hint_cannot_be_saved_the_page_that_says_so_can_be_read(
    visitor: Visitor,
    stand_in: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    said: str,
) -> None:
    def fail(*_: object) -> bool:
        raise StoreUnavailable("disk full")

    sit_down(visitor, *CORNER)
    second = Visitor(visitor.app).use_session(visitor.client.get_cookie("session").value)
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    if status == 409:
        stand_in.before = lambda: second.play("/move/down")
    else:
        monkeypatch.setattr(visitor.app.session_interface, "_swap", fail)
    refused = visitor.client.post("/hint?version=7&language=en", headers=headers)

    assert (refused.status_code, refused.mimetype) == (status, "text/html")
    assert said in refused.text
    assert "Content-Encoding" not in refused.headers
    assert int(refused.headers["Content-Length"]) == len(refused.data)


def test_without_a_script_autoplay_plays_a_move_and_leads_back(
    visitor: Visitor, stand_in: StandIn
) -> None:
    sit_down(visitor, *CORNER)
    answer = visitor.client.post("/autoplay?version=7", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.location) == (303, "/hi/?version=8")
    assert visitor.state()["turn"] == 1


def test_the_page_offers_what_there_is(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sit_down(visitor, *CORNER)
    weights = tmp_path / "weights"
    monkeypatch.setattr(solving, "WEIGHTS_FILE", weights)
    without = read_forms(visitor.client.get("/en/").text)
    weights.touch()
    with_one = read_forms(visitor.client.get("/en/").text)

    assert "Hint" not in without
    assert with_one["Hint"].action.startswith("/hint?version=7")


def test_the_file_that_is_looked_for_is_the_one_that_is_loaded() -> None:
    assert WEIGHTS_FILE == PACKED_FILE


def test_a_fault_of_the_solver_is_answered_and_the_next_is_served(
    tmp_path: Path, stand_in: StandIn
) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    visitor = Visitor(app).sit_down(player_on(*CORNER))
    stand_in.before = lambda: 1 / 0

    assert code(visitor.post("/hint")) == (500, "internal_error")
    stand_in.before = lambda: None
    assert visitor.post("/hint").status_code == 200
