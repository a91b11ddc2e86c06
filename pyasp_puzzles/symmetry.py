"""The symmetries of an instance: which answers count as one, and how that is said.

A symmetry takes every answer of an instance to an answer.  The symmetries of an instance are a
group; the images of an answer under all of them are its *orbit*, and the orbits are the *classes*
of answers.  The *order* of a group is the number of its elements, the identity among them, so that
the size of an orbit divides it, and equals it for an answer that only the identity keeps.

A *mirror image* is a symmetry that reverses orientation: a reflection of the plane for a flat
board (the board turned over), an improper isometry in space, which no hand can do.

>>> print(SymmetryGroup("all", 48, "included"))
one answer of each class under 48 symmetries, mirror images included
>>> print(SymmetryGroup("rotations", 24, "apart"))
one answer of each class under 24 rotations, mirror images apart
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from pyasp_puzzles.errors import PuzzleError

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance
S = TypeVar("S")

ALL, ROTATIONS = "all", "rotations"
KINDS = (ALL, ROTATIONS)
"""What may be asked for: all symmetries of an instance, or those that are no mirror images."""

Mirrors = Literal["included", "apart", "none", ""]


@dataclass(frozen=True)
class Symmetry(Generic[S]):
    """One element of the group of an instance.

    Attributes:
        image: what it makes of a solution.
        mirror: whether it is a mirror image; ``None`` where that has no meaning.
    """

    image: Callable[[S], S]
    mirror: bool | None = None


@dataclass(frozen=True)
class SymmetryGroup:
    """The group under which a search keeps one answer of each class; ``str`` says it.

    Attributes:
        kind: what was asked for, one of :data:`KINDS`.
        order: the number of symmetries, the identity among them.
        mirrors: "included": some are mirror images; "apart": the instance has such symmetries,
            and they were left out; "none": it has none; "": the word has no meaning for it.
    """

    kind: str
    order: int
    mirrors: Mirrors

    @classmethod
    def of(cls, kind: str, elements: Sequence[Symmetry[Any]]) -> SymmetryGroup:
        """The group of a kind among all symmetries of an instance."""
        chosen = of_kind(kind, elements)
        mirrors: Mirrors = "none"
        if any(element.mirror is None for element in elements):
            mirrors = ""
        elif any(element.mirror for element in chosen):
            mirrors = "included"
        elif len(chosen) < len(elements):
            mirrors = "apart"
        return cls(kind, len(chosen), mirrors)

    def __str__(self) -> str:
        if self.order == 1:
            alone = "every answer is a class of its own"
            if self.mirrors == "apart":
                return f"no rotation but the identity, mirror images apart: {alone}"
            return f"no symmetry but the identity: {alone}"
        return f"one answer of each class under {self.short}"

    @property
    def short(self) -> str:
        """The group in a few words: "8 symmetries, mirror images included"."""
        if self.order == 1:
            return "the identity only" + (", mirror images apart" * (self.mirrors == "apart"))
        words = {
            "included": "symmetries, mirror images included",
            "apart": "rotations, mirror images apart",
            "none": "symmetries, rotations only",
        }
        return f"{self.order} {words.get(self.mirrors, 'symmetries')}"

    def as_json(self) -> dict[str, Any]:
        """``kind``, ``order``, ``mirror_images`` and ``text``."""
        return {
            "kind": self.kind,
            "order": self.order,
            "mirror_images": self.mirrors or None,
            "text": str(self),
        }


@dataclass(frozen=True)
class Symmetries(Generic[I, S]):
    """The symmetries by which a puzzle's program can take answers together.

    The file ``symmetry/NAME.lp`` beside the puzzle's program keeps one answer of each class.

    Attributes:
        elements: the group of an instance, as its distinct elements, the identity first.
        kinds: the kinds that this file knows, "all" first, each with values for the file's
            ``#const`` statements. Kinds with the same values are the same for this puzzle.
    """

    elements: Callable[[I], Sequence[Symmetry[S]]]
    kinds: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: {ALL: {}})

    def orbit(self, instance: I, solution: S, kind: str = ALL) -> frozenset[S]:
        """The images of a solution under the symmetries of a kind, itself included."""
        elements = of_kind(kind, self.elements(instance))
        return frozenset(element.image(solution) for element in elements)

    def group(self, instance: I, kind: str = ALL) -> SymmetryGroup:
        """What a search with this kind of symmetry takes together."""
        return SymmetryGroup.of(kind, self.elements(instance))


def kind_of(puzzle: str, symmetries: Symmetries[Any, Any] | None, wanted: object) -> str:
    """The kind of symmetry that a caller asks for; empty for none.

    Args:
        puzzle: its name.
        symmetries: those of the puzzle.
        wanted: ``True`` for all symmetries, ``False`` for none, or the name of a kind.

    Raises:
        PuzzleError: the program knows no symmetries, or not this kind.
    """
    if not isinstance(wanted, bool | str):
        raise PuzzleError(f"symmetry: found {wanted!r}, expected True, False or a kind of it")
    if not wanted:
        return ""
    if symmetries is None:
        raise PuzzleError(f"{puzzle}: its program knows no symmetries")
    name = ALL if wanted is True else str(wanted)
    if name not in symmetries.kinds:
        kinds = " or ".join(symmetries.kinds)
        raise PuzzleError(f"{puzzle}: found symmetry {name!r}, expected {kinds}")
    constants = symmetries.kinds[name]
    return next(kind for kind, other in symmetries.kinds.items() if other == constants)


def of_kind(kind: str, elements: Sequence[Symmetry[S]]) -> tuple[Symmetry[S], ...]:
    """The elements that a kind takes: all, or those that are no mirror images."""
    return tuple(element for element in elements if kind == ALL or not element.mirror)
