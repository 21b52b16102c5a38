"""The coach's reasons as sentences."""

import pytest
from flask import Flask

from app.coach import Reason, Why
from app.rules import Direction
from app.web.reasons import sentence


def told(app: Flask, reason: Reason, language: str = "en") -> str:
    with app.test_request_context(f"/{language}/"):
        return sentence(reason)


@pytest.mark.parametrize("why", [Why.FREES, Why.OTHER_TRAPS])
def test_a_trapped_tile_is_no_number_of_tiles(app: Flask, why: Why) -> None:
    reason = Reason(why, Direction.UP, Direction.DOWN, tile=2, tiles=(8, 8, 128))

    assert "टाइल 2 अपने से बड़ी टाइलों (8, 8, 128) के बीच" in told(app, reason, "hi")


@pytest.mark.parametrize("expected", [0.0, 0.4, -16.0])
def test_of_no_points_no_share_is_told(app: Flask, expected: float) -> None:
    reason = Reason(Why.ABOUT_EQUAL, Direction.UP, Direction.DOWN, expected, 0.0)

    assert told(app, reason).startswith("Up and down are equally good")
    assert not any(map(str.isdecimal, told(app, reason)))
    assert not any(map(str.isdecimal, told(app, reason, "hi")))


def test_no_difference_is_not_told_as_one_of_0_points(app: Flask) -> None:
    reason = Reason(Why.ABOUT_EQUAL, Direction.UP, Direction.DOWN, 133_175.0, 0.4)

    assert told(app, reason) == "Up and down are equally good: the solver sees no difference."
    assert not any(map(str.isdecimal, told(app, reason, "hi")))


def test_of_points_the_difference_is_told(app: Flask) -> None:
    reason = Reason(Why.ABOUT_EQUAL, Direction.UP, Direction.DOWN, 1000.0, 2.0)

    assert "they differ by 2 of 1,000 expected points" in told(app, reason)
