"""The verb ``new-puzzle``: a package with a puzzle that runs, to be made into another one.

Comes in: a name, and what an answer is. Goes out: the files of a package. Each template is a small
puzzle with all parts: program with glossary and words, declaration, ``verify``, instance, test.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path
from sys import stdlib_module_names

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.registry import puzzle_names
from pyasp_puzzles.core.errors import PuzzleError, shorten

_SIZE = "size(H,W) - the board has H rows (counted from the top) and W columns (from the left)."
_CELL = "cell(1..H, 1..W) :- size(H, W).\n"
_STEP = "cell(R,C), step(DR,DC) - the board has this cell; a step up, right, down or left.\n"
_STEPS = "step(-1, 0; 0, 1; 1, 0; 0, -1).\n"


@dataclass(frozen=True)
class Template:
    """A small puzzle."""

    rules: str  # in a sentence
    given: str  # a line of the glossary, as the next two
    shown: str
    between: str
    program: str  # rules and words, below the choice of cells
    layers: tuple[str, str]  # the fields of a board, and the marks of an answer
    verify: str  # the body of the function
    instance: str


TEMPLATES = {
    "shade": Template(
        "Shade cells; a number tells how many of its neighbours are shaded.",
        "clue(R,C,N) - N neighbours of the cell in row R, column C are shaded.",
        "shaded(R,C) - the cell is shaded.",
        _STEP,
        _STEPS
        + """{ shaded(R, C) } :- cell(R, C).

%@ shaded(R,C) "{(R,C)} is shaded" "{(R,C)} is not shaded" at (R,C)
%@ "{N} of the neighbours of {(R,C)} are shaded"
:- clue(R, C, N), { shaded(R+DR, C+DC) : step(DR, DC) } != N.
""",
        (
            'clues: Rows = layer(Numbers("clue", 0, 4, about="a number", drop="row"))',
            'Shaded("shaded")',
        ),
        """    for row, column, number in board.clues:
        found = len({*neighbours((row, column))} & {*answer.marks})
        if found != number:
            yield f"r{row}c{column} has {number} shaded neighbours: found {found}."
""",
        "answers: 16\nclues:\n    .2.\n    2..\n    .3.\n",
    ),
    "number": Template(
        "Write 1 to N into an N x N board so that no row and no column has a number twice.",
        "given(R,C,V) - the number V is printed in row R, column C.",
        "value(R,C,V) - the cell holds the number V.",
        "cell(R,C) - the board has this cell.\n",
        """%@ value(R,C,V) "{(R,C)} is {V}" "{(R,C)} is not {V}" at (R,C)
%@ 0 "each cell holds one number"
{ value(R, C, 1..H) } = 1 :- cell(R, C), size(H, _).

%@ "{V} is printed in {(R,C)}"
:- given(R, C, V), not value(R, C, V).
%@ "row {R} has {V} once"
:- cell(R, V), { value(R, C, V) } != 1.
%@ "column {C} has {V} once"
:- cell(V, C), { value(R, C, V) } != 1.
""",
        (
            'givens: Rows = layer(Numbers("given", 1, lambda b: b.rows, '
            'about="a number", drop="row"))',
            'Values("value", 1, lambda b: b.rows, given="givens")',
        ),
        """    lines = [*answer.rows, *zip(*answer.rows, strict=True)]
    for row, column, number in board.givens:
        if answer.rows[row - 1][column - 1] != number:
            yield f"{number} is printed in r{row}c{column}."
    for line in lines:
        if sorted(line) != list(range(1, board.rows + 1)):
            yield f"Each row and column has each number once: found {line}."
""",
        "answers: 2\ngivens:\n    1.3\n    ...\n    ...\n",
    ),
    "loop": Template(
        "Draw one loop through centres of cells; signs tell where it turns and where it does not.",
        "clue(R,C,K) - in row R, column C the loop goes as K says: straight, turn or none.",
        "line(R,C,R',C') - a line joins two neighbours, the smaller cell first.",
        """cell(R,C) - the board has this cell.
joined(P,Q) - a line joins two cells.
goes(R,C,K) - the loop goes straight or turns in the cell.
none_before(R,C) - the loop passes no cell above row R, and none left of column C in row R.
reached(P) - lines lead from the first cell of the loop to this one.
""",
        """\
%@ line(R,C,R',C') "{(R,C)} leads to {(R',C')}" "{(R,C)} does not lead to {(R',C')}" at (R,C,R',C')
{ line(R, C, R+DR, C+DC) } :- cell(R, C), (DR, DC) = (0, 1; 1, 0), cell(R+DR, C+DC).
joined((R, C), (R', C')) :- line(R, C, R', C').
joined(P, Q)             :- joined(Q, P).
goes(R, C, straight) :-
    joined((R, C), (R-DR, C-DC)), joined((R, C), (R+DR, C+DC)), (DR, DC) = (0, 1; 1, 0).
