"""Pictures of steps: the board with what is known, what is used and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.core.regions import by_key, regions
from pyasp_puzzles.explanation.steps import GroundClue, Step
from pyasp_puzzles.explanation.subject import Subject
from pyasp_puzzles.pictures.picture import LegendEntry, Picture, Role
from pyasp_puzzles.pictures.positions import middle
from pyasp_puzzles.pictures.roles import marked, with_facts, with_roles

Degree = Literal["vague", "clues", "full"]
"""Where to look; which clues to use; what follows and why."""

_MOST_OF_BOARD = 2 / 3  # a clue that bears upon more of it does not tell where to look


def picture_of(
    subject: Subject,
    known: Mapping[Symbol, bool],
    step: Step | None = None,
    degree: Degree = "full",
) -> Picture | None:
    """The board before a step and, if there is one, what a degree tells of it.

    ``None``: nobody knows how to draw a program.
    """
    if subject.puzzle is None:
        return None
    before = _sketch(subject, known)
    if step is None:
        return named(subject, before)
    look = region(subject, step) if degree == "vague" else reason_cells(subject, step)
    roles: dict[Place, Role] = dict.fromkeys(look, "reason")
    if degree == "vague":
        return named(subject, with_roles(before, roles))
    facts = facts_of(step.reason)
    if degree == "clues":
        return named(subject, with_facts(with_roles(before, roles), facts))
    after = _sketch(subject, {**known, **{x.atom: x.holds for x in step.follows}})
    positive = {cell for x in step.follows if x.holds for cell in x.cells}
    drawn = with_facts(with_roles(after, roles), facts)
    changed = marked(drawn, positive, "new", than=before)
    return named(subject, marked(changed, _excluded(subject, known, step) - positive, "new"))


def is_printed(subject: Subject, atoms: Iterable[Symbol]) -> bool:
    """Whether the picture of the empty board shows some atoms, such as given digits."""
    empty = picture_of(subject, {})
    return empty is not None and empty == picture_of(subject, dict.fromkeys(atoms, True))


def _excluded(subject: Subject, known: Mapping[Symbol, bool], step: Step) -> set[Place]:
    """The cells of what does not hold by a step, without those that something of its kind fills."""
    cells_of = subject.theory().cells_of
    held = [atom for atom, holds in known.items() if holds]
    filled = {(atom.name, cell) for atom in held for cell in cells_of(atom)}
    pairs = {(x.atom.name, cell) for x in step.follows if not x.holds for cell in x.cells}
    return {cell for _, cell in pairs - filled or pairs}


def reason_cells(subject: Subject, step: Step) -> set[Place]:
    """The cells of a step's clues and premises, without clues about nearly the whole board."""
    theory = subject.theory()
    if "cells" not in theory.kept:
        theory.kept["cells"] = {cell for atom in theory.atoms for cell in theory.cells_of(atom)}
    most = _MOST_OF_BOARD * len(theory.kept["cells"])
    local = (clue.cells for clue in step.reason if len(set(clue.cells)) <= most)
    return set().union(*local, *(literal.cells for literal in step.premises))


def facts_of(clues: Iterable[GroundClue]) -> set[str]:
    """The facts that clues tell: atoms of their rules all of whose arguments the words name."""
    return {
        f"{name}({','.join(str(clue.values[each]) for each in arguments)})"
        for clue in clues
        for name, arguments in clue.source.facts
        if clue.values.keys() >= set(arguments)
    }


def region(subject: Subject, step: Step) -> set[Place]:
    """Where to look: the cells of what follows, and of the clues that bear upon few cells.

    Where the same follows at several places that are apart, the first of them.
    """
    follows = {cell for literal in step.follows for cell in literal.cells}
    cells = reason_cells(subject, step) | follows
    if any(len(cell) not in (2, 4) for cell in cells):
        return cells  # of several layers, or of more than one board
    at = {cell: middle(cell) for cell in cells}

    def near(cell: Place) -> Iterator[Place]:
        row, column = at[cell]
        return (x for x, (a, b) in at.items() if max(abs(a - row), abs(b - column)) <= 1)

    parts = regions(sorted(cells), near)
    return parts[0] if parts and all(part & follows for part in parts) else cells


