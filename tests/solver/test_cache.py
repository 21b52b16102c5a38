import os
import tempfile
from pathlib import Path

import pytest

from app.solver.cache import cache_folder


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without a home, as containers have; returns the folder of temporary files."""

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("SOLVER_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_is_the_one_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    monkeypatch.delenv("SOLVER_CACHE", raising=False)
    assert cache_folder() == tmp_path / "users" / "game2048"

    monkeypatch.setenv("SOLVER_CACHE", str(tmp_path / "said"))
    assert cache_folder() == tmp_path / "said"


def test_a_user_without_a_home_has_one_of_their_own_among_the_temporary_files(
    homeless: Path,
) -> None:
    found = cache_folder()

    assert found == homeless / f"game2048-{os.getuid()}"
    assert found.stat().st_mode & 0o777 == 0o700
    assert cache_folder() == found


def test_a_folder_that_others_may_write_to_is_not_taken(homeless: Path) -> None:
    """The compiled code in it is run."""
    planted = homeless / f"game2048-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)

    with pytest.raises(PermissionError, match="another user"):
        cache_folder()


def test_a_link_to_another_folder_is_not_taken(homeless: Path) -> None:
    elsewhere = homeless / "elsewhere"
    elsewhere.mkdir()
    (homeless / f"game2048-{os.getuid()}").symlink_to(elsewhere)

    with pytest.raises(PermissionError, match="another user"):
        cache_folder()
