"""Pips instances: their type, the house text format, and the daily JSON.

The text format::

    title: A ring of six dominoes
    board:
        abbb
        l..b
        k..f
        jhhf
    regions:
        b equals
        f sum 11
        h sum 4
        a j k l empty
    dominoes: 2-4, 1-6, 4-4, 1-1, 1-5, 2-6

``board`` is a drawing: the name of its region in each cell, ``.`` where there is none.  A name is
one letter or digit; longer names stand in a drawing whose cells have blanks between them.  Every
region has a rule: ``sum N``, ``less N``, ``greater N`` (of the sum of its pips), ``equals``,
``unequal`` or ``empty``, which rules nothing; regions of one rule may share a line.
``dominoes`` are ``A-B``, or ``A-B x3`` for three copies, with commas between them.
Known counts: ``answers`` (placements) and ``fillings``.

The JSON format::

    {
      "dominoes": [[0, 1], [1, 2]],
      "regions": [
        {"indices": [[0, 0]], "type": "empty"},
        {"indices": [[0, 1], [1, 1]], "type": "equals"},
        {"indices": [[1, 0]], "type": "sum", "target": 2}
      ]
    }

It has the boards ``easy``, ``medium`` and ``hard`` (one that is blanked is left out, with a note),
or is one board.  A board has ``dominoes``, a list of ``[A, B]``, and ``regions``, a
list of ``indices`` (``[row, column]`` from 0), ``type`` (the rules above) and perhaps ``target``.
A published ``solution`` is not read, nor is what else a published day or board says; a region has
no other members.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from string import ascii_letters

from pyasp_puzzles.errors import Phrase, counted
from pyasp_puzzles.formats.fields import fields, placed
from pyasp_puzzles.formats.json import Node, is_json, read_json
from pyasp_puzzles.formats.text import (
    INT32,
    Board,
    Entry,
    Known,
    one_line,
    read_boards,
    write_board,
)

LEVELS = ("easy", "medium", "hard")
COMPARING = ("sum", "less", "greater")
"""The rules that have a target."""
PLAIN = ("equals", "unequal", "empty")
RULES = (*COMPARING, *PLAIN)
SIDE = 200
"""Greatest row and column."""
MOST_PIPS = 9999
"""Greatest number on half a domino: sums stay far below 32 bits."""

Cell = tuple[int, int]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Region:
    """Some cells (sorted) and what holds for their pips; ``target`` is 0 for rules without."""

    name: str
    rule: str
    cells: tuple[Cell, ...]
    target: int = 0


@dataclass(frozen=True, order=True)
class Domino:
    """A kind of domino, its smaller half first, and how many of it there are."""

    low: int
    high: int
    copies: int = 1

    def __str__(self) -> str:
        return f"{self.low}-{self.high}" + (f" x{self.copies}" if self.copies > 1 else "")


@dataclass(frozen=True)
class Instance:
    """The regions, which together are the board, in order of their first cells; the dominoes."""

    title: str
    regions: tuple[Region, ...]
    dominoes: tuple[Domino, ...]
    name: str = ""
    known: Known = ()

    def __post_init__(self) -> None:
        _check(self)

    def region_of(self) -> dict[Cell, Region]:
        """The region of each cell, the cells in reading order."""
        return dict(sorted((cell, region) for region in self.regions for cell in region.cells))


def _check(instance: Instance) -> None:
    """What every instance must be, wherever it comes from.

    Raises:
        InstanceError: a field is wrong, or the dominoes are not half as many as the cells.
    """
    root = fields(instance)
    seen: set[Cell] = set()
    named: set[str] = set()
    for node in root["regions"].list():
        region = node.of(Region)
        name = region["name"].text()
        if not (name.isascii() and name.isalnum()) or name in named:
            raise region["name"].error("letters and digits, the name of one region only")
        named.add(name)
        region["rule"].one_of(RULES)
        region["target"].integer(0, INT32)
        for cell in region["cells"].list():
            row, column = (number.integer(1, SIDE) for number in cell.list(2))
            if (row, column) in seen:
                raise cell.error("a cell of one region only")
            seen.add((row, column))
        if not region["cells"].value:
            raise region["cells"].error("at least one cell")
        region["cells"].in_order("cell")
    if not seen:
        raise root["regions"].error("at least one region", Phrase("none"))
    kinds: set[tuple[int, int]] = set()
    for node in root["dominoes"].list():
        domino = node.of(Domino)
        low = domino["low"].integer(0, MOST_PIPS)
        high = domino["high"].integer(0, MOST_PIPS)
        if high < low:
            raise domino.error("the smaller half first", Phrase(f"{low}-{high}"))
        domino["copies"].integer(1, SIDE * SIDE // 2)
        if (low, high) in kinds:
            raise domino.error("every kind of domino once, with its number of copies")
        kinds.add((low, high))
    dominoes = sum(domino.copies for domino in instance.dominoes)
    if 2 * dominoes != len(seen):  # a slip of the author, not a puzzle
        found = f"{counted(dominoes, 'domino')} for {counted(len(seen), 'cell')}"
        raise root["dominoes"].error("half as many dominoes as cells", Phrase(found))


def make(
    title: str, regions: Iterable[Region], dominoes: Iterable[Domino], known: Known = ()
) -> Instance:
    """The instance in its normal form: everything sorted, equal dominoes counted together."""
    copies: Counter[tuple[int, int]] = Counter()
    for domino in dominoes:
        copies[min(domino.low, domino.high), max(domino.low, domino.high)] += domino.copies
    return Instance(
        title,
        tuple(sorted(regions, key=lambda region: region.cells)),
        tuple(Domino(*halves, number) for halves, number in sorted(copies.items())),
        known=known,
    )


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> text = "board:\\n  AB\\nregions:\\n  A sum 4\\n  B empty\\ndominoes: 4-3"
    >>> parse(text, "small.txt")[""].dominoes
    (Domino(low=3, high=4, copies=1),)
    """
    if is_json(text):
        return _from_json(read_json(text, source))
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _from_board(board: Board) -> Instance:
    known = board.known(("answers", "fillings"))
    title = board.text("title", board.label or "Pips")
    drawing = board.required("board")
    names: dict[str, list[Cell]] = {}
    for cell, name in _drawn(drawing):
        names.setdefault(name, []).append(cell)
    rules = dict(_rules(board.required("regions"), names))
    for name, cells in names.items():
        if name not in rules:
            found = Phrase(f"the region {name!r} at {_words(cells[0])} without a rule")
            raise drawing.error(found, f"a line '{name} RULE' under 'regions:', perhaps 'empty'")
    entry = board.required("dominoes")
    dominoes = list(_dominoes(entry))
    board.finish(("title", "board", "regions", "dominoes", "answers", "fillings"))
    regions = [Region(n, rules[n][0], tuple(cells), rules[n][1]) for n, cells in names.items()]
    with placed(board.source, {"dominoes": entry.place()}, board.place()):
        return make(title, regions, dominoes, known)


