"""Symmetries of an instance: the classes of answers, and words for them.

A symmetry maps answers to answers; their group has an *order*.  The images of an answer are its
*orbit*, a *class*.  A *mirror image* reverses orientation: a flat board is turned over.

>>> print(SymmetryGroup("all", 48, "included"))
one answer of each class under 48 symmetries, mirror images included
>>> print(SymmetryGroup("rotations", 24, "apart"))
one answer of each class under 24 rotations, mirror images apart
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from pyasp_puzzles.core.errors import PuzzleError

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance
S = TypeVar("S")

ALL, ROTATIONS = "all", "rotations"
KINDS = (ALL, ROTATIONS)
"""Kinds of symmetry: all symmetries of an instance, or only those that are no mirror images."""

Mirrors = Literal["included", "apart", "none", ""]


@dataclass(frozen=True)
class Symmetry(Generic[S]):
    """One element of the symmetry group of an instance.

    Attributes:
        image: maps a solution to its image.
        mirror: whether it is a mirror image; ``None``: the word has no meaning here.
    """

    image: Callable[[S], S]
    mirror: bool | None = None


@dataclass(frozen=True)
class SymmetryGroup:
    """The group under which a search keeps one answer of each class; ``str`` describes it.

    Attributes:
        kind: one of :data:`KINDS`.
        order: the number of symmetries, the identity included.
        mirrors: "included": some are mirror images; "apart": the instance has such symmetries,
            and they were left out; "none": it has none; "": the word has no meaning for it.
    """

    kind: str
    order: int
    mirrors: Mirrors

    @classmethod
    def of(cls, kind: str, elements: Sequence[Symmetry[Any]]) -> SymmetryGroup:
        """The group of one kind, from all symmetries of an instance."""
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
    """The symmetries that a puzzle's program can use to select one answer of each class.

    The file ``symmetry/NAME.lp`` beside the puzzle's program keeps one answer of each class.

    Attributes:
        elements: all symmetries of an instance, each once, the identity first.
        kinds: the kinds that this file knows, "all" first, each with values for the file's
            ``#const`` statements. Kinds with the same values are the same for this puzzle.
    """

    elements: Callable[[I], Sequence[Symmetry[S]]]
    kinds: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: {ALL: {}})

    def orbit(self, instance: I, solution: S, kind: str = ALL) -> frozenset[S]:
        """The images of a solution under the symmetries of a kind, the solution included."""
        elements = of_kind(kind, self.elements(instance))
        return frozenset(element.image(solution) for element in elements)

    def group(self, instance: I, kind: str = ALL) -> SymmetryGroup:
        """The group of this kind."""
        return SymmetryGroup.of(kind, self.elements(instance))


def kind_of(puzzle: str, symmetries: Symmetries[Any, Any] | None, wanted: object) -> str:
    """The kind of symmetry that a caller wants: ``True`` for all, ``False`` or a name; empty: none.

    Raises PuzzleError if the program knows no symmetries, or not this kind.
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
    """The elements of a kind: all, or those that are no mirror images."""
    return tuple(element for element in elements if kind == ALL or not element.mirror)
