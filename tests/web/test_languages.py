"""Every word in every language: catalogs, templates, scripts, pages and errors."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask
from jinja2 import Environment

from app.config import LANGUAGES, ROOT, STATIC_FOLDER, TEMPLATE_FOLDER
from app.game import Game
from app.player import Player
from app.replay import to_token
from app.sessions import StoreUnavailable
from tests.boards import board
from tests.careless import at_random, play
from tests.visitor import Visitor, player_on

TRANSLATIONS = ROOT / "app" / "translations"
HTML = {"Accept": "text/html"}
PAGES = ("", "rules", "strategy", "review")
LETTER = re.compile(r"[^\W\d_]")
ATTRIBUTES = ("title", "aria-label", "alt", "placeholder", "aria-description", "label")

# What a Hindi page may say in Latin letters.
NAMES = {
    "English",  # the language's own name, in the switch
    *"WASDHJKL",  # what is printed on the keys
    *("U", "I", "N", "R"),
    "Esc",
}


def catalog(language: str) -> Catalog:
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def extracted() -> set[str]:
    with (TRANSLATIONS / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {**DEFAULT_KEYWORDS, "lazy_gettext": None}
    found = extract_from_dir(ROOT, methods, options, keywords)
    return {message for _, _, message, _, _ in found}


def placeholders(text: str) -> set[str]:
    braced = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return braced | set(re.findall(r"%\(\w+\)s", text))


def test_there_is_a_catalog_for_every_language_and_no_other() -> None:
    assert {path.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_holds_every_message_and_no_other(language: str) -> None:
    assert {message.id for message in catalog(language) if message.id} == extracted()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty_or_fuzzy(language: str) -> None:
    messages = list(catalog(language))

    assert [message.id for message in messages if not message.string or message.fuzzy] == []
    assert not catalog(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    messages = [message for message in catalog(language) if message.id]

    assert {message.id: placeholders(message.id) for message in messages} == {
        message.id: placeholders(message.string) for message in messages
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalog_is_that_of_the_written_one(language: str) -> None:
    path = TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo"
    with path.open("rb") as file:
        compiled = {message.id: message.string for message in read_mo(file) if message.id}

    written = {message.id: message.string for message in catalog(language) if message.id}
    assert compiled == written, "run pybabel compile -d app/translations"


def test_english_messages_are_their_own_translation() -> None:
    messages = [message for message in catalog("en") if message.id]

    assert [message.id for message in messages if message.id != message.string] == []


def test_hindi_sentences_end_as_hindi_sentences_do() -> None:
    ends = {
        message.id: message.string[-1]
        for message in catalog("hi")
        if message.id and message.id.endswith(".")
    }

    assert len(ends) > 20
    assert set(ends.values()) == {"।"}


class Words(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.hidden = tag in {"style"} or (tag == "script" and "src" in values)
        self.found += [values[name] for name in ATTRIBUTES if name in values]
        if tag == "meta" and values.get("name") == "description":
            self.found.append(values["content"])

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.found.append(data)


def words(html: str) -> list[str]:
    """Read a page; markup that is kept in a script for later is read too, and data is not."""
    html = re.sub(r'<script type="text/html"(.*?)</script>', r"<div\1</div>", html, flags=re.S)
    texts = re.findall(r'<script type="application/json" id="texts">(.*?)</script>', html, re.S)
    html = re.sub(r'<script type="application/json".*?</script>', "", html, flags=re.S)
    reader = Words()
    reader.feed(html)
    return [*reader.found, *(value for text in texts for value in read_values(text))]


def read_values(text: str) -> Iterator[str]:
    for value in json.loads(text or "{}").values():
        yield re.sub(r"\{\w+\}", "", value)


TEMPLATES = [
    path
    for path in sorted(TEMPLATE_FOLDER.rglob("*.html"))
    if path.parent.name not in LANGUAGES or path.parent.parent.name != "pages"
]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_shared_template_says_nothing_that_is_not_translated(path: Path) -> None:
    tokens = Environment(autoescape=True).lex(path.read_text(encoding="utf-8"))
    source = "".join(value for _, kind, value in tokens if kind == "data")

    assert [text for text in words(source) if LETTER.search(text)] == []


LITERAL = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|`(?:[^`\\]|\\.)*`",
    re.S,
)
TWO_WORDS = re.compile(r"[^\W\d_]{2,},? +[^\W\d_]{2,}")
# Selectors and class names, not for people.
NO_SENTENCES = re.compile(
    r"`tile (leaving )?at-\$\{cell\}`"
    r'|"(button|input|a|select|textarea|summary|dialog|\[\w+\])(, [\w\[\]]+)+"'
)


@pytest.mark.parametrize("path", sorted(STATIC_FOLDER.glob("js/*.js")), ids=lambda path: path.name)
def test_a_script_has_no_sentence_of_its_own(path: Path) -> None:
    literals = [
        literal
        for literal in LITERAL.findall(path.read_text(encoding="utf-8"))
        if not literal.startswith("/")
    ]
    sentences = [literal for literal in literals if TWO_WORDS.search(without_code(literal))]

    assert [literal for literal in sentences if not NO_SENTENCES.fullmatch(literal)] == []


def without_code(literal: str) -> str:
    """Drop what stands in braces in a template literal, from the inside out."""
    while (shorter := re.sub(r"\$?\{[^{}]*\}", "", literal)) != literal:
        literal = shorter
    return literal


@pytest.mark.parametrize("message", [str(one.string) for one in catalog("hi") if one.id])
def test_no_hindi_message_has_an_english_word(message: str) -> None:
    words = re.sub(r"\{\w+\}|%\(\w+\)s", "", message)

    assert latin(words) == set()


def test_scripts_say_nothing_but_texts() -> None:
    for script in sorted((STATIC_FOLDER / "js").glob("*.js")):
        spoken = re.findall(r"\b(?:say|tell|keep)\(\s*[\"'`][^\"'`$]", script.read_text())

        assert spoken == [], script.name


def latin(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]+", text)) - NAMES


def hindi_pages(visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Every page that the site has, and every state in which it is drawn."""
    client = visitor.client
    for path in (*PAGES, "strategy?lesson=care&moves=right", "strategy?moves=no", "no", "offline"):
        yield path, client.get(f"/hi/{path}", headers=HTML).text
    for path in ("/no?language=hi", "/undo?language=hi", "/move/no?version=0&language=hi"):
        yield path, client.post(path, headers=HTML).text
    yield "refused link", client.get("/hi/replay/no", headers=HTML).text
    finished = play(at_random(1), b"random 0")
    yield "replay", client.get(f"/hi/replay/{to_token(finished)}", headers=HTML).text
    foreign = {**HTML, "Sec-Fetch-Site": "cross-site"}
    yield "foreign", client.post("/undo?version=0&language=hi", headers=foreign).text
    yield "other", client.put("/undo?language=hi", headers=HTML).text
    for player in PLAYERS:
        visitor.sit_down(player)
        yield "played", client.get("/hi/", headers=HTML).text
        yield "reviewed", client.get("/hi/review", headers=HTML).text
        yield "stale", client.post("/undo?version=1&language=hi", headers=HTML).text


