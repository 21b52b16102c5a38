"""The whole board on every screen, and tiles that keep to their tracks."""

from dataclasses import replace

import pytest

from tests.boards import board
from tests.browser.table import Table
from tests.visitor import player_on

SCREENS = [(320, 568), (390, 844), (667, 375), (844, 390), (1280, 800), (360, 640), (1920, 1080)]
LARGE = ("2 4 8 16", "32 64 128 256", "512 1024 2048 4096", "8192 16384 32768 65536")


def box(table: Table, selector: str) -> tuple[float, float, float, float]:
    found = table.page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_whole_board_is_seen_without_scrolling(table: Table, width: int, height: int) -> None:
    """gabrielecirulli/2048#199, uberspot/2048-android#21."""
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(player_on(*LARGE))
    left, top, right, bottom = box(table, "#board")

    assert left >= 0
    assert top >= 0
    assert right <= width
    assert bottom <= height
    assert abs((right - left) - (bottom - top)) < 1
    assert right - left >= 0.55 * min(width, height)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_score_best_and_buttons_are_seen_without_scrolling(
    table: Table, width: int, height: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(player_on(*LARGE))
    boxes = [box(table, one) for one in ("#score", "#best", "#controls [data-play=undo]", "#board")]

    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    # Nothing lies over anything else.
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )
            assert apart


@pytest.mark.parametrize("zoom", [1, 0.67, 1.1, 1.5, 3])
def test_tiles_lie_in_their_cells_at_every_zoom(table: Table, zoom: float) -> None:
    """gabrielecirulli/2048#67, mate-academy PR 1487."""
    devtools = table.context.new_cdp_session(table.page)
    devtools.send(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": round(390 / zoom),
            "height": round(844 / zoom),
            "deviceScaleFactor": zoom,
            "mobile": False,
        },
    )
    table.sit_down(
        player_on("4 2 8 16", "32 64 128 256", "512 1024 2048 4096", ". 8192 16384 32768")
    )
    table.press("left")
    table.expect_turn(1)
    offsets = table.page.evaluate(
        """async () => {
            await Promise.all(document.getAnimations().map(animation => animation.finished));
            const cells = [...document.querySelectorAll('#board .cell')]
                .map(cell => cell.getBoundingClientRect());
            return [...document.querySelectorAll('[data-cell][data-value]')].map(tile => {
                const one = tile.getBoundingClientRect(), cell = cells[tile.dataset.cell];
                return Math.max(Math.abs(one.x - cell.x), Math.abs(one.y - cell.y),
                    Math.abs(one.width - cell.width), Math.abs(one.height - cell.height));
            });
        }"""
    )

    assert len(offsets) == 16
    assert max(offsets) < 1


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_numbers_fit_their_tiles(table: Table, width: int) -> None:
    """newlinedotco/ng2048#6, #216: long numbers overflow tile or score box."""
    table.page.set_viewport_size({"width": width, "height": 568})
    table.sit_down(player_on("131072 65536 32768 16384", "8192 4096 2048 1024", "512 256 128 64"))
    shares = table.page.evaluate(
        """() => [...document.querySelectorAll('[data-cell][data-value]')].map(tile => {
            // The face is generated content, which has no box to measure.
            const face = document.createElement('span');
            face.textContent = tile.dataset.value;
            tile.append(face);
            return face.getBoundingClientRect().width / tile.clientWidth;
        })"""
    )

    assert len(shares) == 12
    assert min(shares) > 0.3
    assert max(shares) < 0.95


def test_every_tile_to_131072_has_a_style_of_its_own(table: Table) -> None:
    """gabrielecirulli/2048#71, PR 285, PR 134, 0x0800/2048-CUPCAKES#1."""
    table.sit_down(player_on("131072 65536 32768 16384", "8192 4096 2048 1024", "512 256 128 64"))
    styles = read_colours(table)
    table.sit_down(player_on("2 4 8 16", "32 . . ."))
    styles |= read_colours(table)

    assert len(styles) == 17
    assert len({colour for colour, _ in styles.values()}) == 17


