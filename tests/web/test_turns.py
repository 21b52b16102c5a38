import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app.web import turns
from app.web.turns import Turns


class Desk:
    """An app whose requests stay in it until they are let out; it counts who is in."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self.entered = threading.Semaphore(0)
        self.out = threading.Semaphore(0)

    def __call__(self, environ: dict[str, str], start_response: object) -> list[bytes]:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.entered.release()
        self.out.acquire(timeout=5)
        self.inside -= 1
        if environ["PATH_INFO"] == "/move/broken":
            raise RuntimeError
        return []


class Queue:
    """Requests on a desk behind turns."""

    def __init__(self, desk: Desk) -> None:
        self._turns = Turns(desk)  # type: ignore[arg-type]
        self._threads: list[threading.Thread] = []

    def ask(self, path: str) -> None:
        def answer() -> None:
            with suppress(RuntimeError):
                self._turns({"PATH_INFO": path}, None)  # type: ignore[arg-type]

        thread = threading.Thread(target=answer)
        thread.start()
        self._threads.append(thread)

    def end(self) -> None:
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def queue(desk: Desk) -> Iterator[Queue]:
    queue = Queue(desk)
    yield queue
    queue.end()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 5)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("first", ["/move/left", "/move/broken"])
def test_moves_go_one_after_another(desk: Desk, queue: Queue, first: str) -> None:
    for path in (first, "/move/up,up", "/game", "/move/down"):
        queue.ask(path)
    for _ in range(4):
        assert desk.entered.acquire(timeout=5)
        assert not desk.entered.acquire(timeout=0.05)
        desk.out.release()
    queue.end()

    assert desk.most == 1


@pytest.mark.usefixtures("patient")
def test_what_may_take_long_waits_for_no_move_and_no_move_for_it(desk: Desk, queue: Queue) -> None:
    for path in ("/review", "/undo", "/hint", "/move/left", "/games"):
        queue.ask(path)
        assert desk.entered.acquire(timeout=2)
    assert desk.most == 5
    for _ in range(5):
        desk.out.release()


def test_a_request_of_the_bare_root_may_have_no_path() -> None:
    assert Turns(lambda *_: [b"in"])({}, None) == [b"in"]  # type: ignore[arg-type]


def test_who_has_waited_long_enough_goes_on(desk: Desk, queue: Queue) -> None:
    for _ in range(3):
        queue.ask("/move/left")
    for _ in range(3):
        assert desk.entered.acquire(timeout=2)
    assert desk.most == 3
    for _ in range(3):
        desk.out.release()
