"""Sentences with one open place, to be filled with several values at once.

A sentence is given as the parts of its template: what is fixed and, in turn, its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.explanation.telling.english import (
    PREPOSITIONS,
    compound,
    is_negated,
    joined_nouns,
    plural,
    things,
)

Parts = tuple[str, ...]
"""A sentence: what is fixed in it at even places, its values at odd ones."""
Phrase = tuple[str, int]
"""A text, and how many clues or literals it says."""

_NOUN_WORDS = 2
_LISTED, _MOST_WORDS = 8, 20
"""Values in one sentence, and their words."""


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
        """Whether the open place begins the sentence, perhaps after a noun, before its verb."""
        words = self.before.split()
        if PREPOSITIONS.intersection(self.after.split()[:1]):
            return False
        return not self.before or (
            self.before.endswith(" ")
            and len(words) <= _NOUN_WORDS
            and not PREPOSITIONS.intersection(words)
            and (len(words) == 1 or words[0] == "the")
            and words[-1].isalpha()
        )

    @property
    def takes_list(self) -> bool:
        """Whether it is clear that it says the same of several items."""
        return self.is_subject or not self.after

    @property
    def preposition(self) -> str:
        """The preposition before the open place, if one stands there."""
        words = self.before.split()
        return words[-1] if words and words[-1] in PREPOSITIONS else ""

    def filled(
        self, items: Sequence[str], *, each: bool = False, plural_subject: bool = False
    ) -> str:
        """The sentence about one item, or about each of several at once.

        Args:
            each: whether to say so.
            plural_subject: whether a single item is several things, as "rows 2 and 3".
        """
        if len(items) == 1 and not (plural_subject and not self.before):
            return f"{self.before}{items[0]}{self.after}"
        if self.is_subject:
            return f"{things(self.before.rstrip(), items)}{_agreed(self.after, each=each)}"
        return self._object(items, each=each)

    def _object(self, items: Sequence[str], *, each: bool) -> str:
        words, denied = self.before.split(), is_negated(self.before)
        if compound(items) or (denied and not each):
            last = f"{'nor' if denied else 'and'} {self.preposition}".rstrip()
            more = "".join(f", {last} {item}" for item in items[1:])
            return f"{self.before}{items[0]}{more}{',' * bool(self.after)}{self.after}"
        names, before = listed(items), self.before
        if each and len(words) > 1 and words[-1].isalpha() and words[-2] in PREPOSITIONS:
            names, before = things(words[-1], items), f"{' '.join(words[:-1])} "
        every = f"{'any' if denied else 'each'} of " * each
        return f"{before}{every}{names}{self.after}"


def _agreed(after: str, *, each: bool) -> str:
    """The words behind a subject in the plural; "each" stands before the verb, or behind "are"."""
    verb, blank, rest = plural(after.lstrip()).partition(" ")
    words = f"{verb}{blank}{rest}"
    if each:
        words = f"{verb} each {rest}" if verb in ("are", "were") else f"each {words}"
    return f" {words}" if after.startswith(" ") else f"{after}"


def frame_at(parts: Parts, place: int) -> SentenceFrame:
    """The sentence around one of its values, by the place of that among the parts.

    >>> frame_at(("row ", "3", " has ", "2 stars", ""), 1)
    SentenceFrame(before='row ', after=' has 2 stars')
    """
    return SentenceFrame("".join(parts[:place]), "".join(parts[place + 1 :]))


def without_end(parts: Parts) -> Parts:
    """A sentence without its last value, and without the preposition or comma before that.

    >>> without_end(("", "r1c1", " holds piece ", "3", " after ", "2 turns", ""))
    ('', 'r1c1', ' holds piece ', '3', '')
    """
    end = parts[-3].rstrip()
    return *parts[:-3], end[:-1] if end.endswith(",") else end.rpartition(" ")[0].rstrip()


def together(sentences: Iterable[Parts], *, each: bool = False) -> Iterator[Phrase]:
    """Sentences of one template, those that differ in one value only as one; ``each`` says so.

    >>> rows = [("row ", n, " has ", m, "") for n, m in ("12", "31", "42")]
    >>> list(together(rows, each=True))
    [('rows 1 and 4 each have 2', 2), ('row 3 has 1', 1)]
    """
    left = list(sentences)
    while left:
        first = left.pop(0)
        place, others = _alike(first, left)
        group = [first, *(left[i] for i in others)]
        items, frame = [parts[place] for parts in group], frame_at(first, place)
        clear = (each or frame.takes_list) and not (frame.is_subject and compound(items))
        if not others or not clear or _share_words(items):
            yield "".join(first), 1
            continue
        left = [parts for i, parts in enumerate(left) if i not in others]
        every = each and items[0].split()[0] not in PREPOSITIONS
        for some in (items[part] for part in parted(items)):
            words = joined_nouns(some) if frame.is_subject else some
            yield frame.filled(words, each=every, plural_subject=len(some) > 1), len(some)


def _alike(first: Parts, others: Sequence[Parts]) -> tuple[int, list[int]]:
    """The place in which most others differ from a sentence, and in no other, and which these are.

    >>> _alike(("row ", "3", " is ", "1", ""), [("row ", "3", " is ", "2", "")])
    (3, [0])
    """
    found: dict[int, list[int]] = {0: []}
    for number, other in enumerate(others):
        differing = [i for i, text in enumerate(other) if text != first[i]]
        if len(differing) == 1:
            found.setdefault(differing[0], []).append(number)
    place = max(found, key=lambda i: len(found[i]))
    return place, found[place]


def _share_words(items: Sequence[str]) -> bool:
    """Whether all items share two words in a row: then they are more than one value."""
    pairs = (set(pairwise(item.replace(" and ", "-").split())) for item in items)
    return bool(set.intersection(*pairs))


def parted(texts: Sequence[str], *, alone: bool = False) -> Iterator[slice]:
    """Where to part a list, so that each part is short enough for one sentence.

    ``alone``: each text in a part of its own.

    >>> list(parted(["r1c1, r1c2, r2c1 and r2c2"] * 4 + ["r1c1"]))
    [slice(0, 4, None), slice(4, 5, None)]
    """
    start = words = 0
    for number, text in enumerate(texts):
        words += len(text.split())
        if number > start and (alone or words > _MOST_WORDS or number - start == _LISTED):
            yield slice(start, number)
            start, words = number, len(text.split())
    yield slice(start, len(texts))
