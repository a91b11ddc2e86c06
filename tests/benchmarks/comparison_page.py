"""Write the page on how the engines compare on all puzzles, with everything measured anew.

``python tests/benchmarks/comparison_page.py [FOLDER]`` writes ``comparison.md`` and its plots: what
the ``comparison.toml`` in the folder of each puzzle says of it.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import Task
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.comparison import Comparison, race
from pyasp_puzzles.comparison.columns import answers_text, ratio_text, seconds_text, total_text
from pyasp_puzzles.comparison.export import (
    cactus,
    markdown_notes,
    markdown_rows,
    markdown_scores,
    markdown_setting,
    markdown_table,
)
from pyasp_puzzles.comparison.measurements import Row
from pyasp_puzzles.comparison.plan import Case, Conditions, RacePlan, make_plan
from pyasp_puzzles.comparison.setting import setting
from pyasp_puzzles.comparison.tables import disagreement_text
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, encodings
from pyasp_puzzles.engines.job import fact_text, make_job
from pyasp_puzzles.engines.kinds import KINDS
from pyasp_puzzles.engines.names import Engine, engines_of
from pyasp_puzzles.verbs.solving import load

PAGE, CACTUS = "comparison.md", "comparison-cactus.svg"

Measure = Callable[[RacePlan], Comparison]


_FASTER = 0.995
"""A ratio above this is printed as 1.00 and not called faster."""


@dataclass(frozen=True)
class Exhibit:
    """An instance that stands for a puzzle, and what is asked of it."""

    puzzle: str
    instance: str
    symmetry: str = ""
    tasks: tuple[Task, ...] = ("first", "all")


@dataclass(frozen=True)
class Chapter:
    exhibits: tuple[Exhibit, ...]
    published: tuple[str, ...] = ()
    remark: str = ""
    trap: str = ""
    plots: bool = False
    cited: tuple[Mapping[str, str], ...] = ()


def chapters(names: Sequence[str] = ()) -> dict[str, Chapter]:
    """The puzzles of this package that the page shows, by name."""
    folder = Path(__file__).parents[2] / "pyasp_puzzles" / "puzzles"  # of the checkout
    found = {}
    for name in shipped_names():
        file = folder / name / "comparison.toml"
        if file.exists() and (not names or name in names):
            content = tomllib.loads(file.read_text(encoding="utf-8"))
            exhibits = tuple(
                Exhibit(name, **{**each, "tasks": tuple(each.get("tasks", Exhibit.tasks))})
                for each in content.pop("exhibits")
            )
            lists: dict[str, Any] = {
                key: tuple(content.pop(key, ())) for key in ("published", "cited")
            }
            found[name] = Chapter(exhibits, **lists, **content)
    return found


def page(puzzles: Sequence[str], repeat: int, timeout: float, measure: Measure) -> dict[str, str]:
    shown = chapters(puzzles)
    if not shown:
        raise PuzzleError(f"found {', '.join(puzzles)}, expected some of {', '.join(chapters())}")

    def run(
        exhibits: Sequence[Exhibit], task: Task, names: Sequence[str], repeat: int
    ) -> Comparison:
        cases = [Case(each.instance, load(each.puzzle, each.instance)) for each in exhibits]
        symmetry = exhibits[0].symmetry
        conditions = Conditions(task=task, repeat=repeat, timeout=timeout, symmetry=symmetry)
        return measure(make_plan(cases, names, conditions))

    chosen = [(each, chapter) for chapter in shown.values() for each in chapter.exhibits]
    found = {
        (each, task): run([each], task, engines_for(each, task, chapter.published), repeat)
        for each, chapter in chosen
        for task in each.tasks
    }
    parts = [
        "# How the engines compare",
        "Measured and written by `python tests/benchmarks/comparison_page.py`.",
        f"## How it is measured\n\n{_method(shown)}",
        f"## Where and with what\n\n{_common_setting(found.values())}",
        f"## At a glance\n\n{overview(found)}",
        f"## Where another engine beats our ASP program\n\n{_beaten(found)}",
        *(_section(each, task, comparison) for (each, task), comparison in found.items()),
        "## Sizes of the formulas side by side\n\n"
        + "\n\n".join(sizes(each) for each, _ in chosen if "first" in each.tasks),
    ]
    files: dict[str, str] = {}
    for name, chapter in shown.items():
        if chapter.trap:
            trap = Exhibit(name, chapter.trap)
            parts.append(_trap(trap, run([trap], "all", _flawed(trap, chapter), 1)))
        if chapter.plots:
            boards = [Exhibit(name, board) for board in find_puzzle(name).instance_files()]
            many = run(boards, "all", engines_for(boards[0], "all", chapter.published), 1)
            parts.append(_many(name, many, files))
    parts.append(_cited(shown))
    return {PAGE: "\n\n".join(filter(None, parts)) + "\n", **files}


def _method(shown: Mapping[str, Chapter]) -> str:
    """The text on how it is measured, with the remarks on single programs."""
    text = (Path(__file__).parent / "comparison_method.md").read_text(encoding="utf-8")
    remarks = [chapter.remark.strip() for chapter in shown.values() if chapter.remark]
    return "\n\n".join([text.strip(), *remarks])


def _flawed(trap: Exhibit, chapter: Chapter) -> list[str]:
    """ASP, our default CP-SAT encoding, and the encodings with a flaw."""
    named = [
        name for name in engines_for(trap, "all", chapter.published) if name.startswith("cpsat")
    ]
    found = encodings("cpsat", trap.puzzle).items()
    return ["asp", *named[:1], *(f"cpsat.{name}" for name, each in found if each.flaw)]


def engines_for(exhibit: Exhibit, task: Task, published: Sequence[str]) -> list[str]:
    """The engines that are measured on a puzzle: ASP, its translation, and sound encodings.

    Where the puzzle has clasp options of its own, clasp's defaults as well, for the other solvers
    have no more than theirs.  What ``auto`` takes for the task, where that is another engine.  Of
    the hand-written encodings the default one, with two solvers for SAT, and the published ones.
    """
    tuned = bool(find_puzzle(exhibit.puzzle).profiles)
    best = find_puzzle(exhibit.puzzle).engines.get(task, ())
    names = ["asp", *(["asp:auto"] if tuned else [])]
    names += [*(name for name in best if name != "asp"), "translate:cadical195"]
    for kind, solvers in (("sat", (":cadical195", ":glucose4")), ("cpsat", ("",))):
        usable = [
            name
            for name, encoding in encodings(kind, exhibit.puzzle).items()
            if not encoding.flaw and (encoding.symmetry or not exhibit.symmetry)
        ]
        for name in usable[:1]:
            names += [f"{kind}.{name}{solver}" for solver in solvers]
        names += [f"{kind}.{name}{solvers[0]}" for name in usable[1:] if name in published]
    return names


def overview(found: Mapping[tuple[Exhibit, Task], Comparison]) -> str:
    """A line for each puzzle and task: the totals of each kind's default engine."""
    raced = {engine.kind for comparison in found.values() for engine in comparison.plan.engines}
    kinds = [kind for kind in KINDS if kind in raced]
    lines = []
    for (exhibit, task), comparison in found.items():
        rows, totals = comparison.rows(), dict.fromkeys(kinds, "")
        for row in reversed(rows):
            totals[row.engine.kind] = "(disagree)" if comparison.disagreements else total_text(row)
        lines.append(
            [exhibit.puzzle, exhibit.instance, task, answers_text(rows[0]), *totals.values()]
        )
    titles = ["puzzle", "instance", "task", "answers", *kinds]
    return (
        "Medians of the total in CPU seconds; of each kind the default engine, not the best.\n\n"
        + markdown_table(titles, lines, left=3)
    )


