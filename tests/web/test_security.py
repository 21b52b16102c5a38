"""Who does not belong, and what every answer forbids."""

import base64
from pathlib import Path

import pytest

from app import create_app
from tests.visitor import Visitor, player_on

HERE = "http://localhost"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": HERE},
        {"Sec-Fetch-Site": "nonsense"},
        {"Sec-Fetch-Site": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
    ],
)
def test_posts_from_other_sites_are_refused_and_change_nothing(
    visitor: Visitor, headers: dict[str, str]
) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    before = visitor.state()
    refused = visitor.post("/move/left", headers=headers)

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "cross_site")
    assert visitor.state() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://proxied.example"},
        {"Origin": HERE},
        {"Origin": "https://localhost"},
    ],
)
def test_posts_from_our_own_pages_and_from_tools_are_taken(
    visitor: Visitor, headers: dict[str, str]
) -> None:
    visitor.sit_down(player_on("2 2 . 4"))

    assert visitor.post("/move/left", headers=headers).status_code == 200


def test_a_body_larger_than_any_form_is_refused(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    refused = visitor.post("/move/left", data=b"x" * 100_000)

    assert (refused.status_code, refused.json["error"]["code"]) == (413, "too_large")
    assert visitor.state()["turn"] == 0


def test_reading_is_open_to_all(visitor: Visitor) -> None:
    response = visitor.client.get("/game", headers={"Sec-Fetch-Site": "cross-site"})

    assert response.status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/game"), ("GET", "/nothing"), ("POST", "/undo")]
)
def test_every_answer_carries_the_headers(visitor: Visitor, method: str, path: str) -> None:
    headers = visitor.client.open(path, method=method).headers

    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_an_error_under_the_statics_is_kept_by_no_cache(visitor: Visitor) -> None:
    root = visitor.app.static_url_path
    response = visitor.client.get(f"{root}/js/none.js", headers={"Accept": "application/json"})

    assert response.status_code == 404
    assert response.headers["Cache-Control"] == "no-store"
    assert "Accept" in response.headers["Vary"]


def test_the_scheme_and_host_of_a_proxy_are_believed_by_setting_only(tmp_path: Path) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "game.example"}
    for proxies, secure in ((0, False), (1, True)):
        app = create_app({"INSTANCE_PATH": str(tmp_path), "PROXIES": proxies})
        response = app.test_client().post("/new-game?version=0", headers=headers)

        assert ("; Secure" in response.headers["Set-Cookie"]) is secure


def test_the_seed_of_a_running_game_never_leaves_the_server(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4", seed=b"very-secret-seed"))
    cookie = visitor.client.get_cookie("session")
    encoded = base64.b64encode(b"very-secret-seed").rstrip(b"=")

    pages = ("/game", "/en/", "/hi/", "/en/rules")
    responses = [visitor.client.get(page) for page in pages]
    responses += [visitor.post("/move/left"), visitor.post("/undo", 1), visitor.post("/x")]
    for response in responses:
        assert b"secret" not in response.data
        assert encoded[:8] not in response.data
    assert cookie is not None
    assert "secret" not in cookie.value
