"""The link of a finished game: made by its player, opened by anybody, refused if altered."""

import json
import re
from dataclasses import replace

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from app import create_app
from app.game import Game
from app.player import Player
from app.replay import to_token
from app.rules import Direction
from app.sessions import CompareAndSetSessions
from app.web import review
from tests.careless import at_random, play
from tests.strategies import quick
from tests.visitor import Visitor, player_on

HTML = {"Accept": "text/html"}
GAME = play(at_random(1), b"sixteen bytes ok")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def share(visitor: Visitor, game: Game = GAME) -> str:
    """Ask for the link of a finished game; return its path."""
    visitor.sit_down(Player(version=7, game=game))
    address = visitor.play("/share")["address"]
    assert address.startswith("http://localhost/")
    return address.removeprefix("http://localhost")


def test_a_link_shows_the_game_to_who_has_never_been_here(app: Flask) -> None:
    path = share(Visitor(app))
    response = Visitor(app).client.get(path.replace("/hi/", "/en/"), headers=HTML)
    record = json.loads(re.search(r'id="record">(.*?)</script>', response.text)[1])

    assert response.status_code == 200
    assert "Set-Cookie" not in response.headers
    assert record["moves"] == GAME.moves
    assert record["scores"][-1] == GAME.score
    assert f"A game of 2048: {GAME.score:,} points" in response.text
    letters = "".join(chr(95 + tile.bit_length()) if tile else "." for tile in GAME.board)
    assert record["boards"].endswith(letters)


def test_the_link_holds_seed_and_moves_and_a_digest_and_nothing_else(visitor: Visitor) -> None:
    path = share(visitor)

    assert path == f"/hi/replay/{to_token(GAME)}"
    assert len(path) < 200


def test_the_link_is_in_the_language_of_the_request(visitor: Visitor) -> None:
    visitor.sit_down(Player(version=7, game=GAME))
    response = visitor.client.post("/share?version=7&language=en")

    assert response.json["address"].startswith("http://localhost/en/replay/")


