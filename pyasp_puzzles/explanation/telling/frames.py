"""Sentences with places that are open, to be filled with several values at once.

What is open is read from the sentences themselves: those of atoms that differ in some arguments
only have a common beginning and a common end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.telling.english import (
    PREPOSITIONS,
    compound,
    is_negated,
    plural,
    things,
)

_OPEN = "\ue000"
_MOST_WORDS = 2


@dataclass(frozen=True)
class SentenceFrame:
    """A sentence around one open place: ``before`` + an item + ``after``.

    >>> print(SentenceFrame("the domino ", " is used once").filled(["1-1", "2-4"], each=True))
    the dominoes 1-1 and 2-4 are each used once
    >>> print(SentenceFrame("one domino covers ", "").filled(["r1c1", "r2c4"], each=True))
    one domino covers each of r1c1 and r2c4
    """

    before: str
    after: str

    @property
    def is_subject(self) -> bool:
        """Whether the open place begins the sentence, perhaps after a noun."""
        words = self.before.split()
        if not self.before:
            return True
        return (
            self.before.endswith(" ")
            and len(words) <= _MOST_WORDS
            and not PREPOSITIONS.intersection(words)
            and (len(words) == 1 or words[0] == "the")
            and words[-1].isalpha()
        )

    def filled(
        self, items: Sequence[str], *, each: bool = False, plural_subject: bool = False
    ) -> str:
        """The sentence about one item, or about each of several at once.

        Args:
            each: whether to say so.
            plural_subject: whether a single item is several things, as "rows 2 and 3".
        """
        if len(items) == 1 and not (plural_subject and self.is_subject and not self.before):
            return f"{self.before}{items[0]}{self.after}"
        if self.is_subject:
            return f"{things(self.before.rstrip(), items)}{_agreed(self.after, each=each)}"
        return self._object(items, each=each)

    @property
    def lists(self) -> str:
        """How it takes several items: "subject", "object" or, if it is not clear, empty."""
        if self.is_subject:
            return "subject"
        return "" if self.after else "object"

    def one_of(self, items: Sequence[str]) -> str:
        """The sentence about one of several items, it is not known which."""
        return f"{self.before}{listed(items, 'or')}{self.after}"

    def about(self, subject: str) -> str:
        """The sentence about a subject in the plural, such as "all cells of row 4"."""
        return f"{subject}{_agreed(self.after, each=False)}"

    def each_of(self, items: str) -> str:
        """The sentence about each of the items of a list; a negation before it has "any"."""
        return f"{self.before}{'any' if is_negated(self.before) else 'each'} of {items}{self.after}"

    def _object(self, items: Sequence[str], *, each: bool) -> str:
        words = self.before.split()
        again = words[-1] if words and words[-1] in PREPOSITIONS else ""
        denied = is_negated(self.before)
        if compound(items) or (denied and not each):
            last = f"{'nor' if denied else 'and'} {again}".rstrip()
            more = "".join(f", {last} {item}" for item in items[1:])
            return f"{self.before}{items[0]}{more}{',' * bool(self.after)}{self.after}"
        if each:
            if len(words) > 1 and words[-1].isalpha() and words[-2] in PREPOSITIONS:
                short = SentenceFrame(f"{' '.join(words[:-1])} ", self.after)
                return short.each_of(things(words[-1], items))
            return self.each_of(listed(items))
        return f"{self.before}{listed(items)}{self.after}"


def _agreed(after: str, *, each: bool) -> str:
    """The words behind a subject in the plural; "each" stands before the verb, or behind "are"."""
    verb, blank, rest = plural(after.lstrip()).partition(" ")
    words = f"{verb}{blank}{rest}"
    if each:
        words = f"{verb} each {rest}" if verb in ("are", "were") else f"each {words}"
    return f" {words}" if after.startswith(" ") else f"{after}"


Span = tuple[int, int]


def open_span(text: str, others: Sequence[str]) -> Span:
    """The part of a sentence in which it differs from others: whole words, no comma at the end.

    >>> open_span("r1c2 is not 3", ["r2c2 is not 3", "r1c1 is not 3"])
    (0, 4)
    """
    start = _common([text, *others]) if others else 0
    end = _common([each[start:][::-1] for each in (text, *others)]) if others else 0
    first = text.rfind(" ", 0, start) + 1 if start < len(text) else start
    stop = len(text) - end
    blank = text.find(" ", stop)
    stop = len(text) if blank < 0 else blank
    while stop > first + 1 and text[stop - 1] in ",;.":
        stop -= 1
    return first, stop


def _common(texts: Sequence[str]) -> int:
    """The length of the common beginning."""
    return sum(1 for _ in takewhile(lambda x: len(set(x)) == 1, zip(*texts, strict=False)))


@dataclass(frozen=True)
class Pattern:
    """What several sentences have in common, with open places between."""

    texts: tuple[str, ...]
    groups: tuple[int, ...]

    def read(self, text: str) -> Sentence | None:
        """A sentence of this pattern; ``None``: it has another form.

        >>> Pattern(("", " is not ", ""), (0, 1)).read("r1c2 is not 3").parts
        ('r1c2', '3')
        """
        pattern = "(.+)".join(map(re.escape, self.texts))
        match = re.fullmatch(pattern, text)
        return Sentence(self, match.groups()) if match else None


@dataclass(frozen=True)
class Sentence:
    """A sentence of a pattern."""

    pattern: Pattern
    parts: tuple[str, ...]

    def part(self, group: int) -> str:
        """What stands in the place of a group; empty if it has none."""
        groups = self.pattern.groups
        return self.parts[groups.index(group)] if group in groups else ""

    def filled(self, others: Mapping[int, str]) -> str:
        """The sentence with other texts in some places, by their group."""
        words = [self.pattern.texts[0]]
        for i, group in enumerate(self.pattern.groups):
            words += [others.get(group, self.parts[i]), self.pattern.texts[i + 1]]
        return "".join(words)

    def frame(self, group: int, others: Mapping[int, str]) -> SentenceFrame:
        """The sentence around the place of one group, with other texts in further places."""
        before, _, after = self.filled({**others, group: _OPEN}).partition(_OPEN)
        return SentenceFrame(before, after)

    def without_end(self) -> Sentence:
        """The sentence without its last place, and without the preposition or comma before it."""
        texts, groups = self.pattern.texts, self.pattern.groups
        end = texts[-2].rstrip()
        end = end[:-1] if end.endswith(",") else end.rpartition(" ")[0]
        return Sentence(Pattern((*texts[:-2], end), groups[:-1]), self.parts[:-1])
