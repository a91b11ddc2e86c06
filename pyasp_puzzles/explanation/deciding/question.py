"""One ground program that is searched several times, within one time limit.

The searches are for answers in which some literals hold, for what all answers share, and for the
answer that is nearest to a partial one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.job import check_timeout, facts_in_time
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.explanation.search import Models, set_limit
from pyasp_puzzles.ground.grounding import Grounder, Source, in_thread
from pyasp_puzzles.pictures.notebook import Part, Shown
from pyasp_puzzles.work.deadline import INTERRUPTED, Deadline

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from pyasp_puzzles.pictures.picture import Picture

CONFLICTS = 5_000
"""After so many conflicts a search that only adds to what is known ends."""

Assumptions = Sequence[tuple[Symbol, bool]]


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
        sentences = list(map(str.strip, self.sentences()))  # first: they may find what is marked
        yield from self.pictures
        yield from sentences

    def __str__(self) -> str:
        from pyasp_puzzles.pictures.terminal import plain

        sentences = list(self.sentences())
        return "\n".join([*map(plain, self.pictures), *sentences])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        sentences = list(self.sentences())
        yield from map(TerminalPicture, self.pictures)
        yield from sentences


class ProgramSearch(Deadline):
    """A program and the time that all searches of it may take together.

    A time limit and Ctrl-C end a search and all later ones; ``reason`` says which it was.

    Args:
        source: the program; ``None``: a derived class makes it.
        timeout: seconds of wall clock; ``None``: no limit.

    Attributes:
        exhausted: whether the last search has seen its whole search space.
    """

    _options: Sequence[str] = ("--project=show", "--opt-mode=ignore", "--eq=0")
    """For ``--eq=0`` see :func:`pyasp_puzzles.explanation.search.options_for`."""

    def __init__(self, source: Source | None, timeout: float | None) -> None:
        self._source = source
        self.renew(timeout)
        self.exhausted = False
        self._grounder: Grounder | None = None

    def renew(self, timeout: float | None) -> None:
        """Begin a new time limit; what ended a search before is forgotten."""
        check_timeout(timeout)
        super().__init__(timeout)

    def _made(self) -> Source | None:
        """The program; ``None``: the time was up before it was made."""
        return self._source

    def control(self) -> clingo.Control | None:
        """The control with the ground program; ``None`` if the time was up before."""
        if self._grounder is None and not self.late():
            try:
                source = self._made()
                grounder = Grounder(source, self._options) if source else None
                if grounder and in_thread(grounder.ground, self.late):
                    self._grounder = grounder
            except KeyboardInterrupt:
                self.stop(INTERRUPTED)
        return self._grounder.control if self._grounder else None

    def models(
        self,
        assumed: Assumptions = (),
        *,
        most: int = 0,
        mode: Literal["auto", "cautious", "brave"] = "auto",
        conflicts: int | None = None,
    ) -> Iterator[list[Symbol]]:
        """The shown atoms of each model, until all are found or a limit comes.

        Args:
            assumed: literals that hold in it.
            most: so many at most; 0: all.
        """
        self.exhausted = False
        control = self.control()
        if control is None or self.late():
            return
        solve: Any = control.configuration.solve
        solve.models, solve.enum_mode = most, mode
        set_limit(control, conflicts)
        found = Models(control, assumed, self.late)
        try:
            for model in found:
                yield list(model.symbols(shown=True))
        except KeyboardInterrupt:
            self.stop(INTERRUPTED)
        self.exhausted = found.exhausted


class Question(ProgramSearch):
    """A board, its answers, and the time that all searches on it may take together."""

    _options = ("--project=show", "--opt-mode=ignore")

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: InstanceLike, timeout: float | None = None
    ) -> None:
        super().__init__(None, timeout)
        self.puzzle, self.instance = puzzle, instance

    def _made(self) -> Source | None:
        facts = facts_in_time(self.instance, self.late)
        return None if facts is None else Source(self.puzzle.program_paths(), facts)

    def _read(self, model: list[Symbol]) -> Answer[Any, Any, Any]:
        answer: Answer[Any, Any, Any] = Answer.read(self.puzzle, self.instance, model)
        return answer.verified()

    def answers(
        self, assumed: Assumptions = (), most: int = 0, conflicts: int | None = None
    ) -> Iterator[Answer[Any, Any, Any]]:
        """The verified answers in which some literals hold, at most so many (0: all)."""
        return map(self._read, self.models(assumed, most=most, conflicts=conflicts))

    def refutes(self, assumed: Assumptions, conflicts: int = CONFLICTS) -> bool:
        """Whether it is proved, within so many conflicts, that no answer has these literals."""
        model = _last(self.models(assumed, most=1, conflicts=conflicts))
        return model is None and self.exhausted

    def always(self, answers: Iterable[Answer[Any, Any, Any]]) -> frozenset[Symbol] | None:
        """The atoms that all answers have, when some of the answers are known.

        Model intersection: clasp asks each time for an answer that leaves out one of the atoms
        that all have had so far (cautious consequences).

        Returns:
            ``None``: a limit came first.
        """
        if not frozenset.intersection(*(frozenset(answer.symbols) for answer in answers)):
            return frozenset()
        found = _last(self.models(mode="cautious"))
        return frozenset(found) if found is not None and self.exhausted else None

    def never(self, conflicts: int = CONFLICTS) -> frozenset[Symbol] | None:
        """The shown atoms that no answer has (the others are the brave consequences).

        Args:
            conflicts: the search ends after so many; it can take far longer than :meth:`always`.

        Returns:
            ``None``: a limit came first.
        """
        ever = _last(self.models(mode="brave", conflicts=conflicts))
        return self.possible() - set(ever) if ever is not None and self.exhausted else None

    def nearest(self, wanted: Iterable[tuple[Symbol, bool]]) -> Answer[Any, Any, Any] | None:
        """An answer in which as many of these literals hold as in any other.

        ``exhausted`` says whether that is proved; if not, it is the best one found so far.  This
        can be asked once.

        Returns:
            ``None``: none was found.
        """
        control = self.control()
        if control is None:
            return None
        costs = []
        for atom, holds in wanted:
            known = control.symbolic_atoms[atom]
            if known is not None:
                costs.append((-known.literal if holds else known.literal, 1))
        with control.backend() as backend:
            backend.add_minimize(0, costs)
        solve: Any = control.configuration.solve
        solve.opt_mode = "opt"
        try:
            model = _last(self.models())
        finally:
            solve.opt_mode = "ignore"
        return None if model is None else self._read(model)

    def possible(self) -> frozenset[Symbol]:
        """The shown atoms of the ground program: no other one is in any answer."""
        control = self.control()
        if control is None:
            return frozenset()
        return frozenset(
            found.symbol
            for name, arity in map(signature, self.puzzle.answers)
            for found in control.symbolic_atoms.by_signature(name, arity)
        )


def _last(models: Iterable[list[Symbol]]) -> list[Symbol] | None:
    last = None
    for model in models:
        last = model
    return last
