"""Programs that the tests start: one that is there, else Debian's package."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_SECONDS = 600


def find_or_install(names: Sequence[str], package: str) -> str:
    """Return the path of the first program that is there; raise RuntimeError with advice."""
    path = _find(names)
    if path is None and install_package(package):
        path = _find(names)
    if path is None:
        raise RuntimeError(
            f"The tests need {' or '.join(names)} and could neither find nor install one."
            f" Install it (Debian's package is {package}), then run the tests again."
        )
    return path


def install_package(package: str) -> bool:
    """Install a package if we are root on a Debian; tell whether that went well."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    with _alone():
        run(["apt-get", "update", "--quiet"])
        return run(["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", package])


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other worker of the tests installs: apt-get refuses a second of its kind."""
    with (Path(tempfile.gettempdir()) / "2048-tests-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str]) -> bool:
    """Run a command that fetches something; tell whether it went well."""
    # No service is started by the package: Debian starts none in runlevel 1.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _find(names: Sequence[str]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)
