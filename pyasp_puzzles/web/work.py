"""The jobs of a page: each runs in a process of its own and tells what it finds as events.

The events: "phase" and "progress" (a text), "answer", "known" (what is known while more is
searched), "step", "result" and, as the last one, "end" with why the job ended and whether
everything has been searched.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyasp_puzzles as pp
from pyasp_puzzles.boards.playing import whole
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.core.errors import GaveUpError, counted
from pyasp_puzzles.explanation.deciding.check import MOST as MOST_AGREEING
from pyasp_puzzles.explanation.deciding.check import Checked
from pyasp_puzzles.explanation.deciding.question import Question
from pyasp_puzzles.explanation.deciding.unique import MOST as MOST_DIFFERENT
from pyasp_puzzles.explanation.hinting import Hint, find_hint
from pyasp_puzzles.explanation.steps import Clue
from pyasp_puzzles.explanation.telling.output import ending, ending_json, step_json
from pyasp_puzzles.explanation.telling.pictures import named_places, picture_of
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.verbs.generation.deadline import NotAsWantedError
from pyasp_puzzles.verbs.generation.generating import checked, generator_of
from pyasp_puzzles.verbs.generation.generating import generate as made_boards
from pyasp_puzzles.web.boards import (
    PageBoard,
    check_facts,
    puzzle_of_name,
    read_board,
    read_partial,
    views,
)
from pyasp_puzzles.web.limits import ServerLimits
from pyasp_puzzles.web.requests import Order

Tell = Callable[[str, dict[str, Any]], None]
"""Sends an event: its name and its data."""

ANSWERS = 20
"""Answers that are searched where the page does not say how many."""

_EVERY = 0.25
"""Seconds between two looks at the phase of a search."""


@dataclass(frozen=True)
class Job:
    """An order for a board, and where its events go."""

    board: PageBoard
    options: Mapping[str, Any]
    timeout: float
    tell: Tell

    @property
    def instance(self) -> Any:
        return self.board.instance

    def chosen(self, *names: str) -> dict[str, Any]:
        """The options of these names that the page has given."""
        return {name: self.options[name] for name in names if name in self.options}

    def end(self, reason: str, exhausted: bool | None = None) -> None:
        """Send the last event."""
        self.tell("end", {"reason": reason, "exhausted": exhausted})

    @contextmanager
    def watched(self, phase: Callable[[], str]) -> Iterator[None]:
        """Within this block the page learns of each new phase."""
        done = threading.Event()

        def watch() -> None:
            last = ""
            while not done.wait(_EVERY):
                now = phase()
                if now != last:
                    last = now
                    self.tell("phase", {"text": now})

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def on_board(do: Callable[[Job], None]) -> Callable[[Order, ServerLimits, Tell], None]:
    """A job that begins with a board."""

    def run(order: Order, limits: ServerLimits, tell: Tell) -> None:
        options = order.body["options"]
        timeout = min(options.get("timeout", limits.seconds), limits.seconds)
        board = read_board(order.body, limits)
        check_facts(board)
        do(Job(board, options, timeout, tell))

    return run


def solve(job: Job) -> None:
    """Answers, each with its picture; all of them, or those that have what lies on the board.

    The option "after" leaves out so many first ones: the search finds them in the same order again.
    """
    skip = job.options.get("after", 0)
    most = skip + job.options.get("limit", ANSWERS)
    if job.options.get("from_here") and job.board.partial:
        question = Question(job.board.puzzle, job.instance, job.timeout)
        _tell_answers(job, question.answers(list(job.board.partial.literals()), most), skip)
        job.end(question.reason or ("" if question.exhausted else "limit"), question.exhausted)
        return
    with (
        pp.solve(
            job.instance,
            limit=most,
            timeout=job.timeout,
            **job.chosen("seed", "symmetry"),
        ) as answers,
        job.watched(lambda: answers.phase),
    ):
        _tell_answers(job, answers, skip)
        reason, exhausted = answers.reason, answers.exhausted
    job.end(reason, exhausted)


def _tell_answers(job: Job, answers: Iterable[pp.Answer[Any, Any, Any]], skip: int) -> None:
    for number, answer in enumerate(answers, 1):
        if number > skip:
            atoms = [str(symbol) for symbol in answer.symbols]
            job.tell("answer", {"number": number, "atoms": atoms, **views(answer.picture)})


def count(job: Job) -> None:
    """The number of answers, with a running number."""

    def progress(so_far: pp.Progress) -> None:
        job.tell("progress", {"text": str(so_far), "answers": so_far.answers})

    found = pp.count(
        job.instance, timeout=job.timeout, progress=progress, **job.chosen("by", "symmetry")
    )
    noun = "class" if job.options.get("symmetry") else job.options.get("by") or "answer"
    least = "" if found.exhausted else "at least "
    ended = "" if found.exhausted else f" ({found.reason})"
    values = {
        "answers": found.answers,
        "exhausted": found.exhausted,
        "text": f"{least}{counted(found.answers, noun)}{ended}",
        "symmetry": str(found.symmetry) if found.symmetry else "",
        "engine": found.engine,
    }
    job.tell("result", values)
    job.end(found.reason, found.exhausted)


def unique(job: Job) -> None:
    """Whether there is one answer; what several share, and where two differ."""
    found = pp.unique(
        job.instance,
        timeout=job.timeout,
        **{"most": MOST_DIFFERENT, **job.chosen("most", "symmetry")},
    )
    values = found.as_json()
    if found.status == "unique":
        del values["found"]  # nobody asked for the answer
    values |= {"sentences": list(found.sentences()), "svgs": [svg(p) for p in found.pictures]}
    job.tell("result", values)
    job.end(found.reason, found.exhausted)


def check(job: Job) -> None:
    """Whether what lies on the board is right so far; mistakes marked."""
    most = job.options.get("most", MOST_AGREEING)
    found = pp.check(job.instance, job.board.partial, timeout=job.timeout, most=most)
    _tell_verdict(job, found)
    sentences = list(found.sentences())  # first: they find what is marked
    job.tell("result", {**found.as_json(), "sentences": sentences, **views(found.picture)})
    job.end(found.reason, found.exhausted)


def _tell_verdict(job: Job, found: Checked[Any, Any]) -> None:
    """Tell what is known of a partial answer before the reason is searched."""
    if found.explicable:
        verdict = next(found.sentences())
        values = {**found.verdict_json(), "sentences": [verdict], **views(found.picture)}
        job.tell("known", {**values, "next": "The reason is being searched."})


def hint(job: Job) -> None:
    """The next step: where to look, which clues to use, or what follows and why."""
    degree = job.options.get("degree", "clues")
    known = whole(job.board.puzzle, job.instance, job.board.partial)
    told = read_partial(job.board.puzzle, job.instance, job.options.get("told", {}))

    def tell(words: str) -> None:
        job.tell("known", {"sentences": [words], "next": "The next step is being searched."})

    found = find_hint(
        job.instance, known, timeout=job.timeout, played=True, told=told, progress=tell
    )
    if found.checked:
        _tell_verdict(job, found.checked)
    sentences = list(found.sentences(degree, whole=True))
    picture = found.checked.picture if found.checked else found.picture(degree)
    values: dict[str, Any] = {
        "status": found.status,
        "degree": degree,
        "sentences": sentences,
        **views(picture),
        "lines": _lines(found, degree),
    }
    if found.step is not None and degree == "full":
        values["step"] = step_json(found.step)
        values["told"] = found.told.as_json()
    if found.checked is not None:
        values["check"] = found.checked.as_json()
    job.tell("result", values)
    job.end(found.reason)


def _lines(found: Hint, degree: str) -> list[dict[str, Any]]:
    """Where the clues of a hint stand in the program; a vague hint does not tell."""
    if found.step is None or degree == "vague":
        return []
    return lines_of(found.step.reason)


def lines_of(clues: Iterable[Clue]) -> list[dict[str, Any]]:
    """Where the words of clues stand in the program: file and line, each once."""
    places = {(_program_name(clue.file), clue.line) for clue in clues if clue.file}
    return [{"file": file, "line": line} for file, line in sorted(places)]


def _program_name(file: str) -> str:
    """The name of a program's file as ``/api/program`` has it."""
    path = Path(file)
    folder = program_folder()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def explain(job: Job) -> None:
    """The steps to all that follows, each in words and with its picture."""
    explanation = pp.explain(job.instance, timeout=job.timeout)
    subject = explanation.subject
    try:
        with job.watched(lambda: explanation.phase):
            for _ in explanation.overview():
                values = {"sentences": explanation.known, **_shared(explanation)}
                job.tell("known", {**values, "next": "The steps are being searched."})
            teller: Teller | None = None
            for step in explanation:
                if teller is None:
                    teller = Teller(explanation.theory)
                    _tell_places(job, explanation, teller)
                before = dict(teller.known)
                told = teller.tell(step)
                picture = picture_of(subject, before, step)
                values = {
                    **step_json(step),
                    "sentences": told.sentences(),
                    "whole": told.sentences(whole=True),
                    "note": told.note(),
                    "lines": lines_of(step.reason),
                    **views(picture),
                }
                job.tell("step", values)
    except GaveUpError as error:
        job.tell("result", {"status": "unknown", "sentences": [str(error)]})
        job.end(explanation.reason or "time limit", False)
        return
    job.tell("result", {**ending_json(explanation), "sentences": list(ending(explanation))})
    job.end(explanation.reason, explanation.status != "unknown")


