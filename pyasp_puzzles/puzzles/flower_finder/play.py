"""Flower Finder by hand: marks and notation of its answers, and frames that are changed.

The first half of the poses of a strip are its distinct flips, lying down in the lower layer; the
second half are the same flips, lying across in the upper layer.  A place is a hole, alone or with
its layer, 1 or 2: ``(5,)``, ``(5, 1)``.  A hole alone means the layer in which the pose lies, or
the strip that one sees there from above.  With a layer, a strip is laid in this layer whatever the
pose, so that to turn a strip flips it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pyasp_puzzles.boards.answer_text import found
from pyasp_puzzles.boards.board import Row
from pyasp_puzzles.boards.edit import EditForm, Fields, Values, clue, needed
from pyasp_puzzles.boards.editing import replaced
from pyasp_puzzles.boards.formats.text import UNKNOWN
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.pieces import Poses
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import BoardProgress, Laid
from pyasp_puzzles.core.atoms import Predicate, arguments
from pyasp_puzzles.core.errors import AnswerError, Phrase, counted
from pyasp_puzzles.pictures.picture import Panel
from pyasp_puzzles.puzzles.flower_finder.format import (
    CIRCLES,
    FLIPS,
    NAMES,
    QUARTERS,
    STRIP_NAMES,
    FlowerBoard,
    FlowerSolution,
    Placement,
    Strip,
    StripPlaced,
    Vector,
    as_kind,
    canonical,
    empty,
    flips_of,
    holes,
    json_boards,
    kinds,
)
from pyasp_puzzles.puzzles.flower_finder.picture import picture, strip_panel, upright_picture
from pyasp_puzzles.puzzles.flower_finder.verify import verify


@dataclass(frozen=True)
class StripPoses(Poses):
    """Strips in the locations of a frame: rows of kind, location and flip."""

    piece: str = field(default="strip", kw_only=True)
    noun: str = field(default="hole", kw_only=True)

    def stock(self, board: FlowerBoard) -> Mapping[str, int]:
        return {kind: len(strips) for kind, strips in kinds(board).items()}

    def poses(self, board: FlowerBoard, name: str) -> int:
        return 2 * len(flips_of(board, name))

    def places(self, board: FlowerBoard) -> Sequence[Place]:
        return [(hole, *layer) for hole in range(1, board.n**2 + 1) for layer in ((), (1,), (2,))]

    def checked(self, board: FlowerBoard, atoms: Iterable[Predicate]) -> list[Row]:
        allowed = [strip.name for strip in board.strips], range(1, 2 * board.n + 1), list(FLIPS)
        rows = []
        for atom in atoms:
            rows.append(arguments(atom))
            for there, known in zip(rows[-1], allowed, strict=True):
                if there not in known:
                    expected = f"one of {', '.join(map(str, known))} where {there} stands"
                    raise AnswerError(board.name, "answer", str(atom), expected)
        return rows

    def pack(self, board: FlowerBoard, rows: Iterable[Row]) -> tuple[Placement, ...]:
        placements = (Placement(location, kind, flip) for kind, location, flip in rows)
        return canonical(board, placements, by_kind=True)

    def covered(self, board: FlowerBoard, row: Row) -> Sequence[Place]:
        return [(hole, 1 + (row[1] > board.n)) for hole in holes(board.n, row[1])]

    def pictured(self, board: FlowerBoard, atom: Predicate) -> Sequence[Place]:
        ((_, location, _),) = self.checked(board, [atom])
        return [(hole,) for hole in holes(board.n, location)]

    def meant(self, rows: Mapping[Place, Row], place: Place) -> Place:
        return next((x for x in ((*place, 2), (*place, 1)) if x in rows), place)

    def place_name(self, place: Place) -> str:
        return "hole {} of the {} layer".format(place[0], ("lower", "upper")[place[1] - 1])

    def ways(self, board: FlowerBoard, laid: Laid) -> list[Row]:
        flips, (hole, *layer) = flips_of(board, laid.tool), laid.cell
        row, column = divmod(hole - 1, board.n)
        across = layer == [2] if layer else laid.pose >= len(flips)
        location = board.n + row + 1 if across else column + 1
        return [(laid.tool, location, flips[laid.pose % len(flips)])]

    def laid(self, board: FlowerBoard, row: Row) -> Laid:
        name, location, flip = row  # perhaps another strip of the kind, or a flip of the same look
        kind, flip = as_kind(board, name, flip)
        flips = flips_of(board, kind)
        pose = flips.index(flip) + (location > board.n) * len(flips)
        return Laid(kind, pose, self.covered(board, row)[0])

    def look(self, board: FlowerBoard, tool: str, pose: int) -> Panel:
        flips = flips_of(board, tool)
        return strip_panel(board, tool, flips[pose % len(flips)], pose >= len(flips))

    def progress(
        self, board: FlowerBoard, rows: Mapping[Place, Row], absent: Collection[Place]
    ) -> BoardProgress:
        return BoardProgress(len(set(rows.values())), 2 * board.n, "strips")


STRIPS = StripPoses(StripPlaced)
GENRE = Genre(
    FlowerBoard,
    FlowerSolution,
    (STRIPS,),
    verify,
    name="flower_finder",
    json=json_boards,
    blank=empty,
    painted=picture,
)


def read(instance: FlowerBoard, text: str) -> FlowerSolution:
    """The answer that a text gives: ``STRIP`` or ``STRIP:FLIP`` for each location in order.

    Raises:
        AnswerError: a word names no strip or no flip, or there are too few or too many words.

    >>> from pyasp_puzzles.puzzles.flower_finder.format import Strip
    >>> strips = (Strip("A", ((1, 1), (-1, -1))), Strip("B", ((1, -1), (1, 1))))
    >>> strips += (Strip("C", ((-1, -1), (1, -1))), Strip("D", ((1, 1), (1, 1))))
    >>> verify(FlowerBoard("", strips), read(FlowerBoard("", strips), "A D:h B C:both"))
    []
    """
    return FlowerSolution(canonical(instance, _placements(instance, text, "")))


def _placements(instance: FlowerBoard, text: str, unknown: str) -> list[Placement]:
    """The strips that a text names; ``unknown``: the signs of a location of which none is known."""
    words = text.replace("|", " ").split()
    if len(words) != len(instance.strips):
        expected = f"{len(instance.strips)} words, for the locations in order: STRIP or STRIP:FLIP"
        raise AnswerError(instance.name, "answer", Phrase(counted(len(words), "word")), expected)
    names = [strip.name for strip in instance.strips]
    placements = []
    for location, word in enumerate(words, start=1):
        if word in tuple(unknown) and word not in names:
            continue
        name, _, flip = word.rpartition(":") if word not in names else (word, "", "none")
        if name not in names or flip not in FLIPS:
            expected = f"STRIP or STRIP:FLIP; strips {', '.join(names)}; flips {', '.join(FLIPS)}"
            raise AnswerError(instance.name, f"answer, word {location}", word, expected)
        placements.append(Placement(location, name, flip))
    return placements


class FlowerHands(Hands):
    """Hands with the room's own notation of partial answers."""

    def read(self, board: FlowerBoard, text: str) -> Partial:
        """``STRIP`` or ``STRIP:FLIP`` for each location; ``?`` or ``_`` where none is known.

        Raises:
            AnswerError: as :func:`read`.
        """
        placements = _placements(board, text, f"{UNKNOWN}_")
        kinds = (as_kind(board, laid.strip, laid.flip) for laid in placements)
        pairs = zip(kinds, placements, strict=True)
        return Partial.of(StripPlaced(kind, laid.location, flip) for (kind, flip), laid in pairs)

    def write(self, board: FlowerBoard, partial: Partial) -> str:
        """The words that ``read`` reads, strips of a kind under the name of the kind."""
        words = dict.fromkeys(range(1, len(board.strips) + 1), UNKNOWN)
        for kind, location, flip in found(STRIPS, board, partial)[0].values():
            words[location] = kind if flip == "none" else f"{kind}:{flip}"
        return " ".join(words.values()) + "\n"


