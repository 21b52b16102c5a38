"""The page without a script: what is drawn, and the forms that play."""

import gzip

import pytest
from flask import url_for

from tests.visitor import Visitor, player_on, save_session
from tests.web.form import read_forms

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en"}


def page(visitor: Visitor) -> str:
    response = visitor.client.get("/en/", headers=HTML)
    assert (response.status_code, response.mimetype) == (200, "text/html")
    return response.text


def test_a_first_visit_stores_nothing_and_offers_a_new_game(visitor: Visitor) -> None:
    response = visitor.client.get("/en/", headers=HTML)

    assert "Set-Cookie" not in response.headers
    assert read_forms(response.text)["New game"].action == "/new-game?version=0&language=en"


def test_every_control_is_a_form_whose_url_says_all(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41))
    forms = read_forms(page(visitor))

    assert {label: (form.method, form.action) for label, form in forms.items() if label} == {
        "Left": ("post", "/move/left?version=41&language=en"),
        "Up": ("post", "/move/up?version=41&language=en"),
        "Down": ("post", "/move/down?version=41&language=en"),
        "Right": ("post", "/move/right?version=41&language=en"),
        "New game": ("post", "/new-game?version=41&language=en"),
        "Undo": ("post", "/undo?version=41&language=en"),
        "Hint": ("post", "/hint?version=41&language=en"),
        "Auto": ("post", "/autoplay?version=41&language=en"),
    }


def test_controls_that_would_do_nothing_are_disabled(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    forms = read_forms(page(visitor))

    assert {label for label, form in forms.items() if form.disabled} == {"Up", "Undo"}


@pytest.mark.parametrize("label", ["Left", "New game"])
def test_a_form_plays_and_leads_back_to_the_page(visitor: Visitor, label: str) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41))
    form = read_forms(page(visitor))[label]
    response = visitor.client.post(form.action, headers=HTML)

    assert (response.status_code, response.headers["Location"]) == (303, "/en/?version=42")
    assert visitor.state()["version"] == 42


def test_a_form_sent_twice_plays_once_and_shows_where_the_game_stands(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4", version=41))
    form = read_forms(page(visitor))["Left"]
    visitor.client.post(form.action, headers=HTML)
    response = visitor.client.post(form.action, headers=HTML)

    assert (response.status_code, response.mimetype) == (409, "text/html")
    assert "The game has moved on" in response.text
    assert read_forms(response.text)["Undo"].action == "/undo?version=42&language=en"
    assert visitor.state()["turn"] == 1


def test_the_win_offers_its_choice_as_forms(visitor: Visitor) -> None:
    visitor.sit_down(player_on("1024 1024 . .", version=41))
    visitor.play("/move/left")
    html = page(visitor)

    assert "You made 2048!" in html
    assert read_forms(html)["Keep playing"].action == "/keep-playing?version=42&language=en"


def test_the_end_says_so_and_offers_undo_only_where_there_is_something_to_undo(
    visitor: Visitor,
) -> None:
    visitor.sit_down(player_on("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"))
    html = page(visitor)

    assert "No move is left" in html
    assert "Keep playing" not in read_forms(html)
    assert read_forms(html)["Undo"].disabled


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nothing", 404, "There is no page at this address."),
        ("PUT", "/undo", 405, "another kind"),
        ("POST", "/undo", 400, "A request names a version"),
    ],
)
def test_an_error_is_a_page_for_who_wants_pages(
    visitor: Visitor, method: str, path: str, status: int, words: str
) -> None:
    response = visitor.client.open(path, method=method, headers=HTML)

    assert (response.status_code, response.mimetype) == (status, "text/html")
    assert words in response.text


def test_the_address_of_a_sent_form_leads_back_to_the_game(visitor: Visitor) -> None:
    response = visitor.client.get("/move/left?version=7&language=en", headers=HTML)

    assert (response.status_code, response.headers["Location"]) == (302, "/en/")


def test_a_browser_that_takes_anything_is_led_back_from_its_form(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4"))
    response = visitor.post("/move/left", headers={"Accept": "*/*"}, data={"play": ""})

    assert response.status_code == 303


def test_while_the_banner_is_open_nothing_that_moves_can_be_pressed(visitor: Visitor) -> None:
    visitor.sit_down(player_on("1024 1024 . ."))
    visitor.play("/move/left")
    forms = read_forms(page(visitor))

    assert {label for label, form in forms.items() if form.disabled} == {
        *("Up", "Right", "Down", "Left"),
        *("Hint", "Auto"),
    }


def test_every_button_of_a_form_has_a_name(visitor: Visitor) -> None:
    """Lynx sends a form without a field by GET, whatever its method says."""
    visitor.sit_down(player_on("1024 1024 . ."))
    visitor.play("/move/left")
    forms = read_forms(page(visitor))

    assert len(forms) == 9
    assert all(form.named for form in forms.values())


@pytest.mark.parametrize(
    ("accept", "mimetype"),
    [
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("text/html", "text/html"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("text/*", "text/html"),
        ("nonsense", "application/json"),
        ("image/png", "application/json"),
    ],
)
def test_the_answer_is_of_the_kind_the_client_accepts(
    visitor: Visitor, accept: str, mimetype: str
) -> None:
    assert visitor.client.get("/nothing", headers={"Accept": accept}).mimetype == mimetype


def test_a_corrupt_saved_game_is_told_on_the_page(visitor: Visitor) -> None:
    visitor.use_session(save_session(visitor.app, b"\xc1"))

    assert "could not be read" in page(visitor)


def test_statics_may_be_cached_for_a_year_under_a_path_with_their_version(
    visitor: Visitor,
) -> None:
    with visitor.app.test_request_context():
        path = url_for("static", filename="js/main.js")
    with visitor.client.get(path, headers={"Accept-Encoding": "gzip"}) as response:
        headers = response.headers
        assert b"createGame" in gzip.decompress(response.data)

    assert path.startswith("/static/")
    assert path.count("/") == 4
    assert response.status_code == 200
    assert response.mimetype == "text/javascript"
    assert set(headers["Cache-Control"].split(", ")) == {
        *("public", "max-age=31536000", "immutable")
    }
    assert headers.getlist("Vary") == ["Accept-Encoding"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    # A policy is for documents; here it would only weigh.
    assert "Content-Security-Policy" not in headers
    assert headers["Content-Encoding"] == "gzip"


def test_an_answer_to_a_move_is_not_compressed(visitor: Visitor) -> None:
    visitor.sit_down(player_on("2 2 . 4", ". 2 . ."))
    headers = {"Accept-Encoding": "gzip"}
    response = visitor.post("/move/left,up,left,up,right,down", headers=headers)

    assert len(response.data) > 500
    assert "Content-Encoding" not in response.headers


def test_a_part_of_a_static_file_is_never_sent_compressed(visitor: Visitor) -> None:
    path = f"{visitor.app.static_url_path}/css/site.css"
    headers = {"Range": "bytes=0-99", "Accept-Encoding": "gzip"}
    with visitor.client.get(path, headers=headers) as response:
        assert response.status_code == 200
        assert b":root" in gzip.decompress(response.data)


def test_a_page_without_its_last_slash_is_no_redirect_to_the_host_that_was_named(
    visitor: Visitor,
) -> None:
    response = visitor.client.get("/hi", headers={**HTML, "Host": "evil.example"})

    assert response.status_code == 200
    assert 'lang="hi"' in response.text


def test_an_error_page_is_no_translation_of_the_game(visitor: Visitor) -> None:
    html = visitor.client.get("/en/nothing", headers=HTML).text

    assert "hreflang" not in html
