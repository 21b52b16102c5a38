"""The endpoints of the game described for machines, as OpenAPI 3.1, out of the code itself.

Paths and methods are those of the routes, summaries the first lines of their views, bounds those
that requests are parsed with, answers the types that they are shaped as, and codes those of the
error table. Only what none of these says is said here.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, current_app, request
from msgspec.json import schema_components
from werkzeug.routing import Rule

from app.config import LANGUAGES
from app.lessons import LESSONS
from app.rules import Direction
from app.web import errors, shapes
from app.web.payloads import (
    MERGED_TILES,
    MOST_DIRECTIONS,
    MOST_MOVES,
    VERSION_DIGITS,
    json_response,
)

bp = Blueprint("openapi", __name__)

_DESCRIPTION = """\
The server holds the game; the cookie `session` says whose it is. No endpoint reads a body. Every
state has a `version`, and every change names the version it was made on. Who accepts JSON is
answered in JSON; who would rather have a page is led back to it after a change.
"""


@dataclass(frozen=True, slots=True)
class _Endpoint:
    """What the route of an endpoint does not say.

    Attributes:
        answer: The shape of its answer.
        query: What it reads from the query, beside the language and a change's version.
        refusals: The statuses with which it alone refuses; most need the store.
        page: Whether a change is answered with the page itself, to who would rather have it.
    """

    answer: type = shapes.State
    query: tuple[str, ...] = ()
    refusals: tuple[int, ...] = (503,)
    page: bool = False


_ENDPOINTS = {
    "play.game": _Endpoint(),
    "play.move": _Endpoint(),
    "play.new_game": _Endpoint(refusals=(429, 503)),
    "play.keep_playing": _Endpoint(),
    "play.undo": _Endpoint(),
    "coach.hint": _Endpoint(shapes.Hint, refusals=(429, 503), page=True),
    "coach.autoplay": _Endpoint(query=("batch", "until"), refusals=(429, 503)),
    "practice.practice": _Endpoint(query=("moves",)),
    "review.review": _Endpoint(shapes.Review, refusals=(409, 429, 503)),
    "review.share": _Endpoint(shapes.Shared, refusals=(429, 503)),
    "health.alive": _Endpoint(shapes.Alive, refusals=()),
    "health.ready": _Endpoint(shapes.Ready),
}

_DIRECTIONS = {
    "type": "array",
    "items": {"type": "string", "enum": [*Direction]},
    "minItems": 1,
    "maxItems": MOST_DIRECTIONS,
}
_PARAMETERS: dict[str, dict[str, Any]] = {
    "directions": {"in": "path", "required": True, "style": "simple", "schema": _DIRECTIONS},
    "lesson": {"in": "path", "required": True, "schema": {"type": "string", "enum": [*LESSONS]}},
    "version": {
        "in": "query",
        "required": True,
        "description": "The version that the change is made on.",
        "schema": {"type": "integer", "minimum": 0, "maximum": 10**VERSION_DIGITS - 1},
    },
    "moves": {
        "in": "query",
        "style": "form",
        "explode": False,
        "allowEmptyValue": True,
        "schema": _DIRECTIONS,
    },
    "batch": {
        "name": "moves",
        "in": "query",
        "description": "How many moves at the most.",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST_MOVES, "default": 1},
    },
    "until": {
        "in": "query",
        "description": "Stop after a move that makes such a tile, or a larger one, if it is new.",
        "schema": {"type": "integer", "enum": [*MERGED_TILES]},
    },
    "language": {
        "in": "query",
        "description": "The language of messages; without it, or with another, the visitor's own.",
        "schema": {"type": "string", "anyOf": [{"enum": [*LANGUAGES]}, {}]},
    },
}
# What any request may be refused with, what one that names something, and what a change.
_ANY, _NAMING, _CHANGE = (400, 413, 500), (404,), (403, 409)
_PAGE = {"text/html": {"schema": {"type": "string"}}}


@bp.get("/openapi.json")
def description() -> Response:
    """Answer with this description of the endpoints."""
    rules = [rule for rule in current_app.url_map.iter_rules() if rule.endpoint in _ENDPOINTS]
    answers = [shapes.Refusal, shapes.Conflict, *{each.answer for each in _ENDPOINTS.values()}]
    _, schemas = schema_components(answers, ref_template="#/components/schemas/{name}")
    return json_response(
        {
            "openapi": "3.1.0",
            "info": {"title": "2048", "version": "1", "description": _DESCRIPTION},
            "servers": [{"url": request.script_root or "/"}],
            "paths": {_path(rule): _describe(rule) for rule in rules},
            "components": {
                "schemas": schemas,
                "parameters": {key: {"name": key, **each} for key, each in _PARAMETERS.items()},
                "responses": {
                    str(status): _refusal(status, codes) for status, codes in errors.codes().items()
                },
            },
        }
    )


def _path(rule: Rule) -> str:
    return re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule)


def _describe(rule: Rule) -> dict[str, Any]:
    endpoint = _ENDPOINTS[rule.endpoint]
    changes = "POST" in (rule.methods or ())
    parameters = [*sorted(rule.arguments), *endpoint.query, "language"]
    responses: dict[str, Any] = {"200": {"description": "Done", **_json(_ref(endpoint.answer))}}
    refusals = {*_ANY, *endpoint.refusals, *(_NAMING if rule.arguments else ())}
    if changes:
        parameters.append("version")
        if endpoint.page:
            responses["200"]["content"] |= _PAGE
        else:
            headers = _header("Location", "string")
            responses["303"] = {"description": "Done: back to the page", "headers": headers}
        refusals.update(_CHANGE)
    for status in sorted(refusals):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    summary = (current_app.view_functions[rule.endpoint].__doc__ or "").partition("\n")[0]
    operation = {
        "operationId": rule.endpoint.rpartition(".")[2],
        "summary": summary.rstrip("."),
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in parameters],
        "responses": responses,
    }
    return {"post" if changes else "get": operation}


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    shape = shapes.Conflict if status == HTTPStatus.CONFLICT else shapes.Refusal
    code = {"properties": {"error": {"properties": {"code": {"enum": codes}}}}}
    described = _json({"allOf": [_ref(shape), code]})
    described["content"] |= _PAGE
    if status in errors.PASSING:
        always = errors.PASSING[status]
        described["headers"] = _header("Retry-After", "integer", required=always)
    return {"description": HTTPStatus(status).phrase, **described}


def _ref(shape: type) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def _header(name: str, kind: str, *, required: bool = True) -> dict[str, Any]:
    return {name: {"required": required, "schema": {"type": kind}}}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}
