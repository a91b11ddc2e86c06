"""Links of the Eternity II board viewer, and their letters for colours.

The letters are the colours of the upper, right, lower and left side, row by row: ``a`` is the
frame, colour 1 is ``b``, and so on.  The names in a link are those that the viewer of J. Bucas
documents: ``puzzle``, ``board_w``, ``board_h``, ``board_edges``, ``board_pieces`` and
``board_types``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import parse_qsl

from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import one_line
from pyasp_puzzles.core.errors import AnswerError, InstanceError, Phrase, PuzzleError, counted
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, SquarePlacement
from pyasp_puzzles.puzzles.eternity.instance import (
    MAX_CELLS,
    MAX_SIDE,
    EternityBoard,
    HintPiece,
    as_kind,
    cells,
    kinds,
    turned,
    usual_frame,
)

_A = ord("a")
MAX_LETTER = 25
"""The colour of the letter ``z``."""


@lru_cache(maxsize=16)
def _numbers_of(instance: EternityBoard) -> dict[int, int]:
    """The letter of each colour as a number from 0, the frame's.

    If the frame has another colour than 0, colour 0 has the letter of the frame's number; on a
    board without a frame it has the letter after the greatest colour.
    """
    used = sorted({colour for sides in instance.pieces for colour in sides})
    numbers = {colour: colour for colour in used}
    if instance.frame is None:
        return numbers | ({0: 1 + used[-1]} if used[0] == 0 else {})
    return numbers | {0: instance.frame, instance.frame: 0}


def letter(instance: EternityBoard, colour: int) -> str:
    """The letter of a colour; ``a`` is the frame.

    Raises:
        PuzzleError: the colour is beyond ``z``.

    >>> board = EternityBoard("One piece", 1, 1, ((0, 1, 0, 25),), frame=0)
    >>> [letter(board, colour) for colour in (0, 1, 25)]
    ['a', 'b', 'z']
    """
    number = _numbers_of(instance)[colour]
    if number > MAX_LETTER:
        raise PuzzleError(
            f"{instance.name or instance.title}: found colour {colour}, expected at most "
            f"{MAX_LETTER}: viewer strings have a letter for each"
        )
    return chr(_A + number)


def has_letters(instance: EternityBoard) -> bool:
    """Whether there is a letter for each of its colours."""
    used = {colour for sides in instance.pieces for colour in sides}
    return all(_numbers_of(instance)[colour] <= MAX_LETTER for colour in used)


@lru_cache(maxsize=16)
def _pieces_of(instance: EternityBoard) -> Mapping[str, Sequence[tuple[int, int]]]:
    """For the letters of a cell the pieces that show them: numbers and turns.

    Without a frame ``a`` is colour 0, too.
    """
    known: dict[str, list[tuple[int, int]]] = defaultdict(list)
    own = _numbers_of(instance)
    for numbers in [own] if instance.frame is not None else [own, own | {0: 0}]:
        for number, sides in enumerate(instance.pieces, start=1):
            colours = (numbers[colour] for colour in sides)
            letters = "".join(chr(_A + n) if n <= MAX_LETTER else "?" for n in colours)
            for turns in range(4):
                known[letters[4 - turns :] + letters[: 4 - turns]].append((number, turns))
    return dict(known)


EMPTY = ("aaaa", "0000")
"""The letters of a cell on which no piece lies."""
_MEMBERS = (
    *("puzzle", "board_w", "board_h", "puzzle_size"),
    *("board_edges", "board_pieces", "board_types"),
)
_LINK = re.compile(r"(?:hints:\s*)?(\S*\bboard_edges=\S*)")


@dataclass(frozen=True)
class ViewerLink:
    """What a link says; cells are in reading order.

    Attributes:
        place: its line, for messages.
        letters: of each cell; empty for a cell without a piece.
        numbers: the piece on each cell, as written; empty if the link has none.
        fixed: the indices of the cells whose piece is given.
    """

    source: str
    place: str
    title: str
    rows: int
    columns: int
    letters: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    fixed: frozenset[int] = frozenset()

    def error(self, index: int, found: object, expected: str) -> InstanceError:
        """An error at a cell."""
        row, column = index // self.columns + 1, index % self.columns + 1
        place = f"{self.place}, cell ({row}, {column})"
        return InstanceError(self.source, place, found, expected)


def links(text: str) -> tuple[list[tuple[int, str]], str]:
    """The links of a file with the numbers of their lines, and the text without them."""
    found, rest = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        match = _LINK.fullmatch(line.strip())
        if match:
            found.append((number, match[1]))
        rest.append("" if match else line)
    return found, "\n".join(rest)


def read_link(
    text: str, source: str, place: str, size: tuple[int, int] | None = None
) -> ViewerLink:
    """A link, or only its parameters.

    Args:
        size: rows and columns, for a link that does not say them.

    Raises:
        InstanceError: a parameter is missing, misspelt or wrong.
    """
    pairs = parse_qsl(re.split(r"[#?]", text)[-1], keep_blank_values=True)
    node = Field(f"{source}, {place}", "", {k: _value(k, value) for k, value in pairs}, json=True)
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise node.error("every parameter once", Phrase(f"{name!r} twice"))
    node.check_spelling(_MEMBERS)
    rows, columns = _size(node, size)
    cells = rows * columns
    edges = node["board_edges"]
    if not re.fullmatch(f"(?:[a-z]{{4}}|0000){{{cells}}}", edges.text()):
        sign = re.search("[^a-z]", edges.text().replace("0000", ""))
        found = repr(sign[0]) if sign else counted(len(edges.text()), "letter")
        expected = f"{4 * cells} letters from a to z, four for each of {rows} x {columns} cells"
        raise edges.error(expected, Phrase(found))
    three = f"{3 * cells} digits, three for each of {cells} cells"
    digits = _signs(node.get("board_pieces"), "0-9", 3, cells, three)
    numbers = tuple(int(digits[i : i + 3]) for i in range(0, len(digits), 3))
    numbers = numbers if any(numbers) else ()
    letters = [edges.text()[4 * i : 4 * i + 4] for i in range(cells)]
    for index, cell in enumerate(letters):
        if cell in EMPTY and not (numbers and numbers[index]):
            letters[index] = ""
    title = one_line(re.sub(r"[\x00-\x1f\x7f_]", " ", str(node.get("puzzle").value or "")))
    one = f"{cells} letters from a to e, one for each cell"
    types = _signs(node.get("board_types"), "a-e", 1, cells, one)
    fixed = frozenset(index for index, kind in enumerate(types) if kind == "e")
    return ViewerLink(source, place, title, rows, columns, tuple(letters), numbers, fixed)


def _value(key: str, value: str) -> object:
    number = key in ("board_w", "board_h", "puzzle_size") and re.fullmatch("[0-9]{1,9}", value)
    return int(value) if number else value


def _size(node: Field, size: tuple[int, int] | None) -> tuple[int, int]:
    """Rows and columns."""
    if size and not {"board_w", "board_h", "puzzle_size"} & node.object().keys():
        return size
    names = ("puzzle_size",) * 2 if "puzzle_size" in node.object() else ("board_h", "board_w")
    rows, columns = (node[name].integer(1, MAX_SIDE) for name in names)
    if rows * columns > MAX_CELLS:
        raise node.error(f"at most {MAX_CELLS} cells", Phrase(f"{rows} x {columns}"))
    return rows, columns


def _signs(node: Field, signs: str, each: int, cells: int, expected: str) -> str:
    """So many signs of each cell; empty if the link has none."""
    if not node.value:
        return ""
    if not re.fullmatch(f"[{signs}]{{{each * cells}}}", node.text()):
        raise node.error(expected)
    return node.text()


def from_link(link: ViewerLink) -> EternityBoard:
    """The board whose pieces are those in a link; pieces on cells of type ``e`` are hints.

    Pieces are turned so that their colours are least, since as they lie they often show an answer.

    Raises:
        InstanceError: a cell is empty, so that a piece is unknown; or a piece number is wrong.

    >>> link = read_link("board_w=2&board_h=1&board_edges=abaaaaab&board_pieces=002001", "x", "")
    >>> from_link(link).pieces
    ((0, 0, 0, 1), (0, 0, 0, 1))
    """
    cells = len(link.letters)
    empty = link.letters.count("")
    if empty:
        raise InstanceError(
            link.source,
            link.place,
            Phrase(f"a board with {counted(empty, 'empty cell')} of {cells}"),
            "a full one, or the list of all pieces in the same file: what lies is a hint then",
        )
    order = sorted(range(cells), key=lambda index: link.numbers[index] if link.numbers else index)
    first = 0 if link.numbers and link.numbers[order[0]] == 0 else 1
    for number, index in enumerate(order, start=first):
        if link.numbers and link.numbers[index] != number:
            expected = f"each number from {first:03d} to {cells - 1 + first:03d} once"
            raise link.error(index, Phrase(f"piece {link.numbers[index]:03d}"), expected)
    looks = (map(ord, link.letters[index]) for index in order)
    sides = ((u - _A, r - _A, d - _A, left - _A) for u, r, d, left in looks)
    pieces = tuple(min(turned(each, turns) for turns in range(4)) for each in sides)
    instance = EternityBoard(
        link.title or f"Eternity {link.rows} x {link.columns}",
        link.rows,
        link.columns,
        pieces,
        usual_frame(pieces),
    )
    plain = replace(link, numbers=tuple(number + 1 - first for number in link.numbers))
    return replace(instance, hints=hints(plain, instance, sorted(link.fixed)))


def hints(link: ViewerLink, instance: EternityBoard, cells: Iterable[int]) -> tuple[HintPiece, ...]:
    """The pieces that lie on some cells of a link, as hints for a board.

    Args:
        cells: their indices; on each of them a piece lies.

    Raises:
        InstanceError: the board has another size, or not (once more) such a piece.
    """
    if (link.rows, link.columns) != (instance.rows, instance.columns):
        found = Phrase(f"a board of {link.rows} x {link.columns} cells")
        expected = f"one of {instance.rows} x {instance.columns}, as the list of pieces is for"
        raise InstanceError(link.source, link.place, found, expected)
    found_hints = []
    used: set[int] = set()
    for index in cells:
        named = link.numbers[index] if link.numbers else 0
        matching = _pieces_of(instance).get(link.letters[index], ())
        free = [pair for pair in matching if pair[0] not in used]
        if not free:
            expected = "the letters of a piece of the list that lies nowhere else"
            raise link.error(index, link.letters[index], expected)
        number, turns = min(free, key=lambda pair: pair[0] != named)
        used.add(number)
        found_hints.append(
            HintPiece(index // link.columns + 1, index % link.columns + 1, number, turns)
        )
    return tuple(sorted(found_hints))


VIEWER = "https://e2.bucas.name/#"


def board_edges(instance: EternityBoard, solution: EternitySolution) -> str:
    """Four letters a cell (up, right, down, left), row by row; ``a`` is the frame.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.

    >>> board = EternityBoard("Two pieces", 1, 2, ((0, 1, 0, 0), (0, 2, 0, 1)), frame=None)
    >>> placed = SquarePlacement(1, 1, 1, 0), SquarePlacement(1, 2, 2, 0)
    >>> board_edges(board, EternitySolution(placed))
    'dbdddcdb'
    """
    return "".join(
        letter(instance, colour)
        for p in sorted(solution.placements)
        for colour in turned(instance.pieces[p.piece - 1], p.turns)
    )


def viewer(instance: EternityBoard, solution: EternitySolution) -> str:
    """A link to the viewer that shows an answer; reading it gives the instance, or the answer.

    Pieces of one kind get their numbers in reading order; there are no numbers if one has more
    than three digits.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    rows, columns = instance.rows, instance.columns
    copies: dict[int, list[int]] = {}
    for number, (kind, _) in enumerate(kinds(instance), start=1):
        copies.setdefault(kind, []).append(number)
    digits = "".join(f"{copies[p.piece].pop(0):03d}" for p in sorted(solution.placements))
    pieces = f"&board_pieces={digits}" if len(digits) == 3 * rows * columns else ""
    types = ""
    if instance.hints:
        hinted = {(hint.row, hint.column) for hint in instance.hints}
        sorts = (  # e: given, b: corner, c: border, d: inside
            "e" if cell in hinted else "dcb"[(cell[0] in (1, rows)) + (cell[1] in (1, columns))]
            for cell in cells(instance)
        )
        types = f"&board_types={''.join(sorts)}"
    title = re.sub(r"\W+", "_", instance.title, flags=re.ASCII).strip("_")
    return (
        f"{VIEWER}puzzle={title}&board_w={columns}&board_h={rows}"
        f"&board_edges={board_edges(instance, solution)}{pieces}{types}"
    )


