"""The solver: a network that knows what boards are worth, and a search that looks ahead.

Its answers are in here and can be imported at no cost: Numba and the weights are loaded at the
first question, which raises NoSolver where they cannot be had.
"""

from app.solver.engine import (
    AUTOPLAY,
    HINT,
    ONE_SPAWN,
    Budget,
    NoSolver,
    Outlook,
    choose,
    evaluate,
    evaluate_all,
    outlook,
    warm_up,
)

__all__ = [
    "AUTOPLAY",
    "HINT",
    "ONE_SPAWN",
    "Budget",
    "NoSolver",
    "Outlook",
    "choose",
    "evaluate",
    "evaluate_all",
    "outlook",
    "warm_up",
]
