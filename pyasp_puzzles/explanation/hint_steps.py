"""The step that a hint tells: the first that says something new of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from clingo import Symbol

from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.suppose import next_step
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.pictures import picture_of
from pyasp_puzzles.explanation.telling.subject import BoardSubject, shared_literals
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.timed import TimeUpError
from pyasp_puzzles.partial import Partial
from pyasp_puzzles.play import PlayForm
from pyasp_puzzles.puzzle import InstanceLike

_LONGEST = 40
"""Steps of single clues that a hint for somebody who plays by hand looks through."""

_CONFLICTS = 20_000
"""Conflicts of the search for all that holds in some answer."""

_QUICK = 2_000
"""Conflicts after which a search for another answer takes the puzzle's own way to search."""


@dataclass(frozen=True)
class Found:
    """What there is to tell.

    Attributes:
        step: what follows next; ``None``: none was found.
        differ: whether it is proved that answers differ in all that a player can lay next.
    """

    step: Step | None
    differ: bool = False


def step_to_tell(
    subject: BoardSubject,
    theory: Theory,
    goals: Sequence[int],
    known: Sequence[int],
    board: Partial | None,
) -> Found:
    """The next step that says something of a shown atom, which can stand in a partial answer.

    What leads there without saying such a thing is a part of the step.  As long as a single clue
    says something, nobody has to know whether there are other answers.  For somebody who plays by
    hand the search ends where answers differ in all that can be laid: that takes a few answers, and
    to know what else they share takes a search for each literal.

    Args:
        board: of somebody who plays by hand: steps of single clues that lead to something to lay
            are a part of the step, too; without that, the first step as it is.
    """
    chain: list[Step] = []
    first: list[Step] = []

    def among(steps: Iterable[Step], *, any_step: bool = False) -> Step | None:
        for step in steps:
            if _printed(subject, step):
                continue
            chain.append(step)
            if first and len(chain) > _LONGEST:
                break
            if any(is_shown(theory, literal.atom) for literal in step.follows):
                if not first:
                    first.append(_joined(chain))
                if any_step or board is None or _can_be_laid(subject, board, chain):
                    return _joined(chain)
        return first[0] if first else None

    with suppress(TimeUpError):
        finder = StepFinder(theory, goals, known)
        found = among(_single_steps(subject, finder))
        if found is None and board is not None:
            differ = _nothing_to_lay(subject, theory, goals, finder.known, board)
            if differ:
                return Found(None, differ)
        return Found(found or among(_further_steps(subject, finder, goals), any_step=True))
    return Found(first[0] if first else None)


def is_shown(theory: Theory, atom: Symbol) -> bool:
    return (atom.name, len(atom.arguments)) in theory.program.shown


def _can_be_laid(subject: BoardSubject, board: Partial, chain: Sequence[Step]) -> bool:
    """Whether a chain of steps ends with something that holds, or does more of the board."""
    theory = subject.theory()
    form = subject.puzzle.play if subject.puzzle else None
    if form is None or any(x.holds and is_shown(theory, x.atom) for x in chain[-1].follows):
        return True
    follows = {x.atom: x.holds for step in chain for x in step.follows}
    said = (pair for pair in follows.items() if is_shown(theory, pair[0]))
    after = Partial.of_literals({**dict(board.literals()), **dict(said)}.items())
    return _done(subject, form, after) > _done(subject, form, board)


def told_after(subject: BoardSubject, board: Partial, known: Partial, step: Step) -> Partial:
    """What hints have told after this step, if a player cannot lay it.

    Args:
        board: what lies there.
        known: that together with what hints have told before.
    """
    before = known.without(board)
    form = subject.puzzle.play if subject.puzzle else None
    shown = ((x.atom, x.holds) for x in step.follows if is_shown(subject.theory(), x.atom))
    after = Partial.of_literals({**dict(known.literals()), **dict(shown)}.items())
    if form is None or _done(subject, form, after) > _done(subject, form, board):
        return before
    return after.without(board)


