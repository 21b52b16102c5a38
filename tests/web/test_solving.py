"""The solver's thread: one, of low priority, and loaded when a process of the server starts."""

import os
import sys
import threading

import pytest
from flask import Flask

from app import serve
from app.solver import NoSolver
from app.web import solving


def where() -> tuple[int, int]:
    ident = threading.get_native_id()
    return ident, os.getpriority(os.PRIO_PROCESS, ident)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
@pytest.mark.parametrize("worker", [solving.solver, solving.games])
def test_all_work_is_done_by_one_thread_of_low_priority_and_no_other_thread_is_slowed(
    worker: solving.Worker,
) -> None:
    worker.do(lambda: None)
    own = where()
    one, other = worker.do(where), worker.do(where)

    assert one == other
    assert one[0] != own[0]
    assert one[1] > own[1]
    assert where() == own


def test_the_solver_and_whole_games_do_not_wait_for_each_other() -> None:
    assert solving.solve(lambda: solving.games.do(where)) != solving.solve(where)
    assert solving.games.do(lambda: solving.solve(where)) == solving.solve(where)


def test_what_the_work_raises_is_raised_to_who_waits() -> None:
    with pytest.raises(ZeroDivisionError):
        solving.solve(lambda: 1 / 0)

    assert solving.solve(lambda: 5) == 5


def test_a_process_of_the_server_loads_the_solver_and_does_not_mind_if_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = []

    def load() -> None:
        loaded.append(threading.current_thread().name)
        raise NoSolver("no weights")

    monkeypatch.setattr(solving, "has_solver", lambda: True)
    monkeypatch.setattr(solving, "load_solver", load)
    monkeypatch.setattr(serve, "_end_with_parent", lambda: None)
    app = Flask("site")
    monkeypatch.setattr(serve, "create_app", lambda: app)

    app.config["WARM_UP"] = False
    assert serve.load_worker() is app
    solving.solve(lambda: None)
    assert loaded == []
    app.config["WARM_UP"] = True
    assert serve.load_worker() is app
    solving.solve(lambda: None)
    assert loaded == ["solver"]


def test_where_there_is_no_solver_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "has_solver", lambda: False)
    monkeypatch.setattr(solving.solver, "hand_over", lambda _: pytest.fail("it was asked for"))

    solving.warm_up()
