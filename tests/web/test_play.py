"""The endpoints of the game, as a script uses them."""

from dataclasses import replace

import pytest
from flask import Flask

from app.rules import Direction
from tests.boards import board
from tests.visitor import Visitor, ending_player, player_on

OVER = ("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2")
BEFORE_WIN = ("1024 1024 . .",)


def test_who_has_no_game_yet_gets_an_empty_board_and_no_session(visitor: Visitor) -> None:
    response = visitor.client.get("/game")

    assert "Set-Cookie" not in response.headers
    assert response.json == {
        "version": 0,
        "turn": 0,
        "score": 0,
        "best": 0,
        "board": [0] * 16,
        "status": "none",
        "reached": False,
        "assisted": False,
        "can_undo": False,
        "lost": False,
        "slides": {},
        "played": [],
    }


def test_a_new_game_has_two_tiles_and_a_cookie_that_brings_it_back(visitor: Visitor) -> None:
    state = visitor.play("/new-game")

    assert state["status"] == "playing"
    assert sorted(tile for tile in state["board"] if tile)[0] in {2, 4}
    assert sum(1 for tile in state["board"] if tile) == 2
    assert visitor.state() == state


def test_a_state_tells_what_every_legal_direction_would_do(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))

    assert visitor.state()["slides"] == {
        "right": {"gained": 4, "motions": [[1, 2], [0, 2]], "merged": [2]},
        "down": {"gained": 0, "motions": [[0, 12], [1, 13], [3, 15]], "merged": []},
        "left": {"gained": 4, "motions": [[1, 0], [3, 1]], "merged": [0]},
    }


def test_a_move_is_answered_with_what_was_played_and_where_the_game_stands(
    visitor: Visitor,
) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41, seed=b"seed"))
    state = visitor.play("/move/left")

    assert state["played"] == [
        {
            "direction": "left",
            "gained": 4,
            "motions": [[1, 0], [3, 1]],
            "merged": [0],
            "spawn": {"cell": 3, "value": 2},
        }
    ]
    assert state["board"] == list(board("4 4 . 2"))
    assert (state["version"], state["turn"], state["score"], state["best"]) == (42, 1, 4, 4)
    assert state["can_undo"] is True


def test_a_list_of_directions_is_played_in_order_without_the_illegal_ones(
    visitor: Visitor,
) -> None:
    visitor.sit_down(player_on("2 4 8 16"))
    state = visitor.play("/move/left,up,right,down,left")

    assert [move["direction"] for move in state["played"]][:1] == ["down"]
    assert state["turn"] == len(state["played"])
    assert state["version"] == 8
    assert visitor.state() == {**state, "played": []}


