"""What ``explain`` and ``hint`` tell: steps as text with pictures, as Markdown, or as JSON."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.answers import read_partial
from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.registry import load_board, load_boards, words_of
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.checking import show_checked
from pyasp_puzzles.cli.command import named_puzzle
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.cli.terminal import shown
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.program import check_program, shipped_program
from pyasp_puzzles.explanation.explaining import Explanation, explain_program
from pyasp_puzzles.explanation.telling.english import sentence as in_full
from pyasp_puzzles.explanation.telling.output import (
    escaped,
    step_json,
    step_markdown,
    step_text,
)
from pyasp_puzzles.explanation.telling.pictures import named_places, picture_of
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.verbs.verb import FOUND
from pyasp_puzzles.work.deadline import INTERRUPTED

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.explanation.steps import Step
    from pyasp_puzzles.explanation.telling.pictures import Degree
    from pyasp_puzzles.pictures.picture import Picture

MOST_NAMES = 2
WIDTH = 100  # the greatest width of a line of text


class ExplanationPage:
    """An explanation as numbered steps and pictures: plain text, or a page of Markdown."""

    def __init__(self, run: CommandRun, explanation: Explanation) -> None:
        self.explanation, self._run, self._markdown = explanation, run, run["markdown"]
        self._teller = Teller(explanation.theory)
        self._width = min(run.console.width, WIDTH)

    def begin(self) -> None:
        """Draw the board, and tell the rules and the places that clues name."""
        subject = self.explanation.subject
        if self._markdown:
            click.echo(f"# {subject.name}\n")
        first, empty = self.explanation.picture(0), picture_of(subject, {})
        self.draw(first)
        if (
            first
            and empty
            and not {x.caption for x in empty.panels} & {x.caption for x in first.panels}
        ):
            self.draw(empty)  # such as pieces first, and then where they can lie
        if subject.puzzle:
            self.say(" ".join(words_of(subject.puzzle).values()))
        if places := named_places(subject):
            cells = self._teller.phrases.cells
            self.say("; ".join(f"{name}: {cells(own)}" for name, own in places.items()))

    def say(self, text: str) -> None:
        """Print a paragraph."""
        click.echo(f"{escaped(text)}\n" if self._markdown else textwrap.fill(text, self._width))

    def add(self, step: Step) -> None:
        """Tell a step, and draw it if it is time for a picture."""
        before: dict[Symbol, bool] = dict(self._teller.known)
        told, whole, every = self._teller.tell(step), self._run["all"], self._run["pictures"]
        text = step_markdown(told, whole=whole) if self._markdown else ""
        click.echo(text or step_text(told, self._width, whole=whole))
        if every and step.number % every == 0:
            self.draw(picture_of(self.explanation.subject, before, step))

    def end(self, sentences: Sequence[str]) -> None:
        """Draw what is known in the end; a page of Markdown also says how it ended."""
        if self._markdown:
            click.echo()
        if self.explanation.steps and self.explanation.status != "contradiction":
            self.draw(self.explanation.picture())
        for sentence in sentences if self._markdown else ():
            click.echo(f"{sentence[:1].upper()}{sentence[1:]}.")

    def draw(self, picture: Picture | None) -> None:
        """Print a picture, if there is one; in Markdown as a block of plain text."""
        if picture is not None and self._markdown:
            self._run.keep(picture)
            click.echo(f"```text\n{plain(picture)}\n```\n")
        elif picture is not None:
            self._run.draw(picture)


def tell_explain(run: CommandRun) -> int:
    """Explain each board, or a program."""
    codes = []
    for explanation in _explanations(run):
        codes.append(_print(run, explanation))
        if explanation.reason.startswith(INTERRUPTED):
            break
    return max(codes)


def _explanations(run: CommandRun) -> Iterator[Explanation]:
    """An explanation for each board, or that of a program."""
    names, constants = run["names"], run.constants
    if run["programs"]:
        paths, facts = program_files([*run["programs"], *names], constants)
        yield explain_program(paths, facts, constants, timeout=run["timeout"])
        return
    if constants:
        raise PuzzleError("found --const, which goes with --program only")
    if not 1 <= len(names) <= MOST_NAMES:
        found = f"found {len(names)} words" if names else "found no puzzle"
        raise PuzzleError(f"{found}, expected PUZZLE and perhaps INSTANCE, or --program FILE")
    address = run.address(names[1] if names[1:] else "")
    for board in load_boards(named_puzzle(names[0]), address):
        yield run.function(board, timeout=run["timeout"])


def program_files(files: Sequence[str], constants: dict[str, str]) -> tuple[list[Path], str]:
    """The files of a program, checked, and the text of standard input if ``-`` is among them."""
    text = read_text("-", most=None) if "-" in files else ""
    paths = [Path(shipped_program(file)) for file in files if file != "-"]
    for path in paths:
        check_program(str(path))
    return paths, text


def _print(run: CommandRun, explanation: Explanation) -> int:
    """Print the steps as they are found, and how they end; return the exit code."""
    subject = explanation.subject
    page = None
    with run.watched(explanation) as steps:
        if not run["json"]:
            page = ExplanationPage(run, explanation)
            page.begin()
        elif subject.puzzle is not None:
            run.keep(explanation.picture(0))
        for sentence in shown(explanation.overview()):
            if explanation.several and page:
                page.say(in_full(sentence))
                sys.stdout.flush()
        for step in steps:
            if page:
                page.add(step)
            else:
                terminal.print_json(step_json(step))
    sentences = list(explanation.ending())
    if page:
        page.end(sentences)
    else:
        if explanation.steps and subject.puzzle is not None:
            run.keep(explanation)
        terminal.print_json(explanation.as_json())
    for sentence in () if run["markdown"] else sentences:
        run.note(subject.name, sentence)
    return run.code(explanation)[0]


def tell_hint(run: CommandRun) -> int:
    """Print the next step, or why there is none."""
    board, text, source = _partial_answer(run)
    partial_answer = read_partial(run.puzzle, board, text, source)
    with run.busy(board.name, "searching") as told:
        found = run.function(board, partial_answer, **run.options, progress=told)
    if found.step is None:
        if run["json"]:
            terminal.print_json({"status": found.status, "reason": found.reason})
        elif found.checked:
            show_checked(run, found.checked)
        else:
            terminal.say(found.subject.name, found.sentences())
        run.keep(found.checked or found)
        return run.code(found)[0]
    if run["json"]:
        run.keep(found.picture("full"))
        terminal.print_json(step_json(found.step))
        return FOUND
    degree: Degree = "vague" if run["vague"] else "full" if run["full"] else "clues"
    run.draw(found.picture(degree))
    for sentence in found.sentences(degree, whole=run["all"]):
        click.echo(textwrap.fill(sentence, min(run.console.width, WIDTH)))
    return FOUND


def _partial_answer(run: CommandRun) -> tuple[Any, str, str]:
    """The board, the text of the partial answer, and where that is from."""
    words = run["words"]
    if len(words) > MOST_NAMES:
        raise PuzzleError(f"found {len(words)} words behind the puzzle, expected INSTANCE ANSWER")
    if words[1:]:
        return run.board_and_text(*words)
    return load_board(run.puzzle, run.address(words[0] if words else "")), "", ""
