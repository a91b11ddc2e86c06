"""Sentences with open places, to be filled with several values at once.

A sentence is given as the parts of its template: what is fixed and, in turn, its values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pyasp_puzzles.core.errors import listed
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.telling.english import (
    PREPOSITIONS,
    clauses,
    compound,
    grouped,
    is_negated,
    plural,
    things,
)
from pyasp_puzzles.pictures.positions import Place

Parts = tuple[str, ...]
"""A sentence: what is fixed in it at even places, its values at odd ones."""
Phrase = tuple[str, int]
"""A text, and how many clues or literals it says."""

_NOUN_WORDS = 2
_LISTED, _MOST_WORDS = 8, 22
"""Values in one sentence, and their words."""


def is_subject(parts: Parts, at: int) -> bool:
    """Whether a value begins the sentence, perhaps after a noun, before its verb.

    >>> is_subject(("the domino ", "1-1", " is used once"), 1), is_subject(("on ", "1", " is 2"), 1)
    (True, False)
    """
    words, after = parts[0].split(), parts[at + 1].split()
    if at > 1 or PREPOSITIONS.intersection([*words, *after[:1]]):
        return False
    return not parts[0] or (
        parts[0].endswith(" ")
        and len(words) <= _NOUN_WORDS
        and (len(words) == 1 or words[0] == "the")
        and words[-1].isalpha()
    )


def filled(parts: Parts, at: int, items: Sequence[str], *, each: bool = False) -> Parts:
    """The sentence about several items in place of one value; ``each`` says so.

    >>> "".join(filled(("the domino ", "1-1", " is used once"), 1, ["1-1", "2-4"], each=True))
    'the dominoes 1-1 and 2-4 are each used once'
    >>> "".join(filled(("one domino covers ", "r1c1", ""), 1, ["r1c1", "r2c4"], each=True))
    'one domino covers each of r1c1 and r2c4'
    >>> "".join(filled(("", "r1c1", " is not ", "1", ""), 3, ["1", "2"]))
    'r1c1 is not 1 or 2'
    """
    before, after = parts[at - 1], parts[at + 1]
    if is_subject(parts, at):
        return "", things(before.rstrip(), items), _agreed(after, each=each), *parts[at + 2 :]
    words, denied = before.split(), is_negated("".join(parts[:at]))
    behind = len(words) > 1 and words[-1].isalpha() and words[-2] in PREPOSITIONS
    noun = words[-1] if behind else ""
    if compound(items):
        again = words[-1] if words and words[-1] in PREPOSITIONS else ""
        last = f"{'nor' if denied else 'and'} {again}".rstrip()
        text = f", {last} ".join(items) + "," * any(parts[at + 1 :])
    elif each and (noun or not denied):
        before = before.rstrip().removesuffix(noun) if noun else before
        text = f"{'any' if denied else 'each'} of {things(noun, items)}"
    else:
        text = listed(items, "or" if denied else "and")
    return *parts[: at - 1], before, text, *parts[at + 1 :]


def joined(phrases: Iterable[Phrase]) -> str:
    """Phrases as one clause."""
    return clauses([text for text, _ in phrases])


def _agreed(after: str, *, each: bool) -> str:
    """The words behind a subject in the plural; "each" stands before the verb, or behind "are"."""
    words = plural(after.lstrip())
    verb, _, rest = words.partition(" ")
    if each:
        words = f"{verb} each {rest}" if verb in ("are", "were") else f"each {words}"
    return f" {words}" if after.startswith(" ") else words


def only_left(parts: Parts, *, place: bool = False) -> str:
    """A sentence, as that beside which nothing else is left; ``place``: as the only place for it.

    >>> only_left(("", "r3c3", " is ", "4", "")), only_left(("", "r3c3", " has a star"), place=True)
    ('r3c3 can only be 4', 'only r3c3 can have a star')
    >>> only_left(("on ", "1", " sits ", "b", ""))
    'only this is left: on 1 sits b'
    """
    words = "".join(parts)
    if not "".join(parts[2:]).strip() or not is_subject(parts, 1) or is_negated(words):
        return f"only this is left: {words}"
    verb, _, rest = "".join(parts[2:]).lstrip().partition(" ")
    can = f"{'be' if verb == 'is' else plural(verb)} {rest}".rstrip()
    subject = f"{parts[0]}{parts[1]}"
    return f"only {subject} can {can}" if place else f"{subject} can only {can}"


def without_end(parts: Parts) -> Parts:
    """A sentence without its last value, which stands behind a comma."""
    return *parts[:-3], parts[-3].rstrip(", ")


def together(
    sentences: Iterable[Parts], *, each: bool = False, cells: Mapping[str, Place] | None = None
) -> Iterator[Phrase]:
    """Sentences of one template: those that differ in one value only are told as one.

    Of sentences that deny something also those that have the same list of values.

    Args:
        each: whether to say "each", as of clues.
        cells: values that are names of cells; whole runs of these are told by their ends.

    >>> rows = [("row ", n, " has ", m, "") for n, m in ("12", "31", "42")]
    >>> list(together(rows, each=True))
    [('rows 1 and 4 each have 2', 2), ('row 3 has 1', 1)]
    >>> list(together([("", r, " is not ", v, "") for r in "ab" for v in "12"]))
    [('a and b are not 1 or 2', 4)]
    """
    at, told = _merged([*Counter(sentences).items()], 0, each, cells or {})
    if at and not each and all(is_negated("".join(parts)) for parts, _ in told):
        _, told = _merged(told, at, each, cells or {})
    for parts, number in told:
        yield "".join(parts), number


def _merged(
    told: Sequence[tuple[Parts, int]], but: int, each: bool, cells: Mapping[str, Place]
) -> tuple[int, Sequence[tuple[Parts, int]]]:
    """Sentences with lists in the place, but one, where this leaves the fewest; that place."""
    best, groups = 0, by_key((x[0], x) for x in told)
    fixed = any(told[0][0][::2])  # without words around it a value is a sentence
    for at in range(1, len(told[0][0]), 2) if len(groups) > 1 and fixed else ():
        same = by_key(((*x[0][:at], *x[0][at + 1 :]), x) for x in told)
        if at != but and len(same) < len(groups):
            best, groups = at, same
    found: list[tuple[Parts, int]] = []
    for group in groups.values():
        items, first = [parts[best] for parts, _ in group], group[0][0]
        if len(group) == 1 or not _is_clear(first, best, items, each):
            found += group
            continue
        counts = {parts[best]: number for parts, number in group}
        members = {item: [item] for item in items}
        if is_subject(first, best):
            denied = is_negated("".join(first))
            members = grouped(items, cells, linked=not (each or denied))
        every, names = each and items[0].split()[0] not in PREPOSITIONS, list(members)
        for some in (names[part] for part in parted(names)):
            sentence = (*first[:best], some[0], *first[best + 1 :])
            if len(some) > 1 or (some[0] not in counts and " " in some[0]):
                sentence = filled(first, best, some, each=every)
            found.append((sentence, sum(counts[item] for name in some for item in members[name])))
    return best, found


def _is_clear(parts: Parts, at: int, items: Sequence[str], each: bool) -> bool:
    """Whether a sentence with several items says what one sentence for each of them says."""
    if is_subject(parts, at):
        placed = all(" of " in item for item in items)
        return not (compound(items) or (each and not placed and _share_words(items)))
    return not _share_words(items) if each else not any(parts[at + 1 :])


def _share_words(items: Sequence[str]) -> bool:
    """Whether all items share two words in a row: then they are more than one value."""
    pairs = (set(pairwise(item.replace(" and ", "-").split())) for item in items)
    return bool(set.intersection(*pairs))


def either(sentences: Sequence[Parts]) -> Parts:
    """One of several sentences, where they differ in one value; empty: they do not.

    >>> "".join(either([("", "r1c1", " is cut off"), ("", "r2c4", " is cut off")]))
    'r1c1 or r2c4 is cut off'
    """
    if len({*map(len, sentences)}) > 1:
        return ()
    columns = [[*dict.fromkeys(own)] for own in zip(*sentences, strict=True)]
    different = [i for i, own in enumerate(columns) if len(own) > 1]
    if len(different) > 1 or any(i % 2 == 0 for i in different):
        return ()
    return tuple(listed(own, "or") for own in columns)


def parted(texts: Sequence[str]) -> Iterator[slice]:
    """Where to part a list, so that each part is short enough for one sentence.

    >>> list(parted(["r1c1, r1c2, r2c1 and r2c2"] * 3 + ["r1c1"]))
    [slice(0, 3, None), slice(3, 4, None)]
    """
    start = words = 0
    for number, text in enumerate(texts):
        more = len(text.split()) + 2  # with "nor on"
        words += more
        if number > start and (words > _MOST_WORDS or number - start == _LISTED):
            yield slice(start, number)
            start, words = number, more
    yield slice(start, len(texts))
