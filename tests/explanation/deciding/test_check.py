"""``check`` of a partial answer agrees with the list of all answers, and marks the mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from derivations import theory_for
from hypothesis import given, settings
from hypothesis import strategies as st
from support import packaged, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.explanation.deciding import check as deciding
from pyasp_puzzles.explanation.deciding.check import check
from pyasp_puzzles.explanation.reasons.contradiction import Conflict
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.subject import BoardSubject
from pyasp_puzzles.explanation.theory import Theory

BOARDS = [
    ("eternity", "document_3x3"),
    ("flower_finder", "document"),
    ("packing", "slothouber_graatsma"),
    ("pips", "document"),
    ("slitherlink", "empty_3x3"),
    ("star_battle", "six"),
    ("sudoku", "four"),
    ("twenty_four_seven", "four"),
]
each_board = pytest.mark.parametrize(("name", "board"), BOARDS)

Symbols = frozenset[clingo.Symbol]


def test_every_puzzle_that_is_a_package_is_among_the_boards() -> None:
    assert packaged() <= {name for name, _ in BOARDS}


@cache
def known(name: str, board: str) -> tuple[Any, list[Symbols], list[clingo.Symbol]]:
    """The instance, all its answers, and the atoms that may be in one."""
    instance = pp.load(name, board)
    answers = [frozenset(answer.symbols) for answer in pp.solve(instance)]
    return instance, answers, sorted(BoardSubject(pp.find_puzzle(name), instance).possible())


def agrees(symbols: Symbols, literals: Any) -> bool:
    return all((atom in symbols) == holds for atom, holds in literals)


@each_board
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_the_verdict_is_that_of_the_list_of_all_answers(
    name: str, board: str, data: st.DataObject
) -> None:
    instance, answers, possible = known(name, board)
    puzzle = pp.find_puzzle(name)
    first = data.draw(st.sampled_from(answers))
    atoms = data.draw(st.sets(st.sampled_from(sorted(first)), max_size=4))
    others = data.draw(st.sets(st.sampled_from(possible), max_size=2))
    absent = data.draw(st.sets(st.sampled_from(possible), max_size=3)) - atoms - others
    try:
        puzzle.decode(instance, pp.Answer.read(puzzle, instance, atoms | others).atoms)
    except PuzzleError:  # two digits in one cell: that is refused, see the next test
        others = set()
    partial = Partial(tuple(atoms | others), tuple(absent))
    found = check(instance, partial, most=1000)
    literals = list(partial.literals())
    having = [symbols for symbols in answers if agrees(symbols, literals)]
    assert (found.answers, found.exhausted) == (len(having), True)
    if having:
        assert (found.status, found.why, len(found.wrong)) == ("right", None, 0)
        return
    mistakes = [pair for pair in literals if not any(agrees(a, [pair]) for a in answers)]
    assert set(found.wrong.literals()) == set(mistakes)
    assert found.status == ("wrong" if mistakes else "impossible")
    assert found.why is not None
    told = [(literal.atom, literal.holds) for literal in found.why.literals]
    assert set(told) <= set(literals)
    assert not any(agrees(symbols, told) for symbols in answers)
    _replay(theory(name, board), found.why)
    tiles = [tile for panel in found.picture.panels for tile in panel.tiles]
    marks = {tile.cell for tile in tiles if tile.role == "wrong"}
    assert marks
    assert marks <= found.cells


theory = cache(theory_for)


def _replay(theory: Theory, why: Conflict) -> None:
    """The clues and literals contradict each other; without any one of them they do not."""
    assert why.minimal
    symbols = [clue.symbol for clue in theory.clues]
    numbers = theory.atom_numbers
    if any(literal.atom not in numbers for literal in why.literals):
        assert (len(why.literals), why.clues) == (1, ())  # an atom that the program rules out
        return
    solver = theory.solver()
    parts = solver.on(symbols.index(clue.symbol) for clue in why.clues)
    parts += [numbers[x.atom] if x.holds else -numbers[x.atom] for x in why.literals]
    assert solver.solve(parts).outcome is Outcome.UNSATISFIABLE
    for part in parts:
        rest = [other for other in parts if other != part]
        assert solver.solve(rest).outcome is Outcome.SATISFIABLE


def test_two_atoms_that_no_board_can_show_are_refused() -> None:
    board = pp.load("twenty_four_seven", "four")
    with pytest.raises(pp.AnswerError, match="expected one number a cell"):
        check(board, "value(1,1,1). value(1,1,3).")
    with pytest.raises(pp.AnswerError, match="a cell in rows 1 to 4 and columns 1 to 4"):
        check(board, Partial((clingo.parse_term("value(9,9,1)"),)))
    with pytest.raises(PuzzleError, match="expected a Partial or a text"):
        check(board, 3)  # type: ignore[arg-type]


SKETCH = """\
Three odd digits
      5
