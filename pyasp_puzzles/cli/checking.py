"""Commands that read answers: ``check`` and ``draw``; ``check`` also takes programs."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT
from pyasp_puzzles.boards.registry import load_board
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.advice import advised, why_none
from pyasp_puzzles.cli.arguments import (
    FOUND,
    GAVE_UP,
    NONE,
    instance_argument,
    puzzle_argument,
    size_option,
    with_options,
)
from pyasp_puzzles.cli.completion import complete_checked, complete_file
from pyasp_puzzles.cli.numbers import Amount, Integer
from pyasp_puzzles.cli.picture_files import keep, picture_option
from pyasp_puzzles.cli.program_checking import check_programs
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.work.waiting import shortened

if TYPE_CHECKING:
    from pyasp_puzzles.boards.partial import Partial
    from pyasp_puzzles.explanation.deciding.check import Checked

answer_argument = click.argument("answer", required=False, shell_complete=complete_file)


@click.command()
@puzzle_argument
@click.argument("words", nargs=-1, metavar="[INSTANCE] [ANSWER]", shell_complete=complete_checked)
@size_option
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="FILE",
    shell_complete=complete_file,
    help="Check your own ASP program in place of an answer, on the instances that are named, or on "
    "small ones made for this. May be repeated; a folder stands for the programs in it.",
)
@click.option(
    "--timeout",
    type=Amount("seconds", 10**7),
    help="Give up on a partial answer after this time. With --program: the CPU time that a program "
    "may take on an instance. [30; 5 if no instance is named]",
)
@click.option(
    "--up-to",
    "most",
    type=Integer(1),
    help="Count at most N answers that agree with a partial one. [100]",
)
@picture_option
@click.option("--json", "as_json", is_flag=True, help="One answer, or program, a line, as JSON.")
def check(
    puzzle: Any,
    words: tuple[str, ...],
    programs: tuple[str, ...],
    timeout: float | None,
    most: int | None,
    as_json: bool,
) -> int:
    """Check an answer by the rules, or a program of your own.

    ANSWER is a file, or - for standard input.

    The answer is what `solve --json` prints, what clingo prints in any of its forms, or the
    puzzle's own notation (rows of digits for a number grid).

    A partial answer has ? or _ for what is not known, is a part of the atoms, perhaps with
    `not value(1,2,3)`, or JSON: {"atoms": [...], "not": [...]}. It is drawn, with the mistakes
    marked, and `check` says whether it is right so far, wrong, or cannot be completed, and why. The
    exit code is 0 if it is right so far, 1 if not, 3 if that is not decided.

    With --program, any number of instances may be named. The program gets the facts of each; all
    its answers are compared with the right ones. The exit code is 0 if they are the same on all
    instances, else 1.

    \b
    pyasp-puzzles solve pips --json | pyasp-puzzles check pips document -
    clingo my.lp facts.lp 0 --outf=2 | pyasp-puzzles check packing soma -
    pyasp-puzzles check eternity --program mine.lp
    pyasp-puzzles check eternity document_3x3 --program students/ --json
    """
    addresses = [with_options(word.strip()) for word in words]
    if programs and most is not None:
        raise PuzzleError("found --up-to and --program, expected one of them")
    if programs:
        return check_programs(puzzle, addresses, programs, timeout, as_json=as_json)
    if len(words) > 2:
        found = f"found {len(words)} words behind the puzzle"
        raise PuzzleError(f"{found}, expected INSTANCE and ANSWER, or --program FILE")
    from pyasp_puzzles.boards.formats.answers import read_answers
    from pyasp_puzzles.boards.formats.partial_answers import find_partial

    instance = addresses[0] if addresses else with_options("")
    answer = words[1] if words[1:] else None
    board, text, source = _texts(puzzle, instance, answer)
    partial = find_partial(puzzle, board, text, source)
    if partial is not None:
        return _check_partial(puzzle, board, partial, timeout, most, as_json)
    return _check_whole(puzzle, board, read_answers(puzzle, board, text, source), as_json)


def _check_whole(puzzle: Any, board: Any, solutions: list[Any], as_json: bool) -> int:
    """Verify answers, print what they break and what they score, and return the exit code."""
    code = FOUND
    for number, solution in enumerate(solutions, 1):
        broken = puzzle.verify(board, solution)
        code = max(code, NONE if broken else FOUND)
        scored = puzzle.best.measure(board, solution) if puzzle.best else None
        if as_json:
            value = _as_json(puzzle, board, number, broken)
            if scored:
                value["score"] = None if scored.broken else scored.score
                value["of"] = puzzle.best.most(board)
            terminal.print_json(value)
            continue
        verdict = "breaks a rule" if broken else "all rules hold"
        if broken and scored and not scored.broken:
            score = f"{scored.score:,} of {puzzle.best.most(board):,} {puzzle.best.counted}"
            verdict += f"; {score}, and all other rules hold"
        click.echo(f"answer {number}: {verdict}")
        _say_rules(broken)
    return code


_MOST_RULES = 30
"""Broken rules of an answer that are printed."""


def _say_rules(broken: list[str]) -> None:
    for rule in broken[:_MOST_RULES]:
        click.echo(f"  {rule}")
    if len(broken) > _MOST_RULES:
        click.echo(f"  And {len(broken) - _MOST_RULES:,} more; check --json has all.")


def _as_json(puzzle: Any, board: Any, number: int, broken: list[str]) -> dict[str, Any]:
    """A whole answer, for ``check --json``."""
    return {
        "puzzle": puzzle.name,
        "instance": board.name,
        "whole": True,
        "answer": number,
        "status": "wrong" if broken else "right",
        "broken": broken,
    }


def _check_partial(
    puzzle: Any,
    board: Any,
    partial: Partial,
    timeout: float | None,
    most: int | None,
    as_json: bool,
) -> int:
    """Check a partial answer, print what is known of it, and return the exit code."""
    from pyasp_puzzles.explanation.deciding.check import MOST
    from pyasp_puzzles.explanation.deciding.check import check as decide

    with spinner(terminal.console(stderr=True), f"{shortened(board.name)}: searching"):
        found = decide(board, partial, timeout=timeout, most=most or MOST)
    if as_json:
        terminal.print_json(found.as_json())
    else:
        advice = why_none(puzzle.name, board) if found.solvable is False else ""
        show_checked(found, advice)
    keep(found)
    return {"right": FOUND, "unknown": GAVE_UP}.get(found.status, NONE)


def show_checked(found: Checked[Any, Any], advice: str = "") -> None:
    """Print the verdict on a partial answer, then why it is so, when that is found."""
    name, console = found.question.instance.name, terminal.console()
    sentences = advised(found.sentences(), advice)
    late = found.status == "impossible" and found.explicable  # the reason says what to mark
    if not late:
        terminal.show(console, found.picture)
    terminal.say(name, islice(sentences, 1))
    sys.stdout.flush()
    with spinner(terminal.console(stderr=True), f"{shortened(name)}: searching for the reason"):
        rest = list(sentences)
    if late:
        terminal.show(console, found.picture)
    terminal.say(name, rest)


@click.command()
@puzzle_argument
@instance_argument
@answer_argument
@picture_option
def draw(puzzle: Any, instance: str, answer: str | None) -> int:
    """Draw answers from a file or standard input, and verify them.

    Reads what `check` reads: the output of clingo in any of its forms, `solve --json`, the puzzle's
    own notation. Below an answer that breaks a rule, the rule stands in words; then the exit code
    is 1.

    \b
    clingo my.lp facts.lp 3 | pyasp-puzzles draw packing soma -
    pyasp-puzzles solve pips --json | pyasp-puzzles draw pips document -
    """
    board, solutions = _given(puzzle, instance, answer)
    console, notes = terminal.console(), terminal.console(stderr=True)
    wrong: list[int] = []
    for number, solution in enumerate(solutions, 1):
        terminal.draw(console, puzzle.picture(board, solution))
        broken = puzzle.verify(board, solution)
        if broken:
            wrong.append(number)
            click.echo(f"answer {number} breaks a rule:")
            _say_rules(broken)
    verdict = "all rules hold"
    if wrong:
        which = f"answers {_listed(wrong)} break" if wrong[1:] else f"answer {wrong[0]} breaks"
        verdict = f"{which if len(solutions) > 1 else 'which breaks'} a rule"
    found = counted(len(solutions), "answer")
    notes.print(f"{board.name}: {found}, {verdict}", highlight=False, markup=False)
    return NONE if wrong else FOUND


def _listed(numbers: list[int], most: int = 10) -> str:
    rest = len(numbers) - most
    return ", ".join([*map(str, numbers[:most]), *([f"and {rest:,} more"] if rest > 0 else [])])


def _given(puzzle: Any, instance: str, answer: str | None) -> tuple[Any, list[Any]]:
    """The board, and the solutions that are given for it; see :func:`_texts`."""
    from pyasp_puzzles.boards.formats.answers import read_answers

    board, text, source = _texts(puzzle, instance, answer)
    return board, read_answers(puzzle, board, text, source)


def _texts(puzzle: Any, instance: str, answer: str | None) -> tuple[Any, str, str]:
    """The board, the text of the answers for it, and where that is from.

    Args:
        instance: its address; the puzzle's first one where it is left out: empty, or ``-`` without
            an answer behind it, since then the answers come from standard input.

    Raises:
        PuzzleError: both are to come from standard input, or one of them cannot be read.
    """
    from pyasp_puzzles.boards.formats.inputs import read_text

    piped = instance.partition("?")[0].partition("#")[0] == "-"
    if piped and answer is None and instance == "-":
        instance = ""
    elif piped and answer in (None, "-"):
        raise PuzzleError("found - for board and answer, expected a file or a name for one of them")
    board = load_board(puzzle, instance)
    text = read_text(answer or "-", most=None)
    return board, text, STANDARD_INPUT if answer in (None, "-") else str(answer)
