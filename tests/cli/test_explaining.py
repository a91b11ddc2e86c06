"""The commands explain and hint: their texts, JSON, exit codes, errors."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import ROOT

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import PuzzleWarning
from pyasp_puzzles.explanation.explaining import explain_program
from pyasp_puzzles.explanation.subject import BoardSubject

Output = tuple[int, str, str]
Command = Callable[..., Output]

LAMPS = """\
%@ lamp(R,C) "r{R}c{C} has a lamp" "r{R}c{C} has no lamp" at (R,C)
{ lamp(1..n,1..n) }.
#const n=2.
#show lamp/2.
%@ "row {R} has {N:lamp}"
:- row(R,N), { lamp(R,C) } != N.
%@ "column {C} has {N:lamp}"
:- col(C,N), { lamp(R,C) } != N.
"""


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """A command in this process: its exit code, output and messages."""

    def called(*words: str) -> Output:
        code = run(words)
        found = capsys.readouterr()
        return code, found.out, found.err

    return called


def steps(output: str) -> list[dict[str, Any]]:
    """The objects of an explanation in JSON."""
    return [json.loads(line) for line in output.splitlines()]


def check_step(step: dict[str, Any]) -> None:
    """A step has the fields that scripts rely on, and no others but those that some steps have."""
    assert list(step)[:6] == ["step", "reason", "premises", "follows", "size", "minimal"]
    assert set(list(step)[6:]) <= {"technique", "form", "seen", "stages", "parts", "supposes"}
    for clue in [*step["reason"], *step.get("seen", ())]:
        assert list(clue)[:2] == ["words", "cells"]
        assert set(list(clue)[2:]) <= {"technique"}
        assert clue["words"]
        assert all(isinstance(number, int) for cell in clue["cells"] for number in cell)
    for literal in step["premises"] + step["follows"]:
        assert list(literal) == ["atom", "holds"]
        assert isinstance(literal["atom"], str)
        assert isinstance(literal["holds"], bool)
    assert step["technique"]
    assert isinstance(step["size"], int)
    assert isinstance(step["minimal"], bool)
    for part in step.get("parts", []):
        check_step(part)


SMALL = {
    "eternity": "document_3x3",
    "flower_finder": "generated_2",
    "nurikabe": "five",
    "packing": "-",
    "pips": "document",
    "twenty_four_seven": "four",
}
STRIP = """\
lattice: square
board: 2 x 4
piece L:
    ###
    #..
piece V:
    ##
    #.
piece M:
    #
"""
"""Four packings, which share only where no piece lies; a shipped board takes longer."""


@pytest.fixture
def strip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small packing on standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STRIP.encode())))


@pytest.mark.usefixtures("strip")
@pytest.mark.parametrize("name", shipped_names())
def test_json_has_the_fixed_form_for_each_puzzle(name: str, command: Command) -> None:
    code, output, errors = command("explain", name, SMALL.get(name, "six"), "--json")
    *found, last = steps(output)
    assert [step["step"] for step in found] == list(range(1, len(found) + 1))
    for step in found:
        check_step(step)
    assert last["status"] in ("solved", "chosen")
    assert code == 0
    assert errors.count("\n") == 1


def test_the_steps_lead_to_the_answer(command: Command) -> None:
    """What follows in the steps is the answer, and a partial answer that check reads."""
    _, output, _ = command("explain", "twenty_four_seven", "four", "--json")
    *found, last = steps(output)
    held = {x["atom"] for step in found for x in step["follows"] if x["holds"]}
    assert {atom for atom in held if atom.startswith("value")} == set(last["atoms"])


GRID = """\
  1. 1 is printed in r1c3 and 5 is printed in r3c3.
     So r1c3 is 1 and r3c3 is 5.
"""

RING = """\
  1. The pips in region h sum to 4: in 2 cells only 2 and 2 are left.
     So r4c2 and r4c3 show 2.
  2. Only a domino on r4c1 and r4c2 can cover r4c2 (r4c3 shows 2; else r4c2-r4c3
     needs the domino 2-2, and there is none).
