"""The function ``generate``: new boards of a puzzle, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from pyasp_puzzles.boards.generator import Generator, NoBoardError, Settings
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.errors import (
    GaveUpError,
    ParameterError,
    Phrase,
    PuzzleError,
    counted,
    did_you_mean,
)
from pyasp_puzzles.engines.job import at_least, check_timeout
from pyasp_puzzles.verbs.generation.loop import SECONDS, BoardSearch, NotAsWantedError, Wanted
from pyasp_puzzles.work.deadline import Deadline, TimeUpError
from pyasp_puzzles.work.waiting import Now, saying, timed

MOST_SEED = 2**31  # seeds are smaller than this


def generate(
    puzzle: str,
    *,
    seed: int | None = None,
    n: int = 1,
    difficulty: str | int = "",
    extra_clues: bool = False,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    **parameters: Any,
) -> Iterator[Any]:
    """New boards, each with one answer, and without a clue that can be dropped.

    Both are proved for each board. "One answer" means one class of answers under the
    symmetries of the board for the puzzles whose generators say so (docs/use/generation.md).

    Args:
        puzzle: its name.
        seed: of the first board; the next ones have the next seeds. With the same version of
            clingo a seed makes the same board everywhere. By default a random one.
        n: the number of boards.
        difficulty: what :func:`pyasp_puzzles.rate` has to say of a board: a number, a range such as
            "1..3", or a grade such as "easy", where the puzzle is calibrated; empty: any. Boards
            are made until one is so, or 60 are not.
        extra_clues: a board that is too hard without them may keep clues that could be dropped.
        timeout: seconds for all of them; ``None``: no limit, or 120 a board with a difficulty.
        progress: called with words that say what is going on.
        parameters: of the puzzle's generator; docs/use/generation.md and ``pyasp-puzzles generate
            PUZZLE --help`` list them.

    Returns:
        The boards as they are found; the name of a board is its seed: ``"seed 7"``.

    Raises:
        ParameterError: a parameter is unknown or makes no board.
        PuzzleError: the puzzle has no generator, or another argument makes no sense.
        GaveUpError: from the iterator: the time is up, or no board is as wanted; then it is a
            NotAsWantedError, with the nearest one as ``board``.

    >>> import pyasp_puzzles as pp
    >>> [board] = pp.generate("twenty_four_seven", size=4, seed=7)
    >>> board.name, pp.is_unique(board)
    ('seed 7', True)
    """
    found = find_puzzle(puzzle)
    generator = generator_of(found)
    settings = checked(found.name, generator, parameters)
    if not isinstance(extra_clues, bool):
        raise PuzzleError(f"extra_clues: found {extra_clues!r}, expected True or False")
    wanted = Wanted(found, difficulty)
    at_least(1, "n", n)
    at_least(0, "seed", seed)
    check_timeout(timeout, zero=False)
    first = Random().randrange(10**6) if seed is None else seed
    if first + n > MOST_SEED:
        raise PuzzleError(f"seed: found {first}, expected less than {MOST_SEED - n + 1}")
    deadline = Deadline(SECONDS * n if wanted and timeout is None else timeout)

    now = Now("starting")

    def search(number: int) -> BoardSearch:
        def tell(words: str) -> None:
            now.tell(f"board {number + 1} of {n}, {words}")
            if progress:
                progress(now())

        return BoardSearch(
            found, generator, settings, first + number, deadline, tell, wanted, extra_clues
        )

    return _boards(map(search, range(n)), n, now)


def generator_of(puzzle: Puzzle[Any, Any]) -> Generator[Any]:
    """The generator of a puzzle; PuzzleError if it has none."""
    if puzzle.generator is None:
        able = [name for name in puzzle_names() if find_puzzle(name).generator]
        raise PuzzleError(
            f"{puzzle.name}: this puzzle has no generator; those that have one: {', '.join(able)}"
        )
    return puzzle.generator


def checked(puzzle: str, generator: Generator[Any], found: dict[str, Any]) -> Settings:
    """All parameters with their values, given or default; ParameterError for one that is wrong."""
    known = {parameter.name: parameter for parameter in generator.parameters}
    for name in found:
        if name not in known:
            names = ", ".join(known) or "none"
            expected = f"a parameter of {puzzle}: {names}{did_you_mean(name, known)}"
            raise ParameterError(puzzle, "", Phrase(name), expected)
    values = {
        name: parameter.checked(puzzle, found[name]) if name in found else parameter.default
        for name, parameter in known.items()
    }
    return Settings(puzzle, values)


def _boards(searches: Iterator[BoardSearch], n: int, now: Now) -> Iterator[Any]:
    """The boards, one after the other; ``now`` has what is done."""
    for number, search in enumerate(searches):
        try:
            with saying(timed(search.puzzle.name, now)):
                board = search.board()
        except NoBoardError:
            given = Phrase(", ".join(f"{key} {value!r}" for key, value in search.settings.items()))
            expected = "others: a search proves that no board has these"
            raise ParameterError(search.puzzle.name, "", given, expected) from None
        except GaveUpError as reason:
            unwanted = search.unwanted() if isinstance(reason, TimeUpError) else ""
            done = f"{number} of {counted(n, 'board')} found"
            words = "; ".join(filter(None, (str(reason), unwanted, done)))
            if search.nearest:
                raise NotAsWantedError(words, search.nearest[0]) from None
            raise GaveUpError(words) from None
        yield board
