"""Sentences with places that are open, to be filled with several values at once.

What is open is read from the sentences themselves: those of atoms that differ in some arguments
only have a common beginning and a common end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pyasp_puzzles.errors import listed, nouns
from pyasp_puzzles.explanation.telling.english import PREPOSITIONS, plural

_OPEN = "\ue000"
_MOST = 8
_MOST_WORDS = 2


@dataclass(frozen=True)
class Frame:
    """A sentence around one open place: ``before`` + an item + ``after``.

    >>> print(Frame("the domino ", " is used once").filled(["1-1", "2-4"], each=True))
    the dominoes 1-1 and 2-4 are each used once
    >>> print(Frame("one domino covers ", "").filled(["r1c1", "r2c4"], each=True))
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
        self,
        items: Sequence[str],
        last: str = "and",
        *,
        each: bool = False,
        plural_subject: bool = False,
    ) -> str:
        """The sentence about one item, or about several at once.

        Args:
            last: the word before the last item.
            each: whether the sentence holds for each item alone, which may need that word.
            plural_subject: whether a single item is several things, as "rows 2 and 3".
        """
        if len(items) == 1 and not (plural_subject and self.is_subject and not self.before):
            return f"{self.before}{items[0]}{self.after}"
        most = 2 * _MOST if each else _MOST  # a clue that is used should be named
        if len(items) > most:
            items = [*items[: most - 1], f"{len(items) - most + 1} more"]
        if self.is_subject:
            return self._subject(listed(items), each=each)
        return self._object(items, last, each=each)

    def one_of(self, items: Sequence[str]) -> str:
        """The sentence about one of several items, it is not known which."""
        return f"{self.before}{listed(items, 'or')}{self.after}"

    def about(self, subject: str) -> str:
        """The sentence about a subject in the plural, such as "all cells of row 4"."""
        return f"{subject}{_agreed(self.after, each=False)}"

    def _subject(self, items: str, *, each: bool) -> str:
        head = self.before.split()
        before = f"{' '.join([*head[:-1], nouns(head[-1])])} " if head else ""
        return f"{before}{items}{_agreed(self.after, each=each)}"

    def _object(self, items: Sequence[str], last: str, *, each: bool) -> str:
        words = self.before.split()
        again = words[-1] if words and words[-1] in PREPOSITIONS else ""
        if any(" and " in item or "," in item for item in items):
            starts = [again if again and not item.endswith(" more") else "" for item in items[1:]]
            rest = zip(starts, items[1:], strict=True)
            more = "".join(f", {' '.join(filter(None, (last, *pair)))}" for pair in rest)
            return f"{self.before}{items[0]}{more}{',' * bool(self.after)}{self.after}"
        if each:
            before, noun = self.before, ""
            if len(words) > 1 and words[-1].isalpha() and words[-2] in PREPOSITIONS:
                before, noun = f"{' '.join(words[:-1])} ", f"{nouns(words[-1])} "
            return f"{before}each of {noun}{listed(items)}{self.after}"
        return f"{self.before}{listed(items, last)}{self.after}"


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
    start = min((_common(text, other) for other in others), default=0)
    end = min((_common(text[start:][::-1], other[start:][::-1]) for other in others), default=0)
    first = text.rfind(" ", 0, start) + 1 if start < len(text) else start
    stop = len(text) - end
    blank = text.find(" ", stop)
    stop = len(text) if blank < 0 else blank
    while stop > first + 1 and text[stop - 1] in ",;.":
        stop -= 1
    return first, stop


def _common(one: str, other: str) -> int:
    """The length of the common beginning."""
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return i
    return min(len(one), len(other))


@dataclass(frozen=True)
class Pattern:
    """What several sentences have in common, with open places between.

    Attributes:
        texts: what stands before, between and behind the open places.
        groups: a number for each open place, in their order.
    """

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
    """A sentence of a pattern.

    Attributes:
        parts: what stands in the open places.
    """

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

    def frame(self, group: int, others: Mapping[int, str]) -> Frame:
        """The sentence around the place of one group, with other texts in further places."""
        before, _, after = self.filled({**others, group: _OPEN}).partition(_OPEN)
        return Frame(before, after)

    def without_end(self) -> Sentence:
        """The sentence without its last place, and without the preposition or comma before it."""
        texts, groups = self.pattern.texts, self.pattern.groups
        end = texts[-2].rstrip()
        end = end[:-1] if end.endswith(",") else end.rpartition(" ")[0]
        return Sentence(Pattern((*texts[:-2], end), groups[:-1]), self.parts[:-1])