def beaten(comparison: Comparison) -> Iterator[str]:
    """A sentence on each engine that is faster than plain ``asp``, the fastest first."""
    if comparison.disagreements:
        return
    limit = comparison.plan.limits.seconds
    for case in comparison.plan.cases:
        rows = [row for row in comparison.rows() if row.case == case.name and row.seconds]
        base = next((row for row in rows if row.engine == Engine("asp")), None)
        for row in sorted(rows, key=lambda row: row.seconds["total"]):
            total = seconds_text(row.seconds["total"])
            if base is None:
                yield f"`{row.engine}` finishes in {total} s; `asp` does not in {limit:g} s."
            elif row.ratio is not None and row.ratio < _FASTER:
                yield (
                    f"`{row.engine}` needs {ratio_text(row.ratio)} times the time of `asp`: "
                    f"{total} s against {seconds_text(base.seconds['total'])} s{_sure(row, base)}."
                )


def _sure(row: Row, base: Row) -> str:
    """Words on whether the ranges of two engines overlap."""
    if row.spread is None or base.spread is None or row.runs == 1:
        return ""
    apart = row.spread[1] < base.spread[0]
    return ", each of its runs below each of `asp`" if apart else ", but their ranges overlap"


def _beaten(found: Mapping[tuple[Exhibit, Task], Comparison]) -> str:
    lines = []
    for (exhibit, task), comparison in found.items():
        said = list(beaten(comparison))
        if comparison.disagreements:
            said = ["the engines disagree, see below."]
        lines.append(f"* {exhibit.puzzle}, {exhibit.instance}, {task}:")
        lines[-1] += "" if said else " none does."
        lines += [f"  * {sentence}" for sentence in said]
    return "\n".join(lines)


