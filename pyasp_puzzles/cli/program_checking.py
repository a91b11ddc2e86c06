"""``check --program``: says of users' programs whether they are sound and complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.comparison.program_check import (
    ProgramVerdict,
    Truth,
    UnusableProgramError,
    check_program,
    kinds_of_facts,
    program_names,
    truths,
    usual_boards,
)
from pyasp_puzzles.comparison.run import Runner
from pyasp_puzzles.core.errors import counted, first_rules
from pyasp_puzzles.verbs.verb import FOUND, NONE

TIMEOUT, TIMEOUT_USUAL = 30.0, 5.0
"""CPU seconds of a program on an instance that the user names, and on each of the usual ones."""


@dataclass
class CheckedProgram:
    """What a program did on all instances.

    Attributes:
        instances: how many there are.
        kinds: of facts that some of them have; missing: of facts that none of them has.
        error: why it cannot be run at all, or empty.
    """

    name: str
    instances: int
    kinds: Sequence[str]
    missing: Sequence[str]
    verdicts: list[ProgramVerdict] = field(default_factory=list)
    error: str = ""

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


def check_programs(run: CommandRun) -> int:
    """Check programs, print what each does on each board, and return the exit code.

    Raises:
        PuzzleError: an address or a path leads nowhere.
    """
    puzzle, as_json = run.puzzle, run["json"]
    names = program_names(run["programs"])
    addresses = map(run.address, run["words"])
    boards = [board for address in addresses for board in load_boards(puzzle, address)]
    timeout = run["timeout"] or (TIMEOUT if boards else TIMEOUT_USUAL)
    boards = boards or usual_boards(puzzle)
    kinds, missing = kinds_of_facts(puzzle, boards)
    with spinner(run.notes, f"{puzzle.name}: the right answers"):
        known = list(truths(boards, timeout))
    right = 0
    for name in names:
        if names[1:] and not as_json:
            click.echo(f"{name}:")
        checked = CheckedProgram(name, len(known), kinds, missing)
        _check(run, checked, known, timeout)
        right += checked.all_right
        if as_json:
            terminal.print_json(_json(puzzle.name, checked))
        else:
            click.echo(_summary(checked))
    if not as_json and len(names) > 1:
        click.echo(f"{right} of {counted(len(names), 'program')} right")
    return FOUND if right == len(names) else NONE


def _check(
    run: CommandRun, checked: CheckedProgram, known: Sequence[Truth], timeout: float
) -> None:
    """Check a program on all boards and print what is found on each; stop if it cannot be run."""
    with Runner() as runner:
        for truth in known:
            try:
                with spinner(run.notes, f"{checked.name}: {truth.board.name}"):
                    verdict = check_program(checked.name, truth, timeout, runner)
            except UnusableProgramError as error:
                checked.error = str(error)
                break
            checked.verdicts.append(verdict)
            if not run["json"]:
                for line in _lines(verdict, run.console.width):
                    click.echo(line)


def _summary(checked: CheckedProgram) -> str:
    if checked.error:
        reason = checked.error.removeprefix(checked.name).lstrip(",: ")
        return f"{checked.name}: cannot be run: {reason}"
    most = counted(checked.instances, "instance")
    if checked.all_right:
        return f"{checked.name}: sound and complete on {most} {_tried(checked)}"
    return f"{checked.name}: right on {checked.right} of {most}"


def _tried(checked: CheckedProgram) -> str:
    """What a verdict is about, besides the number of instances: answers and kinds of facts."""
    tried, missing = checked.kinds, checked.missing
    words = f"with {counted(checked.answers or 0, 'answer')}"
    if tried or missing:
        of = "" if missing else "all " if tried[1:] else "the only "
        kinds = "kind" if of == "the only " else counted(len(tried), "kind")
        words += f", which have facts of {of}{kinds}: {', '.join(tried)}"
    if missing:
        these = "these kinds" if missing[1:] else "this kind"
        words += f"; none has facts of {these}: {', '.join(missing)}"
    return words


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
        yield from terminal.wrapped(
            f"this one breaks a rule: {_answer(atoms)}", width, "    ", "  "
        )
        unknown = ["None that the verifier knows, but the puzzle does not count it."]
        for rule in first_rules(rules) or unknown:
            yield from terminal.wrapped(rule, width, "      ", "    ")


def _answer(atoms: Sequence[str]) -> str:
    return " ".join(atoms) or "the answer without atoms"


def _json(puzzle: str, checked: CheckedProgram) -> dict[str, Any]:
    return {
        "puzzle": puzzle,
        "program": checked.name,
        "right": checked.all_right,
        "error": checked.error,
        "answers": checked.answers,
        "facts": list(checked.kinds),
        "facts_missing": list(checked.missing),
        "instances": [
            {
                "instance": each.instance,
                "right": each.right,
                "sound": each.sound,
                "complete": each.complete,
                "answers": each.expected,
                "found": each.found,
                "wrong": each.wrong,
                "missed": None if each.missed is None else list(each.missed),
                "breaks": each.breaks
                and {"atoms": list(each.breaks[0]), "rules": list(each.breaks[1])},
                "ending": each.ending,
                "seconds": each.seconds,
            }
            for each in checked.verdicts
        ],
    }
