"""What a comparison is to run: cases, engines and conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import TASKS, Puzzle, Task, choose
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.comparison.run import RunLimits
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.core.symmetry import kind_of
from pyasp_puzzles.engines.encoding import encodings
from pyasp_puzzles.engines.job import Job, make_job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.names import Engine, encoding_of, libraries, parse_engine, with_variant

DEFAULT_ENGINES = tuple(name for kind in KINDS.values() for name in kind.compared)
PROGRAM_ENGINES = tuple(name for kind in KINDS.values() for name in kind.compared_on_programs)


@dataclass(frozen=True)
class Case:
    """What the engines are compared on: an instance, or a user's own program."""

    name: str
    instance: Any = None
    program: tuple[Path, ...] = ()  # its files, where there is no instance
    constants: Mapping[str, str] = field(default_factory=dict)  # of its #const statements


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What is the same for all runs of a comparison.

    They are the keywords of :func:`pyasp_puzzles.compare`, which explains them.

    Raises PuzzleError for a task that does not exist, or a number out of range.
    """

    task: Task = "first"
    repeat: int = 5
    timeout: float = 60.0
    memory: int = 4_000_000_000
    seeds: Sequence[int] = ()
    threads: int = 1
    symmetry: bool | str = False
    by: str = ""

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise PuzzleError(f"task: found {self.task!r}, expected {', '.join(TASKS)}")
        for name in ("repeat", "timeout", "memory"):
            value = getattr(self, name)
            if not 0 < value < 2**63:
                expected = "a smaller number" if value > 0 else "a number above 0"
                raise PuzzleError(f"{name}: found {value!r}, expected {expected}")

    @property
    def limits(self) -> RunLimits:
        return RunLimits(self.timeout, self.memory)

    def rounds(self) -> list[tuple[int, int | None]]:
        """The rounds of each case: their numbers from 1, and their seeds."""
        seeds: Sequence[int | None] = self.seeds or (None,)
        return list(enumerate([*seeds] * self.repeat, 1))


@dataclass(frozen=True)
class RacePlan(Conditions):
    """What is run: engines and cases, under the same conditions."""

    engines: tuple[Engine, ...]
    cases: tuple[Case, ...]
    # Default engines: one that does not fit a program is no error; those left out, by the reason.
    default: bool = field(default=False, kw_only=True)
    left_out: Mapping[str, Sequence[Engine]] = field(default_factory=dict, kw_only=True)

    def job(self, case: Case, engine: Engine, seed: int | None) -> Job:
        """The search of one run; the measured process makes the facts itself."""
        options: dict[str, Any] = {name: getattr(self, name) for name in ("by", "task", "threads")}
        every = self.task in ("all", "count")
        if case.instance is not None:
            options |= {"limit": None if every else 1, "symmetry": self.symmetry}
            return make_job(case.instance, str(engine), with_facts=False, seed=seed, **options)
        if not engine.grounds:
            raise PuzzleError(f"{engine}: a program has no hand-written encoding, only a puzzle")
        if engine.row.own_program:
            raise PuzzleError(f"{engine}: found an engine for a puzzle's facts, expected a puzzle")
        if self.by:
            raise PuzzleError("found --by, which goes with a puzzle only")
        if self.symmetry:
            raise PuzzleError("found --symmetry, which goes with a puzzle only; -c sets a #const")
        options |= {"limit": 0 if every else 1, "constants": case.constants}
        profile = choose({}, engine.variant if engine.row.profiles else "", self.task)
        return Job(engine, case.program, profile=profile, seed=seed, **options)


def make_plan(
    cases: Iterable[Case],
    engines: Iterable[str] = (),
    conditions: Conditions | None = None,
    *,
    solver: str = "",
) -> RacePlan:
    """A plan that can be carried out.

    Args:
        engines: names; where none is given :data:`DEFAULT_ENGINES` with what ``auto`` would take,
            or :data:`PROGRAM_ENGINES`, but for those that the puzzle or the installation lacks,
            which :attr:`RacePlan.left_out` names.
        solver: where an engine needs a SAT solver and names none.

    Raises:
        PuzzleError: an argument is out of range, the puzzle does not have an engine, or its
            packages are not installed.
    """
    chosen, given = tuple(cases), conditions or Conditions()
    if isinstance(engines, str):
        raise PuzzleError(f"engines: found {engines!r}, expected a list of names")
    puzzle = _puzzle(chosen)
    if puzzle and puzzle.way(given.by) and given.task != "count":
        raise PuzzleError(f"found --by {given.by} with task {given.task}, expected task count")
    names = tuple(engines)
    parsed, left_out = [parse_engine(name, solver) for name in names], dict[str, list[Engine]]()
    if not names:
        parsed, left_out = _default_engines(puzzle, given, solver)
    for engine in parsed:
        for library in libraries(engine):
            check_installed(library)
    if puzzle:
        parsed = [with_variant(engine, puzzle.name) for engine in parsed]
        for engine in parsed:
            _check_engine(engine, puzzle, given)
    for instance in (case.instance for case in chosen if given.task == "unsat"):
        if instance is not None and dict(instance.known).get("answers", 0):
            raise PuzzleError(
                f"{instance.name} has answers: task unsat measures proofs of having none"
            )
    made = RacePlan(
        tuple(dict.fromkeys(parsed)),
        chosen,
        default=not names,
        left_out=left_out,
        **{each.name: getattr(given, each.name) for each in fields(given)},
    )
    _, seed = made.rounds()[0]
    for case in chosen:  # refuse a job that cannot be made before anything runs
        for engine in made.engines:
            made.job(case, engine, seed)
    return made


def _puzzle(cases: Sequence[Case]) -> Puzzle[Any, Any] | None:
    """The puzzle of all cases; ``None`` for programs."""
    if not cases:
        raise PuzzleError("found nothing to compare on, expected an instance or a program")
    for name, number in Counter(case.name for case in cases).items():
        if number > 1:
            raise PuzzleError(f"found {name} {number} times, expected each case once")
    if len({type(case.instance) for case in cases}) > 1:
        raise PuzzleError("found cases of several puzzles, expected those of one")
    return None if cases[0].instance is None else puzzle_of(cases[0].instance)


def _default_engines(
    puzzle: Puzzle[Any, Any] | None, conditions: Conditions, solver: str
) -> tuple[list[Engine], dict[str, list[Engine]]]:
    """The default engines that can take part; and those that cannot, by the reason."""
    names: Iterable[str] = PROGRAM_ENGINES
    kind = ""
    if puzzle:
        best = puzzle.engines.get(conditions.task, ())
        names = (*DEFAULT_ENGINES[:1], *best, *DEFAULT_ENGINES[1:])
        kind = kind_of(puzzle.name, puzzle.symmetries, conditions.symmetry)
    usable, left_out = [], dict[str, list[Engine]]()
    for engine in dict.fromkeys(parse_engine(name, solver) for name in names):
        if lack := _lack(engine, puzzle, conditions.by, kind):
            left_out.setdefault(lack, []).append(engine)
        else:
            usable.append(engine)
    return usable, left_out


def _lack(engine: Engine, puzzle: Puzzle[Any, Any] | None, by: str, symmetry: str) -> str:
    """Why a default engine cannot take part; empty if it can."""
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


def _check_engine(engine: Engine, puzzle: Puzzle[Any, Any], conditions: Conditions) -> None:
    """Refuse an engine that the puzzle does not have, or that cannot do the task."""
    if not engine.grounds:
        encoding_of(engine, puzzle.name, conditions.by)
    if puzzle.way(conditions.by) and not engine.row.ways:
        raise PuzzleError(
            f"engine {engine} does not know --by {conditions.by}; use asp or translate"
        )
    if not engine.row.lists and conditions.task != "count":
        raise PuzzleError(f"engine {engine} counts and does not list: task count only")
