"""The tables of the study of edge matching, and what they need: medians, fastest engines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from edge_study import (
    CAPPED,
    DONE,
    ENGINES,
    CountEstimate,
    Family,
    Records,
    StudyRun,
    expected,
    parse_name,
)

CLASSES = (("1 s", 1.0), ("1 min", 60.0), ("1 h", 3600.0), ("longer", math.inf))
"""Classes of CPU time: their names and greatest seconds."""


def time_class(seconds: float) -> int | None:
    """The index in :data:`CLASSES` of a time; ``None`` if it is infinite, which is not known."""
    known = math.isfinite(seconds)
    return next(n for n, (_, most) in enumerate(CLASSES) if seconds <= most) if known else None


_UNITS = (("min", 60), ("h", 3600), ("days", 86_400), ("years", 31_557_600))
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class EngineResult:
    """One engine on one board: its best run, if any, and an estimate if that did not end."""

    run: StudyRun | None
    estimate: CountEstimate | None

    @property
    def seconds(self) -> float:
        """CPU seconds, measured or estimated; infinite if they are not known."""
        if self.run and self.run.done:
            return self.run.seconds
        return self.estimate.seconds if self.estimate else math.inf


@dataclass(frozen=True)
class EngineTimes:
    """One engine with one task on the boards of a family, at least one."""

    engine: str
    results: tuple[EngineResult, ...]

    @property
    def median(self) -> EngineResult:
        """The board in the middle; of an even number of boards the slower one of the two."""
        ordered = sorted(self.results, key=lambda result: result.seconds)
        return ordered[len(ordered) // 2]

    @property
    def seconds(self) -> float:
        return self.median.seconds

    @property
    def estimated(self) -> bool:
        return math.isfinite(self.seconds) and not (self.median.run and self.median.run.done)

    @property
    def cap(self) -> float:
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
class FamilyTimes:
    """A family and a task: what each engine took, in the order of the engines."""

    family: Family
    task: str
    times: tuple[EngineTimes, ...]

    @property
    def fastest(self) -> EngineTimes | None:
        """The engine with the least median, measured or estimated; ``None`` if none is known."""
        known = [times for times in self.times if math.isfinite(times.seconds)]
        return min(known, key=lambda times: times.seconds, default=None)

    @property
    def time_class(self) -> int | None:
        return time_class(min((times.seconds for times in self.times), default=math.inf))

    @property
    def cap(self) -> float:
        return max((times.cap for times in self.times), default=0.0)


def cells(records: Records, task: str) -> list[FamilyTimes]:
    """The cells of all families with a run or an estimate for the task, by size and colours."""
    boards: dict[Family, list[str]] = {}
    named = {run.board for run in records.runs} | {each.board for each in records.estimates}
    for name in sorted(named, key=parse_name):
        boards.setdefault(parse_name(name)[0], []).append(name)
    found = (
        FamilyTimes(family, task, tuple(_times(records, task, names)))
        for family, names in boards.items()
    )
    return [cell for cell in found if cell.times]


def _times(records: Records, task: str, boards: Sequence[str]) -> Iterator[EngineTimes]:
    for engine in engines_of(records):
        results = []
        for board in boards:
            run = records.run_of(board, task, engine)
            estimate = records.estimate_of(board, engine) if task == "count" else None
            if run or estimate:
                results.append(EngineResult(run, estimate))
        if results:
            yield EngineTimes(engine, tuple(results))


def engines_of(records: Records) -> list[str]:
    """The engines with runs or estimates: the usual ones first, then in the order of the file."""
    found = dict.fromkeys(run.engine for run in records.runs)
    found |= dict.fromkeys(each.engine for each in records.estimates)
    return sorted(found, key=lambda engine: (*ENGINES, engine).index(engine))


def duration(seconds: float, *, short: bool = False) -> str:
    """A time with two digits; ``short``: for narrow cells.

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
    """Numbers as ranges among all measured ones.

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


_TITLES = {"first": "First answer", "count": "All answers counted, one of each class"}


def page(records: Records) -> str:
    """All tables: settings, each task by family and engine, and by time; expected answers."""
    return "\n".join(_page(records)) + "\n"


def _page(records: Records) -> Iterator[str]:
    engines = engines_of(records)
    caps = sorted({run.cap for run in records.runs})
    limits = " or ".join(f"{cap:g}" for cap in caps)
    yield from (
        "# Edge matching: times by size and number of colours",
        "",
        "Measured and written by `python tests/benchmarks/edge_study.py`;"
        " [eternity.md](eternity.md) says what they mean.",
        "",
        "CPU seconds with grounding or building, without the start of Python, the import of"
        " libraries and loading compiled code (about 0.3 s for `scan`). Each run is a process"
        " of its own.",
        "",
        f"* The cap: a run ends after {limits} CPU seconds.",
        "* Of several boards (seeds) the median is shown. `> 10 s`: it lies beyond the cap of 10 s."
        " `2 of 3 done`: runs that ended before the cap. `[1]`: one board only, others had more.",
        "* `≈`: not measured but estimated, with the interval of the estimate.",
        "* `not run`: not measured. An engine that reached the cap on all boards of a size while it"
        " counted is not run there with fewer colours.",
        "* Colours: inside + along the rim. Boards `7-6-3/1`: 7 x 7, 6 + 3 colours, seed 1 of the"
        " generator.",
        "* Counted are classes of answers under rotation of the board.",
        "",
        "## Where and with what",
        "",
    )
    for setting in records.settings:
        named = ", ".join(f"{name} {number}" for name, number in setting["versions"].items())
        yield f"* {setting['date']}: {setting['machine']}; {named}"
    yield ""
    for task, title in _TITLES.items():
        found = cells(records, task)
        if found:
            yield from (f"## {title}", "")
            yield from _table(found, engines)
            yield from ("", f"## {title}: with how many colours inside", "")
            yield from _reach(found, engines)
            yield ""
    yield from (
        "## Accidental answers: expected and counted",
        "",
        "Of boards whose count ended. The answer from which a board was cut is left out.",
        "",
    )
    yield from _answers(records)


def _table(found: Sequence[FamilyTimes], engines: Sequence[str]) -> Iterator[str]:
    yield _row(["board", *(f"`{engine}`" for engine in engines), "boards"])
    yield _row(["---", *["--:"] * (len(engines) + 1)])
    for cell in found:
        by_engine = {times.engine: times for times in cell.times}
        boards = max((len(times.results) for times in cell.times), default=0)
        texts = (_text(by_engine.get(engine), boards) for engine in engines)
        yield _row([cell.family.title, *texts, str(boards)])


def _text(times: EngineTimes | None, boards: int) -> str:
    """The time of an engine, and its number of boards if others have more."""
    if times is None:
        return "not run"
    number = len(times.results)
    return times.text if number == boards else f"{times.text} [{number}]"


def _reach(found: Sequence[FamilyTimes], engines: Sequence[str]) -> Iterator[str]:
    """For each size and engine the numbers of colours with which it needs each class of time."""
    names = [f"within {name}" if math.isfinite(most) else name for name, most in CLASSES]
    yield _row(["size", "engine", *names, "not known"])
    yield _row(["---", "---", *["---"] * (len(names) + 1)])
    for size in sorted({cell.family.size for cell in found}):
        own = [cell for cell in found if cell.family.size == size]
        colours = [cell.family.colours for cell in own]
        run = {times.engine for cell in own for times in cell.times}
        for engine in (engine for engine in engines if engine in run):
            found_in: dict[int | None, list[int]] = {}
            for cell in own:
                spent = (times.seconds for times in cell.times if times.engine == engine)
                number = time_class(next(spent, math.inf))
                found_in.setdefault(number, []).append(cell.family.colours)
            classes = (*range(len(CLASSES)), None)
            texts = [ranges(found_in.get(number, ()), colours) or "-" for number in classes]
            yield _row([f"{size} x {size}", f"`{engine}`", *texts])


def _answers(records: Records) -> Iterator[str]:
    """The formula beside what was counted; the answer from which a board was cut is not counted."""
    yield _row(["board", "expected", "counted, mean", "boards"])
    yield _row(["---", "--:", "--:", "--:"])
    for cell in cells(records, "count"):
        runs = (each.run for times in cell.times for each in times.results)
        counts = {run.board: run.answers for run in runs if run and run.done}
        if counts:
            others = mean(number - 1 for number in counts.values())
            mean_number = 10 ** expected(cell.family.size, cell.family.colours, cell.family.rim)
            numbers = _number(mean_number), _number(others)
            yield _row([cell.family.title, *numbers, str(len(counts))])


def _number(number: float) -> str:
    if number and number < 0.001:
        return "< 0.001"
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def _row(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"
