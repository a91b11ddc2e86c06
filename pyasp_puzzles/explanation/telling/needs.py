"""What a clue demands in between: "r1c3 needs f below, so r1c3 can only hold piece 36"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import product

from clingo import Symbol

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.reasons.placing import Excluded
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND
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
    """Finds helper atoms with words that lie between the clue of a step and what follows.

    Attributes:
        demands: the helper atoms in the definition of a clue.
        home: the cells of the choices that give a helper atom, if these have the same ones.
        given_by: the choices of which a helper atom needs one, a mask; 0: it needs something else.
    """

    def __init__(self, theory: Theory, phrases: Phrases) -> None:
        self._theory, self._phrases = theory.original, phrases
        self.sentence = phrases.sentence
        self.demands = cache(self._demands)
        self.home, self.given_by = cache(self._home), cache(self._given_by)
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
        known = [*self.on(step.seen), *premises]
        demanded = self.demanded(step.reason[0], premises, step.seen)

        def gives(atoms: Iterable[Symbol]) -> bool:
            given = [*known, *(self._theory.needs[atom] for atom in atoms)]
            return all(self.follows(given, goal) for goal in goals)

        if not demanded or not gives(demanded):
            return []
        for atom in sorted(demanded):
            others = [x for x in demanded if x != atom]
            demanded = others if others and gives(others) else demanded
        return demanded

    def _otherwise(self, step: Step) -> list[Symbol]:
        """Of a step "only" or "value": what is asked of the candidates that are excluded."""
        premises, goals = self._numbers(step)
        theory, found = self._theory, set[Symbol]()
        if step.form in ("only", "value"):
            bit = 1 << theory.index.bit(goals[0])
            masks = [x.mask for x in theory.sums_of(step.reason) if x.mask & bit]
            others = {x for own in masks for x in theory.index.literals(own & ~bit) if x > 0}
            for other, clue in product(sorted(others), step.seen):
                found.update(self._asked(clue, premises, other))
            return [*found] if len(found) == 1 else []
        if len(step.reason) != 1 or len(goals) > _MOST_GOALS:
            return []
        clue, seen = step.reason[0], self.on(step.seen)
        for goal in goals:
            known = [*premises, -goal]
            own = self.demanded(clue, known)
            needed = (theory.needs[atom] for atom in own)
            if not own or not self.contradict([*seen, *known, *needed]):
                own = self._asked(clue, premises, -goal)
            if not own:
                return []
            found.update(own)
        return sorted(found) if len(found) <= _MOST_ASKED else []

    def _asked(self, clue: GroundClue, known: Sequence[int], literal: int) -> list[Symbol]:
        """What a literal would demand, of which the clue says that there is none."""
        demands = self.demands(clue)
        if not demands or not self.contradict([*self.on([clue]), *known, literal]):
            return []
        return self._new(demands, known, [literal])

    def demanded(
        self, clue: GroundClue, known: Sequence[int], seen: Iterable[GroundClue] = ()
    ) -> list[Symbol]:
        """What a clue demands: what follows from it and literals, and not from these alone."""
        demands = self.demands(clue)
        return self._new(demands, known, self.on([clue, *seen])) if demands else []

    def _new(
        self, atoms: Iterable[Symbol], known: Sequence[int], more: Sequence[int]
    ) -> list[Symbol]:
        """The helper atoms that follow only where more literals hold than those that are known."""
        needs, given = self._theory.needs, [*more, *known]
        model = self.solve(given, [needs[atom] for atom in atoms]).value or ()
        return [
            atom
            for atom in atoms
            if needs[atom] in model
            and not self.follows(known, needs[atom])
            and self.follows(given, needs[atom])
        ]

    def told(self, atoms: Iterable[Symbol]) -> list[Phrase]:
        """Helper atoms that hold, in phrases."""
        return self._phrases.alike(self.sentence(atom, True) for atom in sorted({*atoms}))

    def broken(self, step: Step) -> Said | None:
        """Where a clue of a step is broken: by what is known, or if what follows did not hold."""
        if step.stages:
            return None
        premises, goals = self._numbers(step)
        found = dict[Parts, None]()
        for against in [[-goal] for goal in goals] or [[]]:
            own = self._broken_by(step, [*premises, *against])
            if not own:
                return None
            found.update(dict.fromkeys(own))
        if len(found) > _MOST_PLACES:
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
            model = self.solve(given, wanted).value if instances else None
            sure = [
                parts
                for parts, own in instances
                if model is not None and all(x in model and self.follows(given, x) for x in own)
            ]
            if sure:
                return sure if len(sure) <= _MOST_ASKED else sure[:1]
        return []

    def miscounted(self, step: Step) -> Said | None:
        """Whether too many hold, or too few are left, for the one count that is all of a clue."""
        theory = self._theory
        sums = theory.sums_of(step.reason) if len(step.reason) == 1 else []
        if step.follows or step.stages or len(sums) != 1:
            return None
        [own] = sums
        if own.clue in theory.normal_form.beyond:
            return None
        if not own.is_count or own.low != own.high or own.mask >> theory.index.atoms:
            return None
        known = theory.index.mask(theory.with_implied(self._numbers(step)[0]))
        left = own.of(self._left(own.mask, known))
        if own.of(known) > own.high:
            return Said(instead=[("that is too many", 1)])
        if left < own.low:
            return Said(instead=[("too few are left" if left else "none is left", 1)])
        return None

    def by_form(self, step: Step, known: Known) -> str:
        """What would be if a step's conclusion did not hold, by its form."""
        found = self.crowded_out(step, known) if step.form == "room" else None
        if step.form not in ("pair", "triple"):
            return self._remaining(*found) if found else ""
        places, few_values = self._places(step, known)
        cells, values = self._phrases.cells(places), self._wanted(step.reason)
        if places and not few_values:
            return f"only {cells} are left for {values or 'them'}"
        if places and values:
            return f"only {values} are left for {cells}"
        return "as many places are left as are needed"

    def _wanted(self, clues: Sequence[GroundClue]) -> str:
        """The values for which the clues of a pair or triple need places; empty: no short words."""
        sentences = [self._theory.clue_parts(clue) for clue in clues]
        if len({*map(len, sentences)}) > 1:
            return ""
        different = [own for own in zip(*sentences, strict=True) if len({*own}) > 1]
        return listed(different[0]) if len(different) == 1 else ""

    def _places(self, step: Step, known: Known) -> tuple[list[Place], bool]:
        """The cells of a pair or triple, if easy to say, and whether they have no other values."""
        theory, index = self._theory, self._theory.index
        mask, given = theory.mask_of(step.reason), self.on(step.seen)
        given += [theory.number(*truth) for truth in known.items()]
        sums = [x for x in theory.normal_form.sums if x.clues & mask and x.low > 0]
        if len(sums) != len(step.reason):
            return [], False
        found, wanted = set[Place](), 0
        for own in sums:
            wanted |= own.mask
            on = self.on([theory.clues[own.clue]])
            for literal in index.literals(own.mask):
                cells = theory.cells_of(theory.atom_of[abs(literal)])
                if literal < 0 or len(cells) != 1:
                    return [], False
                if cells[0] not in found and not self.contradict([*given, *on, literal]):
                    found.add(cells[0])
        if len(found) == len(sums):
            return sorted(found), False
        narrow = set[Place]()
        for own in theory.normal_form.sums:
            if own.clue == BACKGROUND and own.is_choice and own.mask & wanted:
                left = [x for x in index.literals(own.mask) if not self.contradict([*given, x])]
                if len(left) > 1 and not index.mask(left) & ~wanted:
                    narrow.update(theory.cells_of(theory.atom_of[left[0]]))
        return (sorted(narrow), True) if len(narrow) == len(sums) else ([], False)

    def crowded_out(self, step: Step, known: Known) -> tuple[list[Place], int] | None:
        """Where a sum of a look ahead's clue has candidates, if few; how many more it needs.

        The number is 0 where they have weights.  ``None``: no sum would have too few candidates.
        """
        theory, index = self._theory, self._theory.index
        against = [1 << index.bit(-theory.number_of(x)) for x in step.follows]
        mask = theory.mask_of(step.reason)
        sums = (x for x in theory.normal_form.sums if x.clues & mask and x.low > 0)
        demanding = [x for x in sums if not x.mask >> index.atoms]
        on = index.mask(theory.number(*truth) for truth in known.items())
        for own in demanding:
            left = self._left(own.mask, on)
            fewer = [own.of(self._left(own.mask, on | bit)) for bit in against]
            if max(fewer) < own.low <= own.of(left):
                cells = {theory.cells_of(theory.atom_of[x]) for x in index.literals(left & ~on)}
                few = len(cells) <= _MOST_PLACES and all(len(x) == 1 for x in cells)
                need = own.low - own.of(on) if own.is_count else 0
                return sorted(x[0] for x in cells) if few else [], need
        return None

    def _remaining(self, places: Sequence[Place], need: int) -> str:
        """That too few of some places would remain; ``need``: how many are needed."""
        if not need:
            return "else nothing fits"
        where = self._phrases.cells(places)
        if len(places) < 2 or len(where.split()) > _NAMED:
            return f"else {'no place remains' if need == 1 else 'too few places remain'}"
        if need == 1 and len(places) == 2:
            return f"else neither {where.replace(' and ', ' nor ')} remains"
        return f"else {f'none of {where} remains' if need == 1 else f'too few of {where} remain'}"

    def _left(self, literals: int, on: int) -> int:
        """The literals that no sum excludes beside those that hold; masks."""
        near = (x for x in self._theory.normal_form.sums if x.mask & literals)
        return literals & ~Excluded(near, on, self._theory.index).false

    def _numbers(self, step: Step) -> tuple[list[int], list[int]]:
        number_of = self._theory.number_of
        return [*map(number_of, step.premises)], [*map(number_of, step.follows)]

    def _demands(self, clue: GroundClue) -> list[Symbol]:
        theory, found = self._theory, set[int]()
        new = {-x for x in self.on([clue])} if theory.needs else found
        for _ in range(_DEEP):
            new = {x for atom in new for x in self._bodies.get(atom, ())} - found
            found |= new
        near = {x for x in theory.needs.values() if found.intersection(self._bodies.get(x, ()))}
        return [atom for atom, number in theory.needs.items() if number in found | near]

    @cached_property
    def _bodies(self) -> dict[int, set[int]]:
        """The atoms in the bodies of each atom's rules; a choice has none."""
        found = defaultdict[int, set[int]](set)
        for rule in self._theory.ground.rules:
            for head in () if rule.choice else rule.head:
                found[head].update(map(abs, literals_of(rule.body)))
        return found

    @cached_property
    def at(self) -> dict[Cells, list[Symbol]]:
        """The helper atoms that belong to some cells and to no others."""
        found = defaultdict[Cells, list[Symbol]](list)
        for atom in self._theory.needs:
            found[self.home(atom)].append(atom)
        return found

    def _choices(self, atom: Symbol) -> frozenset[int]:
        """The atoms with words upon which a helper atom depends."""
        support = self._theory.index.dependencies.support(self._theory.needs[atom])
        return support.intersection(self._theory.atom_of)

    def _home(self, atom: Symbol) -> Cells:
        theory = self._theory
        cells = {theory.cells_of(theory.atom_of[x]) for x in self._choices(atom)}
        return cells.pop() if len(cells) == 1 else theory.cells_of(atom)

    def _given_by(self, atom: Symbol) -> int:
        own = self._choices(atom)
        needed = self.contradict([self._theory.needs[atom], *(-x for x in own)])
        return self._theory.index.mask(own) if needed else 0

    def excludes(self, atom: Symbol) -> int:
        """Literals that a helper atom has no room for beside those that give it, a mask."""
        by, found = self.given_by(atom), 0
        for own in self._theory.normal_form.sums if by else ():
            if own.clue == BACKGROUND and own.is_count and own.high == 1 and not by & ~own.mask:
                found |= own.mask
        return found & ~by

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
