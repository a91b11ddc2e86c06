"""Anybody's program with words as a published board: its atoms are laid on their cells.

Where each shown atom belongs to one cell of rows and columns, the board is that grid; else each
atom has a cell of its own, one below the other, and the legend says what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.placements import place_key
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.explanation.explaining import Explanation, explain_program
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.subject import Subject
from pyasp_puzzles.explanation.telling.pictures import reason_cells
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.pictures.picture import LegendEntry, Panel, Picture, Tile
from pyasp_puzzles.pictures.roles import marked, with_roles
from pyasp_puzzles.pictures.svg.changes import changes
from pyasp_puzzles.publishing.content import MOST_WHOLE, derived, judging
from pyasp_puzzles.web.boards import page_svg, views
from pyasp_puzzles.web.candidates import RuleClauses, exclusions

MOST_SIDE = 40  # rows and columns of a grid


class OwnProgram:
    """A program, drawn and laid by the cells of its shown atoms."""

    def __init__(self, files: Sequence[Path], facts: str, constants: Mapping[str, str]) -> None:
        self.files, self._facts, self._constants = files, facts, constants
        self.name = re.sub(r"\W+", "_", files[0].stem) if files else "program"

    @property
    def about(self) -> dict[str, Any]:
        """What the gallery says of it: its first comment, as that of a puzzle's module."""
        comments = re.match(r"(?:%(?!@).*\n)*", self.texts[0]["text"])
        words = " ".join((comments[0] if comments else "").replace("%", " ").split())
        return {
            "name": self.name,
            "title": self.name,
            "kind": "Programs",
            "about": words,
            "rules": "",
        }

    @cached_property
    def texts(self) -> list[dict[str, str]]:
        """Its files as the page shows them."""
        found = [{"name": path.name, "text": read_text(str(path))} for path in self.files]
        return found + ([{"name": "facts", "text": self._facts}] if self._facts else [])

    def published(self, timeout: float) -> tuple[dict[str, Any], Explanation]:
        """All that the page has to know of it, and its explanation."""
        explanation = explain_program(self.files, self._facts, self._constants, timeout=timeout)
        self._lay(explanation.subject)
        tools = [
            {"name": name, "poses": 1, "left": None, "keys": name[:1], "svg": self._tool(name)}
            for name in self._tools
        ]
        board = {
            "puzzle": self.name,
            "name": self.name,
            "title": self.name,
            "known": {},
            "size": f"{len(self._tiles)} cells",
            "text": "\n".join(each["text"] for each in self.texts),
            "partial": {"atoms": [], "not": []},
            **views(self.drawn({})),
            "tools": tools,
            "pencil": all(name.isdigit() for name in self._tools),
            "done": False,
            "standing": "",
        }
        subject = Subject(self.files, self._facts, self._constants, timeout)
        models = [frozenset(model) & self._at.keys() for model in subject.models(most=MOST_WHOLE)]
        judged = judging(board["text"], models if subject.exhausted else ())
        found = derived(explanation, board, judged, self._step)
        return {**found, "hands": self._hands(), "poses": {}, "ruled": self._ruled()}, explanation

    def _ruled(self) -> dict[str, Any] | None:
        """What its rules exclude; ``None``: clauses cannot say them."""
        try:
            return exclusions(RuleClauses(ground(self.files, self._facts, self._constants)))
        except PuzzleError:
            return None

    def _lay(self, subject: Subject) -> None:
        """Find the cell and the label of each shown atom."""
        self._subject, theory = subject, subject.theory()
        shown = sorted(filter(theory.is_shown, theory.atoms))
        cells = {atom: theory.cells_of(atom) for atom in shown}
        grid = all(
            len(own) == 1 and len(own[0]) == 2 and min(own[0]) > 0 and max(own[0]) <= MOST_SIDE
            for own in cells.values()
        )
        if grid:
            self._at = {atom: cells[atom][0] for atom in shown}
            self._label = {atom: _label(atom, self._at[atom]) for atom in shown}
            self._legend: tuple[LegendEntry, ...] = ()
        else:
            self._at = {atom: (number, 1) for number, atom in enumerate(shown, 1)}
            self._label = dict.fromkeys(shown, "yes")
            words = (
                f"r{n}c1: {theory.literal(atom, True).words}" for atom, (n, _) in self._at.items()
            )
            self._legend = tuple(LegendEntry("", each) for each in words)
        self._grid = grid
        self._tools = sorted(set(self._label.values()), key=lambda name: (len(name), name))
        self._tiles = {at: Tile(at[0], at[1], group=0, cell=at) for at in self._at.values()}

    def drawn(self, known: Mapping[Symbol, bool]) -> Picture:
        """The board with the atoms that hold."""
        texts = {
            self._at[x]: self._label[x] for x, holds in known.items() if holds and x in self._at
        }
        tiles = (replace(tile, text=texts.get(cell, "")) for cell, tile in self._tiles.items())
        return Picture("", (Panel(tuple(tiles)),), legend=self._legend)

    def _step(self, known: Mapping[Symbol, bool], step: Step) -> Picture:
        """The board with what a step uses and what follows."""
        after = self.drawn({**known, **{x.atom: x.holds for x in step.follows}})
        new = {self._at[x.atom] for x in step.follows if x.atom in self._at}
        used = reason_cells(self._subject, step) & set(self._tiles) if self._grid else set[Place]()
        return marked(with_roles(after, dict.fromkeys(used, "reason")), new, "new")

    def _tool(self, name: str) -> str:
        return page_svg(Picture("", (Panel((Tile(1, 1, name, group=0),)),)))

    def _hands(self) -> dict[str, Any]:
        """What can be laid where, as ``static/README.md`` of the page has it."""
        empty, art = self.drawn({}), {"": 0}
        tools = []
        for name in self._tools:
            rows: list[Any] = []
            for atom, cell in self._at.items():
                if self._label[atom] == name:
                    [made] = changes(empty, self.drawn({atom: True}), [cell], whole=False)
                    drawn = [art.setdefault(text, len(art)) for text in (made.ground, made.content)]
                    rows.append([[str(atom)], [place_key(cell)], [[0, made.panel, *drawn]]])
            at = {row[1][0]: [number] for number, row in enumerate(rows)}
            tools.append({"name": name, "left": None, "poses": [{"rows": rows, "at": at}]})
        mark = {"noun": "cell", "nouns": "cells", "solid": False, "nothing": "", "absent": None}
        places = list(map(place_key, self._tiles))
        return {
            "marks": [{**mark, "places": places, "given": [], "tools": tools}],
            "art": list(art),
            "lines": [],
        }


def _label(atom: Symbol, cell: Place) -> str:
    """What an atom writes into its cell: its arguments without those of the cell, or its name."""
    left = [str(argument).strip('"') for argument in atom.arguments]
    for number in map(str, cell):
        if number in left:
            left.remove(number)
    return " ".join(left) or atom.name
