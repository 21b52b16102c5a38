"""Without a connection: the page that is kept, and how it comes back."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.visitor import player_on

START = ("2 2 . .", ". 4 . .", ". . 8 .")
# A page that comes back by itself looks for the connection every three seconds.
PATIENCE = 15_000


def sit_down_with_worker(table: Table) -> None:
    table.sit_down(player_on(*START))
    table.page.wait_for_function(
        "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
    )


def test_without_a_server_a_page_says_that_the_game_is_safe_and_comes_back(table: Table) -> None:
    sit_down_with_worker(table)
    table.site.kill()
    try:
        table.page.goto("/en/rules")
        expect(table.page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(table.page.get_by_text("Your game is safe")).to_be_visible()
        font = table.page.evaluate("getComputedStyle(document.body).fontFamily")
        assert "system-ui" in font
    finally:
        table.site.start()

    expect(table.page.get_by_role("heading", name="No connection")).to_be_hidden(timeout=PATIENCE)
    expect(table.page).to_have_url(f"{table.site.url}/en/rules")


def test_a_connection_that_is_back_brings_back_the_game_at_once(table: Table) -> None:
    sit_down_with_worker(table)
    table.press("left")
    table.expect_turn(1)
    table.context.set_offline(True)
    table.page.reload()
    expect(table.page.get_by_role("heading", name="No connection")).to_be_visible()
    table.context.set_offline(False)

    table.expect_turn(1)
    table.settle()


@pytest.mark.parametrize(
    ("path", "language"), [("/hi/", "hi"), ("/en/strategy", "en"), ("/", "en"), ("/fr/", "en")]
)
def test_the_kept_page_is_in_the_language_of_the_page_that_was_wanted(
    table: Table, path: str, language: str
) -> None:
    sit_down_with_worker(table)
    table.context.set_offline(True)
    table.page.goto(path)

    expect(table.page.locator("#offline")).to_be_visible()
    expect(table.page.locator("html")).to_have_attribute("lang", language)


def test_the_kept_page_has_the_theme_that_was_chosen(table: Table) -> None:
    sit_down_with_worker(table)
    table.page.evaluate("localStorage.setItem('2048.theme', 'dark')")
    table.context.set_offline(True)
    table.page.reload()

    expect(table.page.locator("#offline")).to_be_visible()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_of_the_game_is_kept(table: Table) -> None:
    sit_down_with_worker(table)
    table.press("left", "right")
    table.expect_turn(2)
    kept = table.page.evaluate(
        """async () => {
            const names = await caches.keys();
            const all = await Promise.all(
                names.map(async name => (await caches.open(name)).keys()));
            return all.flat().map(({url}) => new URL(url).pathname);
        }"""
    )

    statics = {path for path in kept if path.startswith("/static/")}
    assert set(kept) - statics == {"/hi/offline", "/en/offline"}
    assert {path.split("/", 3)[3] for path in statics} == {
        *("css/site.css", "img/icon.svg"),
        *("js/offline.js", "js/settings.js", "js/storage.js"),
    }


def test_an_older_version_s_pages_are_thrown_away(table: Table) -> None:
    table.page.goto("/en/rules")
    table.page.evaluate("caches.open('2048 offline /static/older/')")
    sit_down_with_worker(table)

    names = table.page.evaluate("caches.keys()")
    assert len(names) == 1
    assert "older" not in names[0]


def test_the_worker_lets_requests_of_the_game_pass(table: Table) -> None:
    sit_down_with_worker(table)
    table.page.reload()
    table.settle()
    assert table.page.evaluate("navigator.serviceWorker.controller !== null")
    with table.page.expect_response("**/move/**") as move:
        table.press("left")
    with table.page.expect_response("**/game?**") as state:
        table.page.evaluate("dispatchEvent(new Event('online'))")

    assert not move.value.from_service_worker
    assert not state.value.from_service_worker


def test_the_page_of_the_missing_connection_leads_to_the_game_if_there_is_one(
    table: Table,
) -> None:
    table.page.goto("/en/offline")

    expect(table.page).to_have_url(f"{table.site.url}/en/", timeout=PATIENCE)


def test_the_manifest_makes_the_site_installable(table: Table) -> None:
    for language in ("en", "hi"):
        table.page.goto(f"/{language}/")
        href = table.page.locator("link[rel=manifest]").get_attribute("href")
        assert href is not None
        response = table.context.request.get(href)
        manifest = response.json()

        assert response.headers["content-type"] == "application/manifest+json"
        assert (manifest["lang"], manifest["dir"]) == (language, "ltr")
        assert (manifest["start_url"], manifest["scope"]) == (f"/{language}/", "/")
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            found = table.context.request.get(icon["src"])
            assert found.status == 200, icon["src"]
            assert found.headers["content-type"].startswith(icon["type"])
    devtools = table.context.new_cdp_session(table.page)
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
