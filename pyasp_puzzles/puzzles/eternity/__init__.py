"""Eternity: lay square pieces on a board so that sides that touch have the same colour.

The puzzle is known from Eternity II (256 pieces, 16 x 16, unsolved without its frame of hints);
the founding instance is the 3 x 3 board of a tutorial on solving it with SeaPearl.  Pieces are
turned, never flipped; on a framed board one colour, the grey of most sets, lies just along the
rim.  One of that board's 16 answers, four up to rotation, colour by colour::

    +-----------+
    | 0   0   0 |      a piece is written u r d l: clockwise from the top
    |0 1 1 1 1 0|      corner 0 1 2 0 at the upper left, border 0 1 4 1 beside it,
    | 2   4   2 |      and where they touch both have a 1
    | 2   4   2 |
    |0 3 3 4 4 0|      pieces that look alike after a turn are copies of one kind, so that
    | 1   3   2 |      exchanging them makes no new answer
    | 1   3   2 |
    |0 1 1 2 2 0|
    | 0   0   0 |
    +-----------+
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from clingo import Symbol

from pyasp_puzzles.atoms import Predicate
from pyasp_puzzles.drawing.picture import Picture
from pyasp_puzzles.errors import AnswerError, Phrase, counted
from pyasp_puzzles.puzzle import Profile, Puzzle
from pyasp_puzzles.puzzles.eternity import format as text_format
from pyasp_puzzles.puzzles.eternity import letters as eternity_letters
from pyasp_puzzles.puzzles.eternity import viewer as eternity_viewer
from pyasp_puzzles.puzzles.eternity.files import parse
from pyasp_puzzles.puzzles.eternity.format import Instance, Sides, turned
from pyasp_puzzles.puzzles.eternity.picture import draw
from pyasp_puzzles.symmetry import ALL, ROTATIONS, Symmetries, Symmetry


def cuts(instance: Instance, atoms: Sequence[Symbol]) -> Iterator[list[list[Symbol]]]:
    """The pieces that fit a cell: the corner at the upper left, the border, the rest row by row.

    A sweep takes 1.1 times the conflicts of one search in all cubes together, where the cell with
    the fewest pieces is taken 1.3 times (7 x 7, CPU time).
    """
    fitting: dict[tuple[int, int], list[Symbol]] = defaultdict(list)
    for atom in atoms:
        row, column, _, _ = atom.arguments
        fitting[row.number, column.number].append(atom)
    yield from ([fitting[cell]] for cell in sorted(fitting))


def size(instance: Instance) -> str:
    colours = {colour for sides in instance.pieces for colour in sides} - {instance.frame}
    words = [f"{instance.rows} x {instance.columns} cells", counted(len(colours), "colour")]
    if instance.frame is None:
        words.append("no frame")
    if instance.hints:
        words.append(counted(len(instance.hints), "hint"))
    return ", ".join(words)


PROFILES = {
    "learn": Profile(
        ("--configuration=crafty",),
        ("first",),
        about="learns from conflicts, clasp's configuration crafty",
    ),
    "sweep": Profile(
        ("--no-lookback", "--lookahead=no", "--heuristic=None"),
        ("all", "unsat"),
        about="goes row by row, without learning",
    ),
}

PUZZLE = Puzzle(
    name="eternity",
    title="Eternity (edge matching)",
    instance_type=Instance,
    solution_type=Solution,
    inputs=(Size, Frame, PieceFact, Copies, HintFact),
    answers=(Place,),
    parse=parse,
    format=text_format.format_text,
    facts=facts,
    decode=decode,
    verify=verify,
    picture=picture,
    size=size,
    symmetries=Symmetries(symmetries, {ALL: {}, ROTATIONS: {}}),
    read=read,
    profiles=PROFILES,
    engines={},  # placements of pieces by colours: hardly a cover of the board matches
    cuts=cuts,
    first="document_3x3",
    export={"board_edges": board_edges, "viewer": viewer},
    file_formats=text_format.__doc__ or "",
    reading=("size",),
)
