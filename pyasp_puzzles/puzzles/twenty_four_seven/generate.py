"""New number grids: any size, digits and number of grids, with givens and views in any mixture."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from pyasp_puzzles.boards.drafts import SYMMETRY, Clue, check_motion, clues_of, with_clues
from pyasp_puzzles.boards.edit import typed
from pyasp_puzzles.boards.generator import Generator, Parameter, Sampler, Settings
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.values import Values
from pyasp_puzzles.core.errors import InstanceError, ParameterError
from pyasp_puzzles.puzzles.twenty_four_seven.instance import (
    CORNERS,
    DIGITS,
    GIVENS,
    MAX_SIDE,
    VIEWS,
    Digits,
    NumberGridBoard,
    per_line,
    usual_digits,
)

LARGEST = 16
"""The greatest size of a grid that is offered."""

LAYERS = GIVENS.named("givens"), VIEWS.named("views")
"""The layers of the clues that are dropped."""


def clues(instance: NumberGridBoard, settings: Settings) -> list[Clue]:
    """The givens and views that may be dropped: those that the mixture has, in groups."""
    shares = 100 - settings["views"], settings["views"]
    layers = [layer for layer, share in zip(LAYERS, shares, strict=True) if share]
    return list(clues_of(layers, instance, settings[SYMMETRY.name]))


def order(random: Random, groups: Sequence[Any], settings: Settings) -> list[Hashable]:
    """The clues in random order: the mixture says how likely a view is to stay."""
    views = [group for group in groups if group[0][0] == "views"]
    givens = [group for group in groups if group[0][0] == "givens"]
    random.shuffle(views)
    random.shuffle(givens)
    last_first: list[Hashable] = []
    while views or givens:
        view = random.randrange(100) < settings["views"]
        last_first.append((views if (views and view) or not givens else givens).pop())
    return last_first[::-1]


def draft(random: Random, settings: Settings, answer: Sampler) -> NumberGridBoard | None:
    """A random answer with all its givens and a view from each side of each line."""
    bare = _bare(settings)
    solution = answer(bare)
    if solution is None:
        return None
    givens = Values("value").unpack(solution.rows)
    digits = {row[:2]: row[2] for row in givens}
    views = []
    for place in VIEWS.all_beside(bare):
        seen = [digits[cell] for cell in bare.seen_from(place) if cell in digits]
        total = sum(seen)
        sums = random.randrange(100) < settings["sums"] and total > bare.largest
        if seen:
            views.append((*place, total if sums else seen[0]))
    return replace(bare, givens=givens, views=tuple(sorted(views)))


def _bare(settings: Settings) -> NumberGridBoard:
    """The board without givens and views.

    Raises:
        ParameterError: there is no such board.
    """
    size = settings["size"]
    if size == 5:
        raise settings.impossible(
            "size", "4, or 6 and more: a connected pattern on 5 x 5 cells has a full block"
        )
    digits, grids = _digits(settings), _grids(settings)
    rows, columns = (max(axis) + size - 1 for axis in zip(*grids, strict=True))
    if max(rows, columns) > MAX_SIDE:
        raise settings.impossible("grids", f"a board of at most {MAX_SIDE} rows and columns")
    check_motion(settings, rows, columns)
    if settings["sums"] and len(grids) == 1:
        raise settings.impossible("sums", "0: on a single grid all lines have the same sum")
    several = f", {len(grids)} grids" if len(grids) > 1 else ""
    title = f"Twenty Four Seven, {rows} x {columns} cells{several}"
    return NumberGridBoard(title, size, digits, grids)


def _digits(settings: Settings) -> Digits:
    """The digits of a grid with their copies: the user's, or those that fit size and line."""
    size, filled = settings["size"], settings["filled"]
    if settings["digits"]:
        return _own_digits(settings)
    if filled == 0:
        filled = 3 if size == 4 else round(0.6 * size)
    elif (filled >= size - 1 and size > 4) or filled < 3:
        raise settings.impossible(
            "filled", f"3 to {max(3, size - 2)} for size {size}: others have no connected pattern"
        )
    usual = usual_digits(size)
    if 2 * filled == size + 1 and sum(digit**2 for digit, _ in usual) % size == 0:
        return usual
    if filled * (size + 1) % 2 == 0:
        return tuple((digit, filled) for digit in range(1, size + 1))
    return tuple((digit, size) for digit in range(1, filled + 1))


def _own_digits(settings: Settings) -> Digits:
    size = settings["size"]
    try:
        digits: Digits = DIGITS.parsed(typed("digits", settings["digits"].replace(",", " ")))
        filled, _ = per_line(digits, size, "", "digits")
    except InstanceError as error:
        raise ParameterError(settings.puzzle, "digits", error.found, error.expected) from None
    if settings["filled"] not in (0, filled):
        raise settings.impossible("filled", f"{filled}, to which the digits come, or 0")
    return digits


def _grids(settings: Settings) -> tuple[Place, ...]:
    """The top left cells of the grids, sorted."""
    expected = "top left cells 'ROW COLUMN' with commas between, from row 1 and column 1 on"
    try:
        corners = CORNERS.listed(None, typed("grids", settings["grids"]))
    except InstanceError:
        raise settings.impossible("grids", expected) from None
    grids = tuple(sorted(set(corners)))
    if len(grids) < len(corners):
        raise settings.impossible("grids", expected)
    for axis, name in enumerate(("row", "column")):
        starts = sorted({corner[axis] for corner in grids})
        gaps = any(b > a + settings["size"] for a, b in pairwise(starts))
        if starts[0] != 1 or gaps:
            raise settings.impossible("grids", f"{expected}, and a grid in each {name}")
    return grids


GENERATOR = Generator[NumberGridBoard](
    draft,
    clues,
    partial(with_clues, LAYERS),
    order,
    parameters=(
        Parameter("size", "rows, and columns, of a grid", 7, 4, LARGEST),
        Parameter("filled", "filled cells in each line; 0: about three in five", 0, 0, LARGEST),
        Parameter(
            "digits",
            "the digits of a grid with their copies, such as '1x4 3x4 5x4'; left out: those that "
            "fit",
            "",
            metavar="DIGITxCOPIES...",
        ),
        Parameter(
            "grids",
            "top left cells of the grids, such as '1 1, 4 4'; they may overlap",
            "1 1",
            metavar="ROW COLUMN, ...",
        ),
        Parameter(
            "views", "share of views among the clues, in percent; the others are givens", 50, 0, 100
        ),
        Parameter(
            "sums", "share of sums among the views, in percent, with several grids", 0, 0, 100
        ),
        SYMMETRY,
    ),
    about="a random answer with givens and views, of which none can be dropped",
)
