"""Splits a search into cubes, and searches one in a worker process.

A cube is cut along a *group* of atoms ``a``, ``b``, ...: the first part has ``a`` true, the second
``a`` false and ``b`` true, and so on; in the last part all are false.  So no two parts share an
answer, and together they have all.  Parts in which propagation finds a conflict are dropped, and
literals that follow are left out.

The cube with the most open atoms is cut next, along the group with the fewest.  A puzzle can name
its groups in stages (``Puzzle.cuts``), best in the order of the search; else atoms that agree in
some arguments form one; without any, a cube is cut along a single atom.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import clingo

from pyasp_puzzles.core.atoms import order
from pyasp_puzzles.core.errors import MisfitError, SolverError
from pyasp_puzzles.counts.store.codec import AnswerCodec
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Cube, SearchReport
from pyasp_puzzles.ground.ground import OutputCatcher
from pyasp_puzzles.ground.grounding import Grounder
from pyasp_puzzles.work.deadline import Deadline
from pyasp_puzzles.work.pool import stopping

Numbers = tuple[int, ...]
"""Indices of atoms in the list of atoms along which a search can be cut."""

Values = Callable[[int], bool | None]
"""The truth value of an atom after propagation; ``None``: it is open."""

T = TypeVar("T")


class CubeCutter:
    """Grounds the program of a job, which has its facts, and splits its search into cubes.

    ``atoms``: all that the program can show, in clingo's order.  Raises SolverError if clingo
    refuses the program or the facts.
    """

    def __init__(self, job: Job) -> None:
        grounder = Grounder(job.source())
        control, shown = grounder.control, OutputCatcher()
        control.register_observer(shown)
        grounder.ground()
        conditions: dict[clingo.Symbol, list[Sequence[int]]] = defaultdict(list)
        for symbol, condition in shown.outputs:
            conditions[symbol].append(condition)
        symbols = sorted(conditions, key=order)
        self.atoms = tuple(map(str, symbols))
        literals = {}
        for symbol in symbols:
            match conditions[symbol]:
                case [(literal,)]:  # it is shown where one literal is true: that of the atom?
                    known = control.symbolic_atoms[symbol]
                    if known and known.literal == literal:
                        literals[symbol] = literal
        self._symbols = list(literals)
        self._probe = _PropagationProbe(control, list(literals.values()))
        self._job = job

    def cubes(self, n: int, late: Callable[[int], bool] = lambda made: False) -> list[Cube]:
        """About ``n`` cubes; see :func:`pyasp_puzzles.cubes`.

        ``late`` gets the number of cubes so far and returns whether to stop: those made until then
        are still disjoint and have all answers.
        """
        size = self._probe.run((), (), lambda _, free: free)
        if size is None:
            return []
        stages = self._stages()
        ticket = itertools.count()  # of two cubes of the same size, cut the older one first
        small: list[tuple[Numbers, Numbers]] = []
        large: list[tuple[int, int, Numbers, Numbers]] = [(-size, next(ticket), (), ())]
        while large and len(small) + len(large) < n and not late(len(small) + len(large)):
            _, _, true, false = heapq.heappop(large)
            group = self._probe.run(true, false, lambda value, _: self._next_group(stages, value))
            if group is None:  # clingo has learned a clause that refutes it
                continue
            if not group:
                small.append((true, false))
                continue
            for more, fewer, left in self._parts(group, true, false):
                heapq.heappush(large, (-left, next(ticket), more, fewer))
        found = [*small, *((true, false) for _, _, true, false in large)]
        return [Cube(self._texts(true), self._texts(false)) for true, false in sorted(found)]

    def _next_group(self, stages: Iterable[Iterable[Numbers]], value: Values) -> Numbers:
        """The open atoms of the group to cut along next; without such a group, one open atom."""
        for stage in stages:
            found: Numbers = ()
            for group in stage:
                values = list(map(value, group))
                free = tuple(n for n, known in zip(group, values, strict=True) if known is None)
                if free and True not in values and (not found or len(free) < len(found)):
                    found = free
            if found:
                return found
        every = range(len(self._symbols))
        return tuple(itertools.islice((n for n in every if value(n) is None), 1))

    def _parts(
        self, group: Numbers, true: Numbers, false: Numbers
    ) -> Iterator[tuple[Numbers, Numbers, int]]:
        """The parts of a cube that is cut along a group: true atoms, false atoms, open atoms."""
        for place in range(len(group) + 1):
            before, more = group[:place], (*true, *group[place : place + 1])
            if place < len(group):
                left = self._probe.run(more, false, partial(_open_if_false, before))
                if left is None:
                    continue
                if left >= 0:  # the negative literals follow
                    yield more, false, left
                    continue
            left = self._probe.run(more, (*false, *before), lambda _, free: free)
            if left is not None:
                yield more, (*false, *before), left

    def _stages(self) -> list[list[Numbers]]:
        puzzle = self._job.declared
        if puzzle is None or puzzle.cuts is None:
            return [list(self._projections())]
        numbers = {symbol: number for number, symbol in enumerate(self._symbols)}
        stages = puzzle.cuts(self._job.instance, self._symbols)
        return [[tuple(numbers[atom] for atom in group) for group in stage] for stage in stages]

    def _projections(self) -> Iterator[Numbers]:
        """Groups of open atoms of one predicate that agree in some arguments.

        At most one atom of a group can be true.  Only the largest group is tested for that.
        """
        by_signature: dict[tuple[str, int], list[int]] = defaultdict(list)
        every = range(len(self._symbols))
        opened = self._probe.run((), (), lambda value, _: [n for n in every if value(n) is None])
        for number in opened or ():
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
        """Whether the first atom of a group makes all others false."""
        first, *others = group
        left = self._probe.run((first,), (), partial(_open_if_false, others)) if others else None
        return left is not None and left >= 0

    def _texts(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(str(self._symbols[number]) for number in numbers)


def _open_if_false(atoms: Iterable[int], value: Values, free: int) -> int:
    """The number of open atoms of the program if all of ``atoms`` are false, otherwise -1."""
    return free if all(value(atom) is False for atom in atoms) else -1


class _PropagationProbe(clingo.Propagator):
    """Propagates assumptions and reads the result, without any search."""

    def __init__(self, control: clingo.Control, literals: Sequence[int]) -> None:
        self._control, self._literals = control, literals
        self._solver_literals: list[int] = []
        self._read: Callable[[Values, int], Any] | None = None
        self._found: Any = None
        control.register_propagator(self)

    def run(
        self, true: Iterable[int], false: Iterable[int], read: Callable[[Values, int], T]
    ) -> T | None:
        """Propagate literals; what ``read`` finds in the values and the number of open atoms.

        ``None``: there is a conflict.
        """
        self._read, self._found = read, None
        literals = [self._literals[number] for number in true]
        literals += [-self._literals[number] for number in false]
        result = self._control.solve(assumptions=literals, on_model=self._on_model)
        if self._read is not None and not result.unsatisfiable:
            raise SolverError("clingo ended a search before it had begun")
        found: T | None = self._found
        return found

    def init(self, init: clingo.PropagateInit) -> None:
        if not self._solver_literals:  # clingo calls this for each search; the literals stay
            init.check_mode = clingo.PropagatorCheckMode.Off
            self._solver_literals = [init.solver_literal(literal) for literal in self._literals]

    def decide(self, thread_id: int, assignment: clingo.Assignment, fallback: int) -> int:
        """Read the state and stop: propagation is complete, and the search would begin."""
        if self._read:
            free = len(assignment) - len(assignment.trail)
            self._take(assignment.value, self._solver_literals, free)
            self._control.interrupt()
        return fallback

    def _on_model(self, model: clingo.Model) -> bool:
        """Read the state if propagation alone gave an answer: the search makes no decision."""
        self._take(model.is_true, self._literals, 0)
        return False

    def _take(
        self, value: Callable[[int], bool | None], literals: Sequence[int], free: int
    ) -> None:
        if self._read:
            self._found = self._read(lambda number: value(literals[number]), free)
            self._read = None


EMPTY_CUBE = Cube(("nothing_that_is_ever_shown",))
"""A cube without answers: searching it makes a worker ground the program in advance."""


@dataclass(frozen=True)
class CubeTask:
    """What a worker has to know to search any cube of a count.

    Attributes:
        jobs: one for each engine, in the order in which to try them; the last accepts any program.
        key: equal for equal jobs, different for different ones.
    """

    jobs: tuple[Job, ...]
    key: str


@dataclass(frozen=True)
class CubeResult:
    """The number of answers of one cube, and with a store the answers as bytes.

    The report's "all" includes the grounding, in the first cube of a process.
    """

    answers: int
    report: SearchReport
    encoded: list[bytes] = field(default_factory=list, repr=False)


class _GroundTask(threading.local):
    """The task of each thread, ground: a ground program serves one search at a time."""

    key = ""
    jobs: list[Job]
    search: Any
    codec = AnswerCodec(())


_ground = _GroundTask()


def search_cube(
    task: CubeTask, cube: Cube, atoms: tuple[str, ...] | None, timeout: float | None
) -> CubeResult:
    """Search a cube in this process, which grounds once: clingo never frees a symbol.

    ``atoms`` that an answer can show: encode the answers.
    """
    deadline = Deadline(timeout)
    if _ground.key != task.key:
        _ground.key, _ground.jobs, _ground.search = task.key, list(task.jobs), None
    if atoms is not None and atoms != _ground.codec.atoms:
        _ground.codec = AnswerCodec(atoms)
    encode, encoded = _ground.codec.encode, list[bytes]()
    while True:
        if _ground.search is None:
            _ground.search = start_search(_ground.jobs[0], keep=True)
        search = _ground.search
        search.within, search.timeout = cube, deadline.left()
        try:
            with stopping.applied_to(search):
                answers = search.count(
                    each=None if atoms is None else lambda symbols: encoded.append(encode(symbols))
                )
            break
        except MisfitError:  # raised before the first answer
            if len(_ground.jobs) == 1:
                raise
            _ground.search = None
            del _ground.jobs[0]
    report = replace(search.report, seconds={**search.seconds, "all": deadline.spent()})
    return CubeResult(answers, report, encoded)
