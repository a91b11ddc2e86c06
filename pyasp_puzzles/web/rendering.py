"""The jobs of a page: each runs a verb in a process of its own and tells what it finds as events.

The events: "phase" and "progress" (a text), "answer", "known" (what is known while more is
searched), "step", "result" and, as the last one, "end" with why the job ended and whether
everything has been searched.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import pyasp_puzzles as pp
from pyasp_puzzles.boards.playing import whole
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.core.errors import GaveUpError, counted
from pyasp_puzzles.explanation.deciding.check import Checked
from pyasp_puzzles.explanation.hinting import Hint
from pyasp_puzzles.explanation.steps import GroundClue, Step
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.telling.output import step_json
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.pictures import Degree, named_places, picture_of
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.telling.told import Told
from pyasp_puzzles.verbs.designing import Designer, design_states, emptied
from pyasp_puzzles.verbs.generation.generating import checked, generator_of
from pyasp_puzzles.verbs.generation.loop import NotAsWantedError
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.web.boards import (
    PageBoard,
    page_svg,
    puzzle_of_name,
    read_partial,
    searched_board,
    views,
)
from pyasp_puzzles.web.requests import SHARED, WorkOrder

ANSWERS = 20  # answers that are searched where the page does not say how many
_STATE = 10.0  # seconds after which an editor learns that nothing is decided
_EVERY = 0.25  # seconds between two looks at the phase of a search


class RenderJob:
    """An order to run a verb; ``tell`` sends an event, its name and its data."""

    def __init__(self, order: WorkOrder, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self.order, self.tell, self.timeout = order, tell, order.seconds
        self.options: Mapping[str, Any] = order.body["options"]

    @cached_property
    def board(self) -> PageBoard:
        return searched_board(self.order.body)

    def run(self, *arguments: Any, **own: Any) -> Any:
        """What the verb's function finds, with those options of the page that it takes."""
        verb = VERBS[self.order.kind]
        keywords = {**verb.keywords(self.options), "timeout": self.timeout, **own}
        return verb.load()(*arguments, **keywords)

    def tell_progress(self, text: str) -> None:
        """Send what is done now."""
        self.tell("progress", {"text": text})

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
                if (now := phase()) != last:
                    last = now
                    self.tell("phase", {"text": now})

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def solve(job: RenderJob) -> None:
    """Answers, each with its picture; all of them, or those that have what lies on the board.

    The option "after" leaves out so many first ones: the search finds them in the same order again.
    """
    skip, partial = job.options.get("after", 0), job.board.partial
    most = skip + job.options.get("limit", ANSWERS)
    if job.options.get("from_here") and partial:
        subject = BoardSubject(job.board.puzzle, job.board.instance, job.timeout)
        _tell_answers(job, subject.answers(list(partial.literals()), most), skip)
        job.end(subject.reason or ("" if subject.exhausted else "limit"), subject.exhausted)
        return
    with job.run(job.board.instance, limit=most) as answers, job.watched(lambda: answers.phase):
        _tell_answers(job, answers, skip)
        reason, exhausted = answers.reason, answers.exhausted
    job.end(reason, exhausted)


def _tell_answers(job: RenderJob, answers: Iterable[pp.Answer[Any, Any, Any]], skip: int) -> None:
    for number, answer in enumerate(answers, 1):
        if number > skip:
            atoms = [str(symbol) for symbol in answer.symbols]
            job.tell("answer", {"number": number, "atoms": atoms, **views(answer.picture)})


def count(job: RenderJob) -> None:
    """The number of answers, with a running number."""

    def progress(so_far: pp.Progress) -> None:
        job.tell("progress", {"text": str(so_far), "answers": so_far.answers})

    found = job.run(job.board.instance, progress=progress, threads=1)
    noun = "class" if job.options.get("symmetry") else job.options.get("by") or "answer"
    words = counted(found.answers, noun)
    values = {
        "answers": found.answers,
        "exhausted": found.exhausted,
        "text": words if found.exhausted else f"at least {words} ({found.reason})",
        "symmetry": str(found.symmetry) if found.symmetry else "",
        "engine": found.engine,
    }
    job.tell("result", values)
    job.end(found.reason, found.exhausted)


def unique(job: RenderJob) -> None:
    """Whether there is one answer; what several share, and where two differ.

    The option "design" is for editors: "state" tells only whether there is one, soon; "drop",
    "add" and "empty" change the clues.
    """
    if design := job.options.get("design"):
        _design(job, design)
        return
    found = job.run(job.board.instance)
    values = found.as_json() | {"sentences": list(found.sentences())}
    if found.status == "unique":
        del values["found"]  # nobody asked for the answer
    job.tell("result", values | {"svgs": [page_svg(picture) for picture in found.pictures]})
    job.end(found.reason, found.exhausted)


def _design(job: RenderJob, design: str) -> None:
    """What a designer wants to know or to have changed."""
    if design == "state":
        for found in design_states(job.board.instance, min(job.timeout, _STATE)):
            cells = [list(cell) for cell in sorted(found.cells)]
            values = {"status": found.status, "cells": cells, "sentences": list(found.sentences())}
            job.tell("result", values)
        job.end("", True)
        return
    designer = Designer(job.timeout, job.tell_progress, job.options.get("symmetric", False))
    change = {"empty": emptied, "drop": designer.drop, "add": designer.add}[design]
    job.tell("result", {"text": job.board.puzzle.format(change(job.board.instance))})
    job.end("", True)


def check(job: RenderJob) -> None:
    """Whether what lies on the board is right so far; mistakes marked."""
    found = job.run(job.board.instance, job.board.partial)
    _tell_verdict(job, found)
    sentences = list(found.sentences())  # first: they find what is marked
    job.tell("result", {**found.as_json(), "sentences": sentences, **views(found.picture)})
    job.end(found.reason, found.exhausted)


