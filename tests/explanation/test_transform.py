"""The explaining program: its models are the answers of the program without the clues left out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import clingo
import pytest
from derivations import own, theory_of_files
from hypothesis import given, settings
from hypothesis import strategies as st

from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.transform import transform

Answers = set[frozenset[str]]


def answers(program: str, hidden: Sequence[str] = ()) -> Answers:
    """The answer sets of a program, without atoms of some names."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found: Answers = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = model.symbols(atoms=True)
            found.add(frozenset(str(atom) for atom in atoms if atom.name not in hidden))
    return found


def models(theory: Theory, on: Sequence[int]) -> Answers:
    """The models of a theory with some clues switched on."""
    control = theory.solver(["0"]).control
    found: Answers = set()
    facts = [str(atom) for atom in theory.facts]
    assumed = [-theory.clue_atoms[clue] for clue in on]
    with control.solve(assumptions=assumed, yield_=True) as handle:
        for model in handle:
            pairs = zip(theory.atoms, theory.numbers, strict=True)
            found.add(frozenset([*facts, *(str(a) for a, n in pairs if model.is_true(n))]))
    return found


# Random programs

BASE = """p(1..2). { a(X) : p(X) }. { b(X) : p(X) }.
c(X) :- a(X), not b(X).
c(X) :- c(Y), b(X), p(X).
"""

literals = st.sampled_from(
    [
        *("a(X)", "b(X)", "c(X)", "not a(X)", "not b(X)", "not c(X)", "not not a(X)", "X > 1"),
        *(
            "a(Y)",
            "not b(Y)",
            "X < Y",
            "#count{ Z : a(Z) } > 1",
            "#sum{ Z : b(Z) ; X : a(1) } != 2",
        ),
        *("b(Z) : p(Z), Z != X", "not a(Z) : p(Z)", "{ a(Z) } = Y", "a(1;2)", "c(1..2)"),
    ]
)
CHOICES = {
    "1 { d(X,Z) : p(Z) }": "{ d(X,Z) : p(Z) }",
    "{ d(X,Z) : p(Z) } 1": "{ d(X,Z) : p(Z) }",
    "{ d(X,Z) : p(Z), Z <= X } = 1": "{ d(X,Z) : p(Z), Z <= X }",
    "{ d(X,1); d(Y,2); a(X) } != 1": "{ d(X,1); d(Y,2); a(X) }",
    "X { d(X,Z) : p(Z) } Y": "{ d(X,Z) : p(Z) }",
    "{ d(Z,Z) : a(Z) } < Y": "{ d(Z,Z) : a(Z) }",
}
"""Bounded choices, and the same without bounds."""
heads = st.sampled_from([*CHOICES, "X < Y", "not a(X)", "not not c(X)", "#false", ""])
signs = st.sampled_from(["", "{X}", "{Y}", "{X} {Y}", "{(Y,X)}"])


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_models_are_the_answers_without_the_clues_that_are_off(data: st.DataObject) -> None:
    explained, switched = [BASE], [BASE]
    for number in range(data.draw(st.integers(1, 3))):
        head, body = data.draw(heads), ["p(X)", "p(Y)", *data.draw(st.lists(literals, max_size=2))]
        # The second rule, if any, has the first one's words, so that both are one clue.
        sign = data.draw(signs)
        k = data.draw(st.integers(0, number))
        key = ",".join(["1" if "X" not in sign else "X", "1" if "Y" not in sign else "Y"])
        worded = data.draw(st.integers(0, 3))
        if worded:
            explained.append(f'%@ "rule {k} {sign}"')
        explained.append(f"{head} :- {'; '.join(body)}.")
        on = [f'not off("{k}{sign}",{key})'] if worded else []
        switched.append(f"{head} :- {'; '.join([*body, *on])}.")
        if worded and head in CHOICES:
            switched.append(f"{CHOICES[head]} :- {'; '.join(body)}.")
    theory = own(*explained)
    clues = range(len(theory.clues))
    on = data.draw(st.sets(st.sampled_from(clues))) if clues else set()
    off = [clue for clue in range(len(theory.clues)) if clue not in on]
    skipped = [off_atom(theory, theory.clues[clue].symbol) for clue in off]
    always = [off_atom(theory, clue.symbol) for clue in theory.always_broken]
    program = "\n".join(switched) + "\n#defined off/3.\n"
    program += "".join(f"{atom}.\n" for atom in [*skipped, *always])
    assert models(theory, sorted(on)) == answers(program, ["off"])
    if always:
        assert answers("\n".join(explained)) == set()
    else:
        assert models(theory, clues) == answers("\n".join(explained))


def off_atom(theory: Theory, broken: clingo.Symbol) -> str:
    """The atom that switches off a clue in the other program."""
    number, values = broken.arguments
    template = theory.program.clues[number.number].template
    named = dict(zip(template.names, values.arguments, strict=True))
    sign = template.text.removeprefix("rule ").replace(" ", "", 1)
    return f'off("{sign}",{named.get("X", 1)},{named.get("Y", 1)})'


# Forms of one's own program


def shown(theory: Theory) -> set[str]:
    return {str(atom) for atom in (*theory.atoms, *theory.facts)}


def said(theory: Theory) -> set[str]:
    return {clue.words for clue in theory.clues}


def test_same_words_are_one_clue_across_constraints_and_choices() -> None:
    theory = own(
        "p(1..2).",
        '%@ "{X} has one of three"',
        "1 { a(X,1..3) } :- p(X).",
        '%@ "{X} has one of three"',
        ":- p(X), { a(X,Y) } > 1.",
    )
    assert said(theory) == {"1 has one of three", "2 has one of three"}
    assert len(theory.program.clues) == 1
    assert len(models(theory, [0, 1])) == 9
    assert len(models(theory, [0])) == 3 * 8
    assert len(models(theory, [])) == 64


