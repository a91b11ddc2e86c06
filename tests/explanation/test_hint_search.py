"""What hints tell somebody who plays by hand: it holds, and it leads to the end of the board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from clingo import Symbol
from support import packaged

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.playing import standing, whole
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.explanation import hint_search
from pyasp_puzzles.explanation.hinting import Hint, find_hint
from pyasp_puzzles.explanation.subject import BoardSubject

BOARDS = [
    ("pips", "document"),
    ("pips", "tilings_6x6"),
    ("twenty_four_seven", "four"),
    ("twenty_four_seven", "patterns_6x6"),
    ("flower_finder", "document"),
    ("flower_finder", "generated_3"),
    ("eternity", "framed_4x4"),
    ("eternity", "document_3x3"),
    ("packing", "slothouber_graatsma"),
    ("packing", "soma"),
    ("slitherlink", "six"),
    ("slitherlink", "https://puzz.link/p?slither/4/4/gc2522237b"),
    ("star_battle", "six"),
    ("sudoku", "four"),
]
LARGE = {
    *(("pips", "tilings_6x6"), ("twenty_four_seven", "patterns_6x6"), ("eternity", "framed_4x4")),
    *(("flower_finder", "generated_3"), ("packing", "soma"), ("slitherlink", "six")),
}
"""Boards of which a smaller one is there, too."""
each_small = pytest.mark.parametrize(
    ("name", "board"),
    [pytest.param(*x, marks=[pytest.mark.slow] if x in LARGE else []) for x in BOARDS],
)


def positions(name: str, board: str) -> Iterator[Partial]:
    """The empty board, and boards with parts of an answer."""
    puzzle, instance = find_puzzle(name), pp.load(name, board)
    [answer] = pp.solve(instance, limit=1)
    assert puzzle.play
    atoms = sorted(set(answer.symbols) - set(puzzle.play.given(instance).atoms))
    Random(1).shuffle(atoms)
    for count in sorted({0, 1, len(atoms) // 2, len(atoms) - 1}):
        yield whole(puzzle, instance, Partial(tuple(atoms[:count])))


def follows(hint: Hint) -> list[tuple[Symbol, bool]]:
    """What a hint says of atoms that stand in a partial answer."""
    theory = hint.subject.theory()
    found = hint.step.follows if hint.step else ()
    said = [(x.atom, x.holds) for x in found if theory.is_shown(x.atom)]
    return [*said, (hint.suggested.atom, True)] if hint.suggested else said


def test_each_puzzle_that_is_a_package_is_among_the_boards() -> None:
    assert packaged() <= {name for name, _ in BOARDS}


@each_small
def test_what_a_hint_says_holds_in_the_answers(name: str, board: str) -> None:
    """A search of its own, with the puzzle's program, looks for an answer that contradicts it."""
    question = BoardSubject(find_puzzle(name), pp.load(name, board))

    def has_answer(*further: tuple[Symbol, bool]) -> bool:
        return bool(list(question.answers([*known.literals(), *further], 1)))

    for known in positions(name, board):
        hint = find_hint(pp.load(name, board), known, played=True)
        assert hint.status in ("step", "open", "unknown")
        assert all(list(hint.sentences(degree)) for degree in ("vague", "clues", "full"))
        if hint.step and hint.step.form == "choice":
            [(atom, holds)] = follows(hint)
            assert has_answer((atom, holds)) and has_answer((atom, not holds))
        elif hint.step:
            assert not any(has_answer((atom, not holds)) for atom, holds in follows(hint))
        elif hint.suggested:
            assert has_answer((hint.suggested.atom, True))
        if hint.status == "open":
            [answer] = question.answers([*known.literals()], 1)
            left = set(answer.symbols).difference(known.atoms)
            assert all(has_answer((atom, False)) for atom in left)


@each_small
def test_who_does_what_hints_say_comes_to_the_end_of_the_board(name: str, board: str) -> None:
    puzzle, instance = find_puzzle(name), pp.load(name, board)
    assert puzzle.play
    known = whole(puzzle, instance, Partial())
    for _ in range(120):
        hint = find_hint(instance, known, played=True)
        new = set(follows(hint)).difference(known.literals())
        if not new:
            break
        known = known.together(Partial.of_literals(new))
    assert hint.status in ("complete", "open")
    assert standing(puzzle, instance, known).right


def test_searches_for_one_hint_do_not_change_the_next() -> None:
    board = pp.load("packing", "soma")
    first, *_ = positions("packing", "soma")
    hints = [find_hint(board, first, played=True) for _ in range(3)]
    assert len({tuple(hint.sentences("full")) for hint in hints}) == 1


def test_the_last_piece_is_certain() -> None:
    puzzle, board = find_puzzle("eternity"), pp.load("eternity", "framed_4x4")
    [answer] = pp.solve(board, limit=1)
    [*atoms, last] = sorted(answer.symbols)
    hint = find_hint(board, whole(puzzle, board, Partial(tuple(atoms))), played=True)
    assert hint.step
    assert (last, True) in follows(hint)


def test_a_player_who_is_out_of_patience_is_told_what_a_short_search_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hint_search, "_PATIENCE", 0.0)
    board = pp.load("twenty_four_seven", "four")
    [answer] = pp.solve(board, limit=1)
    for known in positions("twenty_four_seven", "four"):
        hint = find_hint(board, known, played=True)
        if hint.step:
            assert {atom for atom, holds in follows(hint) if holds} <= set(answer.symbols)
        else:
            assert hint.suggested
            assert "answer" in " ".join(hint.sentences("full"))
