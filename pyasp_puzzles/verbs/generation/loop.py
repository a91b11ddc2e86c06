"""One board from one seed: draft, drop clues, prove; again until a board is as hard as wanted."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from pyasp_puzzles.boards.generator import ENDLESS, Draft, Generator, Settings
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import (
    GaveUpError,
    ParameterError,
    VerificationError,
    counted,
    did_you_mean,
)
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.explanation.explaining import explain
from pyasp_puzzles.explanation.rating import rated
from pyasp_puzzles.verbs.generation.searches import (
    FIRST,
    ClueProgram,
    LimitedModels,
    RandomAnswers,
    Symbols,
    UndecidedError,
    free_clues,
    fresh_answers,
    minimal,
    proved_minimal,
)
from pyasp_puzzles.work.deadline import Deadline

SECONDS = 120.0  # for each board that is to be as hard as wanted, where the user gives no limit
ORDERS = 2  # how often clues are dropped from one draft, where a board is to be as hard as wanted
RATED = 60  # boards that are rated for one board as hard as wanted
UNFIT = 5  # drafts of a size that cannot have the grade; then no more are made
TRIES = 300  # drafts for one board
REFINED = 100  # how often one draft is refined
HOPELESS = 40  # how often while every search finds as many other answers as it may
SHARE = 3  # of the clues that are left, one in so many is free at once, where not all are
OTHERS = 8  # how many other answers to a draft are searched for, to refine it


class NotAsWantedError(GaveUpError):
    """No board is as hard as wanted; ``board`` is the nearest one, unique and proved."""

    def __init__(self, message: str, board: Any) -> None:
        self.board = board
        super().__init__(message)


@dataclass(frozen=True)
class Judgement:
    """How a board compares with what is wanted: too hard (positive), too easy (negative), or 0."""

    words: str
    harder: int


@dataclass(frozen=True)
class Wanted:
    """How hard a board is to be; ParameterError where that is impossible."""

    puzzle: Puzzle[Any, Any]
    difficulty: str | int = ""  # a grade, a number, or a range as "2..", "..4"; empty: any

    def __post_init__(self) -> None:
        if self.difficulty != "" and self.difficulty not in self.grades and not self._numbers():
            words = f"{', '.join(self.grades)}, " if self.grades else ""
            why = "" if words else "; the puzzle is not calibrated, so it has no easy or hard"
            hint = did_you_mean(str(self.difficulty), self.grades)
            numbers = "a number of points for the hardest step, such as 2 or 3..5"
            expected = f"{words}{'or ' if words else ''}{numbers}{why}{hint}"
            raise ParameterError(self.puzzle.name, "difficulty", self.difficulty, expected)

    def __bool__(self) -> bool:
        return self.difficulty != ""

    @property
    def grades(self) -> tuple[str, ...]:
        """The words that the puzzle has."""
        return self.puzzle.calibration.grades if self.puzzle.calibration else ()

    def _numbers(self) -> range:
        """The difficulties of a range; empty: it is none."""
        if isinstance(self.difficulty, bool):
            return range(0)
        found = re.fullmatch(r"(\d*)(\.\.)?(\d*)", str(self.difficulty), re.ASCII)
        if not found or not (found[1] or found[3]) or len(found[1] + found[3]) > 6:
            return range(0)
        least = int(found[1] or 1)
        most = int(found[3] or ENDLESS) if found[2] else least
        return range(least, most + 1) if least >= 1 else range(0)

    def fitting(self, size: int) -> range:
        """The difficulties wanted where an answer has so many atoms; empty: none has the grade."""
        scale = self.puzzle.calibration
        if scale and self.difficulty in scale.grades:
            return scale.difficulties(str(self.difficulty), size)
        return self._numbers()

    def impossible(self, size: int) -> ParameterError:
        """The error for boards of a size that cannot have the grade."""
        scale = self.puzzle.calibration
        assert scale
        possible = [grade for grade in scale.grades if scale.difficulties(grade, size)]
        expected = f"{' or '.join(possible)}: the answer of such a board has {size} atoms"
        return ParameterError(self.puzzle.name, "difficulty", self.difficulty, expected)

    def judge(self, board: Any, size: int, deadline: Deadline) -> Judgement:
        """Rate a board, whose answer has so many shown atoms, and compare."""
        wanted = self.fitting(size)
        deadline.check()
        left = deadline.left()
        timeout = None if left is None else max(0.001, left)
        rating = rated(explain(board, timeout=timeout, whole=True), most=wanted[-1])
        words = rating.grade if self.difficulty in self.grades else None
        above = rating.difficulty - wanted[-1]
        if above > 0:
            return Judgement(words or f"a step of {rating.difficulty} points", above)
        deadline.check()
        if not rating.rated:
            return Judgement("not rated within the limits", ENDLESS)
        harder = min(0, rating.difficulty - wanted[0])
        return Judgement(words or f"difficulty {rating.difficulty}", harder)


@dataclass
class BoardSearch:
    """The search for one board."""

    puzzle: Puzzle[Any, Any]
    generator: Generator[Any]
    settings: Settings
    seed: int
    deadline: Deadline
    progress: Callable[[str], None]
    wanted: Wanted
    extra: bool = False  # a board that is too hard may keep clues that could be dropped
    rejected: Counter[str] = field(default_factory=Counter, init=False)  # why drafts were not taken
    fitted: bool = field(default=False, init=False)  # a draft could have the grade by its size
    rated: int = field(default=0, init=False)  # boards that were not as wanted; the nearest is:
    nearest: tuple[Any, Judgement] | None = field(default=None, init=False)

    @property
    def kind(self) -> str:
        """The kind of symmetry under which all answers are one class."""
        return self.generator.kind(self.settings)

    def board(self) -> Any:
        """The first board that is unique and minimal; GaveUpError: no try or time is left."""
        random = Random(self.seed)
        answer = RandomAnswers(self.puzzle, random, self.deadline)
        for number in range(1, TRIES + 1):
            self.deadline.check()
            self.progress(f"draft {number}")
            draft = self.generator.draft(random, self.settings, answer)
            if draft is None:
                self.rejected["made no board"] += 1
                continue
            found = self._reduced(draft, random)
            if found is not None:
                return found
            if self.rated >= RATED:
                break
        raise GaveUpError(self._failure(number))

    def unwanted(self) -> str:
        """The nearest of the boards that were not as wanted, in words; empty without any."""
        if not self.nearest:
            return ""
        hint = "" if self.extra else ", or allow extra clues"
        return (
            f"wanted difficulty {self.wanted.difficulty}, found {self.nearest[1].words} in the "
            f"nearest of {counted(self.rated, 'board')}; change the size, the seed or what is "
            f"wanted{hint}"
        )

    def _failure(self, drafts: int) -> str:
        """Why there is no board, and what to change."""
        words = self.unwanted()
        if not words:
            reasons = ", ".join(f"{number} {why}" for why, number in self.rejected.most_common())
            drafted = f"no board in {counted(drafts, 'draft')} ({reasons})"
            words = f"{drafted}; change the seed or the parameters"
        return f"{self.puzzle.name}, seed {self.seed}: {words}"

    def _reduced(self, draft: Any, random: Random) -> Any | None:
        """A minimal board from a draft, proved; ``None``: the draft makes none."""
        answer: Symbols | None = None
        if isinstance(draft, Draft):
            draft, answer = draft.board, _shown(draft)
            if self._unfit(len(answer)):
                return None
        if self.generator.refine is not None:
            draft, answer = self._refined(draft, answer, self.generator.refine, random)
        if draft is None:
            return None
        clues = self.generator.clues(draft, self.settings)
        for _ in range(ORDERS if self.wanted and clues else 1):
            self.progress("dropping clues")
            kept: dict[Hashable, Symbols | None] = {}
            first = True
            if clues or answer is None:  # else one proof is enough
                first = False
                found = self._needed(draft, answer, clues, self._order(clues, random))
                if found is None:
                    return None
                answer, kept = found
            board = self._proved(draft, kept, first=first)
            if board is None or not self.wanted:
                return board
            size = len(answer)
            harder = self._judged(board, size)
            if harder == 0:
                return board
            if self.extra and harder > 0:
                dropped = [clue for clue in clues if clue not in set(kept)]
                random.shuffle(dropped)
                board = self._easier(draft, list(kept), dropped, size)
                if board is not None:
                    return board
        return None

    def _needed(
        self, draft: Any, answer: Symbols | None, clues: Sequence[Any], order: list[int]
    ) -> tuple[Symbols, dict[Hashable, Symbols | None]] | None:
        """The answer, and a minimal set of clues, each with another answer to the board without it.

        ``None``: the draft makes no board.
        """
        needed: dict[int, Symbols | None] = {}
        least, left, first = self.generator.batch, order, True
        while first or left:
            most = max(least, len(left) // SHARE) if least else len(left)
            batch, left = left[:most], left[most:]
            numbers = sorted(batch)
            tried, fixed = ([clues[n] for n in own] for own in (numbers, sorted([*needed, *left])))
            text = free_clues(self.puzzle, self.generator, draft, tried, fixed)
            program = self._program(self.generator.with_clues(draft, fixed), text)
            if not program.take_answer(answer):
                self.rejected["without an answer within the limit"] += 1
                return None
            if first and self._unfit(len(program.answer)):
                return None
            answer = program.answer
            batch = list(map(numbers.index, batch))
            proof = program.others(batch[::-1], FIRST)
            found = dict.fromkeys(batch)
            if proof.contradiction:
                found = self._minimal(program, proof, tried, batch)
            elif first:
                self.rejected["with several answers"] += 1
                return None
            needed |= {numbers[n]: other for n, other in found.items()}
            first = False
        assert answer is not None
        return answer, {clues[n]: other for n, other in sorted(needed.items())}

    def _minimal(
        self, program: ClueProgram, proof: LimitedModels, clues: Sequence[Any], order: list[int]
    ) -> dict[int, Symbols | None]:
        """A minimal set of clues, by number, with few of those that the generator tries first."""
        first = self.generator.first
        early = [number for number in order if first and first(clues[number])]
        if not early:
            return minimal(program, proof, order)
        late = [number for number in order if number not in early]
        order = [*minimal(program, proof, early, late), *late]
        again = program.others(order, FIRST)
        return minimal(program, again, order) if again.contradiction else dict.fromkeys(order)

    def _unfit(self, size: int) -> bool:
        """Whether a draft whose answer has so many atoms cannot have the grade."""
        why = "of a size without that grade"
        if not self.wanted or self.wanted.fitting(size):
            self.fitted = True
            return False
        self.rejected[why] += 1
        if self.rejected[why] == UNFIT and not self.fitted:
            raise self.wanted.impossible(size)
        return True

    def _judged(self, board: Any, size: int) -> int:
        """How much harder than wanted a board is; the nearest one is kept unless that is 0."""
        self.rated += 1
        self.progress(f"rating board {self.rated}")
        self.nearest = self.nearest or (board, Judgement("none that was rated", sys.maxsize))
        judgement = self.wanted.judge(board, size, self.deadline)
        if abs(judgement.harder) < abs(self.nearest[1].harder):
            self.nearest = board, judgement
        return judgement.harder

    def _easier(
        self, draft: Any, kept: Sequence[Hashable], dropped: list[Hashable], size: int
    ) -> Any | None:
        """A board with further clues that is as wanted, their number found by halving."""
        few, many = 0, len(dropped) + 1
        while many - few > 1:
            number = (few + many) // 2
            board = self._proved(draft, dict.fromkeys([*kept, *dropped[:number]]), drop=False)
            if board is None:
                return None
            harder = self._judged(board, size)
            if harder == 0:
                return board
            few, many = (number, many) if harder > 0 else (few, number)
        return None

    def _refined(
        self, draft: Any, answer: Symbols | None, refine: Callable[..., Any], random: Random
    ) -> tuple[Any, Symbols | None]:
        """A draft with one answer, and its shown atoms; ``None``: none was found."""
        others, fewer = list[Any](), False
        for number in range(REFINED):
            program = self._program(draft, fact_text(draft))
            if not program.take_answer(answer):
                break
            answer = program.answer
            found = program.others((), FIRST, OTHERS)
            if found.contradiction:
                return draft, answer
            fewer |= len(found.models) < OTHERS
            if number == HOPELESS and not fewer:
                break
            others += [program.read(model) for model in found.models]
            draft = found.models and refine(random, self.settings, draft, program.solution, others)
            if isinstance(draft, Draft):
                draft, answer, others = draft.board, _shown(draft), []
            if not draft:
                break
        self.rejected["with several answers"] += 1
        return None, None

    def _program(self, board: Any, text: str) -> ClueProgram:
        return ClueProgram(self.puzzle, board, text, self.kind, self.deadline)

    def _order(self, clues: Any, random: Random) -> list[int]:
        """The numbers of the clues as they are tried."""
        if self.generator.order is None:
            numbers = list(range(len(clues)))
            random.shuffle(numbers)
            return numbers
        place = {clue: number for number, clue in enumerate(clues)}
        return [place[clue] for clue in self.generator.order(random, clues, self.settings)]

    def _proved(
        self,
        draft: Any,
        kept: Mapping[Hashable, Symbols | None],
        *,
        drop: bool = True,
        first: bool = False,
    ) -> Any | None:
        """The board with its known counts, proved; ``None``: a search did not end.

        ``first``: no search was made before, so that the board may have several answers.
        """
        puzzle, kind = self.puzzle, self.kind
        self.progress("proving")
        board = self.generator.with_clues(draft, list(kept))
        try:
            if drop:
                board, _ = proved_minimal(puzzle, self.generator, kind, board, kept, self.deadline)
            answers = fresh_answers(puzzle, board, kind, self.deadline, FIRST if first else None)
        except UndecidedError:
            self.rejected["not decided within the limit"] += 1
            return None
        if first and len(answers) > 1:
            self.rejected["with several answers"] += 1
            return None
        if len(answers) != 1:
            raise VerificationError(
                f"{puzzle.name}, seed {self.seed}: a fresh search finds "
                f"{counted(len(answers), 'answer')} on a board that was made to have one"
            )
        known: tuple[tuple[str, int], ...] = (("answers", 1),)
        if kind and puzzle.symmetries:
            orbit = puzzle.symmetries.orbit(board, answers[0], kind)
            known = (("answers", len(orbit)), ("classes", 1))
        return replace(board, name=f"seed {self.seed}", known=known)


def _shown(draft: Draft[Any]) -> Symbols:
    """The shown atoms of the answer of a draft."""
    return tuple(sorted(atom.symbol for atom in draft.answer))
