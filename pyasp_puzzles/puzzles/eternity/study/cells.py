"""What the records say of a family: medians over its boards, the fastest engine, time classes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyasp_puzzles.puzzles.eternity.study.families import Family, parse_name
from pyasp_puzzles.puzzles.eternity.study.records import (
    CAPPED,
    DONE,
    ENGINES,
    Estimate,
    Records,
    Run,
)

CLASSES = (("1 s", 1.0), ("1 min", 60.0), ("1 h", 3600.0), ("longer", math.inf))
"""Classes of CPU time: their names and greatest seconds."""

_UNITS = (("min", 60), ("h", 3600), ("days", 86_400), ("years", 31_557_600))
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Result:
    """What is known of one engine on one board: its best run, and an estimate if that did not end.

    A run is ``None`` where the engine was not run.
    """

    run: Run | None
    estimate: Estimate | None

    @property
    def seconds(self) -> float:
        """CPU seconds, measured or estimated; infinite if they are not known."""
        if self.run and self.run.done:
            return self.run.seconds
        return self.estimate.seconds if self.estimate else math.inf


@dataclass(frozen=True)
class Times:
    """One engine with one task on the boards of a family, at least one."""

    engine: str
    results: tuple[Result, ...]

    @property
    def median(self) -> Result:
        """The board in the middle; of an even number of boards the slower one of the two."""
        ordered = sorted(self.results, key=lambda result: result.seconds)
        return ordered[len(ordered) // 2]

    @property
    def seconds(self) -> float:
        """The median of the CPU seconds; infinite if it is not known."""
        return self.median.seconds

    @property
    def estimated(self) -> bool:
        """Whether the median is an estimate."""
        return math.isfinite(self.seconds) and not (self.median.run and self.median.run.done)

    @property
    def cap(self) -> float:
        """The highest cap that a run reached; 0 if none did."""
        runs = (each.run for each in self.results if each.run)
        return max((run.cap for run in runs if not run.done), default=0.0)

    @property
    def failure(self) -> str:
        """How a run ended that neither finished nor reached the cap; empty if there is none."""
        ends = (each.run.ending for each in self.results if each.run)
        return next((ending for ending in ends if ending not in (DONE, CAPPED)), "")

    @property
    def text(self) -> str:
        """The median with its interval if it is an estimate, or ``> cap``; the boards done."""
        runs = [each.run for each in self.results if each.run]
        if self.failure:
            return self.failure
        middle, done = self.median, sum(run.done for run in runs)
        if self.estimated and middle.estimate:
            least, most = duration(middle.estimate.least), duration(middle.estimate.most)
            text = f"≈ {duration(self.seconds)} ({least} to {most})"
        elif math.isfinite(self.seconds):
            text = duration(self.seconds)
        else:
            text = f"> {duration(self.cap)}" if runs else "not run"
        return text if done in (0, len(self.results)) else f"{text}, {done} of {len(runs)} done"


@dataclass(frozen=True)
class Cell:
    """A family and a task: what each engine took, in the order of the engines."""

    family: Family
    task: str
    times: tuple[Times, ...]

    @property
    def fastest(self) -> Times | None:
        """The engine with the least median, measured or estimated; ``None`` if none is known."""
        known = [times for times in self.times if math.isfinite(times.seconds)]
        return min(known, key=lambda times: times.seconds, default=None)

    @property
    def time_class(self) -> int | None:
        """The index in :data:`CLASSES` of the fastest engine; ``None`` if that is not known."""
        fastest = self.fastest
        if fastest is None:
            return None
        return next(index for index, (_, most) in enumerate(CLASSES) if fastest.seconds <= most)

    @property
    def cap(self) -> float:
        """The highest cap that a run reached; 0 if none did."""
        return max((times.cap for times in self.times), default=0.0)


def cells(records: Records, task: str) -> list[Cell]:
    """The cells of all families with a run or an estimate for the task, by size and colours."""
    boards: dict[Family, list[str]] = {}
    named = {run.board for run in records.runs} | {each.board for each in records.estimates}
    for name in sorted(named, key=parse_name):
        boards.setdefault(parse_name(name)[0], []).append(name)
    found = (
        Cell(family, task, tuple(_times(records, task, names))) for family, names in boards.items()
    )
    return [cell for cell in found if cell.times]


def _times(records: Records, task: str, boards: Sequence[str]) -> Iterator[Times]:
    for engine in engines_of(records):
        results = []
        for board in boards:
            run = records.run_of(board, task, engine)
            estimate = records.estimate_of(board, engine) if task == "count" else None
            if run or estimate:
                results.append(Result(run, estimate))
        if results:
            yield Times(engine, tuple(results))


def engines_of(records: Records) -> list[str]:
    """The engines with runs or estimates: the usual ones first, then in the order of the file."""
    found = dict.fromkeys(run.engine for run in records.runs)
    found |= dict.fromkeys(each.engine for each in records.estimates)
    return sorted(found, key=lambda engine: (*ENGINES, engine).index(engine))


def duration(seconds: float, *, short: bool = False) -> str:
    """A time with two digits: "0.31 s", "4 min", "2.9 x 10⁹ years".

    Args:
        short: for narrow cells: "10⁹ y".

    >>> [duration(seconds) for seconds in (0.0312, 4.26, 200, 7500, 9e5, 3.2e17)]
    ['0.031 s', '4.3 s', '3.3 min', '2.1 h', '10 days', '1.0 x 10¹⁰ years']
    >>> [duration(seconds, short=True) for seconds in (200, 9e5, 3.2e17)]
    ['3.3 min', '10 d', '10¹⁰ y']
    """
    if seconds < 0.01:
        return f"{seconds:.3f} s"
    if seconds < 60:
        return f"{seconds:.2g} s"
    unit, size = next(u for u in reversed(_UNITS) if seconds >= u[1])
    number = seconds / size
    name = unit[:1] if short and unit in ("days", "years") else unit
    if number >= 1000:
        return f"{_power(number, short=short)} {name}"
    return f"{number:.2g} {name}" if number < 10 else f"{number:.0f} {name}"


def _power(number: float, *, short: bool) -> str:
    """A large number by a power of ten: "2.9 x 10⁹", or the nearest power."""
    exponent = round(math.log10(number)) if short else math.floor(math.log10(number))
    raised = "10" + str(exponent).translate(_RAISED)
    return raised if short else f"{number / 10**exponent:.1f} x {raised}"


def ranges(numbers: Iterable[int], all_numbers: Sequence[int]) -> str:
    """Numbers as ranges among all measured ones: "5, 8-14".

    >>> ranges([5, 8, 10, 14], [4, 5, 6, 8, 10, 14])
    '5, 8-14'
    """
    chosen, groups = set(numbers), list[list[int]]()
    before = None
    for number in sorted(all_numbers):
        if number in chosen:
            if before in chosen and groups:
                groups[-1].append(number)
            else:
                groups.append([number])
        before = number
    return ", ".join(f"{g[0]}-{g[-1]}" if len(g) > 1 else str(g[0]) for g in groups)
