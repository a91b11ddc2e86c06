"""What an explanation is made of: clues, literals, steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal as Typed

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.explanation.words.words import ClueWords
from pyasp_puzzles.pictures.notebook import Part, Shown

Truth = tuple[Symbol, bool]
"""An atom and whether it holds."""

Form = Typed[
    "", "given", "only", "none", "value", "bound", "room", "pair", "triple", "rest", "choice"
]
"""How a step is seen: one clue says it; the only place left; no place left, a contradiction; the
only value left; a sum that cannot do without it; a sum that would have too few candidates; two or
three sums which use up others; all that is left over; not at all, as it is chosen."""

Way = Typed[Form, "rules", "clue", "several", "supposition"]
"""A form, or what has to be searched: without a clue, by one, by several, or from the opposite."""

TECHNIQUES: Mapping[Way, tuple[str, int]] = {
    "given": ("given", 0),
    "choice": ("choice", 0),
    "rest": ("what is left over", 0),
    "rules": ("the rules alone", 0),
    "only": ("the only place left", 1),
    "none": ("no place left", 1),
    "value": ("the only value left", 1),
    "bound": ("count reached", 1),
    "clue": ("one clue", 1),
    "room": ("look ahead", 2),
    "pair": ("pair", 3),
    "triple": ("triple", 4),
    "several": ("several clues together", 1),
    "supposition": ("supposition", 3),
}
"""What the ways are called, unless a clue has a name of its own, and how hard they are to see.

