"""Write what is made by code: shipped instances, examples for plain clingo, the typed stub.

``python tests/benchmarks/shipped_boards.py`` writes them all; tests compare.  A file that no
function here makes is its own source and is only formatted anew.  Sources of these boards and of
known counts; the tests count all of them again:

Packing: D. Scott (1958), C. B. and J. Haselgrove, Eureka 23 (1960), C. J. Bouwkamp (1967-69), J. H.
Conway and M. J. T. Guy (1961, Soma), J. Slothouber and W. Graatsma (1970), L. Shader (Hexagonal
Cylinder).  A colouring of the diagonals rules ``straights_6x6`` out.
Pips: P. W. Kasteleyn (1961, tilings of 6x6), M. Black (1946, no tiling without two corners).
Edge matching: ``document_3x3`` is from a tutorial on solving such puzzles with SeaPearl.
Number grids: Jane Street, "Twenty Four Seven 2-by-2 #2" (December 2020).  ``trap_pairs`` has no
answer, though counting pairs of adjacent filled cells finds one: ``.7..463 .1.57.7 2567... 7.2.56.
476..3. 7.63..4 ...5456`` has 28 filled cells and 27 such pairs, which close a ring in the larger of
two regions.  The region of ``long_way`` is not reached in 20 steps from its first cell.  ``five``
has no answer: every connected pattern of three cells a line has a full block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import typed_stub

from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names
from pyasp_puzzles.puzzles import flower_finder
from pyasp_puzzles.puzzles.eternity import generate as eternity
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard as Edges
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard as Flowers
from pyasp_puzzles.puzzles.flower_finder.format import Strip
from pyasp_puzzles.puzzles.pips.generate import full_set, tiling
from pyasp_puzzles.puzzles.pips.instance import Cell, Domino, Region, make, names
from pyasp_puzzles.puzzles.pips.instance import PipsBoard as Pips
from pyasp_puzzles.puzzles.pips.regions import grown, shuffled
from pyasp_puzzles.verbs import solving


def edge_board(
    rows: int,
    columns: int,
    colours: int,
    seed: int,
    *,
    rim_colours: int = 0,
    framed: bool = True,
    hints: int = 0,
) -> tuple[Edges, EternitySolution]:
    """An edge-matching board and the answer from which it was cut; arguments as of ``cut``.

    >>> pp.verify(*edge_board(4, 5, 6, seed=1, rim_colours=2))
    []
    """
    pieces, placed = eternity.cut(Random(seed), rows, columns, colours, rim_colours, framed)
    title = f"Generated {rows} x {columns}, seed {seed}"
    given = tuple(sorted(placed[:hints]))
    board = Edges(title, rows, columns, pieces, 0 if framed else None, given)
    return board, eternity.answer_of(board, placed)


def _edges() -> dict[str, Edges]:
    """All but ``document_3x3``; in ``flipped_4x4`` a piece is printed as its mirror image."""
    framed = edge_board(4, 4, 4, 3, rim_colours=2)[0]
    inner = next(number for number, sides in enumerate(framed.pieces) if 0 not in sides)
    u, r, d, left = framed.pieces[inner]
    flipped = (*framed.pieces[:inner], (u, left, d, r), *framed.pieces[inner + 1 :])
    return {
        "alike_3x3": edge_board(3, 3, 2, 8, framed=False)[0],
        "flipped_4x4": replace(framed, title="Flipped 4 x 4", pieces=flipped),
        "framed_4x4": framed,
        "framed_4x6": edge_board(4, 6, 4, 2, rim_colours=3)[0],
        "framed_5x5": edge_board(5, 5, 4, 2, rim_colours=3)[0],
        "framed_7x7": edge_board(7, 7, 10, 1, rim_colours=5)[0],
        "hints_6x6": edge_board(6, 6, 6, 4, rim_colours=4, hints=2)[0],
        "unframed_3x4": edge_board(3, 4, 6, 1, framed=False)[0],
    }


def flower_frame(n: int, seed: int) -> Flowers:
    """A Flower Finder frame: n strips below and n across, each with n circles."""
    return Flowers(f"Generated, {n} circles a strip", flower_finder.cut(Random(seed), n))


def _flowers() -> dict[str, Flowers]:
    """The seeds have many answers, or few; in ``spoiled_5`` one circle is turned."""
    whole = flower_frame(5, 20)
    first, *others = whole.strips
    (x, y), *circles = first.circles
    turned = Strip(first.name, ((-y, x), *circles))
    spoiled = Flowers("Generated, 5 circles a strip, one spoiled", (turned, *others))
    seeds = {2: 13, 3: 8, 4: 8, 5: 20}
    return {"spoiled_5": spoiled} | {f"generated_{n}": flower_frame(n, s) for n, s in seeds.items()}


def domino_board(
    title: str, cells: Iterable[Cell], pieces: Sequence[Domino], seed: int, largest: int, loose: int
) -> Pips:
    """A Pips board with at least one answer, from which its regions and rules are made.

    Args:
        cells: the board, twice as many cells as dominoes.
        pieces: the dominoes, each with one copy.
        largest: the greatest number of cells in a region.
        loose: one region in ``loose`` gets a weaker rule than a sum.

    Raises:
        ValueError: the board cannot be covered by that many dominoes.
    """
    random = Random(seed)
    board = sorted(cells)
    links = tiling(board, random)
    if len(links) != len(pieces):
        raise ValueError(f"{len(pieces)} dominoes cannot cover these {len(board)} cells")
    pips: dict[Cell, int] = {}
    for link, domino in zip(shuffled(links, random), pieces, strict=True):
        pips.update(zip(shuffled(link, random), (domino.low, domino.high), strict=True))
    regions, left, name = [], set(board), names()
    for cell in shuffled(board, random):
        if cell in left:
            region = grown(cell, left, pips, random.randrange(largest) + 1, random)
            left -= region
            regions.append((tuple(sorted(region)), _rule(region, pips, loose, random)))
    named = [Region(next(name), rule, at, target) for at, (rule, target) in sorted(regions)]
    return make(title, named, pieces)


def _rule(cells: set[Cell], pips: dict[Cell, int], loose: int, random: Random) -> tuple[str, int]:
    """A rule and its target that fit the answer: ``equals`` if possible, else often a sum."""
    shown = [pips[cell] for cell in cells]
    total = sum(shown)
    alike, different = len(set(shown)) == 1 < len(shown), len(set(shown)) == len(shown) > 1
    rules = ["less", "greater", "empty", *(["unequal"] if different else [])]
    rule = rules[random.randrange(len(rules))]
    if random.randrange(loose):
        rule = "sum"
    if alike:
        rule = "equals"
    elif rule == "greater" and total == 0:
        rule = "less"
    target = {"sum": total, "less": total + 1 + random.randrange(2), "greater": total - 1}
    return rule, target.get(rule, 0)


def pips_cells(name: str) -> list[Cell]:
    return [cell for region in _shipped("pips", name).regions for cell in region.cells]


def _dominoes() -> dict[str, Pips]:
    nine = full_set(9)

    def made(name: str, title: str, pieces: Sequence[Domino], *rest: int) -> Pips:
        return domino_board(title, pips_cells(name), pieces, *rest)

    return {
        "heart": made("heart", "A heart", nine[15:55:2], 53, 2, 4),
        "three_rings": made("three_rings", "Double nine in three rings", nine, 13, 2, 1000),
        "two_islands": made("two_islands", "Two islands", nine[15:55:4], 47, 4, 3),
    }


MADE: dict[str, Callable[[], Mapping[str, Any]]] = {
    "eternity": _edges,
    "flower_finder": _flowers,
    "pips": _dominoes,
}


def _shipped(puzzle: str, name: str) -> Any:
    return load_boards(find_puzzle(puzzle), name)[0]


def shipped() -> Iterator[tuple[Path, str]]:
    """The path and the text of every shipped instance and example within a checkout."""
    for name in shipped_names():
        puzzle = find_puzzle(name)
        made = MADE[name]() if name in MADE else {}
        files = puzzle.instance_files()
        for board in files:
            kept = _shipped(name, board)
            path = Path("pyasp_puzzles", "puzzles", name, "instances", f"{board}.txt")
            yield path, puzzle.format(replace(made.get(board, kept), known=kept.known))
        first = puzzle.first or min(files)
        yield Path("lp", "examples", f"{name}.lp"), solving.facts(_shipped(name, first))


if __name__ == "__main__":
    for path, text in [*shipped(), (typed_stub.PATH, typed_stub.stub())]:
        (Path(__file__).parents[2] / path).write_text(text, encoding="utf-8")
