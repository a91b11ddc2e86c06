"""Flower Finder for CP-SAT, to be read beside ``lp/flower_finder.lp``; both models are ours.

``types``
    Boolean variables for the shown atoms and for the type of each hole (the quarter in which its
    circles differ from the rest), as in the SAT encoding of that name: in each layer, exactly one
    of these is true: a strip that brings the type, or the negation of the type.
``table``
    A number for each location, the way in which a strip lies there, and one for the type of each
    hole, tied by a table for each location; the shown atoms say which number it is.

All answers of four frames with five circles a strip: ``table`` takes 3.2 times as long as ``types``
(median; 0.02 s).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import clingo

from pyasp_puzzles.encoding import CpProblem, Encoding
from pyasp_puzzles.optional import need
from pyasp_puzzles.puzzles.flower_finder import kinds
from pyasp_puzzles.puzzles.flower_finder.format import Instance, Vector
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES, carry
from pyasp_puzzles.puzzles.flower_finder.strips import TYPES, Hole, Lying, image, ways
from pyasp_puzzles.symmetry import ALL


def types(instance: Instance, symmetry: str) -> CpProblem:
    """Boolean variables for the ways in which strips lie, and for the types of the holes."""
    model, lying, atoms = _start(instance)
    typed: dict[Hole, dict[Vector, Any]] = {
        hole: {vector: model.new_bool_var(f"hole {hole} is {vector}") for vector in TYPES}
        for hole in _holes(instance.n)
    }
    for of_type in typed.values():
        model.add_exactly_one(of_type.values())
    for here in lying.values():
        for k, hole in enumerate(here[0].holes):
            for vector, variable in typed[hole].items():
                bring = (atoms[way.atom.symbol] for way in here if way.circles[k] == vector)
                model.add_exactly_one(*bring, ~variable)
    if symmetry:
        _least_image(model, instance.n, typed)
    return CpProblem(model, atoms)


def table(instance: Instance, symmetry: str) -> CpProblem:
    """Numbers for the ways in which strips lie, and for the types of the holes."""
    model, lying, atoms = _start(instance)
    typed = {hole: model.new_int_var(0, 3, f"type of {hole}") for hole in _holes(instance.n)}
    for location, here in lying.items():
        number = model.new_int_var(0, len(here) - 1, f"way in {location}")
        rows = [(i, *map(TYPES.index, way.circles)) for i, way in enumerate(here)]
        model.add_allowed_assignments([number, *(typed[h] for h in here[0].holes)], rows)
        for i, way in enumerate(here):
            model.add(number == i).only_enforce_if(atoms[way.atom.symbol])
            model.add(number != i).only_enforce_if(~atoms[way.atom.symbol])
    return CpProblem(model, atoms)


def _start(instance: Instance) -> tuple[Any, dict[int, list[Lying]], dict[clingo.Symbol, Any]]:
    """The ways by location, a variable for each; one strip a location, and all strips used."""
    model = need("ortools.sat.python.cp_model").CpModel()
    lying: dict[int, list[Lying]] = defaultdict(list)
    of_kind: dict[str, list[Any]] = defaultdict(list)
    atoms: dict[clingo.Symbol, Any] = {}
    for way in ways(instance):
        symbol = way.atom.symbol
        atoms[symbol] = model.new_bool_var(str(symbol))
        lying[way.atom.location].append(way)
        of_kind[way.atom.kind].append(atoms[symbol])
    for here in lying.values():
        model.add_exactly_one(atoms[way.atom.symbol] for way in here)
    for kind, strips in kinds(instance).items():
        model.add(sum(of_kind[kind]) == len(strips))
    return model, lying, atoms


def _holes(n: int) -> list[Hole]:
    """In reading order."""
    return [(row, column) for row in range(1, n + 1) for column in range(1, n + 1)]


def _least_image(model: Any, n: int, typed: dict[Hole, dict[Vector, Any]]) -> None:
    """The holes, in reading order, spell no greater word than any image of the frame.

    As in the ASP program: ``tie`` is true just as long as the frame and its image agree.
    """
    for symmetry, matrix in SYMMETRIES.items():
        spelt = {
            image(n, symmetry, hole): {carry(matrix, v): literal for v, literal in of_type.items()}
            for hole, of_type in typed.items()
        }
        tie = model.new_constant(1)
        for hole, of_type in typed.items():
            still = model.new_bool_var(f"tie under {symmetry} up to {hole}")
            model.add_implication(still, tie)
            for vector, own in of_type.items():
                model.add_bool_or(~tie, ~own, ~spelt[hole][vector], still)
                model.add_bool_or(~still, ~own, spelt[hole][vector])
                for lesser in TYPES[: TYPES.index(vector)]:
                    model.add_bool_or(~tie, ~own, ~spelt[hole][lesser])
            tie = still


ENCODINGS = {
    "types": Encoding(
        types, "ours: the SAT encoding of that name as exactly-one constraints", symmetry=(ALL,)
    ),
    "table": Encoding(table, "ours: a table of the ways to lie for each location"),
}
