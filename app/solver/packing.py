"""The file of the weights: few megabytes of a network of 256, and how it is read again.

What decides is how often play looks at a weight. Each is rounded to the multiple of a step that
costs least: squared error times lookups, plus a price for each bit that it will take. So the
weights of every game keep all their digits, rare ones are rounded to the round numbers that are
stored cheaply, and those that hardly matter become 0 (rate-distortion optimised quantisation, as
in video coding). Reading knows nothing of this: the file holds small numbers, compressed.
"""

import json
import os
import struct
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.solver.cache import cache_folder
from app.solver.compiled import Floats, kernel
from app.solver.network import TUPLES
from app.solver.visits import Visits

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Units = npt.NDArray[np.int16]

WEIGHTS_FILE = Path(__file__).parent / "weights.2048"
STEP = 16
"""Points of one unit."""

_MAGIC = b"2048 weights 1\n"
_LENGTH = struct.Struct("<I")
_ZSTD_LEVEL = 19
# No lookup counted is still a little: the trainer saw the board.
_UNSEEN = np.float32(1)
_MOST = 2047
_ROUNDINGS = 7
_PASSES = 4


class BadWeights(ValueError):
    """A file that does not hold weights of this network."""


@kernel
def _round(weights: Floats, visits: Visits, bits: Floats, price: np.float32, units: Units) -> None:
    step = np.float32(STEP)
    for place in range(weights.size):
        weight = weights[place]
        importance = np.float32(visits[place]) + _UNSEEN
        best = 0
        least = importance * weight * weight + price * bits[_MOST]
        multiple = 1
        for _ in range(_ROUNDINGS):
            unit = int(np.rint(weight / (step * np.float32(multiple)))) * multiple
            if unit == 0:
                break
            unit = max(-_MOST, min(_MOST, unit))
            error = weight - np.float32(unit) * step
            cost = importance * error * error + price * bits[unit + _MOST]
            if cost < least:
                best, least = unit, cost
            multiple *= 2
        units[place] = best


def quantise(weights: Floats, visits: Visits, price: float) -> Units:
    """Return the weights in units of STEP.

    Args:
        weights: Of a network, or of a part of it.
        visits: How often each is looked up.
        price: Squared points times lookups that a bit may save.
    """
    sizes = np.abs(np.arange(-_MOST, _MOST + 1))
    # A first guess of what a number costs; round ones are cheap, so that they come to be used.
    roundness = sum((sizes % (1 << power) == 0).astype(np.float64) for power in range(1, 6))
    bits = 2 * np.log2(2 + sizes) + 4 - 1.5 * roundness
    bits[_MOST] = 0.5
    used = np.flatnonzero(weights)
    weights_used, visits_used = weights[used], visits[used]
    units_used: Units = np.zeros(used.size, np.int16)
    for _ in range(_PASSES):
        _round(weights_used, visits_used, bits.astype(np.float32), np.float32(price), units_used)
        counts = np.bincount(units_used.astype(np.int32) + _MOST, minlength=2 * _MOST + 1) + 0.01
        counts[_MOST] += weights.size - used.size
        bits = -np.log2(counts / counts.sum())
    units: Units = np.zeros(weights.size, np.int16)
    units[used] = units_used
    return units


def write(file: Path, units: Units, training: dict[str, Any]) -> None:
    """Write weights and their training record, in the place of what was there."""
    numbers = (np.abs(units.astype(np.int32)) * 2 - (units < 0)).astype(np.uint16)
    planes = [
        zstd.compress((numbers >> shift & 0xFF).astype(np.uint8).tobytes(), _ZSTD_LEVEL)
        for shift in (0, 8)
    ]
    payload = b"".join(planes)
    header = {
        "tuples": TUPLES,
        "weights": units.size,
        "not zero": int(np.count_nonzero(units)),
        "points of a unit": STEP,
        "planes": [len(plane) for plane in planes],
        "checksum": blake2b(payload, digest_size=16).hexdigest(),
        "training": training,
    }
    head = json.dumps(header).encode()
    _replace(file, _MAGIC + _LENGTH.pack(len(head)) + head + payload)


def read_header(file: Path) -> dict[str, Any]:
    """Return what the file says of itself. Raises OSError or BadWeights."""
    return _split(file.read_bytes())[0]


def read(file: Path) -> Units:
    """Return the weights in units of STEP. Raises OSError or BadWeights."""
    header, payload = _split(file.read_bytes())
    low = header["planes"][0]
    try:
        numbers = np.frombuffer(zstd.decompress(payload[:low]), np.uint8).astype(np.int16)
        numbers |= np.frombuffer(zstd.decompress(payload[low:]), np.uint8).astype(np.int16) << 8
    except (zstd.ZstdError, ValueError) as error:
        raise BadWeights(f"{file.name} cannot be unpacked: {error}") from error
    # 0, 1, 2, 3, 4 … stand for 0, -1, 1, -2, 2 …
    return np.where(numbers & 1, -(numbers + 1 >> 1), numbers >> 1)


def _split(packed: bytes) -> tuple[dict[str, Any], bytes]:
    start = len(_MAGIC) + _LENGTH.size
    if packed[: len(_MAGIC)] != _MAGIC or len(packed) < start:
        raise BadWeights("this is not a file of weights")
    (length,) = _LENGTH.unpack(packed[len(_MAGIC) : start])
    payload = packed[start + length :]
    try:
        header = json.loads(packed[start : start + length])
        said = [header[name] for name in ("checksum", "tuples", "points of a unit", "weights")]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights("the header of the weights is broken") from error
    if blake2b(payload, digest_size=16).hexdigest() != said[0]:
        raise BadWeights("the weights are not those that were written: their checksum differs")
    if said[1:3] != [[list(cells) for cells in TUPLES], STEP]:
        raise BadWeights("the weights are of another network")
    return header, payload


def shared(file: Path) -> Units:
    """Return the weights of a file, in memory that all processes of this user share.

    They are unpacked once, into the cache folder; where that cannot be, into this process alone.
    Raises OSError or BadWeights.
    """
    header = read_header(file)
    try:
        unpacked = cache_folder() / f"weights-{header['checksum']}.int16"
        if not (unpacked.exists() and unpacked.stat().st_size == 2 * header["weights"]):
            _replace(unpacked, read(file).data)
        return np.asarray(np.memmap(unpacked, np.int16, mode="r"))
    except OSError:
        units = read(file)
        # As the shared ones: the compiled code is for one kind of array.
        units.flags.writeable = False
        return units


def _replace(file: Path, content: bytes | memoryview) -> None:
    """Write a file whole or not at all, whoever else writes it at the same time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as unfinished:
        try:
            unfinished.write(content)
            unfinished.close()
            os.replace(unfinished.name, file)
        except BaseException:
            os.unlink(unfinished.name)
            raise
