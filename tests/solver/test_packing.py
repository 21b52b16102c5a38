import json
import struct
import threading
from pathlib import Path

import numpy as np
import pytest

from app.solver import packing
from app.solver.packing import BadWeights, quantise, read, read_header, shared, write
from app.solver.training import Trainer
from app.solver.visits import count_visits


@pytest.fixture(scope="module")
def units() -> packing.Units:
    units = np.zeros(10_000, np.int16)
    units[:8] = (0, 1, -1, 2, -2, 300, -2047, 2047)
    units[-1] = 77
    return units


@pytest.fixture(scope="module")
def packed(units: packing.Units, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("packed") / "weights.2048"
    write(file, units, {"hours": 2})
    return file


def test_what_is_read_is_what_was_written(packed: Path, units: packing.Units) -> None:
    read_again = read(packed)

    assert read_again.dtype == np.int16
    assert read_again[:8].tolist() == [0, 1, -1, 2, -2, 300, -2047, 2047]
    assert read_again[-1] == 77
    assert np.array_equal(read_again, units)
    assert packed.stat().st_size < 1_000


def test_the_file_begins_with_what_it_is(packed: Path) -> None:
    content = packed.read_bytes()
    assert content.startswith(b"2048 weights 1\n")
    (length,) = struct.unpack("<I", content[15:19])
    header = json.loads(content[19 : 19 + length])

    assert header == read_header(packed)
    assert header["tuples"][2] == [0, 1, 2, 4, 5, 6]
    assert header["not zero"] == 8
    assert header["points of a unit"] == 16
    assert header["training"] == {"hours": 2}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        pytest.param(lambda content: b"", "not a file of weights", id="empty"),
        pytest.param(lambda content: b"PK" + content, "not a file of weights", id="another kind"),
        pytest.param(lambda content: content[:17], "not a file of weights", id="cut in the length"),
        pytest.param(lambda content: content[:60], "header", id="cut in the header"),
        pytest.param(lambda content: content[:-1], "checksum", id="cut at the end"),
        pytest.param(
            lambda content: content[:-1] + bytes([content[-1] ^ 1]), "checksum", id="a byte changed"
        ),
        pytest.param(
            lambda content: content.replace(b"[0, 1, 2, 3", b"[0, 1, 2, 9"),
            "another network",
            id="other tuples",
        ),
        pytest.param(
            lambda content: content.replace(b'"points of', b'"pointz of'), "header", id="no unit"
        ),
    ],
)
def test_a_file_that_is_not_whole_is_refused(packed: Path, tmp_path: Path, damage, said) -> None:
    bad = tmp_path / "weights.2048"
    bad.write_bytes(damage(packed.read_bytes()))

    with pytest.raises(BadWeights, match=said):
        read(bad)


def test_weights_are_unpacked_once_for_all(
    packed: Path, units: packing.Units, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVER_CACHE", str(tmp_path / "cache"))
    first = shared(packed)
    (unpacked,) = (tmp_path / "cache").iterdir()
    made = unpacked.stat()
    second = shared(packed)

    assert unpacked.name == f"weights-{read_header(packed)['checksum']}.int16"
    assert np.array_equal(first, units)
    assert np.array_equal(second, units)
    assert (unpacked.stat().st_ino, unpacked.stat().st_mtime) == (made.st_ino, made.st_mtime)
    assert not second.flags.writeable


def test_a_cut_cache_is_made_again(
    packed: Path, units: packing.Units, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVER_CACHE", str(tmp_path))
    (tmp_path / f"weights-{read_header(packed)['checksum']}.int16").write_bytes(b"cut")

    assert np.array_equal(shared(packed), units)


def test_where_nothing_can_be_cached_the_weights_are_in_memory(
    packed: Path, units: packing.Units, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("SOLVER_CACHE", str(tmp_path / "a file"))

    assert np.array_equal(shared(packed), units)


def test_many_may_unpack_at_the_same_time(
    packed: Path, units: packing.Units, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVER_CACHE", str(tmp_path))
    found: list[packing.Units] = []
    threads = [threading.Thread(target=lambda: found.append(shared(packed))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [np.array_equal(one, units) for one in found] == [True] * 3
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_looked_up_often_keeps_its_digits_and_what_is_not_grows_round() -> None:
    weights = np.full(1000, 1003.0, np.float32)
    weights[500:] = 20
    often = np.full(1000, 1_000_000, np.uint32)
    seldom = np.zeros(1000, np.uint32)

    assert set(quantise(weights, often, 1e4).tolist()) == {63, 1}
    assert set(quantise(weights, seldom, 1e4)[500:].tolist()) == {0}
    assert set(quantise(-weights, often, 1e4).tolist()) == {-63, -1}


def test_a_dearer_bit_leaves_fewer_weights(trainer: Trainer) -> None:
    visits = count_visits(trainer.weights, games=4, seed=1, workers=1)
    cheap, dear = (quantise(trainer.weights, visits, price) for price in (1e3, 1e6))
    moved = np.abs(trainer.weights - cheap * np.float32(packing.STEP))[visits > 0]

    assert 0 < np.count_nonzero(dear) < np.count_nonzero(cheap)
    assert np.count_nonzero(cheap) <= np.count_nonzero(trainer.weights)
    assert np.median(moved) <= packing.STEP


def test_lookups_are_counted_where_games_lead(trainer: Trainer) -> None:
    visits = count_visits(trainer.weights, games=2, seed=1, workers=1)
    again = count_visits(trainer.weights, games=2, seed=1, workers=1)

    assert visits[0] > 0  # six empty cells
    assert visits.sum() % 32 == 0
    assert np.array_equal(visits, again)
