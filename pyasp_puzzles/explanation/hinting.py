"""Hints: the next step that is not on the board yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from clingo import Symbol

from pyasp_puzzles.deciding.check import Checked, check
from pyasp_puzzles.drawing.picture import Picture
from pyasp_puzzles.errors import AnswerError, GaveUpError, Phrase, PuzzleError, shorten
from pyasp_puzzles.explanation.outcome import Outcome
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.reasons.suppose import next_step
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.english import sentence
from pyasp_puzzles.explanation.telling.pictures import picture_of, region, region_picture
from pyasp_puzzles.explanation.telling.subject import BoardSubject, literals_in, shared_literals
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.formats.partial_answers import check_fits, read_partial
from pyasp_puzzles.notebook.parts import Part, Shown
from pyasp_puzzles.partial import Partial
from pyasp_puzzles.playing.excluded import impossible
from pyasp_puzzles.puzzle import InstanceLike
from pyasp_puzzles.registry import puzzle_of

_LONGEST = 40
"""Steps of single clues that a hint for somebody who plays by hand looks through."""

Degree = Literal["vague", "clues", "full"]
"""Where to look; which clues to use; what follows and why."""

HintStatus = Literal["step", "wrong", "complete", "open", "unknown"]

_QUICK = 2_000
"""Conflicts after which the search for an answer takes the puzzle's own way to search."""


@dataclass(frozen=True)
class Hint(Shown):
    """What is to say of a partial answer.

    Attributes:
        subject: the board.
        partial: what is on it.
        status: "step": something follows; "wrong": no answer has all of the partial answer;
            "complete": nothing is missing; "open": nothing more follows, as several answers are
            left; "unknown": a limit came first.
        step: what follows next.
        checked: what is wrong; only if something is.
        reason: why the search ended early; else empty.
    """

    subject: BoardSubject
    partial: Partial
    status: HintStatus
    step: Step | None = None
    checked: Checked[InstanceLike, object] | None = None
    reason: str = ""

    def notebook_parts(self) -> Iterator[Part]:
        """The board and the clues to use; not what follows."""
        drawn = self.picture()
        if drawn is not None:
            yield drawn
        yield from self.sentences()

    def picture(self, degree: Degree = "clues") -> Picture | None:
        """The board with what is known; of the step what a degree tells."""
        known = dict(self.partial.literals())
        if self.step is None:
            return picture_of(self.subject, known)
        if degree == "vague":
            return region_picture(self.subject, known, self.step)
        return picture_of(self.subject, known, self.step, solved=degree == "full")

    def sentences(self, degree: Degree = "clues") -> Iterator[str]:
        """The hint in words: where to look, which clues to use, or what follows and why."""
        if self.step is not None:
            yield from self._step(self.step, degree)
        elif self.checked is not None:
            yield from self.checked.sentences()
        elif self.status == "complete":
            yield "complete: the answer is right, and nothing is missing"
        elif self.status == "open":
            yield "nothing more follows: several answers have all of it"
        else:
            yield f"not decided ({self.reason})"

    def _step(self, step: Step, degree: Degree) -> Iterator[str]:
        teller = Teller(self.subject.theory(), self.partial.literals())
        if degree == "full":
            told = teller.tell(step)
            yield from told.sentences()
            if told.note():
                yield f"({told.note()})"
        elif degree == "clues":
            yield from (sentence(words) for words in teller.clues(step.reason))
        else:
            cells = sorted(region(self.subject, step))
            where = teller.phrases.cells(cells)
            yield f"Look at {where}." if where else "Look at the whole board."


def find_hint(
    instance: InstanceLike,
    partial: Partial | str | None = None,
    *,
    timeout: float | None = None,
    played: bool = False,
) -> Hint:
    """The next step from a partial answer, or why there is none.

    Args:
        partial: what is on the board, or a text of it as ``check`` reads it; ``None``: nothing.
        timeout: seconds for everything together.
        played: for somebody who plays by hand (:class:`pyasp_puzzles.play.PlayForm`): what the
            board shows to be impossible is no step, and the step ends with something to lay.

    Raises:
        AnswerError: the partial answer does not fit the board, or cannot be read.
    """
    puzzle = puzzle_of(instance)
    if isinstance(partial, str):
        partial = read_partial(puzzle, instance, partial, "")
    elif partial is None:
        partial = Partial()
    elif isinstance(partial, Partial):
        check_fits(puzzle, instance, partial, "")
    else:
        raise PuzzleError(f"found {shorten(partial)}, expected a Partial or a text")
    subject = BoardSubject(puzzle, instance, timeout)
    try:
        theory = subject.theory()
    except GaveUpError:
        return Hint(subject, partial, "unknown", reason=subject.reason)
    known = _numbers(theory, partial)
    goals = None if known is None else _model(subject, theory, partial, known)
    if known is None or goals is None:
        if subject.reason:
            return Hint(subject, partial, "unknown", reason=subject.reason)
        found = check(instance, partial, timeout=subject.question.left())
        return Hint(subject, partial, "wrong", checked=found, reason=found.reason)
    shown = [atom for atom in theory.atoms if _is_shown(theory, atom)]
    held = set(goals)
    if {n for n in map(theory.atom_numbers.__getitem__, shown) if n in held} <= set(known):
        return Hint(subject, partial, "complete")
    shows = impossible(puzzle, instance, partial, shown) if played else {}
    excluded = (-theory.atom_numbers[atom] for atom in shows)
    known = [*known, *(number for number in excluded if number in held)]
    step = _next(subject, theory, goals, known, partial if played else None)
    if step is not None:
        return Hint(subject, partial, "step", _as_seen(theory, step, shows))
    return Hint(subject, partial, "unknown" if subject.reason else "open", reason=subject.reason)


