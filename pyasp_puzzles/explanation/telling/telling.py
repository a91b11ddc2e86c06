"""Steps told in sentences: which clues, what is known, what follows."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import groupby
from operator import attrgetter

from clingo import Symbol

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.explanation.reasons.sums import BACKGROUND
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.candidates import PIECE, Candidates
from pyasp_puzzles.explanation.telling.combinations import NONE_FIT, Combinations
from pyasp_puzzles.explanation.telling.frames import Phrase, only_left
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import Known, phrases_of
from pyasp_puzzles.explanation.telling.told import MOST_LINKS, Said, Told, letter
from pyasp_puzzles.explanation.telling.values import PlaceValues
from pyasp_puzzles.explanation.theory import Theory

_SEEN = 10
"""Cells of a clue that one sees at a glance."""
_LOOKED_AT = ("only", "value", "none", "room", "bound")
"""Forms in which one looks at the place of a clue."""
_FEW, _WORDS = 2, 26
"""Sentences of clues that exclude something, and their words: more are not told."""


class Teller:
    """Tells the steps of an explanation, one after the other."""

    def __init__(self, theory: Theory, known: Iterable[tuple[Symbol, bool]] = ()) -> None:
        self.theory = theory
        self.phrases = phrases_of(theory)
        self.needs = Needs(theory, self.phrases)
        self.values = PlaceValues(theory, self.phrases, self.needs)
        self.combinations = Combinations(theory, self.phrases)
        self.candidates = Candidates(theory, self.needs)
        self.known: dict[Symbol, bool] = dict(known)
        self._sources: dict[Symbol, str] = {}  # which step or link told an atom
        self._named: set[GroundClue] = set()  # clues with a name that were told

    def tell(self, step: Step, link: str = "") -> Told:
        """A step in words, or a part with its letters; what follows is known from then on."""
        supposed = [step.supposes] if step.supposes else []
        inner = self._copied()
        inner.learn(supposed)
        tell_parts = cache(partial(inner._told_parts, step, link))
        links = _links(step)
        if links <= MOST_LINKS:
            links = sum(part.links or 1 for part in tell_parts())
        known = {**self.known, **dict(x.truth for x in step.premises)}
        clues = [*self.clues(step.reason, in_order=not step.each_by_itself, named=step.named)]
        needed, open_ = self.combinations.needed(step, known)
        if open_:
            clues = [(f"{clues[0][0]}: {needed}", 1)]
        placed = {x.cells for x in step.follows if x.holds}
        plain = len(open_) == 1 and placed == {*open_}  # what the sum still needs says it
        seen = [] if plain else self._evidence(step, open_)
        said = self._said(step, known, seen)
        named = [] if plain else self._unseen(step, step.seen if said.seen is None else said.seen)
        unseen = self.phrases.clues(named)
        evidence, otherwise = said.evidence, said.otherwise
        if evidence is None:
            near = [{*clue.cells} for clue in named]
            near_by = {x for x in step.premises if x.cells and any(map({*x.cells}.issubset, near))}
            near_by.update(seen)
            evidence = self.phrases.premises([x for x in step.premises if x in near_by], self.known)
        if otherwise is None:
            otherwise = self.needs.by_form(step, known)
        mine = {x.atom for x in supposed[:1] or step.follows}
        first = [x for x in step.follows if x.atom in mine]
        alike = [x for x in step.follows if x.atom not in mine]
        follows = self.phrases.told(first, self.known)
        new = [clue for clue in said.clues if clue not in self._named]
        self._named.update(new)
        said = said._replace(evidence=[*unseen, *evidence], clues=new)
        told = Told(
            step,
            clues,
            said._replace(otherwise=otherwise if follows else ""),
            [*unseen, *self.phrases.premises(step.premises, self.known)],
            follows or said.instead,
            self.phrases.told(supposed, self.known),
            links,
            alike=self.phrases.told(alike, self.known),
            form="" if step.form == "given" and not _is_read_off(step) else step.form,
            only=self._only(step, said.others),
            names=self.theory.names,
            tell_parts=tell_parts,
        )
        self.learn(step.follows, f"link {link}" if link else f"step {step.number}")
        return told

    def learn(self, literals: Iterable[Literal], source: str = "") -> None:
        """Take literals as known; ``source``: what told them."""
        for literal in literals:
            self.known[literal.atom] = literal.holds
            if source:
                self._sources.setdefault(literal.atom, source)

    def _said(self, step: Step, known: Known, evidence: Sequence[Literal]) -> Said:
        """What is said of a step in a form of its own, by the first that knows one."""
        found = not step.parts and (
            self.values.said(step, known, evidence)
            or self.candidates.said(step, self._sources)
            or self.values.demanded(step, known, evidence)
            or self.needs.broken(step)
            or self.needs.miscounted(step)
        )
        return found or Said()

    def _copied(self) -> Teller:
        """A teller that knows the same, and goes its own way."""
        copied = copy.copy(self)
        copied.known, copied._sources = dict(self.known), dict(self._sources)
        copied.values = copy.copy(self.values)
        return copied

    def _told_parts(self, step: Step, link: str) -> list[Told]:
        """The links from what a step supposes to a contradiction."""
        parts = list[Told]()
        for part in step.parts:
            parts.append(self.tell(part, link + letter(len(parts))))
            if any(text.endswith(NONE_FIT) for text, _ in parts[-1].clues):
                parts[-1] = replace(parts[-1], follows=())
                break
        if len(parts) > 1 and parts[-1].form == "none" and not parts[-1].said.needs:
            lead = "but then " * any(x.holds for x in step.parts[-2].follows)
            parts[-1] = replace(parts[-1], only=f"{lead}{parts[-1].only}")
        return parts

    def _only(self, step: Step, placed: bool) -> str:
        """What is said of the only place, or the only value, that is left; else empty."""
        first = step.follows[0] if step.follows else None
        if any(first and x.cells != first.cells for x in step.follows[1:]):
            return ""
        if step.form == "none" and len(step.reason) == 1:
            return self.theory.none_left(step.reason[0])
        if not first or not (placed or step.form in ("only", "value")):
            return ""
        clue, parts = step.reason[:1], self.phrases.sentence(*first.truth)
        if step.form != "only" or (clue and set(clue[0].cells) == set(first.cells)):
            return only_left(parts)
        if len(step.reason) != 1:
            return ""
        if only := self.theory.only_place(clue[0], first):
            return only
        return f"{clue[0].words}: {only_left(parts, place=self._is_alike(clue[0], first))}"

    def _is_alike(self, clue: GroundClue, first: Literal) -> bool:
        """Whether all candidates of a clue's sum say the same of their places as one of them."""
        theory, bit = self.theory, self.theory.mask([first])
        masks = (own.mask for own in theory.sums_of([clue]) if own.mask & bit)
        literals = (x for own in masks for x in theory.index.literals(own))
        mine = self.phrases.sentence(*first.truth)[2:]
        return all(self.phrases.sentence(*theory.truth(x))[2:] == mine for x in literals)

    def _evidence(self, step: Step, open_: Collection[tuple[Place, ...]]) -> list[Literal]:
        """What a step needs but what lies in the place of a clue at which one looks."""
        looked_at = step.form in _LOOKED_AT
        if not looked_at and not open_:
            return list(step.premises)
        within = {cell for clue in step.reason if len(clue.cells) <= _SEEN for cell in clue.cells}
        own = step.follows[0].cells if step.form == "value" and step.follows else ()
        left = {*open_} if len(open_) > 1 else ()
        seen = [x for x in step.premises if not (looked_at and len(x.cells) >= PIECE)]
        seen = [x for x in seen if x.cells in left or not x.cells or not within >= {*x.cells}]
        return [x for x in seen if x.holds or x.cells != own or not own]

    def _unseen(self, step: Step, excluding: Iterable[GroundClue]) -> list[GroundClue]:
        """Clues with a name that exclude candidates, and a few that one does not see at once."""
        places = [set(x.cells) for x in step.premises if x.cells]

        def held(clue: GroundClue) -> int:
            return sum(not cells.isdisjoint(clue.cells) for cells in places)

        def is_plain(clue: GroundClue) -> bool:
            seen = held(clue) == 1 or (held(clue) > 1 and step.form != "bound")
            return seen and self._at_most_one(clue) and clue.kind not in self._numbered

        seen = [clue for clue in excluding if clue.cells and clue not in step.reason]
        found = [x for x in seen if step.form in ("", "room") or not is_plain(x)]
        found.sort(key=attrgetter("symbol"))
        links = [x for x in found if step.form == "room" and not held(x)]
        few = filter(self._are_few, (found, links, [x for x in found if held(x)]))
        return next(few, [])

    def _are_few(self, clues: Collection[GroundClue]) -> bool:
        """Whether there are some clues, and these are few sentences that are not long."""
        told = self.phrases.clues(clues)
        return 0 < len(told) <= _FEW and sum(len(text.split()) for text, _ in told) <= _WORDS

    @cached_property
    def _numbered(self) -> set[int]:
        """The kinds of clues whose counts differ, as those do that are printed on the board."""
        counts = defaultdict[int, set[tuple[int, int]]](set)
        for own in self.theory.normal_form.sums:
            if own.clue != BACKGROUND and own.is_count and own.low == own.high:
                counts[self.theory.clues[own.clue].kind].add((own.low, own.high))
        return {kind for kind, own in counts.items() if len(own) > 1}

    def _at_most_one(self, clue: GroundClue) -> bool:
        """Whether one literal alone reaches each count of a clue, and it has no exact sum."""
        sums = self.theory.sums_of([clue])
        exact = any(x.low == x.high and not x.is_count for x in sums)
        counts = (x for x in sums if x.is_count)
        return not exact and all(x.high <= 1 or x.high >= x.mask.bit_count() - 1 for x in counts)

    def clues(
        self, clues: Sequence[GroundClue], *, in_order: bool = False, named: str = ""
    ) -> Iterator[Phrase]:
        """Clues as sentences: those that differ in one value only are told together.

        ``named``: the name of a technique that is told already.
        """
        told = clues if in_order else sorted(clues, key=lambda clue: clue.symbol)
        for _, same in groupby(told, key=attrgetter("kind")):
            group = list(same)
            name = group[0].source.technique or "by the rules" * group[0].source.lemma
            for words, number in self.phrases.clues(group):
                is_said = name == named or name in words
                yield words if is_said else f"{words} ({name})", number


def _links(step: Step) -> int:
    """How many links a supposition has, with those of its cases."""
    return sum(_links(part) if part.parts else 1 for part in step.parts)


def _is_read_off(step: Step) -> bool:
    """Whether each clue is about nothing but the cells of what follows from it."""
    cells = [({*x.reason[0].cells}, x.follows) for x in step.stages or (step,) if x.reason]
    return all(own <= {at for x in follows for at in x.cells} for own, follows in cells)
