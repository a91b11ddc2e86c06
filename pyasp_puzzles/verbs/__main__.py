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
        home = Path("pyasp_puzzles", "puzzles", name)
        if (program_folder().parent / home / "catalogue.py").is_file():
            module = importlib.import_module(f"pyasp_puzzles.puzzles.{name}.catalogue")
            boards = module.catalogue()
        else:  # boards that were made once; here they are only written anew
            boards = {board: solving.load(name, board) for board in puzzle.instance_files()}
        for board, instance in boards.items():
            files[home / "instances" / f"{board}.txt"] = puzzle.format(instance)
        files[Path("lp", "examples", f"{name}.lp")] = solving.facts(solving.load(name))
    return files


if __name__ == "__main__":
    root = program_folder().parent
    for path, text in {**shipped(), stub.PATH: stub.stub()}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
