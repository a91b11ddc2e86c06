"""A step in words: its sentences, short or whole."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from string import ascii_lowercase
from typing import NamedTuple

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.explanation.steps import GroundClue, Step
from pyasp_puzzles.explanation.telling.english import clauses, is_negated, sentence
from pyasp_puzzles.explanation.telling.frames import Phrase, joined

_MOST_WORDS = 40
"""Words of a sentence."""
_WORDS, _EVIDENCE, _SPARE = 28, 31, 6
"""Words of a list, and of one of premises; how many more it may have if that makes it whole."""
_SENTENCES = 3
"""Sentences in which what follows is told."""
MOST_LINKS = 7
"""Links of a supposition, those of its cases included, before they are folded."""
_FEW = 2
_BY_THEMSELVES = {"given": "at first glance", "rest": "what is left"}


class Said(NamedTuple):
    """What is said of a step in a form of its own."""

    needs: Sequence[Phrase] = ()  # what clues demand, so that this follows
    evidence: Sequence[Phrase] | None = None  # what is known, or excludes others; None: premises
    seen: Sequence[GroundClue] | None = None  # those to be named that exclude; None: all
    otherwise: str | None = None  # what would be, if this did not follow; None: by the form
    instead: Sequence[Phrase] = ()  # what is told where nothing follows
    left: str = ""  # what follows in short
    others: bool = False  # the evidence says what excludes each other candidate
    clues: Sequence[GroundClue] = ()  # those with a name that exclude some, told the first time
    each: Callable[[], Iterable[str]] | None = None  # which candidates each of these excludes


@dataclass(frozen=True)
class Told:
    """A step in words: clues, premises and consequences, with how many each phrase says."""

    step: Step
    clues: Sequence[Phrase]
    said: Said
    premises: Sequence[Phrase] = ()
    follows: Sequence[Phrase] = ()
    supposed: Sequence[Phrase] = ()
    links: int = 0  # of a supposition, with those of its cases; 0: nothing is supposed
    form: str = ""  # how the step is seen, if its sentences say it
    only: str = ""  # what is said of the only place, or the only value, that is left
    alike: Sequence[Phrase] = ()  # what would follow from a supposition like that of the step
    names: Collection[str] = field(default=(), repr=False, compare=False)  # keep their letters
    tell_parts: Callable[[], Sequence[Told]] = field(default=tuple, repr=False, compare=False)

    def sentences(self, *, whole: bool = False) -> list[str]:
        """The step, a paragraph for each sentence; ``whole``: all of long lists."""
        if self.links:
            then = joined(self.follows)
            if self.alike:
                then += f"; likewise {_folded(self.alike, sys.maxsize if whole else _WORDS)}"
            return [*self._nested(whole), sentence(f"so {then}" if then else "nothing fits")]
        if self.only and (self.said.others or not whole):
            first, *more = self._looked_at()
            if whole and self.said.each:
                more += map(sentence, self.said.each())
            elif whole and self.premises:
                more.append(_known(self.premises, sys.maxsize))
            return [self._begun(first), *more]
        most = sys.maxsize if whole else _SENTENCES
        if self.form in _BY_THEMSELVES and len(self.step.reason) > _FEW and not whole:
            says = ", ".join(filter(None, [self.step.named, _BY_THEMSELVES[self.form]]))
            rest = self.form == "rest"
            told = _parted(self.follows, _after(says), 1 if rest else most)
            denied = all(is_negated(text) for text, _ in self.follows)
            if rest and denied and told != [joined(self.follows)]:
                number = sum(number for _, number in self.follows)
                told = [f"all {number:,} other candidates are excluded"]
            return self._also([sentence(f"{says}: {told[0]}", self.names)], told[1:])
        words = [self._begun(clauses(self._clues(whole)))] if self.clues else []
        otherwise = f": {self.said.otherwise}" * bool(self.said.otherwise)
        told = [self.said.left] if self.said.left and not whole else []
        told = told or _parted(self.follows, _after(otherwise), most) or ["nothing fits"]
        then, *more = [*told[:-1], f"{told[-1]}{otherwise}"]
        so = "so " * bool(self.clues)
        if self.said.needs:
            needs, so = _folded(self.said.needs, _WORDS), ""
            then = f"{needs}, so {then}"
        elif self.form == "choice":
            so = "a choice, as several answers are left: "
        elif not (self.clues or self.premises):
            so = "by the rules alone, " * bool(self.follows)
        needed = self.premises if whole else self.said.evidence or ()
        known = joined(needed)
        few = len(needed) <= _FEW and ";" not in known
        if not known:
            then = f"{so}{then}"
        elif few and len(f"{known} {then}".split()) <= _WORDS + _SPARE:
            then = f"as {known}, {then}"
        else:
            so = "so " * (not self.said.needs)
            known = _known(needed, sys.maxsize if whole else _EVIDENCE)
            then = f"{known} {sentence(f'{so}{then}', self.names)}"
        return self._also([*words, sentence(then, self.names)], more)

    def _looked_at(self) -> list[str]:
        """What is left alone, with what excludes the others."""
        if self.said.others:
            beside = f"{self.only} ({'; '.join(text for text, _ in self.said.evidence or ())})"
            needs = _folded(self.said.needs, _MOST_WORDS - _SPARE)
            words = [needs, sentence(f"so {beside}")] if needs else [beside]
            names = (f"{clue.source.technique}: {clue.words}" for clue in self.said.clues)
            return [*words, *map(sentence, names)]
        known = [*self.said.needs, *(self.said.evidence or ())]
        beside = _folded(known, min(_EVIDENCE, _after(self.only)))
        why = "; ".join(filter(None, [beside, self.said.otherwise]))
        return [f"{self.only} ({why})" if beside else self.only]

    def _also(self, words: list[str], more: Sequence[str]) -> list[str]:
        return [*words, *(sentence(f"also {text}", self.names) for text in more)]

    def clue_sentences(self, *, whole: bool = False) -> list[str]:
        """The clues alone, each with a sentence of its own or together with similar ones."""
        first, *others = self._clues(whole)
        return [self._begun(first), *(sentence(words, self.names) for words in others)]

    def _begun(self, words: str) -> str:
        """The first sentence, behind the name that a clue gives the step, unless it says it."""
        name = f"{self.step.named}: " if self.step.named not in words else ""
        return sentence(f"{name}{words}", self.names)

    def _clues(self, whole: bool) -> list[str]:
        kept = len(self.clues) if whole else _most(self.clues, _WORDS)
        more = sum(number for _, number in self.clues[kept:])
        return [*(text for text, _ in self.clues[:kept]), *[counted(more, "more clue")][:more]]

    def _nested(self, whole: bool, label: str = "") -> list[str]:
        """A supposition and its links; the letters of a case begin with that of its link."""
        supposed = joined(self.supposed)
        if self.links > MOST_LINKS and not whole:
            shown = f"nothing fits, as {self.links} steps show (no fewer found)"
            return [sentence(f"suppose {supposed}: {shown}")]
        parts = self.tell_parts()
        if self.links == 1 and parts[0].only and not whole:
            first, *more = parts[0]._looked_at()
            return [" ".join([sentence(f"if {supposed}, {first}"), *more])]
        words = [sentence(f"suppose {supposed}")]
        for number, part in enumerate(parts):
            own = label + letter(number)
            if part.links:
                first, *others = part._nested(whole, own)
                words += [f"({own}) {first}", *others]
            else:
                words.append(f"({own}) {' '.join(part.sentences(whole=whole))}")
        return words

    def note(self) -> str:
        """How many clues the step needs, and how they belong together; empty if one sees it."""
        step, together = self.step, "together"
        if step.stages:
            together = "each alone" if step.each_by_itself else "in turn"
        number = len(step.reason)
        if number < (2 if step.stages else 3) or self.links or self.form in _BY_THEMSELVES:
            return ""
        return together if number == 2 else f"{number} clues {together}"


def letter(number: int) -> str:
    """The name of a link: a, b, ... z, a2, b2, ...

    >>> letter(0), letter(27)
    ('a', 'b2')
    """
    again = number // len(ascii_lowercase)
    return ascii_lowercase[number % len(ascii_lowercase)] + str(1 + again) * bool(again)


def _most(phrases: Sequence[Phrase], room: int) -> int:
    """How many phrases have room, of so many words; all, if few would be left."""
    words = [*accumulate(len(text.split()) for text, _ in phrases)]
    if not words or words[-1] <= room + _SPARE:
        return len(phrases)
    return max(1, sum(number <= room for number in words))


def _parted(phrases: Sequence[Phrase], room: int, most: int) -> list[str]:
    """Phrases parted for several sentences, of so many words; the last one says how many more."""
    left, found = phrases, list[str]()
    while left:
        kept = _most(left, room)
        own, left = [*left[:kept]], left[kept:]
        if left and len(found) == most - 1:
            number = sum(number for _, number in left)
            own.append((f"{number} more like {'these' if number > 1 else 'this'}", number))
            left = ()
        found.append(joined(own))
    return found


def _folded(phrases: Sequence[Phrase], room: int) -> str:
    """Phrases as one clause; of many only the first ones, and how many literals more there are."""
    return "".join(_parted(phrases, room, 1))


def _known(needed: Sequence[Phrase], room: int) -> str:
    """What is known, in two sentences if one would be too long."""
    first, *more = _parted(needed, room, 2)
    return " ".join([sentence(f"known: {first}"), *(sentence(f"also {text}") for text in more)])


def _after(lead: str) -> int:
    """The words for which a sentence has room behind some others."""
    return min(_WORDS, _MOST_WORDS - _SPARE - len(lead.split()) - 2)
