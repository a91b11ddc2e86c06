"""English that explanations need: lists, negations, plurals, names for sets of cells."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from pyasp_puzzles.core.errors import listed, nouns
from pyasp_puzzles.pictures.positions import Place, with_runs

_PLURALS = (
    *(("^is$", "are"), ("^has$", "have"), ("^was$", "were"), ("(?<=^.)ies$", "ie")),
    *(("ies$", "y"), ("(?<=sh|ch|ss|zz)es$", ""), ("(?<=[xo])es$", ""), ("(?<!s)s$", "")),
)
"""Endings of verbs and what they are in the plural: the first that fits; lies, but carries."""
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

_LINK = re.compile(r"[^\s-]+-[^\s-]+")


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
    >>> things("nodes", ["a", "b"]), things("", ["the sides of a and b", "the side of c"])
    ('nodes a and nodes b', 'the sides of a and b, and the side of c')
    """
    before, _, noun = head.rpartition(" ")
    if head and len(items) > 1 and not _DOUBTFUL.search(noun):
        return f"{before} {nouns(noun)} {listed(items)}".lstrip()
    told = [f"{head} {item}".lstrip() for item in items]
    return listed(told, ", and" if compound(told) else "and").replace(" , and", ", and")


def clauses(words: Sequence[str]) -> str:
    """Clauses joined to one: by "and" if that is clear, else by semicolons.

    >>> clauses(["r1c1 is 3", "r1c2 is 4"]), clauses(["a", "b, c and d"])
    ('r1c1 is 3 and r1c2 is 4', 'a; b, c and d')
    """
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
    for ending, instead in _PLURALS:
        if re.search(ending, verb):
            verb = re.sub(ending, instead, verb)
            break
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


def paths(links: Iterable[str], cells: Mapping[str, Place]) -> dict[str, list[str]]:
    """Names of steps between two cells, those behind each other as one, which names its turns.

    >>> paths(["a-b", "d-e", "b-c"], {"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (3, 3)})
    {'a-c': ['a-b', 'b-c'], 'd-e': ['d-e']}
    """

    def is_turn(*names: str) -> bool:
        a, b, c = (cells.get(name, ()) for name in names)
        return not (len(a) == len(b) == len(c) == 2 and (a[0] == c[0] or a[1] == c[1]))

    left, found = {tuple(link.split("-")): link for link in links}, dict[str, list[str]]()
    while left:
        met = Counter(place for link in left for place in link)
        ends = (place for link in left for place in link if met[place] == 1)
        path, own = [next(ends, next(iter(left))[0])], list[str]()
        while link := next((link for link in left if path[-1] in link), None):
            path.append(link[link[0] == path[-1]])
            own.append(left.pop(link))
        inner = zip(path, path[1:], path[2:], strict=False)
        turns = [three[1] for three in inner if is_turn(*three)]
        found["-".join([path[0], *turns, path[-1]])] = own
    return found


def grouped(
    items: Sequence[str], cells: Mapping[str, Place], *, linked: bool = False
) -> dict[str, list[str]]:
    """Subjects of one sentence in fewer words, with those that each of them stands for.

    Args:
        cells: names of cells; whole runs of these are told by their ends.
        linked: whether steps between two places may be told as paths.

    >>> list(grouped(["row 2", "row 3", "column 1"], {}))
    ['rows 2 and 3', 'column 1']
    >>> list(grouped(["left side of a", "upper side of a", "left side of b", "end of d"], {}))
    ['left sides of a and b', 'upper side of a', 'end of d']
    """
    if cells.keys() >= set(items):
        return with_runs([cells[item] for item in items], items)
    if linked and all(_LINK.fullmatch(item) for item in items):
        return paths(items, cells)
    found, left = dict[str, list[str]](), [*dict.fromkeys(items)]
    while left:
        groups = defaultdict[tuple[str, str], list[str]](list)
        for item in left:
            head, _, tail = item.rpartition(" ")
            of = head.endswith((" side of", " corner of"))
            if of or head.isalpha():
                groups[head, ""].append(item)
            if of:
                groups[head.split()[-2], tail].append(item)
        key, own = max(groups.items(), key=lambda group: len(group[1]), default=(("", ""), []))
        if len(own) < 2:
            return found | {item: [item] for item in left}
        found[_as_one(*key, own, cells)] = own
        left = [item for item in left if item not in own]
    return found


def _as_one(head: str, tail: str, items: Sequence[str], cells: Mapping[str, Place]) -> str:
    """Items with the same beginning, or with the same noun before "of" and the same end."""
    if tail:
        kinds = [item.removesuffix(f" {head} of {tail}") for item in items]
        return f"{listed(kinds)} {nouns(head)} of {tail}"
    ends = [item.removeprefix(f"{head} ") for item in items]
    if cells.keys() >= set(ends):
        ends = [*with_runs([cells[end] for end in ends], ends)]
    noun = head.removesuffix(" of")
    return f"{nouns(noun)} of {listed(ends)}" if noun != head else things(head, ends)