def _drawn(entry: Entry) -> Iterator[tuple[Cell, str]]:
    """The cells of a drawing in reading order, with the names of their regions."""
    lines = entry.drawing()
    if len(lines) > SIDE:
        raise entry.error(Phrase(f"{len(lines)} rows"), f"at most {SIDE}")
    wide = any(" " in line.text.strip() for line in lines)
    empty = True
    for row, line in enumerate(lines, start=1):
        names = line.text.split() if wide else list(line.text)
        if len(names) > SIDE:
            raise entry.error(Phrase(f"{len(names)} columns"), f"at most {SIDE}", line)
        for column, name in enumerate(names, start=1):
            if name in (".", " "):
                continue
            if not (name.isascii() and name.isalnum()):
                expected = "letters or digits that name a region, '.' for no cell"
                raise entry.error(name, expected, line)
            empty = False
            yield (row, column), name
    if empty:
        raise entry.error(Phrase("no cell"), "at least two cells")


def _rules(entry: Entry, names: Collection[str]) -> Iterator[tuple[str, tuple[str, int]]]:
    """The rule and the target of each region, by its name."""
    seen: set[str] = set()
    for line in entry.body():
        for word in line.text.split():
            if word.lower() in RULES and word not in (*RULES, *names):
                raise entry.error(word, f"rules in small letters: '{word.lower()}'", line)
        *words, last = line.text.split()
        if words and words[-1] in PLAIN and last not in names:
            expected = f"'{words[-1]}' alone, which takes no number"
            raise entry.error(f"{words[-1]} {last}", expected, line)
        target = 0
        if words and words[-1] in COMPARING:
            target = entry.number(last, 0, INT32, line)
            last = words.pop()
        elif last in COMPARING:
            raise entry.error(Phrase(f"'{last}' without a target"), f"'{last} NUMBER'", line)
        if last not in RULES:
            shown = [f"{rule} NUMBER" if rule in COMPARING else rule for rule in RULES]
            raise entry.error(last, f"a rule: {', '.join(shown)}", line)
        if not words:
            raise entry.error(last, "the names of regions before the rule", line)
        for name in words:
            if name not in names:
                raise entry.error(name, "a region that is drawn on the board", line)
            if name in seen:
                raise entry.error(Phrase(f"region {name!r} again"), "one rule a region", line)
            seen.add(name)
            yield name, (last, target)


