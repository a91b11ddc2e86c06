"""Packing: fill a space with pieces made of cells (polyforms), each as often as the board says.

Pieces lie inside the space and do not overlap. They cover every cell, except cells that may stay
empty. A piece may be turned; on most flat boards it may be turned over, too. Given pieces lie in
the space from the start and do not move.

The founding instance is the Hexagonal Cylinder puzzle of Leslie Shader (notebook
"HexagonalPuzzleSat" of the Rexl samples): 11 pieces of hexagonal prisms fill a triangular
cylinder three layers high in 110 ways up to rotation, 660 in all.  A smaller one, solved: the
piece L twice and the piece I once, in three rows of four (4 answers, 1 up to symmetry)::

    ┌───────────┬───┐
    │ L   L   L │ L │
    │   ┌───────┘   │
    │ L │ L   L   L │
    ├───┴───────────┤
    │ I   I   I   I │
    └───────────────┘

Coordinates are those of :mod:`pyasp_puzzles.puzzles.packing.geometry` and of ``lp/packing.lp``.

Symmetries are the isometries that keep the space, the set of pieces and what is given; a mirror
image may exchange pieces.  ``symmetry="rotations"`` leaves mirror images apart: reflections of the
plane on a flat board (the board turned over), in space what no hand can do.  See
``docs/use/symmetry.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pyasp_puzzles.boards.formats.fields import is_json
from pyasp_puzzles.boards.formats.text import bare_lines
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.puzzle import ENGINES, Found, MadeLater, Profile, WholeFile
from pyasp_puzzles.core.symmetry import ALL, ROTATIONS, Symmetries
from pyasp_puzzles.puzzles.packing import burrtools
from pyasp_puzzles.puzzles.packing import format as files
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.picture import picture
from pyasp_puzzles.puzzles.packing.placements import INPUTS, cuts, facts, symmetries
from pyasp_puzzles.puzzles.packing.play import GENRE, PLAY

if TYPE_CHECKING:
    from pyasp_puzzles.boards.edit import EditForm
    from pyasp_puzzles.boards.generator import Generator
    from pyasp_puzzles.boards.optimiser import Optimiser
    from pyasp_puzzles.puzzles.packing.placements import PackingSolution


def parse(text: str, source: str) -> Mapping[str, PackingBoard]:
    """The boards of a file, by label: text, JSON or BurrTools' XML.

    Raises:
        InstanceError: the text is no instance; the message says where and why.
    """
    if burrtools.is_xml(text):
        return burrtools.parse(text, source)
    if not is_json(text) and (lines := bare_lines(text)):
        return {"": GENRE.read(files.bare_board(lines, source))}
    return GENRE.parse(text, source)


PLAIN = ("--no-lookback", "--heuristic=None")
"""A search without learning, which takes the placements in the order of the sweep."""

PROFILES = {
    "sweep": Profile(
        (*PLAIN, "--lookahead=atom,1"),
        ("all", "unsat"),
        {"labels": 0},
        ("packing", "packing_sweep"),
        about="fills cell by cell without learning, looking ahead",
    ),
    "dive": Profile(
        (*PLAIN, "--lookahead=no"),
        ("first",),
        {"labels": 0},
        ("packing", "packing_sweep"),
        about="fills cell by cell without learning",
        portfolio=(
            "[dive]: --no-lookback --heuristic=None --lookahead=no --restarts=no --deletion=no",
            "[learn](crafty): --restarts=L,100",
        ),
    ),
    "learn": Profile(
        ("--config=crafty", "--restarts=L,100"),
        about="learns from conflicts: clasp's configuration crafty with Luby restarts",
    ),
}


def _xmpuzzle(boards: Sequence[Found[PackingBoard, PackingSolution]]) -> str:
    from pyasp_puzzles.puzzles.packing import xmpuzzle

    return xmpuzzle.write(boards)


def _edit() -> EditForm[PackingBoard]:
    from pyasp_puzzles.puzzles.packing.edit import EDIT

    return EDIT


def _generator() -> Generator[PackingBoard]:
    from pyasp_puzzles.puzzles.packing.generate import GENERATOR

    return GENERATOR


def _best() -> Optimiser[PackingBoard, PackingSolution]:
    from pyasp_puzzles.puzzles.packing.best import OPTIMISER

    return OPTIMISER


PUZZLE = layered(
    GENRE,
    inputs=MadeLater(lambda: tuple(each.kind for each in INPUTS)),
    parse=parse,
    title="Polyform packing",
    facts=facts,
    picture=picture,
    read=lambda board, text: PLAY.solution(board, PLAY.read(board, text)),
    symmetries=Symmetries(symmetries, {ALL: {}, ROTATIONS: {"mirrors": 0}}),
    profiles=PROFILES,
    engines=ENGINES,
    cuts=cuts,
    first="hexagonal_cylinder",
    export={"xmpuzzle": WholeFile(_xmpuzzle)},
    file_formats=f"{files.__doc__ or ''}\n{burrtools.__doc__ or ''}",
    play=PLAY,
    edit=MadeLater(_edit),
    generator=MadeLater(_generator),
    best=MadeLater(_best),
)
