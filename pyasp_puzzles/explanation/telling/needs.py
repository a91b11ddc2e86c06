"""What a clue demands in between: "r1c3 needs f below, so r1c3 can only hold piece 36"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache, reduce
from itertools import chain, product, takewhile
from operator import or_

from clingo import Symbol

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.placing import Excluded
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.search import Outcome, SearchResult, held
from pyasp_puzzles.explanation.steps import GroundClue, Step
from pyasp_puzzles.explanation.telling.frames import Parts, Phrase, joined, together
from pyasp_puzzles.explanation.telling.phrases import Known, Phrases
from pyasp_puzzles.explanation.telling.told import Said
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.ground.ground import literals_of

_CONFLICTS, _MOST_CONFLICTS = 20, 1_000
_KEPT = 500
"""Sets of literals of which it is kept whether they contradict each other: steps ask again."""
Cells = tuple[Place, ...]
_ELSE = 12
"""Words for what would be broken otherwise."""
_DEEP = 3
"""Definitions that are followed from a clue to what it demands."""
_MOST_GOALS, _MOST_ASKED, _MOST_PLACES = 4, 2, 5
_NAMED = 4
"""Words of a list of places that is told."""


class Needs:
    """Finds helper atoms with words that lie between the clue of a step and what follows."""

    def __init__(self, theory: Theory, phrases: Phrases) -> None:
        self._theory, self._phrases = theory.original, phrases
        self.sentence = phrases.sentence
        self.demands, self.home = cache(self._demands), cache(self._home)
        self.given_by = cache(self._given_by)
        self._contradict = lru_cache(_KEPT)(self._searched)

    def of(self, step: Step) -> tuple[list[Symbol], list[Symbol]]:
        """What the clues of a step demand, or else what they would if it did not follow."""
        told = step.follows or step.form == "none"
        if not self._theory.needs or step.parts or step.stages or not told:
            return [], []
        demanded = self._demanded_by(step)
        return demanded, self._otherwise(step) if step.follows and not demanded else []

    def _demanded_by(self, step: Step) -> list[Symbol]:
        premises, goals = self._numbers(step)
        if step.form in ("only", "value", "none"):
            clues = step.clues if step.follows else step.seen
            found = {atom for clue in clues for atom in self.demanded(clue, premises)}
            if step.form == "value":
                own = set(step.follows[0].cells)
                found = {atom for atom in found if own.issuperset(self.home(atom))}
            return sorted(found)
        if len(step.reason) != 1:
            return []

        def gives(atoms: Iterable[Symbol]) -> bool:
            given = [*self.on(step.seen), *premises, *map(self._theory.needs.__getitem__, atoms)]
            return all(self.follows(given, goal) for goal in goals)

        demanded = self.demanded(step.reason[0], premises, step.seen)
        if not demanded or not gives(demanded):
            return []
        for atom in sorted(demanded):
            others = [x for x in demanded if x != atom]
            demanded = others if others and gives(others) else demanded
        return demanded

    def _otherwise(self, step: Step) -> list[Symbol]:
        """What is asked if nothing of this follows, or of the candidates that are excluded."""
        (premises, goals), index = self._numbers(step), self._theory.index
        if by_choice := step.form in ("only", "value"):
            bit = 1 << index.bit(goals[0])
            masks = (x.mask & ~bit for x in self._theory.sums_of(step.reason) if x.mask & bit)
            supposed = [x for x in index.literals(reduce(or_, masks, 0)) if x > 0]
        elif len(step.reason) != 1 or len(goals) > _MOST_GOALS:
            return []
        else:
            supposed = [-goal for goal in goals]
        pairs = product(step.seen if by_choice else step.reason, supposed)
        others = None if by_choice else self.on(step.seen)
        asked = [self._asked(clue, premises, x, others) for clue, x in pairs]
        found = {atom for own in asked for atom in own}
        few = len(found) <= 1 if by_choice else all(asked) and len(found) <= _MOST_ASKED
        return sorted(found) if few else []

    def _asked(
        self, clue: GroundClue, known: Sequence[int], literal: int, others: Sequence[int] | None
    ) -> list[Symbol]:
        """What a literal would demand, of which the clue, or others, say that there is none."""
        if not self.demands(clue):
            return []
        own = [] if others is None else self.demanded(clue, [*known, literal])
        needed = [self._theory.needs[atom] for atom in own]
        if own and self.contradict([*(others or ()), *known, literal, *needed]):
            return own
        clashes = self.contradict([*self.on([clue]), *known, literal])
        return self._new(clue, known, [literal]) if clashes else []

    def demanded(
        self, clue: GroundClue, known: Sequence[int], seen: Iterable[GroundClue] = ()
    ) -> list[Symbol]:
        """What a clue demands: what follows from it and literals, and not from these alone."""
        return self._new(clue, known, self.on([clue, *seen])) if self.demands(clue) else []

    def _new(self, clue: GroundClue, known: Sequence[int], more: Sequence[int]) -> list[Symbol]:
        """The helper atoms of a clue that follow only where more literals hold than are known."""
        given, wanted = [*more, *known], {self._theory.needs[x]: x for x in self.demands(clue)}
        model = self.solve(given, wanted).value or ()
        open_ = (x for x in wanted if x in model and not self.follows(known, x))
        return [wanted[x] for x in open_ if self.follows(given, x)]

    def told(self, atoms: Iterable[Symbol]) -> list[Phrase]:
        """Helper atoms that hold, in phrases."""
        return self._phrases.alike(self.sentence(atom, True) for atom in sorted({*atoms}))

    # -- where nothing fits

    def broken(self, step: Step) -> Said | None:
        """Where a clue of a step is broken: by what is known, or if what follows did not hold."""
        if step.stages:
            return None
        premises, goals = self._numbers(step)
        ways = [[*premises, -goal] for goal in goals] or [premises]
        broken = [*takewhile(bool, (self._broken_by(step, known) for known in ways))]
        found = dict.fromkeys(chain.from_iterable(broken))
        if len(broken) < len(ways) or len(found) > _MOST_PLACES:
            return None
        instead = [*together([*found])]
        words = joined(instead)
        otherwise = f"else {words}" if len(words.split()) <= _ELSE else None
        return Said(otherwise=otherwise, instead=instead)

    def _broken_by(self, step: Step, known: Sequence[int]) -> list[Parts]:
        """The instances of one of a step's clues that literals break, with its other clues."""
        for clue in step.reason:
            given = [*self.on(x for x in step.clues if x is not clue), *known]
            instances = [*self._theory.instances(clue)]
            wanted = {x for _, own in instances for x in own}
            model = self.solve(given, wanted).value or () if instances else ()
            sure = [
                parts
                for parts, own in instances
                if all(x in model and self.follows(given, x) for x in own)
            ]
            if sure:
                return sure if len(sure) <= _MOST_ASKED else sure[:1]
        return []

    def miscounted(self, step: Step) -> Said | None:
        """Whether too many hold, or too few are left, for the one count of a clue."""
        theory = self._theory
        sums = theory.sums_of(step.reason)
        own = sums[0] if len(sums) == 1 and not (step.follows or step.stages) else None
        if not own or not own.is_count or own.low != own.high or own.mask >> theory.index.atoms:
            return None
        known = theory.index.mask(theory.with_implied(self._numbers(step)[0]))
        left = own.of(self._left(own.mask, known))
        if own.of(known) > own.high:
            return Said(instead=[("that is too many", 1)])
        if left < own.low:
            return Said(instead=[("too few are left" if left else "none is left", 1)])
        return None

    # -- look aheads and pairs

    def by_form(self, step: Step, known: Known) -> str:
        """What would be if a step's conclusion did not hold, by its form."""
        if step.form in ("pair", "triple"):
            return self._few_for_few(step, known)
        found = self.crowded_out(step, known) if step.form == "room" else None
        return self._remaining(*found) if found else ""

    def _few_for_few(self, step: Step, known: Known) -> str:
        """Which places are left for as many values, or which values for as many places."""
        theory, sums, on = self._theory, self._demanding(step), self._on(known)
        number, wanted = len(step.reason), reduce(or_, (own.mask for own in sums), 0)
        atoms = [theory.truth(x)[0] for x in theory.index.literals(wanted)]
        told = {self.sentence(x, True)[-2:][0] for x in atoms}  # the last values
        values = listed(sorted(told)) if len(told) == number else "them"
        places = self._places(reduce(or_, (self._left(own.mask, on) for own in sums), 0) & ~on)
        if len(places) == len(sums) == number:
            return f"only {self._phrases.cells(places)} are left for {values}"
        choices = [x for x in theory.normal_form.background if x.is_choice and x.mask & wanted]
        found = ((own.mask, self._left(own.mask, on)) for own in choices)
        left = [few for every, few in found if few and few != every and not few & ~wanted]
        places = self._places(reduce(or_, left, 0) & ~on)
        if len(places) == number and values != "them":
            return f"only {values} are left for {self._phrases.cells(places)}"
        return "as many places are left as are needed"

    def crowded_out(self, step: Step, known: Known) -> tuple[list[Place], int] | None:
        """Where a sum of a look ahead's clue has candidates, if few; how many more it needs.

        The number is 0 where they have weights.  ``None``: no sum would have too few candidates.
        """
        index, on = self._theory.index, self._on(known)
        against = [1 << index.bit(-x) for x in self._numbers(step)[1]]
        for own in self._demanding(step):
            left = self._left(own.mask, on)
            fewer = [own.of(self._left(own.mask, on | bit)) for bit in against]
            if not own.mask >> index.atoms and max(fewer) < own.low <= own.of(left):
                return self._places(left & ~on), own.low - own.of(on) if own.is_count else 0
        return None

    def _demanding(self, step: Step) -> list[LiteralSum]:
        """The sums by which the clues of a step demand something."""
        mask = self._theory.mask_of(step.reason)
        return [x for x in self._theory.normal_form.sums if x.clues & mask and x.low > 0]

    def _on(self, known: Known) -> int:
        return self._theory.index.mask(self._theory.number(*truth) for truth in known.items())

    def _left(self, literals: int, on: int) -> int:
        """The literals that no sum excludes beside those that hold; masks."""
        near = (x for x in self._theory.normal_form.sums if x.mask & literals)
        return literals & ~Excluded(near, on, self._theory.index).false

    def _places(self, literals: int) -> list[Place]:
        """The cells of literals, a mask, if these are few and each has one."""
        theory = self._theory
        cells = {theory.cells_of(theory.truth(x)[0]) for x in theory.index.literals(literals)}
        few = len(cells) <= _MOST_PLACES and all(len(x) == 1 for x in cells)
        return sorted(x[0] for x in cells) if few else []

    def _remaining(self, places: Sequence[Place], need: int) -> str:
        """That too few of some places would remain; ``need``: how many are needed."""
        where = self._phrases.cells(places)
        if not need:
            return "else nothing fits"
        if len(places) < 2 or len(where.split()) > _NAMED:
            return "else no place remains" if need == 1 else "else too few places remain"
        if need > 1:
            return f"else too few of {where} remain"
        neither = f"neither {where.replace(' and ', ' nor ')}"
        return f"else {neither if len(places) == 2 else f'none of {where}'} remains"

    # -- helper atoms

    def _numbers(self, step: Step) -> tuple[list[int], list[int]]:
        number_of = self._theory.number_of
        return [*map(number_of, step.premises)], [*map(number_of, step.follows)]

    def _demands(self, clue: GroundClue) -> list[Symbol]:
        """The helper atoms in the definition of a clue."""
        needs, found = self._theory.needs, set[int]()
        new = {-x for x in self.on([clue])} if needs else found
        for _ in range(_DEEP):
            new = {x for atom in new for x in self._bodies.get(atom, ())} - found
            found |= new
        return [a for a, x in needs.items() if not found.isdisjoint([x, *self._bodies.get(x, ())])]

    @cached_property
    def _bodies(self) -> dict[int, list[int]]:
        """The atoms in the bodies of each atom's rules; a choice has none."""
        rules = [rule for rule in self._theory.ground.rules if not rule.choice]
        heads = ((head, x) for rule in rules for head in rule.head for x in literals_of(rule.body))
        return by_key((head, abs(x)) for head, x in heads)

    @cached_property
    def at(self) -> dict[Cells, list[Symbol]]:
        """The helper atoms that belong to some cells and to no others."""
        return by_key((self.home(atom), atom) for atom in self._theory.needs)

    def _choices(self, atom: Symbol) -> frozenset[int]:
        """The atoms with words upon which a helper atom depends."""
        support = self._theory.index.dependencies.support(self._theory.needs[atom])
        return support.intersection(self._theory.atom_of)

    def _home(self, atom: Symbol) -> Cells:
        """The cells of the choices that give a helper atom, if these have the same ones."""
        theory = self._theory
        cells = {theory.cells_of(theory.atom_of[x]) for x in self._choices(atom)}
        return cells.pop() if len(cells) == 1 else theory.cells_of(atom)

    def _given_by(self, atom: Symbol) -> int:
        """The choices of which a helper atom needs one, a mask; 0: it needs something else."""
        own = self._choices(atom)
        needed = self.contradict([self._theory.needs[atom], *(-x for x in own)])
        return self._theory.index.mask(own) if needed else 0

    def excludes(self, atom: Symbol) -> int:
        """Literals that a helper atom has no room for beside those that give it, a mask."""
        by = self.given_by(atom)
        single = (x for x in self._theory.normal_form.background if x.is_count and x.high == 1)
        return reduce(or_, (x.mask for x in single if by and not by & ~x.mask), 0) & ~by

    # -- searches

    def on(self, clues: Iterable[GroundClue]) -> list[int]:
        """Literals that hold where clues do."""
        own = [clue for clue in clues if clue not in self._theory.always_broken]
        return [-self._theory.clue_atoms[n] for n in bits(self._theory.mask_of(own))]

    def follows(self, known: Sequence[int], goal: int) -> bool:
        """Whether a literal follows from others, as far as a short search shows."""
        return self.contradict([*known, -goal])

    def contradict(self, literals: Iterable[int]) -> bool:
        """Whether literals contradict each other, as far as a short search shows."""
        return self._contradict(frozenset(literals))

    def _searched(self, literals: frozenset[int]) -> bool:
        found = self.solve(sorted(literals), conflicts=_CONFLICTS)
        return found.outcome is Outcome.UNSATISFIABLE

    def solve(
        self,
        literals: Sequence[int],
        wanted: Iterable[int] = (),
        conflicts: int = _MOST_CONFLICTS,
    ) -> SearchResult[set[int]]:
        """A search with some literals; which of the wanted ones hold in a model."""
        self._theory.searcher.limit(conflicts)
        return self._theory.searcher.solve(literals, lambda model: {*held(wanted, model)})
