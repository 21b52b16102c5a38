"""What the page says of its looks before the stylesheet and the scripts are there."""

import re

import pytest

from app.web.modules import modules_of
from tests.palette import CSS, THEMES, read_theme
from tests.visitor import Visitor


def head(visitor: Visitor, theme: str | None = None) -> str:
    if theme is not None:
        visitor.client.set_cookie("theme", theme)
    return visitor.client.get("/en/", headers={"Accept": "text/html"}).text.split("</head>")[0]


def papers(html: str) -> dict[str, str]:
    """The theme colours by their media, in their order: a browser takes the first that holds."""
    metas = re.findall(r'<meta name="theme-color" content="(#\w+)"(?: media="([^"]*)")?>', html)
    return {media: colour for colour, media in metas}


def paper(theme: str) -> str:
    return "#" + "".join(
        f"{round(part * 255):02x}" for part in read_theme(CSS.read_text(), theme)["paper"][:3]
    )


LIGHT, DARK, BRIGHT, BLACK = map(paper, THEMES)
MORE = "(prefers-contrast: more)"
NIGHT = "(prefers-color-scheme: dark)"
DAY = "(prefers-color-scheme: light)"


@pytest.mark.parametrize(
    ("theme", "scheme", "colours"),
    [
        (None, "light dark", {f"{MORE} and {NIGHT}": BLACK, MORE: BRIGHT, NIGHT: DARK, DAY: LIGHT}),
        ("light", "light", {"": LIGHT}),
        ("dark", "dark", {"": DARK}),
        ("contrast", "light dark", {NIGHT: BLACK, DAY: BRIGHT}),
        (
            "nonsense",
            "light dark",
            {f"{MORE} and {NIGHT}": BLACK, MORE: BRIGHT, NIGHT: DARK, DAY: LIGHT},
        ),
    ],
)
def test_the_browser_s_own_colours_follow_the_choice_else_the_system(
    visitor: Visitor, theme: str | None, scheme: str, colours: dict[str, str]
) -> None:
    html = head(visitor, theme)

    assert f'<meta name="color-scheme" content="{scheme}">' in html
    assert list(papers(html).items()) == list(colours.items())


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_chosen_theme_is_in_the_page_before_anything_is_painted(
    visitor: Visitor, theme: str
) -> None:
    assert f'data-theme="{theme}"' in head(visitor, theme)


def test_every_module_of_the_page_is_asked_for_at_once(visitor: Visitor) -> None:
    preloaded = re.findall(r'<link rel="modulepreload" href="[^"]*/js/([\w.-]+)">', head(visitor))

    assert preloaded == list(modules_of("main.js"))
    assert {"board.js", "game.js", "input.js"} <= set(preloaded)
    # It is only named in comments, for its types.
    assert "types.js" not in preloaded


def test_without_a_script_a_first_visitor_is_told_how_the_game_starts(visitor: Visitor) -> None:
    html = visitor.client.get("/en/", headers={"Accept": "text/html"}).text

    assert re.search(r"<noscript>[^<]*<p[^>]*>“New game” starts the game.</p></noscript>", html)
