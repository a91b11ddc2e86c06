"""Steps told in sentences: which clues, what is known, what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from clingo import Symbol

from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.candidates import PIECE, Candidates
from pyasp_puzzles.explanation.telling.combinations import NONE_FIT, Combinations
from pyasp_puzzles.explanation.telling.english import clauses
from pyasp_puzzles.explanation.telling.frames import Parts, Phrase, only_left, together
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.told import Told
from pyasp_puzzles.explanation.telling.values import PlaceValues, ValuesTold
from pyasp_puzzles.explanation.theory import Theory

_ELSE = 12
"""Words for what would be broken otherwise."""
_SEEN = 10
"""Cells of a clue that one sees at a glance."""
_LOOKED_AT = ("only", "value", "none", "room", "bound")
"""Forms in which one looks at the place of a clue."""
_FEW = 2
_AS_MANY = ": as many places are left as are needed"
_OTHERWISE = {
    "room": ": else no place remains",
    "pair": _AS_MANY,
    "triple": _AS_MANY,
}


class Teller:
    """Tells the steps of an explanation, one after the other."""

    def __init__(self, theory: Theory, known: Iterable[tuple[Symbol, bool]] = ()) -> None:
        self.theory = theory
        self.phrases = phrases_of(theory)
        self.needs = Needs(theory, self.phrases)
        self.values = PlaceValues(theory, self.needs)
        self.combinations = Combinations(theory, self.phrases)
        self.candidates = Candidates(theory, self.needs)
        self.known: dict[Symbol, bool] = dict(known)
        self._named: set[GroundClue] = set()  # clues with a name that were told

    def tell(self, step: Step) -> Told:
        """A step in words; what follows is known from then on."""
        told = self._told(step)
        self.learn(step.follows)
        return told

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take literals as known."""
        self.known.update((literal.atom, literal.holds) for literal in literals)

    def _told(self, step: Step) -> Told:
        parts: list[Told] = []
        supposed: list[str] = []
        if step.parts:
            before = dict(self.known), self.values.gone
            opposite = [step.supposes] if step.supposes else []
            supposed = [text for text, _ in self.phrases.told(opposite, self.known)]
            self.learn(opposite)
            for part in step.parts:
                if part.reason or not part.follows or self.phrases.news(part.follows, self.known):
                    parts.append(self.tell(part))
                    if any(text.endswith(NONE_FIT) for text, _ in parts[-1].clues):
                        parts[-1] = replace(parts[-1], follows=())
                        break
                self.learn(part.follows)
            if len(parts) > 1 and self._at_once(step):
                words = clauses([text for text, _ in parts.pop().clues])
                parts[-1] = replace(parts[-1], but=f"but {words}")
            elif len(parts) > 1 and parts[-1].form == "none" and not parts[-1].needs:
                lead = "but then " * any(x.holds for x in step.parts[-2].follows)
                parts[-1] = replace(parts[-1], only=f"{lead}{parts[-1].only}")
            self.known, self.values.gone = before
        premises = evidence = self.phrases.premises(step.premises, self.known)
        known = {**self.known, **dict(x.truth for x in step.premises)}
        needed, open_ = self.combinations.needed(step, known)
        clues = [*self.clues(step.reason, in_order=not step.each_by_itself, named=step.named)]
        if open_:
            clues = [(f"{clues[0][0]}: {needed}", 1)]
        placed = {x.cells for x in step.follows if x.holds}
        plain = len(open_) == 1 and placed == set(open_)  # what the sum still needs says it
        seen = [] if plain else self._evidence(step, open_)
        if len(seen) < len(step.premises):
            evidence = self.phrases.premises(seen, self.known)
        values = self.values.of(step, known)
        others = self.candidates.others(step)
        asked, lacking = ([], []) if values or others else self.needs.of(step)
        needs = self.needs.told(asked)
        reasons = values.because if values else None
        if needs and self._many(seen):
            goals = [-self.theory.number_of(x) for x in step.follows]
            new = not all(map(self.values.is_told, asked))
            given = self.needs.on(step.reason) if new else map(self.theory.needs.get, asked)
            reasons = self.values.because(step, known, goals, [*given], asked)
        if reasons and self._many(seen):
            held = self.phrases.premises(reasons.premises, known)
            evidence = [*self.phrases.alike(reasons.values), *held]
        elif values or needs:
            evidence = self._counted(seen)
        if others:
            needs, evidence = others.needs, others.reasons
        told = needs or lacking or plain or others
        unseen = (
            []
            if told
            else self._unseen(step, reasons.seen if reasons and self._many(seen) else step.seen)
        )
        premises, evidence = [*unseen, *premises], [*unseen, *evidence]
        note = " together"
        if step.stages:
            note = ", each by itself" if step.each_by_itself else ", one after the other"
        otherwise = _OTHERWISE.get(step.form, "")
        if step.form == "room" and not self._has_places(step):
            otherwise = ""
        if step.form in ("pair", "triple") and (places := self.needs.places(step, known)):
            wanted = self._wanted(step.reason)
            otherwise = f": only {self.phrases.cells(places)} are left for {wanted}"
        if lacking:
            words = clauses([text for text, _ in self.needs.told(lacking)])
            otherwise = f": else {words}, and there is none"
        follows = self.phrases.follows(step.follows, self.known)
        if broken := [] if needs or lacking or values or others else self.needs.broken(step):
            else_ = clauses([text for text, _ in broken])
            if follows and len(else_.split()) <= _ELSE:
                otherwise = f": else {else_}"
            follows = follows or broken
        left = self.needs.left(step, known) if needs else []
        if values:
            otherwise, needs = "", [*self.phrases.alike(values.why)]
        return Told(
            step.number,
            tuple(clues),
            tuple(premises),
            tuple(evidence),
            tuple(follows),
            tuple(supposed),
            tuple(parts),
            several=len(step.reason),
            together=note,
            form=step.form,
            only=self._only(step, bool(others)),
            needs=tuple(needs),
            others=bool(others),
            names_of=self._explained(others.clues) if others else (),
            otherwise=otherwise,
            left=self._short(values, left),
            technique=step.named,
            names=self.theory.names,
        )

    def _at_once(self, step: Step) -> bool:
        """Whether one clue contradicts what the last link but one gives, with what is supposed."""
        *_, before, last = step.parts
        plain = not (last.form or last.follows or last.seen or last.parts or before.parts)
        given = {*before.follows, step.supposes}
        return plain and len(last.reason) == 1 and given.issuperset(last.premises)

    def _short(self, values: ValuesTold | None, left: Sequence[Symbol]) -> str:
        """What follows in short: what places cannot have, or what is left; empty: neither."""
        if values:
            return clauses([text for text, _ in self.phrases.alike(values.then)])
        return self.phrases.can_only(left) if left else ""

    def _many(self, literals: Sequence[Literal]) -> bool:
        """Whether more candidates are excluded than one names."""
        return sum(not x.holds for x in literals) > _FEW

    def _counted(self, literals: Sequence[Literal]) -> list[Phrase]:
        """Phrases for known literals; how many are excluded, where these are many."""
        out = [x for x in literals if not x.holds]
        if not self._many(literals):
            return self.phrases.premises(literals, self.known)
        cells = self.phrases.cells(sorted({cell for x in out for cell in x.cells}))
        told = self.phrases.premises([x for x in literals if x.holds], self.known)
        return [*told, (f"{len(out)} candidates of {cells} are excluded", len(out))]

    def _only(self, step: Step, placed: bool) -> str:
        """What is said of the only place, or the only value, that is left; else empty."""
        first = step.follows[0] if step.follows else None
        if any(first and x.cells != first.cells for x in step.follows[1:]):
            return ""
        if step.form == "none" and len(step.reason) == 1:
            return self.theory.none_left(step.reason[0])
        if not first or not (placed or step.form in ("only", "value")):
            return ""
        clue, parts = step.reason[:1], self.theory.parts(first.atom, first.holds)
        if step.form != "only" or (clue and set(clue[0].cells) == set(first.cells)):
            return only_left(parts, place=len(first.cells) >= PIECE)
        if len(step.reason) != 1:
            return ""
        default = f"{clue[0].words}: {only_left(parts, place=True)}"
        return self.theory.only_place(clue[0], first) or default

    def _wanted(self, clues: Sequence[GroundClue]) -> str:
        """The values for which the clues of a pair or triple need places."""
        sentences = [self._parts(clue) for clue in clues]
        if len({*map(len, sentences)}) == 1:
            different = [own for own in zip(*sentences, strict=True) if len({*own}) > 1]
            if len(different) == 1:
                return listed(different[0])
        return "them"

    def _has_places(self, step: Step) -> bool:
        """Whether a clue of a step demands some of several places."""
        mask, atoms = self.theory.mask_of(step.reason), self.theory.index.atoms
        sums = self.theory.normal_form.sums
        return any(x.clues & mask and x.low > 0 and not x.mask >> atoms for x in sums)

    def _evidence(self, step: Step, open_: Collection[tuple[Place, ...]]) -> list[Literal]:
        """What a step needs but what lies in the place of a clue at which one looks.

        ``open_``: the cells that are left, if the clue says how much it needs.
        """
        looked_at = step.form in _LOOKED_AT
        if not looked_at and not open_:
            return list(step.premises)
        within = {cell for clue in step.reason if len(clue.cells) <= _SEEN for cell in clue.cells}
        own = step.follows[0].cells if step.form == "value" and step.follows else ()
        return [
            x
            for x in step.premises
            if not (looked_at and len(x.cells) >= PIECE)
            and (
                not x.cells
                or (x.cells in open_ and len(open_) > 1)
                or not within.issuperset(x.cells)
            )
            and (x.holds or not own or x.cells != own)
        ]

    def _unseen(self, step: Step, excluding: Iterable[GroundClue]) -> list[Phrase]:
        """Clues that exclude candidates, if one does not see how: only a few, and what has a name.

        One sees it where a literal that is told lies in the cells of a clue; where a count is
        reached only if it is a single one.  Those that exclude others beside a candidate are not
        named.
        """
        places = [set(x.cells) for x in step.premises if x.cells]

        def is_plain(clue: GroundClue) -> bool:
            held = sum(not cells.isdisjoint(clue.cells) for cells in places)
            seen = held == 1 or (held > 1 and step.form != "bound")
            return seen and self._at_most_one(clue)

        seen = [clue for clue in excluding if clue.cells and clue not in step.reason]
        found = [x for x in seen if step.form in ("", "room") or not is_plain(x)]
        found = found if len(found) <= _FEW else []
        found += [x for x in seen if x.technique and len(x.cells) > _SEEN and x not in found]
        again = [(clue.technique, 1) for clue in found if clue in self._named]
        new = [clue for clue in found if clue not in self._named]
        self._named.update(clue for clue in new if clue.technique)
        return [*together(map(self._parts, new), each=True), *again] if new else again

    def _explained(self, clues: Iterable[GroundClue]) -> tuple[str, ...]:
        """Names of clues that were not told yet, with what they stand for."""
        new = [clue for clue in clues if clue not in self._named]
        self._named.update(new)
        return tuple(f"{clue.technique}: {clue.words}" for clue in new)

    def _at_most_one(self, clue: GroundClue) -> bool:
        """Whether one literal alone reaches each count of a clue; clauses do not count."""
        mask = self.theory.mask_of([clue])
        counts = (x for x in self.theory.normal_form.sums if x.clues == mask and x.is_count)
        return all(x.high <= 1 or x.high >= x.mask.bit_count() - 1 for x in counts)

    def clues(
        self, clues: Sequence[GroundClue], *, in_order: bool = False, named: str = ""
    ) -> Iterator[Phrase]:
        """Clues as sentences: those that differ in one value only are told together.

        ``named``: the name of a technique that is told already.
        """
        told = clues if in_order else sorted(clues, key=lambda clue: clue.symbol)
        for _, same in groupby(told, key=lambda clue: (clue.symbol.arguments[0], clue.lemma)):
            group = list(same)
            name = group[0].technique or "by the rules" * group[0].lemma
            for words, number in together(map(self._parts, group), each=True):
                is_said = name == named or name in words
                yield words if is_said else f"{words} ({name})", number

    def _parts(self, clue: GroundClue) -> Parts:
        return self.theory.parts(clue.symbol)
