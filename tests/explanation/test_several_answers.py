"""What an explanation says of several answers before it looks for steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.cli import run
from pyasp_puzzles.explanation import explaining
from pyasp_puzzles.explanation.explaining import explain_program
from pyasp_puzzles.explanation.reasons.derivation import backbone
from pyasp_puzzles.explanation.subject import literals_in
from pyasp_puzzles.explanation.telling.english import sentence
from pyasp_puzzles.explanation.telling.output import TOLD, SeveralAnswers
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.work.deadline import TimeUpError

LAMPS = """\
%@ lamp(R) "row {R} has a lamp" "row {R} has no lamp" at (R,1)
{ lamp(1..6) }.
#show lamp/1.
%@ "{N} of the rows 1 to 3 have a lamp"
:- some(N), { lamp(1..3) } != N.
some(2).
%@ "row 4 has one"
:- not lamp(4).
%@ "rows 4 and 5 have one, or none of them"
:- lamp(4), not lamp(5).
:- lamp(5), not lamp(4).
"""


def no_steps(*_: object, **__: object) -> Iterator[Any]:
    raise TimeUpError
    yield


@pytest.fixture
def without_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is ever found, as if a board were too hard."""
    monkeypatch.setattr(explaining.derivation, "derive", no_steps)


@pytest.mark.usefixtures("without_steps")
@pytest.mark.parametrize(
    ("puzzle", "name"),
    [("eternity", "document_3x3"), ("eternity", "framed_5x5"), ("packing", "slothouber_graatsma")],
)
def test_what_is_said_of_several_answers_is_so(puzzle: str, name: str) -> None:
    board = pp.load(puzzle, name)
    answers = [set(answer.symbols) for answer in pp.solve(board)]
    explanation = pp.explain(board)
    said = explanation.overview()
    several = explanation.several
    assert several
    assert said == explanation.overview() == ["several answers", *several.sentences()]
    assert 2 <= several.found <= len(answers)
    assert several.exhausted <= (several.found == len(answers))
    always = set.intersection(*answers)
    assert {literal.atom for literal in several.shared} <= always
    assert not several.certain or len(several.shared) == len(always)
    assert all(step.form == "choice" for step in explanation)
    assert explanation.status == "unknown"


@pytest.mark.usefixtures("without_steps")
def test_what_every_answer_has_is_told_before_a_step_is_searched(tmp_path: Path) -> None:
    program = tmp_path / "lamps.lp"
    program.write_text(LAMPS, "utf-8")
    explanation = explain_program([program])
    assert explanation.overview() == [
        "several answers",
        "in every answer: row 4 has a lamp; row 5 has a lamp",
        "6 answers, and no others",
    ]
    assert explanation.several
    assert explanation.several.as_json() == {
        "answers": 6,
        "exhausted": True,
        "always": ["lamp(4)", "lamp(5)"],
        "certain": True,
    }


def test_who_asks_for_no_overview_gets_the_same_steps(tmp_path: Path) -> None:
    program = tmp_path / "lamps.lp"
    program.write_text(LAMPS, "utf-8")
    one, two = explain_program([program]), explain_program([program])
    one.overview()
    assert [step.follows for step in one] == [step.follows for step in two]
    assert one.overview() == two.overview()
    assert one.status == two.status == "chosen"


@pytest.mark.usefixtures("without_steps")
def test_one_answer_or_none_is_known_before_the_steps() -> None:
    assert pp.explain(pp.load("twenty_four_seven", "four")).overview() == ["one answer (proved)"]
    assert pp.explain(pp.load("twenty_four_seven", "five")).overview() == ["no answer (proved)"]