goes(R, C, turn) :- joined((R, C), _), not goes(R, C, straight).
goes(R, C, none) :- cell(R, C), not joined((R, C), _).
none_before(1, 1).
none_before(R, C+1) :- none_before(R, C), goes(R, C, none).
none_before(R+1, 1) :- none_before(R, W+1), size(H, W), R < H.
reached((R, C)) :- none_before(R, C), joined((R, C), _).
reached(Q)      :- reached(P), joined(P, Q).

%@ "in {(R,C)} the loop goes as the sign tells"
:- clue(R, C, K), not goes(R, C, K).
%@ "the loop has no end and no branch in {P}"
:- joined(P, _), { joined(P, Q) } != 2.
%@ 2 "there is one loop"
:- joined(P, _), not reached(P).
%@ "there is a loop"
:- size(H, W), none_before(H, W+1).
""",
        (
            """clues: Rows = layer(
        Signs(
            "clue",
            {"straight": "-", "turn": "+", "none": "x"},
            about="how the loop goes",
            drop="row",
        )
    )""",
            'Lines("line", across=True)',
        ),
        """    near: dict[Place, list[Place]] = {cell: [] for cell in board.cells}
    for r, c, r2, c2 in answer.marks:
        near[r, c].append((r2, c2))
        near[r2, c2].append((r, c))
    for row, column, sign in board.clues:
        ways = near[row, column]
        straight = len(ways) == 2 and any(len({way[i] for way in ways}) == 1 for i in (0, 1))
        if sign != ("straight" if straight else "turn" if ways else "none"):
            yield f"In r{row}c{column} the loop goes as the sign tells."
    passed = [cell for cell in near if near[cell]]
    if any(len(near[cell]) != 2 for cell in passed):
        yield "The loop has no end and no branch."
    if len(regions(passed, near.__getitem__)) != 1:
        yield "There is one loop."
""",
        "answers: 2\nclues:\n    +.x\n    ...\n    +..\n",
    ),
    "regions": Template(
        "Divide the board into connected regions with one number each, that of their cells.",
        "clue(R,C,N) - the region of the cell in row R, column C has N cells.",
        "belongs(R,C,R',C') - the cell belongs to the region of the number in (R',C').",
        _STEP + "reached(R,C,R',C') - cells of the region lead from its number to this cell.\n",
        _STEPS
        + """%@ belongs(R,C,R',C') "{(R,C)} is of {(R',C')}" "{(R,C)} is not of {(R',C')}" at (R,C)
%@ 0 "each cell belongs to one number"
{ belongs(R, C, R', C') : clue(R', C', _) } = 1 :- cell(R, C).
reached(R, C, R, C) :- belongs(R, C, R, C).
reached(R+DR, C+DC, R', C') :-
    reached(R, C, R', C'), step(DR, DC), belongs(R+DR, C+DC, R', C').

%@ "{N} cells belong to {(R',C')}"
:- clue(R', C', N), { belongs(R, C, R', C') } != N.
%@ "the region of {(R',C')} is connected"
:- belongs(R, C, R', C'), not reached(R, C, R', C').
""",
        (
            'clues: Rows = layer(Numbers("clue", 1, 99, about="a number of cells"))',
            'Division("belongs", owners="clues")',
        ),
        """    own: dict[Place, list[Place]] = {row[:2]: [] for row in board.clues}
    for r, c, *owner in answer.marks:
        own.setdefault(tuple(owner), []).append((r, c))
    for row, column, number in board.clues:
        cells = own[row, column]
        joined = (row, column) in cells and len(regions(cells, neighbours)) == 1
        if len(cells) != number or not joined:
            yield f"{number} connected cells belong to r{row}c{column}: found {len(cells)}."
    if sorted(row[:2] for row in answer.marks) != list(board.cells):
        yield "Each cell belongs to one number."
""",
        "answers: 5\nclues:\n    3..\n    ..4\n    2..\n",
    ),
    "pieces": Template(
        "Lay all pieces, turned as you like, so that they cover the board.",
        """piece(P,K,DR,DC) - in pose K piece P has a cell DR rows below and DC columns right of its
% first cell.""",
        "place(P,K,R,C) - piece P lies in pose K with its first cell in row R, column C.",
        "cell(R,C) - the board has this cell.\ncovers(P,R,C) - the piece lies on this cell.\n",
        """%@ place(P,K,R,C) "{P} lies in {(R,C)}" "{P} does not lie in {(R,C)} like that" at (R,C)
%@ 0 "each piece lies once"
{ place(P, K, R, C) : piece(P, K, 0, 0), cell(R, C) } = 1 :- piece(P, 0, 0, 0).
covers(P, R+DR, C+DC) :- place(P, K, R, C), piece(P, K, DR, DC).

