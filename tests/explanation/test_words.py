"""The language of ``%@`` comments: what it says, and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from derivations import own, theory_of_files

from pyasp_puzzles.core.errors import MisfitError, PuzzleError, SolverError
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.words import WordsError


def clues(theory: Theory) -> list[str]:
    return sorted(clue.words for clue in (*theory.clues, *theory.always_broken))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("{N}", "2"),
        ("{N:cell}", "2 cells"),
        ("{N:box}", "2 boxes"),
        ("{N:time}", "twice"),
        ("{N..M}", "2 to 5"),
        ("{N..M:time}", "2 to 5 times"),
        ("{N..N:time}", "twice"),
        ("{M:time}", "5 times"),
        ("{S}", "two words"),
        ("{S:cell}", "two words cells"),
        ("{(N,M)}", "the pair 2, 5"),
        ("{f(N,M)}", "f(2,5)"),
        ("{row(N,1)}", "row 2"),
        ("{turn(0)} {turn(N)}", "straight turned twice"),
        ("{T}", "row 4"),
    ],
)
def test_braces_are_filled(words: str, said: str) -> None:
    theory = own(
        'p(2,5,"two words",row(4,1)). { a }.',
        f'%@ "{words}"',
        ":- p(N,M,S,T), a.",
        '%@ (X,Y) "the pair {X}, {Y}"',
        '%@ row(X,_) "row {X}"',
        '%@ turn(0) "straight"',
        '%@ turn(N) "turned {N:time}"',
    )
    assert clues(theory) == [said]


def test_longer_words_are_said_where_two_terms_would_have_the_same() -> None:
    lines = (
        "{ a(L) } :- l(L).",
        '%@ "{L} is empty"',
        ":- a(L).",
        '%@ row(R,C) "row {R}" else "row {R} from column {C}"',
    )
    assert clues(own(*lines, "l(row(1,1)).")) == ["row 1 is empty"]
    assert clues(own(*lines, "l(row(1..2,(1;5))).")) == [
        f"row {row} from column {column} is empty" for row in (1, 2) for column in (1, 5)
    ]


def test_words_go_on_in_the_next_line() -> None:
    theory = own(
        "p(1..2). { a(X) : p(X) }.",
        '%@ "nobody has the number {Y},',
        '%@   as {X} has it" at (Y)',
        "%@   where Y = X + 1",
        ":- a(X), p(X).",
        '%@ a(X)  "yes {X}"',
        '%@    "no"',
    )
    assert clues(theory) == [f"nobody has the number {x + 1}, as {x} has it" for x in (1, 2)]
    assert {clue.cells for clue in theory.clues} == {((2,),), ((3,),)}
    assert [theory.literal(theory.atoms[0], holds).words for holds in (True, False)] == [
        "yes 1",
        "no",
    ]


def test_a_clue_and_an_atom_name_their_cells() -> None:
    theory = own(
        "covers(k,1,(1..3)). { place(k) }.",
        '%@ place(P) "{P} lies on {cells}" "{P} does not lie on {cells}"',
        "%@   at (R,C) : covers(P,R,C)",
        '%@ (R,C) "r{R}c{C}"',
        '%@ "{P} is given on {cells}" at (R,C) : covers(P,R,C), C != 2',
        ":- not place(P), P = k.",
    )
    literal = theory.literal(theory.atoms[0], False)
    assert literal.words == "k does not lie on r1c1 to r1c3"
    assert literal.cells == ((1, 1), (1, 2), (1, 3))
    assert [(clue.words, clue.cells) for clue in theory.clues] == [
        ("k is given on r1c1 and r1c3", ((1, 1), (1, 3)))
    ]


def test_without_a_place_a_clue_is_about_all_cells_upon_which_it_bears() -> None:
    theory = own(
        "{ a(1..4) }.",
        '%@ a(X) "yes" "no" at (X,1; X,2)',
        '%@ "two of three"',
        ":- { a(1..3) } < 2.",
    )
    assert theory.clues[0].cells == tuple((x, y) for x in (1, 2, 3) for y in (1, 2))


def test_an_atom_without_words_is_told_as_it_is() -> None:
    theory = own("% other(X) - a line of the glossary.", "{ other(1); -other(2) }.")
    atoms = sorted(theory.atoms, key=lambda atom: atom.negative)
    said = [theory.literal(a, holds).words for a in atoms for holds in (True, False)]
    assert said == [
        "other(1) holds",
        "other(1) does not hold",
        "-other(2) holds",
        "-other(2) does not hold",
    ]


WRONG = {
    "the first line": ('%@ "x {}"\n:- a(1).', 4, "'{}', expected a variable in braces"),
    "an unknown variable": ('%@ "x {Y}"\n:- a(X).', 4, "'{Y}', expected a variable of the con"),
    "a variable of an aggregate": (
        '%@ "x {N}"\n:- #sum{ N : a(N) } > 3.',
        4,
        "'{N}', expected a variable that the constraint has outside braces",
    ),
    "where would bind a variable of an aggregate": (
        '%@ "x {M}" where p(N), M = N\n:- #sum{ N : a(N) } > 3.',
        4,
        "'{N}', expected a variable that the constraint has outside braces",
    ),
    "an unsafe variable": ('%@ "x {Z}" where Z > X\n:- a(X).', 4, "'Z', expected variables that"),
    "no closing quote": ('%@ "x\n:- a(1).', 4, 'expected a second " where the text ends'),
    "words above nothing": ('%@ "x"', 4, "'x', expected a constraint or a bounded choice"),
    "words above a rule": ('%@ "x"\nb :- a(1).', 4, "'x', expected a constraint or a bounded"),
    "words above a free choice": ('%@ "x"\n{ b }.', 4, "'x', expected a constraint or a bounded"),
    "words above a disjunction": ('%@ "x"\nb ; c.', 4, "'x', expected a constraint or a bounded"),
    "words above a directive": ('%@ "x"\n#show p/1.\n:- a(1).', 4, "expected a constraint or a"),
    "words twice": ('%@ "x"\n%@ "y"\n:- a(1).', 4, "'x', expected a constraint or a bounded"),
    "words behind a rule": (':- a(1). %@ "x"\n:- a(2).', 4, "expected words on a line of their"),
    "words inside a rule": (':- a(1),\n%@ "x"\na(2).', 5, "expected words above a rule, not"),
    "a further line of nothing": ('%@    "x"\n:- a(1).', 4, "expected words above, which this"),
    "another number of arguments": ('%@ a(X,Y) "x" "y"', 4, "a/2', expected an atom of the pro"),
    "an unknown atom": ('%@ b(X) "x" "y"', 4, "'b/1', expected an atom of the program"),
    "a term with other arguments": (
        '%@ f(X,Y) "x"',
        4,
        "'f/2', expected a term of the program, as f",
    ),
    "needs of an unknown atom": ('%@ needs b(X) "x"', 4, "'b/1', expected an atom of the program"),
    "needs of a shown atom": ('%@ needs a(X) "x"', 4, "'a/1', expected an atom that is not shown"),
    "one text for an atom": ('%@ a(X) "x"', 4, "'x', expected two texts for an atom"),
    "two texts for a tuple": ('%@ (X,Y) "x" "y"', 4, "expected one text, as a tuple is no atom"),
    "two lines for an atom": (
        '%@ a(X) "x" "y"\n%@ a(Y) "1" "2"',
        5,
        "other words', expected one l",
    ),
    "two lines for a term": ('%@ f(X) "x"\n%@ f(_) "1"', 5, "other words', expected one line"),
    "a variable that is no argument": ('%@ a(X) "x {Y}" "y"', 4, "'{Y}', expected an argument: X"),
    "a variable twice": ('%@ f(X,X) "x"', 4, "'X', expected each variable once"),
    "a constant in an atom": ('%@ a(1) "x" "y"', 4, "'1', expected a variable as argument"),
    "an expression as argument": ('%@ f(X+1) "x"', 4, "'X+1', expected a variable, _ or a const"),
    "an empty text": ('%@ ""\n:- a(1).', 4, "expected a text that is not empty"),
    "brackets around nothing": ('%@ () "x"\n:- a(1).', 4, "'() \"x\"', expected words such as"),
    "no text": ("%@ hello", 4, "'hello', expected words such as"),
    "an unknown word": (
        '%@ "x" when p(X)\n:- a(X).',
        4,
        '\'when p(X)\', expected only "...", none "...", else "...", at',
    ),
    "an unknown variable of the only place": (
        '%@ "{X} is in" only "only {Y}"\n:- a(X).',
        4,
        "'{Y}', expected an argument: X",
    ),
    "an unknown variable of what is broken": (
        '%@ "{X} is in" else "{Y} is out"\n:- a(X).',
        4,
        "'{Y}', expected a variable of the constraint below: X",
    ),
    "the places of a need with a condition": (
        '%@ needs b(X) "x" at (X) : a(X)\nb(X) :- a(X).',
        4,
        "'a(X)', expected places of arguments, without a condition",
    ),
    "more after a term": ('%@ f(X) "x" at (X)', 4, "'at (X)', expected nothing after the words"),
    "an unreadable where": ('%@ "x" where X =\n:- a(1).', 4, "(clingo: syntax error, unexpected ."),
    "a where that ends at once": ('%@ "x" where .\n:- a(1).', 4, "'where .', expected only"),
    "an empty where": ('%@ "x" where\n:- a(1).', 4, "'where', expected only"),
    "two statements": ('%@ "x" where p(1). b\n:- a(1).', 4, "'p(1). b', expected the body of a"),
    "an atom and its opposite alike": ('%@ a(X) "x" "x"', 4, "'x', expected other words where"),
    "an unreadable cell": ('%@ a(X) "x" "y" at (X', 4, "'at (X', expected a cell, at (R,C)"),
    "a cell without brackets": ('%@ a(X) "x" "y" at X', 4, "'at X', expected a cell, at (R,C)"),
    "an unreadable body": ('%@ a(X) "x" "y" at (X) : p(', 4, "at (X) : p(', expected a cell, at"),
    "an unsafe cell": ('%@ a(X) "x" "y" at (X,Y)', 4, "'Y', expected variables that the body"),
    "cells without a place": ('%@ "x {cells}"\n:- a(1).', 4, "expected no {cells}, as the words"),
    "a name that does not end": (
        '%@ [a loop "x"\n:- a(1).',
        4,
        "'[a loop \"x\"', expected words such",
    ),
    "a name of nothing": ('%@ [ ] "x"\n:- a(1).', 4, "'[ ] \"x\"', expected words such as"),
    "a name with braces": (
        '%@ [{X}] "x"\n:- a(X).',
        4,
        "'[{X}] \"x\"', expected words such as",
    ),
    "a name before a weight": (
        '%@ [y] 2 "x"\n:- a(1).',
        4,
        "expected words such as",
    ),
    "a name of an atom": ('%@ [y] a(X) "x" "z"', 4, "expected words such as"),
    "a name of what is never told": ('%@ 0 [y] "x"\n:- a(1).', 4, "'[y]', expected no name, as"),
    "two names": (
        '%@ [y] "x"\n:- a(1).\n%@ "x"\n:- a(2).',
        6,
        "no name', expected weight 1, [y], as in",
    ),
    "two weights": (
        '%@ 2 "x"\n:- a(1).\n%@ "x"\n:- a(2).',
        6,
        "expected weight 2, no name, as in own",
    ),
}


@pytest.mark.parametrize(("lines", "line", "message"), WRONG.values(), ids=WRONG)
def test_words_that_are_wrong_are_named_with_file_line_and_what_is_expected(
    lines: str, line: int, message: str
) -> None:
    with pytest.raises(WordsError) as error:
        own("p(1..2). q(f(1)).", "{ a(X) : p(X) }.", "#show a/1.", lines)
    assert str(error.value).startswith(f"own.lp, line {line}: found ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("#script (lua) x = 1 #end.", "no explanation can use #script"),
        ("#external b.", "no explanation can use #external"),
        ("&diff { x } <= 3.", "no explanation can use &diff { x } <= 3."),
        ("#theory t { x { - : 1, unary }; &a/0 : x, any }.", "no explanation can use #theory"),
        ("#edge (1, 2) : a(1).", "no explanation can use #edge"),
        ("#program step(t).", "no explanation can use #program step"),
        ("__broken(1, 2).", "the name __broken is reserved"),
    ],
)
def test_statements_that_no_explanation_can_use_are_named(statement: str, message: str) -> None:
    with pytest.raises(MisfitError) as error:
        own("{ a(1) }.", statement)
    assert str(error.value) == f"own.lp, line 2: {message}"


def test_facts_with_a_reserved_name_are_refused() -> None:
    with pytest.raises(MisfitError, match="the text, line 2: the name __cell is reserved"):
        own("{ a(1) }.", facts="b.\n__cell(1).")
    with pytest.raises(MisfitError, match="the facts use the name __cell"):
        Theory(own("{ a(1) }.").program, "__cell(1).")


def test_a_text_may_have_words_too() -> None:
    theory = own("{ a(1..2) }.", facts='%@ "Größe {X}"\n:- a(X), p(X).\np(1).')
    assert clues(theory) == ["Größe 1"]
    assert theory.clues[0].source.file == "the text"
    with pytest.raises(WordsError, match="the text, line 1: found"):
        own("{ a(1..2) }.", facts='%@ "x {Y}"\n:- a(X).')


@pytest.mark.parametrize(
    ("rule", "message"), [(":- a(X) b.", "syntax error"), (":- a(X), Y > X.", "'Y' is unsafe")]
)
def test_errors_of_clingo_name_the_file_and_line_of_the_user(rule: str, message: str) -> None:
    with pytest.raises(SolverError, match=rf"own.lp, line 2.*{message}"):
        own("{ a(1) }.", rule)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"nowhere\.lp"):
        theory_of_files([tmp_path / "nowhere.lp"])
