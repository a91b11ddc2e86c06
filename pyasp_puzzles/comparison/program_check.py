"""Whether a program of the user's own is sound and complete: on each board, all its answers.

The puzzle's own answers are listed and verified first. The program then runs as the engine
``lp:FILE`` in a process with limits, and its answers are compared with them.  A verdict is worth as
much as the boards: where nobody names any, they are the puzzle's check boards.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import check_boards, load_boards
from pyasp_puzzles.comparison.agreement import AnswerFile, atoms_of, verdict
from pyasp_puzzles.comparison.plan import Case
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, Ending, EngineRun, RunLimits, Runner
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.core.errors import PuzzleError, warn_of
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.program import own_files
from pyasp_puzzles.verbs.solving import solve

MOST_ANSWERS, MOST_FACTS = 100, 320
"""A board is small if its file states at most so many answers, and it has at most so many facts."""

MEMORY = 2_000_000_000
"""Bytes of address space of a run."""

_FURTHER = 1_000
"""Answers after ten times the right number that a program may list: it need not end by itself."""

_VERIFIED = 1_000  # answers that are verified where the puzzle's own are not all known
_SEARCHES = (("asp:auto", 0.5), ("auto", 1.0))
"""Who lists the right answers, and for which share of the time: clasp's own configuration is the
faster one on some boards that the puzzle's profiles were not made for."""

Atoms = tuple[str, ...]


@dataclass(frozen=True)
class KnownAnswers:
    """The puzzle's own answers on a board."""

    board: Any
    answers: frozenset[str]  # as lines of a run's file
    exhausted: bool  # these are all


@dataclass(frozen=True)
class ProgramVerdict:
    """What a program does on one board."""

    instance: str  # the board's name
    expected: int | None  # number of the board's answers; None: they are not all known
    found: int  # right answers that the program has
    wrong: int  # answers that it has and should not have
    missed: Atoms | None  # a right answer that it lacks, if one is known
    # A wrong answer and the rules that it breaks; none: the puzzle does not count what is right.
    breaks: tuple[Atoms, tuple[str, ...]] | None
    ending: str  # why the search ended before all answers were listed; empty if they were
    seconds: float  # of CPU time

    @property
    def sound(self) -> bool | None:
        """Whether all its answers are right; ``None`` if that is not known."""
        return False if self.wrong else None if self.ending else True

    @property
    def complete(self) -> bool | None:
        """Whether it has all right answers; ``None`` if that is not known."""
        if self.expected == self.found:
            return True
        return None if self.ending or self.expected is None else False

    @property
    def right(self) -> bool:
        """Whether it is known to be sound and complete."""
        return bool(self.sound and self.complete)


class UnusableProgramError(PuzzleError):
    """A program cannot be run at all: clingo refuses it, or it shows other atoms."""


def program_names(paths: Sequence[str]) -> list[str]:
    """The programs that are named: files, several with ``+`` between them, or all of a folder."""
    names: list[str] = []
    for path in paths:
        if not path.strip() or not Path(path).is_dir():  # Path("") is the current folder
            own_files(path)
            names.append(path)
            continue
        found = sorted(str(file) for file in Path(path).glob("*.lp") if file.is_file())
        if not found:
            raise PuzzleError(f"{path}: found no program, expected a folder with .lp files")
        names += found
    return list(dict.fromkeys(names))


def usual_boards(puzzle: Puzzle[Any, Any]) -> list[Any]:
    """The puzzle's check boards; without any, the shipped ones with few facts and few answers."""
    if boards := check_boards(puzzle):
        return boards
    small = []
    for name in puzzle.instance_files():
        for board in load_boards(puzzle, name):
            known = dict(board.known).get("answers", MOST_ANSWERS + 1)
            if known <= MOST_ANSWERS and len(list(puzzle.facts(board))) <= MOST_FACTS:
                small.append(board)
    if not small:
        raise PuzzleError(f"{puzzle.name}: found no small shipped instance, name one")
    return small


def kinds_of_facts(puzzle: Puzzle[Any, Any], boards: Iterable[Any]) -> tuple[list[str], list[str]]:
    """The predicates of the puzzle's facts: those of which some board has facts, and the others."""
    present = {signature(type(fact)) for board in boards for fact in puzzle.facts(board)}
    known = dict.fromkeys(map(signature, puzzle.inputs))
    names = Counter(name for name, _ in known)
    words = {(n, arity): n if names[n] == 1 else f"{n}/{arity}" for n, arity in known}
    tried = [words[kind] for kind in known if kind in present]
    return tried, [words[kind] for kind in known if kind not in present]


def truths(boards: Iterable[Any], timeout: float) -> Iterator[KnownAnswers]:
    """The puzzle's own answers on each board, as far as so many seconds of wall clock allow."""
    for board in boards:
        for engine, share in _SEARCHES:
            answers = solve(board, engine=engine, timeout=share * timeout)
            texts = (sorted(map(str, answer.symbols)) for answer in answers)
            lines = frozenset(map(ATOM_SEPARATOR.join, texts))
            if answers.exhausted:
                break
        yield KnownAnswers(board, lines, answers.exhausted)


def check_program(name: str, truth: KnownAnswers, timeout: float, runner: Runner) -> ProgramVerdict:
    """Run a program, as in ``lp:NAME``, on a board and compare its answers with the right ones.

    The timeout is in CPU seconds.  Raises UnusableProgramError if the program cannot be read or
    run; the message says why.
    """
    limit = 10 * len(truth.answers) + _FURTHER
    try:
        job = make_job(truth.board, f"lp:{name}", limit=limit, task="all", with_facts=False)
    except PuzzleError as error:
        raise UnusableProgramError(str(error)) from None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "answers")
        run = runner.run(job, truth.board.name, 1, RunLimits(timeout, MEMORY), path)
        found = AnswerFile(path).lines()
    warn_of(run.report.messages)
    if run.ending is Ending.ERROR:
        raise UnusableProgramError(run.message)
    return _compared(truth, run, found)


def _compared(truth: KnownAnswers, run: EngineRun, found: set[str]) -> ProgramVerdict:
    """The verdict on the answers of a run."""
    case, known = Case(truth.board.name, truth.board), truth.exhausted
    further = sorted(found - truth.answers)
    judged = further[: 1 if known else _VERIFIED]
    verdicts = [(atoms, verdict(case, atoms) or ()) for atoms in map(atoms_of, judged)]
    broken = verdicts if known else [each for each in verdicts if each[1]]
    wrong = len(further) if known else len(broken)
    missed = sorted(truth.answers - found)
    ending = run.ending.value
    if run.ending is Ending.DONE:
        ending = "" if run.report.exhausted else run.report.reason
    return ProgramVerdict(
        truth.board.name,
        len(truth.answers) if known else None,
        len(found & truth.answers) + (0 if known else len(further) - wrong),
        wrong,
        atoms_of(missed[0]) if missed and not ending else None,
        broken[0] if broken else None,
        ending,
        run.report.seconds.get("all", 0.0),
    )
