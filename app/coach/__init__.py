"""The coach: why one move is better than another, from the boards alone.

Never here: the solver, words in a language, storage, or a clock.
"""

from app.coach.explaining import ABOUT_EQUAL, explain
from app.coach.position import corners_of_largest, fourth_direction, trapped_cells
from app.coach.reasons import Reason, Why

__all__ = [
    "ABOUT_EQUAL",
    "Reason",
    "Why",
    "corners_of_largest",
    "explain",
    "fourth_direction",
    "trapped_cells",
]
