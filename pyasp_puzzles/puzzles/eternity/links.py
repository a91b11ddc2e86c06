"""Links of the Eternity II board viewer, and their letters for colours.

The letters are the colours of the upper, right, lower and left side, row by row: ``a`` is the
frame, colour 1 is ``b``, and so on.  The names in a link are those that the viewer of J. Bucas
documents: ``puzzle``, ``board_w``, ``board_h``, ``board_edges``, ``board_pieces`` and
``board_types``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from urllib.parse import parse_qsl

from pyasp_puzzles.boards.formats.fields import Field
from pyasp_puzzles.boards.formats.text import one_line
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.core.errors import AnswerError, InstanceError, Phrase, PuzzleError, counted
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece, turned, usual_frame

_A = ord("a")
MAX_LETTER = 25
"""The colour of the letter ``z``."""


@lru_cache(maxsize=16)
def letters(instance: EternityBoard) -> Mapping[int, str]:
    """The letter of each colour that a piece has; empty: it would be beyond ``z``.

    ``a`` is the frame. If the frame has another colour than 0, colour 0 has the letter of the
    frame's number; on a board without a frame it has the letter after the greatest colour.

    >>> letters(EternityBoard("One piece", 1, 1, ((0, 1, 25, 26),), frame=0))
    {0: 'a', 1: 'b', 25: 'z', 26: ''}
    """
    used = sorted({colour for sides in instance.pieces for colour in sides})
    frame = instance.frame
    swapped = {0: 1 + used[-1]} if frame is None else {0: frame, frame: 0}
    numbers = ((colour, swapped.get(colour, colour)) for colour in used)
    return {colour: chr(_A + n) if n <= MAX_LETTER else "" for colour, n in numbers}


@lru_cache(maxsize=16)
def _pieces_of(instance: EternityBoard) -> Mapping[str, Sequence[tuple[int, int]]]:
    """For the letters of a cell the pieces that show them: numbers and turns.

    Without a frame ``a`` is colour 0, too.
    """
    known: dict[str, list[tuple[int, int]]] = defaultdict(list)
    own = letters(instance)
    for names in [own] if instance.frame is not None else [own, {**own, 0: "a"}]:
        for number, sides in enumerate(instance.pieces, start=1):
            shown = "".join(names[colour] or "?" for colour in sides)
            for turns in range(4):
                known[shown[4 - turns :] + shown[: 4 - turns]].append((number, turns))
    return dict(known)


EMPTY = ("aaaa", "0000")
"""The letters of a cell on which no piece lies."""
_SIZE = ("board_w", "board_h", "puzzle_size")
_MEMBERS = ("puzzle", *_SIZE, "board_edges", "board_pieces", "board_types")
_LINK = re.compile(r"(?:hints:\s*)?(\S*\bboard_edges=\S*)")


@dataclass(frozen=True)
class ViewerLink:
    """What a link says; cells are in reading order.

    Attributes:
        place: its line, for messages.
        letters: of each cell; empty for a cell without a piece.
        numbers: the piece on each cell, as written; empty if the link has none.
        fixed: the cells whose piece is given.
    """

    source: str
    place: str
    title: str
    rows: int
    columns: int
    letters: Mapping[Place, str]
    numbers: Mapping[Place, int]
    fixed: Collection[Place]

    def error(self, cell: Place, found: object, expected: str) -> InstanceError:
        """An error at a cell."""
        return InstanceError(self.source, f"{self.place}, cell {cell}", found, expected)


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
    values = {
        key: int(value) if key in _SIZE and re.fullmatch("[0-9]{1,9}", value) else value
        for key, value in pairs
    }
    node = Field(f"{source}, {place}", "", values, json=True)
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise node.error("every parameter once", Phrase(f"{name!r} twice"))
    node.check_spelling(_MEMBERS)
    rows, columns = _size(node, size)
    cells: list[Place] = list(product(range(1, rows + 1), range(1, columns + 1)))
    many = len(cells)
    edges = node["board_edges"]
    if not re.fullmatch(f"(?:[a-z]{{4}}|0000){{{many}}}", edges.text()):
        sign = re.search("[^a-z]", edges.text().replace("0000", ""))
        found = repr(sign[0]) if sign else counted(len(edges.text()), "letter")
        expected = f"{4 * many} letters from a to z, four for each of {rows} x {columns} cells"
        raise edges.error(expected, Phrase(found))
    three = f"{3 * many} digits, three for each of {many} cells"
    digits = _signs(node.get("board_pieces"), f"[0-9]{{{3 * many}}}", three)
    numbers = dict(zip(cells, map(int, _parts(digits, 3)), strict=False))
    if not any(numbers.values()):
        numbers = {}
    shown = zip(cells, _parts(edges.text(), 4), strict=True)
    letters = {x: "" if part in EMPTY and not numbers.get(x) else part for x, part in shown}
    one = f"{many} letters from a to e, one for each cell"
    types = _signs(node.get("board_types"), f"[a-e]{{{many}}}", one)
    fixed = [cell for cell, kind in zip(cells, types, strict=False) if kind == "e"]
    title = one_line(re.sub(r"[\x00-\x1f\x7f_]", " ", str(node.get("puzzle").value or "")))
    return ViewerLink(source, place, title, rows, columns, letters, numbers, fixed)


def _size(node: Field, size: tuple[int, int] | None) -> tuple[int, int]:
    """Rows and columns."""
    if size and not node.object().keys() & set(_SIZE):
        return size
    names = ("puzzle_size",) * 2 if "puzzle_size" in node.object() else ("board_h", "board_w")
    rows, columns = (node[name].integer(*EternityBoard.sides) for name in names)
    most = EternityBoard.most_cells
    if rows * columns > most:
        raise node.error(f"at most {most} cells", Phrase(f"{rows} x {columns}"))
    return rows, columns


def _signs(node: Field, form: str, expected: str) -> str:
    """The signs of all cells; empty if the link has none."""
    text = node.text() if node.value else ""
    if text and not re.fullmatch(form, text):
        raise node.error(expected)
    return text


def _parts(text: str, length: int) -> list[str]:
    return [text[i : i + length] for i in range(0, len(text), length)]


def from_link(link: ViewerLink) -> EternityBoard:
    """The board whose pieces are those in a link; pieces on cells of type ``e`` are hints.

    Pieces are turned so that their colours are least, since as they lie they often show an answer.

    Raises:
        InstanceError: a cell is empty, so that a piece is unknown; or a piece number is wrong.

    >>> link = read_link("board_w=2&board_h=1&board_edges=abaaaaab&board_pieces=002001", "x", "")
    >>> from_link(link).pieces
    ((0, 0, 0, 1), (0, 0, 0, 1))
    """
    every = list(link.letters.values())
    if "" in every:
        empty = counted(every.count(""), "empty cell")
        found = Phrase(f"a board with {empty} of {len(every)}")
        expected = (
            "a full one, or the list of all pieces in the same file: what lies is a hint then"
        )
        raise InstanceError(link.source, link.place, found, expected)
    order = sorted(link.letters, key=lambda cell: link.numbers.get(cell, 0))
    first = 0 if link.numbers.get(order[0]) == 0 else 1
    for number, cell in enumerate(order, start=first):
        if link.numbers.get(cell, number) != number:
            expected = f"each number from {first:03d} to {len(order) - 1 + first:03d} once"
            raise link.error(cell, Phrase(f"piece {link.numbers[cell]:03d}"), expected)
    looks = [tuple(ord(letter) - _A for letter in link.letters[cell]) for cell in order]
    pieces = tuple(min(turned(look, turns) for turns in range(4)) for look in looks)
    title = link.title or f"Eternity {link.rows} x {link.columns}"
    instance = EternityBoard(title, link.rows, link.columns, pieces, usual_frame(pieces))
    from_one = {cell: number + 1 - first for cell, number in link.numbers.items()}
    return replace(instance, hints=hints(replace(link, numbers=from_one), instance, link.fixed))


def hints(
    link: ViewerLink, instance: EternityBoard, cells: Iterable[Place]
) -> tuple[HintPiece, ...]:
    """The pieces that lie on some cells of a link, as hints for a board.

    Raises:
        InstanceError: the board has another size, or not (once more) such a piece.
    """
    if (link.rows, link.columns) != (instance.rows, instance.columns):
        found = Phrase(f"a board of {link.rows} x {link.columns} cells")
        expected = f"one of {instance.rows} x {instance.columns}, as the list of pieces is for"
        raise InstanceError(link.source, link.place, found, expected)
    lying: dict[int, HintPiece] = {}
    for cell in cells:
        matching = _pieces_of(instance).get(link.letters[cell], ())
        free = [pair for pair in matching if pair[0] not in lying]
        if not free:
            expected = "the letters of a piece of the list that lies nowhere else"
            raise link.error(cell, link.letters[cell], expected)
        number, turns = min(free, key=lambda pair: pair[0] != link.numbers.get(cell))
        lying[number] = HintPiece(cell[0], cell[1], number, turns)
    return tuple(sorted(lying.values()))


VIEWER = "https://e2.bucas.name/#"


def board_edges(instance: EternityBoard, solution: EternitySolution) -> str:
    """Four letters a cell (up, right, down, left), row by row; ``a`` is the frame.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.

    >>> board = EternityBoard("Two pieces", 1, 2, ((0, 1, 0, 0), (0, 2, 0, 1)), frame=None)
    >>> board_edges(board, EternitySolution.of([((1, 1), (1, 0)), ((1, 2), (2, 0))]))
    'dbdddcdb'
    """
    names = letters(instance)
    shown = [c for p in sorted(solution.placements) for c in instance.look(p.piece, p.turns)]
    for colour in shown:
        if not names[colour]:
            raise PuzzleError(
                f"{instance.name or instance.title}: found colour {colour}, expected at most "
                f"{MAX_LETTER}: viewer strings have a letter for each"
            )
    return "".join(names[colour] for colour in shown)


def viewer(instance: EternityBoard, solution: EternitySolution) -> str:
    """A link to the viewer that shows an answer; reading it gives the instance, or the answer.

    Pieces of one kind get their numbers in reading order; there are no numbers if one has more
    than three digits.

    Raises:
        PuzzleError: the instance has a colour for which there is no letter.
    """
    copies = by_key((kind, number) for number, kind in enumerate(instance.kinds, start=1))
    digits = "".join(f"{copies[p.piece].pop(0):03d}" for p in sorted(solution.placements))
    pieces = f"&board_pieces={digits}" if len(digits) == 3 * len(instance.cells) else ""
    rows, columns = instance.rows, instance.columns
    sorts = (  # e: given, b: corner, c: border, d: inside
        "e" if (r, c) in instance.hinted else "dcb"[(r in (1, rows)) + (c in (1, columns))]
        for r, c in instance.cells
    )
    types = f"&board_types={''.join(sorts)}" if instance.hints else ""
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
        lying = {}
        for cell, shown in zip(instance.cells, board, strict=True):
            seen = _pieces_of(instance).get(shown)
            if seen:
                lying[cell] = instance.as_kind(*seen[0])
            elif shown not in ("", *EMPTY):
                expected = "the letters of a piece of the set"
                raise AnswerError(instance.name, f"answer, cell {cell}", shown, expected)
        answers.append(EternitySolution.of(lying.items()))
    return answers


def _boards(instance: EternityBoard, text: str) -> Iterator[Iterable[str]]:
    """The letters of each cell, for each answer."""
    length = 4 * len(instance.cells)
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
        yield _parts(string, 4)
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
        yield link.letters.values()
