"""``check`` on what clingo prints, in each of its forms, whole, cut off, or without an answer."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from support import CLINGO, ROOT, puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.clingo_output import read_clingo, terms
from pyasp_puzzles.cli import run as cli_run
from pyasp_puzzles.core.errors import AnswerError, GaveUpError, NoAnswerError
from pyasp_puzzles.engines.job import fact_text

BOARD = "eternity", "document_3x3"
FORMS = {
    "for people": [],
    "with figures": ["--stats", "-V3"],
    "of the competitions": ["--outf=1"],
    "JSON": ["--outf=2"],
    "without a banner": ["-V0"],
    "with figures but no banner": ["-V0", "--stats"],
    "one atom a line": ["--out-ifs=\\n"],
    "with full stops": ["--out-atomf=%s."],
    "bare, with full stops": ["--out-atomf=%s.", "-V0"],
    "the last one only": ["-q1"],
}


@cache
def clingo(*options: str, rules: str = "") -> str:
    """What clingo prints on the program of the board and some rules."""
    facts = fact_text(pp.load(*BOARD)) + rules
    return run(*CLINGO, "lp/eternity.lp", "-", *options, text=facts).stdout


Check = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Check:
    """``check`` of a text as an answer: the exit code, the output, the errors."""
    file = tmp_path / "answer"

    def checked(text: str) -> tuple[int, str, str]:
        file.write_text(text)
        code = cli_run(["check", *BOARD, str(file)])
        output, errors = capsys.readouterr()
        return code, output, errors.replace(f"{file}", "FILE")

    return checked


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", ["1", "0"])
def test_every_answer_is_read_from_what_clingo_prints(form: str, number: str, check: Check) -> None:
    text = clingo(number, *FORMS[form])
    code, output, errors = check(text)
    one = number == "1" or form in ("the last one only", "of the competitions")
    assert (code, errors) == (0, "")
    lines = [f"answer {n}: all rules hold" for n in range(1, 2 if one else 17)]
    assert output.splitlines() == lines


@pytest.mark.parametrize("form", FORMS)
def test_answers_are_read_among_lines_on_their_costs(form: str, check: Check) -> None:
    text = clingo("0", *FORMS[form], rules="#minimize { R*P,R,C : place(R,C,P,_) }.")
    assert "ptim" in text
    code, output, errors = check(text)
    assert (code, errors) == (0, "")
    assert set(output.splitlines()) >= {"answer 1: all rules hold"}
    assert "breaks" not in output


@pytest.mark.parametrize("form", FORMS)
def test_no_answer_gives_exit_code_1(form: str, check: Check) -> None:
    text = clingo("0", *FORMS[form], rules=":- place(1,1,_,_).")
    assert check(text) == (
        1,
        "",
        "pyasp-puzzles: FILE: clingo says that there is no answer\n",
    )


@pytest.mark.parametrize("form", ["for people", "of the competitions", "JSON", "without a banner"])
def test_an_atom_that_is_no_answer_atom_names_the_show_statement(form: str, check: Check) -> None:
    long = ",".join(f'"{letter * 20}"' for letter in "abcd")
    text = clingo(*FORMS[form], rules=f"put({long}). #show put/4.")
    code, output, errors = check(text)
    assert (code, output) == (2, "")
    assert errors.startswith("pyasp-puzzles: FILE, answer 1: found put(")
    assert errors.endswith("put/4 is not an answer atom; add `#show place/4.`\n")
    text = clingo(*FORMS[form], rules="#show t : place(1,1,_,_).")
    assert "t/0 is not an answer atom; add `#show place/4.`" in check(text)[2]


def test_an_answer_atom_with_other_arguments_is_not_hidden_by_showing_it(check: Check) -> None:
    for atom in ("place(1,2,x,0)", "-place(1,1,1,0)", "place(1)", "5", '"place"'):
        code, _, errors = check(f"Answer: 1\n{atom}\n")
        assert (code, "place/4" in errors) == (2, True)
    assert "place/4 as eternity.lp shows it" in check("place(1,2,x,0).")[2]


@pytest.mark.parametrize("form", ["for people", "JSON", "of the competitions", "with figures"])
def test_a_wrong_answer_among_clingo_s_is_named_by_its_number(form: str, check: Check) -> None:
    text = clingo("1", *FORMS[form])
    wrong = text.replace("place(1,1,", "place(1,2,")
    code, output, _ = check(wrong)
    assert code == 1
    assert output.startswith("answer 1: breaks a rule\n")


MESSAGES = """\
p.lp:1:27-30: info: operation undefined:
  (1/0)

