"""What is kept beside the sessions, for who knows its name."""

import time

import pytest

from app.sessions import CompareAndSetSessions, base


def test_what_is_shared_is_found_under_its_name_and_no_other(store: CompareAndSetSessions) -> None:
    store.share("name", b"content")

    assert store.shared("name") == b"content"
    assert store.shared("other") is None


def test_what_is_shared_stays_as_it_was_first(store: CompareAndSetSessions) -> None:
    store.share("name", b"content")
    store.share("name", b"another")

    assert store.shared("name") == b"content"


def test_what_is_shared_again_is_kept_from_then_on_and_what_has_expired_anew(
    store: CompareAndSetSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "_SHARED_SECONDS", 1)
    for name in ("renewed", "expired", *(f"before {number}" for number in range(30))):
        store.share(name, b"content")
    monkeypatch.setattr(base, "_SHARED_SECONDS", 1000)
    store.share("renewed", b"another")
    time.sleep(1.5)
    assert store.shared("expired") is None
    store.share("expired", b"content")

    assert store.shared("renewed") == b"content"
    assert store.shared("expired") == b"content"
