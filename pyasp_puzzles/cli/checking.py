"""What ``check`` and ``draw`` tell of answers; ``check`` also takes programs."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import PuzzleError, counted
from pyasp_puzzles.verbs.verb import FOUND, NONE
from pyasp_puzzles.work.waiting import shortened

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.deciding.check import Checked

_MOST_RULES = 30
"""Broken rules of an answer that are printed."""


def tell_check(run: CommandRun) -> int:
    """Check programs, whole answers or a partial one."""
    words = run["words"]
    if run["programs"]:
        from pyasp_puzzles.cli.program_checking import check_programs

        return check_programs(run)
    if len(words) > 2:
        found = f"found {len(words)} words behind the puzzle"
        raise PuzzleError(f"{found}, expected INSTANCE and ANSWER, or --program FILE")
    from pyasp_puzzles.boards.formats.answers import read_answers
    from pyasp_puzzles.boards.formats.partial_answers import find_partial

    board, text, source = run.board_and_text(*(words or ("",)))
    partial = find_partial(run.puzzle, board, text, source)
    if partial is None:
        return _check_whole(run, board, read_answers(run.puzzle, board, text, source))
    found = run.search(board, partial=partial)
    if run["json"]:
        terminal.print_json(found.as_json())
    else:
        show_checked(run, found, run.why_none(board) if found.solvable is False else "")
    terminal.keep(found)
    return run.code(found)[0]


def _check_whole(run: CommandRun, board: Any, solutions: list[Any]) -> int:
    """Verify answers, print what they break and what they score, and return the exit code."""
    puzzle, code = run.puzzle, FOUND
    for number, solution in enumerate(solutions, 1):
        broken = puzzle.verify(board, solution)
        code = max(code, NONE if broken else FOUND)
        scored = puzzle.best.measure(board, solution) if puzzle.best else None
        if run["json"]:
            value = {
                "puzzle": puzzle.name,
                "instance": board.name,
                "whole": True,
                "answer": number,
                "status": "wrong" if broken else "right",
                "broken": broken,
            }
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


def _say_rules(broken: list[str]) -> None:
    for rule in broken[:_MOST_RULES]:
        click.echo(f"  {rule}")
    if len(broken) > _MOST_RULES:
        click.echo(f"  And {len(broken) - _MOST_RULES:,} more; check --json has all.")


def show_checked(run: CommandRun, found: Checked[Any, Any], advice: str = "") -> None:
    """Print the verdict on a partial answer, then why it is so, when that is found."""
    name = found.question.instance.name
    sentences = found.sentences()
    late = found.status == "impossible" and found.explicable  # the reason says what to mark
    if not late:
        terminal.show(run.console, found.picture)
    terminal.say(name, islice(sentences, 1), advice)
    sys.stdout.flush()
    with spinner(run.notes, f"{shortened(name)}: searching for the reason"):
        rest = list(sentences)
    if late:
        terminal.show(run.console, found.picture)
    terminal.say(name, rest)


def tell_draw(run: CommandRun) -> int:
    """Draw answers, with the rules that they break."""
    from pyasp_puzzles.boards.formats.answers import read_answers

    board, text, source = run.board_and_text(run["instance"] or "", run["answer"])
    solutions = read_answers(run.puzzle, board, text, source)
    wrong: list[int] = []
    for number, solution in enumerate(solutions, 1):
        terminal.draw(run.console, run.puzzle.picture(board, solution))
        broken = run.puzzle.verify(board, solution)
        if broken:
            wrong.append(number)
            click.echo(f"answer {number} breaks a rule:")
            _say_rules(broken)
    verdict = "all rules hold"
    if wrong:
        which = f"answers {_listed(wrong)} break" if wrong[1:] else f"answer {wrong[0]} breaks"
        verdict = f"{which if len(solutions) > 1 else 'which breaks'} a rule"
    run.note(board.name, f"{counted(len(solutions), 'answer')}, {verdict}")
    return NONE if wrong else FOUND


def _listed(numbers: list[int], most: int = 10) -> str:
    rest = len(numbers) - most
    return ", ".join([*map(str, numbers[:most]), *([f"and {rest:,} more"] if rest > 0 else [])])