def _tell_verdict(job: RenderJob, found: Checked[Any, Any]) -> None:
    """Tell what is known of a partial answer before the reason is searched."""
    if found.explicable:
        verdict = next(found.sentences())
        values = {**found.verdict_json(), "sentences": [verdict], **views(found.picture)}
        job.tell("known", {**values, "next": "The reason is being searched."})


def hint(job: RenderJob) -> None:
    """The next step: where to look, which clues to use, or what follows and why.

    This degree and those that tell more are told to the server, for those who ask for them next.
    """
    board, asked = job.board, job.options.get("degree", "clues")

    def progress(words: str) -> None:
        job.tell("known", {"sentences": [words], "next": "The next step is being searched."})

    known = whole(board.puzzle, board.instance, board.partial)
    told = read_partial(board.puzzle, board.instance, job.options.get("told", {}))
    found: Hint = job.run(board.instance, known, played=True, told=told, progress=progress)
    if found.checked:
        _tell_verdict(job, found.checked)
    degrees = get_args(Degree)
    for degree in degrees[degrees.index(asked) :]:
        values = _hint_values(found, degree)
        if degree == asked:
            job.tell("result", values)
        if not found.reason:
            job.tell(f"{SHARED}{degree}", values)
    job.end(found.reason)


def _hint_values(found: Hint, degree: Degree) -> dict[str, Any]:
    """What a page is told of a hint in some degree."""
    step, sentences = found.step, list(found.sentences(degree, whole=True))
    picture = found.checked.picture if found.checked else found.picture(degree)
    values = {"status": found.status, "degree": degree, "sentences": sentences, **views(picture)}
    if found.checked:
        values["check"] = found.checked.as_json()
    if step is None or degree == "vague":
        return {**values, "lines": []}
    values |= {"lines": lines_of(step.clues), "technique": step.technique}
    if degree == "full":
        values |= {"step": step_json(step), "told": found.told.as_json()}
    return values


def lines_of(clues: Iterable[GroundClue]) -> list[dict[str, Any]]:
    """Where the words of clues stand in the program: file and line, each once."""
    sources, folder = [clue.source for clue in clues], program_folder()
    places = {(Path(x.file), x.line) for x in sources if x.file}
    inside = {x: x.relative_to(folder) for x, _ in places if x.is_relative_to(folder)}
    named = sorted((inside[x].as_posix() if x in inside else x.name, line) for x, line in places)
    return [{"file": file, "line": line} for file, line in named]


def explain(job: RenderJob) -> None:
    """The steps to all that follows, each in words and with its picture."""
    explanation = job.run(job.board.instance)
    try:
        with job.watched(lambda: explanation.phase):
            if known := explanation.overview():
                several = explanation.several
                shared = {x.atom: True for x in several.shared} if several else {}
                drawn = views(picture_of(explanation.subject, shared)) if shared else {}
                values = {"sentences": known, **drawn}
                job.tell("known", {**values, "next": "The steps are being searched."})
            teller: Teller | None = None
            for step in explanation:
                if teller is None:
                    teller = Teller(explanation.theory)
                    job.tell("places", {"sentences": places_of(explanation)})
                before = dict(teller.known)
                told = words_of(step, teller.tell(step))
                drawn = views(picture_of(explanation.subject, before, step))
                job.tell("step", {**told, **drawn})
    except GaveUpError as error:
        job.tell("result", {"status": "unknown", "sentences": [str(error)]})
        job.end(explanation.reason or "time limit", False)
        return
    job.tell("result", {**explanation.as_json(), "sentences": list(explanation.ending())})
    job.end(explanation.reason, explanation.status != "unknown")


def words_of(step: Step, told: Told) -> dict[str, Any]:
    """What the page is told of a step besides its picture."""
    short, whole = told.sentences(), told.sentences(whole=True)
    return {
        "step": step.number,
        "sentences": short,
        "whole": whole if whole != short else None,
        "note": told.note(),
        "technique": step.technique,
        "lines": lines_of(step.clues),
    }


def places_of(explanation: pp.Explanation) -> list[str]:
    """What the names in sentences mean, such as "region f"."""
    phrases = phrases_of(explanation.theory)
    places = named_places(explanation.subject)
    return [f"{name}: {phrases.cells(own)}" for name, own in places.items()]


def rate(job: RenderJob) -> None:
    """How hard the board is for people."""
    found = job.run(job.board.instance, progress=job.tell_progress)
    job.tell("result", {**found.as_json(), "sentences": list(found.sentences())})
    job.end(found.reason, found.status != "unknown")


def generate(job: RenderJob) -> None:
    """New boards as texts."""
    puzzle, number = puzzle_of_name(job.order.body["puzzle"]), 0
    parameters = job.options.get("parameters", {})
    # A parameter with the name of another argument, such as "n", would pass for that one.
    checked(puzzle.name, generator_of(puzzle), parameters)
    try:
        boards = job.run(puzzle.name, progress=job.tell_progress, **parameters)
        for number, board in enumerate(boards, 1):
            job.tell("result", {"number": number, "text": puzzle.format(board)})
    except GaveUpError as error:
        if isinstance(error, NotAsWantedError):
            job.tell("result", {"number": number + 1, "text": puzzle.format(error.board)})
        job.tell_progress(str(error))
        job.end(str(error), False)
        return
    job.end("", number == job.options.get("n", 1))


JOBS: Mapping[str, Callable[[RenderJob], None]] = {
    each.__name__: each for each in (solve, count, unique, check, hint, explain, rate, generate)
}
"""The jobs by verb: what each tells of the verb's result."""
