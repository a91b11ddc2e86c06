"""New boards of puzzles in layers: random answers with all clues that are true of them.

Each place may have each value of a clue; a search for a random answer chooses some of them. Then
this answer is fixed, and the clues that hold in some model are the clues that are true of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from random import Random
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.board import Layer, Row, unchecked, with_fields
from pyasp_puzzles.boards.clues import Margin, RegionNumbers
from pyasp_puzzles.boards.formats.text import UNKNOWN
from pyasp_puzzles.boards.generator import (
    Draft,
    Generator,
    NoBoardError,
    Parameter,
    Sampler,
    Settings,
)
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.layouts import LARGEST
from pyasp_puzzles.boards.places import MOTIONS, SQUARE_MOTIONS, Place, orbit
from pyasp_puzzles.boards.scalars import Scalar, YesNo
from pyasp_puzzles.core.atoms import Predicate, unify
from pyasp_puzzles.core.errors import InstanceError

USUAL = 6
"""Rows and columns of a new board where the user names none."""

NO_MOTION = "none"
SYMMETRY = Parameter(
    "symmetry_of_clues",
    "the motion of the board that maps the places of its clues to each other",
    NO_MOTION,
    choices=(NO_MOTION, *MOTIONS),
)

Clue = tuple[tuple[str, Row], ...]
"""What is dropped together: the field and the row of each clue."""

Layout = Callable[[Random, Any], Mapping[str, Iterable[Row]] | None]


@dataclass(frozen=True)
class Drafts:
    """How boards are drafted, where the layers do not say enough.

    Attributes:
        layout: rows of some layers, by their fields, that come before an answer, such as regions;
            ``layout(random, board)`` gets a board with a size and numbers only. ``None``: this try
            failed.
        dependent: whether clues depend on each other, such that only those of one model fit.
        derived: rows of clues, by their fields, that follow from an answer, such as the runs of a
            nonogram; ``derived(board, answer)`` gets a random answer to the board without them.
        rules: further rules about clues and answer, such as the greatest number of an island.
        refine: ``refine(random, board, answer, others)``, as in
            :class:`~pyasp_puzzles.boards.generator.Generator`; with ``derived`` it may return
            another answer in place of a board, whose clues are then derived. It may return a board
            and another answer to it, too.
        batch: how many clues are tried at once, as in Generator.
        first: the layer, by its field, whose clues are dropped before all others.
        symmetric: whether users can ask for clues on symmetric places; false where the places of
            clues are scattered from the start.
    """

    layout: Layout | None = None
    dependent: bool = False
    derived: Callable[[Any, Any], Mapping[str, Iterable[Row]]] | None = None
    rules: str = ""
    refine: Callable[[Random, Any, Any, Sequence[Any]], Any] | None = None
    batch: int = 0
    first: str = ""
    symmetric: bool = True

    def generator(self, genre: Genre[Any, Any]) -> Generator[Any] | None:
        """The generator of a puzzle; ``None``: it has no clues to drop, and no layout."""
        chosen = [layer for layer in genre.layers if layer.drop]
        if not chosen and not self.layout:
            return None
        least, most = genre.board.sides
        sides = ("size",) if genre.board.square else ("rows", "columns")
        words = {"size": "rows, and columns", "rows": "rows", "columns": "columns"}
        parameters = [
            Parameter(side, words[side], min(max(USUAL, least), most), least, min(most, LARGEST))
            for side in sides
        ]
        defaults = {each.name: each.default for each in fields(genre.board)}
        for layer in genre.layers:
            if isinstance(layer, YesNo):
                parameters.append(Parameter(layer.name, layer.about, False))
            elif isinstance(layer, Scalar):
                usual = defaults[layer.name]
                usual = usual if isinstance(usual, int) else layer.least
                about = layer.about or layer.noun
                parameters.append(Parameter(layer.name, about, usual, layer.least, layer.most))
        draft = partial(self._draft, genre)
        refine = partial(self._refined, genre) if self.refine else None
        if not chosen:
            about = "a random layout with one answer"
            return Generator(draft, refine=refine, parameters=tuple(parameters), about=about)
        symmetric = self.symmetric and not any(isinstance(x, RegionNumbers) for x in chosen)
        if symmetric and not any(isinstance(x, Margin) and len(x.sides) < 4 for x in chosen):
            parameters.append(SYMMETRY)
        return Generator(
            draft,
            lambda board, settings: list(
                clues_of(chosen, board, settings.get(SYMMETRY.name, NO_MOTION))
            ),
            lambda board, kept: with_clues(chosen, board, kept),
            first=(lambda clue: bool(clue[0][0] == self.first)) if self.first else None,
            refine=refine,
            says=partial(_said, genre) if self.batch else lambda _clue: (),
            batch=self.batch,
            parameters=tuple(parameters),
            about="a random answer with clues, of which none can be dropped",
        )

    def _draft(
        self, genre: Genre[Any, Any], random: Random, settings: Settings, answer: Sampler
    ) -> Any:
        values = {name: int(v) if isinstance(v, bool) else v for name, v in settings.items()}
        side = values.pop("size", None)
        values |= {"rows": side, "columns": side} if side else {}
        check_motion(settings, values["rows"], values["columns"])
        values.pop(SYMMETRY.name, None)
        values["title"] = f"{genre.title}, {values['rows']} x {values['columns']}"
        try:
            bare = unchecked(genre.board, values)
            laid = self.layout(random, bare) if self.layout else {}
            if laid is None:
                return None
            for layer in genre.layers:
                if layer.name in laid:
                    bare = unchecked(genre.board, values)
                    values[layer.name] = layer.pack(bare, laid[layer.name])
            board = genre.board(**values)
        except InstanceError as error:
            raise settings.impossible("size" if side else "rows", str(error.expected)) from None
        if self.derived:
            return self._derived(genre, board, answer(board))
        try:
            return self._chosen(genre, board, random, answer)
        except NoBoardError:
            if self.layout is None:
                raise
            return None  # another layout may have an answer

    def _chosen(self, genre: Genre[Any, Any], board: Any, random: Random, answer: Sampler) -> Any:
        """The board with all clues that are true of a random answer, or with those of a model."""
        layers = [layer for layer in genre.layers if layer.drop and _open(layer, board)]
        if not layers:
            return board
        atoms: Sequence[Predicate] = ()
        if not self.rules and not self.dependent:  # the search is faster without clues
            solution = answer(board)
            if solution is None:
                return None
            atoms = _atoms(genre, solution)
        choices = _Choices(board, layers)
        kinds = [layer.classes[0] for layer in choices.layers]
        rules = "".join(choices.rules()) + self.rules
        found = answer.with_clues(board, rules, kinds, own=self.dependent, answer=atoms)
        if found is None:
            return None
        return Draft(choices.taken(random, found.clues), unify(found.answer, genre.answers))

    def _refined(
        self, genre: Genre[Any, Any], random: Random, _: Settings, board: Any, *answers: Any
    ) -> Any:
        """What ``refine`` makes of a board."""
        found = self.refine(random, board, *answers) if self.refine else None
        if isinstance(found, tuple):
            return Draft(found[0], _atoms(genre, found[1]))
        return self._derived(genre, board, found) if isinstance(found, genre.solution) else found

    def _derived(self, genre: Genre[Any, Any], board: Any, solution: Any) -> Any:
        """The board with the clues that follow from an answer, if there is one."""
        if solution is None or self.derived is None:
            return None
        clues = {name: tuple(sorted(own)) for name, own in self.derived(board, solution).items()}
        return Draft(replace(board, **clues), _atoms(genre, solution))


def _atoms(genre: Genre[Any, Any], solution: Any) -> list[Predicate]:
    """The shown atoms of an answer."""
    rows = ((own, row) for own in genre.marks for row in own.rows(solution))
    return [atom for own, row in rows for atom in own.atoms(row)]


def _open(layer: Layer, board: Any) -> list[Place]:
    """The places for clues of a layer: all, or those on which the board has one without value."""
    there = {layer.place(row): layer.value(row) for row in layer.rows(board)}
    places = there or layer.places(board)
    return [place for place in places if there.get(place, UNKNOWN) == UNKNOWN]


class _Choices:
    """The clues that a board may have on its open places, by their atoms."""

    def __init__(self, board: Any, layers: Iterable[Layer]) -> None:
        self.board, self.layers = board, list(layers)
        self.rows: dict[Symbol, tuple[Layer, Row]] = {}
        self.other: dict[Symbol, list[Symbol]] = {}
        for layer in self.layers:
            for place in _open(layer, board):
                for value in layer.values(board):
                    row = layer.row(board, place, value)
                    if len(row) == len(layer.shape):  # else it has no number
                        self._add(layer, row)

    def _add(self, layer: Layer, row: Row) -> None:
        alone = with_fields(self.board, **{layer.name: layer.pack(self.board, [row])})
        first = layer.atom(row).symbol
        self.rows[first] = layer, row
        self.other[first] = [atom.symbol for atom in layer.facts(alone) if atom.symbol != first]

    def rules(self) -> Iterator[str]:
        """At most one clue on each place, and what else a clue says."""
        by_place: dict[tuple[str, Place], list[Symbol]] = {}
        for symbol, (layer, row) in self.rows.items():
            by_place.setdefault((layer.name, layer.place(row)), []).append(symbol)
        for symbols in by_place.values():
            yield f"{{ {'; '.join(map(str, symbols))} }} 1.\n"
        for first, others in self.other.items():
            yield from (f"{other} :- {first}.\n" for other in others)

    def taken(self, random: Random, clues: Iterable[Symbol]) -> Any:
        """The board with the clues; of several on a place one."""
        found: dict[tuple[str, Place], list[Row]] = {}
        for symbol in sorted(clues):
            layer, row = self.rows[symbol]
            found.setdefault((layer.name, layer.place(row)), []).append(row)
        values = {}
        for layer in self.layers:
            rows = {layer.place(row): row for row in layer.rows(self.board)}
            rows |= {at: random.choice(r) for (name, at), r in found.items() if name == layer.name}
            values[layer.name] = layer.pack(self.board, rows.values())
        return replace(self.board, **values)


def check_motion(settings: Settings, rows: int, columns: int) -> None:
    """ParameterError: the motion that maps clues to each other needs as many rows as columns."""
    if settings.get(SYMMETRY.name) in SQUARE_MOTIONS and rows != columns:
        raise settings.impossible(SYMMETRY.name, "another motion, or as many rows as columns")


def clues_of(layers: Iterable[Layer], board: Any, motion: str) -> Iterator[Clue]:
    """What can be dropped: each clue, or all clues on the places that a motion maps to each other.

    A clue whose place has an image without one cannot be kept.
    """
    for layer in layers:
        clues = {layer.place(r): r for r in layer.rows(board) if layer.value(r) != UNKNOWN}
        for place in clues:
            places = [place]
            if motion != NO_MOTION:
                places = orbit(place, motion, board.rows, board.columns)
            if place == min(places) and clues.keys() >= set(places):
                yield tuple((layer.name, clues[each]) for each in places)


def _said(genre: Genre[Any, Any], clue: Clue) -> list[Symbol]:
    """The atoms of the answer that a clue says; none: it says something else."""
    shape = {layer.name: layer.shape for layer in genre.layers}
    marks = {own.given: own for own in genre.marks if own.given}
    same = all(name in marks and len(marks[name].shape) == len(shape[name]) for name, _ in clue)
    return [marks[name].atom(row).symbol for name, row in clue] if same else []


def with_clues(layers: Iterable[Layer], board: Any, kept: Collection[Any]) -> Any:
    """The board with some of its clues; of others the number goes, or all."""
    wanted, values = {row for clue in kept for row in clue}, {}
    for layer in layers:
        rows = []
        for row in layer.rows(board):
            if (layer.name, row) in wanted or layer.value(row) == UNKNOWN:
                rows.append(row)
            elif layer.drop == "?":
                rows.append(layer.row(board, layer.place(row), UNKNOWN))
        values[layer.name] = layer.pack(board, rows)
    return with_fields(board, **values, known=())
