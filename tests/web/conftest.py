"""The solver as it is delivered, loaded."""

import pytest

from app.solver import warm_up
from app.web.solving import has_solver


@pytest.fixture(scope="session")
def loaded() -> None:
    """Load the solver, and compile it on a new machine: a request waits five seconds for that."""
    if not has_solver():
        pytest.skip("there is no solver here")
    warm_up()
