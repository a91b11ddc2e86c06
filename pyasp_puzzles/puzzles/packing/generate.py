"""New packing boards: minimal given placements, or pieces that fill a space in one class of ways.

The pieces are those of a shipped board, or polyforms of any lattice and size: all of them where
they fill the space, else those that a random filling uses.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from pyasp_puzzles.boards.generator import (
    Draft,
    Generator,
    NoBoardError,
    Parameter,
    Sampler,
    Settings,
)
from pyasp_puzzles.boards.registry import find_puzzle, load_boards
from pyasp_puzzles.core.errors import counted, did_you_mean
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.puzzles.packing.cells import FORMS, space
from pyasp_puzzles.puzzles.packing.geometry import LATTICES, Lattice, Point, polyforms
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import (
    MOVES,
    PackingBoard,
    Piece,
    pivoted,
    set_of,
    usual_moves,
)
from pyasp_puzzles.puzzles.packing.placements import PolyformPlaced, placement_of

GIVENS, CLASS = "givens", "class"

MOST_CELLS = 200
"""The greatest number of cells of a space that is offered."""
MOST_BLOCKS = {True: 6, False: 5}
"""The most blocks of a piece that are offered, in a flat lattice and in space."""
MOST_HOLES, MOST_COPIES = 50, 99

USUAL = {
    "square": {"space": "6x10", "blocks": "5"},
    "cubic": {"space": "3x4x5", "blocks": "5"},
    "hexagonal": {"space": "5x6", "blocks": "5"},
    "hexprism": {"space": "triangle4x2", "blocks": "4"},
    "triangular": {"space": "hexagon3", "blocks": "6"},
    "triprism": {"space": "hexagon1x4", "blocks": "4"},
}
"""The values of parameters that depend on the lattice, where the user names none."""

USUAL_MOVES = "usual"
NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""Names of other pieces: one sign each, so that givens can be drawn.

Of a family with more pieces, the pieces of a board have these names in their order.
"""


def draft(random: Random, settings: Settings, answer: Sampler) -> Draft[PackingBoard] | None:
    """A random space with a random filling: all of it given, or just the pieces that it uses.

    ``None``: the pieces do not fill the space with these holes, or no filling was found within the
    limit.

    Raises:
        ParameterError: there is no such board; the message says what is possible.
    """
    board = _board(random, settings)
    try:
        filling = answer(board)
    except NoBoardError:
        if not settings["holes"]:
            expected = "another one, or holes: a search proves that these pieces do not fill it"
            raise settings.impossible("space", expected, _title(settings)) from None
        return None
    if filling is None:
        return None
    names = {piece.name: piece.name for piece in board.pieces}
    if not settings["board"]:
        used = Counter(placement.piece for placement in filling.placements)
        chosen = [piece for piece in board.pieces if used[piece.name]]
        if len(board.pieces) > len(NAMES) >= len(chosen):
            names = {piece.name: sign for piece, sign in zip(chosen, NAMES, strict=False)}
        times = ((piece, names[piece.name], used[piece.name]) for piece in chosen)
        pieces = tuple(replace(piece, name=name, least=n, most=n) for piece, name, n in times)
        board = replace(board, pieces=pieces)
    given = tuple(sorted(GivenPiece(names[p.piece], p.cells) for p in filling.placements))
    atoms = tuple(PolyformPlaced(*placement_of(board, laid)) for laid in given)
    return Draft(board if settings["kind"] == CLASS else replace(board, given=given), atoms)


def _board(random: Random, settings: Settings) -> PackingBoard:
    """A space and the pieces that it may take."""
    if settings["board"]:
        return _shipped(settings)
    cells, holes, moves = _space(settings), settings["holes"], settings["moves"]
    pieces, grid = _family(settings, len(cells) - holes), LATTICES[settings["lattice"]]
    left = _pierced(random, grid, cells, holes)
    moves = usual_moves(grid) if moves == USUAL_MOVES else moves
    return PackingBoard(_title(settings), grid.name, moves, left, pieces)


def _pierced(
    random: Random, grid: Lattice, cells: tuple[Point, ...], holes: int
) -> tuple[Point, ...]:
    """The space without some random cells, one after the other; the rest hangs together.

    Some cell can always go: a leaf of a spanning tree.
    """
    left = list(cells)
    while len(left) > len(cells) - holes:
        gone = random.choice(left)
        rest = [cell for cell in left if cell != gone]
        left = rest if grid.is_connected(rest) else left
    return tuple(left)


def _shipped(settings: Settings) -> PackingBoard:
    """The shipped board that the user names, if no other parameter would change it."""
    name, puzzle = settings["board"], find_puzzle("packing")
    shipped = [load_boards(puzzle, file)[0] for file in puzzle.instance_files()]
    boards: dict[str, PackingBoard] = {
        board.name: board for board in shipped if dict(board.known)["answers"] and not board.given
    }
    if name not in boards:
        expected = f"one of {', '.join(boards)}{did_you_mean(name, boards)}"
        raise settings.impossible("board", expected)
    if settings["kind"] == CLASS:
        expected = "beside board: the space and the pieces of a shipped board are fixed"
        raise settings.impossible("kind", f"{GIVENS} {expected}")
    for own in PARAMETERS:
        if own.name not in ("kind", "board") and settings[own.name] != own.default:
            expected = f"nothing beside board {name}, which is a space with its pieces"
            raise settings.impossible(own.name, expected)
    return replace(boards[name], known=(), name="")


