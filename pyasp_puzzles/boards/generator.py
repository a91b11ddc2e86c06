"""The contract of a generator: how a puzzle makes new boards, and which ones it calls easy.

:mod:`pyasp_puzzles.verbs.generation` does what is the same for all puzzles: it drafts boards from a
seed, drops clues while the answer stays unique, and proves the result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from pyasp_puzzles.core.errors import ParameterError, Phrase, PuzzleError
from pyasp_puzzles.core.symmetry import ALL

if TYPE_CHECKING:
    from random import Random

    from clingo import Symbol

    from pyasp_puzzles.core.atoms import Predicate

I = TypeVar("I")  # noqa: E741 - the field's usual letter for an instance
Value = int | bool | str

ENDLESS = 1_000_000
"""More than any difficulty."""


class ChosenClues(NamedTuple):
    """The shown atoms of a random answer, and clues that are true of it."""

    answer: Sequence[Symbol]
    clues: Sequence[Symbol]


class Sampler(Protocol):
    """Finds random answers to boards; ``None``: none was found within the limit of conflicts.

    Raises:
        NoBoardError: the board has no answer.
    """

    def __call__(self, instance: Any, /) -> Any:
        """A random answer, as a solution of the puzzle."""

    def with_clues(
        self,
        instance: Any,
        rules: str,
        clues: Sequence[type[Predicate]],
        /,
        *,
        own: bool,
        answer: Iterable[Predicate] = (),
    ) -> ChosenClues | None:
        """A random answer to a board some clues of which are chosen by further rules.

        Args:
            rules: such as ``{ clue(1,1,0..3) } 1.``
            clues: the classes of the clues.
            own: the clues are those of the model; else all that are true of the answer, each by
                itself.
            answer: its shown atoms; none: it is searched for, so that it obeys the rules.
        """


class NoBoardError(PuzzleError):
    """A board has no answer; if a draft lets it pass, the user reads so."""


@dataclass(frozen=True)
class Draft(Generic[I]):
    """A board together with the answer from which it was made.

    Attributes:
        board: with all clues that it may have.
        answer: the shown atoms of its answer.
    """

    board: I
    answer: Iterable[Predicate]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generator: a keyword in Python, an option on the command line.

    Attributes:
        name: in Python; on the command line with ``-`` for ``_``.
        about: one line of help, without a full stop; say what 0 or the empty text means.
        default: the usual value, of the type of all values: a number, a text, ``False`` for a flag.
        least, most: the range of a number.
        choices: the possible texts; empty: any, and the draft checks them.
        metavar: what stands for a free text in the help, such as "ROWSxCOLUMNS".
    """

    name: str
    about: str
    default: Value
    least: int = 0
    most: int = 1000
    choices: tuple[str, ...] = ()
    metavar: str = ""

    @property
    def option(self) -> str:
        """The option of the command line."""
        return "--" + self.name.replace("_", "-")

    def checked(self, puzzle: str, found: object) -> Value:
        """A value for this parameter; the error says what is possible.

        Raises:
            ParameterError: it has the wrong type, or is out of range.
        """
        expected = {
            bool: "True or False",
            int: f"a number from {self.least} to {self.most}",
            str: "one of " + ", ".join(self.choices) if self.choices else self.metavar or "a text",
        }[type(self.default)]
        value = str(found) if isinstance(self.default, str) and type(found) is int else found
        if isinstance(value, Value) and type(value) is type(self.default):
            bounded = not isinstance(value, int) or self.least <= value <= self.most
            if isinstance(value, bool) or (bounded and value in (self.choices or (value,))):
                return value
        raise ParameterError(puzzle, self.name, value, expected)


