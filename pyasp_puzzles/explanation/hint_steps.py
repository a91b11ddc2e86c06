"""The step that a hint tells: the first that says something new of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.explanation.laying import Laying
from pyasp_puzzles.explanation.reasons.derivation import backbone
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.joint_reason import LIMITS
from pyasp_puzzles.explanation.reasons.needed import Needed
from pyasp_puzzles.explanation.reasons.refutation import next_step
from pyasp_puzzles.explanation.steps import Literal, Step, joined
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.telling.pictures import picture_of
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.work.deadline import TimeUpError

_CONFLICTS = 20_000
"""Conflicts of the search for all that holds in some answer."""

_SMALL = 1_000
"""On boards with more atoms a hint for a player does not search for all that answers share."""


@dataclass(frozen=True)
class HintFound:
    """What there is to tell.

    Attributes:
        step: what follows next; ``None``: none was found.
        differ: whether it is proved that answers differ in all that a player can lay next.
        searched: whether it is known that nothing more follows, or only that answers differ so.
        certain: whether it is proved that all answers have what is suggested.
        suggested: for a player without a step: an atom of one answer, with one of its cells; of all
            answers with all its cells.
    """

    step: Step | None
    differ: bool = False
    certain: bool = False
    searched: bool = True
    suggested: Literal | None = None


def step_to_tell(
    subject: BoardSubject,
    theory: Theory,
    goals: Sequence[int],
    known: Sequence[int],
    board: Partial | None,
) -> HintFound:
    """The next step that says something of a shown atom, which can stand in a partial answer.

    What leads there without saying such a thing is a part of the step.

    Args:
        board: of somebody who plays by hand: the step ends with something to lay, if a short
            search finds such a one.
    """
    try:
        if board is not None:
            return _to_lay(subject, theory, Laying(subject, theory, goals, known, board))
        return HintFound(_first(subject, theory, goals, known))
    except TimeUpError:
        return HintFound(None, searched=False)


def _to_lay(subject: BoardSubject, theory: Theory, laying: Laying) -> HintFound:
    """What to tell somebody who plays by hand."""
    step = laying.step()
    if step is None and laying.differ:
        return HintFound(None, differ=True, suggested=laying.suggested())
    step = step or laying.excluding()
    if step is None and (certain := laying.certain()):
        return HintFound(None, certain=True, suggested=certain)
    searched = len(theory.atoms) <= _SMALL
    if step is None and searched:
        step = _first(subject, theory, laying.goals, laying.known)
    if step is None:
        return HintFound(None, searched=searched, suggested=laying.suggested())
    return HintFound(step)


def _first(
    subject: BoardSubject, theory: Theory, goals: Sequence[int], known: Sequence[int]
) -> Step | None:
    """The first step that says something of a shown atom, with those that it needs.

    A step that only reads what is printed comes when nothing else is left, and then what needs no
    clue at all.
    """
    finder, chain = StepFinder(theory, goals, known), list[Step]()
    unsaid = {x for x in finder.known if x > 0}.difference(known)
    printed: list[Step] = []
    for step in _steps(subject, finder, goals):
        if _printed(subject, step):
            printed.append(step)
            continue
        chain.append(step)
        if any(literal.shown for literal in step.follows):
            return joined(chain)
    return printed[0] if printed else _without_clue(theory, unsaid, known)


def _steps(subject: BoardSubject, finder: StepFinder, goals: Sequence[int]) -> Iterator[Step]:
    """Steps of single clues to literals of one answer, then steps to what all answers share."""
    theory, late, index = finder.theory, subject.late, finder.index
    while not late() and (step := finder.next_single()):
        yield step
    false, complete = finder.propagator.ever_false(finder.allowed, _CONFLICTS)
    candidates = [x for x in goals if not false >> index.bit(x) & 1]
    proved = [x for x in candidates if complete and x < 0]
    left = [x for x in candidates if not complete or x > 0]
    known = [*finder.known, *proved]
    shared, _ = backbone(theory, [left], known, late=late, solver=theory.searcher)
    finder.aim([*proved, *shared])
    while not late() and (step := next_step(finder, late)):
        yield step


def _without_clue(theory: Theory, unsaid: Set[int], known: Sequence[int]) -> Step | None:
    """The first of some atoms that is shown, with what is known and needed; no clue is."""
    index = theory.index
    for atom, number in theory.atom_numbers.items():
        if number in unsaid and theory.is_shown(atom):
            bit = index.bit(number)
            place = next(c for c in sorted(index.bound) if index.scope([c]) >> bit & 1)
            part = index.build(frozenset([place]), clues=())
            premises = [x for x in known if part.scope >> index.bit(x) & 1]
            _, needed = Needed(part, [number], LIMITS.needed).of(0, premises) or (0, premises)
            return Step(1, (), theory.told(needed), (theory.literal(atom, True),), 0, True)
    return None


def as_seen(theory: Theory, step: Step, shows: Mapping[Symbol, Symbol | None]) -> Step:
    """The step with what lies on the board in place of what it makes impossible."""
    seen = []
    for literal in step.premises:
        if literal.holds or literal.atom not in shows:
            seen.append(literal)
        elif (cause := shows[literal.atom]) is not None:
            seen.append(theory.literal(cause, True))
    return replace(step, premises=tuple(dict.fromkeys(seen)))


def _printed(subject: BoardSubject, step: Step) -> bool:
    """Whether a step only reads what is printed on the empty board, such as a given digit."""
    held = {literal.atom: True for literal in step.follows if literal.holds}
    shown = [atom for atom in held if subject.theory().is_shown(atom)]
    if not shown or step.premises:
        return False
    return picture_of(subject, {}) == picture_of(subject, held)
