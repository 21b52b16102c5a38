"""The description at /openapi.json: whole, true, and of the code's own bounds."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.schemas import APIOperation, BaseSchema
from werkzeug.test import TestResponse

from app import create_app
from app.config import LANGUAGES
from app.lessons import LESSONS
from app.player import Player
from app.rules import Direction
from app.sessions import StoreUnavailable
from app.solver import NoSolver
from app.web import errors, solving
from app.web.solving import SolverBusy
from tests.careless import at_random, play
from tests.strategies import quick
from tests.visitor import Visitor, player_on

# What else is served: to people, to browsers, and the description itself.
PAGES = {
    *("pages.front", "pages.language", "pages.game", "pages.rules", "pages.strategy"),
    *("install.manifest", "install.offline", "install.service_worker", "static"),
    *("pages.solver", "review.page", "review.watch"),
    "openapi.description",
}
EXAMPLES = {"directions": "left", "lesson": "corner"}

JSON = {"Accept": "application/json"}
OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer may wait until the solver is loaded, and compiled on a new machine."""
    monkeypatch.setattr(solving, "_PATIENCE_SECONDS", 600)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app as it is served: an error inside it is answered."""
    return create_app({"INSTANCE_PATH": str(tmp_path_factory.mktemp("instance"))})


@pytest.fixture(scope="module")
def api(site: Flask) -> BaseSchema:
    """The description, and stricter than it is told: an answer has no key that is not described."""
    description = deepcopy(site.test_client().get("/openapi.json").json)
    for shape in description["components"]["schemas"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    schema = schemathesis.openapi.from_dict(description)
    schema.app = site
    return schema


def operations(api: BaseSchema) -> list[APIOperation]:
    return [each.ok() for each in api.get_all_operations()]


def example(operation: APIOperation) -> str:
    return operation.path.format(**EXAMPLES)


def moved_player() -> Player:
    """A player to whom every change is allowed."""
    return player_on("2 2 . 4").move([Direction.LEFT])[0]


def finished_player() -> Player:
    """A player whose game is over, and began with two tiles."""
    return Player(version=7, game=play(at_random(1), b"seed"))


def allowed_player(path: str) -> Player:
    """A player to whom a request is allowed."""
    return finished_player() if path == "/share" else moved_player()


def forged_player() -> Player:
    """A player whose move does not lead to the board, which only undo finds out."""
    player = moved_player()
    return replace(player, game=replace(player.game, moves="R"))


def test_every_route_is_described_or_a_page(site: Flask, api: BaseSchema) -> None:
    served = {
        (method, rule.rule.replace("<", "{").replace(">", "}"))
        for rule in site.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.endpoint not in PAGES
    }

    assert served == {(each.method.upper(), each.path) for each in operations(api)}


def test_the_description_is_valid_and_says_where_the_site_is_mounted(
    site: Flask, api: BaseSchema
) -> None:
    api.validate()
    mounted = site.test_client().get("/openapi.json", base_url="http://localhost/games").json

    assert api.specification.version == "3.1.0"
    assert api.raw_schema["servers"] == [{"url": "/"}]
    assert mounted["servers"] == [{"url": "/games"}]


def test_the_move_is_described_as_its_readers_expect(api: BaseSchema) -> None:
    described = api.raw_schema["paths"]["/move/{directions}"]["post"]

    assert described["summary"] == "Play one direction, or up to 32"
    assert [each["$ref"].rpartition("/")[2] for each in described["parameters"]] == [
        *("directions", "language", "version")
    ]
    assert " ".join(described["responses"]) == "200 303 400 403 404 409 413 500 503"
    assert api.raw_schema["components"]["parameters"]["directions"]["schema"] == {
        "type": "array",
        "items": {"type": "string", "enum": ["up", "right", "down", "left"]},
        "minItems": 1,
        "maxItems": 32,
    }


def test_the_bounds_that_are_described_are_those_that_hold(
    visitor: Visitor, api: BaseSchema
) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    described = api.raw_schema["components"]["parameters"]
    most = described["directions"]["schema"]["maxItems"]
    highest = described["version"]["schema"]["maximum"]

    assert visitor.post("/move/" + ",".join(["left"] * (most + 1))).status_code == 400
    assert visitor.post("/move/" + ",".join(["left"] * most)).status_code == 200
    assert visitor.post("/undo", highest + 1).status_code == 400
    assert visitor.post("/undo", highest).status_code == 409
    assert described["moves"]["schema"] == described["directions"]["schema"]
    assert described["lesson"]["schema"]["enum"] == [*LESSONS]
    assert described["language"]["schema"]["anyOf"][0]["enum"] == [*LANGUAGES] == ["hi", "en"]


def _break_the_app(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(visitor.app.before_request_funcs, None, [lambda: 1 / 0])


def _break_the_store(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise StoreUnavailable("locked")

    for way in ("_read", "probe"):
        monkeypatch.setattr(visitor.app.session_interface, way, fail)


def _visit(**headers: str) -> Callable[[Visitor, str, str], TestResponse]:
    """How a visitor of a game that allows everything sends a request, with these headers."""

    def send(visitor: Visitor, method: str, path: str) -> TestResponse:
        sent = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
        query = {"version": visitor.version} if method == "POST" else {}
        return visitor.client.open(path, method=method, headers=sent, query_string=query)

    return send


def _visit_elsewhere(visitor: Visitor, method: str, path: str) -> TestResponse:
    return _visit()(visitor, method, f"{path}/x")


def _visit_heavily(visitor: Visitor, method: str, path: str) -> TestResponse:
    return visitor.client.open(path, method=method, headers=JSON, data=b"x" * 100_000)


def _visit_late(visitor: Visitor, method: str, path: str) -> TestResponse:
    visitor.version -= 1
    if method == "GET":
        # What has no version needs a game.
        visitor.client.delete_cookie("session")
    return _visit()(visitor, method, path)


def _visit_too_often(visitor: Visitor, method: str, path: str) -> TestResponse:
    for limit in ("NEW_SESSIONS", "REPLAYS", "SOLVER_LIMIT"):
        visitor.app.config[limit] = "0 per minute"
    if path == "/new-game":
        visitor.client.delete_cookie("session")
    return _visit()(visitor, method, path)


# How each status is come by.
WAYS: dict[int, Callable[[Visitor, str, str], TestResponse]] = {
    200: _visit(),
    303: _visit(Accept="text/html"),
    400: _visit(Host="a..b"),
    403: _visit(Sec_Fetch_Site="cross-site"),
    404: _visit_elsewhere,
    409: _visit_late,
    413: _visit_heavily,
    429: _visit_too_often,
    500: _visit(),
    503: _visit(),
}
BREAK = {500: _break_the_app, 503: _break_the_store}


def test_there_is_a_way_to_every_status_that_is_described(api: BaseSchema) -> None:
    described = {int(code) for each in operations(api) for code in each.responses.status_codes}

    assert described == WAYS.keys()


@pytest.mark.parametrize("status", WAYS)
def test_every_answer_that_is_described_is_given_as_described(
    tmp_path: Path, api: BaseSchema, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for operation in operations(api):
        if str(status) not in operation.responses.status_codes:
            continue
        visitor = Visitor(create_app({"INSTANCE_PATH": str(tmp_path)}))
        visitor.sit_down(allowed_player(operation.path))
        with monkeypatch.context() as broken:
            BREAK.get(status, lambda *_: None)(visitor, broken)
            response = WAYS[status](visitor, operation.method.upper(), example(operation))

        assert response.status_code == status, operation.label
        operation.validate_response(response)


CONFLICTS = {
    "stale_version": ("/undo", moved_player(), 1),
    "banner_open": ("/move/left", player_on("1024 1024 . .").move([Direction.LEFT])[0], None),
    "game_over": ("/move/left", player_on(*OVER), None),
    "nothing_to_undo": ("/undo", player_on("2 2 . ."), None),
    "not_over": ("/share", moved_player(), None),
    "no_game": ("/keep-playing", Player(version=3), None),
    "game_lost": ("/undo", forged_player(), None),
}


def test_every_conflict_is_tried() -> None:
    assert set(errors.codes()[409]) == CONFLICTS.keys()


@pytest.mark.parametrize("code", CONFLICTS)
def test_a_conflict_is_answered_as_described(visitor: Visitor, api: BaseSchema, code: str) -> None:
    path, player, version = CONFLICTS[code]
    refused = visitor.sit_down(player).post(path, version)
    operation = next(each for each in operations(api) if example(each) == path)

    assert refused.json["error"]["code"] == code
    operation.validate_response(refused)


@pytest.mark.parametrize("error", [NoSolver, SolverBusy])
@pytest.mark.parametrize("path", ["/hint", "/autoplay"])
def test_a_solver_that_is_busy_or_not_there_is_answered_as_described(
    visitor: Visitor,
    api: BaseSchema,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    error: type[Exception],
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("app.web.coach.solve", fail)
    refused = visitor.sit_down(moved_player()).post(path)

    assert refused.status_code == 503
    assert refused.json["error"]["code"] in errors.codes()[503]
    api[path]["POST"].validate_response(refused)


@pytest.mark.parametrize("change", [{"played": None}, {"more": 1}, {"board": [3] * 16}])
def test_an_answer_that_is_not_as_described_would_be_found(
    visitor: Visitor, api: BaseSchema, change: dict[str, Any]
) -> None:
    response = visitor.client.get("/game")
    response.set_data(visitor.app.json.dumps({**response.json, **change}))

    with pytest.raises(schemathesis.core.failures.Failure):
        api["/game"]["GET"].validate_response(response)


PLAYERS = [player for _, player, _ in CONFLICTS.values()] + [
    *(moved_player(), finished_player(), Player())
]
MET = {GenerationMode.POSITIVE: {200, 409}, GenerationMode.NEGATIVE: {200, 400, 404}}


@pytest.mark.parametrize("mode", GenerationMode)
def test_requests_that_are_generated_are_answered_as_described(
    app: Flask, api: BaseSchema, mode: GenerationMode
) -> None:
    """What fits the description is taken, what does not is refused, and either by its shape."""
    answered = set()

    def request(case: schemathesis.Case, current: bool, player: Player) -> None:
        visitor = Visitor(app).sit_down(player)
        if current and case.method == "POST" and mode.is_positive:
            case.query["version"] = visitor.version
        cookie = visitor.client.get_cookie("session").value
        response = case.call_and_validate(app=app, cookies={"session": cookie})
        answered.add(response.status_code)

    for operation in operations(api):
        cases = operation.as_strategy(generation_mode=mode)
        drawn = given(cases, st.booleans(), st.sampled_from(PLAYERS))
        settings(quick, max_examples=20, derandomize=True)(drawn(request))()
    assert answered >= MET[mode]