class Settings(dict[str, Any]):
    """The values of all parameters by name, those that the user left out included.

    Args:
        puzzle: its name, for messages.
        values: one for each parameter.
    """

    def __init__(self, puzzle: str, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.puzzle = puzzle

    def impossible(self, name: str, expected: str, found: str = "") -> ParameterError:
        """The error for a value that makes no board, to be raised by a draft.

        Args:
            name: the parameter.
            expected: what is possible, and why this is not.
            found: what was found, in words; by default the value.

        >>> print(Settings("tiles", {"size": 3}).impossible("size", "an even number"))
        tiles, size: found 3, expected an even number
        """
        return ParameterError(self.puzzle, name, Phrase(found) if found else self[name], expected)


@dataclass(frozen=True, eq=False, repr=False)
class Generator(Generic[I]):
    """How a puzzle makes new boards.

    All randomness comes from the ``random`` that is passed on; nothing may depend on the order of
    a set of texts, on the clock or on the machine.

    Attributes:
        draft: a random board with an answer and all clues that it may have; ``None``: this try
            failed. A :class:`Draft` says which answer is meant, else it is the first one found. A
            board with several is refined or thrown away. The :class:`Sampler` finds a random answer
            to a board. Raises ParameterError where no board is possible, before any search.
        clues: the parts of a board that can be dropped, in a fixed order. A group that is dropped
            together, as in a symmetric layout, is one clue.
        with_clues: the board with only these of its clues. Which facts it has for a clue may not
            depend on the other clues.
        order: the clues as they are tried: the first ones are dropped, the last ones stay. By
            default they are shuffled.
        first: whether a clue is tried before all for which this is false, so that few such stay.
        refine: ``refine(random, settings, draft, answer, others)``: a board that keeps the answer
            and breaks a rule with each of the others, all that were found for this draft and those
            that it was refined from; or a :class:`Draft` with another answer. ``None``: there is
            none, and the draft is thrown away.
        says: the atoms of the answer that a clue says, where it says nothing else; else none.
        batch: the least number of clues that are tried on one ground program, on which the others
            are facts; for programs that are large where clues are free. 0: all.
        parameters: what a user can ask for.
        classes: "": the answer is unique. "all" or "rotations": all answers belong to one class
            under these symmetries. A function of the settings where it depends on them.
        about: the rule of what is made, in one sentence for the help.
    """

    draft: Callable[[Random, Settings, Sampler], I | Draft[I] | None]
    clues: Callable[[I, Settings], Sequence[Hashable]] = lambda _board, _settings: ()
    with_clues: Callable[[I, Collection[Hashable]], I] = lambda board, _kept: board
    order: Callable[[Random, Sequence[Hashable], Settings], Sequence[Hashable]] | None = None
    first: Callable[[Any], bool] | None = None
    refine: Callable[[Random, Settings, I, Any, Sequence[Any]], I | Draft[I] | None] | None = None
    says: Callable[[Any], Collection[Symbol]] = lambda _clue: ()
    batch: int = 0
    parameters: tuple[Parameter, ...] = ()
    classes: str | Callable[[Settings], str] = ""
    about: str = ""

    def kind(self, settings: Settings) -> str:
        """The value of :attr:`classes` for these settings."""
        return self.classes(settings) if callable(self.classes) else self.classes

    def promise(self) -> str:
        """How many answers its boards have, in words, with the parameters that change it."""
        usual = Settings("", {each.name: each.default for each in self.parameters})
        words = [unique_up_to(self.kind(usual))]
        for each in self.parameters:
            for value in (True,) if isinstance(each.default, bool) else each.choices:
                kind = self.kind(Settings("", {**usual, each.name: value}))
                if kind != self.kind(usual):
                    option = each.option if value is True else f"{each.option} {value}"
                    words.append(f"with {option}: {unique_up_to(kind)}")
        return "; ".join(words)


def unique_up_to(kind: str) -> str:
    """How many answers a board has that is unique up to symmetries of a kind.

    >>> unique_up_to("")
    'exactly one answer'
    >>> unique_up_to("rotations")
    'exactly one class of answers: they are images of one under the rotations of the board'
    """
    if not kind:
        return "exactly one answer"
    names = "symmetries" if kind == ALL else kind
    return f"exactly one class of answers: they are images of one under the {names} of the board"


@dataclass(frozen=True, eq=False, repr=False)
class Calibration:
    """Words for difficulties, fitted to published levels; without them a difficulty is a number.

    A board has a point for each atom of its answer, and one less than its difficulty.

    Attributes:
        grades: the words, the easiest first.
        bounds: the points from which the second word holds, the third, and so on.
        source: of the levels, for people.
        most: a difficulty above this one counts as this one.
    """

    grades: tuple[str, ...]
    bounds: tuple[int, ...]
    source: str
    most: int = 8

    def points(self, size: int, difficulty: int) -> int:
        """The points of a board whose answer has so many atoms."""
        return size + min(max(difficulty, 1), self.most) - 1

    def grade(self, size: int, difficulty: int) -> str:
        """The word for a board."""
        points = self.points(size, difficulty)
        return self.grades[sum(points >= bound for bound in self.bounds)]

    def difficulties(self, grade: str, size: int) -> range:
        """The difficulties that give this word; empty: a board of this size cannot have it."""
        fit = [d for d in range(1, self.most + 1) if self.grade(size, d) == grade]
        if not fit:
            return range(0)
        return range(fit[0], fit[-1] + 1 if fit[-1] < self.most else ENDLESS)

    @property
    def rule(self) -> str:
        """The bounds in words."""
        below = zip(self.grades, self.bounds, strict=False)
        return ", ".join(f"{word} below {bound}" for word, bound in below)