def _or_usual(settings: Settings, name: str) -> str:
    """The value of a parameter, or the usual one of the lattice."""
    return str(settings[name] or USUAL[settings["lattice"]][name])


def _space(settings: Settings) -> tuple[Point, ...]:
    """The cells of the space, holes included."""
    lattice = settings["lattice"]
    cells = space(lattice, _or_usual(settings, "space"))
    if cells is None:
        raise settings.impossible("space", f"{FORMS[lattice]}, each up to 99 (lattice {lattice})")
    if not 1 <= len(cells) <= MOST_CELLS:
        raise settings.impossible("space", f"1 to {MOST_CELLS} cells", counted(len(cells), "cell"))
    if settings["holes"] >= len(cells):
        raise settings.impossible("holes", f"fewer than the {len(cells)} cells of the space")
    return cells


def _family(settings: Settings, cells: int) -> tuple[Piece, ...]:
    """The polyforms that may be used, each from 0 times up; all where they just fill the cells."""
    fewest, most = _sizes(settings)
    pieces, copies = _polyforms(settings["lattice"], fewest, most), settings["copies"]
    blocks = sum(len(piece.blocks) for piece in pieces) * copies
    if fewest == most and cells % fewest:
        holes = cells % fewest + settings["holes"]
        expected = f"a multiple of {fewest}, the blocks of a piece; holes {holes} would do"
        raise settings.impossible("space", expected, counted(cells, "cell"))
    if blocks < cells:
        enough = -(-cells * copies // blocks)
        there = f"{counted(len(pieces), 'piece')} have {blocks // copies} blocks together"
        expected = f"at least {enough}: {there}, and the space has {cells} cells"
        raise settings.impossible("copies", expected)
    if blocks == cells:
        if settings["kind"] == CLASS and not settings["holes"]:
            expected = f"{GIVENS}, or a smaller space or holes: all pieces of the family are used"
            raise settings.impossible("kind", f"{expected}, so there is only one such board")
        return tuple(replace(piece, least=copies, most=copies) for piece in pieces)
    return tuple(replace(piece, least=0, most=copies) for piece in pieces)


def _sizes(settings: Settings) -> tuple[int, int]:
    """The least and the greatest number of blocks of a piece."""
    match = re.fullmatch(r"([1-9])(?:-([1-9]))?", _or_usual(settings, "blocks"))
    fewest, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    greatest = MOST_BLOCKS[LATTICES[settings["lattice"]].flat]
    if not 1 <= fewest <= most <= greatest:
        expected = f"a number from 1 to {greatest}, or a range such as 3-4"
        raise settings.impossible("blocks", f"{expected} (lattice {settings['lattice']})")
    return fewest, most


@cache
def _polyforms(lattice: str, fewest: int, most: int) -> tuple[Piece, ...]:
    """All polyforms with so many blocks, under short names."""
    if (lattice, fewest, most) == ("square", 5, 5):
        return tuple(set_of("pentominoes", LATTICES[lattice]))
    shapes = [shape for size in range(fewest, most + 1) for shape in polyforms(lattice, size)]
    names = NAMES if len(shapes) <= len(NAMES) else [f"P{n}" for n in range(1, len(shapes) + 1)]
    named = zip(names, shapes, strict=False)
    return tuple(Piece(name, pivoted(LATTICES[lattice], shape)) for name, shape in named)


def _title(settings: Settings) -> str:
    """The family and the space in words."""
    blocks, words = (_or_usual(settings, name) for name in ("blocks", "space"))
    holes = f" with {counted(settings['holes'], 'hole')}" if settings["holes"] else ""
    return f"Pieces of {blocks} cells, {settings['lattice']} {words}{holes}"


PARAMETERS = (
    Parameter(
        "kind",
        "givens: a minimal set of given placements leaves one answer; class: none, all answers are "
        "images of one",
        GIVENS,
        choices=(GIVENS, CLASS),
    ),
    Parameter(
        "board",
        "a shipped board, such as soma, whose space and pieces are taken; left out: the space "
        "and the pieces of the next parameters",
        "",
        metavar="NAME",
    ),
    Parameter("lattice", "what cells are", "square", choices=tuple(LATTICES)),
    Parameter(
        "space",
        "a box such as 5x12 or 3x4x5, or triangle5, hexagon3x2 and the like; left out: a usual "
        "one of the lattice",
        "",
        metavar="SPACE",
    ),
    Parameter("holes", "cells that are cut out at random", 0, 0, MOST_HOLES),
    Parameter(
        "blocks",
        "blocks of a piece, a number or a range such as 3-4; left out: usual ones of the lattice",
        "",
        metavar="NUMBER",
    ),
    Parameter("copies", "most copies of each piece", 1, 1, MOST_COPIES),
    Parameter(
        "moves",
        "moves of a piece; usual: reflections on flat boards, else rotations",
        USUAL_MOVES,
        choices=(USUAL_MOVES, *MOVES),
    ),
)

GENERATOR = Generator[PackingBoard](
    draft,
    lambda instance, _: instance.given,
    lambda instance, kept: replace(
        instance, given=tuple(laid for laid in instance.given if laid in kept)
    ),
    parameters=PARAMETERS,
    classes=lambda settings: ALL if settings["kind"] == CLASS else "",
    about="the pieces of a random filling with minimal given placements, or with one class of "
    "answers",
)
