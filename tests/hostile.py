"""Requests that no browser sends, each part drawn from what it should not be; and their answers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote_from_bytes

import msgspec
from hypothesis import strategies as st

from app.config import LANGUAGES
from app.lessons import LESSONS
from app.rules import Direction
from app.web import shapes

CONTROLS = bytes([*range(9), *range(10, 32), 127])
# What stands for the version that the player has, so that a request may also be a good one.
CURRENT = "{version}"

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT")
SAMPLES = {
    "Accept": (
        *("application/json", "text/html", "*/*", "text/html;q=0.1, application/json;q=nan"),
        *("application/json;q=1e999", ",;q=,", "text/*;level=1;level=2", 'a/b;c="'),
    ),
    "Accept-Language": ("hi", "en-IN", "*", "en;q=-1", "hi_IN", "x" * 300, "en;q=" + "9" * 400),
    "Host": ("localhost", "a..b", "[::1", "[::1]:99999", "xn--", "localhost:x", "@", "a" * 300),
    "Origin": ("null", "http://localhost", "http://[", "https://evil.example", "://", "http://a:b"),
    "Sec-Fetch-Site": ("same-origin", "none", "cross-site", "same-site", "Same-Origin", ""),
    "Cookie": ("language=xx; theme=", "=;=;;", 'pad="\\777"', "session=x", "x=" * 2000),
    "Content-Type": (
        *("application/json", "application/x-www-form-urlencoded", "multipart/form-data"),
        *("multipart/form-data; boundary=", "text/plain; charset=utf-7", "/", ";" * 50),
    ),
    "X-Forwarded-For": ("::1", "unknown", ",,,"),
    "X-Forwarded-Host": ("evil.example",),
    "X-HTTP-Method-Override": ("DELETE",),
    "Range": ("bytes=0-0", "bytes=9-1"),
    "If-None-Match": ("*", 'W/"'),
    "Upgrade": ("websocket",),
}


@dataclass(frozen=True)
class Request:
    """A request as it goes over the wire; the target is percent-encoded, or as raw as it is."""

    method: str
    target: bytes
    headers: dict[str, bytes] = field(default_factory=dict)

    def of(self, sid: str, version: int) -> "Request":
        """Make it a player's: the session among its cookies, the version where it belongs."""
        target = self.target.replace(CURRENT.encode(), b"%d" % version)
        cookies = [self.headers.get("Cookie", b"language=en"), b"session=" + sid.encode()]
        return Request(self.method, target, {**self.headers, "Cookie": b"; ".join(cookies)})


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    kind: str
    body: bytes


def faults(request: Request, answer: Answer) -> Iterator[str]:
    """Tell what no request may be answered with."""
    if answer.status >= 500:
        yield "5xx"
    if b"Traceback" in answer.body:
        yield "traceback"
    if answer.status >= 400 and not _is_one_shape(request, answer):
        yield "error of another shape"


def _is_one_shape(request: Request, answer: Answer) -> bool:
    if request.method == "HEAD":
        return answer.body == b""
    if answer.kind == "text/html":
        asked = request.headers.get("Accept", b"application/json") != b"application/json"
        return asked and answer.body.rstrip().endswith(b"</html>")
    shape = shapes.Conflict if answer.status == 409 else shapes.Refusal
    try:
        content = msgspec.json.decode(answer.body, type=shape)
    except msgspec.MsgspecError:
        return False
    return answer.kind == "application/json" and content.keys() == shape.__annotations__.keys()


texts = st.text(max_size=30) | st.sampled_from(["", "\x00", "é", "/", "..", "%", "\ud7ff", "٣"])
# What a header may hold: servers refuse control characters before the app sees them.
header_bytes = st.binary(max_size=60).map(lambda some: some.translate(None, CONTROLS))
tokens = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&'*+-.^_`|~", min_size=1, max_size=12)
methods = st.sampled_from([*METHODS, "GET", "POST", "POST"]) | tokens

any_bytes = texts.map(str.encode) | st.binary(max_size=30)
encoded = any_bytes.map(quote_from_bytes)
# Whatever may stand in a line that spaces divide.
raw = any_bytes.map(lambda some: bytes(b for b in some if b > ord(" ")))

words = st.sampled_from([*Direction, *Direction, *Direction, "lef", "LEFT", ""]) | encoded
directions = st.lists(words, min_size=1, max_size=40).map(",".join)
lessons = st.sampled_from([*LESSONS, ""]) | encoded
languages = st.sampled_from([*LANGUAGES, "xx", ""]) | encoded
pages = st.sampled_from(["", "/rules", "/strategy", "/manifest.webmanifest", "/offline", "/x"])
paths = st.one_of(
    st.sampled_from(["game", "new-game", "keep-playing", "undo", "hint", "autoplay"]),
    st.sampled_from(["", "healthz", "readyz", "openapi.json", "service-worker.js", "static/x"]),
    directions.map("move/{}".format),
    lessons.map("practice/{}".format),
    st.tuples(languages, pages).map("".join),
    languages.map("language/{}".format),
    encoded,
    st.lists(encoded, max_size=4).map("/".join),
)
versions = st.sampled_from([CURRENT, CURRENT, CURRENT, "0", "-1", "9" * 16, "9" * 17, ""]) | encoded
parameters = st.one_of(
    versions.map("version={}".format),
    directions.map("moves={}".format),
    languages.map("language={}".format),
    lessons.map("lesson={}".format),
    pages.map("page={}".format),
    encoded,
    st.tuples(encoded, encoded).map("=".join),
)
queries = st.just(f"version={CURRENT}") | st.lists(parameters, max_size=5).map("&".join)
encoded_targets = st.tuples(paths, queries).map(lambda parts: "/{}?{}".format(*parts).encode())
raw_targets = st.tuples(paths, raw, raw).map(
    lambda parts: b"/%s%s?%s" % (parts[0].encode(), *parts[1:])
)
# Servers refuse most of the raw ones before the app sees them.
targets = st.one_of(encoded_targets, encoded_targets, encoded_targets, raw_targets)
headers = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from([value.encode() for value in values]) | header_bytes
        for name, values in SAMPLES.items()
    },
)
# Most of the headers away, so that not every request fails on its Host.
some_headers = st.tuples(headers, st.sets(st.sampled_from([*SAMPLES]), max_size=2)).map(
    lambda drawn: {name: value for name, value in drawn[0].items() if name in drawn[1]}
)
requests = st.builds(Request, methods, targets, some_headers | headers)
