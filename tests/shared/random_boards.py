"""Tiny random boards of each puzzle, which have facts of all kinds in many ways.

Most are made from an answer, so that they have one; some have a wrong clue.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import clingo
from mutants import answers
from number_grids import view_from

import pyasp_puzzles as pp
from pyasp_puzzles.boards.clues import SIDES
from pyasp_puzzles.boards.layouts import grown
from pyasp_puzzles.boards.places import sides
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard as Eternity
from pyasp_puzzles.puzzles.eternity.instance import HintPiece, turned
from pyasp_puzzles.puzzles.flower_finder.format import FLIPS, QUARTERS, Strip, Vector, as_laid
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard as FlowerFinder
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Point, add, subtract
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import PackingBoard as Packing
from pyasp_puzzles.puzzles.packing.instance import Piece, pivoted
from pyasp_puzzles.puzzles.pips.instance import Domino, Region, make, names
from pyasp_puzzles.puzzles.pips.instance import PipsBoard as Pips
from pyasp_puzzles.puzzles.slitherlink import Slitherlink
from pyasp_puzzles.puzzles.star_battle import StarBattle
from pyasp_puzzles.puzzles.sudoku import Sudoku
from pyasp_puzzles.puzzles.twenty_four_seven.instance import NumberGridBoard as NumberGrid

TITLE = "Check"


def random_boards(puzzle: str, seed: int = 0) -> Iterator[Any]:
    """Boards of a puzzle without end, the same for the same seed; some come twice."""
    draw = random.Random(f"{puzzle} {seed}")
    while True:
        try:
            yield MAKERS[puzzle](draw)
        except InstanceError:  # the wrong clue is one that no file may have
            continue


def box(*sides: int) -> tuple[Point, ...]:
    """The cells of a box from (1, 1, 1) on; with two sides, of a rectangle in layer 0."""
    last = [range(1)] if len(sides) == 2 else []
    return tuple(product(*(range(1, side + 1) for side in sides), *last))  # type: ignore[arg-type]


def _eternity(draw: random.Random) -> Eternity:
    """Colours on all sides, then the pieces shuffled and turned."""
    rows, columns = draw.choice([(1, 2), (2, 1), (2, 2), (2, 2), (2, 3), (3, 2), (3, 3), (1, 3)])
    colours = draw.randint(1, 4)
    framed = draw.random() < 0.6
    frame = draw.randint(0, 2) if framed else None
    inner = [colour for colour in range(colours + 1) if colour != frame]

    slips = draw.choice([0, 0, 0.06, 0.15])  # the frame's colour inside, or another at the rim

    def colour(rim: bool) -> int:
        rim ^= draw.random() < slips
        return frame if rim and frame is not None else draw.choice(inner)

    across = [[colour(r in (0, rows)) for _ in range(columns)] for r in range(rows + 1)]
    down = [[colour(c in (0, columns)) for c in range(columns + 1)] for _ in range(rows)]
    cells = [
        (across[r][c], down[r][c + 1], across[r + 1][c], down[r][c])
        for r, c in product(range(rows), range(columns))
    ]
    places = list(range(len(cells)))
    draw.shuffle(places)
    turns = [draw.randint(0, 3) for _ in places]
    pieces = tuple(turned(cells[place], turn) for place, turn in zip(places, turns, strict=True))
    hints = [
        HintPiece(place // columns + 1, place % columns + 1, number, -turn % 4)
        for number, (place, turn) in enumerate(zip(places, turns, strict=True), start=1)
        if draw.random() < draw.choice([0, 0.2, 0.4])
    ]
    if draw.random() < 0.15:
        wrong = draw.randrange(len(pieces))
        pieces = (*pieces[:wrong], draw.choice(pieces), *pieces[wrong + 1 :])
    return Eternity(TITLE, rows, columns, pieces, frame, tuple(sorted(hints)))


def _flower_finder(draw: random.Random) -> FlowerFinder:
    """Gaps in all holes, then the strips shuffled and flipped."""
    n = draw.choice([2, 2, 2, 3])
    quarters = draw.sample(list(QUARTERS.values()), draw.randint(2, 4))
    holes = [[draw.choice(quarters) for _ in range(n)] for _ in range(n)]
    strips: list[tuple[Vector, ...]] = []
    for line in range(n):
        strips.append(tuple(holes[row][line] for row in range(n)))
        # A turn to the right takes the strip across back to one that stands upright.
        strips.append(tuple((y, -x) for x, y in holes[line]))
    strips = [as_laid(strip, ("down", draw.choice(list(FLIPS)))) for strip in strips]
    if draw.random() < 0.2:
        strips[0] = draw.choice(strips)
    draw.shuffle(strips)
    return FlowerFinder(
        TITLE, tuple(Strip("ABCDEF"[place], strip) for place, strip in enumerate(strips))
    )


def _packing(draw: random.Random) -> Packing:
    """A space cut into pieces; then some of its cells are optional, some pieces given or free."""
    lattice = draw.choice(["square", "square", "square", *LATTICES])
    moves = draw.choice(["none", "rotations", "reflections"])
    kind = LATTICES[lattice]
    cells: set[Point] = {(1, 1, 0 if kind.flat else 1)}
    size = draw.randint(3, 9)
    while len(cells) < size:
        cells.add(_beside(draw, lattice, cells))
    rest, parts = set(cells), list[frozenset[Point]]()
    while rest:
        part = {min(rest)}
        while len(part) < draw.randint(1, 4):
            near = [p for p in _around(lattice, part) if p in rest and p not in part]
            if not near:
                break
            part.add(draw.choice(sorted(near)))
        rest -= part
        parts.append(frozenset(part))
    if draw.random() < 0.3:
        parts.pop()
    if draw.random() < 0.3:
        cells.add(_beside(draw, lattice, cells))
    groups: dict[tuple[Point, ...], list[frozenset[Point]]] = defaultdict(list)
    for part in parts:
        groups[kind.shape(part, moves)].append(part)
    covered = {cell for part in parts for cell in part}
    often = draw.choice([0, 0.2, 0.5])
    optional = [c for c in sorted(cells) if c not in covered or draw.random() < often]
    pieces, given = [], []
    for name, same in zip("ABCDEFGHI", groups.values(), strict=False):
        spare = draw.choice([0, 0, 0, 1, 2])
        least = max(0, len(same) - draw.choice([0, 0, 0, 1, 2]))
        most = max(1, least, len(same) + spare - draw.choice([0, 0, 0, 0, 1]))
        pieces.append(Piece(name, pivoted(LATTICES[lattice], sorted(same[0])), least, most))
        given += [GivenPiece(name, tuple(sorted(p))) for p in same if draw.random() < 0.15]
    return Packing(
        TITLE, lattice, moves, tuple(sorted(cells)), tuple(pieces),
        optional=tuple(optional), given=tuple(sorted(given)),
    )  # fmt: skip


def _around(lattice: str, cells: set[Point]) -> set[Point]:
    kind = LATTICES[lattice]
    found = {move(cell, s) for cell in cells for s in kind.neighbours for move in (add, subtract)}
    return {point for point in found if kind.is_cell(point)}


def _beside(draw: random.Random, lattice: str, cells: set[Point]) -> Point:
    return draw.choice(sorted(_around(lattice, cells) - cells))


def _pips(draw: random.Random) -> Pips:
    """Dominoes laid side by side, then regions with rules that hold; now and then one does not."""
    pips: dict[tuple[int, int], int] = {}
    dominoes = []
    most = draw.choice([1, 2, 3, 6])
    for _ in range(draw.randint(1, 4)):
        near = [(2, 2)] if not pips else sorted(
            (r + dr, c + dc) for r, c in pips for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )  # fmt: skip
        for _ in range(50):
            first = draw.choice(near)
            down, right = draw.choice([(0, 1), (1, 0)])
            second = first[0] + down, first[1] + right
            if first not in pips and second not in pips and min(first) > 0:
                pips[first], pips[second] = draw.randint(0, most), draw.randint(0, most)
                low, high = sorted((pips[first], pips[second]))
                dominoes.append(Domino(low, high))
                break
    rest, regions, name = sorted(pips), [], names()
    while rest:
        cells = rest[: draw.choice([1, 1, 2, 2, 3, 4])]
        if draw.random() < 0.2:  # cells apart from each other
            cells = sorted(draw.sample(rest, len(cells)))
        rest = [cell for cell in rest if cell not in cells]
        shown = [pips[cell] for cell in cells]
        rules = ["empty", "sum", "less", "greater"]
        rules += ["equals"] * 2 if len(set(shown)) == 1 else []
        rules += ["unequal"] * 2 if len(set(shown)) == len(shown) else []
        rule = draw.choice(rules)
        slip = draw.choice([-1, 0, 0, 0, 1])
        target = {"sum": 0, "less": 1, "greater": -1}.get(rule)
        wanted = 0 if target is None else max(0, sum(shown) + target + slip)
        regions.append(Region(next(name), rule, tuple(cells), wanted))
    return make(TITLE, regions, dominoes)


BARE: tuple[tuple[int, str, str], ...] = (
    (2, "1x2", "1 1"),
    (2, "1x4", "1 1"),
    (3, "1x3 2x3", "1 1"),
    (3, "1x3 2x3 3x3", "1 1"),
    (3, "1x3 2x3", "1 3, 2 4, 4 1, 5 1, 5 2"),  # the least sum: one more than the greatest digit
    (4, "1x12", "1 1"),
    (4, "1x4 3x4 5x4", "1 1"),
    (4, "1x8 3x4", "1 1"),
    (4, "2x4 3x8", "1 1"),
    (4, "1x4 2x4", "1 1"),
    (5, "1x15", "1 1"),
    (5, "1x5 2x10", "1 1"),
    (4, "1x12", "1 1, 1 4"),
    (4, "1x4 3x8", "1 1, 2 4"),
    (4, "1x8 2x4", "1 1, 4 2"),
)
"""Size, digits and grids of boards."""


def _number_grid(draw: random.Random) -> NumberGrid:
    """An answer of a bare board; then some of its digits are printed, and views added."""
    size, digits, grids = draw.choice(BARE)
    amounts = tuple(tuple(map(int, word.split("x"))) for word in digits.split())
    corners = tuple(tuple(map(int, word.split())) for word in grids.split(", "))
    bare = NumberGrid(TITLE, size, amounts, corners)  # type: ignore[arg-type]
    values = draw.choice(_some_answers(bare))
    cells = sorted(bare.cells)
    often = draw.choice([0, 0.1, 0.3, 0.6])
    givens = [(*cell, values[cell]) for cell in cells if cell in values and draw.random() < often]
    views = []
    for side in SIDES:
        for index in range(1, (bare.columns if side in ("top", "bottom") else bare.rows) + 1):
            if draw.random() < draw.choice([0, 0.2, 0.5]):
                view = view_from(side, index, bare.rows, bare.columns, 1)
                line = [values[cell] for cell in bare.seen_from(view) if cell in values]
                if line:
                    number = draw.choice([line[0], sum(line)])
                    if draw.random() < 0.08:
                        number = draw.choice([draw.choice(amounts)[0], number - 1, number + 1])
                    views.append((*view[:-1], number))
    return replace(bare, givens=tuple(givens), views=tuple(sorted(views)))


def _some_answers(bare: NumberGrid) -> list[dict[tuple[int, ...], int]]:
    """Up to 40 answers of a board, or digits anywhere if there is none."""
    found = _all_rows(bare)
    as_digits = [
        {(r, c): digit for r, c, digit in rows} for rows in found[:: max(1, len(found) // 40)]
    ]
    return as_digits or [dict.fromkeys(sorted(bare.cells), bare.largest)]


def _some_rows(draw: random.Random, bare: Any) -> list[tuple[int, ...]]:
    """The arguments of the shown atoms of a random answer; none where there is no answer."""
    found = _all_rows(bare)
    return draw.choice(found) if found else []


@cache
def _all_rows(bare: Any) -> list[list[tuple[int, ...]]]:
    """Up to 400 answers of a board, as arguments of their atoms."""
    program = puzzle_of(bare).program_path().read_text(encoding="utf-8")
    seen: list[frozenset[clingo.Symbol]] = []

    def enough(answer: frozenset[clingo.Symbol]) -> bool:
        seen.append(answer)
        return len(seen) == 400

    found = sorted(answers(f"{program}\n{pp.facts(bare)}", enough), key=sorted)
    return [[tuple(x.number for x in a.arguments) for a in sorted(each)] for each in found]


def _sudoku(draw: random.Random) -> Sudoku:
    """An answer of a bare board, of which some numbers are printed, sometimes a wrong one."""
    n = draw.choice([1, 2, 3, 4, 4, 4, 5, 6])
    rows = _some_rows(draw, Sudoku(TITLE, n, n))
    often = draw.choice([0.6, 0.8] if n > 4 else [0, 0.3, 0.6])
    printed = [row for row in rows if draw.random() < often]
    if printed and draw.random() < 0.2:
        printed[0] = (*printed[0][:2], draw.randrange(n) + 1)
    return Sudoku(TITLE, n, n, numbers=tuple(printed))


def _slitherlink(draw: random.Random) -> Slitherlink:
    """A loop on a bare board, of which some cells tell their sides, sometimes wrongly."""
    bare = Slitherlink(TITLE, draw.randrange(3) + 1, draw.randrange(3) + 1)
    lines = set(_some_rows(draw, bare))
    often = draw.choice([0, 0.3, 0.6, 1])
    clues = [
        (*cell, min(3, len(lines.intersection(sides(cell)))))
        for cell in bare.cells
        if draw.random() < often
    ]
    if clues and draw.random() < 0.3:
        clues[0] = (*clues[0][:2], draw.randrange(4))
    return Slitherlink(TITLE, bare.rows, bare.columns, clues=tuple(clues))


def _star_battle(draw: random.Random) -> StarBattle:
    """Random regions, as many as rows, or a few more or less."""
    rows = draw.choice([1, 4, 4, 5, 5, 8])
    cells = list(product(range(1, rows + 1), repeat=2))
    number = max(1, rows + draw.choice([0, 0, 0, 0, -1, 1]))
    regions = grown(draw, cells, draw.sample(cells, min(number, len(cells))))
    return StarBattle(TITLE, rows, rows, 1 + rows // 8, regions)


MAKERS: Mapping[str, Callable[[random.Random], Any]] = {
    "eternity": _eternity,
    "flower_finder": _flower_finder,
    "packing": _packing,
    "pips": _pips,
    "slitherlink": _slitherlink,
    "star_battle": _star_battle,
    "sudoku": _sudoku,
    "twenty_four_seven": _number_grid,
}
