"""The shipped edge-matching boards.

``document_3x3`` is the board of a tutorial on solving such puzzles with SeaPearl;
:func:`generate` makes all others.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.puzzles.eternity.facts import Solution
from pyasp_puzzles.puzzles.eternity.generate import answer_of, cut
from pyasp_puzzles.puzzles.eternity.instance import MAX_CELLS, MAX_COLOUR, Instance
from pyasp_puzzles.puzzles.eternity.verify import verify


def generate(
    rows: int,
    columns: int,
    colours: int,
    seed: int,
    *,
    rim_colours: int = 0,
    framed: bool = True,
    hints: int = 0,
) -> tuple[Instance, Solution]:
    """A random board with an answer, unique or not, from :func:`cut`.

    Args:
        rows, columns: size of the board.
        colours: number of colours of the joints.
        seed: the same seed gives the same board, everywhere.
        rim_colours: number of further colours that lie only on the joints along the rim, as in
            Eternity II; 0: these joints have the same colours as all others.
        framed: whether colour 0 lies around the board; otherwise any colour may lie there.
        hints: number of pieces that lie in place.

    Returns:
        The board, and the answer from which it was cut, verified.

    Raises:
        PuzzleError: a size or a number is out of range.

    >>> board, answer = generate(4, 5, 6, seed=1, rim_colours=2)
    >>> verify(board, answer)
    []
    """
    for what, found, least, most in (
        ("rows", rows, 1, MAX_CELLS),
        ("columns", columns, 1, MAX_CELLS // max(1, rows)),
        ("colours", colours, 1, MAX_COLOUR - rim_colours),
        ("rim_colours", rim_colours, 0, MAX_COLOUR),
        ("hints", hints, 0, rows * columns),
    ):
        if not least <= found <= most:
            raise PuzzleError(f"{what}: found {found}, expected {least} to {most}")
    pieces, placed = cut(Random(seed), rows, columns, colours, rim_colours, framed)
    title = f"Generated {rows} x {columns}, seed {seed}"
    given = tuple(sorted(placed[:hints]))
    board = Instance(title, rows, columns, pieces, 0 if framed else None, given)
    answer = answer_of(board, placed)
    broken = verify(board, answer)
    if broken:
        raise AssertionError(broken)
    return board, answer


def document_3x3() -> Instance:
    """The 3 x 3 board of the tutorial: two colours along the rim, two around the middle piece."""
    corners = [(0, 0, a, b) for a in (1, 2) for b in (1, 2)]
    borders = [(0, 1, 3, 2), (0, 1, 4, 1), (0, 2, 3, 1), (0, 2, 4, 2)]
    pieces = (*corners, *borders, (3, 3, 4, 4))
    return Instance("SeaPearl tutorial, 3 x 3", 3, 3, pieces)


def catalogue() -> dict[str, Instance]:
    """The shipped instances by name, with their known counts.

    ``flipped_4x4`` has no answer: a piece of ``framed_4x4`` is printed as its mirror image.
    ``alike_3x3`` has many copies and symmetric pieces, and no anchor (``lp/symmetry/eternity.lp``).
    """
    framed = generate(4, 4, 4, 3, rim_colours=2)[0]
    inner = next(number for number, sides in enumerate(framed.pieces) if 0 not in sides)
    u, r, d, left = framed.pieces[inner]
    flipped = (*framed.pieces[:inner], (u, left, d, r), *framed.pieces[inner + 1 :])
    found = {
        "document_3x3": document_3x3(),
        "alike_3x3": generate(3, 3, 2, 8, framed=False)[0],
        "flipped_4x4": replace(framed, title="Flipped 4 x 4", pieces=flipped),
        "framed_4x4": framed,
        "framed_4x6": generate(4, 6, 4, 2, rim_colours=3)[0],
        "framed_5x5": generate(5, 5, 4, 2, rim_colours=3)[0],
        "framed_7x7": generate(7, 7, 10, 1, rim_colours=5)[0],
        "hints_6x6": generate(6, 6, 6, 4, rim_colours=4, hints=2)[0],
        "unframed_3x4": generate(3, 4, 6, 1, framed=False)[0],
    }
    return {name: replace(instance, known=_KNOWN[name]) for name, instance in found.items()}


def _known(answers: int, classes: int) -> Known:
    return (("answers", answers), ("classes", classes))


_KNOWN = {
    "document_3x3": _known(16, 4),
    "alike_3x3": _known(9432, 2364),
    "flipped_4x4": _known(0, 0),
    "framed_4x4": _known(4, 1),
    "framed_4x6": _known(10, 5),
    "framed_5x5": _known(20, 5),
    "framed_7x7": _known(4, 1),
    "hints_6x6": _known(1, 1),
    "unframed_3x4": _known(3096, 1548),
}
