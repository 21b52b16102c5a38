"""The one thread of a process on which the solver works, and how few may wait for it.

Moves must not wait for hints: the thread has a low priority, the solver holds no lock of Python's
while it searches, and who comes when enough are waiting is refused at once.
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

from app.config import WEIGHTS_FILE
from app.solver import NoSolver
from app.solver import warm_up as load_solver

# What a hint counts against a limit of autoplay's moves.
HINT_IN_MOVES = 30

_MOST_WAITING = 2
_NICENESS = 10
# A hint takes a tenth of a second; what takes longer waits for a solver that is being loaded.
_PATIENCE_SECONDS = 5

Answer = TypeVar("Answer")
_Work = tuple[Callable[[], Any], Future[Any]]

_work: SimpleQueue[_Work] = SimpleQueue()
_places = threading.Semaphore(_MOST_WAITING)
_starting = threading.Lock()


class SolverBusy(Exception):
    """As many requests wait for the solver as may."""


def has_solver() -> bool:
    """Tell whether there seems to be a solver, without loading it."""
    return _has_compiler() and WEIGHTS_FILE.exists()


@cache
def _has_compiler() -> bool:
    return find_spec("numba") is not None


def solve(work: Callable[[], Answer]) -> Answer:
    """Do some work on the solver's thread, and return what it returns or raise what it raises.

    Raises:
        SolverBusy: Enough requests wait for that thread, or it has not come to this one in time.
    """
    if not _places.acquire(blocking=False):
        raise SolverBusy

    def leave_place() -> Answer:
        try:
            return work()
        finally:
            _places.release()

    answer = _hand_over(leave_place)
    try:
        return answer.result(_PATIENCE_SECONDS)
    except TimeoutError as error:
        if answer.cancel():
            _places.release()
        raise SolverBusy from error


def warm_up() -> None:
    """Have the solver loaded, if there is one, and do not wait for it."""
    if has_solver():
        _hand_over(_load)


def _load() -> None:
    with suppress(NoSolver):
        load_solver()


def _hand_over(work: Callable[[], Answer]) -> Future[Answer]:
    answer: Future[Answer] = Future()
    _work.put((work, answer))
    with _starting:
        _start_thread()
    return answer


@cache
def _start_thread() -> None:
    # A daemon: a process that ends does not wait for a search.
    threading.Thread(target=_do_work, name="solver", daemon=True).start()


def _do_work() -> None:
    while True:
        work, answer = _work.get()
        if answer.set_running_or_notify_cancel():
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
                answer.set_exception(error)
        # Not before the first work: that loads the solver, which is waited for.
        if sys.platform == "linux":
            # Elsewhere it would be the priority of the whole process.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
