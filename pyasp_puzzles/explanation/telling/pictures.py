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
    facts = set() if degree == "vague" else facts_of(step.reason)
    if degree != "full":
        return named(subject, with_facts(with_roles(before, roles), facts))
    after = _sketch(subject, {**known, **{x.atom: x.holds for x in step.follows}})
    drawn = with_facts(with_roles(after, roles), facts)
    positive = {cell for x in step.follows if x.holds for cell in x.cells}
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
    most = _MOST_OF_BOARD * len({cell for atom in theory.atoms for cell in theory.cells_of(atom)})
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


def named_places(subject: Subject) -> dict[str, list[Place]]:
    """The cells of regions that clues name, such as "region f"; the theory keeps them."""
    theory, kept = subject.theory(), subject.theory().kept
    if "places" not in kept and subject.puzzle is not None:
        panels = subject.puzzle.picture(subject.instance, None).panels
        tiles = (tile for panel in panels for tile in panel.tiles)
        groups = by_key((x.group, x.cell) for x in tiles if isinstance(x.group, str) and x.cell)
        names = {frozenset(cells): name for name, cells in groups.items()}
        found = {}
        for clue in theory.clues:
            parts, name = theory.clue_parts(clue), names.get(frozenset(clue.cells))
            if name in parts[1::2]:
                noun = parts[parts.index(name, 1) - 1].split()[-1:]
                found[" ".join([*noun, name])] = sorted(set(groups[name]))
        kept["places"] = dict(sorted(found.items()))
    places: dict[str, list[Place]] = kept.get("places", {})
    return places


def named(subject: Subject, picture: Picture) -> Picture:
    """The picture with the names that clues use, behind the rule of each region.

    Of hexagons and triangles, whose lines lean, it says where the first and last ones are.
    """
    picture, places, panels = _with_corners(subject, picture), named_places(subject), []
    if not places:
        return picture
    names = {min(cells): name.split()[-1] for name, cells in places.items()}
    for panel in picture.panels:
        at = {(x.row, x.column): names[x.cell] for x in panel.tiles if x.cell in names}
        tiles = (
            replace(x, text=_with_name(x.text, names[x.cell]))
            if x.given and x.text and x.cell in names
            else x
            for x in panel.tiles
        )
        firsts = ([at[x] for x in sorted(area.cells) if x in at][:1] for area in panel.areas)
        areas = (
            replace(area, tag=_with_name(area.tag, *first))
            for area, first in zip(panel.areas, firsts, strict=True)
        )
        panels.append(replace(panel, tiles=tuple(tiles), areas=tuple(areas)))
    kinds = listed(sorted({name.rpartition(" ")[0] for name in places}), "or")
    entry = LegendEntry("", f"The letter behind a rule is the name of its {kinds}.")
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


def _with_name(text: str, name: str | None = None) -> str:
    return text if name is None or text.split()[-1:] == [name] else f"{text} {name}"


def _sketch(subject: Subject, known: Mapping[Symbol, bool]) -> Picture:
    assert subject.puzzle is not None
    return subject.puzzle.sketch(subject.instance, partial_of(subject, known.items()))


def partial_of(subject: Subject, literals: Iterable[tuple[Symbol, bool]]) -> Partial:
    """The shown atoms among some literals, among what these imply, and among facts."""
    theory, known = subject.theory(), dict(literals)
    numbers = (theory.number(*x) for x in known.items() if x[0] in theory.atom_numbers)
    found = dict.fromkeys(theory.facts, True) | known
    found |= map(theory.truth, theory.with_implied(numbers))
    return Partial.of_literals(x for x in found.items() if theory.is_shown(x[0]))
