"""What the page shows before a board is chosen: puzzles, instances, thumbnails, programs."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.web.boards import Body, about, puzzle_of_name, read_board
from pyasp_puzzles.web.limits import Limits


def gallery(_body: Body, _limits: Limits) -> list[dict[str, Any]]:
    """All puzzles with their shipped instances."""
    return [_entry(find_puzzle(name)) for name in puzzle_names()]


def _entry(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    instances = []
    for name, path in puzzle.instance_files().items():
        for label, one in puzzle.parse(read_text(str(path)), name).items():
            address = f"{name}#{label}" if label else name
            instances.append({"name": address, **about(puzzle, replace(one, name=address))})
    generator = puzzle.generator
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        **words(puzzle),
        "instances": instances,
        "generator": generator
        and [
            {
                "name": each.name,
                "about": each.about,
                "default": each.default,
                "least": each.least,
                "most": each.most,
                "choices": list(each.choices),
                "metavar": each.metavar,
            }
            for each in generator.parameters
        ],
        "grades": puzzle.calibration.grades if puzzle.calibration else (),
        "best": puzzle.best is not None,
        "symmetry": list(puzzle.symmetries.kinds) if puzzle.symmetries else [],
        "variants": list(puzzle.variants),
        "play": puzzle.play is not None,
    }


def words(puzzle: Puzzle[Any, Any]) -> dict[str, str]:
    """What a puzzle is and its rules: the first two paragraphs of its module's docstring.

    The module is the one that has the puzzle: the module of its instances, or a package around it.
    The first paragraph goes without the puzzle's title, which stands above it.
    """
    parts = puzzle.instance_type.__module__.split(".")
    names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    modules = (sys.modules[name] for name in names if name in sys.modules)
    own = (each for each in modules if any(value is puzzle for value in vars(each).values()))
    paragraphs = (getattr(next(own, None), "__doc__", None) or "").strip().split("\n\n")
    about, rules = (" ".join(paragraph.split()) for paragraph in (*paragraphs, "")[:2])
    title, colon, told = about.partition(": ")
    if colon and len(title) < len(told):
        about = told[:1].upper() + told[1:]
    return {"about": about, "rules": "" if rules.startswith(">>>") else rules}


def thumbnail(body: Body, limits: Limits) -> str:
    """The picture of a shipped instance as SVG, without words: too small to be read."""
    found = read_board(body, limits)
    return svg(replace(found.puzzle.picture(found.instance, None), title="", legend=()))


def program(body: Body, _limits: Limits) -> dict[str, Any]:
    """The files of a puzzle's program."""
    puzzle = puzzle_of_name(body["puzzle"])
    rules = puzzle.program_path().parent
    files = (*puzzle.all_program_paths(), *puzzle.lemma_paths())
    return {
        "files": [
            {"name": path.relative_to(rules).as_posix(), "text": read_text(str(path))}
            for path in files
        ]
    }
