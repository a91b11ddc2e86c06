"""Steps told in sentences: which clues, what is known, what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from clingo import Symbol

from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.english import (
    PREPOSITIONS,
    clauses,
    compound,
    only_left,
    sentence,
    things,
)
from pyasp_puzzles.explanation.telling.forms import Phrase
from pyasp_puzzles.explanation.telling.frames import Pattern, SentenceFrame, open_span
from pyasp_puzzles.explanation.telling.phrases import MOST_PHRASES, phrases_of
from pyasp_puzzles.explanation.theory import Theory

_MOST_CLUES = 8
_IN_ONE = 16
"""Clues in one sentence."""
_FEW = 2
_AS_MANY = ": just as many places are left as are needed"
_OTHERWISE = {
    "room": ": otherwise no place would be left for that",
    "pair": _AS_MANY,
    "triple": _AS_MANY,
}
_BY_THEMSELVES = {
    "given": "{number} clues say this, each by itself",
    "rest": "{number} clues exclude all that is left, each by itself",
}
_LEMMA = " (by the rules)"
_BY_ITSELF, _ONE_BY_ONE = "each by itself", "one after the other"


@dataclass(frozen=True)
class Told:
    """A step in words."""

    number: int
    clues: tuple[str, ...]
    premises: tuple[str, ...]
    follows: tuple[str, ...]
    supposed: tuple[str, ...] = ()
    parts: tuple[Told, ...] = ()
    size: int = 1
    minimal: bool = False
    several: int = 1
    order: str = ""
    counts: tuple[int, ...] = ()
    form: str = ""
    only: str = ""
    technique: str = ""
    names: Collection[str] = field(default=(), repr=False, compare=False)

    def sentences(self, *, whole: bool = False) -> list[str]:
        """The step, a paragraph for each sentence; ``whole``: all of long lists."""
        if self.parts:
            return self._nested(whole)
        if self.only and not whole:
            beside = f" ({_shortened(self.premises, whole)})" if self.premises else ""
            return [self._begun(f"{self.only}{beside}")]
        if self.form in _BY_THEMSELVES and self.several > _FEW and not whole:
            says = _BY_THEMSELVES[self.form].format(number=self.several)
            return [self._begun(f"{says}: {_shortened(self.follows, whole)}")]
        words = [self._begun(clauses(self._clues(whole)))] if self.clues else []
        words.append(sentence(self._conclusion(whole), self.names))
        return words

    def clue_sentences(self, *, whole: bool = False) -> list[str]:
        """The clues alone, each with a sentence of its own or together with similar ones."""
        first, *others = self._clues(whole)
        return [self._begun(first), *(sentence(words, self.names) for words in others)]

    def _begun(self, words: str) -> str:
        """The first sentence, behind the name that a clue gives the step."""
        return sentence(f"{self.technique}: {words}" if self.technique else words, self.names)

    def _clues(self, whole: bool) -> Sequence[str]:
        if whole or len(self.clues) <= _MOST_CLUES:
            return self.clues
        return [
            *self.clues[: _MOST_CLUES - 1],
            f"{sum(self.counts[_MOST_CLUES - 1 :])} more clues",
        ]

    def _conclusion(self, whole: bool) -> str:
        then = _shortened(self.follows, whole) if self.follows else "nothing fits"
        then += _OTHERWISE.get(self.form, "")
        known = _shortened(self.premises, whole)
        if not known:
            return f"so {then}" if self.clues else then
        simple = ";" not in known and len(self.premises) <= _FEW
        return f"as {known}, {then}" if simple else f"known: {known}. So {then}"

    def _nested(self, whole: bool) -> list[str]:
        words = [sentence(f"suppose {clauses(self.supposed)}")]
        for number, part in enumerate(self.parts):
            first, *others = part.sentences(whole=whole)
            words += [f"({chr(ord('a') + number % 26)}) {first}", *others]
        then = f"so {_shortened(self.follows, whole)}" if self.follows else "nothing fits"
        words.append(sentence(then))
        return words

    def note(self) -> str:
        """How many clues the step needs, and whether fewer would do; empty for one clue."""
        if self.several < 2 or self.form in ("given", "rest"):
            return ""
        if self.order:
            return f"{self.several} clues, {self.order}"
        return f"{self.several} clues together{'' if self.minimal else '; perhaps fewer suffice'}"


def _shortened(phrases: Sequence[str], whole: bool) -> str:
    """Phrases as one clause; of many only the first ones, and how many more there are."""
    if not whole and len(phrases) > MOST_PHRASES:
        rest = len(phrases) - MOST_PHRASES + 1
        phrases = [*phrases[: MOST_PHRASES - 1], f"{rest} more like these"]
    return clauses(phrases)


class Teller:
    """Tells the steps of an explanation, one after the other."""

    def __init__(self, theory: Theory, known: Iterable[tuple[Symbol, bool]] = ()) -> None:
        self.theory = theory
        self.phrases = phrases_of(theory)
        self.known: dict[Symbol, bool] = dict(known)

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
            before = dict(self.known)
            opposite = [step.supposes] if step.supposes else []
            supposed = self.phrases.told(opposite, self.known)
            self.learn(opposite)
            parts = [self.tell(part) for part in step.parts]
            self.known = before
        in_order = not step.each_by_itself
        clues = list(self.clues(step.reason, in_order=in_order, named=step.named))
        return Told(
            step.number,
            tuple(words for words, _ in clues),
            tuple(self.phrases.premises(self._evidence(step), self.known)),
            tuple(self._follows(step)),
            tuple(supposed),
            tuple(parts),
            step.size,
            step.minimal,
            len(step.reason),
            (_BY_ITSELF if step.each_by_itself else _ONE_BY_ONE) if step.stages else "",
            tuple(number for _, number in clues),
            step.form,
            self._only(step),
            step.named,
            self.theory.names,
        )

    def _only(self, step: Step) -> str:
        """What is said of the only place, or the only value, that is left; else empty."""
        first = step.follows[0] if step.follows else None
        if any(first and x.cells != first.cells for x in step.follows[1:]):
            return ""
        if first and step.form == "only" and len(step.reason) == 1:
            clue = step.reason[0]
            default = f"{clue.words}, and only this is left for it: {first.words}"
            return self.theory.only_place(clue, first) or default
        if first and step.form == "value":
            return only_left(first.words)
        return ""

    def _evidence(self, step: Step) -> list[Literal]:
        """What a step needs; of what excludes others only what does not lie in their place."""
        if step.form not in ("only", "room"):
            return list(step.premises)
        within = {cell for clue in step.reason for cell in clue.cells}
        return [x for x in step.premises if not within.issuperset(x.cells)]

    def _follows(self, step: Step) -> list[str]:
        """What follows; of a chain in its order, several stages at once if one phrase does."""
        if step.each_by_itself:
            return self.phrases.follows(step.follows, self.known)
        known = dict(self.known)
        found: list[str] = []
        told: list[Literal] = []
        for stage in step.stages:
            both = self.phrases.follows([*told, *stage.follows], known) if told else []
            if len(both) == 1:
                found[-1] = both[0]
                told += stage.follows
                continue
            known.update((literal.atom, literal.holds) for literal in told)
            told = list(stage.follows)
            found += self.phrases.follows(told, known)
        return found

    def clues(
        self, clues: Sequence[GroundClue], *, in_order: bool = False, named: str = ""
    ) -> Iterator[Phrase]:
        """Clues as sentences: those that differ in one value only are told together.

        ``named``: the name of a technique that is told already.
        """
        left = list(clues) if in_order else sorted(clues, key=lambda clue: clue.symbol)
        while left:
            first = left.pop(0)
            lemma = _LEMMA * first.lemma
            if first.technique:
                lemma = f" ({first.technique})" if first.technique != named else ""
            group, pattern = self._group(first, left)
            if pattern is None:
                yield first.words + lemma, 1
                continue
            left = [clue for clue in left if clue not in group]
            items = [found.part(0) for c in group if (found := pattern.read(c.words))]
            frame = SentenceFrame(*pattern.texts)
            if frame.is_subject and compound(items):
                yield from ((clue.words + lemma, 1) for clue in group)
                continue
            each = not any(item.split()[0] in PREPOSITIONS for item in items)
            for start in range(0, len(items), _IN_ONE):
                some = items[start : start + _IN_ONE]
                words = _joined(some) if frame.is_subject and not in_order else some
                yield frame.filled(words, each=each, plural_subject=True) + lemma, len(some)

    def _group(
        self, first: GroundClue, others: Sequence[GroundClue]
    ) -> tuple[list[GroundClue], Pattern | None]:
        """The clues that one sentence tells with the first one, and what they have in common."""
        differing = {clue.symbol: _differing(first, clue) for clue in others}
        found = {places for places in differing.values() if places}
        tried = [tuple(sorted({i for places in found for i in places}))]
        tried += sorted(found, key=lambda places: -list(differing.values()).count(places))
        for places in tried:
            group = [c for c in others if set(differing[c.symbol]) <= set(places)]
            group = [first, *(clue for clue in group if differing[clue.symbol])]
            alike = [c for c in self.theory.clues if set(_differing(first, c)) <= set(places)]
            alike = [clue for clue in alike if _differing(first, clue)]
            if len(group) > 1 and alike:
                pattern = _pattern(first.words, [clue.words for clue in alike])
                read = [pattern.read(clue.words) for clue in group]
                items = [x.part(0) for x in read if x]
                simple = len(places) == 1 or all(_is_place(item) for item in items)
                if all(read) and simple and not _alike(items):
                    return group, pattern
        return [first], None


def _is_place(item: str) -> bool:
    """Whether an item is one word, or two with "and" between them."""
    return " " not in item.replace(" and ", "")


def _alike(items: Sequence[str]) -> bool:
    """Whether all items share two words in a row: then they are more than one value."""
    pairs = [set(pairwise(item.split())) for item in items]
    return bool(set.intersection(*pairs))


def _differing(clue: GroundClue, other: GroundClue) -> tuple[int, ...]:
    """The values in which two clues of the same words differ; none for other words."""
    number, values = clue.symbol.arguments
    other_number, other_values = other.symbol.arguments
    if number != other_number or clue.lemma != other.lemma:
        return ()
    pairs = zip(values.arguments, other_values.arguments, strict=True)
    return tuple(i for i, (one, two) in enumerate(pairs) if one != two)


def _pattern(text: str, others: Sequence[str]) -> Pattern:
    """A sentence, open where it differs from others; "r1c1 and r1c2" stays together."""
    start, end = open_span(text, others)
    if text[:start].endswith(" and "):
        start = text.rfind(" ", 0, start - len(" and ")) + 1
    if text[end:].startswith(" and "):
        blank = text.find(" ", end + len(" and "))
        end = len(text) if blank < 0 else blank
    return Pattern((text[:start], text[end:]), (0,))


def _joined(items: Sequence[str]) -> list[str]:
    """Items of which several begin with the same word, that word once: "rows 2 and 3".

    >>> _joined(["row 2", "row 3", "column 1"])
    ['rows 2 and 3', 'column 1']
    """
    groups: dict[str, list[str]] = {}
    for item in items:
        head, _, tail = item.rpartition(" ")
        groups.setdefault(head if head.isalpha() else "", []).append(
            tail if head.isalpha() else item
        )
    return [
        word
        for head, tails in groups.items()
        for word in ([things(head, tails)] if head else tails)
    ]
