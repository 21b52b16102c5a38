"""How the solver's inner loops are compiled, and where the machine code is kept between runs."""

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core import config

from app.solver.cache import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])
Floats = npt.NDArray[np.float32]
Boards = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]


def _digest_of_sources() -> str:
    """Numba looks at the file of a function alone, not at those of the functions it calls."""
    digest = blake2b(digest_size=6)
    here = Path(__file__).parent
    for file in (*sorted(here.glob("*.py")), here.parent / "rules.py"):
        digest.update(file.read_bytes())
    return digest.hexdigest()


if not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(  # type: ignore[attr-defined]
        cache_folder() / f"compiled-{_digest_of_sources()}"
    )


def kernel(function: Function) -> Function:
    """Compile a function at its first call; it holds no lock of Python's while it runs."""
    return cast(Function, numba.njit(cache=True, nogil=True, fastmath=True)(function))