def test_what_stands_without_words_is_always_known_and_listed() -> None:
    theory = own(
        "1 { a(1..3) } 2.",
        "% a plain comment",
        ":- a(1), a(2).",
        '%@ 0 "three is there"',
        ":- not a(3).",
        "X < 4 :- p(X).",
        "{ b }.",
        "p(1).",
    )
    assert theory.program.silent == [
        ("own.lp", 1, "bounded choice"),
        ("own.lp", 3, "constraint"),
        ("own.lp", 6, "constraint"),
    ]
    assert [words.template.text for words in theory.program.background] == ["three is there"]
    assert (theory.clues, theory.always_broken) == ([], [])
    assert {answer - {"b", "p(1)"} for answer in models(theory, [])} == {
        frozenset(answer) for answer in ({"a(3)"}, {"a(1)", "a(3)"}, {"a(2)", "a(3)"})
    }


def test_a_clue_that_facts_alone_break_contradicts_itself() -> None:
    theory = own("p(1..3). { a }.", '%@ "there is no {X}"', ":- p(X), X > 1.")
    assert sorted(clue.words for clue in theory.always_broken) == ["there is no 2", "there is no 3"]
    assert theory.clues == []


def test_constants_may_stand_in_the_program_or_be_given() -> None:
    lines = ("#const n = 2.", "{ a(1..n+1) }.", '%@ "{N:number}"', ":- N = n, { a(X) } != N.")
    assert said(own(*lines)) == {"2 numbers"}
    theory = own(*lines, n=3)
    assert said(theory) == {"3 numbers"}
    assert len(models(theory, [0])) == 4


def test_only_shown_atoms_and_those_with_words_are_explained() -> None:
    lines = ("{ a(1); b(1); -c(1) }.", "d(X) :- a(X).", "e.", ":- a(1), not b(1).")
    assert shown(own(*lines)) == {"a(1)", "b(1)", "-c(1)", "d(1)", "e"}
    assert shown(own(*lines, "#show.", "#show -c/1.")) == {"-c(1)"}
    assert shown(own(*lines, "#show a/1.", '%@ d(X) "yes" "no"')) == {"a(1)", "d(1)"}
    assert shown(own(*lines, "#show b(X) : b(X), not e.", "#show pair(X) : a(X).")) == {"b(1)"}


def test_a_program_may_have_predicates_of_any_name() -> None:
    theory = own(
        "{ broken(1..2,x); cell_of(1,1); cell(1,1) }.",
        '%@ "not both"',
        ":- broken(1,x), broken(2,x).",
    )
    assert shown(theory) == {"broken(1,x)", "broken(2,x)", "cell_of(1,1)", "cell(1,1)"}
    assert len(models(theory, [0])) == 12


def test_what_serves_the_search_alone_is_left_out() -> None:
    theory = own(
        "#defined nothing/1.",
        "{ a(1..2) }. a(3) :- nothing(1).",
        "#minimize { X : a(X) }.",
        ":~ a(1). [2@3]",
        "#heuristic a(1). [1, true]",
        "#project a/1.",
        '%@ "some"',
        ":- not a(1), not a(2).",
    )
    assert theory.program.ignored == [("own.lp", 3), ("own.lp", 4)]
    assert len(models(theory, [0])) == 3


def test_a_rule_with_its_own_negation_is_a_constraint_without_words() -> None:
    lines = ("{ a(1..2) }.", "f(X) :- a(X), not f(X).", "a(3) :- not b.", "b :- not a(3).")
    theory = own(*lines, '%@ "some"', ":- not a(1), not a(2), not b.")
    assert theory.program.silent == [("own.lp", 2, "odd loop")]


def test_disjunctions_are_background() -> None:
    theory = own("a ; b.", "a :- b, c. { c }.", '%@ "no c"', ":- c.")
    assert models(theory, [0]) == {frozenset({"a"}), frozenset({"b"})}
    assert models(theory, []) == {frozenset({"a"}), frozenset({"b"}), frozenset({"a", "c"})}


@pytest.mark.parametrize("named", [["main.lp", "rest.lp"], ["main.lp"]])
def test_several_files_and_included_ones_are_one_program(tmp_path: Path, named: list[str]) -> None:
    include = '#include "rest.lp".\n' if len(named) == 1 else ""
    main = f'{include}{{ a(1..2) }}.\n%@ "not {{X}}"\n:- a(X), odd(X).\n'
    (tmp_path / "main.lp").write_text(main, encoding="utf-8")
    rest = '%@ a(X) "{X} is there" "{X} is missing"\nodd(1).\n'
    rest += '%@ "{X} is there"\n:- a(1), X = 1, not a(2).'
    (tmp_path / "rest.lp").write_text(rest, encoding="utf-8")
    theory = theory_of_files([tmp_path / name for name in named], "odd(2).")
    assert said(theory) == {"not 1", "not 2", "1 is there"}
    assert {(clue.words, clue.source.file, clue.source.line) for clue in theory.clues} == {
        *((f"not {x}", "main.lp", 3 - len(named) + 1) for x in (1, 2)),
        ("1 is there", "rest.lp", 3),
    }
    assert theory.literal(clingo.Function("a", [clingo.Number(2)]), False).words == "2 is missing"


def test_clues_of_lemma_files_are_lemmas(tmp_path: Path) -> None:
    for name, text in (("rules", "{ a(1..2) }."), ("more", '%@ "one"\n:- a(1), a(2).')):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (words,) = transform([tmp_path / "rules"], [tmp_path / "more"]).clues
    assert words.lemma
    (words,) = transform([tmp_path / "rules", tmp_path / "more"]).clues
    assert not words.lemma