WON, _ = player_on("1024 1024 . .").move(["left"])
PLAYERS = (
    player_on("2 2 . ."),
    WON,
    player_on("2 4 2 4", "4 2 4 2", "2 4 2 4", "4 2 4 2"),
    Player(version=7, game=play(at_random(1), b"random 0")),
    player_on("2 2 . .", ". . 4 .").move(["left", "right"])[0].undo(),
)


def test_a_hindi_reader_reads_no_english(visitor: Visitor) -> None:
    found = {
        path: unknown
        for path, html in hindi_pages(visitor)
        if (unknown := set().union(*map(latin, words(html))))
    }

    assert found == {}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/no", 404),
        ("GET", "/practice/no", 404),
        ("PUT", "/game", 405),
        ("POST", "/undo", 400),
        ("POST", "/move/no?version=0", 400),
        ("POST", "/undo?version=99", 409),
        ("POST", "/undo?version=0", 409),
        ("POST", "/move/left?version=0", 409),
        ("POST", "/keep-playing?version=0", 409),
    ],
)
def test_an_error_is_told_in_the_language_of_the_request(
    visitor: Visitor, method: str, path: str, status: int
) -> None:
    messages = []
    for language in LANGUAGES:
        query = {"language": language}
        address, _, given = path.partition("?")
        query.update(pair.split("=") for pair in given.split("&") if pair)
        response = visitor.client.open(address, method=method, query_string=query)
        assert response.status_code == status
        messages.append(response.json["error"]["message"])

    assert latin(messages[0]) == set()
    assert len(set(messages)) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("player", "path"),
    [
        (Player(version=7), "/undo"),
        (WON, "/move/left"),
        (Player(version=7, game=Game.new(b"s", board(*["2 4 2 4", "4 2 4 2"] * 2))), "/move/up"),
    ],
)
def test_a_conflict_is_told_in_hindi_too(visitor: Visitor, player: Player, path: str) -> None:
    visitor.sit_down(player)
    response = visitor.client.post(f"{path}?language=hi&version={visitor.version}")
    message = response.json["error"]["message"]

    assert response.status_code == 409
    assert latin(message) == set()