What is searched is harder by the weight of its clues, a supposition by its links.
"""


_MOST_TURNS = 10  # of two clues that are told as a supposition: it is not harder for that


@dataclass(frozen=True)
class GroundClue:
    """A group of ground constraints with one sentence: what a person uses in one step.

    Attributes:
        symbol: its atom ``broken(k, (X, ...))``, which tells clues apart.
        source: the words of its constraint, with their weight and where they stand.
        values: those of the variables in these words.
        cells: the places that it bears upon, sorted.
    """

    symbol: Symbol
    words: str
    source: ClueWords = field(repr=False, compare=False)
    values: Mapping[str, Symbol] = field(repr=False, compare=False)
    cells: tuple[Place, ...] = ()

    @property
    def kind(self) -> int:
        """The number of the constraint that it is of."""
        return int(self.symbol.arguments[0].number)


@dataclass(frozen=True)
class Literal:
    """An atom that holds, or not, with its places, sorted; ``shown``: answers show such atoms."""

    atom: Symbol
    holds: bool
    words: str
    cells: tuple[Place, ...] = ()
    shown: bool = True

    @property
    def truth(self) -> Truth:
        """The atom and whether it holds."""
        return self.atom, self.holds


@dataclass(frozen=True)
class Step(Shown):
    """What follows from some clues and some known literals.

    Attributes:
        number: from 1.
        reason: a set of clues; of a step with stages in their order; none at all: the new literals
            follow from the premises without a clue.
        premises: the literals known before that are needed, in any of its parts if it has some.
        follows: the new literals; none at all is the contradiction.
        parts: the same told as "suppose not": steps of smaller reasons from the opposite of the
            first consequence to a contradiction; empty where the step is told at once.  Each
            needs only clues of the reason, premises, what is supposed and what earlier parts give.
        supposes: what the parts suppose, the opposite of the first consequence.
        stages: steps of at most one clue that are told as this one; each needs only its clue,
            premises of the step and what earlier stages give.
        minimal: whether no clue and no premise, of each part or stage, can be left out (proved).
        form: how the step is seen, if it is.
        seen: further clues, by each of which candidates are excluded at a glance; they have no
            part in :attr:`size`.
        told: of the step of a hint: the board with the step, and the step in sentences.
    """

    number: int
    reason: tuple[GroundClue, ...]
    premises: tuple[Literal, ...]
    follows: tuple[Literal, ...]
    parts: tuple[Step, ...] = ()
    supposes: Literal | None = None
    stages: tuple[Step, ...] = ()
    minimal: bool = True
    form: Form = ""
    seen: tuple[GroundClue, ...] = ()
    told: Callable[[], Iterator[Part]] | None = field(default=None, repr=False, compare=False)

    def notebook_parts(self) -> Iterator[Part]:
        """The clues, what is known, and what follows, in the words of the program."""
        if self.told is not None:
            yield from self.told()
            return
        parts = self.reason, self.premises, self.follows
        clues, known, so = ([each.words for each in own] for own in parts)
        for name, words in (("clues", clues), ("known", known), ("so", so or ["nothing fits"])):
            if words:
                yield f"{name}: {'; '.join(words)}"

    def as_partial(self) -> Partial:
        """What follows, as a partial answer: without atoms that answers do not show.

        A later hint derives such an atom ("r1c2 is filled") again where it is needed.

        >>> import pyasp_puzzles as pp
        >>> step = pp.hint(pp.load("twenty_four_seven", "four"))
        >>> print(step.as_partial())
        not value(2,3,1). not value(4,3,1).
        """
        return Partial.of_literals(x.truth for x in self.follows if x.shown)

    @property
    def clues(self) -> tuple[GroundClue, ...]:
        """All clues that it rests upon."""
        return *self.reason, *self.seen

    @property
    def size(self) -> int:
        """The sum of the weights of its reason; of a step with stages the greatest one."""
        if self.stages:
            return max(stage.size for stage in self.stages)
        return sum(clue.source.weight for clue in self.reason)

    @property
    def way(self) -> Way:
        """Its form, or how it is searched; of a step with stages that of the hardest."""
        if self.form:
            return self.form
        turns = len(self.reason) == 2 and not any(part.parts for part in self.parts)
        if self.parts and not (turns and len(self.parts) <= _MOST_TURNS):
            return "supposition"
        if self.stages:
            return max(self.stages, key=lambda stage: stage.points).way
        return ("rules", "clue", "several")[min(len(self.reason), 2)]

    @property
    def points(self) -> int:
        """How hard it is to see; of a step with stages the points of the hardest."""
        if self.stages and not self.form:
            return max(stage.points for stage in self.stages)
        way = self.way
        further = len(self.parts) if way == "supposition" else 0 if self.form else self.size
        return TECHNIQUES[way][1] + further

    @property
    def named(self) -> str:
        """The name that all clues of the reason have; empty: none, or it is a supposition."""
        names = {clue.source.technique for clue in self.reason}
        return names.pop() if len(names) == 1 and not self.parts else ""

    @property
    def technique(self) -> str:
        """What people call it: by its clues, else by its way (:data:`TECHNIQUES`)."""
        return self.named or TECHNIQUES[self.way][0]

    @property
    def each_by_itself(self) -> bool:
        """Whether no stage needs what an earlier one gives."""
        used = {literal for stage in self.stages for literal in stage.premises}
        return used <= set(self.premises)


def merged(stages: Sequence[Step], number: int) -> Step:
    """Steps of at most one clue each, told as one; a single step stays as it is."""
    if len(stages) == 1:
        return replace(stages[0], number=number)
    premises = dict[Literal, None]()
    follows = dict[Literal, None]()
    for stage in stages:
        premises.update(dict.fromkeys(x for x in stage.premises if x not in follows))
        follows.update(dict.fromkeys(stage.follows))
    forms = {stage.form for stage in stages}
    return Step(
        number,
        tuple(clue for stage in stages for clue in stage.reason),
        tuple(premises),
        tuple(follows),
        stages=tuple(replace(stage, number=n) for n, stage in enumerate(stages, 1)),
        minimal=all(stage.minimal for stage in stages),
        form=forms.pop() if len(forms) == 1 else "",
        seen=tuple(dict.fromkeys(clue for stage in stages for clue in stage.seen)),
    )


def without_repeats(steps: Iterable[Step], *, alike: bool = False) -> Iterator[Step]:
    """Steps in a row that read the same clues told as one.

    ``alike``: also those that exclude something by clues with the same words and knowledge.
    """
    row = list[Step]()
    for step in steps:
        last = row[-1] if row and row[-1].follows else None
        ahead = last and step.form == "room" and {*last.follows} & {*step.premises}
        if last and step.follows and _key(last) == _key(step) is not None and not ahead:
            given = (x for x in step.premises if x not in last.follows)
            row[-1] = replace(
                last,
                premises=tuple(dict.fromkeys((*last.premises, *given))),
                follows=(*last.follows, *step.follows),
                minimal=last.minimal and step.minimal,
            )
            continue
        if not (last and alike and _exclusion(last) == _exclusion(step) is not None):
            if row:
                yield merged(row, row[0].number)
            row = []
        row.append(step)
    if row:
        yield merged(row, row[0].number)


def _key(step: Step) -> tuple[object, ...] | None:
    """The clues of a step that reads these and nothing else."""
    if step.parts or step.stages or step.form not in ("", "bound", "room"):
        return None
    return step.reason, step.seen, step.form


def _exclusion(step: Step) -> tuple[object, ...] | None:
    """The words of the one clue of a step that excludes something, and what it needs."""
    if _key(step) is None or len(step.reason) != 1 or any(x.holds for x in step.follows):
        return None
    return step.reason[0].kind, step.seen, step.form, frozenset(step.premises)


def leading_to_last(chain: Sequence[Step]) -> list[Step]:
    """The last step of a chain with those that it needs."""
    needed, wanted = list[Step](), set[Truth]()
    for step in reversed(chain):
        if not needed or wanted & {x.truth for x in step.follows}:
            needed.insert(0, step)
            wanted.update(x.truth for x in step.premises)
    return needed


def joined(chain: Sequence[Step]) -> Step:
    """The last step of a chain together with those that it needs, as one."""
    needed = leading_to_last(chain)
    reason = dict.fromkeys(clue for step in needed for clue in step.reason)
    single = all(len(step.reason) == 1 for step in needed) and len(reason) == len(needed)
    if single or len(needed) == 1:
        return merged(needed, 1)
    new = {x.truth: x for step in needed for x in step.follows}
    premises = {x.truth: x for step in needed for x in step.premises}
    return Step(
        1,
        tuple(reason),
        tuple(x for key, x in premises.items() if key not in new),
        tuple(new.values()),
        stages=needed[-1].stages,
        minimal=False,
        seen=tuple(dict.fromkeys(c for step in needed for c in step.seen if c not in reason)),
    )