def named_places(subject: Subject, clues: Iterable[GroundClue]) -> dict[str, list[Place]]:
    """The cells of regions that clues name, such as "region f"."""
    if subject.puzzle is None:
        return {}
    panels = subject.puzzle.picture(subject.instance, None).panels
    tiles = (tile for panel in panels for tile in panel.tiles)
    groups = by_key((x.group, x.cell) for x in tiles if isinstance(x.group, str) and x.cell)
    names = {frozenset(cells): name for name, cells in groups.items()}
    found = {}
    for clue in clues:
        parts, name = subject.theory().clue_parts(clue), names.get(frozenset(clue.cells))
        if name in parts[1::2]:
            noun = parts[parts.index(name, 1) - 1].split()[-1:]
            found[" ".join([*noun, name])] = sorted(set(groups[name]))
    return dict(sorted(found.items()))


def named(subject: Subject, picture: Picture) -> Picture:
    """The picture with the names that clues use, behind the rule of each region.

    Of hexagons and triangles, whose lines lean, it says where the first and last ones are.
    """
    picture = _with_corners(subject, picture)
    kept = subject.theory().kept
    if "places" not in kept:
        places = named_places(subject, subject.theory().clues)
        kept["places"] = {min(cells): name for name, cells in places.items()}
    named_cells: dict[Place, str] = kept["places"]
    if not named_cells:
        return picture
    names, panels = {cell: name.split()[-1] for cell, name in named_cells.items()}, []
    kinds = sorted({name.rpartition(" ")[0] for name in named_cells.values()})
    for panel in picture.panels:
        tiles = tuple(
            replace(tile, text=_with_name(tile.text, names[tile.cell]))
            if tile.given and tile.text and tile.cell in names
            else tile
            for tile in panel.tiles
        )
        at = {(t.row, t.column): names[t.cell] for t in panel.tiles if t.cell in names}
        areas = []
        for area in panel.areas:
            name = next((at[place] for place in sorted(area.cells) if place in at), "")
            areas.append(replace(area, tag=_with_name(area.tag, name)) if name else area)
        panels.append(replace(panel, tiles=tiles, areas=tuple(areas)))
    entry = LegendEntry("", f"The letter behind a rule is the name of its {listed(kinds, 'or')}.")
    return replace(picture, panels=tuple(panels), legend=(*picture.legend, entry))


def _with_corners(subject: Subject, picture: Picture) -> Picture:
    """The picture with entries that name the ends of its lines, unless its cells are squares."""
    panel = picture.panels[0]
    cells = sorted((tile.row, tile.column, tile.cell) for tile in panel.tiles if tile.cell)
    if not cells or panel.lattice == "square":
        return picture
    first = next(cell for cell in cells if cell[0] == cells[-1][0])
    top, left, right = (subject.theory().cell_name(x) for *_, x in (cells[0], first, cells[-1]))
    words = f"The top line begins with {top}.", f"The bottom line goes from {left} to {right}."
    return replace(picture, legend=(*picture.legend, *(LegendEntry("", text) for text in words)))


def _with_name(text: str, name: str) -> str:
    return text if text.split()[-1:] == [name] else f"{text} {name}"


def _sketch(subject: Subject, known: Mapping[Symbol, bool]) -> Picture:
    """The board with what is known; the last two are kept: steps and hints ask for them again."""
    assert subject.puzzle is not None
    board, kept = subject.instance, subject.theory().kept.setdefault("sketches", [])
    found: Picture | None = next((x for at, own, x in kept if at is board and own == known), None)
    if found is None:
        found = subject.puzzle.sketch(board, partial_of(subject, known.items()))
        kept[:] = [*kept[-1:], (board, dict(known), found)]
    return found


def partial_of(subject: Subject, literals: Iterable[tuple[Symbol, bool]]) -> Partial:
    """The shown atoms among some literals, among what these imply, and among facts."""
    theory, known = subject.theory(), dict(literals)
    others = {atom: holds for atom, holds in known.items() if atom not in theory.atom_numbers}
    numbers = [theory.number(*truth) for truth in known.items() if truth[0] not in others]
    known |= map(theory.truth, theory.with_implied(numbers))
    found = {**dict.fromkeys(theory.facts, True), **others}
    found = {atom: holds for atom, holds in found.items() if theory.is_shown(atom)}
    found |= {atom: known[atom] for atom in theory.shown if atom in known}
    return Partial.of_literals(found.items())