"""


@pytest.mark.parametrize(
    ("puzzle", "board", "text"), [("twenty_four_seven", "four", GRID), ("pips", "document", RING)]
)
def test_a_small_board_is_explained_in_sentences(
    puzzle: str, board: str, text: str, command: Command
) -> None:
    code, output, errors = command("explain", puzzle, board)
    assert code == 0
    assert text in output
    assert errors.startswith(f"{board}: solved in ")
    assert errors.endswith("the answer is the only one, and it is verified\n")


@pytest.mark.usefixtures("strip")
def test_several_answers_are_explained_as_far_as_they_agree_then_by_a_choice(
    command: Command,
) -> None:
    code, output, errors = command("explain", "packing", "-")
    assert code == 0
    assert " A choice, as several answers are left: " in " ".join(output.split())
    assert "1 choice among them; it is verified" in errors


def test_markdown_is_a_list_with_pictures_as_text(command: Command) -> None:
    code, output, errors = command("explain", "twenty_four_seven", "four", "--markdown")
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "# four"
    assert lines[2] == "```text"
    assert "1. 1 is printed in r1c3 and 5 is printed in r3c3" in output
    assert output.count("```") == 4
    assert lines[-1].startswith("Solved in ")


def test_pictures_show_known_reason_and_new(command: Command) -> None:
    _, output, _ = command("explain", "twenty_four_seven", "four", "--pictures", "4")
    assert output.count("(x) reason   *x* new") >= 4


def test_a_hint_has_three_degrees(command: Command) -> None:
    vague = command("hint", "pips", "document", "--vague")[1]
    clues = command("hint", "pips", "document")[1]
    full = command("hint", "pips", "document", "--full")[1]
    assert vague.splitlines()[-1] in ("Look at r3c4 and r4c4.", "Look at r4c2 and r4c3.")
    assert "*" not in vague
    last = clues.splitlines()[-1]
    assert last.startswith("The pips in region ")
    assert "*x* new" not in clues
    assert last in full
    assert "So r" in full.splitlines()[-1]
    assert "*x* new" in full


def test_a_hint_in_json_is_one_step(command: Command) -> None:
    code, output, _ = command("hint", "pips", "document", "--json")
    (step,) = steps(output)
    check_step(step)
    assert (code, step["step"]) == (0, 1)


def test_hints_lead_to_the_answer(command: Command, tmp_path: Path) -> None:
    """Each hint says something new, and they end with the complete answer."""
    _, output, _ = command("explain", "twenty_four_seven", "four", "--json")
    lines = output.splitlines(keepends=True)[:-8]
    known = tmp_path / "known.json"
    for _ in range(20):
        known.write_text("".join(lines))
        code, output, _ = command("hint", "twenty_four_seven", "four", str(known), "--json")
        assert code == 0
        value = json.loads(output)
        if "status" in value:
            assert value["status"] == "complete"
            return
        assert any(literal["atom"].startswith("value") for literal in value["follows"])
        lines.append(output)
    pytest.fail("the hints never end")


def test_a_hint_for_a_wrong_answer_says_what_is_wrong(command: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("35?? ???? ???? ????")
    code, output, _ = command("hint", "twenty_four_seven", "four", str(wrong))
    assert code == 1
    assert "four: wrong: r1c1 is 3" in output
    assert "!3!" in output
    whole = tmp_path / "whole.txt"
    whole.write_text(".513 13.5 3.51 513.")
    code, output, _ = command("hint", "twenty_four_seven", "four", str(whole))
    assert (code, output) == (0, "four: complete: the answer is right, and nothing is missing\n")


def test_somebody_elses_program_is_explained(command: Command, tmp_path: Path) -> None:
    program, facts = tmp_path / "lamps.lp", tmp_path / "facts.lp"
    program.write_text(LAMPS)
    facts.write_text("row(1,2). row(2,1). col(1,1). col(2,2).\n")
    code, output, errors = command("explain", "--program", str(program), str(facts))
    assert (code, errors) == (
        0,
        "lamps.lp, facts.lp: solved in 3 steps; the answer is the only one, and it is verified\n",
    )
    facts.write_text("row(1,1).\n:- lamp(1,1).\n")
    code, output, errors = command(
        *("explain", "--program", str(program), str(facts), "-c", "n=1", "--json")
    )
    assert code == 1
    assert steps(output)[-1]["status"] == "contradiction"
    assert "facts.lp, line 2: this constraint has no words: explanations take it as" in errors


def test_the_page_shows_what_the_commands_print(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/use/explain.md: each command, and below it its output and its messages."""
    page = (ROOT / "docs/use/explain.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```prolog\n(.*?)```", page, re.DOTALL)
    (facts,) = re.findall(r"of `facts.lp`: `(.*?)`", page)
    (tmp_path / "lamps.lp").write_text(program)
    (tmp_path / "facts.lp").write_text(facts)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    shown = re.findall(r"```(?:console|sh)\n([^\n]+)\n```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(shown) >= 5
    for words, text in shown:
        _, output, errors = command(*words.split()[1:])
        assert output + errors == text


def test_words_that_leave_out_instances_are_named(command: Command, tmp_path: Path) -> None:
    """The edge from 2 to 1 is given in one direction only, and ``where`` drops it."""
    file = tmp_path / "edges.lp"
    file.write_text(
        "edge(2, 1). { red(1..2) }.\n"
        '%@ "{X} is red"\n:- X = 1..2, not red(X).\n'
        '%@ "{X} and {Y} differ" where X < Y\n:- edge(X, Y), red(X), red(Y).\n#show red/1.\n'
    )
    code, _output, notes = command("explain", "--program", str(file))
    assert "edges.lp, line 4: where X < Y: false for 1 ground instance, which no" in notes
    assert "edges.lp: not finished (no further step was found): " in notes
    assert code == 3


IGNORING = """{ p(1..4) } 3.
#minimize { X : p(X) }.
:~ p(1). [2@3]
%@ "1 or 4"
:- not p(1), not p(4).
%@ "not {X}" where X < 2
:- p(X), X < 3.
:- p(1), p(2).
p(5) :- p(1), not p(5).
p(5) :- p(1), p(4), p(6). p(6) :- p(5).
"""
IGNORED = [
    "own.lp, line 1: this bounded choice has no words: explanations take it as known",
    "own.lp, line 8: this constraint has no words: explanations take it as known",
    "own.lp, line 9: this odd loop has no words: explanations take it as known",
    *(
        f"own.lp, line {line}: #minimize, #maximize and weak constraints are ignored: all answers "
        "are explained, not only the best"
        for line in (2, 3)
    ),
    "own.lp, line 6: where X < 2: false for 1 ground instance, which no explanation uses",
]


def test_python_and_the_command_name_the_same_that_no_clue_says(
    command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "own.lp"
    file.write_text(IGNORING)
    with pytest.warns(PuzzleWarning) as found:
        list(explain_program([file]))
    assert [str(warning.message) for warning in found] == IGNORED
    _, _, errors = command("explain", "--program", str(file))
    assert errors.splitlines()[:-1] == [f"pyasp-puzzles: {line}" for line in IGNORED]


def test_of_many_constraints_without_words_five_are_named(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.lp"
    file.write_text('{ p(1..9) }.\n%@ "1"\n:- not p(1).\n' + ":- p(1), p(2).\n" * 7)
    _, _, errors = command("explain", "--program", str(file))
    *lines, more, _ending = errors.splitlines()
    assert [line.partition(": this")[0] for line in lines] == [
        f"pyasp-puzzles: own.lp, line {line}" for line in range(4, 9)
    ]
    assert more == (
        "pyasp-puzzles: 2 more constraints without words: explanations take them as known, too"
    )


def test_a_puzzle_that_minimizes_says_that_hints_ignore_it(tmp_path: Path) -> None:
    """Explanations, hints and ratings of a board have its theory from the same place."""
    puzzle, board = pp.find_puzzle("pips"), pp.load("pips", "heart")
    text = puzzle.program_path().read_text(encoding="utf-8")
    (tmp_path / "own.lp").write_text(f"#minimize {{ V, R, C : value(R, C, V) }}.\n{text}")
    own = replace(puzzle, program=tmp_path / "own.lp")
    with pytest.warns(PuzzleWarning, match="own.lp, line 1: #minimize, #maximize and weak"):
        BoardSubject(own, board, None).theory()


def test_shown_terms_that_are_no_atoms_are_refused(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.lp"
    file.write_text('{ p(1..2) }.\n%@ "not 1"\n:- p(1).\n#show X : p(X).\n')
    code, output, errors = command("explain", "--program", str(file))
    assert (code, output) == (2, "")
    assert errors == "pyasp-puzzles: own.lp, line 4: found no #show of an atom, nor words of one\n"


def test_rules_that_contradict_each_other_without_a_clue_blame_none(
    command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "own.lp"
    file.write_text('{ p(1..2) }.\nf :- not f.\n%@ "not 1"\n:- p(1).\n#show p/1.\n')
    code, output, errors = command("explain", "--program", str(file))
    assert (code, output) == (1, "  1. Nothing fits.\n")
    ending = "no answer, even without any clue: the rules without words contradict each other"
    assert errors.splitlines()[1:] == [f"own.lp: {ending}"]


def test_helpers_with_words_that_an_answer_leaves_open_are_no_goals(
    command: Command, tmp_path: Path
) -> None:
    """The answer is the only one by its shown atoms; "h" may hold or not."""
    file = tmp_path / "own.lp"
    file.write_text(
        '{ p(1..2) }. { h }. k :- p(1).\n%@ "1 alone"\n:- not p(1).\n%@ "1 alone"\n:- p(2).\n'
        '#show p/1.\n%@ h "h is so" "h is not so"\n%@ k "k is so" "k is not so"\n'
    )
    code, output, errors = command("explain", "--program", str(file))
    assert (code, "k is so" in output, "h is" in output) == (0, True, False)
    assert errors.startswith("own.lp: solved in 2 steps")


def test_a_program_without_words_is_an_error(command: Command, tmp_path: Path) -> None:
    program = tmp_path / "plain.lp"
    program.write_text("a. {b}. :- b.\n")
    code, _, errors = command("explain", "--program", str(program))
    assert code == 2
    assert errors.startswith("pyasp-puzzles: plain.lp: found no words in the program")


def test_ctrl_c_keeps_the_steps_that_were_found(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes during the third step; the steps before it are told, and the exit is 3."""
    from pyasp_puzzles.explanation import explaining

    derive = explaining.derivation.derive

    def interrupted(*words: Any, **options: Any) -> Any:
        for number, step in enumerate(derive(*words, **options), 1):
            if number == 3:
                os.kill(os.getpid(), signal.SIGINT)
            yield step

    monkeypatch.setattr(explaining.derivation, "derive", interrupted)
    code, output, errors = command("explain", "twenty_four_seven", "four", "--json")
    *found, last = steps(output)
    assert (code, len(found)) == (3, 3)
    assert last == {"status": "unknown", "reason": "interrupted"}
    assert errors == "four: not finished (interrupted): 3 steps so far\n"


WITNESSES = (
    *("alpha", "bravo", "charlie", "delta", "echo", "foxtrot"),
    *("golf", "hotel", "india", "juliet", "kilo", "lima"),
)


def test_all_tells_what_long_lists_leave_out(command: Command, tmp_path: Path) -> None:
    """Without --all the twelve clues of a step are a number, in text and in Markdown."""
    lines = ["{ seen(1..12) }."]
    for number, name in enumerate(WITNESSES, 1):
        lines.append(f'%@ "{name} is a witness"\n:- not seen({number}).')
    program = tmp_path / "own.lp"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ("explain", "--program", str(program))
    for form in ((), ("--markdown",)):
        short, whole = (
            " ".join(command(*asked, *form, *more)[1].lower().split()) for more in ((), ("--all",))
        )
        assert "at first glance: " in short
        assert "lima is a witness" not in short
        assert "more" not in whole
        assert all(f"{name} is a witness" in whole for name in WITNESSES)
    _, output, _ = command(*asked, "--json")
    words = [clue["words"] for step in steps(output)[:-1] for clue in step["reason"]]
    assert sorted(words) == sorted(f"{name} is a witness" for name in WITNESSES)


def test_a_conjunction_is_not_told_with_or(command: Command) -> None:
    _, output, _ = command("explain", "flower_finder", "generated_3", "--all")
    text = " ".join(output.split())
    assert "or 3 does not" not in text
    assert "does not lie in location 6, unflipped or flipped top to bottom" in text
