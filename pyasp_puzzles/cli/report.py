"""How the command line says things: pictures, JSON lines, one-line results, figures.

rich is imported where it is used, so that ``--help`` stays fast.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.errors import counted
from pyasp_puzzles.registry import load_boards

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.long_counts.progress import Progress
    from pyasp_puzzles.puzzle import Puzzle
    from pyasp_puzzles.results import Answers, Count
    from pyasp_puzzles.translate import Translation


EVERY = 60.0
"""Seconds between two lines on a count in cubes, where they go to a file."""


LABEL = 24
"""Letters of a name that go before the progress of its count, which is to fit a line."""


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
    from pyasp_puzzles.drawing.picture import Picture
    from pyasp_puzzles.drawing.terminal import TerminalPicture

    to.print(TerminalPicture(drawn) if isinstance(drawn, Picture) else drawn, soft_wrap=True)


def line(value: dict[str, Any]) -> None:
    """One JSON object a line."""
    click.echo(json.dumps(value, ensure_ascii=False))


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
    """How a search ended, after a limit how to go on, and in a second line what counts as one."""
    found = f"{number(answers.found, 'answers')}, verified"
    if answers.exhausted:
        end = f"{found}, no more exist" if answers.found else "no solution (proved)"
    elif answers.reason == "limit":
        end = f"{found}; stopped there, `-n {answers.found + 1}` tells whether "
        end += "it is the only one" if answers.found == 1 else "there are more"
    else:
        end = f"gave up ({answers.reason}): {found if answers.found else 'no answer so far'}"
    who = _by(answers.engine)
    return f"{name}: {end}{who and f' ({who})'}{_classes(name, answers)}"


def _classes(name: str, found: Answers[Any, Any, Any] | Count) -> str:
    """Where there is one answer of each class: a further line that says under what."""
    return f"\n{name}: {found.symmetry}" if found.symmetry else ""


def _by(engine: str) -> str:
    """Who searched, where it was not plain ASP."""
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


def count_line(name: str, count: Count, plural: str) -> str:
    """One line on a count, and one on which answers count as one."""
    least = "" if count.exhausted else "at least "
    found = number(count.answers, plural)
    who = _by(count.engine)
    end = f"{ending(count)}, {count.seconds['all']:.2f} s{who and f', {who}'}"
    return f"{name}: {least}{found} ({end}){_classes(name, count)}"


def ending(count: Count) -> str:
    """How a count ended, in a few words."""
    if count.exhausted or not count.cubes or not count.cubes[1]:
        return "exhausted" if count.exhausted else count.reason
    done, cubes = count.cubes
    return f"{count.reason}, {done:,} of {counted(cubes, 'cube')} done"


def listed(puzzle: Puzzle[Any, Any]) -> Iterator[dict[str, Any]]:
    """The shipped boards of a puzzle, for ``list --json``."""
    boards = [board for name in puzzle.instance_files() for board in load_boards(puzzle, name)]
    for board in boards or [None]:
        yield {
            "puzzle": puzzle.name,
            "title": puzzle.title,
            "instance": board and board.name,
            "size": board and puzzle.size(board),
            "known": dict(board.known) if board else {},
        }


def instance_text(puzzle: Puzzle[Any, Any], boards: Sequence[Any]) -> str:
    """Boards as a file in the text format of their puzzle, labels between several of them.

    Raises:
        PuzzleError: one of them cannot be written as text.
    """
    texts = [puzzle.format(board) for board in boards]
    if len(boards) == 1:
        return texts[0]
    labels = [board.name.rpartition("#")[2] for board in boards]
    return "\n".join(f"=== {label}\n{text}" for label, text in zip(labels, texts, strict=True))


def known(counts: Mapping[str, int]) -> str:
    """The known counts of an instance in words: "660 answers, 110 classes"."""
    return ", ".join(number(count, word) for word, count in counts.items())


def number(count: int, plural: str) -> str:
    """A number with its noun, given in the plural."""
    return counted(count, "class" if plural == "classes" else plural.removesuffix("s"))


def statistics(
    to: Console, found: Answers[Any, Any, Any] | Count, seconds: Mapping[str, float]
) -> None:
    """Who searched and why, seconds by phase and the engine's figures, a row each."""
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


def sizes(made: Translation) -> str:
    """One line on a translation."""
    sizes = made.sizes
    loops = "tight"
    if sizes.loops:
        loops = f"{number(len(sizes.loops), 'loops')} (the largest of {sizes.loops[0]:,} atoms)"
    return (
        f"{number(sizes.ground_atoms, 'atoms')}, {number(sizes.rules, 'rules')}, {loops}; "
        f"{number(sizes.variables, 'variables')}, {number(sizes.clauses, 'clauses')}"
    )


def engines(to: Console, puzzle: str) -> None:
    """The engines of a puzzle, with the sources of their encodings and what is wrong with them."""
    from rich.table import Table

    from pyasp_puzzles.engines.kinds import KINDS
    from pyasp_puzzles.engines.names import engines_of
    from pyasp_puzzles.puzzle import CONFIGURATIONS
    from pyasp_puzzles.sat.solvers import SOLVERS

    coverers = ", ".join(KINDS["exact-cover"].solvers)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for engine, encoding, what in engines_of(puzzle):
        flaw = f"[bold]{encoding.flaw}[/bold]; " if encoding and encoding.flaw else ""
        table.add_row(str(engine), flaw + what)
    to.print(table, soft_wrap=False)
    to.print(
        "\nauto takes the best of them for the task. Any puzzle can be tried with exact-cover, or "
        f"exact-cover:COVERER with COVERER one of {coverers}. asp:PROFILE knows clasp's "
        f"own configurations as well: {', '.join(CONFIGURATIONS)}.",
        highlight=False,
        soft_wrap=False,
    )
    known = ", ".join(SOLVERS)
    to.print(
        f"Instead of cadical195: {known}, or any DIMACS solver on the PATH.",
        highlight=False,
        soft_wrap=False,
    )


def shortened(name: str) -> str:
    """The end of a name, of at most :data:`LABEL` letters."""
    return name if len(name) <= LABEL else f"...{name[3 - LABEL :]}"


@contextmanager
def counting(to: Console, name: str) -> Iterator[Callable[[Progress], None]]:
    """Tells how far a count is: in one line on a terminal, else with a line now and then."""
    if to.is_terminal:
        from rich.text import Text

        label = shortened(name)
        with to.status(Text(f"{label}: grounding")) as status:
            yield lambda progress: status.update(Text(f"{label}: {progress}"))
        return
    told = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal told
        if progress.cubes and time.monotonic() >= told + EVERY:
            told = time.monotonic()
            to.print(f"{name}: {progress}", highlight=False, markup=False)

    yield tell


@contextmanager
def spinner(to: Console, text: str) -> Iterator[Callable[[str], None]]:
    """A line that says on a terminal what is going on; the function changes it."""
    if not to.is_terminal:
        yield lambda _text: None
        return
    from rich.text import Text

    with to.status(Text(text)) as status:
        yield lambda changed: status.update(Text(changed))
