"""The folder for what is made once on a machine and can be made again."""

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Return a folder of this user's that can be written, made if it is not there.

    It is SOLVER_CACHE if the environment says so, else in the user's cache, else in the
    machine's folder of temporary files.
    """
    said = os.environ.get("SOLVER_CACHE")
    if said:
        return _made(Path(said))
    user_cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    try:
        return _made(Path(user_cache) / "game2048")
    except OSError:
        return _made(Path(tempfile.gettempdir()) / f"game2048-{os.getuid()}")


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{folder} cannot be written")
    return folder
