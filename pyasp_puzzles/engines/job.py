"""A search by one engine as a value: it can run here or be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, TypedDict, Unpack

from pyasp_puzzles.boards.puzzle import InstanceLike, Profile, Puzzle, Task, choose
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_of
from pyasp_puzzles.core.atoms import fact_lines
from pyasp_puzzles.core.errors import MisfitError, PuzzleError
from pyasp_puzzles.core.symmetry import SymmetryGroup, kind_of
from pyasp_puzzles.engines.clasp_options import own_options
from pyasp_puzzles.engines.names import BASELINE, Engine, encoding_of, parse_engine, program_of
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.ground.grounding import Source, in_thread
from pyasp_puzzles.work.child import cores


@dataclass(frozen=True)
class Job:
    """What to search and how.

    Attributes:
        program: the ``.lp`` files: rules, search, symmetry.
        facts: the instance as facts, for the engines that ground.
        constants: values for the program's ``#const`` statements.
        puzzle, instance: for the engines with an encoding of their own.
        symmetry: the kind of symmetry, for one answer of each class; empty: all answers.
        by: what an answer is, one of the puzzle's ``variants``; empty: the first of them.
        task: the purpose of the answers.
        limit: stop after so many answers; 0 means all.
        threads: 0: one for each core.
        profile: name and options of clasp; the name is empty for the user's own options.
        by_auto: ``auto`` has chosen the engine, which refuses the job if another one is faster.
    """

    engine: Engine
    program: tuple[Path, ...]
    facts: str = ""
    constants: Mapping[str, Any] = field(default_factory=dict)
    puzzle: str = ""
    instance: Any = None
    symmetry: str = ""
    by: str = ""
    task: Task = "all"
    limit: int = 0
    threads: int = 1
    seed: int | None = None
    profile: tuple[str, Profile] = ("", Profile())
    by_auto: bool = False

    @property
    def declared(self) -> Puzzle[Any, Any] | None:
        """The puzzle itself; only its name is sent to other processes."""
        return find_puzzle(self.puzzle) if self.puzzle else None

    @property
    def group(self) -> SymmetryGroup | None:
        """The symmetries under which answers count as one; ``None``: all answers are wanted."""
        symmetries = self.declared.symmetries if self.declared and self.symmetry else None
        return symmetries.group(self.instance, self.symmetry) if symmetries else None

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self.threads or cores()

    @property
    def own_options(self) -> bool:
        """Whether the user chose clasp's options."""
        name, profile = self.profile
        return not name and bool(profile.options and self.puzzle)

    def source(self, *, with_profile: bool = False) -> Source:
        """The program with its facts and constants; ``with_profile``: with the profile's, too."""
        further = self.profile[1].constants if with_profile else {}
        return Source(self.program, self.facts, {**further, **self.constants})


@dataclass(frozen=True)
class RunOptions:
    """How a search runs in this process, apart from what it searches.

    Attributes:
        clock: a function that returns seconds, for the report.
        keep: ground once for all searches.
        check: verify some of the answers that the user's own program or options make it count.
        start: starts the search of another job, for an engine that leaves the search to others.
    """

    timeout: float | None
    clock: Callable[[], float]
    keep: bool
    check: bool
    start: Callable[[Job, RunOptions], Search]


def builder(job: Job) -> Callable[[], Any]:
    """What makes the model of a job, with the encoding that its engine means.

    Raises:
        MisfitError: the encoding does not know the symmetry that is asked for.
        PuzzleError: there is no such encoding, or it does not know a constant.
    """
    encoding = encoding_of(job.engine, job.puzzle, job.by)
    refuse_wishes(job, encoding.symmetry)
    return lambda: encoding.build(job.instance, job.symmetry)


def refuse_wishes(job: Job, symmetries: Sequence[str]) -> None:
    """Refuse a symmetry or a constant that an engine does not know."""
    who, instead = f"{job.puzzle}: engine {job.engine}", "use asp or translate"
    if job.symmetry and job.symmetry not in symmetries:
        known = " and ".join(symmetries)
        knows = f"knows symmetry {known} only" if known else "knows no symmetries"
        raise MisfitError(f"{who} {knows}; leave --symmetry out, or {instead}")
    way = job.declared and not job.engine.row.ways and job.declared.way(job.by)
    if way:
        raise PuzzleError(f"{who} does not know the constant {', '.join(way)}; {instead}")


