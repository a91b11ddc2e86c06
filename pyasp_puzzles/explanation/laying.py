"""What somebody who plays by hand can lay next for certain, and the shortest way to it.

Unit propagation with all clues comes first; the steps are found within the few clues that it takes.
Where it leads to nothing to lay, a short search for each atom that the known answers share tells
whether others have it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.explanation.reasons.deduction import Deduction, StepLimits
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.subproblems import mask_of
from pyasp_puzzles.explanation.search import Outcome, SearchResult
from pyasp_puzzles.explanation.steps import Literal, Step, Truth, joined
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.theory import Theory

_PROPAGATION = 1
"""Conflicts within which a consequence counts as found by propagation."""

_SEARCHES = ((300, 12), (2_000, 4))
"""Rounds of short searches for answers without an atom: conflicts of each, and how many."""

_TRIED = 8
"""Things to lay whose clues are looked at, to take the one that needs fewest."""

_FORCED = 4
"""Atoms shown by a short search to be in all answers, after which no further one is looked for."""

_FEW, _MANY = 2, 12
"""A step of few clues is told at once; one of more than many clues is none for a hint."""

_WITHIN = StepLimits(search=300, needed=300, several=30)
"""Limits of the search for steps within the clues of a way."""

_SUPPOSED = 6
"""A reason of more clues is told at once: as "suppose not" it has too many parts for a hint."""

_LONGEST = 30
"""Clues of a core of which it is asked which are needed."""

_LOOKED_AT = 8_000
"""Literals upon which the clues bear that are asked alone what follows from them by search."""


class Layable(NamedTuple):
    """Something to tell, as literals, and the clues that show it."""

    follows: tuple[int, ...]
    clues: tuple[int, ...]


def _size(way: Layable) -> int:
    return len(way.clues)


class Laying:
    """A board of somebody who plays by hand; ``goals``: the literals of one answer.

    ``differ``: whether it is proved that answers differ in all that can be laid next.
    """

    def __init__(
        self,
        subject: BoardSubject,
        theory: Theory,
        goals: Sequence[int],
        known: Sequence[int],
        board: Partial,
    ) -> None:
        self.subject, self.theory, self.goals, self.board = subject, theory, goals, board
        form, numbers = subject.puzzle.play, theory.atom_numbers
        given = form.given(subject.instance).atoms if form else ()
        self.known = [*dict.fromkeys([*known, *(numbers[x] for x in given if x in numbers)])]
        self._known = frozenset(self.known)
        self.differ = False

    # -- what can be laid

    @cached_property
    def propagated(self) -> dict[int, int]:
        """What propagation with all clues shows: each literal with the place of a clue."""
        shift, clues = len(self.known), self.theory.searcher.on(self._order)
        found = self.theory.closure.of([*self.known, *clues]) or {}
        return {x: max(-1, place - shift) for x, place in found.items() if x not in self._known}

    @cached_property
    def _order(self) -> list[int]:
        """The clues, light ones and those that bear upon few literals first."""
        weights, scopes = self.theory.index.weights, self.theory.index.clue_scopes
        return sorted(
            range(len(weights)), key=lambda clue: (weights[clue], scopes[clue].bit_count(), clue)
        )

    def _to_lay(self) -> list[tuple[int, ...]]:
        """What propagation shows and a player can lay: an atom, or that a cell holds no value."""
        shown = list(filter(self.theory.shows, self.propagated))
        shown.sort(key=lambda x: (self.propagated[x], abs(x)))
        found: list[tuple[int, ...]] = [(x,) for x in shown if x > 0]
        if found or not self._does_more(shown):
            return found
        absent: dict[object, list[int]] = {}
        for x in shown:
            absent.setdefault(self.theory.cells_of(self.theory.atom_of[-x]), []).append(x)
        return [tuple(group) for group in absent.values() if self._does_more(group)]

    def _does_more(self, literals: Iterable[int]) -> bool:
        """Whether more of the board is done with these literals."""
        shown = filter(self.theory.shows, (*self.known, *literals))
        return _does_more(self.subject, self.board, map(self.theory.truth, shown))

    # -- the way to it

    def step(self) -> Step | None:
        """A step that ends with something to lay, of as few clues as short searches find."""
        best = min(map(_size, self._by_propagation), default=_FEW + 1)
        if best > _FEW and (step := self._of_one_clue()):
            return step
        ways = sorted(self._by_propagation or self._forced, key=_size)
        return next(
            filter(None, (self._told(way) for way in ways if len(way.clues) <= _MANY)), None
        )

    @cached_property
    def _by_propagation(self) -> list[Layable]:
        """Things to lay that propagation shows, with the clues that it needs."""
        found: list[Layable] = []
        for follows in self._to_lay()[:_TRIED]:
            used: list[int] = []
            for literal in follows:
                if not used or self._core(used, literal) is None:
                    used += self._shrunk(self._core(self._order, literal) or (), literal)
            found.append(Layable(follows, tuple(sorted(set(used)))))
            if len(found[-1].clues) == 1:
                break
        return found

    def _core(
        self, clues: Iterable[int], literal: int, conflicts: int = _PROPAGATION
    ) -> tuple[int, ...] | None:
        """Those of some clues from which a literal follows; ``None``: a search does not show it."""
        asked = self._asked(clues, literal, conflicts)
        return self._clues(asked.core) if asked.outcome is Outcome.UNSATISFIABLE else None

    def _shrunk(
        self, clues: Sequence[int], literal: int, conflicts: int = _PROPAGATION
    ) -> list[int]:
        """Those of the clues that are needed to show a literal within so many conflicts."""
        left = sorted(clues, key=self._order.index)
        if not 1 < len(left) <= _LONGEST:
            return left
        for clue in reversed(left.copy()):
            if clue in left:
                core = self._core([other for other in left if other != clue], literal, conflicts)
                left = left if core is None else [other for other in left if other in core]
        return left

    def _of_one_clue(self) -> Step | None:
        """A step of one clue that ends with something to lay, by search; clues of few literals."""
        index, spent, clues = self.theory.index, 0, list[int]()
        for clue in self._order:
            spent += index.clue_scopes[clue].bit_count()
            if spent > _LOOKED_AT:
                break
            clues.append(clue)
        goals = [x for x in self.goals if x > 0 and self.theory.shows(x)]
        return self._finder(goals, clues).next_single()

    def _finder(self, goals: Iterable[int], clues: Iterable[int]) -> StepFinder:
        return StepFinder(self.theory, goals, self.known, clues=clues, limits=_WITHIN)

    def _clues(self, core: Sequence[int]) -> tuple[int, ...]:
        """The clues of a core."""
        inside = set(core)
        return tuple(clue for clue, atom in enumerate(self.theory.clue_atoms) if -atom in inside)

    def _told(self, way: Layable) -> Step | None:
        """The steps within the clues of a way, each of one clue, as one; or all clues together."""
        index = self.theory.index
        scope = index.scope(index.components(way.clues))
        goals = {x for x in self.goals if scope >> index.bit(x) & 1}
        finder = self._finder(goals.union(way.follows), way.clues)
        chain: list[Step] = []
        wanted = frozenset(map(self.theory.truth, way.follows))
        left = set(wanted)
        while not self.subject.late():
            step = finder.next_single()
            if step is None:
                return self._at_once(way) if way.follows else None
            chain.append(step)
            left -= {x.truth for x in step.follows}
            if not left and any(x.shown for x in step.follows):
                return joined(chain, wanted)
        return None

    def _at_once(self, way: Layable) -> Step | None:
        """A step of all clues of a way; of some it is told as "suppose not"."""
        finder = self._finder(way.follows, way.clues)
        if not finder.open:
            return None
        first = finder.open & -finder.open
        found = finder.completed(Deduction(mask_of(way.clues), first, propagation=True))
        return finder.told(finder.sharpened(found))

    def excluding(self) -> Step | None:
        """A step of one clue that says what does not hold, by propagation."""
        said = {place for x, place in self.propagated.items() if place >= 0 and self._open(x)}
        clues = [self._order[place] for place in sorted(said)[:_TRIED]]
        return next(filter(None, (self._told(Layable((), (clue,))) for clue in clues)), None)

    # -- what answers share

    @cached_property
    def _forced(self) -> list[Layable]:
        """Atoms that all answers have, as far as short searches show it."""
        left = {x for x in self.goals if x > 0 and self._open(x)}
        left.intersection_update(*(model for model in self.theory.models if self._known <= model))
        if self._does_more(x for x in self.goals if x < 0):
            return []  # a player can also lay what does not hold, such as an empty cell
        found: list[Layable] = []
        for conflicts, most in _SEARCHES:
            asked = set[int]()
            while open_ := left - asked:
                if len(found) >= _FORCED or len(asked) >= most or self.subject.late():
                    break
                literal = min(open_)
                asked.add(literal)
                answer = self._asked(self._order, literal, conflicts, keep=True)
                if answer.value is not None:
                    left &= answer.value
                elif answer.outcome is Outcome.UNSATISFIABLE:
                    clues = self._shrunk(self._clues(answer.core), literal, conflicts)
                    found.append(Layable((literal,), tuple(sorted(clues))))
            if found:
                break
        self.differ = not left
        return found

    def _open(self, literal: int) -> bool:
        """Whether a literal can stand in a partial answer, and is not known."""
        return self.theory.shows(literal) and literal not in self._known

    def certain(self) -> Literal | None:
        """An atom that all answers have, though no step of few clues was found that leads to it."""
        ways = [way for way in (*self._by_propagation, *self._forced) if way.follows[0] > 0]
        best = min(ways, key=_size, default=None)
        return self.theory.told(best.follows[:1])[0] if best else None

    def suggested(self) -> Literal | None:
        """An atom of one answer, on the cell where fewest fit; with this cell alone."""
        theory = self.theory
        false = {-x for x in (*self.known, *self.propagated) if x < 0}
        fit = Counter[Place]()
        for number, atom in theory.atom_of.items():
            if number not in false and self._open(number):
                fit.update(theory.cells_of(atom))
        mine = (x for x in self.goals if x > 0 and self._open(x))
        spots = [(fit[cell], cell, x) for x in mine for cell in theory.cells_of(theory.atom_of[x])]
        if not spots:
            return None
        _, cell, number = min(spots)
        return replace(*theory.told([number]), cells=(cell,))

    def _asked(
        self, clues: Iterable[int], literal: int, conflicts: int, keep: bool = False
    ) -> SearchResult[frozenset[int]]:
        """A search for a model with some clues, all that is known, and not this literal."""
        solver, theory = self.theory.searcher, self.theory
        solver.limit(conflicts)
        assumed = [*solver.on(clues), *self.known, -literal]
        if not keep:
            return solver.solve(assumed)
        asked = solver.solve(assumed, lambda model: frozenset(theory.model_of(model)))
        if asked.value is not None:
            theory.models.append(asked.value)
        return asked


def _does_more(subject: BoardSubject, board: Partial, literals: Iterable[Truth]) -> bool:
    """Whether more of a board is done when it has some literals, too."""
    form = subject.puzzle.play
    if form is None:
        return False
    after = Partial.of_literals({**dict(board.literals()), **dict(literals)}.items())
    done = form.progress
    return done(subject.instance, after).done > done(subject.instance, board).done


def told_after(subject: BoardSubject, board: Partial, known: Partial, step: Step) -> Partial:
    """What hints have told after this step, if a player cannot lay it."""
    shown = dict(x.truth for x in step.follows if x.shown)
    after = Partial.of_literals({**dict(known.literals()), **shown}.items())
    if subject.puzzle.play is None or _does_more(subject, board, after.literals()):
        return known.without(board)
    return after.without(board)
