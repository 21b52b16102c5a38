"""Which modules a script loads, so that a page can ask for all of them at once."""

import re
from functools import cache

from app.config import STATIC_FOLDER

_FOLDER = STATIC_FOLDER / "js"
# An import that is no comment and no call: of a neighbour, as all of ours are.
_IMPORT = re.compile(r"""^(?:import|export)\b[^"'();]*["']\./([\w.-]+\.js)["']""", re.MULTILINE)


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """Return the modules that a script of ours imports, directly or not, in alphabetical order."""
    found: set[str] = set()
    unread = {script}
    while unread:
        name = unread.pop()
        imported = set(_IMPORT.findall((_FOLDER / name).read_text(encoding="utf-8")))
        unread |= imported - found
        found |= imported
    return tuple(sorted(found - {script}))
