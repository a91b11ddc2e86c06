"""Write what is made by code: shipped instances, examples for plain clingo, types."""

from __future__ import annotations

import importlib
from pathlib import Path

from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.verbs import solving, stub


def shipped() -> dict[Path, str]:
    """The text of every shipped instance and example by its path within a checkout."""
    files = {}
    for name in shipped_names():
        puzzle = find_puzzle(name)
        catalogue = importlib.import_module(f"pyasp_puzzles.puzzles.{name}.catalogue").catalogue()
        for board, instance in catalogue.items():
            path = Path("pyasp_puzzles", "puzzles", name, "instances", f"{board}.txt")
            files[path] = puzzle.format(instance)
        first = puzzle.first or next(iter(sorted(catalogue)))
        files[Path("lp", "examples", f"{name}.lp")] = solving.facts(catalogue[first])
    return files


if __name__ == "__main__":
    root = program_folder().parent
    for path, text in {**shipped(), stub.PATH: stub.stub()}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