_SHARED = ("date", "machine", "rounds", "limits", "seeds", "threads")


def _common_setting(comparisons: Iterable[Comparison]) -> str:
    """What all comparisons have in common, and the versions of all that take part."""
    found = list(comparisons)
    lines = setting(found[0].plan)
    versions = {part: None for each in found for part in setting(each.plan)["versions"].split(", ")}
    shared = {name: lines[name] for name in _SHARED} | {"versions": ", ".join(versions)}
    return "\n".join(f"* {name}: {value}" for name, value in shared.items())


def _section(exhibit: Exhibit, task: Task, comparison: Comparison) -> str:
    tasks = {
        "first": "the first answer",
        "all": "all answers",
        "unsat": "the proof that there is none",
        "count": "the number of answers",
    }
    lines = setting(comparison.plan)
    own = [f"{name}: {lines[name]}" for name in ("symmetry", "clasp options") if name in lines]
    parts = [
        f"## {exhibit.puzzle}, {exhibit.instance}: {tasks[task]}",
        f"({'; '.join(own)})",
        markdown_rows(comparison, ("answers", "times")),
        markdown_rows(comparison, ("sizes", "search")),
        markdown_notes(comparison),
    ]
    if comparison.disagreements:
        parts.append(f"```text\n{disagreement_text(comparison)}\n```")
    return "\n\n".join(filter(None, parts))


def sizes(exhibit: Exhibit) -> str:
    """Variables and clauses of every hand-written encoding of a puzzle and of its translations."""
    instance = load(exhibit.puzzle, exhibit.instance)
    rows = []
    for engine, encoding, _ in engines_of(exhibit.puzzle):
        name = f"`{replace(engine, solver='')}`"
        if engine.row.variants:
            rows.append([name, *_translated(exhibit, engine, instance)])
        elif encoding and engine.row.lists and (encoding.symmetry or not exhibit.symmetry):
            flaw = f" ({encoding.flaw})" if encoding.flaw else ""
            rows.append([name + flaw, *_written(exhibit, encoding, instance)])
    titles = [f"{exhibit.puzzle}, {exhibit.instance}", "variables", "clauses", "CP constraints"]
    return markdown_table(titles, rows)


