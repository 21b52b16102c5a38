"""The pages, each in every language."""

from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response as AnyResponse

from app.config import LANGUAGES
from app.lessons import LESSONS, play_lesson
from app.rules import CELLS, TILES, ImpossibleBoard
from app.web.current import current_state
from app.web.game_page import render_game
from app.web.modules import modules_of
from app.web.payloads import parse_directions, shape_state
from app.web.preferences import (
    LANGUAGE_PATH,
    choose_language,
    read_display,
    remember_language,
)
from app.web.solver import (
    OTHERS,
    analyse,
    draw_cell,
    name_fault,
    parse_position,
    read_distribution,
    read_reliability,
    read_strength,
    read_training,
)

bp = Blueprint("pages", __name__)

# The pages between which a change of the language leads to and fro.
_SWITCHABLE = {
    **{page: f"pages.{page}" for page in ("game", "rules", "solver", "strategy")},
    "review": "review.page",
}


@bp.get("/")
def front() -> AnyResponse:
    """Lead to the game in the visitor's language."""
    return redirect(url_for("pages.game", language=choose_language()))


@bp.get("/language/<language>")
def language(language: str) -> AnyResponse:
    """Keep the language that the visitor has chosen, and lead back to the same page in it."""
    page = request.args.get("page", "game")
    if language not in LANGUAGES or page not in _SWITCHABLE:
        abort(404)
    response = redirect(url_for(_SWITCHABLE[page], language=language), 303)
    remember_language(response, language)
    return response


@bp.get(f"{LANGUAGE_PATH}/")
def game(language: str) -> str:
    """Show the game."""
    return render_game()


@bp.get(f"{LANGUAGE_PATH}/rules")
def rules(language: str) -> str:
    """Show the rules."""
    return render_template(f"pages/{language}/rules.html", page="rules")


@bp.get(f"{LANGUAGE_PATH}/strategy")
def strategy(language: str) -> str:
    """Show how to play well; a lesson may be tried by its form where there is no script."""
    tried, moves = request.args.get("lesson"), request.args.get("moves")
    states = {}
    for name in LESSONS:
        directions = parse_directions(moves) if moves and name == tried else ()
        states[name] = shape_state(*play_lesson(name, directions))
    return render_template(f"pages/{language}/strategy.html", page="strategy", lessons=states)


@bp.get(f"{LANGUAGE_PATH}/solver")
def solver(language: str) -> str:
    """Show how the solver works, and what it makes of a board that is typed in."""
    typed = request.args.getlist("cell")
    if not typed:
        return render_solver()
    try:
        return render_solver(analysis=analyse(parse_position(typed)))
    except ImpossibleBoard as error:
        return render_solver(fault=name_fault(error))


def render_solver(*, fault: str | None = None, analysis: dict[str, Any] | None = None) -> str:
    """Draw the solver's page with what was typed in, what it comes to, or why it cannot be told."""
    typed = request.args.getlist("cell")
    cells = [draw_cell(text) for text in typed] or [
        str(tile or "") for tile in current_state()["board"]
    ]
    return render_template(
        f"pages/{choose_language()}/solver.html",
        page="solver",
        cells=(cells + [""] * CELLS)[:CELLS],
        tiles=TILES,
        fault=fault,
        analysis=analysis,
        strength=read_strength(),
        distribution=read_distribution(),
        reliability=read_reliability(),
        training=read_training(),
        others=OTHERS,
    )


def render_error(code: int, title: str, message: str) -> str:
    """Draw the page of an error."""
    return render_template("error.html", page="error", code=code, title=title, message=message)


@bp.app_url_defaults
def stay_in_language(endpoint: str, values: dict[str, Any]) -> None:
    """Give links to pages the language of the request, unless they name another."""
    if current_app.url_map.is_endpoint_expecting(endpoint, "language"):
        values.setdefault("language", choose_language())


@bp.app_context_processor
def describe_page() -> dict[str, Any]:
    """What every template is told: the language, the other ones, and how to show the page."""
    locale = get_locale()
    return {
        "language": choose_language(),
        "direction": locale.text_direction,
        "languages": LANGUAGES,
        "display": read_display(),
        "switchable": _SWITCHABLE,
        "modules": modules_of,
    }