def read(instance: EternityBoard, text: str) -> list[EternitySolution]:
    """The answers in links of the viewer, or in strings ``board_edges`` alone, one a line.

    The colours of a cell say which piece lies there; cells may be empty.

    Raises:
        AnswerError: a line is no link or string, or shows a piece that is not in the set.
    """
    answers = []
    for board in _boards(instance, text):
        placements = []
        for cell, letters in zip(cells(instance), board, strict=True):
            seen = _pieces_of(instance).get(letters)
            if seen:
                placements.append(SquarePlacement(*cell, *as_kind(instance, *seen[0])))
            elif letters not in ("", *EMPTY):
                expected = "the letters of a piece of the set"
                raise AnswerError(instance.name, f"answer, cell {cell}", letters, expected)
        answers.append(EternitySolution(tuple(placements)))
    return answers


def _boards(instance: EternityBoard, text: str) -> Iterator[Sequence[str]]:
    """The letters of each cell, for each answer."""
    length = 4 * instance.rows * instance.columns
    found, rest = links(text)
    strings = ["".join(line.split()) for line in rest.splitlines() if line.strip()]
    if any(len(string) != length for string in strings):
        strings = ["".join(strings)]  # one answer over several lines
    for string in strings:
        letters = re.fullmatch("[a-z]+", string)
        if len(string) != length or not letters:
            words = Phrase(counted(len(string), "letter")) if letters else rest.strip()
            expected = f"board_edges of {length} letters, lines of solve --json, or atoms place/4"
            raise AnswerError(instance.name, "answer", words, expected)
        yield [string[i : i + 4] for i in range(0, length, 4)]
    size = (instance.rows, instance.columns)
    for line, words in found:
        try:
            link = read_link(words, "answer", f"line {line}", size)
        except InstanceError as error:
            raise AnswerError(error.source, error.place, error.found, error.expected) from None
        if (link.rows, link.columns) != size:
            board = Phrase(f"a board of {link.rows} x {link.columns} cells")
            place = f"answer, line {line}"
            raise AnswerError(instance.name, place, board, f"{size[0]} x {size[1]}")
        yield link.letters
