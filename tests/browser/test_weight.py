"""What a visit costs over the wire, on the site's own server."""

from typing import Any
from urllib.parse import urlsplit

from tests.browser.table import Table
from tests.visitor import player_on

MOST_BYTES = 60_000


def visit(table: Table) -> dict[str, dict[str, Any]]:
    """Open the page with an empty cache; return what came, by path."""
    devtools = table.context.new_cdp_session(table.page)
    answers: dict[str, dict[str, Any]] = {}

    def answered(event: dict[str, Any]) -> None:
        response = event["response"]
        headers = {name.lower(): value for name, value in response["headers"].items()}
        answers[event["requestId"]] = {
            "path": urlsplit(response["url"]).path,
            "type": event["type"],
            "status": response["status"],
            "headers": headers,
            "bytes": 0,
        }

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in answers:
            answers[event["requestId"]]["bytes"] = event["encodedDataLength"]

    devtools.on("Network.responseReceived", answered)
    devtools.on("Network.loadingFinished", finished)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    table.sit_down(player_on("2 2 . .", ". 4 . ."))
    table.page.wait_for_load_state("networkidle")
    table.page.wait_for_timeout(200)
    return {answer["path"]: answer for answer in answers.values()}


def test_the_game_page_weighs_less_than_60_kilobytes(table: Table) -> None:
    answers = visit(table)
    total = sum(answer["bytes"] for answer in answers.values())

    assert all(answer["status"] == 200 for answer in answers.values())
    assert "/en/" in answers
    assert any(path.endswith("/js/main.js") for path in answers)
    assert 10_000 < total <= MOST_BYTES, {path: answer["bytes"] for path, answer in answers.items()}


def test_there_is_one_stylesheet_and_every_static_is_compressed_and_kept(table: Table) -> None:
    answers = visit(table)
    statics = [answer for path, answer in answers.items() if path.startswith("/static/")]

    assert [answer["type"] for answer in statics].count("Stylesheet") == 1
    for answer in statics:
        assert "immutable" in answer["headers"]["cache-control"], answer["path"]
        if answer["bytes"] > 1500 and not answer["path"].endswith(".png"):
            assert answer["headers"].get("content-encoding"), answer["path"]
    assert answers["/en/"]["headers"].get("content-encoding")


def test_every_module_is_asked_for_by_the_page_itself(table: Table) -> None:
    """Else a module would be found only when the one that imports it has come."""
    answers = visit(table)
    preloaded = table.page.locator("link[rel=modulepreload]").evaluate_all(
        "links => links.map(link => new URL(link.href).pathname)"
    )
    loaded = {path for path, answer in answers.items() if path.endswith(".js") and "/js/" in path}

    assert loaded - {path for path in loaded if path.endswith("/main.js")} == set(preloaded)


def test_what_the_solver_shows_is_loaded_at_its_first_use_from_the_folder_of_this_version(
    table: Table,
) -> None:
    answers = visit(table)
    main = next(path for path in answers if path.endswith("/main.js"))
    lazy = [main.replace("main.js", name) for name in ("hint.js", "autoplay.js")]
    assert not set(lazy) & set(answers)
    for path, name in zip(lazy, ("Hint", "Auto"), strict=True):
        with table.page.expect_response(lambda answer, path=path: answer.url.endswith(path)) as got:
            table.page.get_by_role("button", name=name).click()

        assert got.value.ok
        assert "immutable" in got.value.headers["cache-control"]


def test_the_board_is_painted_without_waiting_for_a_script(table: Table) -> None:
    sid = table.site.save_player(player_on("2 2 . .", ". 4 . ."))
    table.context.add_cookies([{"name": "session", "value": sid, "url": table.site.url}])
    table.page.route("**/*.js", lambda route: None)
    table.page.goto("/en/", wait_until="commit")
    table.page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint').length === 1"
    )

    tiles = table.page.locator("[data-cell][data-value]")
    assert tiles.count() == 3
    assert all(tile.is_visible() for tile in tiles.all())
