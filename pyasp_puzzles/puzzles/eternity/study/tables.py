"""The tables of the study, as a page in Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import mean

from pyasp_puzzles.puzzles.eternity.study.cells import (
    CLASSES,
    Cell,
    Times,
    cells,
    engines_of,
    ranges,
)
from pyasp_puzzles.puzzles.eternity.study.records import Records

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
        "Measured and written by `python -m pyasp_puzzles.puzzles.eternity.study`;"
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
            yield from _times(found, engines)
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


def _times(found: Sequence[Cell], engines: Sequence[str]) -> Iterator[str]:
    """A row for each family, a column for each engine."""
    yield _row(["board", *(f"`{engine}`" for engine in engines), "boards"])
    yield _row(["---", *["--:"] * (len(engines) + 1)])
    for cell in found:
        by_engine = {times.engine: times for times in cell.times}
        boards = max((len(times.results) for times in cell.times), default=0)
        texts = (_text(by_engine.get(engine), boards) for engine in engines)
        yield _row([cell.family.title, *texts, str(boards)])


def _text(times: Times | None, boards: int) -> str:
    """The time of an engine, and its number of boards if others have more."""
    if times is None:
        return "not run"
    number = len(times.results)
    return times.text if number == boards else f"{times.text} [{number}]"


def _reach(found: Sequence[Cell], engines: Sequence[str]) -> Iterator[str]:
    """For each size and engine the numbers of colours with which it needs each class of time."""
    names = [f"within {name}" if math.isfinite(most) else name for name, most in CLASSES]
    yield _row(["size", "engine", *names, "not known"])
    yield _row(["---", "---", *["---"] * (len(names) + 1)])
    for size in sorted({cell.family.size for cell in found}):
        own = [cell for cell in found if cell.family.size == size]
        colours = [cell.family.colours for cell in own]
        run = {times.engine for cell in own for times in cell.times}
        for engine in (engine for engine in engines if engine in run):
            texts: list[str] = []
            before = -1.0
            seconds = {cell.family.colours: _seconds(cell, engine) for cell in own}
            for _, most in (*CLASSES, ("", math.inf)):
                last = len(texts) == len(CLASSES)
                chosen = [c for c in colours if _lies(seconds[c], before, most, unknown=last)]
                texts.append(ranges(chosen, colours) or "-")
                before = most
            yield _row([f"{size} x {size}", f"`{engine}`", *texts])


def _lies(seconds: float, least: float, most: float, *, unknown: bool) -> bool:
    """Whether a time is not known, or lies in a class."""
    if unknown or math.isinf(seconds):
        return unknown and math.isinf(seconds)
    return least < seconds <= most


def _seconds(cell: Cell, engine: str) -> float:
    """The median of an engine; infinite if it is not known."""
    return next((times.seconds for times in cell.times if times.engine == engine), math.inf)


def _answers(records: Records) -> Iterator[str]:
    """The formula beside what was counted; the answer from which a board was cut is not counted."""
    yield _row(["board", "expected", "counted, mean", "boards"])
    yield _row(["---", "--:", "--:", "--:"])
    for cell in cells(records, "count"):
        runs = (each.run for times in cell.times for each in times.results)
        counts = {run.board: run.answers for run in runs if run and run.done}
        if counts:
            others = mean(number - 1 for number in counts.values())
            yield _row(
                [
                    cell.family.title,
                    _number(10**cell.family.expected),
                    _number(others),
                    str(len(counts)),
                ]
            )


def _number(number: float) -> str:
    if number and number < 0.001:
        return "< 0.001"
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def _row(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"
