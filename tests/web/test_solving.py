"""The solver's thread: one, of low priority, and loaded when a process of the server starts."""

import os
import subprocess
import sys
import threading
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from app import create_app, serve
from app.config import settings
from app.solver import NoSolver
from app.web import solving
from tests.server import free_port


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


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_in_a_process_of_lower_priority_the_thread_keeps_it_and_works_on() -> None:
    code = """
import os
from app.web import solving
os.nice(15)
def niceness():
    return os.getpriority(os.PRIO_PROCESS, 0)
print(niceness(), *(solving.solve(niceness) for _ in range(3)))
"""
    # The priority of a process can be lowered only: it is a process of its own.
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    own, *thread = map(int, printed.stdout.split())

    assert own >= 15
    assert thread == [own] * 3


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


def test_as_many_may_wait_as_the_settings_say(tmp_path: Path) -> None:
    create_app({"INSTANCE_PATH": str(tmp_path), "SOLVER_PLACES": 3})
    done = threading.Event()
    with ThreadPoolExecutor(3) as asking:
        for _ in range(3):
            asking.submit(solving.solve, done.wait)
        while solving.solver.places._value:
            done.wait(0.01)
        with pytest.raises(solving.SolverBusy):
            solving.solve(lambda: None)
        done.set()

    assert solving.solver.places._value == 3


@pytest.mark.parametrize(
    ("threads", "said", "places"),
    [
        *((1, None, 1), (3, None, 1), (4, None, 2), (8, None, 6)),
        # Not more than the solver can answer in the time that one waits for it.
        *((34, None, 32), (64, None, 32)),
        # What is said counts, an empty word is none.
        *((8, "", 6), (8, "7", 7)),
    ],
)
def test_the_server_keeps_two_threads_from_the_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, said: str | None, places: int
) -> None:
    # To have it as it was afterwards, too.
    monkeypatch.setenv("SOLVER_PLACES", said or "")
    if said is None:
        monkeypatch.delenv("SOLVER_PLACES")
    monkeypatch.setenv("INSTANCE_PATH", str(tmp_path))
    arguments = Namespace(host="127.0.0.1", port=free_port(), workers=1, threads=threads)
    arguments.lifetime = None
    serve._prepare(arguments)

    assert os.environ["SOLVER_PLACES"] == str(places)
    assert settings()["SOLVER_PLACES"] == places


def test_where_there_is_no_solver_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "has_solver", lambda: False)
    monkeypatch.setattr(solving.solver, "hand_over", lambda _: pytest.fail("it was asked for"))

    solving.warm_up()
