"""Kernels: machine code is kept on disk, and no damaged or unwritable file stops a search."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyasp_puzzles.core.compiled import cold

pytest.importorskip("numba")

SOURCE = """
from pyasp_puzzles.core.compiled import compiled

@compiled
def twice(number):
    return 2 * number
"""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Imports a module with a kernel anew, as another process would."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    path = tmp_path / "kernels.py"
    path.write_text(SOURCE, encoding="utf-8")

    def again() -> Any:
        spec = importlib.util.spec_from_file_location("kernels", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.twice

    return again


def kept(tmp_path: Path, ending: str) -> list[Path]:
    return list((tmp_path / "__pycache__").glob(f"*.{ending}"))


def test_the_next_process_finds_the_machine_code(kernel: Callable[[], Any], tmp_path: Path) -> None:
    assert kernel()(21) == 42
    assert len(kept(tmp_path, "nbi")) == len(kept(tmp_path, "nbc")) == 1
    second = kernel()
    assert second(21) == 42
    assert sum(second.stats.cache_hits.values()) == 1


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("rubbish", [b"", b"rubbish\n", b"\x80\x05"])
def test_a_damaged_file_is_replaced(
    kernel: Callable[[], Any], tmp_path: Path, ending: str, rubbish: bytes
) -> None:
    kernel()(21)
    (file,) = kept(tmp_path, ending)
    file.write_bytes(rubbish)
    assert kernel()(21) == 42
    repaired = kernel()
    assert repaired(21) == 42
    assert sum(repaired.stats.cache_hits.values()) == 1, "the file was not replaced"


def test_machine_code_that_cannot_be_kept_is_used(
    kernel: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert kernel()(21) == 42
    assert kept(tmp_path, "nbc") == []


def test_a_kernel_is_cold_until_its_machine_code_is_kept(
    kernel: Callable[[], Any], tmp_path: Path
) -> None:
    assert cold(kernel())
    kernel()(21)
    assert not cold(kernel())
    (index,) = kept(tmp_path, "nbi")
    index.write_bytes(b"rubbish\n")
    assert cold(kernel())