def test_a_tile_beyond_the_ladder_can_be_read(table: Table) -> None:
    """No game comes to it; a style that knows only the ladder would leave it without a face."""
    table.sit_down(player_on("2 . . .", ". . . 131072"))
    known = read_colours(table)
    table.page.locator('[data-value="2"]').evaluate("tile => tile.dataset.value = '262144'")
    background, ink = read_colours(table)["262144"]

    assert background not in {colour for colour, _ in known.values()}
    assert ink != background


def read_colours(table: Table) -> dict[str, tuple[str, str]]:
    found = table.page.locator("[data-cell][data-value]").evaluate_all(
        """tiles => tiles.map(tile => {
            const face = [tile, ...tile.querySelectorAll('*')].map(node => getComputedStyle(node))
                .find(style => style.backgroundColor !== 'rgba(0, 0, 0, 0)');
            return [tile.dataset.value, face.backgroundColor, face.color];
        })"""
    )
    return {value: (background, colour) for value, background, colour in found}


def test_large_scores_fit_their_boxes(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    # A score that a board may have, and of the same width.
    fullest = board(
        "131072 65536 32768 16384", "8192 4096 2048 1024", "512 256 128 64", "32 16 8 4"
    )
    high = player_on(". . . 2", best=3_932_156)
    game = replace(high.game, start=None, moves="L" * 131_052, board=fullest, score=3_932_100)
    table.sit_down(replace(high, game=replace(game, reached=True)))
    fits = table.page.evaluate(
        "[...document.querySelectorAll('#score dd, #best dd')]"
        ".map(node => node.scrollWidth <= node.clientWidth)"
    )

    assert table.page.locator("#best").inner_text().endswith("3,932,156")
    assert table.page.locator("#score").inner_text().endswith("3,932,100")
    assert fits == [True, True]


def test_only_transform_and_opacity_are_animated(table: Table) -> None:
    """gabrielecirulli/2048#79, #200: flicker, jumpy slides."""
    table.sit_down(player_on("2 2 . .", ". 4 . 4"))
    table.page.evaluate(
        """() => {
            window.animated = new Set();
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
                const list = Array.isArray(frames) ? frames : [frames];
                for (const frame of list) Object.keys(frame).forEach(key => animated.add(key));
                return animate.call(this, frames, options);
            };
            const watch = () => {
                for (const animation of document.getAnimations()) {
                    for (const frame of animation.effect.getKeyframes()) {
                        Object.keys(frame).forEach(key => animated.add(key));
                    }
                }
                requestAnimationFrame(watch);
            };
            watch();
        }"""
    )
    table.press("left", "right", "down", "up")
    table.page.wait_for_timeout(600)
    animated = set(table.page.evaluate("[...window.animated]"))

    assert animated
    assert animated <= {
        *("transform", "opacity", "translate", "scale"),
        *("offset", "easing", "composite", "computedOffset", "visibility"),
    }


def test_no_motion_where_the_system_asks_for_none(table: Table) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    table.sit_down(player_on("2 2 . .", ". 4 . 4"))
    table.page.evaluate(
        """() => {
            window.longest = 0;
            const watch = () => {
                for (const animation of document.getAnimations()) {
                    const {duration} = animation.effect.getComputedTiming();
                    window.longest = Math.max(window.longest, duration);
                }
                requestAnimationFrame(watch);
            };
            watch();
        }"""
    )
    table.press("left", "right", "down", "up")
    table.page.wait_for_timeout(400)
    table.settle()

    assert table.page.evaluate("window.longest") <= 1


def test_the_drawn_board_is_the_board(table: Table) -> None:
    table.sit_down(player_on(*LARGE))

    assert table.shown() == list(board(*LARGE))
