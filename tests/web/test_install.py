"""The manifest, the worker and the page for the time without a connection, over HTTP."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import url_for

from app.config import LANGUAGES, texts_version
from tests.visitor import Visitor

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_manifest_of_the_same_app(visitor: Visitor, language: str) -> None:
    response = visitor.client.get(f"/{language}/manifest.webmanifest")
    manifest = response.json

    assert response.mimetype == "application/manifest+json"
    assert (manifest["id"], manifest["scope"]) == ("/", "/")
    assert (manifest["lang"], manifest["start_url"]) == (language, f"/{language}/")


def test_the_manifest_lies_below_where_the_site_is_mounted(visitor: Visitor) -> None:
    response = visitor.client.get("/en/manifest.webmanifest", base_url="http://localhost/games")
    manifest = response.json

    assert (manifest["scope"], manifest["start_url"]) == ("/games/", "/games/en/")
    assert all(icon["src"].startswith("/games/static/") for icon in manifest["icons"])


def test_the_worker_is_asked_for_anew_and_may_serve_the_whole_site(visitor: Visitor) -> None:
    with visitor.client.get("/service-worker.js") as response:
        assert (response.status_code, response.mimetype) == (200, "text/javascript")
        assert response.headers["Cache-Control"] == "no-cache"
        assert "script-src 'self'" in response.headers["Content-Security-Policy"]


def test_the_worker_s_address_holds_the_version_and_the_languages(visitor: Visitor) -> None:
    html = visitor.client.get("/en/", headers=HTML).text
    address = html.partition('data-worker="')[2].partition('"')[0].replace("&amp;", "&")
    with visitor.app.test_request_context():
        statics = url_for("static", filename="")

    assert urlsplit(address).path == "/service-worker.js"
    assert parse_qs(urlsplit(address).query) == {
        "statics": [statics],
        "texts": [texts_version()],
        "language": [*LANGUAGES],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_the_time_without_a_connection_is_for_everybody(
    visitor: Visitor, language: str
) -> None:
    response = visitor.client.get(f"/{language}/offline", headers=HTML)

    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.text
    assert "Set-Cookie" not in response.headers
    assert 'name="robots" content="noindex"' in response.text
