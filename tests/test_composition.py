"""Programs are composed of files: the rules, what is for the search, one answer of each class."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import Profile, program_folder
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.counts.identity import CountIdentity
from pyasp_puzzles.engines.auto import alternatives
from pyasp_puzzles.engines.job import make_job

SLABS = "slothouber_graatsma"


@pytest.fixture
def mine(tmp_path: Path) -> Any:
    """A puzzle of somebody else, whose program stands in a folder of its own."""
    shutil.copy(program_folder() / "packing.lp", tmp_path / "rules.lp")
    return replace(find_puzzle("packing"), program=tmp_path / "rules.lp", profiles={})


def names(files: tuple[Path, ...]) -> list[str]:
    return ["/".join(path.parts[-2:]) for path in files[1:]]


def test_files_beside_a_program_are_found_in_their_order(mine: Any) -> None:
    folder = mine.program.parent
    assert mine.program_paths() == (mine.program,)
    for name in ("search", "symmetry"):
        (folder / name).mkdir()
        (folder / name / "packing.lp").touch()
    (folder / "search" / "other.lp").touch()
    assert names(mine.program_paths()) == ["search/packing.lp"]
    assert names(mine.program_paths((), symmetry=True)) == ["symmetry/packing.lp"]
    assert names(mine.program_paths(("other",))) == ["search/other.lp"]
    mine = replace(mine, profiles={"quick": Profile(search=("packing", "other"))})
    files = mine.all_program_paths()
    assert names(files) == ["search/packing.lp", "symmetry/packing.lp", "search/other.lp"]


def test_a_missing_file_is_named(mine: Any) -> None:
    with pytest.raises(pp.PuzzleError, match=r"^packing: found no search/other\.lp in the folder"):
        mine.program_paths(("other",))
    with pytest.raises(pp.PuzzleError, match=r"^packing: found no symmetry/packing\.lp in the"):
        mine.program_paths(symmetry=True)


@pytest.mark.parametrize(
    ("engine", "files"),
    [
        ("asp", ["search/packing.lp", "search/packing_sweep.lp"]),
        ("exact-cover", ["search/packing.lp"]),
        ("auto", ["search/packing.lp", "search/packing_sweep.lp"]),
        ("asp:learn", ["search/packing.lp"]),
        ("asp:crafty", ["search/packing.lp"]),
        ("translate", ["search/packing.lp"]),
    ],
)
@pytest.mark.parametrize("symmetry", [False, True])
def test_every_engine_that_grounds_adds_the_files_of_its_profile(
    engine: str, files: list[str], symmetry: bool
) -> None:
    job = make_job(pp.load("packing", SLABS), engine, symmetry=symmetry)
    for tried in alternatives(job):
        assert tried.program[0].name == "packing.lp"
        own = files[:1] if tried.engine.kind == "exact-cover" else files
        assert names(tried.program) == own + ["symmetry/packing.lp"] * symmetry


def test_a_long_count_may_go_on_with_another_engine_but_not_with_another_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    board = pp.load("packing", SLABS)
    jobs = [make_job(board, engine) for engine in ("asp", "asp:learn", "exact-cover")]
    assert len({CountIdentity.of(job) for job in jobs}) == 1
    changed = tmp_path / "changed.lp"
    changed.write_text("a.", encoding="ascii")
    files = find_puzzle("packing").all_program_paths()
    monkeypatch.setattr(pp.Puzzle, "all_program_paths", lambda _: (*files[:-1], changed))
    assert CountIdentity.of(jobs[1]).program != CountIdentity.of(jobs[0]).program