PLAY = FlowerHands(GENRE)

# Frames changed by hand: a cell is a strip held upright and a circle of it, both counted from 1


def _on_circles(text: Callable[[Strip, Vector], str]) -> Callable[[FlowerBoard], Values]:
    return lambda board: {
        (number, place): text(strip, gap)
        for number, strip in enumerate(board.strips, start=1)
        for place, gap in enumerate(strip.circles, start=1)
    }


def _with(board: FlowerBoard, at: Place, **changes: Any) -> Fields:
    return {"strips": replaced(board.strips, at[0], replace(board.strips[at[0] - 1], **changes))}


@clue(QUARTERS, values=_on_circles(lambda _, gap: NAMES[gap]), missing=needed("gap"))
def gap(board: FlowerBoard, at: Place, value: str) -> Fields:
    """The quarter of a circle without a petal: TL at the top left, BR at the bottom right."""
    circles = board.strips[at[0] - 1].circles
    return _with(board, at, circles=replaced(circles, at[1], QUARTERS[value]))


@clue(
    about=f"The name of a strip: {STRIP_NAMES}.",
    values=_on_circles(lambda strip, _: strip.name),
    missing=needed("strip name"),
    typed=True,
)
def strip_name(board: FlowerBoard, at: Place, value: str) -> Fields:
    return _with(board, at, name=value)


@clue(tuple(map(str, CIRCLES)), missing=needed("number of circles"), act=True)
def circles(board: FlowerBoard, _: Place, value: str) -> Fields:
    """Circles of each strip, and half of the strips: the last ones are removed, or new ones
    are added."""
    length = int(value)
    new = (QUARTERS["TL"],) * length
    kept = [replace(s, circles=(*s.circles, *new)[:length]) for s in board.strips[: 2 * length]]
    names = {strip.name for strip in kept}
    free = (name for n in range(1, 6 * CIRCLES.stop) if (name := str(n)) not in names)
    more = (Strip(next(free), new) for _ in range(2 * length - len(kept)))
    return {"strips": (*kept, *more)}


def place_name(board: FlowerBoard, cell: Place) -> str:
    """A circle by its number, counted from the top of its strip."""
    return f"circle {cell[1]} of strip {board.strips[cell[0] - 1].name}"


EDIT = EditForm[FlowerBoard]((gap, strip_name, circles), upright_picture, place_name)
