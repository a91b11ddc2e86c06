"""English that explanations need: lists, negations, plurals, names for sets of cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from pyasp_puzzles.core.errors import listed, nouns

Cell = tuple[int, ...]

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do"}
_SHORT_IES = 4  # lies, dies, ties lose the s; carries becomes carry
PREPOSITIONS = frozenset(
    (
        *("above", "across", "after", "around", "at", "before", "behind", "below", "beside"),
        *("between", "by", "for", "from", "in", "into", "near", "of", "off", "on", "onto", "over"),
        *("through", "to", "toward", "under", "upon", "with", "within"),
    )
)
_NEGATION = re.compile(r"\b(?:no|not|none|never|cannot|nobody|nothing|neither|without)\b|n't\b")
_DOUBTFUL = re.compile(
    r"(?:[sxzf]|fe|man|men|child|children|person|people|mouse|mice|foot|feet|tooth"
    r"|teeth|sheep|fish|deer|die|dice|data|the|[^a-z].*)$"
)
"""Nouns that are plural already, or whose plural no rule tells, and what is no noun."""

_STEPS, _RUN = ((0, 1), (1, 0)), 3


def is_negated(text: str) -> bool:
    """Whether a text denies what follows it.

    >>> is_negated("no domino lies on "), is_negated("r1c1 is "), is_negated("it does not show ")
    (True, False, True)
    """
    return _NEGATION.search(text) is not None


def compound(items: Iterable[str]) -> bool:
    """Whether one of the items is a list itself, so that commas would not tell them apart."""
    return any(sign in item for sign in (" and ", " or ", ", ") for item in items)


def things(head: str, items: Sequence[str]) -> str:
    """A list of things of one kind: its noun stands once if its plural is beyond doubt.

    >>> things("piece", ["1", "2"]), things("the domino", ["1-1", "2-4"])
    ('pieces 1 and 2', 'the dominoes 1-1 and 2-4')
    >>> things("nodes", ["a", "b"]), things("glass", ["a"]), things("", ["a", "b"])
    ('nodes a and nodes b', 'glass a', 'a and b')
    """
    if not head:
        return listed(items)
    before, _, noun = head.rpartition(" ")
    if len(items) > 1 and not _DOUBTFUL.search(noun):
        return f"{before} {nouns(noun)} {listed(items)}".lstrip()
    return listed([f"{head} {item}" for item in items])


def joined_nouns(items: Sequence[str]) -> list[str]:
    """Items of which several begin with the same word, that word once: "rows 2 and 3".

    >>> joined_nouns(["row 2", "row 3", "column 1"])
    ['rows 2 and 3', 'column 1']
    """
    groups: dict[str, list[str]] = {}
    for item in items:
        head, _, tail = item.rpartition(" ")
        noun = head if head.isalpha() else ""
        groups.setdefault(noun, []).append(tail if noun else item)
    return [word for head, own in groups.items() for word in ([things(head, own)] if head else own)]


def clauses(words: Sequence[str]) -> str:
    """Clauses joined to one: by "and" if that is clear, else by semicolons.

    >>> clauses(["r1c1 is 3", "r1c2 is 4"]), clauses(["a", "b, c and d"])
    ('r1c1 is 3 and r1c2 is 4', 'a; b, c and d')
    """
    if len(words) == 2 and not any(sign in "".join(words) for sign in (",", ";", " and ")):
        return f"{words[0]} and {words[1]}"
    simple = not any(sign in word for word in words for sign in (",", ";", " and "))
    return listed(words) if simple else "; ".join(words)


def plural(text: str) -> str:
    """A text that begins with a verb in the third person, for several subjects.

    >>> plural("is not 3"), plural("shows 5"), plural("does not hold it"), plural("carries it")
    ('are not 3', 'show 5', 'do not hold it', 'carry it')
    >>> plural("lies here"), plural("touches r1c1"), plural("may be empty")
    ('lie here', 'touch r1c1', 'may be empty')
    """
    verb, blank, rest = text.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith("ies") and len(verb) > _SHORT_IES:
        verb = f"{verb[:-3]}y"
    elif re.search(r"(sh|ch|ss|x|zz|o)es$", verb):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return f"{verb}{blank}{rest}"


def sentence(text: str, names: Collection[str] = ()) -> str:
    """A sentence: a capital letter, unless it begins with a name; a full stop.

    >>> sentence("the sum is 3"), sentence("r1c1 is 3"), sentence("b is 3", {"b"})
    ('The sum is 3.', 'r1c1 is 3.', 'b is 3.')
    """
    first = text.partition(" ")[0].rstrip(",;")
    if first not in names and not any(sign.isdigit() for sign in first):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def with_runs(cells: Sequence[Cell], names: Sequence[str]) -> dict[str, list[str]]:
    """Names of cells, at least three in a row or in a column by the first and the last one.

    >>> with_runs([(1, 1), (1, 2), (1, 3), (1, 5)], ["a", "b", "c", "e"])
    {'a to c': ['a', 'b', 'c'], 'e': ['e']}
    """
    name_of, found = dict(zip(cells, names, strict=True)), list[list[Cell]]()
    left = set(name_of)
    while left:
        run = max((_run(cell, step, left) for cell in sorted(left) for step in _STEPS), key=len)
        if len(run) < _RUN:
            break
        found.append(run)
        left -= set(run)
    found += [[cell] for cell in left]
    told = [[name_of[cell] for cell in run] for run in sorted(found)]
    return {f"{own[0]} to {own[-1]}" if own[1:] else own[0]: own for own in told}


def _run(cell: Cell, step: Cell, cells: Collection[Cell]) -> list[Cell]:
    """Cells from one on, in one direction."""
    run = [cell]
    while len(cell) == len(step) and (cell := (cell[0] + step[0], cell[1] + step[1])) in cells:
        run.append(cell)
    return run
