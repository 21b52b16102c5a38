"""Who may import whom: web -> sessions, player -> game -> rules, solver -> rules."""

import ast
import sys
from pathlib import Path

import pytest

import app

ROOT = Path(app.__file__).parent
MODULES = {
    ".".join(("app", *file.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): file
    for file in ROOT.rglob("*.py")
}
CORE = {"app.rules", "app.game", "app.player"}

# What each module may import of ours; a module that is not here may import nothing of ours.
ALLOWED = {
    "app": {
        *("app", "app.config", "app.logs", "app.metrics", "app.sessions", "app.solver", "app.web")
    },
    "app.game": {"app.rules"},
    "app.player": {"app.game", "app.rules"},
    "app.replay": {"app.game", "app.rules"},
    "app.review": {"app.coach", "app.replay", "app.rules"},
    "app.lessons": {"app.game", "app.player", "app.rules"},
    "app.logs": {"app", "app.timing"},
    "app.metrics": {"app", "app.logs", "app.sessions", "app.timing"},
    "app.sessions": {"app.sessions"},
    "app.sessions.redis": {"app.sessions.base"},
    "app.sessions.sqlite": {"app.sessions.base"},
    "app.serve": {"app", "app.config", "app.logs", "app.metrics", "app.sessions", "app.web"},
}
WEB = CORE | {
    *("app.coach", "app.config", "app.lessons", "app.logs", "app.replay", "app.review"),
    *("app.sessions", "app.solver", "app.web"),
}
SOLVER = {"app.rules", "app.solver"}
COACH = {"app.coach", "app.rules"}


def imports(module: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def within(module: str, allowed: set[str]) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in allowed - {"app"}) or (
        module in allowed
    )


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_imports_only_what_lies_below_it(module: str) -> None:
    rooms = {"app.web": WEB, "app.solver": SOLVER, "app.coach": COACH}
    room = next((room for room in rooms if within(module, {room})), None)
    allowed = rooms[room] if room else ALLOWED.get(module, set())
    ours = {one for one in imports(module) if one == "app" or one.startswith("app.")}

    assert {one for one in ours if not within(one, allowed)} == set()


@pytest.mark.parametrize("module", sorted(CORE))
def test_the_core_knows_no_clock_no_chance_no_storage_and_no_web(module: str) -> None:
    pure = {"collections", "dataclasses", "enum", "functools", "hashlib", "itertools", "typing"}
    tops = {one.partition(".")[0] for one in imports(module)} - {"app"}

    assert tops & sys.stdlib_module_names <= pure
    assert tops - sys.stdlib_module_names <= ({"msgspec"} if module == "app.player" else set())


def test_blueprints_do_not_import_each_other() -> None:
    blueprints = {module for module, file in MODULES.items() if "Blueprint(" in file.read_text()}

    assert blueprints >= {"app.web.pages", "app.web.play"}
    for module in blueprints:
        assert imports(module) & (blueprints - {module}) == set()