"""


@pytest.mark.parametrize("form", FORMS)
def test_messages_between_the_lines_are_no_atoms(form: str, check: Check) -> None:
    text = clingo(*FORMS[form])
    for mixed in (MESSAGES + text, "*** Info : (clingo): INTERRUPTED by signal!\n" + text):
        assert check(mixed)[:2] == (0, "answer 1: all rules hold\n")
    pasted = "".join(f"    {line}\n" for line in text.splitlines())
    assert check(pasted)[:2] == (0, "answer 1: all rules hold\n")


def test_a_search_that_was_given_up_gives_exit_code_3(check: Check) -> None:
    texts = [
        "clingo version 5.8.3\nReading from p.lp\nSolving...\n",
        "clingo version 5.8.3\nReading from p.lp\nSolving...\nUNKNOWN\n\nTIME LIMIT   : 1\n",
        "*** Info : (clingo): INTERRUPTED by signal!\nUNKNOWN\n",
        "% clingo version 5.8.3\n% Solving...\nUNKNOWN\n% \n",
        '{\n  "Solver": "clingo version 5.8.3",\n  "Input": [\n    "p.lp"\n  ],\n  "Call": [\n',
        '{"Solver":"clingo version 5.8.3","Call":[{}],"Result":"UNKNOWN","Models":{"Number":0}}',
    ]
    for text in texts:
        assert check(text) == (
            3,
            "",
            "pyasp-puzzles: FILE: clingo gave up before it found an answer\n",
        )


def test_what_was_found_before_a_search_was_stopped_is_checked(check: Check) -> None:
    lines = clingo("2").splitlines()
    first = "\n".join(lines[: next(i for i, x in enumerate(lines) if x.startswith("Answer: 2"))])
    assert check(first) == (0, "answer 1: all rules hold\n", "")
    code, _, errors = check(first.rstrip()[:-4])  # in the middle of an atom
    assert (code, "found 'place(" in errors) == (2, True)
    text = clingo("2", "--outf=2")
    code, _, errors = check(text[: text.rindex('"place')])
    assert (code, "answer 2: found output that ends in it" in errors) == (2, True)
    compact = json.dumps(json.loads(text)["Call"][0]["Witnesses"][0])
    assert check(compact)[0] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#show place/4.\n1<=#count{0,a:a}.\n", "a ground program, expected answers: clingo with"),
        ("place(1,1,1,0):-piece(1).\n", "found a ground program"),
        ("asp 1 0 0\n1 0 1 1 0 0\n0\n", "found a ground program"),
        ("Answer: 1\nplace(1,1,1,0)\nConsequences: [1;4]\nSATISFIABLE\n", "without --enum-mode"),
        ('{"Witnesses":[{"Value":[],"Consequences":{"True":0}}]}', "without --enum-mode"),
        ("SATISFIABLE\n", "found SATISFIABLE without an answer, expected the answers, too"),
        ("Solving...\nOPTIMUM FOUND\n\nModels       : 2\n", "clingo without -q"),
        ("*** ERROR: (clingo): grounding stopped because of errors\nUNKNOWN\n", "clingo says: gro"),
        ('{"Solver":"x","Value": [1]}', "expected a list of atoms"),
        ("hello\nSATISFIABLE\n", "hello/0 is not an answer atom"),
    ],
)
def test_what_is_no_answer_gets_one_line_on_what_to_do(
    text: str, message: str, check: Check
) -> None:
    code, output, errors = check(text)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert message in errors


def test_output_of_a_program_that_shows_nothing_is_an_empty_answer() -> None:
    output = read_clingo("Answer: 1\n\nSATISFIABLE\n", "x")
    assert output is not None and output.answers == [[]]


def test_an_answer_of_more_than_four_megabytes_is_read(check: Check) -> None:
    text = clingo("1") + "% as long as the list of all answers of a large board\n" * 100_000
    assert check(text)[0] == 0


def test_quoted_terms_are_kept_whole() -> None:
    line = r'p("a b. (",f((1,2), x)) t 5 "\\" q("\" )"). -r(-1).'
    assert list(terms(line)) == [
        r'p("a b. (",f((1,2), x))',
        *("t", "5", r'"\\"', r'q("\" )")', "-r(-1)"),
    ]


def test_the_verdicts_have_errors_of_their_own() -> None:
    for text, error in (
        ("UNSATISFIABLE", NoAnswerError),
        ("UNKNOWN", GaveUpError),
        ("SATISFIABLE", AnswerError),
    ):
        with pytest.raises(error):
            read_clingo(text, "x")
    assert read_clingo("place(1,1,1,0).", "x") is None


def test_a_real_interrupt_is_reported(tmp_path: Path) -> None:
    """Clingo itself is stopped while it searches for what does not exist."""
    holes = "{ in(P,1..20) } = 1 :- P = 1..21. :- in(P,H), in(Q,H), P < Q."
    file = tmp_path / "holes.lp"
    file.write_text(holes)
    done = subprocess.run(
        [*CLINGO, str(file), "--time-limit=1"], capture_output=True, text=True, cwd=ROOT
    )
    assert puzzles("check", *BOARD, text=done.stdout).returncode == 3
