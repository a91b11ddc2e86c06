"""What an explanation is made of: clues, literals, steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.pictures.notebook.parts import Part, Shown

Cell = tuple[int, ...]
"""A cell in the program's own coordinates: row and column for a flat board, both from 1."""


@dataclass(frozen=True)
class Clue:
    """A group of ground constraints with one sentence: what a person uses in one step.

    Attributes:
        symbol: its atom ``broken(k, (X, ...))``, which tells clues apart.
        words: the sentence, with its values.
        cells: the cells that it bears upon, sorted.
        weight: its price as a part of a reason; 0 is always known.
        lemma: whether it follows from other clues, and stands in the program for people only.
        file, line: where its words stand.
    """

    symbol: Symbol
    words: str
    cells: tuple[Cell, ...] = ()
    weight: int = 1
    lemma: bool = False
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Literal:
    """An atom that holds, or that does not hold.

    Attributes:
        words: what the program says of it.
        cells: the cells that it belongs to, sorted.
        shown: whether answers show such atoms, so that it can stand in a partial answer.
    """

    atom: Symbol
    holds: bool
    words: str
    cells: tuple[Cell, ...] = ()
    shown: bool = True


@dataclass(frozen=True)
class Step(Shown):
    """What follows from some clues and some known literals.

    Attributes:
        number: from 1.
        reason: a set of clues; of a step with stages in their order.  None at all: the new literals
            follow from the premises without a clue.
        premises: the literals known before that are needed.  If the step has parts: those that its
            parts need.
        follows: the new literals; none at all is the contradiction.
        size: the sum of the clues' weights; of a step with stages the greatest one.
        smallest: whether it is proved that no clues of less weight than ``size`` give all of the
            new literals from what was told before.  Of a part: no clues of the step's reason, from
            its premises, what is supposed and what earlier parts give.
        parts: the same told as "suppose not": steps of smaller reasons from the opposite of the
            first consequence to a contradiction; empty where the step is told at once.  Each
            needs only clues of the reason, premises, what is supposed and what earlier parts give.
        propagation: whether unit propagation alone shows it; else cases have to be tried within
            the reason.
        supposes: what the parts suppose, the opposite of the first consequence.
        stages: steps of at most one clue that are told as this one; each needs only its clue,
            premises of the step and what earlier stages give.
        minimal: whether it is proved that no clue and no premise can be left out; of a step with
            parts or stages: in each of them.
        told: of the step of a hint: the board with the step, and the step in sentences.
    """

    number: int
    reason: tuple[Clue, ...]
    premises: tuple[Literal, ...]
    follows: tuple[Literal, ...]
    size: int
    smallest: bool
    parts: tuple[Step, ...] = ()
    propagation: bool = True
    supposes: Literal | None = None
    stages: tuple[Step, ...] = ()
    minimal: bool = True
    told: Callable[[], Iterator[Part]] | None = field(default=None, repr=False, compare=False)

    def notebook_parts(self) -> Iterator[Part]:
        """The clues, what is known, and what follows, in the words of the program."""
        if self.told is not None:
            yield from self.told()
            return
        premises = [literal.words for literal in self.premises]
        follows = [literal.words for literal in self.follows] or ["nothing fits"]
        clues = [clue.words for clue in self.reason]
        for name, words in (("clues", clues), ("known", premises), ("so", follows)):
            if words:
                yield f"{name}: {'; '.join(words)}"

    def as_partial(self) -> Partial:
        """What follows, as a partial answer: without atoms that answers do not show.

        A later hint derives such an atom ("r1c2 is filled") again where it is needed.

        >>> import pyasp_puzzles as pp
        >>> step = pp.hint(pp.load("twenty_four_seven", "four"))
        >>> print(step.as_partial())
        not value(1,2,1). not value(1,2,3).
        """
        return Partial.of_literals((x.atom, x.holds) for x in self.follows if x.shown)

    @property
    def each_by_itself(self) -> bool:
        """Whether no stage needs what an earlier one gives."""
        used = {literal for stage in self.stages for literal in stage.premises}
        return used <= set(self.premises)


def merged(stages: Sequence[Step], number: int) -> Step:
    """Steps of at most one clue each, told as one; a single step stays as it is."""
    if len(stages) == 1:
        return replace(stages[0], number=number)
    premises: dict[Literal, None] = {}
    follows: dict[Literal, None] = {}
    for stage in stages:
        premises.update((x, None) for x in stage.premises if x not in follows)
        follows.update(dict.fromkeys(stage.follows))
    size = max(stage.size for stage in stages)
    return Step(
        number,
        tuple(clue for stage in stages for clue in stage.reason),
        tuple(premises),
        tuple(follows),
        size,
        all(stage.smallest and stage.size == size for stage in stages),
        propagation=all(stage.propagation for stage in stages),
        stages=tuple(replace(stage, number=n) for n, stage in enumerate(stages, 1)),
        minimal=all(stage.minimal for stage in stages),
    )
