"""What a comparison is to run: cases, engines, task, rounds and limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyasp_puzzles.api import make_job
from pyasp_puzzles.comparison.run import Limits
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.names import Engine, encoding_of, libraries, parse_engine, with_variant
from pyasp_puzzles.errors import PuzzleError
from pyasp_puzzles.optional import check_installed
from pyasp_puzzles.puzzle import TASKS, Puzzle, Task, choose
from pyasp_puzzles.registry import encodings, puzzle_of
from pyasp_puzzles.symmetry import kind_of

DEFAULT_ENGINES = tuple(name for kind in KINDS.values() for name in kind.compared)
PROGRAM_ENGINES = tuple(name for kind in KINDS.values() for name in kind.compared_on_programs)


@dataclass(frozen=True)
class Case:
    """What the engines are compared on: an instance, or somebody's program.

    Attributes:
        name: for people.
        instance: of a puzzle; ``None`` for a program.
        program: the ``.lp`` files, where there is no instance.
        constants: values for its ``#const`` statements.
    """

    name: str
    instance: Any = None
    program: tuple[Path, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)

    def job(self, engine: Engine, *, symmetry: bool | str, **options: Any) -> Job:
        """The search by an engine; facts are left to the measured process."""
        if self.instance is not None:
            return make_job(
                self.instance, str(engine), symmetry=symmetry, with_facts=False, **options
            )
        if not engine.grounds:
            raise PuzzleError(f"{engine}: a program has no hand-written encoding, only a puzzle")
        if options["by"]:
            raise PuzzleError("found --by, which goes with a puzzle only")
        if symmetry:
            raise PuzzleError("found --symmetry, which goes with a puzzle only; -c sets a #const")
        options["limit"] = options["limit"] or 0
        variant = engine.variant if engine.row.profiles else ""
        profile = choose({}, variant, options["task"])
        return Job(engine, self.program, constants=self.constants, profile=profile, **options)


@dataclass(frozen=True)
class Plan:
    """What is run, and how.

    Attributes:
        task: "first" answer, "all" of them, the proof that there is none ("unsat"), or their
            number ("count").
        repeat: rounds that are counted.
        limits: of each run.
        seeds: each round is run with each of them; none means the solvers' own order.
        threads: of each engine that can use several.
        symmetry: one answer of each class, as in :func:`pyasp_puzzles.solve`.
        by: what is an answer, one of the puzzle's ``variants``; empty for the first.
        default: whether the engines were chosen here, and not by name: one of them that does not
            fit a program is no error.
        left_out: default engines that cannot take part, by the reason.
    """

    engines: tuple[Engine, ...]
    cases: tuple[Case, ...]
    task: Task = "first"
    repeat: int = 5
    limits: Limits = field(default_factory=lambda: Limits(60.0, 4 << 30))
    seeds: tuple[int | None, ...] = (None,)
    threads: int = 1
    symmetry: bool | str = False
    by: str = ""
    default: bool = False
    left_out: Mapping[str, Sequence[Engine]] = field(default_factory=dict)

    def rounds(self) -> list[tuple[int, int | None]]:
        """The rounds of each case: their numbers from 1, and their seeds."""
        seeds = self.seeds * self.repeat
        return list(enumerate(seeds, 1))

    def job(self, case: Case, engine: Engine, seed: int | None) -> Job:
        """The search of one run."""
        limit = None if self.task in ("all", "count") else 1
        return case.job(
            engine,
            symmetry=self.symmetry,
            by=self.by,
            limit=limit,
            task=self.task,
            threads=self.threads,
            seed=seed,
        )


def _other_answers(puzzle: Puzzle[Any, Any], task: Task, by: str) -> bool:
    """Whether ``by`` asks for other answers than those that the verifier and encodings know.

    Raises:
        PuzzleError: the puzzle has no such way, or the task is not to count.
    """
    other = bool(puzzle.way(by))
    if other and task != "count":
        raise PuzzleError(f"found --by {by} with task {task}, expected task count")
    return other


def _lack(engine: Engine, puzzle: Puzzle[Any, Any] | None, by: str, symmetry: str) -> str:
    """What keeps a default engine from taking part; empty if nothing does."""
    if puzzle and not engine.grounds:
        kind: Any = engine.kind
        if not encodings(kind, puzzle.name):
            return f"{puzzle.name} has no {kind} encoding"
        encoding = encoding_of(engine, puzzle.name, by)
        if puzzle.way(by) and not engine.row.ways:
            return f"cannot do --by {by}"
        if symmetry and symmetry not in encoding.symmetry:
            return f"cannot do --symmetry {symmetry}"
    try:
        for library in libraries(engine):
            check_installed(library)
    except PuzzleError as missing:
        return str(missing)
    return ""


def make_plan(
    cases: Iterable[Case],
    engines: Iterable[str] = (),
    *,
    solver: str = "",
    task: str = "first",
    repeat: int = 5,
    timeout: float = 60.0,
    memory: int = 4 << 30,
    seeds: Sequence[int] = (),
    threads: int = 1,
    symmetry: bool | str = False,
    by: str = "",
) -> Plan:
    """A plan that can be carried out.

    Args:
        engines: names; where none is given :data:`DEFAULT_ENGINES` with what ``auto`` would take,
            or :data:`PROGRAM_ENGINES`, but for those that the puzzle or the installation lacks,
            which :attr:`Plan.left_out` names.
        solver: where an engine needs a SAT solver and names none.
        timeout: CPU seconds of a run.
        memory: bytes of a run.
        by: as :func:`pyasp_puzzles.count` has it.

    Raises:
        PuzzleError: a senseless argument, an engine that a case's puzzle does not have, or one
            whose packages are not installed.
    """
    chosen = tuple(cases)
    if not chosen:
        raise PuzzleError("found nothing to compare on, expected an instance or a program")
    if isinstance(engines, str):
        raise PuzzleError(f"engines: found {engines!r}, expected a list of names")
    if task not in TASKS:
        raise PuzzleError(f"task: found {task!r}, expected {', '.join(TASKS)}")
    for name, value in (("repeat", repeat), ("timeout", timeout), ("memory", memory)):
        if not 0 < value < 2**63:
            expected = "a smaller number" if value > 0 else "a number above 0"
            raise PuzzleError(f"{name}: found {value!r}, expected {expected}")
    for name, number in Counter(case.name for case in chosen).items():
        if number > 1:
            raise PuzzleError(f"found {name} {number} times, expected each case once")
    instances = [case.instance for case in chosen if case.instance is not None]
    if len({type(instance) for instance in instances}) + (len(instances) < len(chosen)) > 1:
        raise PuzzleError("found cases of several puzzles, expected those of one")
    puzzle = puzzle_of(instances[0]) if instances else None
    other = bool(puzzle and _other_answers(puzzle, task, by))
    names = tuple(engines)
    if not names and puzzle:
        names = (*DEFAULT_ENGINES[:1], *puzzle.engines.get(task, ()), *DEFAULT_ENGINES[1:])
    parsed = [parse_engine(name, solver) for name in names or PROGRAM_ENGINES]
    left_out: dict[str, list[Engine]] = {}
    kind = kind_of(puzzle.name, puzzle.symmetries, symmetry) if puzzle else ""
    if not engines:
        for engine in tuple(dict.fromkeys(parsed)):
            if lack := _lack(engine, puzzle, by, kind):
                left_out.setdefault(lack, []).append(engine)
                parsed.remove(engine)
    for engine in parsed:
        for library in libraries(engine):
            check_installed(library)
    if puzzle:
        parsed = [with_variant(engine, puzzle.name) for engine in parsed]
        for engine in parsed:
            if not engine.grounds:
                encoding_of(engine, puzzle.name, by)
            if other and not engine.row.ways:
                raise PuzzleError(f"engine {engine} does not know --by {by}; use asp or translate")
            if not engine.row.lists and task != "count":
                raise PuzzleError(f"engine {engine} counts and does not list: task count only")
        if task == "unsat":
            for instance in instances:
                if dict(instance.known).get("answers", 0):
                    raise PuzzleError(
                        f"{instance.name} has answers: task unsat measures proofs of having none"
                    )
    made = Plan(
        tuple(dict.fromkeys(parsed)),
        chosen,
        task,
        repeat,
        Limits(timeout, memory),
        tuple(seeds) or (None,),
        threads,
        symmetry,
        by,
        not engines,
        left_out,
    )
    for case in chosen:  # a job that cannot be made is refused before hours are spent
        for engine in made.engines:
            made.job(case, engine, made.seeds[0])
    return made
