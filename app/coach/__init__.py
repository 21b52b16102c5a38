"""The coach: why one move is better than another, from the boards alone.

Never here: the solver, words in a language, storage, or a clock.
"""

from app.coach.explaining import explain, is_about_equal
from app.coach.reasons import Reason, Why

__all__ = ["Reason", "Why", "explain", "is_about_equal"]