def _shared(explanation: pp.Explanation) -> dict[str, Any]:
    """The board with what all of several answers have, as a picture."""
    several, subject = explanation.several, explanation.subject
    if not several or not several.shared:
        return {}
    return views(picture_of(subject, {literal.atom: True for literal in several.shared}))


def _tell_places(job: Job, explanation: pp.Explanation, teller: Teller) -> None:
    """Tell which cells the names in the sentences mean, such as "region f"."""
    places = named_places(explanation.subject, explanation.theory.clues)
    cells = {name: [list(cell) for cell in own] for name, own in places.items()}
    words = [f"{name}: {teller.phrases.cells(own)}" for name, own in places.items()]
    job.tell("places", {"places": cells, "sentences": words})


def rate(job: Job) -> None:
    """How hard the board is for people."""
    tell = job.tell
    found = pp.rate(
        job.instance, timeout=job.timeout, progress=lambda text: tell("progress", {"text": text})
    )
    job.tell("result", {**found.as_json(), "sentences": list(found.sentences())})
    job.end(found.reason, found.status != "unknown")


def generate(order: Order, limits: ServerLimits, tell: Tell) -> None:
    """New boards as texts."""
    puzzle = puzzle_of_name(order.body["puzzle"])
    options = order.body["options"]
    given = {name: options[name] for name in options if name not in ("parameters", "timeout")}
    parameters = options.get("parameters", {})
    # A parameter with the name of another argument, such as "n", would pass for that one.
    checked(puzzle.name, generator_of(puzzle), parameters)
    number = options.get("n", 1)
    boards = made_boards(
        puzzle.name,
        timeout=min(options.get("timeout", limits.seconds), limits.seconds),
        progress=lambda text: tell("progress", {"text": text}),
        **given,
        **parameters,
    )

    def made(number: int, board: Any) -> dict[str, Any]:
        drawn = svg(puzzle.picture(board, None))
        return {"number": number, "name": board.name, "text": puzzle.format(board), "svg": drawn}

    found = 0
    try:
        for found, board in enumerate(boards, 1):
            tell("result", made(found, board))
    except GaveUpError as error:
        if isinstance(error, NotAsWantedError):
            tell("result", made(found + 1, error.board))
        tell("progress", {"text": str(error)})
        tell("end", {"reason": str(error), "exhausted": False})
        return
    tell("end", {"reason": "", "exhausted": found == number})


def estimate(job: Job) -> None:
    """How much a count would need."""
    found = pp.estimate(
        job.instance,
        **{"timeout": min(job.timeout, 10.0), **job.chosen("by", "symmetry", "seed")},
    )
    job.tell("result", {**found.as_json(), "sentences": [str(found)]})
    job.end("", True)


def best(job: Job) -> None:
    """Boards that keep most of the rules, each better than the one before."""
    with pp.best(job.instance, timeout=job.timeout, **job.chosen("seed")) as boards:
        with job.watched(lambda: boards.phase):
            for number, board in enumerate(boards, 1):
                values = {
                    "number": number,
                    **board.as_json(),
                    "words": board.words,
                    **views(board.picture),
                }
                job.tell("answer", values)
        reason, optimal = boards.reason, boards.optimal
    job.end(reason, optimal)


JOBS: Mapping[str, Callable[[Order, ServerLimits, Tell], None]] = {
    "solve": on_board(solve),
    "count": on_board(count),
    "unique": on_board(unique),
    "check": on_board(check),
    "hint": on_board(hint),
    "explain": on_board(explain),
    "rate": on_board(rate),
    "generate": generate,
    "estimate": on_board(estimate),
    "best": on_board(best),
}
"""The jobs by kind."""
