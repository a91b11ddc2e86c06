"""How the command line says what a search or a count has found.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.core.errors import counted

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.engines.results import Answers, Count


def summary(
    puzzle: str, instance: str, answers: Answers[Any, Any, Any], seconds: dict[str, float]
) -> dict[str, Any]:
    """How a search ended, for ``--summary``."""
    return {
        "puzzle": puzzle,
        "instance": instance,
        "status": answers.status.value,
        "exhausted": answers.exhausted,
        "answers": answers.found,
        "engine": answers.engine,
        "reason": answers.reason,
        "symmetry": answers.symmetry and answers.symmetry.as_json(),
        "seconds": {phase: round(value, 6) for phase, value in seconds.items()},
    }


def status(name: str, answers: Answers[Any, Any, Any]) -> str:
    """How a search ended; after a limit, how to go on; and which answers count as one."""
    found = f"{counted(answers.found, 'answer')}, verified"
    if answers.exhausted:
        others, none = "no more exist", "no solution (proved)"
        if answers.engine.startswith("lp:"):  # it may miss answers
            others, none = "the program has no more", "the program has no answer"
        end = f"{found}, {others}" if answers.found else none
    elif answers.reason == "limit":
        end = f"{found}; stopped there, `-n {answers.found + 1}` tells whether "
        end += "it is the only one" if answers.found == 1 else "there are more"
    else:
        end = f"gave up ({answers.reason}): {found if answers.found else 'no answer so far'}"
    who = _by(answers.engine)
    return f"{name}: {end}{who and f' ({who})'}{_classes(name, answers)}"


def _classes(name: str, found: Answers[Any, Any, Any] | Count) -> str:
    """A further line that says which answers count as one, if several do."""
    return f"\n{name}: {found.symmetry}" if found.symmetry else ""


def _by(engine: str) -> str:
    """The engine's name; empty for plain ASP."""
    return "" if engine.partition(":")[0] == "asp" else engine


def count_summary(puzzle: str, instance: str, count: Count, by: str) -> dict[str, Any]:
    """A count, for ``count --json``; times come last."""
    return {
        "puzzle": puzzle,
        "instance": instance,
        "answers": count.answers,
        "exhausted": count.exhausted,
        "reason": count.reason,
        "by": by,
        "symmetry": count.symmetry and count.symmetry.as_json(),
        "engine": count.engine,
        "cubes": None
        if count.cubes is None
        else dict(zip(("done", "all"), count.cubes, strict=True)),
        "seconds": {phase: round(value, 6) for phase, value in count.seconds.items()},
    }


def count_line(name: str, count: Count, noun: str) -> str:
    """A count in one line, and a second line if several answers count as one."""
    least = "" if count.exhausted else "at least "
    found = counted(count.answers, noun)
    who = _by(count.engine)
    end = f"{ending(count)}, {count.seconds['all']:.2f} s{who and f', {who}'}"
    return f"{name}: {least}{found} ({end}){_classes(name, count)}"


def ending(count: Count) -> str:
    """How a count ended, in a few words."""
    if count.exhausted or not count.cubes or not count.cubes[1]:
        return "exhausted" if count.exhausted else count.reason
    done, cubes = count.cubes
    return f"{count.reason}, {done:,} of {counted(cubes, 'cube')} done"


def print_ending(
    to: Console,
    name: str,
    answers: Answers[Any, Any, Any],
    seconds: Mapping[str, float] | None,
) -> None:
    """Print how a search ended.

    Args:
        name: of the board.
        seconds: by phase; print the statistics as well; ``None``: do not.
    """
    to.print(status(name, answers), highlight=False, markup=False)
    if seconds is not None:
        statistics(to, answers, seconds)


def statistics(
    to: Console, found: Answers[Any, Any, Any] | Count, seconds: Mapping[str, float]
) -> None:
    """Print the engine with its remarks, seconds by phase and the engine's figures."""
    from rich.table import Table

    for remark in found.remarks:
        to.print(remark, highlight=False, markup=False)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_row("engine", found.engine)
    if found.symmetry:
        table.add_row("symmetry", found.symmetry.short)
    for phase, value in seconds.items():
        table.add_row(phase, f"{value:.3f} s")
    for name, figure in found.statistics.items():
        table.add_row(name, f"{figure:,.0f}")
    to.print(table)
