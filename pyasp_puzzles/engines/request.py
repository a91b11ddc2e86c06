"""From an instance and the keywords of a search to a :class:`~pyasp_puzzles.engines.job.Job`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any, TypedDict, Unpack

from pyasp_puzzles.boards.puzzle import I, InstanceLike, Profile, Task, choose
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.atoms import fact_lines
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.symmetry import kind_of
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import BASELINE, Engine, parse_engine, program_of
from pyasp_puzzles.engines.option_check import own_options
from pyasp_puzzles.ground.grounding import in_thread


class JobRequest(TypedDict, total=False):
    """The keywords of a search, as :func:`pyasp_puzzles.solve` and ``count`` have them, unchecked.

    Attributes:
        task: what the answers are for; by default "first" if there is a limit, else "all".
        with_facts: make the facts now (the default); otherwise the process that searches does.
    """

    solver: str
    by: str
    symmetry: bool | str
    limit: int | None
    threads: int
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
    at_least(1, "limit", request.get("limit"))
    at_least(1, "threads", request.get("threads"))
    at_least(0, "seed", request.get("seed"))
    options = _checked(request.get("options", ()))
    puzzle = puzzle_of(instance)
    kind = kind_of(puzzle.name, puzzle.symmetries, request.get("symmetry", False))
    by = request.get("by", "")
    constants = dict(puzzle.symmetries.kinds[kind]) if puzzle.symmetries and kind else {}
    constants |= puzzle.way(by)
    who = _chosen(engine, request.get("solver", ""), options)
    limit = request.get("limit") or 0
    task = request.get("task") or ("first" if limit else "all")
    variant = who.variant if who.row.profiles else ""
    profile = "", Profile(options)
    if who.row.profiled and not options:
        profile = choose(puzzle.profiles, variant, task)
    return Job(
        who,
        program_of(puzzle, who, profile[1], kind),
        facts=fact_text(instance) if request.get("with_facts", True) and who.grounds else "",
        constants=constants,
        puzzle=puzzle.name,
        instance=instance,
        symmetry=kind,
        by=by,
        task=task,
        limit=limit,
        threads=request.get("threads", 1),
        seed=request.get("seed"),
        profile=profile,
    )


def fact_text(instance: I) -> str:
    """The instance as facts, without the picture that :func:`pyasp_puzzles.facts` adds."""
    return "\n".join(fact_lines(puzzle_of(instance).facts(instance))) + "\n"


def facts_in_time(instance: I, late: Callable[[], bool]) -> str | None:
    """:func:`fact_text`; ``None``: the time is up before it is made.

    A large board may take longer than its search.  So a thread makes the facts, which ends with the
    next fact when the time is up, and nobody waits for that.

    Args:
        late: whether the time is up; called about twenty times a second, and for each fact.
    """
    made: list[str] = []

    def make() -> None:
        facts = takewhile(lambda _: not late(), puzzle_of(instance).facts(instance))
        made.append("\n".join(fact_lines(facts)) + "\n")

    in_time = not late() and in_thread(make, late) and not late()
    return made[0] if in_time else None


def at_least(least: int, name: str, value: Any) -> None:
    """Check that an argument is an integer of at least ``least``, or ``None``.

    Raises:
        PuzzleError: it is not; ``True`` is no number.
    """
    if value is not None and (type(value) is not int or value < least):
        raise PuzzleError(f"{name}: found {value!r}, expected an integer of at least {least}")


def check_timeout(timeout: Any, *, zero: bool = True) -> None:
    """Check that a time limit is a number of seconds, or ``None``.

    Args:
        zero: whether 0 is a limit, too.

    Raises:
        PuzzleError: it is no number, negative, or 0 where that is no limit.
    """
    if timeout is None or (isinstance(timeout, int | float) and timeout > 0):
        return
    if timeout != 0 or not zero or not isinstance(timeout, int | float):
        least = "0 or more" if zero else "more than 0"
        raise PuzzleError(f"timeout: found {timeout!r}, expected seconds, {least}")


def _checked(options: Any) -> tuple[str, ...]:
    """Clasp's options as a tuple, since an iterator can be read only once."""
    if isinstance(options, str | bytes) or not isinstance(options, Iterable):
        raise PuzzleError(f"options: found {options!r}, expected a list of options")
    return tuple(options)


def _chosen(name: str, solver: str, options: tuple[str, ...]) -> Engine:
    """The engine that is asked for; clasp's options imply clingo."""
    engine = parse_engine(name, solver)
    if not options:
        return engine
    if not (engine in (Engine("auto"), BASELINE) or engine.row.own_program):
        raise PuzzleError(f"engine {engine} takes no clasp options")
    own_options(options)  # refuses bad ones even if a complete store leaves nothing to search
    return engine if engine.row.own_program else BASELINE
