"""The verb ``new-puzzle``: a package with a puzzle that runs, to be made into another one.

Comes in: a name, and what an answer is. Goes out: the files of a package, those of the small puzzle
``my_puzzle`` in ``templates`` under the new name.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from pathlib import Path
from sys import stdlib_module_names

from pyasp_puzzles.boards.formats.outputs import named_errors
from pyasp_puzzles.boards.registry import puzzle_names
from pyasp_puzzles.core.errors import PuzzleError, shorten

TEMPLATES = ("shade", "number", "signs", "loop", "regions", "pieces")
"""What people do: each has a folder with program (glossary and words), module and instance."""


def new_puzzle(name: str, answer: str, folder: Path) -> list[Path]:
    """Write the package of a new puzzle into a folder; returns its files.

    Raises:
        PuzzleError: there is such a puzzle or folder, the name cannot be that of a package, or the
            files cannot be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        expected = "small letters, digits and single underscores, such as my_puzzle"
        raise PuzzleError(f"name: found {shorten(name)}, expected {expected}")
    if answer not in TEMPLATES:
        raise PuzzleError(f"answer: found {shorten(answer)}, expected {', '.join(TEMPLATES)}")
    if iskeyword(name) or name in stdlib_module_names or name == "pyasp_puzzles":
        raise PuzzleError(f"name: found {name!r}, which Python uses, expected another name")
    if name in puzzle_names() or (folder / name).exists():
        raise PuzzleError(f"{name}: found a puzzle or a folder of this name, expected a new name")
    texts = {folder / name / path: text for path, text in files(name, answer).items()}
    with named_errors(folder / name):
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return list(texts)


def files(name: str, answer: str) -> dict[str, str]:
    """The text of each file of a package."""
    title = name.replace("_", " ").title()
    names = {f"My{answer.title()}": title.replace(" ", ""), "My Puzzle": title, "my_puzzle": name}

    def renamed(file: str) -> str:
        text = Path(__file__).with_name("templates").joinpath(file).read_text(encoding="utf-8")
        return re.sub("|".join(names), lambda found: names[found[0]], text)

    return {
        "pyproject.toml": renamed("pyproject.txt"),
        f"{name}/__init__.py": renamed(f"{answer}/module.txt"),
        f"{name}/{name}.lp": renamed(f"{answer}/program.lp"),
        f"{name}/instances/first.txt": renamed(f"{answer}/first.txt"),
        f"tests/test_{name}.py": renamed("test.txt"),
    }