def _translated(exhibit: Exhibit, engine: Engine, instance: Any) -> list[str]:
    from pyasp_puzzles.ground.ground import ground
    from pyasp_puzzles.ground.translation import translate

    job = make_job(instance, str(engine), symmetry=exhibit.symmetry)
    program = ground(job.program, fact_text(instance), job.constants)
    found = translate(program, loops=engine.variant or "stages").sizes
    return [f"{found.variables:,}", f"{found.clauses:,}", ""]


def _written(exhibit: Exhibit, encoding: Encoding, instance: Any) -> list[str]:
    from pyasp_puzzles.engines.encoding import Automaton, Scan
    from pyasp_puzzles.ground.sat.cnf import Cnf

    model = encoding.build(instance, exhibit.symmetry)
    if isinstance(model, Automaton | Scan):
        return ["", "", ""]  # no constraints; the number of states is known only after counting
    if isinstance(model, Cnf):
        return [f"{model.variables:,}", f"{len(model.clauses):,}", ""]
    stages = (model,) if isinstance(model, CpProblem) else model.stages
    protos = [stage.model.proto for stage in stages]
    variables = sum(len(proto.variables) for proto in protos)
    return [f"{variables:,}", "", f"{sum(len(proto.constraints) for proto in protos):,}"]


def _trap(trap: Exhibit, comparison: Comparison) -> str:
    """The section on an encoding with a flaw, on an instance that shows the flaw."""
    said = str(disagreement_text(comparison))
    if not said:
        said = "No disagreement within the limits of this run."
    engines = ", ".join(f"`{engine}`" for engine in comparison.plan.engines)
    return (
        "## An unsound encoding is found out\n\n"
        f"{trap.puzzle}, {trap.instance}: {engines} look for all answers.\n\n"
        f"```text\n{said}\n```"
    )


def _many(puzzle: str, comparison: Comparison, files: dict[str, str]) -> str:
    """Scores and plots over all shipped instances of a puzzle; the plots go to the files."""
    title = f"## All {len(comparison.plan.cases)} shipped instances of {puzzle}: all answers"
    if comparison.disagreements:
        return f"{title}\n\n```text\n{disagreement_text(comparison)}\n```"
    files[CACTUS] = cactus(comparison)
    return "\n\n".join(
        [
            title,
            "PAR2 is the mean of the times in CPU seconds, a case that was not finished counted as "
            "twice the limit.",
            markdown_scores(comparison),
            f"![Cases solved by each engine within a time]({CACTUS})",
            markdown_setting(comparison),
        ]
    )


def _cited(shown: Mapping[str, Chapter]) -> str:
    titles = ["instance", "task", "time", "by"]
    rows = [
        [f"{name}, {each['instance']}", each["task"], each["time"], each["source"]]
        for name, chapter in shown.items()
        for each in chapter.cited
    ]
    if not rows:
        return ""
    return (
        "## Published figures, cited, not measured here\n\n"
        "Other machines, other programs, other ways to measure: they do not compare with the "
        "tables above.\n\n" + markdown_table(titles, rows, left=4)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Compare all engines on all puzzles and write the page about it."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/measured"))
    parser.add_argument("--repeat", type=int, default=3, help="rounds that count [3]")
    parser.add_argument("--timeout", type=float, default=30.0, help="CPU seconds of a run [30]")
    parser.add_argument("--puzzle", action="append", help="only this one; several times: these")
    options = parser.parse_args(arguments)

    def measure(plan: RacePlan) -> Comparison:
        found = race(plan)
        if found.interrupted:
            raise KeyboardInterrupt
        return found

    try:
        files = page(options.puzzle or (), options.repeat, options.timeout, measure)
        options.folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (options.folder / name).write_text(text, encoding="utf-8")
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: nothing was written", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
