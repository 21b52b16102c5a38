"""What holds for the SQLite file only."""

import multiprocessing
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.sessions import StoreUnavailable
from tests.visitor import save_session

DAY = 24 * 3600


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"INSTANCE_PATH": str(tmp_path / "instance"), "TESTING": True})


def test_new_sessions_sweep_a_few_expired_ones_each(app: Flask, tmp_path: Path) -> None:
    store = app.session_interface
    for number in range(25):
        store._swap(f"old{number}", None, b"x", DAY)
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        file.execute("UPDATE sessions SET expiry = ?", (time.time() - 1,))
    counts = []
    for number in range(4):
        store._swap(f"new{number}", None, b"x", DAY)
        counts.append(file.execute("SELECT count(*) FROM sessions").fetchone()[0])
    file.close()

    assert counts == [16, 7, 3, 4]


def test_the_store_lies_in_a_folder_that_only_its_owner_enters(app: Flask, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "instance").stat().st_mode) == 0o700
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    file.close()


def _open_store(path: Path, start: threading.Barrier) -> None:
    start.wait()
    create_app({"INSTANCE_PATH": str(path)})


def test_many_processes_may_create_the_store_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    for attempt in range(3):
        start = context.Barrier(6)
        path = tmp_path / str(attempt)
        processes = [context.Process(target=_open_store, args=(path, start)) for _ in range(6)]
        for process in processes:
            process.start()
        for process in processes:
            process.join(60)
        assert [process.exitcode for process in processes] == [0] * 6


def test_a_broken_file_is_a_store_that_is_unavailable(app: Flask, tmp_path: Path) -> None:
    store = app.session_interface
    (tmp_path / "instance" / "sessions.db").write_bytes(b"no database " * 1000)

    with pytest.raises(StoreUnavailable, match="not a database"):
        store._read("id")
    with pytest.raises(StoreUnavailable, match="not a database"):
        store._swap("id", None, b"one", DAY)
    with pytest.raises(StoreUnavailable, match="not a database"):
        create_app({"INSTANCE_PATH": str(tmp_path / "instance")})


def test_a_file_that_was_deleted_takes_no_more_saves(app: Flask, tmp_path: Path) -> None:
    store = app.session_interface
    store._swap("id", None, b"one", DAY)
    for file in (tmp_path / "instance").iterdir():
        file.unlink()

    assert not store._swap("id", b"one", b"two", DAY)
    assert store._swap("id", None, b"new", DAY)
    assert store._read("id") == b"new"
    again = create_app({"INSTANCE_PATH": str(tmp_path / "instance")}).session_interface
    assert again._read("id") == b"new"


def test_only_its_owner_reads_the_file_whoever_made_the_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    store = create_app({"INSTANCE_PATH": str(tmp_path)}).session_interface
    store._swap("id", None, b"one", DAY)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("sessions.db*")}

    assert set(modes.values()) == {0o600}
    assert "sessions.db-wal" in modes


@pytest.mark.parametrize("value", [b"", "text", 7, 1.5])
def test_a_value_of_any_kind_in_the_store_is_replaced_by_the_next_save(
    app: Flask, counter: FlaskClient, tmp_path: Path, value: object
) -> None:
    sid = save_session(app, b"x")
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        file.execute("UPDATE sessions SET data = ? WHERE id = ?", (value, sid))
    file.close()
    counter.set_cookie("session", sid)

    assert counter.get("/read").text == "0"
    assert counter.post("/count").text == "1"
    assert counter.get("/read").text == "1"


def test_connecting_again_takes_no_lock_from_those_who_are_connected(
    app: Flask, tmp_path: Path
) -> None:
    """Closing a file drops every lock of the process on it, whoever took it.

    Another process that closes the file then believes to be the last one there, and deletes the
    log that this one goes on writing to.
    """
    store = app.session_interface
    path = tmp_path / "instance" / "sessions.db"
    store._swap("id", None, b"one", DAY)
    again = threading.Thread(target=store._read, args=("id",))
    again.start()
    again.join()
    visit = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM sessions')"
    subprocess.run([sys.executable, "-c", visit, str(path)], check=True)

    assert path.with_name("sessions.db-wal").exists()
    assert store._swap("id", b"one", b"two", DAY)


def test_a_save_renews_the_expiry_once_a_hundredth_of_the_lifetime_is_over(
    app: Flask, tmp_path: Path
) -> None:
    store = app.session_interface
    store._swap("id", None, b"one", 100 * DAY)
    ages = []
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        for age, old, new in ((0.9, b"one", b"two"), (1.1, b"two", b"three")):
            expiry = time.time() + (100 - age) * DAY
            file.execute("UPDATE sessions SET expiry = ?", (expiry,))
            file.commit()
            assert store._swap("id", old, new, 100 * DAY)
            found = file.execute("SELECT expiry FROM sessions").fetchone()[0]
            ages.append(round(100 - (found - time.time()) / DAY, 1))
    file.close()

    assert ages == [0.9, 0.0]


def test_a_save_for_a_shorter_time_shortens_the_expiry(app: Flask, tmp_path: Path) -> None:
    store = app.session_interface
    store._swap("id", None, b"one", 100 * DAY)
    assert store._swap("id", b"one", b"two", DAY)
    with sqlite3.connect(tmp_path / "instance" / "sessions.db") as file:
        expiry = file.execute("SELECT expiry FROM sessions").fetchone()[0]
    file.close()

    assert round((expiry - time.time()) / DAY, 1) == 1.0
