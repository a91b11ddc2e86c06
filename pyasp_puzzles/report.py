"""How the command line says things: pictures, JSON lines, one-line results, figures.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.errors import counted

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.outcome import Answers, Count


def console(stderr: bool = False) -> Console:
    """Colours on a terminal unless ``NO_COLOR`` is set; plain text into pipes and files."""
    from rich.console import Console

    class PipeConsole(Console):
        """rich would end the program with 1, which means "none" here."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(stderr=stderr, soft_wrap=True)


def draw(to: Console, drawn: Any) -> None:
    """A picture, or an answer, which knows how to draw itself."""
    from pyasp_puzzles.picture import Picture
    from pyasp_puzzles.render.terminal import TerminalPicture

    to.print(TerminalPicture(drawn) if isinstance(drawn, Picture) else drawn, soft_wrap=True)


def line(value: dict[str, Any]) -> None:
    """One JSON object a line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def summary(
    puzzle: str, instance: str, answers: Answers[Any, Any], seconds: dict[str, float]
) -> dict[str, Any]:
    """The last JSON line of a search."""
    return {
        "puzzle": puzzle,
        "instance": instance,
        "status": answers.status.value,
        "exhausted": answers.exhausted,
        "answers": answers.found,
        "reason": answers.reason,
        "seconds": {phase: round(value, 6) for phase, value in seconds.items()},
    }


def status(name: str, answers: Answers[Any, Any]) -> str:
    """One line on how a search ended."""
    found = f"{number(answers.found, 'answers')}, verified"
    if answers.exhausted:
        end = f"{found}, no more exist" if answers.found else "no solution (proved)"
    elif answers.reason == "limit":
        end = f"{found}; not asked for more"
    else:
        end = f"gave up ({answers.reason}): {found if answers.found else 'no answer so far'}"
    return f"{name}: {end}"


def count_line(name: str, count: Count, plural: str) -> str:
    """One line on a count."""
    least = "" if count.exhausted else "at least "
    end = "exhausted" if count.exhausted else count.reason
    found = number(count.answers, plural)
    return f"{name}: {least}{found} ({end}, {count.seconds['all']:.2f} s)"


def known(instance: Any) -> str:
    """The known counts of an instance: "660 answers, 110 classes"."""
    return ", ".join(number(count, word) for word, count in instance.known)


def number(count: int, plural: str) -> str:
    """A number with its noun, given in the plural."""
    return counted(count, "class" if plural == "classes" else plural.removesuffix("s"))


def statistics(to: Console, seconds: dict[str, float], figures: dict[str, float]) -> None:
    """Seconds by phase and clasp's figures, a row each."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    for phase, value in seconds.items():
        table.add_row(phase, f"{value:.3f} s")
    for name, figure in figures.items():
        table.add_row(name, f"{figure:,.0f}")
    to.print(table)
