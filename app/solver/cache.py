"""The folder for what is made once on a machine and can be made again."""

import os
import stat
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Return a folder of this user's that can be written, made if it is not there.

    It is SOLVER_CACHE if the environment says so, else in the user's cache, else in the
    machine's folder of temporary files. Raises OSError if none will do.
    """
    said = os.environ.get("SOLVER_CACHE")
    if said:
        return _made(Path(said))
    try:
        user_cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return _made(Path(user_cache) / "game2048")
    except (OSError, RuntimeError):  # a user without a home is a RuntimeError
        return _own(_made(Path(tempfile.gettempdir()) / f"game2048-{os.getuid()}"))


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{folder} cannot be written")
    return folder


def _own(folder: Path) -> Path:
    """Return a folder that nobody else can write to: what is read from it is run."""
    found = folder.lstat()
    others = stat.S_IWGRP | stat.S_IWOTH
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & others:
        raise PermissionError(f"{folder} may be another user's")
    return folder
