"""The contract of every store: what is read, and which swap lands."""

import threading
import time

from app.sessions import CompareAndSetSessions

DAY = 24 * 3600


def test_what_was_stored_is_read_back_to_the_byte(store: CompareAndSetSessions) -> None:
    assert store._swap("id", None, b"\x00new", DAY)

    assert store._read("id") == b"\x00new"


def test_an_unknown_id_reads_as_nothing(store: CompareAndSetSessions) -> None:
    assert store._read("id") is None


def test_a_swap_lands_only_on_the_bytes_it_names(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"one", DAY)

    assert not store._swap("id", b"other", b"two", DAY)
    assert store._read("id") == b"one"
    assert store._swap("id", b"one", b"two", DAY)
    assert store._read("id") == b"two"


def test_a_new_session_does_not_overwrite_one_that_is_there(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"one", DAY)

    assert not store._swap("id", None, b"two", DAY)
    assert store._read("id") == b"one"


def test_a_swap_on_a_deleted_session_is_refused(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"one", DAY)
    store._delete_session("id")

    assert not store._swap("id", b"one", b"two", DAY)
    assert store._read("id") is None


def test_an_expired_session_reads_as_nothing(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"one", 1)
    assert store._read("id") == b"one"
    time.sleep(1.1)

    assert store._read("id") is None


def test_a_swap_sets_anew_how_long_a_session_is_kept(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"one", 1)
    store._swap("id", b"one", b"two", DAY)
    time.sleep(1.1)

    assert store._read("id") == b"two"


def test_a_store_that_answers_says_so(store: CompareAndSetSessions) -> None:
    store.probe()


def test_of_many_swaps_from_the_same_bytes_exactly_one_lands(store: CompareAndSetSessions) -> None:
    store._swap("id", None, b"0", DAY)
    for turn in range(20):
        landed: list[bytes] = []
        start = threading.Barrier(8)

        def swap(
            new: bytes,
            old: bytes = str(turn).encode(),
            start: threading.Barrier = start,
            landed: list[bytes] = landed,
        ) -> None:
            start.wait()
            if store._swap("id", old, new, DAY):
                landed.append(new)

        threads = [threading.Thread(target=swap, args=(b"%d:%d" % (turn, n),)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(landed) == 1
        assert store._read("id") == landed[0]
        assert store._swap("id", landed[0], str(turn + 1).encode(), DAY)
