"""A network that has learned for a second, and the solver on it."""

import pytest

from app.solver import engine
from app.solver.machine import Machine
from app.solver.training import Recipe, Trainer


@pytest.fixture(scope="session")
def trainer() -> Trainer:
    """One worker after 300,000 moves from seed 1. Not to be trained further."""
    trainer = Trainer(Recipe(seed=1))
    trainer.round(300_000)
    return trainer


@pytest.fixture(scope="session")
def machine(trainer: Trainer) -> Machine:
    """The solver on what that trainer learned."""
    return Machine(trainer.weights, 1.0, "a short training")


@pytest.fixture
def solver(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The same, as what the functions of the package answer from."""
    monkeypatch.setattr(engine, "_loaded", [machine])
    return machine
