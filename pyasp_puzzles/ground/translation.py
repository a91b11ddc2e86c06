"""Translates a ground program to a formula whose models are its answer sets."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.ground.completion import Completion, lazy, levels, stages
from pyasp_puzzles.ground.ground import Log, Program, Rule
from pyasp_puzzles.ground.sat.cnf import Circuit, Cnf

LOOPS = ("stages", "levels", "lazy")
"""The methods for positive loops; see :mod:`pyasp_puzzles.ground.completion`."""

MOST_WEIGHT = 2**63 - 1
"""The greatest sum of weights: solvers use 64-bit integers."""


@dataclass(frozen=True)
class Sizes:
    """The size of a translation.

    Attributes:
        ground_atoms, rules: of the program.
        loops: number of atoms of each positive loop, the largest first; a tight program has none.
        variables, clauses: of the formula.
    """

    ground_atoms: int
    rules: int
    loops: tuple[int, ...]
    variables: int
    clauses: int


@dataclass(frozen=True)
class Translation:
    """A program as a formula.

    Attributes:
        cnf: ``cnf.shown`` has a literal for each shown symbol; lazy loops set ``cnf.refine``.
        assumptions: literals that must be true: values of externals, and the program's own.
        soft: pairs of a positive weight and a literal that costs this weight if it is true.
        offset: cost of every answer in addition.
        atom_variables: the literal of each atom of the program; several atoms may share one.
        loops: the name of the method.
    """

    program: Program
    cnf: Cnf
    assumptions: tuple[int, ...]
    soft: tuple[tuple[int, int], ...]
    offset: int
    atom_variables: Mapping[int, int]
    loops: str
    sizes: Sizes


def translate(program: Program, *, loops: str = "stages", log: Log | None = None) -> Translation:
    """Translate a ground program into a formula.

    With ``stages`` each answer set has exactly one model of the formula and the assumptions.  With
    other methods it may have several, which agree on the program's atoms.

    Args:
        loops: one of :data:`LOOPS`.
        log: gets a message on statements that are left out.

    Raises PuzzleError for a disjunctive rule, a theory atom, an unknown method, or weights of more
    than 63 bits.
    """
    if loops not in LOOPS:
        raise PuzzleError(f"found loops {loops!r}, expected one of {', '.join(LOOPS)}")
    _refuse(program)
    if program.heuristics and log:
        log("translate: #heuristic statements change no answer and are left out")
    atoms = program.atoms()
    cnf = Circuit()
    completion = Completion(_edges_as_rules(program), cnf)
    for output in program.outputs:
        condition = cnf.conjunction(map(completion.literal, output.condition))
        shown = cnf.shown.get(output.symbol, -cnf.true)
        cnf.shown[output.symbol] = cnf.disjunction((shown, condition))
    soft, offset = _objective(program, completion)
    if loops == "lazy":
        cnf.refine = lazy(completion) if completion.loops else None
    else:
        (stages if loops == "stages" else levels)(completion)
    return Translation(
        program=program,
        cnf=cnf,
        assumptions=_assumptions(program, completion),
        soft=soft,
        offset=offset,
        atom_variables={atom: completion.value(atom) for atom in sorted(atoms)},
        loops=loops,
        sizes=Sizes(
            ground_atoms=len(atoms),
            rules=len(program.rules),
            loops=tuple(sorted(map(len, completion.loops), reverse=True)),
            variables=cnf.variables,
            clauses=len(cnf.clauses),
        ),
    )


def _refuse(program: Program) -> None:
    understood = "translate handles normal, choice, cardinality and weight rules"
    for rule in program.rules:
        if len(rule.head) > 1 and not rule.choice:
            parts = [program.name(atom) for atom in rule.head if atom in program.names]
            unnamed, why = len(rule.head) - len(parts), ""
            if unnamed:
                parts.append(f"{counted(unnamed, 'atom')} without a name")
                why = " (hidden in aspif, or made by clingo of an aggregate that depends on itself)"
            raise PuzzleError(f"disjunctive rule {'; '.join(parts)}{why}: {understood}")
    if program.theory:
        raise PuzzleError(f"theory atom &{program.theory[0]}: {understood}")


def _edges_as_rules(program: Program) -> Program:
    """The program with rules in place of its ``#edge`` statements.

    A node is *ordered* if all arcs to it come from ordered nodes.  Nodes on a cycle, and nodes that
    a cycle reaches, are the ones that are not ordered.  A constraint demands that all nodes are.
    """
    if not program.edges:
        return program
    new = itertools.count(max(program.atoms(), default=0) + 1)
    nodes = dict.fromkeys(node for edge in program.edges for node in (edge.start, edge.end))
    ordered = {node: next(new) for node in nodes}
    needs: dict[int, list[int]] = {node: [] for node in ordered}
    rules = list(program.rules)
    for edge in program.edges:
        arc, harmless = next(new), next(new)
        needs[edge.end].append(harmless)
        rules += [
            Rule((arc,), edge.condition),
            Rule((harmless,), (-arc,)),
            Rule((harmless,), (ordered[edge.start],)),
        ]
    for node, atom in ordered.items():
        rules += [Rule((atom,), tuple(needs[node])), Rule((), (-atom,))]
    return replace(program, rules=tuple(rules), edges=())


def _assumptions(program: Program, completion: Completion) -> tuple[int, ...]:
    wanted = {"true": 1, "false": -1, "release": -1}
    values = [
        completion.literal(atom * wanted[value])
        for atom, value in program.externals.items()
        if value in wanted and atom not in completion.rules
    ]
    assumed = [completion.literal(literal) for literal in program.assumptions]
    return tuple(dict.fromkeys(values + assumed))


def _objective(program: Program, completion: Completion) -> tuple[tuple[tuple[int, int], ...], int]:
    """The objective on one scale: each priority outweighs all lower ones together."""
    soft: list[tuple[int, int]] = []
    offset, scale = 0, 1
    for _, terms in sorted(program.minimize.items()):
        weights: dict[int, int] = {}
        constant = 0
        for part, weight in terms:
            literal = completion.literal(part)
            if literal < 0:  # w * (1 - x)
                constant, weight = constant + weight, -weight
            weights[abs(literal)] = weights.get(abs(literal), 0) + weight
        constant += weights.pop(completion.circuit.true, 0)
        constant += sum(weight for weight in weights.values() if weight < 0)
        level = [(abs(w), variable if w > 0 else -variable) for variable, w in weights.items() if w]
        soft += [(weight * scale, literal) for weight, literal in level]
        offset += constant * scale
        scale *= 1 + sum(weight for weight, _ in level)
    total = sum(weight for weight, _ in soft)
    if max(total, total + offset, -offset) > MOST_WEIGHT:
        raise PuzzleError(
            f"#minimize: the weights of all priorities on one scale sum to {total:,}, "
            f"expected at most {MOST_WEIGHT:,}"
        )
    return tuple(soft), offset
