"""The threads of a process for what takes long, and how few requests may wait for each.

Moves must not wait for hints, nor for whole games: the solver works on one thread, games are played
again one at a time on another, both have a low priority, and who comes when enough are waiting is
refused at once. The solver holds no lock of Python's while it searches.
"""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, TypeVar

from flask import Flask

from app.config import SOLVER_PLACES, WEIGHTS_FILE
from app.solver import NoSolver
from app.solver import warm_up as load_solver

# What a hint counts against a limit of autoplay's moves.
HINT_IN_MOVES = 30

_NICENESS = 10
# A hint takes a tenth of a second, a long game one; what takes longer waits for a solver that is
# being loaded.
_PATIENCE_SECONDS = 5

Answer = TypeVar("Answer")
_Work = tuple[Callable[[], Any], Future[Any]]


class Busy(Exception):
    """As many requests wait for a thread as may."""


class SolverBusy(Busy):
    """As many requests wait for the solver as may."""


class GamesBusy(Busy):
    """Another request waits for a whole game."""


class Worker:
    """One thread of low priority, started at its first work, and the places of who may wait for it.

    Attributes:
        places: How many more requests may wait.
    """

    def __init__(self, name: str, busy: type[Busy], places: int, patience: int = 1) -> None:
        self.places = threading.Semaphore(places)
        self._name, self._busy, self._patience = name, busy, patience
        self._work: SimpleQueue[_Work] = SimpleQueue()
        self._starting = threading.Lock()
        self._started = False

    def do(self, work: Callable[[], Answer]) -> Answer:
        """Do some work on this thread, and return what it returns or raise what it raises.

        Raises:
            Busy: Enough requests wait for the thread, or it has not come to this one in time.
        """
        places = self.places
        if not places.acquire(blocking=False):
            raise self._busy

        def leave_place() -> Answer:
            try:
                return work()
            finally:
                places.release()

        answer = self.hand_over(leave_place)
        try:
            return answer.result(self._patience * _PATIENCE_SECONDS)
        except TimeoutError as error:
            if answer.cancel():
                places.release()
            raise self._busy from error

    def hand_over(self, work: Callable[[], Answer]) -> Future[Answer]:
        """Have some work done without a place, and do not wait for it."""
        answer: Future[Answer] = Future()
        self._work.put((work, answer))
        with self._starting:
            if not self._started:
                # A daemon: a process that ends does not wait for a search.
                threading.Thread(target=self._do_work, name=self._name, daemon=True).start()
                self._started = True
        return answer

    def _do_work(self) -> None:
        while True:
            work, answer = self._work.get()
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(work())
                except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
                    answer.set_exception(error)
            # Not before the first work: that loads the solver, which is waited for.
            if sys.platform == "linux":
                # Elsewhere it would be the priority of the whole process. It is never raised.
                ident = threading.get_native_id()
                niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, ident))
                os.setpriority(os.PRIO_PROCESS, ident, niceness)
            # No game is kept until the next one comes.
            del work, answer


# Together fewer places than a process has threads, from three threads on: one is always left for
# moves.
solver = Worker("solver", SolverBusy, SOLVER_PLACES)
# A game that is reviewed waits for the solver, too, and is shown without it if that is in vain.
games = Worker("games", GamesBusy, places=1, patience=2)
solve = solver.do


def init_app(app: Flask) -> None:
    """Let as many requests wait for the solver as the settings say."""
    solver.places = threading.Semaphore(app.config["SOLVER_PLACES"])


def has_solver() -> bool:
    """Tell whether there seems to be a solver, without loading it."""
    return _has_compiler() and WEIGHTS_FILE.exists()


@cache
def _has_compiler() -> bool:
    return find_spec("numba") is not None


def warm_up() -> None:
    """Have the solver loaded, if there is one, and do not wait for it."""
    if has_solver():
        solver.hand_over(_load)


def _load() -> None:
    with suppress(NoSolver):
        load_solver()
