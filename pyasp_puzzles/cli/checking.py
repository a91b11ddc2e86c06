"""What ``check`` and ``draw`` tell of answers; ``check`` also takes programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.errors import PuzzleError, counted, first_rules
from pyasp_puzzles.verbs.verb import FOUND, NONE

if TYPE_CHECKING:
    from pyasp_puzzles.comparison.program_check import KnownAnswers, ProgramVerdict
    from pyasp_puzzles.explanation.deciding.check import Checked

TIMEOUT, TIMEOUT_USUAL = 30.0, 5.0
"""CPU seconds of a program on an instance that the user names, and on each of the usual ones."""
_MOST_RULES = 30  # broken rules of an answer that are printed


def tell_check(run: CommandRun) -> int:
    """Check programs, whole answers or a partial one."""
    words = run["words"]
    if run["programs"]:
        return _check_programs(run)
    if len(words) > 2:
        found = f"found {len(words)} words behind the puzzle"
        raise PuzzleError(f"{found}, expected INSTANCE and ANSWER, or --program FILE")
    from pyasp_puzzles.boards.formats.answers import find_partial, read_answers

    board, text, source = run.board_and_text(*(words or ("",)))
    partial = find_partial(run.puzzle, board, text, source)
    if partial is None:
        return _check_whole(run, board, read_answers(run.puzzle, board, text, source))
    found = run.search(board, partial=partial)
    if run["json"]:
        terminal.print_json(found.as_json())
    else:
        show_checked(run, found, run.why_none(board) if found.solvable is False else "")
    run.keep(found)
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
    name = found.subject.instance.name
    sentences = found.sentences()
    late = found.status == "impossible" and found.explicable  # the reason says what to mark
    if not late:
        run.show(found.picture)
    terminal.say(name, islice(sentences, 1), advice)
    sys.stdout.flush()
    rest = list(sentences)
    if late:
        run.show(found.picture)
    terminal.say(name, rest)


def tell_draw(run: CommandRun) -> int:
    """Draw answers, with the rules that they break."""
    from pyasp_puzzles.boards.formats.answers import read_answers

    board, text, source = run.board_and_text(run["instance"] or "", run["answer"])
    solutions = read_answers(run.puzzle, board, text, source)
    wrong: list[int] = []
    for number, solution in enumerate(solutions, 1):
        run.draw(run.puzzle.picture(board, solution))
        if broken := run.puzzle.verify(board, solution):
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


@dataclass
class CheckedProgram:
    """What a program did on all instances."""

    name: str
    instances: int
    kinds: Sequence[str]  # of facts that some instances have
    missing: Sequence[str]  # of facts that none of them has
    verdicts: list[ProgramVerdict] = field(default_factory=list)
    error: str = ""  # why it cannot be run at all

    @property
    def right(self) -> int:
        """Instances on which it is known to be sound and complete."""
        return sum(verdict.right for verdict in self.verdicts)

    @property
    def answers(self) -> int | None:
        """Right answers of all instances; ``None`` where they are not all known."""
        numbers = [verdict.expected for verdict in self.verdicts]
        return None if self.error or None in numbers else sum(filter(None, numbers))

    @property
    def all_right(self) -> bool:
        return not self.error and self.right == self.instances

    def __str__(self) -> str:
        if self.error:
            reason = self.error.removeprefix(self.name).lstrip(",: ")
            return f"{self.name}: cannot be run: {reason}"
        most = counted(self.instances, "instance")
        if not self.all_right:
            return f"{self.name}: right on {self.right} of {most}"
        tried, missing = self.kinds, self.missing
        words = f"with {counted(self.answers or 0, 'answer')}"
        if tried or missing:
            of = "" if missing else "all " if tried[1:] else "the only "
            kinds = "kind" if of == "the only " else counted(len(tried), "kind")
            words += f", which have facts of {of}{kinds}: {', '.join(tried)}"
        if missing:
            these = "these kinds" if missing[1:] else "this kind"
            words += f"; none has facts of {these}: {', '.join(missing)}"
        return f"{self.name}: sound and complete on {most} {words}"

    def as_json(self, puzzle: str) -> dict[str, Any]:
        """The object of ``--json``."""
        about = {"puzzle": puzzle, "program": self.name, "right": self.all_right}
        facts = {"facts": self.kinds, "facts_missing": self.missing}
        verdicts = list(map(_verdict_json, self.verdicts))
        known = {"error": self.error, "answers": self.answers}
        return about | known | facts | {"instances": verdicts}


def _check_programs(run: CommandRun) -> int:
    """Check programs, print what each does on each board, and return the exit code."""
    from pyasp_puzzles.comparison.program_check import (
        kinds_of_facts,
        program_names,
        truths,
        usual_boards,
    )

    puzzle, as_json = run.puzzle, run["json"]
    names = program_names(run["programs"])
    boards = run.boards_at(*run["words"])
    timeout = run["timeout"] or (TIMEOUT if boards else TIMEOUT_USUAL)
    boards = boards or usual_boards(puzzle)
    kinds, missing = kinds_of_facts(puzzle, boards)
    with run.busy(puzzle.name, "the right answers"):
        known = list(truths(boards, timeout))
    right = 0
    for name in names:
        if names[1:] and not as_json:
            click.echo(f"{name}:")
        checked = CheckedProgram(name, len(known), kinds, missing)
        _check_program(run, checked, known, timeout)
        right += checked.all_right
        if as_json:
            terminal.print_json(checked.as_json(puzzle.name))
        else:
            terminal.echo(str(checked))
    if not as_json and len(names) > 1:
        click.echo(f"{right} of {counted(len(names), 'program')} right")
    return FOUND if right == len(names) else NONE


def _check_program(
    run: CommandRun, checked: CheckedProgram, known: Sequence[KnownAnswers], timeout: float
) -> None:
    """Check a program on all boards and print what is found on each; stop if it cannot be run."""
    from pyasp_puzzles.comparison.program_check import UnusableProgramError, check_program
    from pyasp_puzzles.comparison.run import Runner

    with Runner() as runner:
        for truth in known:
            try:
                with run.busy(checked.name, truth.board.name):
                    verdict = check_program(checked.name, truth, timeout, runner)
            except UnusableProgramError as error:
                checked.error = str(error)
                break
            checked.verdicts.append(verdict)
            for line in () if run["json"] else _lines(verdict, run.console.width):
                click.echo(line)


def _lines(verdict: ProgramVerdict, width: int) -> Iterator[str]:
    """What was found of a program on one board, as lines of text."""
    of = "" if verdict.expected is None else f" of {verdict.expected:,}"
    parts = [f"finds {verdict.found:,}{of}"]
    if verdict.wrong:
        least = "at least " if verdict.ending else ""
        parts[0] += f" and {least}{counted(verdict.wrong, 'wrong answer')}: not sound"
    if verdict.right:
        parts.append("sound and complete")
    if verdict.expected is None:
        parts.append("not all right answers are known within the time limit")
    if verdict.ending and not verdict.wrong:
        reason = "it has too many answers" if verdict.ending == "limit" else verdict.ending
        parts.append(f"ended early: {reason}")
    yield f"{verdict.instance}: {', '.join(parts)}"
    if verdict.missed is not None:
        missed = f"misses this one: {_answer(verdict.missed)}"
        yield from terminal.wrapped(missed, width, "    ", "  ")
    if verdict.breaks:
        atoms, rules = verdict.breaks
        broken = f"this one breaks a rule: {_answer(atoms)}"
        yield from terminal.wrapped(broken, width, "    ", "  ")
        unknown = ["None that the verifier knows, but the puzzle does not count it."]
        for rule in first_rules(rules) or unknown:
            yield from terminal.wrapped(rule, width, "      ", "    ")


def _answer(atoms: Sequence[str]) -> str:
    return " ".join(atoms) or "the answer without atoms"


def _verdict_json(verdict: ProgramVerdict) -> dict[str, Any]:
    names = ("instance", "right", "sound", "complete", "expected", "found", "wrong", "missed")
    value = {name.replace("expected", "answers"): getattr(verdict, name) for name in names}
    breaks = verdict.breaks and dict(zip(("atoms", "rules"), verdict.breaks, strict=True))
    return value | {"breaks": breaks, "ending": verdict.ending, "seconds": verdict.seconds}