def _dominoes(entry: Entry) -> Iterator[Domino]:
    for line in entry.body():
        for words in filter(None, map(str.strip, line.text.split(","))):
            match = re.fullmatch(r"([0-9]+) *- *([0-9]+)(?: *x *([0-9]+))?", words)
            if not match:
                raise entry.error(words, "a domino 'A-B', or 'A-B x2' for two of them", line)
            low, high = (entry.number(match[i], 0, MOST_PIPS, line) for i in (1, 2))
            yield Domino(low, high, entry.number(match[3] or "1", 1, SIDE * SIDE // 2, line))


def _words(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"


def _from_json(root: Node) -> dict[str, Instance]:
    """The levels of a day that are not blanked, or the only board of the file."""
    if "dominoes" in root.object():
        return {"": _from_level(root, "Pips")}
    levels = [level for level in LEVELS if root.get(level).value is not None]
    if not levels:
        raise root.error(f"a member {', '.join(map(repr, LEVELS))} or 'dominoes'", _members(root))
    day = root.get("printDate").value
    boards = {}
    for level in levels:
        node = root.get(level)
        if node["dominoes"].value is None and node["regions"].value is None:
            _log.warning("%s: %s is blank and left out", root.source, level)
        else:
            boards[level] = _from_level(node, f"Pips {day or ''} {level}")
    if not boards:
        raise root.error("one with dominoes and regions", Phrase("nothing but blank boards"))
    return boards


def _members(node: Node) -> Phrase:
    return Phrase(", ".join(map(repr, node.object())) or "an empty object")


def _from_level(node: Node, title: str) -> Instance:
    maker = node.get("constructors").value
    if isinstance(maker, str) and maker:
        title += f", by {maker}"
    regions = list(_json_regions(node["regions"]))
    dominoes = []
    for item in node["dominoes"].list():
        low, high = (half.integer(0, MOST_PIPS) for half in item.list(2))
        dominoes.append(Domino(low, high))
    regions.sort(key=lambda region: region.cells)
    name = names()
    named = [Region(next(name), r.rule, r.cells, r.target) for r in regions]
    with placed(node.source, {"dominoes": node["dominoes"].path}, node.path):
        return make(one_line(title), named, dominoes)


def _json_regions(node: Node) -> Iterator[Region]:
    """The regions, without names; every cell is in one of them."""
    seen: set[Cell] = set()
    for item in node.list():
        item.check_members(("indices", "type", "target"))
        cells = []
        for index in item["indices"].list():
            row, column = (number.integer(0, SIDE - 1) + 1 for number in index.list(2))
            if (row, column) in seen:
                raise index.error("a cell of one region only")
            seen.add((row, column))
            cells.append((row, column))
        if not cells:
            raise item["indices"].error("at least one cell")
        rule = item["type"].text()
        if rule not in RULES:
            raise item["type"].error(f"one of {', '.join(RULES)}")
        target = item["target"].integer(0, INT32) if rule in COMPARING else 0
        yield Region("", rule, tuple(sorted(cells)), target)
    if not seen:
        raise node.error("at least one region", Phrase("none"))


def names() -> Iterator[str]:
    """Names for regions: A to Z, a to z, then A1 to z1 and so on.

    >>> next(names())
    'A'
    """
    for number in count():
        for letter in ascii_letters[26:] + ascii_letters[:26]:
            yield f"{letter}{number or ''}"


def format_text(instance: Instance) -> str:
    """The instance in the house text format."""
    rules = [
        f"{region.name} {region.rule}" + (f" {region.target}" if region.rule in COMPARING else "")
        for region in instance.regions
        if region.rule != "empty"
    ]
    free = [region.name for region in instance.regions if region.rule == "empty"]
    rules += [f"{names} empty" for names in joined(free, " ")]
    dominoes = list(joined(map(str, instance.dominoes), ", "))
    return write_board(
        {
            "title": instance.title,
            "board": _written({c: r.name for c, r in instance.region_of().items()}),
            "regions": rules,
            "dominoes": dominoes[0] if len(dominoes) == 1 else dominoes,
        },
        instance.known,
    )


def joined(words: Iterable[str], between: str, width: int = 80) -> Iterator[str]:
    """The words joined, in lines of at most so many signs."""
    line = ""
    for word in words:
        if line and len(line) + len(between) + len(word) > width:
            yield line
            line = ""
        line += between + word if line else word
    if line:
        yield line


def _written(names: dict[Cell, str]) -> list[str]:
    """A drawing of the regions; with blanks between the cells where a name is long."""
    wide = max(map(len, names.values()))
    rows = range(1, max(row for row, _ in names) + 1)
    columns = range(1, max(column for _, column in names) + 1)
    gap = " " if wide > 1 else ""
    return [gap.join(names.get((r, c), ".").ljust(wide) for c in columns).rstrip() for r in rows]
