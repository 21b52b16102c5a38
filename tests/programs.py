"""Programs that the tests start: one that is there, else Debian's package."""

import os
import shutil
import subprocess
from collections.abc import Sequence

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
    run(["apt-get", "update", "--quiet"])
    return run(["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", package])


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
