"""Flower Finder played by hand: strips are laid in the locations of two layers.

The first half of the poses of a strip are its distinct flips, lying down in the lower layer; the
second half are the same flips, lying across in the upper layer.  A cell is a hole, alone or with
its layer, 1 or 2: ``(5,)``, ``(5, 1)``.  A hole alone means the layer in which the pose lies, or
the strip that one sees there from above.  With a layer, a strip is laid in this layer whatever the
pose, so that to turn a strip flips it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place as Cell
from pyasp_puzzles.boards.play import Laid, MoveError, PlayForm, Progress, Tool, keys
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.core.errors import shorten
from pyasp_puzzles.pictures.picture import Panel
from pyasp_puzzles.puzzles.flower_finder.facts import Place, flips_of, kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance
from pyasp_puzzles.puzzles.flower_finder.partial import holes, lying_in
from pyasp_puzzles.puzzles.flower_finder.picture import strip_panel

LAYERS = ("lower", "upper")


def tools(instance: Instance, partial: Partial) -> Sequence[Tool]:
    """The kinds of strips."""
    laid = Counter(place.kind for place in lying_in(partial).values())
    every = kinds(instance)
    key = keys(every)
    return [
        Tool(kind, 2 * len(_flips(instance, kind)), max(0, len(strips) - laid[kind]), key[kind])
        for kind, strips in every.items()
    ]


def lay(instance: Instance, partial: Partial, laid: Laid) -> Partial:
    """Lay a strip in the location of a hole.

    Raises:
        MoveError: there is no such strip or none is left, the frame has no such hole, or a strip
            lies in that location.
    """
    flips = _flips(instance, laid.tool)
    hole, layer = _hole(instance, laid.cell)
    if not 0 <= laid.pose < 2 * len(flips):
        raise MoveError(f"Strip {laid.tool} has the poses 0 to {2 * len(flips) - 1}.")
    across = laid.pose >= len(flips) if layer is None else layer == 1
    location = _location(instance, hole, across)
    known = lying_in(partial)
    if location in known:
        raise MoveError(f"Strip {known[location].kind} lies there in the {LAYERS[across]} layer.")
    used = sum(place.kind == laid.tool for place in known.values())
    if used >= len(kinds(instance)[laid.tool]):
        raise MoveError(f"No strip {laid.tool} is left.")
    return partial.holding([Place(laid.tool, location, flips[laid.pose % len(flips)])])


def take(instance: Instance, partial: Partial, cell: Cell) -> Partial:
    """Without the strip over a hole; of a hole alone, the upper strip, or else the lower one.

    Raises:
        MoveError: the frame has no such hole.
    """
    there = _at(instance, partial, cell)
    return partial.without(Partial.of([there] if there else []))


def lying(instance: Instance, partial: Partial, cell: Cell) -> Laid | None:
    """The strip over a hole, laid in the first hole of its location, with its layer."""
    try:
        there = _at(instance, partial, cell)
        flips = _flips(instance, there.kind) if there else []
    except MoveError:
        return None
    if there is None or there.flip not in flips:
        return None
    across = there.location > instance.n
    pose = flips.index(there.flip) + across * len(flips)
    return Laid(there.kind, pose, (holes(instance.n, there.location)[0], 1 + across))


def look(instance: Instance, tool: str, pose: int) -> Panel:
    """The strip as it lies."""
    flips = _flips(instance, tool)
    return strip_panel(instance, tool, flips[pose % len(flips)], pose >= len(flips))


def progress(instance: Instance, partial: Partial) -> Progress:
    """The strips that lie in the frame."""
    return Progress(len(lying_in(partial)), 2 * instance.n, "strips")


def spots(instance: Instance, atom: Predicate) -> Iterator[Cell]:
    """The holes of the location of a strip, with its layer."""
    assert isinstance(atom, Place)
    layer = 2 if atom.location > instance.n else 1
    return ((hole, layer) for hole in holes(instance.n, atom.location))


def _at(instance: Instance, partial: Partial, cell: Cell) -> Place | None:
    """The strip over a hole, in its layer or the uppermost one."""
    hole, layer = _hole(instance, cell)
    known = lying_in(partial)
    layers = (1, 0) if layer is None else (layer,)
    places = (known.get(_location(instance, hole, bool(one))) for one in layers)
    return next((place for place in places if place), None)


def _location(instance: Instance, hole: int, across: bool) -> int:
    row, column = divmod(hole - 1, instance.n)
    return instance.n + row + 1 if across else column + 1


def _hole(instance: Instance, cell: Cell) -> tuple[int, int | None]:
    """The hole that a cell names, and the index of its layer, if it names one."""
    hole, *rest = cell
    if not 1 <= hole <= instance.n**2 or len(rest) > 1 or not set(rest) <= {1, 2}:
        raise MoveError(f"The frame has no hole {cell if rest else hole}.")
    return hole, rest[0] - 1 if rest else None


def _flips(instance: Instance, kind: str) -> list[str]:
    if kind not in kinds(instance):
        raise MoveError(f"There is no strip {shorten(kind)}.")
    return flips_of(instance, kind)


PLAY = PlayForm(tools, lay, take, lying, look, progress, spots=spots)