class JobRequest(TypedDict, total=False):
    """The keywords of a search, as :func:`pyasp_puzzles.solve` and ``count`` have them, unchecked.

    Attributes:
        threads: 1 by default; ``None``: one for each core.
        task: what the answers are for; by default "first" if there is a limit, else "all".
        with_facts: make the facts now (the default); otherwise the process that searches does.
    """

    solver: str
    by: str
    symmetry: bool | str
    limit: int | None
    threads: int | None
    seed: int | None
    options: Sequence[str]
    task: Task
    with_facts: bool


def make_job(instance: InstanceLike, engine: str = "asp", **request: Unpack[JobRequest]) -> Job:
    """A search as a value: what :func:`pyasp_puzzles.solve` and ``count`` run.

    Raises:
        PuzzleError: an argument is of the wrong type or makes no sense.
        SolverError: an option may change what is found.
    """
    puzzle = puzzle_of(instance)
    limit, threads, seed = request.get("limit"), request.get("threads", 1), request.get("seed")
    at_least(1, "limit", limit)
    at_least(1, "threads", threads)
    at_least(0, "seed", seed)
    options = request.get("options", ())
    if isinstance(options, str | bytes) or not isinstance(options, Iterable):
        raise PuzzleError(f"options: found {options!r}, expected a list of options")
    options = tuple(options)  # an iterator can be read only once
    kind = kind_of(puzzle.name, puzzle.symmetries, request.get("symmetry", False))
    by = request.get("by", "")
    constants = dict(puzzle.symmetries.kinds[kind]) if puzzle.symmetries and kind else {}
    constants |= puzzle.way(by)
    who = parse_engine(engine, request.get("solver", ""))
    if options and not who.row.own_program:  # clasp's options imply clingo
        if who not in (Engine("auto"), BASELINE):
            raise PuzzleError(f"engine {who} takes no clasp options")
        who = BASELINE
    own_options(options)  # refuses bad ones even if a complete store leaves nothing to search
    task = request.get("task") or ("first" if limit else "all")
    profile = "", Profile(options)
    if who.row.profiled and not options:
        profile = choose(puzzle.profiles, who.variant if who.row.profiles else "", task)
    with_facts = who.grounds and request.get("with_facts", True)
    return Job(
        who,
        program_of(puzzle, who, profile[1], kind),
        facts=fact_text(instance) if with_facts else "",
        constants=constants,
        puzzle=puzzle.name,
        instance=instance,
        symmetry=kind,
        by=by,
        task=task,
        limit=limit or 0,
        threads=threads or 0,
        seed=seed,
        profile=profile,
    )


def fact_text(instance: InstanceLike) -> str:
    """The instance as facts, without the picture that :func:`pyasp_puzzles.facts` adds."""
    return "\n".join(fact_lines(puzzle_of(instance).facts(instance))) + "\n"


def facts_in_time(instance: InstanceLike, late: Callable[[], bool]) -> str | None:
    """The instance as facts, made in a thread; ``None``: ``late`` says that the time is up."""

    def make() -> str:
        facts = takewhile(lambda _: not late(), puzzle_of(instance).facts(instance))
        return "\n".join(fact_lines(facts)) + "\n"

    made = [] if late() else in_thread(make, late)
    return made[0] if made and not late() else None


def at_least(least: int, name: str, value: Any) -> None:
    """Raises PuzzleError unless a value is ``None``, or an integer of at least ``least``."""
    if value is not None and (type(value) is not int or value < least):
        raise PuzzleError(f"{name}: found {value!r}, expected an integer of at least {least}")


def check_timeout(timeout: Any, *, zero: bool = True) -> None:
    """Raises PuzzleError unless a time limit is ``None`` or seconds, 0 only if ``zero``."""
    number = isinstance(timeout, int | float)
    if timeout is not None and not (number and (timeout > 0 or (zero and timeout == 0))):
        least = "0 or more" if zero else "more than 0"
        raise PuzzleError(f"timeout: found {timeout!r}, expected seconds, {least}")
