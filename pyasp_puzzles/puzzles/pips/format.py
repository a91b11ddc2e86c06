"""Files of Pips boards: the shared text format, and the daily JSON.

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

``board`` is a drawing: each cell has the name of its region, and ``.`` stands where no cell is.  A
name is one letter or digit.  For longer names, put blanks between all cells of the drawing; no name
is the word of a rule.
Every region has a rule: ``sum N``, ``less N`` or ``greater N`` for the sum of its pips, ``equals``,
``unequal``, or ``empty`` for a region without a condition.  Regions with the same rule may share a
line.  ``dominoes`` are ``A-B``, or ``A-B x3`` for three copies, with commas between them.
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

A file has the boards ``easy``, ``medium`` and ``hard``, or is one board.  A blank board is left
out, with a note.  A board has ``dominoes``, a list of ``[A, B]``, and ``regions``, a list of
``indices`` (``[row, column]`` from 0), ``type`` (the rules above) and, for rules with a number,
``target``.  A region has no other members.  Other members of a day or a board, such as a published
``solution``, are ignored.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from pyasp_puzzles.boards.formats.fields import placed
from pyasp_puzzles.boards.formats.json import Node, is_json, read_json
from pyasp_puzzles.boards.formats.text import Board, Entry, one_line, read_boards, write_board
from pyasp_puzzles.core.errors import INT32, Phrase
from pyasp_puzzles.puzzles.pips.instance import (
    COMPARING,
    EMPTY,
    MOST_COPIES,
    MOST_PIPS,
    PLAIN,
    RULES,
    SIDE,
    Cell,
    Domino,
    Instance,
    Region,
    make,
    names,
)

LEVELS = ("easy", "medium", "hard")

_log = logging.getLogger(__name__)


def parse(text: str, source: str) -> dict[str, Instance]:
    """The boards of a file in either format, by label.

    Raises:
        InstanceError: the text is no instance; the message says where and why.

    >>> text = "board:\\n  AB\\nregions:\\n  A sum 4\\n  B empty\\ndominoes: 4-3"
    >>> parse(text, "small.txt")[""].dominoes
    (Domino(low=3, high=4, copies=1),)
    """
    if is_json(text):
        return _day(read_json(text, source))
    return {board.label: _from_board(board) for board in read_boards(text, source)}


def _from_board(board: Board) -> Instance:
    known = board.known(("answers", "fillings"))
    title = board.text("title", board.label or "Pips")
    drawing = board.required("board")
    cells: dict[str, list[Cell]] = {}
    for cell, name in _drawn(drawing):
        cells.setdefault(name, []).append(cell)
    rules = dict(_rules(board.required("regions"), cells))
    for name, own in cells.items():
        if name not in rules:
            row, column = own[0]
            found = Phrase(f"the region {name!r} at row {row}, column {column} without a rule")
            raise drawing.error(found, f"a line '{name} RULE' under 'regions:', perhaps 'empty'")
    entry = board.required("dominoes")
    dominoes = list(read_dominoes(entry))
    board.finish(("title", "board", "regions", "dominoes", "answers", "fillings"))
    regions = [Region(n, rules[n][0], tuple(own), rules[n][1]) for n, own in cells.items()]
    with placed(board.source, {"dominoes": entry.place()}, board.place()):
        return make(title, regions, dominoes, known)


def _drawn(entry: Entry) -> Iterator[tuple[Cell, str]]:
    """The cells of a drawing in reading order, each with the name of its region."""
    lines = entry.drawing()
    if len(lines) > SIDE:
        raise entry.error(Phrase(f"{len(lines)} rows"), f"at most {SIDE}")
    wide = any(" " in line.text.strip() for line in lines)
    if not any(set(line.text) - set(". ") for line in lines):
        raise entry.error(Phrase("no cell"), "at least two cells")
    for row, line in enumerate(lines, start=1):
        words = line.text.split() if wide else list(line.text)
        if len(words) > SIDE:
            raise entry.error(Phrase(f"{len(words)} columns"), f"at most {SIDE}", line)
        for column, name in enumerate(words, start=1):
            if name in (".", " "):
                continue
            if not (name.isascii() and name.isalnum()):
                expected = "letters or digits that name a region, '.' for no cell"
                raise entry.error(name, expected, line)
            yield (row, column), name


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


def read_dominoes(entry: Entry) -> Iterator[Domino]:
    """The dominoes of a list such as ``1-2, 3-3 x2``."""
    for line in entry.body():
        for words in filter(None, map(str.strip, line.text.split(","))):
            match = re.fullmatch(r"([0-9]+) *- *([0-9]+)(?: *x *([0-9]+))?", words)
            if not match:
                raise entry.error(words, "a domino 'A-B', or 'A-B x2' for two of them", line)
            low, high = (entry.number(match[i], 0, MOST_PIPS, line) for i in (1, 2))
            yield Domino(low, high, entry.number(match[3] or "1", 1, MOST_COPIES, line))


def format_text(instance: Instance) -> str:
    """The instance in the shared text format."""
    free = [region.name for region in instance.regions if region.rule == EMPTY]
    rules = [f"{region.name} {region.words}" for region in instance.ruled]
    dominoes = list(joined(map(str, instance.dominoes), ", "))
    return write_board(
        {
            "title": instance.title,
            "board": _drawing({cell: r.name for cell, r in instance.region_of().items()}),
            "regions": [*rules, *(f"{names} {EMPTY}" for names in joined(free, " "))],
            "dominoes": dominoes[0] if len(dominoes) == 1 else dominoes,
        },
        instance.known,
    )


def joined(words: Iterable[str], between: str, width: int = 80) -> Iterator[str]:
    """The words in lines of at most ``width`` signs."""
    line = ""
    for word in words:
        if line and len(line) + len(between) + len(word) > width:
            yield line
            line = ""
        line += between + word if line else word
    if line:
        yield line


def _drawing(names: dict[Cell, str]) -> list[str]:
    """A drawing of the regions, with blanks between the cells if a name is long."""
    wide = max(map(len, names.values()))
    rows, columns = (range(1, max(axis) + 1) for axis in zip(*names, strict=True))
    gap = " " if wide > 1 else ""
    return [gap.join(names.get((r, c), ".").ljust(wide) for c in columns).rstrip() for r in rows]


def _day(root: Node) -> dict[str, Instance]:
    """The boards of a day that are not blank, by level; or the only board, with the label ""."""
    if "dominoes" in root.object():
        return {"": _level(root, "Pips")}
    levels = [level for level in LEVELS if root.get(level).value is not None]
    if not levels:
        found = Phrase(", ".join(map(repr, root.object())) or "an empty object")
        raise root.error(f"a member {', '.join(map(repr, LEVELS))} or 'dominoes'", found)
    day = root.get("printDate").value
    boards = {}
    for level in levels:
        node = root.get(level)
        if node["dominoes"].value is None and node["regions"].value is None:
            _log.warning("%s: %s is blank and left out", root.source, level)
        else:
            boards[level] = _level(node, f"Pips {day or ''} {level}")
    if not boards:
        raise root.error("one with dominoes and regions", Phrase("nothing but blank boards"))
    return boards


def _level(node: Node, title: str) -> Instance:
    maker = node.get("constructors").value
    if isinstance(maker, str) and maker:
        title += f", by {maker}"
    regions = sorted(_json_regions(node["regions"]), key=lambda region: region.cells)
    dominoes = []
    for item in node["dominoes"].list():
        low, high = (half.integer(0, MOST_PIPS) for half in item.list(2))
        dominoes.append(Domino(low, high))
    named = [replace(region, name=name) for region, name in zip(regions, names(), strict=False)]
    with placed(node.source, {"dominoes": node["dominoes"].path}, node.path):
        return make(one_line(title), named, dominoes)


def _json_regions(node: Node) -> Iterator[Region]:
    """The regions, still without names; no cell is in two of them."""
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