def test_a_store_that_is_away_is_told_in_hindi(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr("app.web.play.current_state", fail)
    response = visitor.client.get("/game?language=hi")

    assert response.status_code == 503
    assert latin(response.json["error"]["message"]) == set()


@pytest.mark.parametrize(
    ("cookie", "accepts", "language"),
    [
        (None, None, "hi"),
        (None, "en-GB,en;q=0.9", "en"),
        (None, "hi-IN,hi;q=0.9,en;q=0.8", "hi"),
        (None, "de,en;q=0.5", "en"),
        (None, "de,fr;q=0.5", "hi"),
        ("hi", "en", "hi"),
        ("en", "hi", "en"),
        ("xx", "en", "en"),
    ],
)
def test_the_front_leads_to_the_game_in_the_language_of_the_visitor(
    visitor: Visitor, cookie: str | None, accepts: str | None, language: str
) -> None:
    if cookie:
        visitor.client.set_cookie("language", cookie)
    headers = {"Accept-Language": accepts} if accepts else {}
    response = visitor.client.get("/", headers=headers)

    assert (response.status_code, response.headers["Location"]) == (302, f"/{language}/")
    assert {"Cookie", "Accept-Language"} <= set(response.headers["Vary"].split(", "))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_leads_to_the_same_page_and_is_remembered(
    visitor: Visitor, language: str, page: str
) -> None:
    response = visitor.client.get(f"/language/{language}?page={page or 'game'}")

    assert (response.status_code, response.headers["Location"]) == (303, f"/{language}/{page}")
    assert visitor.client.get_cookie("language").value == language
    assert visitor.client.get("/").headers["Location"] == f"/{language}/"


@pytest.mark.parametrize("path", ["/language/xx", "/language/hi?page=no", "/xx/rules"])
def test_there_is_no_other_language_or_page(visitor: Visitor, path: str) -> None:
    assert visitor.client.get(path).status_code == 404


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_its_language_and_its_other_ones(
    visitor: Visitor, language: str, page: str
) -> None:
    html = visitor.client.get(f"/{language}/{page}", headers=HTML).text

    direction = Locale.parse(language, sep="-").text_direction
    assert f'<html lang="{language}" dir="{direction}"' in html
    alternates = re.findall(r'rel="alternate" hreflang="([\w-]+)" href="([^"]+)"', html)
    assert dict(alternates) == {
        **{code: f"http://localhost/{code}/{page}" for code in LANGUAGES},
        **({} if page else {"x-default": "http://localhost/"}),
    }
    for code, name in LANGUAGES.items():
        assert re.search(rf'lang="{code}" hreflang="{code}"[^>]*>{name}</a>', html)


def test_every_page_has_a_title_and_a_description_of_its_own(visitor: Visitor) -> None:
    titles, descriptions = [], []
    for language in LANGUAGES:
        for page in PAGES:
            html = visitor.client.get(f"/{language}/{page}", headers=HTML).text
            titles += re.findall(r"<title>(.+?)</title>", html)
            descriptions += re.findall(r'<meta name="description" content="(.+?)">', html)

    pages = len(LANGUAGES) * len(PAGES)
    assert len(titles) == len(descriptions) == len(set(descriptions)) == pages
    assert all("2048" in title for title in titles)
    assert all(40 <= len(text) <= 200 for text in descriptions)


def test_the_texts_of_pages_are_there_in_every_language() -> None:
    texts = {
        language: {path.name for path in (TEMPLATE_FOLDER / "pages" / language).iterdir()}
        for language in LANGUAGES
    }

    assert texts == {
        language: {"_reading.html", "rules.html", "solver.html", "strategy.html"}
        for language in LANGUAGES
    }


BONES = re.compile(
    r"</?(?:section|h\d|ul|ol|li|p|table|tr|t[hd]|kbd|figure)\b[^>]*>"
    r'|"[\d ./]+"|lessons\.\w+'
)


@pytest.mark.parametrize("name", ["_reading", "rules", "solver", "strategy"])
def test_the_texts_of_a_page_have_the_same_parts_and_boards(name: str) -> None:
    sources = [
        (TEMPLATE_FOLDER / "pages" / language / f"{name}.html").read_text(encoding="utf-8")
        for language in LANGUAGES
    ]
    bones = [BONES.findall(re.sub(r' aria-label="[^"]*"', "", source)) for source in sources]

    assert bones[0]
    assert all(one == bones[0] for one in bones)


@pytest.mark.parametrize(("language", "number"), [("hi", "39,32,156"), ("en", "3,932,156")])
def test_numbers_are_grouped_as_the_language_does(
    visitor: Visitor, language: str, number: str
) -> None:
    visitor.sit_down(player_on("2 2 . .", best=3_932_156))

    assert number in visitor.client.get(f"/{language}/", headers=HTML).text


@pytest.mark.parametrize(("language", "number"), [("hi", "20,97,152"), ("en", "2,097,152")])
def test_the_ladder_goes_to_131072_and_tells_what_it_costs(
    visitor: Visitor, language: str, number: str
) -> None:
    html = visitor.client.get(f"/{language}/rules", headers=HTML).text
    tiles = [int(tile) for tile in re.findall(r'<span class="tile chip"[^>]*>(\d+)<', html)]

    assert tiles == [2**power for power in range(1, 18)]
    assert re.search(rf">131072<.*?>{number}</td>", html, re.S)
    assert re.search(r">2048<.*?>20,480</td>", html, re.S)


def test_hindi_is_set_without_letter_spacing_uppercase_or_slant(visitor: Visitor) -> None:
    source = (TEMPLATE_FOLDER / "pages" / "hi" / "rules.html").read_text(encoding="utf-8")
    style = (STATIC_FOLDER / "css" / "site.css").read_text(encoding="utf-8")
    pages = style.split("/* Pages: rules, strategy */")[1]

    assert "<em>" not in source
    assert "text-transform" not in style
    assert "letter-spacing" not in pages