def _done(subject: BoardSubject, form: PlayForm[InstanceLike], board: Partial) -> int:
    """How much of the board is done."""
    return form.progress(subject.instance, board).done


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
    shown = [atom for atom in held if is_shown(subject.theory(), atom)]
    if not shown or step.premises:
        return False
    return picture_of(subject, {}) == picture_of(subject, held)


def _single_steps(subject: BoardSubject, finder: StepFinder) -> Iterator[Step]:
    """Steps of single clues to literals of one answer."""
    while not subject.late():
        move = finder.single()
        if move is None:
            return
        step = finder.told(move)
        finder.learn(move.follows)
        yield step


def _further_steps(
    subject: BoardSubject, finder: StepFinder, goals: Sequence[int]
) -> Iterator[Step]:
    """Steps to what all answers share.

    Args:
        goals: the literals of one answer.
    """
    theory, late, space = finder.theory, subject.late, finder.space
    false, complete = finder.propagator.ever_false(finder.allowed, _CONFLICTS)
    candidates = [x for x in goals if not false >> space.bit(x) & 1]
    proved = [x for x in candidates if complete and x < 0]
    left = [x for x in candidates if not complete or x > 0]
    known = [*finder.known, *proved]
    shared, _ = shared_literals(theory, [left], known, late=late, solver=theory.searcher)
    finder.aim([*proved, *shared])
    while not late():
        found = next_step(finder, late)
        if found is None:
            return
        yield found


def _nothing_to_lay(
    subject: BoardSubject,
    theory: Theory,
    goals: Sequence[int],
    known: Sequence[int],
    board: Partial,
) -> bool:
    """Whether it is proved that answers differ in all that a player can lay next.

    Args:
        goals: the literals of one answer.
        known: literals that all answers share.
    """
    form = subject.puzzle.play if subject.puzzle else None
    atoms = {number: atom for atom, number in theory.atom_numbers.items()}
    shown = [x for x in goals if is_shown(theory, atoms[abs(x)])]
    absent = Partial.of_literals((atoms[-x], False) for x in shown if x < 0)
    if form is None or _done(subject, form, board.together(absent)) > _done(subject, form, board):
        return False  # a player can also lay what does not hold, such as an empty cell
    solver = theory.searcher
    solver.limit(_QUICK)
    given = [*solver.on(range(len(theory.clues))), *known]
    left = {x for x in shown if x > 0}.difference(known)
    while left and not subject.late():
        literal = min(left)
        other = solver.solve(
            [*given, -literal],
            lambda model, held=left: {x for x in held if model.is_true(x)},  # type: ignore[misc]
        )
        if other.outcome is Outcome.UNKNOWN:  # the puzzle's own way to search is better
            answers = subject.answers([*board.literals(), (atoms[literal], False)], 1)
            held = {x for x in left if atoms[x] in answers[0]} if answers else None
        else:
            held = other.value
        if held is None:
            return False
        left = held
    return not left


def _joined(chain: Sequence[Step]) -> Step:
    """The last step of a chain together with those that it needs, as one."""
    needed = [chain[-1]]
    open_ = {(x.atom, x.holds) for x in chain[-1].premises}
    for step in reversed(chain[:-1]):
        if open_ & {(x.atom, x.holds) for x in step.follows}:
            needed.insert(0, step)
            open_ |= {(x.atom, x.holds) for x in step.premises}
    last = needed[-1]
    if len(needed) == 1:
        return replace(last, number=1)
    new = {(x.atom, x.holds): x for step in needed for x in step.follows}
    premises = {(x.atom, x.holds): x for step in needed for x in step.premises}
    reason = dict.fromkeys(clue for step in needed for clue in step.reason)
    chain_of_clues = len(reason) == len(needed) and all(len(x.reason) == 1 for x in needed)
    return replace(
        last,
        number=1,
        reason=tuple(reason),
        premises=tuple(x for key, x in premises.items() if key not in new),
        follows=tuple(new.values()),
        size=max(step.size for step in needed),
        smallest=all(step.smallest for step in needed),
        merged=chain_of_clues,
        stages=tuple(step.follows for step in needed) if chain_of_clues else (),
        parts=(),
        supposes=None,
    )
