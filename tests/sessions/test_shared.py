"""What is kept beside the sessions, for who knows its name."""

from app.sessions import CompareAndSetSessions


def test_what_is_shared_is_found_under_its_name_and_no_other(store: CompareAndSetSessions) -> None:
    store.share("name", b"content")

    assert store.shared("name") == b"content"
    assert store.shared("other") is None


def test_what_is_shared_stays_as_it_was_first(store: CompareAndSetSessions) -> None:
    store.share("name", b"content")
    store.share("name", b"another")

    assert store.shared("name") == b"content"