%@ "one piece lies on {(R,C)}"
:- cell(R, C), { covers(P, R, C) } != 1.
%@ "piece {P} does not reach over the edge"
:- covers(P, R, C), not cell(R, C).
""",
        ('pieces: Rows = layer(Polyforms("piece"))', 'Placed("place", pieces="pieces")'),
        """    shapes: dict[tuple[str, int], list[Place]] = {}
    for name, pose, *cell in board.pieces:
        shapes.setdefault((name, pose), []).append(tuple(cell))
    covered = [(r + down, c + right) for p, k, r, c in answer.marks for down, right in shapes[p, k]]
    if sorted(covered) != sorted(board.cells):
        yield "Each cell of the board is covered once, and no other."
    if sorted(row[0] for row in answer.marks) != sorted({name for name, _ in shapes}):
        yield "Each piece lies once."
""",
        "answers: 8\nsize: 2 x 4\n"
        "piece L:\n    ##\n    #\npiece S:\n    ##\n    ##\npiece I:\n    #\n",
    ),
}


def new_puzzle(name: str, answer: str, folder: Path) -> list[Path]:
    """Write the package of a new puzzle into a folder; returns its files.

    Raises:
        PuzzleError: there is such a puzzle or folder, the name cannot be that of a package, or the
            files cannot be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        expected = "small letters, digits and single underscores, such as my_puzzle"
        raise PuzzleError(f"name: found {shorten(name)}, expected {expected}")
    if answer not in TEMPLATES:
        raise PuzzleError(f"answer: found {shorten(answer)}, expected {', '.join(TEMPLATES)}")
    if iskeyword(name) or name in stdlib_module_names or name == "pyasp_puzzles":
        raise PuzzleError(f"name: found {name!r}, which Python uses, expected another name")
    if name in puzzle_names() or (folder / name).exists():
        raise PuzzleError(f"{name}: found a puzzle or a folder of this name, expected a new name")
    written = []
    for path, text in files(name, TEMPLATES[answer]).items():
        try:
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text, encoding="utf-8")
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            raise PuzzleError(f"{folder / name}: {reason}") from None
        written.append(folder / name / path)
    return written


def files(name: str, template: Template) -> dict[str, str]:
    """The text of each file of a package."""
    title = name.replace("_", " ").title()
    given = re.match(r"\w+", template.given)
    names = {signature[0] for signature in re.findall(r"^(\w+)", template.shown)}
    assert given and names
    shown = re.match(r"(\w+)\(([^)]*)\)", template.shown)
    assert shown
    between = "".join(f"% {line}\n" for line in template.between.splitlines())
    arity = len(shown[2].split(","))
    given_arity = template.given.partition(")")[0].count(",") + 1
    program = f"""% {title}
% {template.rules}
%
%   pyasp-puzzles facts {name} FILE | clingo {name}/{name}.lp - 2
%
% Given:
% {_SIZE}
% {template.given}
% Shown:
% {template.shown}
% Between:
{between}#defined {given[0]}/{given_arity}.
#show {shown[1]}/{arity}.
% %@: what explanations say. A number is the weight of the rule below in a step; 0: known, not told.
%@ (R,C) "r{{R}}c{{C}}"
{_CELL}{template.program}"""
    return {
        "pyproject.toml": _PYPROJECT.format(name=name),
        f"{name}/__init__.py": _module(name, title, template),
        f"{name}/{name}.lp": program,
        f"{name}/instances/first.txt": template.instance,
        f"tests/test_{name}.py": _TEST.format(name=name),
    }


def _module(name: str, title: str, template: Template) -> str:
    fields, marks = template.layers
    kind = title.replace(" ", "")
    solution = "Filled" if marks.startswith("Values") else "Marked"
    base = "SquareBoard" if marks.startswith("Values") else "GridBoard"
    text = f"{fields} {marks} {template.verify} {solution} {base} Genre Rows layer layered"
    used = sorted(name for name in kit.__all__ if re.search(rf"\b{name}\b", text))
    names = "".join(f"    {name},\n" for name in used)
    near = [word for word in ("neighbours", "regions") if word in template.verify]
    found = f"from pyasp_puzzles.core.regions import {', '.join(near)}\n" if near else ""
    return f'''"""{title}: {template.rules[:1].lower()}{template.rules[1:]}

Say the rules here, as people solve it by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyasp_puzzles.boards.kit import (
{names})
{found}

@dataclass(frozen=True)
class {kind}({base}):
    """A board: a field for each layer."""

    {fields}


def verify(board: {kind}, answer: {solution}) -> Iterator[str]:
    """The rules that an answer breaks, from the board alone; add yours here and in the program."""
{template.verify}

PUZZLE = layered(
    Genre(
        name="{name}",
        title="{title}",
        board={kind},
        solution={solution},
        answer=({marks},),
        verify=verify,
    ),
    program=Path(__file__).with_name("{name}.lp"),
    instances=Path(__file__).with_name("instances"),
)
'''


_PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1"
dependencies = ["pyasp-puzzles"]

[project.entry-points."pyasp_puzzles.puzzles"]
{name} = "{name}:PUZZLE"
"""

_TEST = '''"""Does {name} keep the contract?"""

from pyasp_puzzles.verbs.authoring import check_puzzle


def test_the_puzzle_keeps_the_contract() -> None:
    assert [str(found) for found in check_puzzle("{name}") if found.kept is False] == []
'''
