"""The check boards of each puzzle: every mutant of its program is caught on them."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import clingo
import pytest
from check_boards import (
    Tried,
    chosen,
    equivalent,
    first_witness,
    mutants_of,
    pool,
    program,
    tried,
    write,
)
from mutants import Mutant, Refused
from support import found, hand_written, pages

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import check_boards, shipped_names
from pyasp_puzzles.comparison.program_check import kinds_of_facts
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import PuzzleError

PUZZLES = [n for n in shipped_names() if pp.find_puzzle(n).checks_path().is_file()]

RANDOM = 1_000
"""Random boards on which an equivalent mutant has the same answers."""


@cache
def boards_of(puzzle: str) -> list[Tried]:
    """The check boards of a puzzle with their answers."""
    found = [tried(board, puzzle) for board in check_boards(pp.find_puzzle(puzzle))]
    return [each for each in found if each]


def is_wrong(puzzle: str, board: Tried, answer: frozenset[clingo.Symbol]) -> bool:
    """Whether the verifier rejects an answer, or it is a right one again, in other atoms."""
    known = pp.find_puzzle(puzzle)

    def solution(atoms: frozenset[clingo.Symbol]) -> object:
        return known.decode(board.board, unify(atoms, known.answers))

    try:
        decoded = solution(answer)
    except PuzzleError:  # there is no such piece, cell, ...
        return True
    return bool(known.verify(board.board, decoded)) or decoded in map(solution, board.right)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_third_of_the_mutants_of_the_program_are_caught(puzzle: str) -> None:
    """Each has a wrong answer on some check board or misses one, or is known to be equivalent."""
    assert not tried_on_check_boards(puzzle, 3)[0]
    every, same = len(mutants_of(puzzle)), len(equivalent(puzzle))
    row = rf"\n\| `{puzzle}` \| {every} \| \d+ \| {same} \| \d+ \| {len(boards_of(puzzle))} \|\n"
    assert re.search(row, pages()["docs/use/trust.md"]), row


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_each_mutant_of_the_program_is_caught_and_the_page_says_how_many(puzzle: str) -> None:
    passed, refused = tried_on_check_boards(puzzle)
    assert not passed
    every, same = len(mutants_of(puzzle)), len(equivalent(puzzle))
    row = f"{every} | {every - same - refused} | {same} | {refused} | {len(boards_of(puzzle))}"
    assert f"\n| `{puzzle}` | {row} |\n" in pages()["docs/use/trust.md"], row


def tried_on_check_boards(puzzle: str, step: int = 1) -> tuple[set[str], int]:
    """Of each so manieth mutant: the faults that pass for right, and how many clingo refuses."""
    passed, refused = set(), 0
    for mutant in mutants_of(puzzle)[::step]:
        if mutant.fault in equivalent(puzzle):
            continue
        try:
            seen = first_witness(mutant, boards_of(puzzle))
        except Refused:  # an unsafe variable, or it would ground for ever
            refused += 1
            continue
        if seen is None:
            passed.add(mutant.fault)
        else:
            board, witness = seen
            assert witness.missed or is_wrong(puzzle, board, witness.wrong or frozenset())
    return passed, refused


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (  # turns of a piece that looks the same after a half turn
            "eternity",
            "not piece(P, L, U, R, D).",
            "T < 3.",
        ),
        (  # only the first of several given pieces
            "packing",
            ":- given(P, T, A, B, C),",
            ":- given(P, T, A, B, C), P = #min{ X : given(X, _, _, _, _) },",
        ),
        (  # given pieces lie in any layer
            "packing",
            "not place(P, T, A, B, C).",
            "not place(P, T, A, B, _).",
        ),
        (  # views end where the board ends
            "twenty_four_seven",
            "unseen_until(R, C, DR, DC, I), distance(I),",
            "unseen_until(R, C, DR, DC, I), distance(I), cell(R+I*DR, C+I*DC),",
        ),
        (  # full blocks are forbidden within a grid only
            "twenty_four_seven",
            ":- filled(R, C), filled(R, C+1),",
            ":- in_grid(G, H, R, C), in_grid(G, H, R+1, C+1), filled(R, C), filled(R, C+1),",
        ),
        (  # of each digit so many, or greater ones instead
            "twenty_four_seven",
            "#count{ R', C' : value(R', C', V), in_grid(R, C, R', C') } != M.",
            "#count{ R', C' : at_least(R', C', V), in_grid(R, C, R', C') } < M.",
        ),
    ],
)
def test_a_program_with_several_changes_passes_for_right(
    puzzle: str, right: str, wrong: str
) -> None:
    assert right in program(puzzle)
    mutant = Mutant(wrong, program(puzzle).replace(right, wrong))
    assert first_witness(mutant, boards_of(puzzle))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_mutant_that_is_listed_as_equivalent_does_not_exist(puzzle: str) -> None:
    assert {mutant.fault for mutant in mutants_of(puzzle)} >= equivalent(puzzle).keys()


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_an_equivalent_mutant_differs_on_a_random_board(puzzle: str) -> None:
    boards = list(islice(pool(puzzle, seed=2), RANDOM))
    listed = [mutant for mutant in mutants_of(puzzle) if mutant.fault in equivalent(puzzle)]
    told: list[Mutant] = [mutant for mutant in listed if first_witness(mutant, boards)]
    assert [mutant.fault for mutant in told] == []


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_check_boards_cannot_be_made_again(puzzle: str) -> None:
    path = pp.find_puzzle(puzzle).checks_path()
    assert write(pp.find_puzzle(puzzle), chosen(puzzle)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_kind_of_fact_is_on_no_check_board(puzzle: str) -> None:
    assert kinds_of_facts(pp.find_puzzle(puzzle), check_boards(pp.find_puzzle(puzzle)))[1] == []


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_check_boards_are_large(puzzle: str) -> None:
    """They are a few kB, and answers are few."""
    assert pp.find_puzzle(puzzle).checks_path().stat().st_size < 8_000
    assert max(len(each.right) for each in boards_of(puzzle)) <= 30


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_check_board_states_a_wrong_number_of_answers(puzzle: str) -> None:
    """Another encoding, written by hand, has the same answers, and the verifier accepts them."""
    engine = next(iter(hand_written(puzzle)), "asp")
    for each in boards_of(puzzle):
        assert dict(each.board.known)["answers"] == len(each.right)
        assert set(found(each.board, engine)) == each.right, each.board.name
        shown = pp.find_puzzle(puzzle)
        for answer in each.right:
            solution = shown.decode(each.board, unify(answer, shown.answers))
            assert shown.verify(each.board, solution) == []
