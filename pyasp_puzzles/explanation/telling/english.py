"""English that explanations need: lists, negations, plurals, names for sets of cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from pyasp_puzzles.core.errors import listed, nouns

T = TypeVar("T")
Cell = tuple[int, ...]
NameOf = Callable[[Cell], str]

_IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do"}
_SHORT_IES = 4  # lies, dies, ties lose the s; carries becomes carry
PREPOSITIONS = frozenset(
    (
        *("above", "across", "after", "around", "at", "before", "behind", "below", "beside"),
        *("between", "by", "for", "from", "in", "into", "near", "of", "off", "on", "onto", "over"),
        *("through", "to", "toward", "under", "upon", "with", "within"),
    )
)
AUXILIARIES = frozenset(
    ("is", "are", "was", "has", "does", "may", "can", "must", "will", "shall", "should", "might")
)
_NEGATION = re.compile(r"\b(?:no|not|none|never|cannot|nobody|nothing|neither|without)\b|n't\b")
_DOUBTFUL = re.compile(
    r"(?:[sxzf]|fe|man|men|child|children|person|people|mouse|mice|foot|feet|tooth"
    r"|teeth|sheep|fish|deer|die|dice|data|the|[^a-z].*)$"
)
"""Nouns that are plural already, or whose plural no rule tells, and what is no noun."""

_RUN = 3


def is_negated(text: str) -> bool:
    """Whether a text denies what follows it.

    >>> is_negated("no domino lies on "), is_negated("r1c1 is "), is_negated("it does not show ")
    (True, False, True)
    """
    return _NEGATION.search(text) is not None


def neither(items: Sequence[str]) -> str:
    """Items of which none is so.

    >>> neither(["1", "3"]), neither(["1", "3", "5"]), neither(["on a and b", "on c"])
    ('neither 1 nor 3', 'neither 1, 3 nor 5', 'neither on a and b, nor on c')
    """
    return f"neither {joined(items, 'nor')}"


def joined(items: Sequence[str], last: str = "and") -> str:
    """Items with a word before the last one, or before each but the first one if that is clearer.

    >>> joined(["a", "b", "c"]), joined(["a and b", "c"])
    ('a, b and c', 'a and b, and c')
    """
    return f", {last} ".join(items) if compound(items) else listed(items, last)


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


class PlaceNames:
    """The cells of a board, for names of sets of them."""

    def __init__(self, cells: Iterable[Cell], name_of: NameOf, *, flat: bool) -> None:
        self._cells, self._name_of, self.flat = frozenset(cells), name_of, flat

    def lines(self, axis: int) -> dict[int, list[Cell]]:
        """The cells of each row (axis 0) or column (1)."""
        found: dict[int, list[Cell]] = {}
        for cell in sorted(self._cells):
            found.setdefault(cell[axis], []).append(cell)
        return found

    def whole_lines(self, cells: Collection[Cell]) -> tuple[str, list[Cell]]:
        """The rows or columns of which all cells are given: their names, and the cells left over.

        >>> grid = PlaceNames([(1, 1), (1, 2), (2, 1), (2, 2)], str, flat=True)
        >>> grid.whole_lines([(1, 1), (1, 2), (2, 2)])
        ('row 1', [(2, 2)])
        """
        best: tuple[list[Cell], str] = ([], "")
        given = set(cells)
        for axis, noun in enumerate(("row", "column")) if self.flat else ():
            full = {n: line for n, line in self.lines(axis).items() if len(line) > 1}
            full = {n: line for n, line in full.items() if given.issuperset(line)}
            inside = [cell for line in full.values() for cell in line]
            if len(inside) > len(best[0]):
                numbers = _ranges(sorted(full))
                best = inside, f"{noun if len(full) == 1 else noun + 's'} {listed(numbers)}"
        return best[1], sorted(given.difference(best[0]))

    def name(self, cells: Collection[Cell], *, whole: bool = True) -> str:
        """The name of a set of cells: whole lines, runs of at least three cells, single cells.

        Args:
            whole: whether to say "all cells of", which must not stand before "not".

        >>> row = PlaceNames([(1, n) for n in range(1, 6)], lambda c: f"r{c[0]}c{c[1]}", flat=True)
        >>> row.name([(1, 1), (1, 2), (1, 3), (1, 5)])
        'r1c1 to r1c3 and r1c5'
        >>> row.name([(1, n) for n in range(1, 6)])
        'all cells of row 1'
        """
        lines, left = self.whole_lines(cells) if whole else ("", sorted(cells))
        words = [f"all cells of {lines}"] if lines else []
        if self.flat:
            words += self._with_runs(left)
        else:
            words += [self._name_of(cell) for cell in left]
        return listed(words)

    def _with_runs(self, cells: Sequence[Cell]) -> list[str]:
        left, words = set(cells), []
        while left:
            runs = [run for axis in (0, 1) for run in _neighbours(left, axis)]
            run = max(runs, key=len, default=[])
            if len(run) < _RUN:
                break
            words.append((min(run), f"{self._name_of(run[0])} to {self._name_of(run[-1])}"))
            left -= set(run)
        words += [(cell, self._name_of(cell)) for cell in left]
        return [word for _, word in sorted(words)]


def _runs(items: Iterable[T], follows: Callable[[T, T], bool]) -> list[list[T]]:
    """Items in runs, in each of which one follows the other."""
    found: list[list[T]] = []
    for item in items:
        if found and follows(found[-1][-1], item):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def _neighbours(cells: Iterable[Cell], axis: int) -> list[list[Cell]]:
    """Runs of neighbours along a row (axis 0) or a column (axis 1)."""
    along = 1 - axis

    def follows(one: Cell, other: Cell) -> bool:
        return one[axis] == other[axis] and one[along] + 1 == other[along]

    return _runs(sorted(cells, key=lambda cell: (cell[axis], cell[along])), follows)


def _ranges(numbers: Iterable[int]) -> list[str]:
    """Numbers, with at least three in a row as a range.

    >>> _ranges([1, 2, 3, 5])
    ['1 to 3', '5']
    """
    words: list[str] = []
    for run in _runs(numbers, lambda one, other: one + 1 == other):
        words += [f"{run[0]} to {run[-1]}"] if len(run) >= _RUN else map(str, run)
    return words


_CAN = {"is": "be", "has": "have", "shows": "show", "lies": "lie", "holds": "hold"}


def only_left(words: str) -> str:
    """A sentence, as that beside which nothing else is left.

    >>> only_left("r3c3 is 4")
    'r3c3 can only be 4'
    >>> only_left("Ann sits on seat 2")
    'only this is left: Ann sits on seat 2'
    """
    for verb, can in _CAN.items():
        before, found, after = words.partition(f" {verb} ")
        if found:
            return f"{before} can only {can} {after}"
    return f"only this is left: {words}"
