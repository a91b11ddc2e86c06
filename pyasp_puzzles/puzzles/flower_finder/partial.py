"""Answers and partial answers of Flower Finder as people write them: strips by location."""

from __future__ import annotations

from collections.abc import Sequence

from pyasp_puzzles.boards.partial import Partial, PartialForm
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.puzzles.flower_finder.facts import (
    Place,
    Placement,
    Solution,
    canonical,
    decode,
    kinds,
)
from pyasp_puzzles.puzzles.flower_finder.format import Instance
from pyasp_puzzles.puzzles.flower_finder.geometry import FLIPS, as_laid, distinct_flips
from pyasp_puzzles.puzzles.flower_finder.picture import UNKNOWN, picture


def read(instance: Instance, text: str) -> Solution:
    """The answer that a text gives: ``STRIP`` or ``STRIP:FLIP`` for each location in order.

    Raises:
        AnswerError: a word names no strip or no flip, or there are too few or too many words.

    >>> from pyasp_puzzles.puzzles.flower_finder.format import Strip
    >>> from pyasp_puzzles.puzzles.flower_finder.verify import verify
    >>> strips = (Strip("A", ((1, 1), (-1, -1))), Strip("B", ((1, -1), (1, 1))))
    >>> strips += (Strip("C", ((-1, -1), (1, -1))), Strip("D", ((1, 1), (1, 1))))
    >>> verify(Instance("", strips), read(Instance("", strips), "A D:h B C:both"))
    []
    """
    return canonical(instance, _placements(instance, text, ()))


def _placements(instance: Instance, text: str, unknown: Sequence[str]) -> list[Placement]:
    """The strips that a text names; ``unknown``: the signs of a location of which none is known."""
    words = text.replace("|", " ").split()
    if len(words) != len(instance.strips):
        expected = f"{len(instance.strips)} words, for the locations in order: STRIP or STRIP:FLIP"
        raise AnswerError(instance.name, "answer", Phrase(counted(len(words), "word")), expected)
    names = [strip.name for strip in instance.strips]
    placements = []
    for location, word in enumerate(words, start=1):
        if word in unknown and word not in names:
            continue
        name, _, flip = word.rpartition(":") if word not in names else (word, "", "none")
        if name not in names or flip not in FLIPS:
            expected = f"STRIP or STRIP:FLIP; strips {', '.join(names)}; flips {', '.join(FLIPS)}"
            raise AnswerError(instance.name, f"answer, word {location}", word, expected)
        placements.append(Placement(location, name, flip))
    return placements


def holes(n: int, location: int) -> range:
    """The holes of a location, as numbers from 1, row by row."""
    if location > n:
        return range(n * (location - n - 1) + 1, n * (location - n) + 1)
    return range(location, n * n + 1, n)


def lying_in(partial: Partial) -> dict[int, Place]:
    """The strips by location."""
    places = (place for place in unify(partial.atoms, (Place,)) if isinstance(place, Place))
    return {place.location: place for place in places}


def cells(instance: Instance, atom: Predicate) -> Sequence[tuple[int]]:
    """The holes of the location of a strip.

    Raises:
        AnswerError: the instance has no such strip, location or flip.
    """
    (placement,) = decode(instance, [atom]).placements
    return [(hole,) for hole in holes(instance.n, placement.location)]


def sketch(instance: Instance, partial: Partial) -> Picture:
    """Both layers of the frame; ``?`` in the holes of a location where no strip lies yet."""
    return picture(instance, _solution(instance, partial), _free(instance, partial))


def whole(instance: Instance, partial: Partial) -> bool:
    """Whether a strip lies in each location, or all strips are used."""
    used = len(_solution(instance, partial).placements)
    return not _free(instance, partial) or used >= len(instance.strips)


def read_partial(instance: Instance, text: str) -> Partial:
    """``STRIP`` or ``STRIP:FLIP`` for each location in order; ``?`` or ``_`` where none is known.

    Raises:
        AnswerError: as :func:`read`.
    """
    circles = {strip.name: strip.circles for strip in instance.strips}
    kind_of = {strip.name: kind for kind, strips in kinds(instance).items() for strip in strips}
    atoms = []
    for placement in _placements(instance, text, (UNKNOWN, "_")):
        look = as_laid(circles[placement.strip], ("down", placement.flip))
        kind = kind_of[placement.strip]
        atoms.append(Place(kind, placement.location, distinct_flips(circles[kind])[look]))
    return Partial.of(atoms)


def write(instance: Instance, partial: Partial) -> str:
    """The words that :func:`read_partial` reads, strips of a kind under the name of the kind."""
    words = dict.fromkeys(range(1, len(instance.strips) + 1), UNKNOWN)
    for location, atom in lying_in(partial).items():
        words[location] = atom.kind if atom.flip == "none" else f"{atom.kind}:{atom.flip}"
    return " ".join(words.values()) + "\n"


def _solution(instance: Instance, partial: Partial) -> Solution:
    return decode(instance, unify(partial.atoms, (Place,)))


def _free(instance: Instance, partial: Partial) -> list[int]:
    return [k for k in range(1, len(instance.strips) + 1) if k not in lying_in(partial)]


PARTIAL = PartialForm(cells, sketch, whole, read_partial, write)
