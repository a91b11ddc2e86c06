"""Partial answers to Flower Finder: the strips of some locations."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.flower_finder.facts import Place, Solution, decode, kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance
from pyasp_puzzles.puzzles.flower_finder.geometry import as_laid, distinct_flips
from pyasp_puzzles.puzzles.flower_finder.picture import UNKNOWN, picture
from pyasp_puzzles.puzzles.flower_finder.written import read_placements


def cells(instance: Instance, atom: Predicate) -> Sequence[tuple[int]]:
    """The holes of the location of a strip, as numbers from 1, row by row.

    Raises:
        AnswerError: the instance has no such strip, location or flip.
    """
    (placement,) = decode(instance, [atom]).placements
    n, line = instance.n, (placement.location - 1) % instance.n
    if placement.location > n:
        return [(n * line + column,) for column in range(1, n + 1)]
    return [(n * row + line + 1,) for row in range(n)]


def sketch(instance: Instance, partial: Partial) -> Picture:
    """Both layers of the frame; ``?`` in the holes of a location where no strip lies yet."""
    solution = _solution(instance, partial)
    return picture(instance, solution, _free(instance, solution))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether a strip lies in each location, or all strips are used."""
    solution = _solution(instance, partial)
    return not _free(instance, solution) or len(solution.placements) >= len(instance.strips)


def read(instance: Instance, text: str) -> Partial:
    """``STRIP`` or ``STRIP:FLIP`` for each location in order; ``?`` or ``_`` where none is known.

    Raises:
        AnswerError: a word names no strip or no flip, or there are too few or too many words.
    """
    circles = {strip.name: strip.circles for strip in instance.strips}
    kind_of = {strip.name: kind for kind, strips in kinds(instance).items() for strip in strips}
    atoms = []
    for placement in read_placements(instance, text, f"{UNKNOWN}_"):
        look = as_laid(circles[placement.strip], ("down", placement.flip))
        kind = kind_of[placement.strip]
        atoms.append(Place(kind, placement.location, distinct_flips(circles[kind])[look]))
    return Partial.of(atoms)


def write(instance: Instance, partial: Partial) -> str:
    """The words that :func:`read` reads, the strips of a kind under the name of the kind."""
    words = dict.fromkeys(range(1, len(instance.strips) + 1), UNKNOWN)
    for atom in unify(partial.atoms, (Place,)):
        assert isinstance(atom, Place)
        flip = str(atom.flip)
        words[atom.location] = atom.kind if flip == "none" else f"{atom.kind}:{flip}"
    return " ".join(words.values()) + "\n"


def _solution(instance: Instance, partial: Partial) -> Solution:
    return decode(instance, unify(partial.atoms, (Place,)))


def _free(instance: Instance, solution: Solution) -> list[int]:
    taken = {placement.location for placement in solution.placements}
    return [place for place in range(1, len(instance.strips) + 1) if place not in taken]


PARTIAL = PartialForm(cells, sketch, whole, read, write)