def test_illegal_directions_alone_change_nothing_not_even_the_version(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 4 8 16"))
    before = visitor.state()

    assert visitor.play("/move/left,up,right") == before
    assert visitor.state() == before


def test_as_many_as_32_directions_go_in_one_request_and_no_more(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . .", ". . 4 ."))

    assert visitor.post("/move/" + ",".join(["left", "up"] * 16)).status_code == 200
    assert visitor.post("/move/" + ",".join(["left"] * 33)).status_code == 400


def test_the_moves_stop_at_the_win_and_the_banner_is_open(visitor: Visitor) -> None:
    visitor.sit_down(player_on(*BEFORE_WIN))
    state = visitor.play("/move/left,right,up")

    assert (state["status"], state["turn"], state["reached"]) == ("won", 1, True)
    refused = visitor.post("/move/right")
    assert refused.status_code == 409
    assert refused.json["error"]["code"] == "banner_open"
    assert refused.json["state"] == {**state, "played": []}


def test_after_keep_playing_the_banner_never_returns(visitor: Visitor) -> None:
    visitor.sit_down(player_on("1024 1024 . .", ". . . .", "1024 1024 . ."))
    visitor.play("/move/left")
    state = visitor.play("/keep-playing")

    assert state["status"] == "playing"
    assert visitor.state()["status"] == "playing"
    assert visitor.play("/move/up")["board"].count(4096) == 1
    assert visitor.state()["status"] == "playing"


def test_keep_playing_without_a_banner_changes_nothing(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . ."))
    before = visitor.state()

    assert visitor.play("/keep-playing") == before


def test_a_2048_on_the_last_move_is_both_and_cannot_go_on(visitor: Visitor) -> None:
    """gabrielecirulli/2048#180."""
    rows = ("1024 1024 8 16", "8 16 32 64", "16 32 64 128", "32 64 128 256")
    visitor.sit_down(ending_player(*rows, direction=Direction.RIGHT))
    state = visitor.play("/move/right")

    assert (state["status"], state["reached"], state["slides"]) == ("over", True, {})
    refused = visitor.post("/keep-playing")
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "game_over")


def test_after_the_end_the_final_board_stays(visitor: Visitor) -> None:
    visitor.sit_down(player_on(*OVER))
    refused = visitor.post("/move/up")

    assert (refused.status_code, refused.json["error"]["code"]) == (409, "game_over")
    assert visitor.state()["board"] == list(board(*OVER))


def test_undo_takes_one_move_back_and_the_same_move_brings_the_same_tile(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    before = visitor.state()
    played = visitor.play("/move/left")
    undone = visitor.play("/undo")

    assert undone == {**before, "version": 9, "assisted": True, "best": 4}
    again = visitor.play("/move/left")
    assert again["played"] == played["played"]


def test_undo_at_turn_0_brings_back_the_game_that_new_game_replaced(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    replaced = visitor.play("/move/left")
    visitor.play("/new-game")
    visitor.play("/new-game")
    back = visitor.play("/undo")

    assert back == {**replaced, "version": replaced["version"] + 3, "played": []}
    assert back["assisted"] is False


def test_without_a_move_and_a_replaced_game_there_is_nothing_to_undo(visitor: Visitor) -> None:
    visitor.play("/new-game")
    refused = visitor.post("/undo")

    assert (refused.status_code, refused.json["error"]["code"]) == (409, "nothing_to_undo")


def test_an_assisted_game_does_not_raise_the_best_score(visitor: Visitor) -> None:
    player = player_on("2 2 . 4", best=100)
    visitor.sit_down(replace(player, game=replace(player.game, assisted=True)))
    visitor.sit_down(player_on("1024 1024 . .", best=100))
    visitor.play("/move/left")
    visitor.play("/undo")

    assert visitor.state()["best"] == 2048
    visitor.play("/move/left")
    visitor.play("/keep-playing")
    visitor.play("/new-game")
    assert visitor.state()["best"] == 2048


@pytest.mark.parametrize("path", ["/move/left", "/keep-playing"])
def test_without_a_game_there_is_nothing_to_play(visitor: Visitor, path: str) -> None:
    refused = visitor.post(path, 0)

    assert (refused.status_code, refused.json["error"]["code"]) == (409, "no_game")
    assert refused.json["state"]["status"] == "none"


def test_a_request_that_is_sent_again_is_told_from_another_s(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41))
    visitor.post("/move/left", 41)

    assert visitor.post("/move/left", 41).json["repeated"] is True
    assert visitor.post("/move/right", 41).json["repeated"] is False
    assert visitor.post("/move/left", 40).json["repeated"] is False
    visitor.post("/undo", 42)
    assert visitor.post("/move/left", 41).json["repeated"] is False


def test_a_first_new_game_that_is_sent_again_is_known(visitor: Visitor) -> None:
    visitor.post("/new-game", 0)
    again = visitor.post("/new-game", 0)

    assert (again.status_code, again.json["repeated"]) == (409, True)


@pytest.mark.parametrize("path", ["/move/left", "/new-game", "/undo", "/keep-playing"])
def test_a_change_on_an_old_version_is_refused_with_the_fresh_state(
    visitor: Visitor, path: str
) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41))
    state = visitor.play("/move/left")
    refused = visitor.post(path, 41)

    assert refused.status_code == 409
    assert refused.json["error"]["code"] == "stale_version"
    assert refused.json["state"] == {**state, "played": []}
    assert visitor.state() == {**state, "played": []}


def test_a_page_of_a_session_that_is_gone_does_not_match_the_next_one(app: Flask) -> None:
    first = {Visitor(app).play("/new-game")["version"] for _ in range(20)}

    assert len(first) == 20


@pytest.mark.parametrize("version", ["", "-1", "x", "1.0", "1e3", "٣", "9" * 17, " 7", "7 "])
def test_a_version_that_is_no_number_is_a_bad_request(visitor: Visitor, version: str) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=7))
    before = visitor.state()
    refused = visitor.post("/move/left", version)

    assert (refused.status_code, refused.json["error"]["code"]) == (400, "bad_request")
    assert visitor.state() == before


def test_no_version_is_a_bad_request(visitor: Visitor) -> None:
    assert visitor.client.post("/move/left").status_code == 400


@pytest.mark.parametrize(
    "directions", ["lef", "LEFT", "0", "left,", ",left", "left,,up", "left up", "left%2Cfoo", "é"]
)
def test_a_direction_that_is_none_is_a_bad_request(visitor: Visitor, directions: str) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    before = visitor.state()
    refused = visitor.post(f"/move/{directions}")

    assert (refused.status_code, refused.json["error"]["code"]) == (400, "bad_request")
    assert visitor.state() == before


def test_answers_about_a_game_are_kept_by_no_cache(visitor: Visitor) -> None:
    response = visitor.client.get("/game")

    assert response.headers["Cache-Control"] == "no-store"
