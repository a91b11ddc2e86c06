"""Commands that tell why: ``explain`` and ``hint``."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT, read_text
from pyasp_puzzles.boards.registry import load_board, load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    constants_option,
    named_puzzle,
    puzzle_argument,
    size_option,
    timeout_option,
    with_options,
)
from pyasp_puzzles.cli.checking import show_checked
from pyasp_puzzles.cli.completion import complete_checked, complete_explained, complete_file
from pyasp_puzzles.cli.explanation_pages import WIDTH, MarkdownPage, TextPage
from pyasp_puzzles.cli.numbers import Integer
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.waiting import spinner, watched
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.work.deadline import INTERRUPTED, stopped_by_ctrl_c
from pyasp_puzzles.work.waiting import shortened

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.explaining import Explanation
    from pyasp_puzzles.explanation.hinting import Degree, Hint

MOST_NAMES = 2
CODES = {"solved": FOUND, "open": FOUND, "contradiction": NONE, "unknown": GAVE_UP}


all_option = click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Tell all of long lists. [they end with a number, as in: 6 more clues]",
)


@click.command()
@click.argument("names", nargs=-1, metavar="[PUZZLE] [INSTANCE]", shell_complete=complete_explained)
@size_option
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="FILE",
    shell_complete=complete_file,
    help="Explain this ASP program with words in place of a puzzle; further files, such as its "
    "facts, follow as arguments. - is standard input.",
)
@constants_option
@click.option(
    "--pictures",
    type=Integer(1),
    help="Draw the board after each N steps. [at the start and at the end]",
)
@picture_option
@all_option
@click.option("--json", "as_json", is_flag=True, help="One step a line, as a JSON object.")
@click.option("--markdown", is_flag=True, help="Print a page of Markdown.")
@timeout_option()
def explain(
    names: tuple[str, ...],
    programs: tuple[str, ...],
    constants: dict[str, str],
    pictures: int | None,
    whole: bool,
    as_json: bool,
    markdown: bool,
    timeout: float | None,
) -> int:
    """Tell step by step why a board has its answer, or none.

    Each step names the clues that it uses, what is known already, and what follows. Several answers
    are explained as far as they agree. The words stand in the program
    (docs/reference/words.md); your own program can have such words, too.

    The exit code is 0 if all that follows was derived, 1 if there is no answer, 3 if a time limit
    or Ctrl-C came first; what was found by then is told.

    \b
    pyasp-puzzles explain twenty_four_seven 2020_b
    pyasp-puzzles explain pips day.json#hard --markdown > hard.md
    pyasp-puzzles explain eternity document_3x3 --json | tail -1
    pyasp-puzzles explain --program my.lp facts.lp -c n=4
    """
    if as_json and markdown:
        raise PuzzleError("found both --json and --markdown, expected one of them")
    if as_json and pictures:
        raise PuzzleError("found both --json and --pictures, expected one of them")
    form = "json" if as_json else "markdown" if markdown else "text"
    codes = []
    for explanation in _explanations(names, programs, constants, timeout):
        codes.append(_print(explanation, form, pictures, whole))
        if explanation.reason.startswith(INTERRUPTED):
            break
    return max(codes)


def _explanations(
    names: Sequence[str],
    programs: Sequence[str],
    constants: dict[str, str],
    timeout: float | None,
) -> Iterator[Explanation]:
    """An explanation for each board, or that of a program.

    Raises:
        PuzzleError: the words of the command do not fit together.
    """
    from pyasp_puzzles.engines.program import check_constants, check_program, shipped_program
    from pyasp_puzzles.explanation.explaining import explain as explained
    from pyasp_puzzles.explanation.explaining import explain_program

    if programs:
        files = [*programs, *names]
        facts = read_text("-", most=None) if "-" in files else ""
        paths = [Path(shipped_program(file)) for file in files if file != "-"]
        for path in paths:
            check_program(str(path))
        check_constants(paths, constants)
        yield explain_program(paths, facts, constants, timeout=timeout)
        return
    if constants:
        raise PuzzleError("found --const, which goes with --program only")
    if not 1 <= len(names) <= MOST_NAMES:
        found = f"found {len(names)} words" if names else "found no puzzle"
        raise PuzzleError(f"{found}, expected PUZZLE and perhaps INSTANCE, or --program FILE")
    address = with_options(names[1].strip() if names[1:] else "")
    for board in load_boards(named_puzzle(names[0]), address):
        yield explained(board, timeout=timeout)


def _print(explanation: Explanation, form: str, pictures: int | None, whole: bool) -> int:
    """Print the steps as they are found, and how they end; return the exit code."""
    from pyasp_puzzles.explanation.telling.english import sentence as in_full
    from pyasp_puzzles.explanation.telling.output import ending, ending_json, step_json

    notes = terminal.console(stderr=True)
    name = explanation.subject.name
    page = None
    so_far = partial(counted, noun="step")
    with stopped_by_ctrl_c(explanation), watched(notes, name, explanation, so_far) as steps:
        if form != "json":
            page = (MarkdownPage if form == "markdown" else TextPage)(explanation, pictures, whole)
            page.begin()
        elif explanation.subject.puzzle is not None:
            keep(explanation.picture(0))
        for sentence in _overview(explanation):
            if explanation.several and page:
                page.say(in_full(sentence))
                sys.stdout.flush()
        for step in steps:
            if page:
                page.add(step)
            else:
                terminal.print_json(step_json(step))
    sentences = list(ending(explanation))
    if page:
        page.end(sentences)
    else:
        if explanation.steps and explanation.subject.puzzle is not None:
            keep(explanation)
        terminal.print_json(ending_json(explanation))
    if form != "markdown":
        for sentence in sentences:
            notes.print(f"{name}: {sentence}", highlight=False, markup=False)
    return CODES[explanation.status or "unknown"]


def _overview(explanation: Explanation) -> Iterator[str]:
    """What is known before the steps, with a line on a terminal about the search for it."""
    found = explanation.overview()
    while True:
        with spinner(terminal.console(stderr=True), f"{explanation.subject.name}: searching"):
            words = next(found, None)
        if words is None:
            return
        yield words


@click.command()
@puzzle_argument
@click.argument("words", nargs=-1, metavar="[INSTANCE] [ANSWER]", shell_complete=complete_checked)
@size_option
@click.option("--vague", is_flag=True, help="Say only where to look.")
@click.option("--full", is_flag=True, help="Say what follows, and why.")
@all_option
@picture_option
@click.option("--json", "as_json", is_flag=True, help="The whole step as a JSON object.")
@timeout_option()
def hint(
    puzzle: Any,
    words: tuple[str, ...],
    vague: bool,
    full: bool,
    whole: bool,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Tell the next step that is not on the board yet.

    ANSWER is a partial answer as `check` reads it; left out, the board is empty. By default it says
    which clues to use. If the partial answer is wrong, it says so as `check` does.

    The exit code is 0 if there is a next step or the answer is complete, 1 if the answer is wrong
    or nothing more follows, 3 if a time limit or Ctrl-C came first.

    \b
    pyasp-puzzles hint twenty_four_seven 2020_a
    pyasp-puzzles hint twenty_four_seven 2020_a mine.txt --vague
    pyasp-puzzles hint pips day.json#hard - --full < mine.txt
    """
    from pyasp_puzzles.boards.formats.partial_answers import read_partial
    from pyasp_puzzles.explanation.hinting import find_hint

    chosen = [name for name, on in (("vague", vague), ("full", full), ("json", as_json)) if on]
    if len(chosen) > 1:
        raise PuzzleError(f"found --{chosen[0]} and --{chosen[1]}, expected one of them")
    if len(words) > MOST_NAMES:
        raise PuzzleError(f"found {len(words)} words behind the puzzle, expected INSTANCE ANSWER")
    board, text, source = _given(puzzle, words)
    partial = read_partial(puzzle, board, text, source)
    label = shortened(board.name)
    with spinner(terminal.console(stderr=True), f"{label}: searching") as tell:
        found = find_hint(
            board, partial, timeout=timeout, progress=lambda words: tell(f"{label}: {words}")
        )
    if found.step is None:
        return _without_step(found, as_json)
    if as_json:
        from pyasp_puzzles.explanation.telling.output import step_json

        keep(found.picture("full"))
        terminal.print_json(step_json(found.step))
        return FOUND
    degree: Degree = "vague" if vague else "full" if full else "clues"
    terminal.draw(terminal.console(), found.picture(degree))
    for sentence in found.sentences(degree, whole=whole):
        click.echo(textwrap.fill(sentence, min(terminal.console().width, WIDTH)))
    return FOUND


def _given(puzzle: Any, words: Sequence[str]) -> tuple[Any, str, str]:
    """The board, the text of the partial answer, and where that is from."""
    address = with_options(words[0].strip() if words else "")
    if not words[1:]:
        return load_board(puzzle, address), "", ""
    if words[1] == "-" and address.partition("?")[0].partition("#")[0] == "-":
        raise PuzzleError("found - for board and answer, expected a file or a name for one of them")
    board = load_board(puzzle, address)
    source = STANDARD_INPUT if words[1] == "-" else words[1]
    return board, read_text(words[1], most=None), source


def _without_step(found: Hint, as_json: bool) -> int:
    """Say why there is no next step; return the exit code."""
    if as_json:
        terminal.print_json({"status": found.status, "reason": found.reason})
    elif found.checked:
        show_checked(found.checked)
    else:
        terminal.say(found.subject.name, found.sentences())
    keep(found.checked or found)
    return {"complete": FOUND, "unknown": GAVE_UP}.get(found.status, NONE)