def test_what_others_show_of_a_link_is_in_its_language(visitor: Visitor) -> None:
    path = share(visitor)
    hindi = visitor.client.get(path, headers=HTML).text
    english = visitor.client.get(path.replace("/hi/", "/en/"), headers=HTML).text

    assert re.search(r'og:title" content="2048 का एक खेल', hindi)
    assert f'og:title" content="A game of 2048: {GAME.score:,} points"' in english
    assert f'og:description" content="Largest tile {max(GAME.board)}, {GAME.turn} moves.' in english
    assert f'href="{path.replace("/hi/", "/en/")}"' in hindi


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app without the limit, for many tries."""
    instance = str(tmp_path_factory.mktemp("instance"))
    return create_app({"INSTANCE_PATH": instance, "TESTING": True, "REPLAYS": "1000000 per minute"})


@given(st.integers(0, len(to_token(GAME)) - 1), st.sampled_from(LETTERS))
@quick
def test_an_altered_link_is_refused_with_a_sentence(site: Flask, place: int, letter: str) -> None:
    token = to_token(GAME)
    altered = token[:place] + letter + token[place + 1 :]
    response = site.test_client().get(f"/en/replay/{altered}", headers=HTML)

    assert response.status_code == (200 if altered == token else 404)
    assert ("This link leads to no game" in response.text) is (altered != token)


def test_a_refused_link_is_an_error_of_the_one_shape(visitor: Visitor) -> None:
    response = visitor.client.get("/en/replay/abc")

    assert response.status_code == 404
    assert response.json["error"]["code"] == "broken_link"
    assert response.json["error"]["message"].startswith("This link leads to no game")


RUNNING = Player(version=7, game=play(at_random(1), b"seed", most=20))
WON = player_on("1024 1024 . .").move([Direction.LEFT])[0]


@pytest.mark.parametrize("player", [RUNNING, WON], ids=["running", "won"])
def test_only_a_game_that_is_over_has_a_link(visitor: Visitor, player: Player) -> None:
    visitor.sit_down(player)
    response = visitor.post("/share")

    assert (response.status_code, response.json["error"]["code"]) == (409, "not_over")
    assert response.json["state"]["turn"] == player.game.turn
    assert player.game.seed.decode() not in response.text


def test_a_link_is_made_on_the_current_version_only(visitor: Visitor) -> None:
    visitor.sit_down(Player(version=7, game=GAME))

    assert visitor.post("/share", 6).json["error"]["code"] == "stale_version"
    assert Visitor(visitor.app).post("/share").json["error"]["code"] == "no_game"


def test_a_game_whose_moves_lead_elsewhere_has_no_link(visitor: Visitor) -> None:
    visitor.sit_down(Player(version=7, game=replace(GAME, seed=b"another")))

    assert visitor.post("/share").json["error"]["code"] == "game_lost"


def test_a_link_that_is_longer_than_any_of_ours_is_refused_unread(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = to_token(GAME)
    monkeypatch.setattr(review, "MOST_LETTERS", len(token))
    assert visitor.client.get(f"/en/replay/{token}").status_code == 200
    monkeypatch.setattr(review, "MOST_LETTERS", len(token) - 1)
    assert visitor.client.get(f"/en/replay/{token}").status_code == 404


@pytest.mark.parametrize("host", ["", "a b", "\\"])
def test_a_link_is_made_only_where_the_host_can_be_read(visitor: Visitor, host: str) -> None:
    visitor.sit_down(Player(version=7, game=GAME))
    response = visitor.client.post("/share?version=7&language=en", headers={"Host": host})

    assert (response.status_code, response.json["error"]["code"]) == (400, "bad_request")
    assert response.json["error"]["message"].startswith("A link needs the address")


def test_making_a_link_changes_nothing(visitor: Visitor) -> None:
    share(visitor)

    assert visitor.state()["version"] == 7


def test_without_a_script_the_button_leads_to_the_game_itself(visitor: Visitor) -> None:
    visitor.sit_down(Player(version=7, game=GAME))
    html = visitor.client.get("/en/review", headers=HTML).text
    action = re.search(r'action="(/share[^"]*)"', html)[1].replace("&amp;", "&")
    response = visitor.client.post(action, headers=HTML)

    assert (response.status_code, response.headers["Location"]) == (
        303,
        f"/en/replay/{to_token(GAME)}",
    )


def test_a_long_game_is_kept_under_a_short_name(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "MOST_LETTERS", 50)
    visitor = Visitor(app)
    path = share(visitor)
    name = path.rpartition("/")[2]

    assert re.fullmatch(r"[\w-]{24}", name)
    assert share(visitor) == path
    response = Visitor(app).client.get(path, headers=HTML)
    assert response.status_code == 200
    assert GAME.moves in response.text
    other = ("A" if name[0] != "A" else "B") + name[1:]
    assert visitor.client.get(f"/en/replay/{other}").status_code == 404


def test_a_kept_game_is_kept_for_a_year(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    monkeypatch.setattr(review, "MOST_LETTERS", 50)
    store = app.session_interface
    assert isinstance(store, CompareAndSetSessions)
    swap = store._swap

    def watch(store_id: str, old: bytes | None, new: bytes, seconds: int) -> bool:
        if store_id.startswith("shared:"):
            kept.append(seconds)
        return swap(store_id, old, new, seconds)

    monkeypatch.setattr(store, "_swap", watch)
    share(Visitor(app))

    assert kept == [365 * 24 * 3600]


def test_what_is_kept_is_no_session(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "MOST_LETTERS", 50)
    name = share(Visitor(app)).rpartition("/")[2]
    thief = app.test_client()
    for sid in (name, f"shared:{name}"):
        thief.set_cookie("session", sid)
        assert thief.get("/game").json["status"] == "none"


def test_a_link_that_others_have_just_opened_is_not_played_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = share(visitor)
    first = visitor.client.get(path, headers=HTML)
    monkeypatch.setattr(review, "from_token", lambda _: pytest.fail("it was played again"))

    assert visitor.client.get(path, headers=HTML).text == first.text
    english = path.replace("/hi/", "/en/")
    assert "After 3 of" in visitor.client.get(f"{english}?move=3", headers=HTML).text


def test_altered_links_count_like_others(app: Flask) -> None:
    app.config["REPLAYS"] = "2 per minute"
    answers = [app.test_client().get("/en/replay/abc").status_code for _ in range(3)]

    assert answers == [404, 404, 429]


def test_links_of_one_network_are_limited(app: Flask) -> None:
    app.config["REPLAYS"] = "2 per minute"
    visitor = Visitor(app).sit_down(Player(version=7, game=GAME))
    answers = [visitor.post("/share").status_code for _ in range(3)]

    assert answers == [200, 200, 429]
