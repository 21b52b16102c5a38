"""Whatever comes in: no fault of ours, one shape of errors, and a game that stays as it was."""

from urllib.parse import unquote_to_bytes

import msgspec
import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from app import create_app
from app.player import Player
from tests.hostile import Answer, Request, faults, header_bytes, requests
from tests.strategies import players, quick, thorough
from tests.test_saved_form_junk import junk, mutations
from tests.visitor import Visitor, player_on, save_player, save_session

PLAYER = player_on("2 2 . 4", ". 8 . .", version=41)
CHANGES = ("/move/left,up,right,down", "/undo", "/keep-playing", "/new-game")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app, in which an error that nobody has foreseen fails the test."""
    path = tmp_path_factory.mktemp("instance")
    return create_app({"INSTANCE_PATH": str(path), "TESTING": True})


def send(app: Flask, request: Request) -> Answer:
    """Send a request past any client, which would mend or refuse it."""
    path, _, query = request.target.partition(b"?")
    environ = create_environ()
    environ["REQUEST_METHOD"] = request.method
    environ["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    for name, value in request.headers.items():
        key = name.upper().replace("-", "_")
        prefix = "" if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_"
        environ[prefix + key] = value.decode("latin-1")
    content, status, headers = run_wsgi_app(app, environ, buffered=True)
    kind = headers.get("Content-Type", "").partition(";")[0]
    return Answer(int(status.partition(" ")[0]), kind, b"".join(content))


def stored(app: Flask, sid: str) -> bytes | None:
    return app.session_interface._read(sid)


lengths = st.sampled_from([b"-1", b"1e3", b"9" * 400, b" 7", b"0x10", b"2000"]) | header_bytes


@thorough
@given(requests, st.none() | lengths, st.sampled_from([PLAYER, Player()]))
@example(Request("POST", b"/move/left?version={version}"), None, PLAYER)
@example(Request("GET", b"/game?\x80=\xff"), None, PLAYER)
def test_a_request_of_any_bytes_is_answered_and_a_refused_one_changes_nothing(
    site: Flask, request: Request, length: bytes | None, player: Player
) -> None:
    sid = save_player(site, player)
    before = stored(site, sid)
    sent = request.of(sid, player.version)
    if length is not None:
        sent.headers["Content-Length"] = length
    answer = send(site, sent)

    assert [*faults(sent, answer)] == []
    if answer.status >= 400 or request.method != "POST":
        assert stored(site, sid) == before


@quick
@given(st.binary(max_size=200).map(lambda some: some.translate(None, b"\r\n\0")))
@example(b"session=" + b"\xff" * 43)
@example(b'session="\\777' + b"a" * 40 + b'"')
@example(b"session=a; session=b; language=\xe0; theme=\xff; " + b"x=" * 5000)
def test_a_cookie_of_any_bytes_is_a_visitor_without_a_session(site: Flask, cookie: bytes) -> None:
    for method, target in (("GET", b"/game"), ("GET", b"/en/"), ("POST", b"/undo?version=0")):
        request = Request(method, target, {"Cookie": cookie})
        answer = send(site, request)

        assert [*faults(request, answer)] == []
        assert answer.status == (200 if method == "GET" else 409)


packed = st.recursive(
    junk
    | st.datetimes(timezones=st.timezones())
    | st.builds(msgspec.msgpack.Ext, st.integers(-128, 127), st.binary(max_size=20)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
maps = st.dictionaries(
    st.just("game") | st.text(max_size=5) | st.integers(0, 9), packed, max_size=4
)
saves = st.fixed_dictionaries({"game": mutations() | players().map(Player.to_saved)})


@st.composite
def torn(draw: st.DrawFn) -> bytes:
    """Draw a stored session some of whose bytes are lost, doubled or others."""
    content = msgspec.msgpack.encode(draw(saves))
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    middle = draw(st.binary(max_size=8) | st.just(content[start:end] * 2))
    return content[:start] + middle + content[end:]


@thorough
@given(
    st.binary(max_size=300) | torn() | (maps | saves).map(msgspec.msgpack.encode),
    st.sampled_from(CHANGES),
)
@example(b"\x81\x91\xc4\x00\x01", "/undo")  # a map whose key is a list of bytes
@example(b"\x81\x81\x01\x02\x03", "/undo")  # a map whose key is a map
@example(b"\x81\xd4\x05\x00\x01", "/undo")  # a map whose key is of a kind of its own
@example(b"\x81\xa4game\xd7\xff" + b"\xff" * 8, "/undo")  # a moment that there is not
def test_a_stored_session_of_any_bytes_can_be_looked_at_and_played(
    site: Flask, content: bytes, path: str
) -> None:
    sid = save_session(site, content)
    visitor = Visitor(site)
    visitor.client.set_cookie("session", sid)
    if visitor.client.get("/game").status_code == 503:
        # A game of a newer version waits for that version, and is left as it is.
        refused = visitor.client.post("/new-game?version=0")
        assert refused.json["error"]["code"] == "store_unavailable"
        assert stored(site, sid) == content
        return
    state = visitor.state()
    page = visitor.client.get("/en/", headers={"Accept": "text/html"})

    assert page.status_code == 200
    assert visitor.post(path).status_code in {200, 409}
    if state["lost"]:
        assert (state["status"], state["version"]) == ("none", 0)
    state = visitor.play("/new-game")
    assert (state["status"], state["lost"]) == ("playing", False)
