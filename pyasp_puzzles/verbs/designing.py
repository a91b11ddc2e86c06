"""For people who design boards: how many answers, where they differ, clues to drop and to add.

Comes in: a board that may be unfinished. Goes out: what is known of it, or a changed board. All
changes are those of the puzzle's editor, and its ``verify`` judges what they leave of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from pyasp_puzzles.boards.edit import Change, EditForm, changed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.core.errors import GaveUpError, InstanceError, PuzzleError, counted
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.explanation.reasons.contradiction import conflict
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.pictures.positions import kind
from pyasp_puzzles.verbs.solving import solve
from pyasp_puzzles.work.deadline import Deadline

_NOUNS = {"cell": "cell", "edge": "side", "corner": "corner"}
AnswerCount = Literal["none", "one", "several", "unknown"]


@dataclass(frozen=True)
class DesignState:
    """What is known of a board that is designed.

    Attributes:
        cells: those in which two answers differ, or upon which the clues of a contradiction bear.
        clues: these clues in words; none can be left out.
    """

    status: AnswerCount
    cells: frozenset[Place] = frozenset()
    clues: tuple[str, ...] = ()

    def sentences(self) -> Iterator[str]:
        """How many answers there are, and what to look at."""
        if self.status == "several":
            kinds = {kind(cell) for cell in self.cells}
            noun = _NOUNS[kinds.pop()] if len(kinds) == 1 else "place"
            yield f"Several answers: two of them differ in {counted(len(self.cells), noun)}."
        elif self.status == "none":
            yield "No answer." + (" These clues contradict each other:" if self.clues else "")
            yield from self.clues
        else:
            yield "One answer." if self.status == "one" else "Not decided within the time limit."


def design_states(board: Any, timeout: float | None = None) -> Iterator[DesignState]:
    """Whether a board has no answer, one or several; where it has none, then also why."""
    deadline = Deadline(timeout)
    try:
        answers = _two(board, deadline)
    except GaveUpError:
        yield DesignState("unknown")
        return
    if len(answers) == 2:
        first, second = (frozenset(answer.symbols) for answer in answers)
        yield DesignState("several", puzzle_of(board).cells_of(board, first ^ second))
    elif answers:
        yield DesignState("one")
    else:
        yield DesignState("none")
        with suppress(GaveUpError):
            subject = BoardSubject(puzzle_of(board), board, deadline.left())
            found = conflict(subject.theory(), late=subject.late)
            cells = frozenset(cell for clue in found.clues for cell in clue.cells)
            yield DesignState("none", cells, tuple(clue.words for clue in found.clues))


def emptied(board: Any) -> Any:
    """The board without the clues on its cells, as far as they can be removed."""
    for clue, cell, _, _ in list(_removable(board, standing=True)):
        board = _changed(board, clue, cell, "") or board
    return board


@dataclass(frozen=True)
class Designer:
    """Drops clues from boards and adds others.

    Attributes:
        timeout: seconds for a change; ``None``: no limit.
        tell: called with what is done now.
        symmetric: clues on cells that a half-turn of the board exchanges go and come together.

    Raises:
        PuzzleError: the board has not as many answers as a change needs, or the change cannot be.
        GaveUpError: the time is up.
    """

    timeout: float | None = None
    tell: Callable[[str], None] = print
    symmetric: bool = False

    def drop(self, board: Any) -> Any:
        """The board without clues that its one answer does not need; all others are needed."""
        deadline, puzzle = Deadline(self.timeout), puzzle_of(board)
        answers = _two(board, deadline)
        if len(answers) != 1:
            found = "several answers" if answers else "no answer"
            raise PuzzleError(f"found {found}, expected one answer")
        kept = answers[0].solution
        clues = [way[:2] for way in _removable(board, standing=True)]
        Random(0).shuffle(clues)
        for number, (clue, cell) in enumerate(clues, 1):
            self.tell(f"clue {number} of {len(clues)}")
            other = _changed(board, clue, cell, "")
            if other is not None and self.symmetric:
                other = _changed(other, clue, _turned(board, cell), "") or other
            if other is None or puzzle.verify(other, kept):
                continue
            board = other if len(_two(other, deadline)) == 1 else board
        return board

    def add(self, board: Any) -> Any:
        """The board with further clues that leave one of its answers."""
        deadline, puzzle, random, number = Deadline(self.timeout), puzzle_of(board), Random(0), 0
        while len(found := _two(board, deadline)) > 1:
            number += 1
            self.tell(f"clue {number}")
            kept, other = (answer.solution for answer in found)
            apart = frozenset(found[0].symbols) ^ frozenset(found[1].symbols)
            cells, ways = puzzle.cells_of(board, apart), list(_addable(board))
            random.shuffle(ways)
            ways.sort(key=lambda way: way[1] not in cells)
            tried = (_changed(board, *way) for way in ways)
            fitting = (each for each in tried if each and not puzzle.verify(each, kept))
            told = next((each for each in fitting if puzzle.verify(each, other)), None)
            if told is None:
                raise PuzzleError("no clue of the editor tells two answers apart")
            board = self._turned_too(board, told, kept) if self.symmetric else told
        if not found:
            raise PuzzleError("found no answer, expected at least one answer")
        return board

    def _turned_too(self, board: Any, told: Any, kept: Any) -> Any:
        """A board that got a clue, with one on the cell to which a half-turn leads, if one fits."""
        now, before = ({x[:2] for x in _removable(b, standing=True)} for b in (told, board))
        turned = {(clue, _turned(board, cell)) for clue, cell in now - before}
        more = (_changed(told, *way) for way in _addable(told) if way[:2] in turned)
        verify = puzzle_of(board).verify
        return next((each for each in more if each and not verify(each, kept)), told)


def _turned(board: Any, cell: Place) -> Place:
    """The cell to which a half-turn of a board of rows and columns leads."""
    sizes = (board.rows, board.columns) if hasattr(board, "columns") else ()
    return tuple(size + 1 - at for size, at in zip(sizes, cell, strict=False)) if sizes else cell


def _two(board: Any, deadline: Deadline) -> list[Answer[Any, Any, Any]]:
    """At most two answers; GaveUpError: the time was up before it was known whether there are."""
    with solve(board, limit=2, engine="asp", timeout=deadline.left()) as answers:
        found = list(answers)
    if len(found) < 2 and not answers.exhausted:
        raise GaveUpError("the answers were not found within the time limit")
    return found


def _form(board: Any) -> EditForm[Any]:
    form = puzzle_of(board).edit
    if form is None:
        raise PuzzleError(f"{puzzle_of(board).title}: boards are changed as text only")
    return form


def _removable(board: Any, *, standing: bool) -> Iterator[tuple[str, Place, str, tuple[str, ...]]]:
    """The places where clues that can be removed stand, or do not: name, cell, value, choices."""
    form = _form(board)
    for clue in form.clues(board):
        if clue.scope == "cell" and clue.removable and not clue.act:
            for cell, value in form.values(board, clue.name).items():
                if cell is not None and bool(value) == standing:
                    yield clue.name, cell, value, clue.choices


def _addable(board: Any) -> Iterator[tuple[str, Place, str]]:
    """The values that can be set where no clue of their kind stands."""
    for clue, cell, _, choices in _removable(board, standing=False):
        yield from ((clue, cell, choice) for choice in choices)


def _changed(board: Any, clue: str, cell: Place, value: str) -> Any | None:
    """The board after a change; ``None``: it makes no sense, or changes nothing."""
    try:
        made = changed(_form(board), board, Change(clue, value, cell))
    except (MoveError, InstanceError):
        return None
    return None if made == board else made
