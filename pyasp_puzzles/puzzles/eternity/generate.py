"""New edge-matching boards: any size, number of colours, with a frame or without."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from pyasp_puzzles.boards.generator import Draft, Generator, Parameter, Sampler, Settings
from pyasp_puzzles.core.symmetry import ALL
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, Place, symmetries
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece, Sides, turned

LARGEST = 12
"""The greatest number of rows and columns that is offered."""

MOST_COLOURS = 99

MINIMAL, NONE = "minimal", "none"


def cut(
    random: Random, rows: int, columns: int, colours: int, rim_colours: int, framed: bool
) -> tuple[tuple[Sides, ...], list[HintPiece]]:
    """The pieces of a random board: colour all joints, cut the board, turn and shuffle the pieces.

    Args:
        colours: number of colours of the joints.
        rim_colours: number of further colours that lie only on the joints along the rim, as in
            Eternity II; 0: these joints have the same colours as all others.
        framed: whether colour 0 lies around the board; otherwise any colour may lie there.

    Returns:
        The pieces, and a hint for each place on the board, in random order: the answer from which
        the pieces were cut.
    """

    def colour(along_rim: bool, at_rim: bool) -> int:
        if at_rim and framed:
            return 0
        if along_rim and rim_colours:
            return 1 + random.randrange(rim_colours)
        return 1 + rim_colours + random.randrange(colours)

    below = [
        [colour(c in (0, columns - 1), r in (0, rows)) for c in range(columns)]
        for r in range(rows + 1)
    ]
    beside = [
        [colour(r in (0, rows - 1), c in (0, columns)) for c in range(columns + 1)]
        for r in range(rows)
    ]
    whole = {
        (r + 1, c + 1): (below[r][c], beside[r][c + 1], below[r + 1][c], beside[r][c])
        for r in range(rows)
        for c in range(columns)
    }
    order = list(whole)
    random.shuffle(order)
    turns = {cell: random.randrange(4) for cell in whole}
    pieces = tuple(turned(whole[cell], -turns[cell]) for cell in order)
    number = {cell: place for place, cell in enumerate(order, start=1)}
    placed = [HintPiece(*cell, number[cell], turns[cell]) for cell in whole]
    random.shuffle(placed)
    return pieces, placed


def answer_of(instance: EternityBoard, placed: Collection[HintPiece]) -> EternitySolution:
    """The answer in which each piece lies as a hint says."""
    return EternitySolution.of(replace(instance, hints=tuple(sorted(placed))).hinted.items())


def draft(random: Random, settings: Settings, _answer: Sampler) -> Draft[EternityBoard]:
    """A random board, cut from an answer, with its pieces as hints.

    No piece is a hint that lies alike in the answer and in its image under a rotation: with such
    hints alone the image would be a second answer, although no rotation keeps the hints. (A piece
    in the middle may: the rotation keeps this hint.)
    """
    rows, columns = settings["rows"], settings["columns"] or settings["rows"]
    framed = not settings["unframed"]
    pieces, placed = cut(
        random, rows, columns, settings["colours"], settings["rim_colours"], framed
    )
    title = f"{'Framed' if framed else 'Unframed'} {rows} x {columns}"
    bare = EternityBoard(title, rows, columns, pieces, 0 if framed else None)
    answer = answer_of(bare, placed)
    images = (symmetry.image(answer) for symmetry in symmetries(bare))
    alike = {item for image in images if image != answer for item in image.lying.items()}
    hints = []
    for hint in placed:
        cell, lying = (hint.row, hint.column), bare.as_kind(hint.piece, hint.turns)
        middle = (2 * hint.row, 2 * hint.column) == (rows + 1, columns + 1)
        if middle or (cell, lying) not in alike:
            hints.append(hint)
    atoms = (Place(*cell, *lying) for cell, lying in answer.lying.items())
    return Draft(replace(bare, hints=tuple(sorted(hints))), tuple(atoms))


GENERATOR = Generator[EternityBoard](
    draft,
    lambda board, settings: board.hints if settings["hints"] == MINIMAL else (),
    lambda board, kept: replace(board, hints=tuple(h for h in board.hints if h in kept)),
    parameters=(
        Parameter("rows", "rows of the board", 5, 1, LARGEST),
        Parameter("columns", "columns of the board; 0: as many as rows", 0, 0, LARGEST),
        Parameter("colours", "colours of the joints", 5, 1, MOST_COLOURS),
        Parameter(
            "rim_colours",
            "further colours, for the joints along the rim only; 0: these have the others",
            0,
            0,
            MOST_COLOURS,
        ),
        Parameter("unframed", "leave out the frame: any colour may lie at the rim", False),
        Parameter(
            "hints",
            "minimal: hints of which none can be dropped; none: no hint",
            MINIMAL,
            choices=(MINIMAL, NONE),
        ),
    ),
    classes=ALL,
    about="a random board, cut into pieces, with a minimal set of hints; unique up to rotation",
)