┌───────────────┐
│!3!  5  [1]  ? │
│               │
│ ?  !·!  ?   ? │
│               │
│ ?   ?  [5]  ? │
│               │
│ ?   ?   ?   ? │
└───────────────┘
Digits of the grid: 1 (4×), 3 (4×), 5 (4×).
Each line of it: 3 filled cells, sum 9.
A cell drawn ? is not known yet, one drawn · is known to be empty.
 !x! wrong
"""


def test_mistakes_are_marked_and_named_without_telling_the_answer() -> None:
    found = check(pp.load("twenty_four_seven", "four"), "35?? ?.?? ???? ????")
    assert str(found).startswith(SKETCH)
    wrong, *reason = str(found).removeprefix(SKETCH).splitlines()
    assert wrong == "wrong: r1c1 is 3; what does not hold at (2, 2)"
    assert reason[0].startswith("these contradict each other (none can be left out")
    assert len(reason) > 2


def test_a_mistake_is_marked_though_another_atom_of_its_cell_is_drawn() -> None:
    found = check(pp.load("pips", "document"), "value(4,4,5). value(4,4,6).")
    assert list(map(str, found.wrong.atoms)) == ["value(4,4,5)"]
    assert "!6!" in str(found)


def test_of_two_layers_only_the_one_with_the_mistake_is_marked() -> None:
    found = check(pp.load("flower_finder", "document"), "1 2 3 ? ? ?")
    marks = [
        (panel.caption, panel.medium)
        for panel in found.picture.panels
        for tile in panel.tiles
        if tile.role == "wrong"
    ]
    lower = "lower layer, locations 1-3"
    assert marks == [(lower, "text")] * 3 + [(lower, "shapes")] * 3


def test_what_fits_each_but_not_together_is_marked() -> None:
    board, answers, _ = known("eternity", "document_3x3")
    ever = frozenset.union(*answers)
    pair = next(
        (a, b)
        for a in sorted(ever)
        for b in sorted(ever)
        if a.arguments[0] != b.arguments[0] and not any({a, b} <= s for s in answers)
    )
    found = check(board, Partial(pair))
    assert (found.status, found.solvable, len(found.wrong)) == ("impossible", True, 0)
    assert "cannot be completed: no answer has all of it" in str(found)
    assert found.cells == pp.find_puzzle("eternity").cells_of(board, pair)


def test_a_board_without_an_answer_is_named_as_such() -> None:
    found = check(pp.load("flower_finder", "spoiled_5"), Partial())
    assert (found.status, found.solvable) == ("impossible", False)
    assert "cannot be completed: the board has no answer" in str(found)


def test_a_bound_on_the_answers_that_remain_is_said() -> None:
    found = check(pp.load("eternity", "document_3x3"), Partial(), most=3)
    assert (found.answers, found.exhausted, found.reason) == (3, False, "limit")
    assert "right so far: at least 3 answers have all of it (limit)" in str(found)


def test_without_time_and_after_ctrl_c_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    board = pp.load("eternity", "hints_6x6")
    found = check(board, Partial(), timeout=0)
    assert (found.status, found.reason) == ("unknown", "time limit")

    def interrupted(_handle: clingo.SolveHandle, _seconds: float) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(clingo.SolveHandle, "wait", interrupted)
    found = check(board, Partial())
    assert (found.status, found.reason) == ("unknown", "interrupted")


@pytest.fixture
def checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """A function that runs ``check`` on a text and returns exit code, output and errors."""

    def on(text: str, *words: str) -> tuple[int, str, str]:
        file = tmp_path / "mine.txt"
        file.write_text(text)
        code = run(["check", "twenty_four_seven", "four", str(file), *words])
        done = capsys.readouterr()
        return code, done.out, done.err.replace(str(file), "FILE")

    return on


Checking = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("text", "words", "code", "status"),
    [
        (".5?? ???? ???? ????", (), 0, "right"),
        ("_5__\n____\n____\n____\n", (), 0, "right"),
        ("not value(1,1,1).", (), 0, "right"),
        ('{"atoms": ["value(1,2,5)"]}', (), 0, "right"),
        ('{"atoms": [], "not": ["value(1,2,5)"]}', (), 1, "wrong"),
        ("value(1,1,3).", (), 1, "wrong"),
        ("35?? ???? ???? ????", (), 1, "wrong"),
        ("35?? ???? ???? ????", ("--timeout", "0.000001"), 3, "unknown"),
    ],
)
def test_the_exit_code_and_json_say_what_is_known(
    text: str, words: tuple[str, ...], code: int, status: str, checked: Checking
) -> None:
    found, said, errors = checked(text, *words, "--json")
    assert (found, errors) == (code, "")
    value = json.loads(said)
    assert (value["status"], value["whole"]) == (status, False)
    assert set(value) == {
        *("puzzle", "instance", "whole", "status", "answers", "exhausted", "reason"),
        *("wrong", "solvable", "why"),
    }


def test_a_partial_answer_from_standard_input_is_drawn_with_its_verdict() -> None:
    done = puzzles("check", "twenty_four_seven", "four", "-", text=".5?? ???? ???? ????")
    assert (done.returncode, done.stderr) == (0, "")
    assert "│ ·   5  [1]  ? │" in done.stdout
    assert done.stdout.endswith("four: right so far: one answer has all of it, and no other\n")


def test_a_whole_answer_is_checked_as_such(checked: Checking) -> None:
    right, wrong = ".513 13.5 3.51 513.", ".513 13.5 3.51 515."
    assert checked(right) == (0, "answer 1: all rules hold\n", "")
    code, said, _ = checked(wrong)
    assert code == 1
    assert said.startswith("answer 1: breaks a rule\n  ")
    value = json.loads(checked(wrong, "--json")[1])
    assert (value["whole"], value["answer"], value["status"]) == (True, 1, "wrong")
    assert len(value["broken"]) == said.count("\n") - 1


def test_an_answer_with_a_gap_that_does_not_fit_is_refused_in_one_line(checked: Checking) -> None:
    expected = "FILE, row 1, column 2: found 9, expected one of the digits 1, 3, 5"
    assert checked("?9?? ???? ???? ????") == (2, "", f"pyasp-puzzles: {expected}\n")


# The verdict first, then the reason

WRONG = "35?? ???? ???? ????"


def no_search(*_: object) -> None:
    raise AssertionError("searched")


def test_the_verdict_is_known_before_the_reason_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deciding, "contradiction", no_search)
    found = check(pp.load("twenty_four_seven", "four"), WRONG)
    assert (found.status, list(map(str, found.wrong.atoms))) == ("wrong", ["value(1,1,3)"])
    assert next(found.sentences()) == "wrong: r1c1 is 3"
    assert found.verdict_json()["status"] == "wrong"
    assert found.picture.panels
    with pytest.raises(AssertionError, match="searched"):
        list(found.sentences())


def test_the_command_prints_the_verdict_before_it_searches_the_reason(
    checked: Checking, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, before = deciding.contradiction, []

    def searching(*given: Any) -> Any:
        before.append(capsys.readouterr().out)
        return real(*given)

    monkeypatch.setattr(deciding, "contradiction", searching)
    code, after, _ = checked(WRONG)
    assert (code, len(before)) == (1, 1)
    assert before[0].endswith("four: wrong: r1c1 is 3\n")
    assert after.startswith("four: these contradict each other")


def test_ctrl_c_while_the_reason_is_searched_keeps_the_verdict(
    checked: Checking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(deciding, "contradiction", interrupted)
    code, output, _ = checked(WRONG)
    assert code == 1
    assert output.endswith(
        "four: wrong: r1c1 is 3\n"
        "four: the clues that show this were not found in time (interrupted)\n"
    )


def test_the_search_for_a_reason_has_a_limit_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = check(pp.load("twenty_four_seven", "four"), WRONG)
    with monkeypatch.context() as patched:
        patched.setattr(deciding, "contradiction", lambda _t, _p, late: no_search if late() else 0)
        patched.setattr(deciding, "_PATIENCE", -1.0)
        assert found.why is no_search  # the search was told that it is late
    monkeypatch.setattr(deciding, "contradiction", lambda *_: None)
    found = check(pp.load("twenty_four_seven", "four"), WRONG)
    assert list(found.sentences())[-1] == (
        "the clues that show this were not found in time (this search has a limit)"
    )
