"""What docs/measured/comparison.md shows of each puzzle, read from its ``comparison.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.boards.registry import shipped_names

_FILE = "comparison.toml"


@dataclass(frozen=True)
class Exhibit:
    """An instance that stands for a puzzle, and what is asked of it."""

    puzzle: str
    instance: str
    symmetry: str = ""
    tasks: tuple[Task, ...] = ("first", "all")


@dataclass(frozen=True)
class Chapter:
    """What the page shows of one puzzle.

    Attributes:
        exhibits: in the order of the page.
        published: encodings that follow a published one; they are measured beside the default.
        remark: what is special about the puzzle's program, a sentence; or empty.
        trap: an instance on which encodings with a flaw have wrong answers, or empty.
        plots: whether all shipped instances together make the plots.
        cited: published figures, each with instance, task, time and source.
    """

    exhibits: tuple[Exhibit, ...]
    published: tuple[str, ...] = ()
    remark: str = ""
    trap: str = ""
    plots: bool = False
    cited: tuple[Mapping[str, str], ...] = ()


def chapters(names: Sequence[str] = ()) -> dict[str, Chapter]:
    """The puzzles of this package that the page shows, by name.

    Args:
        names: only these; none: all.
    """
    folder = Path(__file__).parents[1] / "puzzles"
    found = {}
    for name in shipped_names():
        file = folder / name / _FILE
        if file.exists() and (not names or name in names):
            content = tomllib.loads(file.read_text(encoding="utf-8"))
            exhibits = tuple(
                Exhibit(name, **{**each, "tasks": tuple(each.get("tasks", Exhibit.tasks))})
                for each in content.pop("exhibits")
            )
            lists: dict[str, Any] = {
                key: tuple(content.pop(key, ())) for key in ("published", "cited")
            }
            found[name] = Chapter(exhibits, **lists, **content)
    return found