def _is_shown(theory: Theory, atom: Symbol) -> bool:
    return (atom.name, len(atom.arguments)) in theory.program.shown


def _numbers(theory: Theory, partial: Partial) -> list[int] | None:
    """The literals of a partial answer; ``None``: an atom of it cannot hold."""
    numbers = []
    for atom, holds in partial.literals():
        number = theory.atom_numbers.get(atom)
        if number is None:
            if holds != (atom in theory.facts):
                return None
            continue
        numbers.append(number if holds else -number)
    return numbers


def _model(
    subject: BoardSubject, theory: Theory, partial: Partial, known: Sequence[int]
) -> list[int] | None:
    """The literals of one answer that has all of the partial one; ``None``: none was found."""
    if theory.always_broken:
        return None
    solver = theory.solver(conflicts=_QUICK)
    found = solver.solve(
        [*solver.on(range(len(theory.clues))), *known],
        lambda model: [n if model.is_true(n) else -n for n in theory.numbers],
    )
    if found.outcome is not Outcome.UNKNOWN:
        return found.value
    answers = subject.answers(list(partial.literals()), 1)
    return literals_in(theory, answers[0]) if answers else None


def _next(
    subject: BoardSubject,
    theory: Theory,
    goals: Sequence[int],
    known: Sequence[int],
    board: Partial | None,
) -> Step | None:
    """The next step that says something of a shown atom, which can stand in a partial answer.

    What leads there without saying such a thing is a part of the step.

    Args:
        board: of somebody who plays by hand: steps of single clues that lead to something to lay
            are a part of the step, too; without that, the first step as it is.
    """
    chain: list[Step] = []
    first: list[Step] = []
    for step in _steps(subject, theory, goals, known, lambda: bool(first)):
        if _printed(subject, step):
            continue
        chain.append(step)
        if first and len(chain) > _LONGEST:
            break
        if any(_is_shown(theory, literal.atom) for literal in step.follows):
            if not first:
                first.append(_joined(chain))
            if board is None or _can_be_laid(subject, board, chain):
                return _joined(chain)
    return first[0] if first else None


def _can_be_laid(subject: BoardSubject, board: Partial, chain: Sequence[Step]) -> bool:
    """Whether a chain of steps ends with something that holds, or does more of the board."""
    theory = subject.theory()
    form = subject.puzzle.play if subject.puzzle else None
    if form is None or any(x.holds and _is_shown(theory, x.atom) for x in chain[-1].follows):
        return True
    follows = {x.atom: x.holds for step in chain for x in step.follows}
    said = (pair for pair in follows.items() if _is_shown(theory, pair[0]))
    after = Partial.of_literals({**dict(board.literals()), **dict(said)}.items())
    before = form.progress(subject.instance, board).done
    return form.progress(subject.instance, after).done > before


def _as_seen(theory: Theory, step: Step, shows: Mapping[Symbol, Symbol | None]) -> Step:
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
    shown = [atom for atom in held if _is_shown(subject.theory(), atom)]
    if not shown or step.premises:
        return False
    return picture_of(subject, {}) == picture_of(subject, held)


def _steps(
    subject: BoardSubject,
    theory: Theory,
    goals: Sequence[int],
    known: Sequence[int],
    enough: Callable[[], bool],
) -> Iterator[Step]:
    """Steps of single clues to literals of one answer; then steps to what all answers share.

    As long as a single clue says something, nobody has to know whether there are other answers.

    Args:
        enough: whether steps of single clues are enough, asked after the last of them and after
            each further step.
    """
    finder = StepFinder(theory, goals, known)
    while not subject.late():
        move = finder.single()
        if move is None:
            break
        step = finder.told(move)
        finder.learn(move.follows)
        yield step
    if enough():
        return
    shared, _ = shared_literals(theory, [goals], finder.known, late=subject.late)
    finder = StepFinder(theory, shared, finder.known)
    while not (subject.late() or enough()):
        found = next_step(finder, subject.late)
        if found is None:
            return
        yield found


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


def hint(
    instance: InstanceLike, partial: Partial | str | None = None, *, timeout: float | None = None
) -> Step | None:
    """The next step that is not on the board yet.

    Args:
        partial: what is on the board, or a text of it as ``check`` reads it; ``None``: nothing.
        timeout: seconds for everything together.

    Returns:
        ``None``: the partial answer is complete, or nothing more follows since several answers
        have all of it.

    Raises:
        AnswerError: the partial answer is wrong, does not fit the board, or cannot be read.
        GaveUpError: the time limit came first.

    >>> import pyasp_puzzles as pp
    >>> step = pp.hint(pp.load("twenty_four_seven", "four"), "?51? ???? ???? ????")
    >>> step.size, len(step.follows) > 0
    (1, True)
    """
    found = find_hint(instance, partial, timeout=timeout)
    if found.status == "wrong" and found.checked:
        words = next(found.checked.sentences())
        raise AnswerError(instance.name, "partial answer", Phrase(words), "a part of an answer")
    if found.status == "unknown":
        raise GaveUpError(f"{instance.name}: no step found ({found.reason})")
    return found.step
