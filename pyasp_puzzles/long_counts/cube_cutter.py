"""How a search is cut into cubes.

A cube is cut along a *group* of atoms ``a``, ``b``, ``c``, ...: into the part where ``a`` is true,
the part where ``a`` is false and ``b`` is true, and so on, and the part where all are false.  These
parts share no answer and have all of them, whatever the program says.  It is a good group if the
program wants just one of its atoms: then the last part is empty, and the falsehoods need not be
said, as they follow.  Parts that propagation refutes are dropped.

The cube to be cut next is the one with the most atoms that propagation leaves open, an estimate of
its size.  Of the groups the one with the fewest open atoms is taken.  A puzzle may name the groups
in stages, where all of one come before any of the next (``Puzzle.cuts``).  If they go along with
its search the cubes are prefixes of that, and the work in all of them together is about the work in
one.  Without that, groups are the atoms that agree in some of their arguments; where there is none,
a single atom.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import clingo

from pyasp_puzzles.atoms import order
from pyasp_puzzles.engines.cube import Cube
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.errors import SolverError
from pyasp_puzzles.registry import find_puzzle

Numbers = tuple[int, ...]
"""Some of the atoms along which a search can be cut."""

_NOTHING: tuple[Numbers, Numbers] = ((), ())
T = TypeVar("T")


class CubeCutter:
    """A job's ground program, to be cut into cubes.

    Args:
        job: with its facts; its puzzle may name groups.

    Attributes:
        atoms: all that the program can show, in clingo's order.

    Raises:
        SolverError: clingo refuses the program or the facts.
    """

    def __init__(self, job: Job) -> None:
        arguments = [f"--const={name}={value}" for name, value in job.constants.items()]
        messages: list[str] = []
        control = clingo.Control(arguments, logger=lambda _code, text: messages.append(text))
        outputs = _ShownConditions()
        control.register_observer(outputs)
        try:
            for program in job.program:
                control.load(str(program))
            control.add("base", [], job.facts)
            control.ground([("base", [])])
        except RuntimeError as error:
            words = " ".join((messages or [str(error)])[0].split())
            raise SolverError(f"{', '.join(p.name for p in job.program)}: {words}") from None
        symbols = sorted(outputs.conditions, key=order)
        self.atoms = tuple(map(str, symbols))
        self._symbols, literals = [], []
        for symbol in symbols:
            literal = outputs.literal(symbol)
            known = control.symbolic_atoms[symbol] if literal else None
            if known and known.literal == literal:
                self._symbols.append(symbol)
                literals.append(literal)
        self._looks = _PropagationProbe(control, literals)
        self._job = job

    def cubes(self, n: int, late: Callable[[int], bool] = lambda made: False) -> list[Cube]:
        """About so many cubes, see :func:`pyasp_puzzles.cubes`.

        Args:
            n: the number of cubes that is wanted.
            late: gets the number of cubes so far and returns whether to stop. The cubes made
                until then are still disjoint and have all answers.
        """
        size = self._looks.look((), (), _PropagationState.free)
        if size is None:
            return []
        stages = self._stages()
        ticket = itertools.count()  # of two cubes of one size the older one
        small: list[tuple[Numbers, Numbers]] = []
        large = [(-size, next(ticket), *_NOTHING)]
        while large and len(small) + len(large) < n and not late(len(small) + len(large)):
            _, _, true, false = heapq.heappop(large)
            group = self._looks.look(true, false, partial(_open, stages))
            if group is None:  # what was learned meanwhile refutes it
                continue
            if not group:
                small.append((true, false))
                continue
            for more, fewer, left in self._parts(group, true, false):
                heapq.heappush(large, (-left, next(ticket), more, fewer))
        found = [*small, *((true, false) for _, _, true, false in large)]
        return [Cube(self._texts(true), self._texts(false)) for true, false in sorted(found)]

    def _parts(
        self, group: Numbers, true: Numbers, false: Numbers
    ) -> Iterator[tuple[Numbers, Numbers, int]]:
        """The parts of a cube, cut along a group, with their open atoms."""
        for place, atom in enumerate(group):
            before, more = group[:place], (*true, atom)
            found = self._looks.look(more, false, partial(_excluded, before))
            if found is None:
                continue
            if found >= 0:
                yield more, false, found
                continue
            left = self._looks.look(more, (*false, *before), _PropagationState.free)
            if left is not None:
                yield more, (*false, *before), left
        left = self._looks.look(true, (*false, *group), _PropagationState.free)
        if left is not None:
            yield true, (*false, *group), left

    def _stages(self) -> list[list[Numbers]]:
        """Groups to cut along, stage by stage."""
        puzzle = find_puzzle(self._job.puzzle) if self._job.puzzle else None
        if puzzle is None or puzzle.cuts is None:
            return [list(self._projections())]
        numbers = {symbol: number for number, symbol in enumerate(self._symbols)}
        stages = puzzle.cuts(self._job.instance, self._symbols)
        return [[tuple(numbers[atom] for atom in group) for group in stage] for stage in stages]

    def _projections(self) -> Iterator[Numbers]:
        """Open atoms of one predicate that agree in some arguments, and rule each other out.

        Whether they do is asked of the largest group only.
        """
        by_signature: dict[tuple[str, int], list[int]] = defaultdict(list)
        everything = range(len(self._symbols))
        for number in self._looks.look((), (), lambda view: view.open(everything)) or ():
            symbol = self._symbols[number]
            if symbol.type == clingo.SymbolType.Function:
                by_signature[symbol.name, len(symbol.arguments)].append(number)
        for (_, arity), numbers in by_signature.items():
            for size in range(arity):
                for places in itertools.combinations(range(arity), size):
                    groups: dict[tuple[clingo.Symbol, ...], list[int]] = defaultdict(list)
                    for number in numbers:
                        arguments = self._symbols[number].arguments
                        groups[tuple(arguments[place] for place in places)].append(number)
                    if self._exclusive(max(groups.values(), key=len)):
                        yield from map(tuple, groups.values())

    def _exclusive(self, group: Sequence[int]) -> bool:
        """Whether the first atom of a group rules out the others."""
        if len(group) < 2:
            return False
        found = self._looks.look(group[:1], (), partial(_excluded, tuple(group[1:])))
        return found is not None and found >= 0

    def _texts(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(str(self._symbols[number]) for number in numbers)


class _PropagationState:
    """What is known after propagation.

    Args:
        value: the truth value of a literal, if it has one.
        free: the number of open atoms, those that are not shown among them.
        literals: of the atoms, by their numbers.
    """

    def __init__(
        self, value: Callable[[int], bool | None], free: int, literals: Sequence[int]
    ) -> None:
        self._value, self._free, self._literals = value, free, literals

    def free(self) -> int:
        return self._free

    def all(self) -> Iterable[int]:
        return range(len(self._literals))

    def value(self, number: int) -> bool | None:
        return self._value(self._literals[number])

    def open(self, numbers: Iterable[int]) -> Numbers:
        """Those of some atoms that are neither true nor false."""
        return tuple(number for number in numbers if self.value(number) is None)


def _open(stages: Iterable[Iterable[Numbers]], view: _PropagationState) -> Numbers:
    """The open atoms of the group to be cut along; of all groups, if they are through, one atom."""
    for stage in stages:
        found: Numbers = ()
        for group in stage:
            values = [view.value(number) for number in group]
            free = tuple(n for n, value in zip(group, values, strict=True) if value is None)
            if free and True not in values and (not found or len(free) < len(found)):
                found = free
        if found:
            return found
    return view.open(view.all())[:1]


def _excluded(atoms: Numbers, view: _PropagationState) -> int:
    """The number of open atoms, if some atoms are all false; else -1."""
    return view.free() if all(view.value(atom) is False for atom in atoms) else -1


class _ShownConditions(clingo.Observer):
    """What a program can show, and where."""

    def __init__(self) -> None:
        self.conditions: dict[clingo.Symbol, list[Sequence[int]]] = defaultdict(list)

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.conditions[symbol].append((atom,) if atom else ())

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.conditions[symbol].append(tuple(condition))

    def literal(self, symbol: clingo.Symbol) -> int:
        """The literal that says whether a symbol is shown; 0 where it takes more than one."""
        conditions = self.conditions[symbol]
        return conditions[0][0] if [len(condition) for condition in conditions] == [1] else 0


class _PropagationProbe(clingo.Propagator):
    """Looks at what propagation makes of some assumptions, and searches no further."""

    def __init__(self, control: clingo.Control, literals: Sequence[int]) -> None:
        self._control, self._literals = control, literals
        self._solver_literals: list[int] = []
        self._read: Callable[[_PropagationState], Any] | None = None
        self._found: Any = None
        control.register_propagator(self)

    def look(
        self, true: Iterable[int], false: Iterable[int], read: Callable[[_PropagationState], T]
    ) -> T | None:
        """What is read of what follows if some atoms are true and others false.

        Returns:
            ``None`` if a contradiction follows.
        """
        self._read, self._found = read, None
        literals = [self._literals[number] for number in true]
        literals += [-self._literals[number] for number in false]
        result = self._control.solve(assumptions=literals, on_model=self._whole)
        if self._read is not None and not result.unsatisfiable:
            raise SolverError("clingo ended a search before it had begun")
        found: T | None = self._found
        return found

    def init(self, init: clingo.PropagateInit) -> None:
        if not self._solver_literals:  # this is called for each search, and they are the same
            init.check_mode = clingo.PropagatorCheckMode.Off
            self._solver_literals = [init.solver_literal(literal) for literal in self._literals]

    def decide(self, thread_id: int, assignment: clingo.Assignment, fallback: int) -> int:
        """Propagation is through: what comes now would be search."""
        if self._read:
            free = len(assignment) - len(assignment.trail)
            self._look_at(_PropagationState(assignment.value, free, self._solver_literals))
            self._control.interrupt()
        return fallback

    def _whole(self, model: clingo.Model) -> bool:
        """An answer without any decision is the only one."""
        self._look_at(_PropagationState(model.is_true, 0, self._literals))
        return False

    def _look_at(self, view: _PropagationState) -> None:
        if self._read:
            self._found, self._read = self._read(view), None
