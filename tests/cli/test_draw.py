"""``draw``: pictures of answers that others found, right and wrong ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from support import CLINGO, puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.answers import read_answers
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain

each_puzzle = pytest.mark.parametrize("name", pp.puzzle_names())
SLOTHOUBER = ("packing", "slothouber_graatsma")


@each_puzzle
def test_what_clingo_prints_is_drawn_as_solve_draws_it(name: str) -> None:
    output = run(*CLINGO, f"lp/{name}.lp", f"lp/examples/{name}.lp", "2").stdout
    done = puzzles("draw", name, "-", text=output)
    board = pp.load(name)
    solutions = read_answers(board_puzzle(name), board, output, "clingo")
    assert 1 <= len(solutions) <= 2
    pictures = [plain(board_puzzle(name).picture(board, solution)) for solution in solutions]
    assert done.stdout == "".join(f"{picture}\n" for picture in pictures)
    number = "1 answer" if len(solutions) == 1 else "2 answers"
    assert done.stderr == f"{board.name}: {number}, all rules hold\n"
    assert done.returncode == 0


def board_puzzle(name: str) -> Any:
    return pp.find_puzzle(name)


@each_puzzle
def test_a_wrong_answer_is_drawn_and_the_broken_rule_said(name: str) -> None:
    board = pp.load(name)
    answer = next(pp.solve(board, limit=1))
    atoms = [str(symbol) for symbol in answer.symbols[1:]]
    good = " ".join(map(str, answer.symbols))
    done = puzzles("draw", name, text=f"{good}\n{' '.join(atoms)}\n")
    broken = pp.verify(board, read_answers(answer.puzzle, board, " ".join(atoms), "x")[0])
    assert broken
    assert done.returncode == 1
    assert f"answer 2 breaks a rule:\n  {broken[0]}\n" in done.stdout
    assert done.stdout.startswith(f"{answer}\n")
    assert done.stderr == f"{board.name}: 2 answers, answer 2 breaks a rule\n"


def mangled(answers: Sequence[Any], chance: random.Random) -> str:
    """Atoms of some answers, mixed, left out, and with other small numbers in them."""
    atoms = [str(symbol) for answer in answers for symbol in answer.symbols]
    kept = chance.sample(atoms, chance.randint(1, len(atoms)))
    changed = []
    for atom in kept:
        if chance.random() < 0.3:
            digits = [i for i, sign in enumerate(atom) if sign.isdigit()]
            place = chance.choice(digits)
            atom = f"{atom[:place]}{chance.randint(0, 9)}{atom[place + 1 :]}"
        changed.append(atom)
    return " ".join(changed)


@each_puzzle
def test_any_atoms_are_drawn_or_refused_in_words(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    chance = random.Random(9)
    board = pp.load(name)
    answers = list(pp.solve(board, limit=2))
    drawn = 0
    for _ in range(150):
        text = mangled(answers, chance)
        try:
            (solution,) = read_answers(puzzle, board, text, "mangled")
        except pp.PuzzleError as error:
            assert "found" in str(error), text
            continue
        assert plain(puzzle.picture(board, solution)), text
        if drawn < 5:
            assert svg(puzzle.picture(board, solution)).startswith("<svg"), text
        assert isinstance(puzzle.verify(board, solution), list)
        drawn += 1
    assert drawn  # answers of many atoms rarely stay in one piece


def test_answers_of_a_file_and_of_a_board_that_is_named() -> None:
    output = puzzles("solve", *SLOTHOUBER, "--all", "--json").stdout
    done = puzzles("draw", *SLOTHOUBER, "-", text=output)
    assert done.stdout.count("Slothouber") == 8
    assert "8 answers, all rules hold" in done.stderr
    assert puzzles("draw", *SLOTHOUBER, text=output).stdout == done.stdout


def test_check_without_a_board_reads_the_answers_of_the_first_one() -> None:
    output = puzzles("solve", "flower_finder", "--json").stdout
    done = puzzles("check", "flower_finder", "-", text=output)
    assert (done.returncode, done.stdout) == (0, "answer 1: all rules hold\n")


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("pips", "yes", ", line 1"),
        ("flower_finder", "1 2 3 4 5 7", ", word 6"),
        ("eternity", "place(9,9,9,9)", ""),
        ("packing", 'Answer: 1\nplace("A",99,1,1,1)\nSATISFIABLE\n', ", answer 1"),
    ],
)
def test_an_answer_that_cannot_be_read_is_named_by_its_file_and_not_by_the_board(
    name: str, text: str, place: str
) -> None:
    with pytest.raises(pp.AnswerError) as error:
        read_answers(board_puzzle(name), pp.load(name), text, "mine.txt")
    assert str(error.value).startswith(f"mine.txt{place}: found ")