@pytest.mark.usefixtures("without_steps")
def test_the_command_tells_it_before_the_steps_and_again_where_it_ends_without(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = "explain", "eternity", "framed_5x5"
    assert run([*board]) == 3
    shown = capsys.readouterr()
    told = ["several answers", "the answers have nothing in common", "20 answers, and no others"]
    lines = shown.out.splitlines()
    chosen = next(n for n, line in enumerate(lines) if line.startswith("  1. A choice"))
    assert lines[chosen - 3 : chosen] == [sentence(words) for words in told]
    assert f"1 step so far; {'; '.join(told)}\n" in shown.err
    assert run([*board, "--json"]) == 3
    shown = capsys.readouterr()
    several = '"several": {"answers": 20, "exhausted": true, "always": [], "certain": true}'
    assert several in shown.out


def test_choices_lead_to_one_of_several_answers_and_are_told_as_such() -> None:
    for puzzle, name in (("eternity", "framed_4x4"), ("eternity", "document_3x3")):
        board = pp.load(puzzle, name)
        explanation = pp.explain(board)
        steps = list(explanation)
        assert explanation.status == "chosen" and explanation.answer
        assert explanation.answer in {frozenset(x.symbols) for x in pp.solve(board)}
        chosen = [x.follows[0].atom for x in steps if x.form == "choice"]
        with pp.solve(board) as answers:
            assert sum(set(chosen) <= set(x.symbols) for x in answers) == 1
        assert {x.atom for step in steps for x in step.follows if x.holds and x.shown} == set(
            explanation.answer
        )
        Judge(explanation.theory).check_all(steps, needs=False)
        told = Teller(explanation.theory).tell(steps[0]).sentences()
        assert told[0].startswith("A choice, as several answers are left: ")


def test_what_follows_from_a_choice_without_words_is_known_after_it() -> None:
    explanation = pp.explain(pp.load("twenty_four_seven", "patterns_6x6"))
    assert {step.form for step in explanation} > {"choice"}
    assert explanation.status == "chosen"


def test_what_all_answers_share_comes_before_a_choice(tmp_path: Path) -> None:
    program = tmp_path / "lamps.lp"
    program.write_text(LAMPS, "utf-8")
    explanation = explain_program([program])
    steps = list(explanation)
    first = next(n for n, step in enumerate(steps) if step.form == "choice")
    before = {str(x.atom) for step in steps[:first] for x in step.follows if x.holds}
    assert before == {"lamp(4)", "lamp(5)"}
    told = {x.atom for step in steps for x in step.follows if x.holds}
    assert explanation.answer == told


def test_answers_that_are_images_of_one_are_told_as_such() -> None:
    images = "8 answers, and no others: images of one under 8 symmetries, mirror images included"
    explanation = pp.explain(pp.load("flower_finder", "document"))
    assert images in explanation.overview()
    assert explanation.several
    told = explanation.several.as_json()["symmetries"]
    assert told == "8 symmetries, mirror images included"
    assert "2 answers, and no others" in [*SeveralAnswers(2, exhausted=True).sentences()][-1]


def test_a_rating_makes_no_choice() -> None:
    explanation = pp.explain(pp.load("eternity", "framed_4x4"), whole=True)
    assert "choice" not in {step.form for step in explanation}
    assert explanation.status == "open" and explanation.answer is None


def test_a_limit_is_not_told_as_a_proof() -> None:
    early = list(SeveralAnswers(2, exhausted=False).sentences())
    assert early == [
        "whether the answers have something in common is not known: "
        "a limit came before more was known",
        "at least 2 answers; the count ended there",
    ]
    board = pp.load("twenty_four_seven", "four")
    theory = pp.explain(board).theory
    literals = tuple(theory.literal(atom, True) for atom in list(theory.atom_numbers)[: TOLD + 3])
    some = next(SeveralAnswers(3, True, literals, certain=False).sentences())
    assert some.endswith("; and 3 more (a limit came before more was known)")


@pytest.mark.parametrize(
    ("name", "board"),
    [("pips", "heart"), ("slitherlink", "empty_3x3"), ("flower_finder", "generated_2")],
)
def test_what_all_answers_share_is_what_searches_for_each_literal_prove(
    name: str, board: str
) -> None:
    explanation = pp.explain(pp.load(name, board))
    theory = explanation.theory
    models = [literals_in(theory, answer) for answer in explanation.first_answers]
    shared, certain = explanation._shared(models)
    assert certain
    assert {*shared} == {*backbone(theory, models)[0]}
