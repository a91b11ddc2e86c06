"""Write what is made by code: shipped instances, examples for plain clingo, types."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from pyasp_puzzles import api, families, stub
from pyasp_puzzles.puzzle import find_puzzle, program_folder


def shipped() -> dict[Path, str]:
    """The text of every shipped instance and example by its path within a checkout."""
    files = {}
    for module in pkgutil.iter_modules(families.__path__):
        if module.name == "__main__":
            continue
        puzzle = find_puzzle(module.name)
        catalogue = importlib.import_module(f"{families.__name__}.{module.name}").catalogue()
        for name, instance in catalogue.items():
            path = Path("pyasp_puzzles", "instances", puzzle.name, f"{name}.txt")
            files[path] = puzzle.format(instance)
        first = puzzle.first or next(iter(sorted(catalogue)))
        files[Path("lp", "examples", f"{puzzle.name}.lp")] = api.facts(catalogue[first])
    return files


if __name__ == "__main__":
    root = program_folder().parent
    for path, text in {**shipped(), stub.PATH: stub.stub()}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
