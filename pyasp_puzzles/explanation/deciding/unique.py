"""Whether a board has just one answer; if it has several, what they share and where two differ."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.core.symmetry import SymmetryGroup
from pyasp_puzzles.engines.answering import search_answers
from pyasp_puzzles.engines.job import JobRequest, at_least
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.explanation.subject import CONFLICTS, BoardSubject
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.pictures.picture import Picture, in_rows
from pyasp_puzzles.pictures.roles import marked
from pyasp_puzzles.work.waiting import says_searching

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

T = TypeVar("T")

MOST = 100
"""How many answers are counted, where the user does not say."""


class DrawnResult(Shown):
    """What is known of a board. ``print`` and ``rich.print`` draw it."""

    @property
    @abstractmethod
    def pictures(self) -> Sequence[Picture]:
        """What is drawn, from top to bottom."""

    @abstractmethod
    def sentences(self) -> Iterator[str]:
        """What is known, in words; without the name of the instance."""

    def notebook_parts(self) -> Iterator[Part]:
        """The pictures, and what is known."""
        yield from (x.strip() if isinstance(x, str) else x for x in self._drawn(lambda x: x))

    def _drawn(self, draw: Callable[[Picture], T]) -> list[T | str]:
        sentences = list(self.sentences())  # first: they may find what is marked
        return [*map(draw, self.pictures), *sentences]

    def __str__(self) -> str:
        from pyasp_puzzles.pictures.terminal import plain

        return "\n".join(self._drawn(plain))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        yield from self._drawn(TerminalPicture)


@dataclass(frozen=True)
class Uniqueness(DrawnResult, Generic[I, S]):
    """What is known of the number of answers. ``print`` and ``rich.print`` draw it.

    Attributes:
        answers: the answer, or two different ones; each verified.
        found, exhausted: how many were found, and whether there are no others.
        reason: why the search ended early: "limit", "time limit" or "interrupted"; else empty.
        always, never: the shown atoms that all of several answers have (the backbone), and those
            that none has; ``None`` where that is not known.
        differ: the cells in which the two answers differ.
        symmetry: the group of symmetries if one answer of each class was counted.
        one_class: that under which all of several answers are images of one.
        program: the user's own program that searched, if one did; it may miss answers.
    """

    puzzle: Puzzle[I, S] = field(repr=False)
    instance: I = field(repr=False)
    answers: tuple[Answer[I, S, Any], ...]
    found: int
    exhausted: bool
    reason: str = ""
    always: tuple[Symbol, ...] | None = None
    never: tuple[Symbol, ...] | None = None
    differ: frozenset[Place] = frozenset()
    symmetry: SymmetryGroup | None = None
    one_class: SymmetryGroup | None = None
    program: str = ""

    @property
    def status(self) -> str:
        """One of "unique", "several", "none", and "unknown" if a limit came first."""
        if self.found > 1:
            return "several"
        if not self.exhausted:
            return "unknown"
        return "unique" if self.found else "none"

    @property
    def pictures(self) -> list[Picture]:
        """Two answers side by side, and what all share; nothing that tells the only answer."""
        if len(self.answers) < 2:
            return []
        drawn = [marked(answer.picture, self.differ, "differs") for answer in self.answers]
        both = in_rows(drawn, ("answer 1", "answer 2"))
        if not self.always:
            return both
        common = self.puzzle.sketch(self.instance, Partial(self.always, self.never or ()))
        return [*both, replace(common, title="What all answers share")]

    def sentences(self) -> Iterator[str]:
        """What is known, in words; without the name of the instance."""
        noun, program = "class" if self.symmetry else "answer", self.program
        most = counted(self.found, noun)
        if self.status == "unique":
            proved = f"unique: there is one {noun} (proved), and it is verified"
            yield f"{program} finds one {noun} and no other; it is verified" if program else proved
        elif self.status == "none":
            yield f"{program} finds no answer" if program else "no answer (proved)"
        elif self.status == "unknown":
            yield f"not decided ({self.reason}): {most} so far"
        elif self.exhausted:
            ended = f"all that {program} finds" if program else "all of them counted"
            yield f"not unique: {most}, {ended}"
        else:
            limit = self.reason == "limit"
            ended = "stopped there" if limit else f"then the search ended ({self.reason})"
            yield f"not unique: at least {most}; {ended}"
        if self.one_class:
            yield f"they are one class: images of one answer under {self.one_class.short}"
        if self.symmetry:
            yield str(self.symmetry)
        elif self.always is not None:
            always = counted(len(self.always), "atom") if self.always else "no atom is"
            never = "; how many in none is not known"
            if self.never is not None:
                never = f", {counted(len(self.never), 'atom')} in none"
            yield f"{always} in every answer{never}"
        elif self.status == "several":
            yield "what all answers share is not known"

    def as_json(self) -> dict[str, Any]:
        """JSON values; ``always`` and ``never`` are null where they are not known."""
        return {
            "puzzle": self.puzzle.name,
            "instance": self.instance.name,
            "status": self.status,
            "answers": self.found,
            "exhausted": self.exhausted,
            "reason": self.reason,
            "symmetry": self.symmetry and self.symmetry.as_json(),
            "one_class": self.one_class is not None,
            "found": [[str(symbol) for symbol in answer.symbols] for answer in self.answers],
            "differ": [list(cell) for cell in sorted(self.differ)],
            "always": None if self.always is None else list(map(str, self.always)),
            "never": None if self.never is None else list(map(str, self.never)),
        }


@says_searching
def unique(
    instance: I,
    *,
    timeout: float | None = None,
    most: int = MOST,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[I, Any]:
    """Whether a board has just one answer; of several what all share, and where two differ.

    A time limit and Ctrl-C keep what was found.

    Args:
        timeout: seconds for everything together; ``None``: no limit.
        most: count so many answers at most; at least 2.
        symmetry: whether the answer is unique up to symmetry, as in :func:`pyasp_puzzles.solve`;
            then nothing is said of what the answers share.
        engine, solver, threads: as in :func:`pyasp_puzzles.solve`.

    Raises:
        SolverError, PuzzleError, MisfitError: as :func:`pyasp_puzzles.solve`.

    >>> import pyasp_puzzles as pp
    >>> pp.unique(pp.load("twenty_four_seven", "2020_b")).status
    'unique'
    >>> rings = pp.unique(pp.load("eternity", "document_3x3"))
    >>> rings.status, rings.found, rings.exhausted, rings.always
    ('several', 16, True, ())
    """
    at_least(2, "most", most)
    puzzle = puzzle_of(instance)
    subject = BoardSubject(puzzle, instance, timeout)
    request = JobRequest(
        limit=most, task="unsat", symmetry=symmetry, solver=solver, threads=threads
    )
    found: list[Answer[I, Any, Any]] = []
    with search_answers(instance, engine, request, subject.left()) as answers:
        with subject.interruptible():
            found.extend(answers)
        reason, exhausted = answers.reason or subject.reason, answers.exhausted
    sets = [frozenset(answer.symbols) for answer in found]
    always = ever = group = None
    if len(sets) > 1 and answers.symmetry is None:
        common = frozenset.intersection(*sets)
        if exhausted:
            always, ever, group = common, common.union(*sets), subject.one_class(sets)
        elif reason == "limit":
            always = subject.consequences("cautious") if common else common
            ever = subject.consequences("brave", CONFLICTS)
    never = None if ever is None else subject.possible() - ever
    if subject.reason:  # perhaps the atoms were not ground in time
        never = None
    return Uniqueness(
        puzzle,
        instance,
        tuple(found[:2]),
        len(found),
        exhausted,
        reason,
        None if always is None else tuple(sorted(always)),
        None if never is None else tuple(sorted(never)),
        puzzle.cells_of(instance, sets[0] ^ sets[1] if len(sets) > 1 else ()),
        answers.symmetry,
        group,
        answers.engine.removeprefix("lp:") if answers.engine.startswith("lp:") else "",
    )
