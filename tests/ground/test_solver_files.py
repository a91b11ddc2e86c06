"""Files for solvers, their atom comments, and the output of solvers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import clingo
import pytest
from answer_sets import Shown, answers_of_text, aspif_of, cost_of, models, shown_of
from support import run

from pyasp_puzzles.core.atoms import Status
from pyasp_puzzles.core.errors import AnswerError, InstanceError, PuzzleError, SolverError
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.solver_files import decode, read_map, read_result, to_dimacs, to_wcnf
from pyasp_puzzles.ground.translation import translate

# Files.

CHOICE = "{ a; b }. c(1,(2,x)) :- a, not b. :- not a, not b. #external p. [true] q :- p. #show c/2."
COSTS = """
{ a(1..4) }. :- { a(X) } < 2. b :- a(1), a(2).
#minimize { 3@1,X : a(X), X > 2 }. #minimize { 1@2 : a(1); 1@2,x : not a(2); -2@2 : b }."""


def test_a_dimacs_file_holds_atoms_assumptions_and_how_it_was_made() -> None:
    translation = translate(ground([], CHOICE))
    lines = to_dimacs(translation, ["made by hand", "for a test"]).splitlines()
    assert lines[:2] == ["c made by hand", "c for a test"]
    assert [line for line in lines if " atom " in line] == [
        f"c atom {translation.cnf.shown[clingo.parse_term('c(1,(2,x))')]} c(1,(2,x))"
    ]
    (assumed,) = translation.assumptions
    assert f"c assume {assumed} p" in lines and f"{assumed} 0" in lines
    clauses = [line for line in lines if line[0] != "c"]
    assert clauses[0] == f"p cnf {translation.cnf.variables} {len(clauses) - 1}"
    assert all(re.fullmatch(r"(-?[1-9]\d* )+0", line) for line in clauses[1:])


def test_a_map_is_read_as_it_was_written() -> None:
    text = '{a}. b(-2147483648,"x \\"y\\" \\n z",(1,)) :- a. -d :- not a. #show.'
    text += "#show b/3. #show -d/0. #show t."
    for translation in (translate(ground([], text)), translate(ground([], "{a}. #show."))):
        for write in (to_dimacs, to_wcnf):
            assert read_map(write(translation)) == translation.cnf.shown


@pytest.mark.parametrize("blank", ["\r", "\v", "\x1c", "\x85", "\u2028"])
def test_only_a_newline_ends_a_line_of_a_map(blank: str) -> None:
    translation = translate(ground([], f'{{a("x{blank}y")}}.'))
    for write in (to_dimacs, to_wcnf):
        assert read_map(write(translation)) == translation.cnf.shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p cnf 1 0\n", "formula: found no line 'c atom"),
        ("c atom 17\n", "line 1: found 'c atom 17', expected a literal and a symbol"),
        ("c atom x a\n", "line 1"),
        ("c atom 0 a\n", "line 1"),
        ("c atom 1 a(\n", "line 1"),
        ("c atom 1 a(4294967297)\n", "line 1"),
        ("c atom 1 a\nc atom 2 a\n", "line 2: found 'a', expected every symbol once"),
        ("c atom 3 a\np cnf 2 0\n", "line 1: found '3', expected a variable up to 2"),
    ],
)
def test_a_damaged_map_names_the_line(text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=re.escape(message)):
        read_map(text)


@pytest.mark.parametrize(
    ("text", "status", "literals"),
    [
        ("c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\n", Status.SATISFIABLE, (1, -2, 3)),
        ("v 1 -2 3 0\ns SATISFIABLE\n", Status.SATISFIABLE, (1, -2, 3)),
        ("s SATISFIABLE\nv 0\n", Status.SATISFIABLE, ()),
        ("s UNSATISFIABLE\n", Status.UNSATISFIABLE, ()),
        ("s UNKNOWN\n", Status.UNKNOWN, ()),
        ("SAT\n1 -2 3 0\n", Status.SATISFIABLE, (1, -2, 3)),
        ("UNSAT\n", Status.UNSATISFIABLE, ()),
        ("INDET\n", Status.UNKNOWN, ()),
        ("o 3\ns OPTIMUM FOUND\nv 101\n", Status.SATISFIABLE, (1, -2, 3)),
    ],
)
def test_the_output_of_every_kind_of_solver_is_read(
    text: str, status: Status, literals: tuple[int, ...]
) -> None:
    result = read_result(text)
    assert (result.status, result.literals) == (status, literals)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "solver output: found no status, expected 's SATISFIABLE'"),
        ("hello\n", "found no status"),
        ("s SATISFIABLE\n", "found no literals, expected the model"),
        ("s SATISFIABLE\nv 1 -2\n", "found 2 literals without a 0 at the end"),
        ("s SATISFIABLE\nv 1 two 0\n", "line 2: found 'two', expected a literal"),
        ("s SATISFIABLE\nv 1 -1 0\n", "line 2: found '-1', expected not both"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3: found '2', expected nothing after"),
        ("s MAYBE\n", "line 1: found 's MAYBE'"),
        ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\n", "line 2: found 's UNSATISFIABLE'"),
        ("SAT\n1 -2", "found 2 literals without a 0 at the end"),
    ],
)
def test_damaged_solver_output_names_the_place(text: str, message: str) -> None:
    with pytest.raises(AnswerError, match=re.escape(message)):
        read_result(text)


def test_a_model_that_leaves_an_atom_open_is_refused() -> None:
    atoms = {clingo.Function("a"): 1, clingo.Function("b"): -2}
    assert decode(atoms, (1, -2)) == (clingo.Function("a"), clingo.Function("b"))
    assert decode(atoms, (-1, 2)) == ()
    with pytest.raises(AnswerError, match="found no literal -2 for b"):
        decode(atoms, (1,))


def test_a_lazy_translation_makes_no_file() -> None:
    translation = translate(ground([], "{c}. a :- b. b :- a. a :- c."), loops="lazy")
    for write in (to_dimacs, to_wcnf):
        with pytest.raises(PuzzleError, match="a file cannot add clauses"):
            write(translation)
    translate(ground([], CHOICE), loops="lazy")
    assert to_dimacs(translate(ground([], CHOICE), loops="lazy"))  # tight: nothing to add


def test_the_optimum_of_a_wcnf_file_is_that_of_clingo(tmp_path: Path) -> None:
    rc2, formula = pytest.importorskip("pysat.examples.rc2"), pytest.importorskip("pysat.formula")
    translation = translate(ground([], COSTS))
    path = tmp_path / "costs.wcnf"
    path.write_text(to_wcnf(translation))
    with rc2.RC2(formula.WCNF(from_file=str(path))) as search:
        model = search.compute()
        cost = search.cost + translation.offset
    control = clingo.Control()
    control.add("base", [], COSTS)
    control.ground([("base", [])])
    best: list[tuple[list[int], Shown]] = []
    control.solve(on_model=lambda m: best.append((list(m.cost), frozenset(m.symbols(shown=True)))))
    high, low = best[-1][0]
    assert cost == cost_of(translation, model) == high * (1 + 2 * 3) + low
    assert shown_of(translation, model) in [
        shown_of(translation, m) for m in models(translation) if cost_of(translation, m) == cost
    ]
    assert best[-1][1] in [
        shown_of(translation, m) for m in models(translation) if cost_of(translation, m) == cost
    ]


def test_a_wcnf_file_names_every_shown_variable_even_one_that_nothing_restricts() -> None:
    rc2, formula = pytest.importorskip("pysat.examples.rc2"), pytest.importorskip("pysat.formula")
    text = to_wcnf(translate(ground([], "{a; b; c}. #minimize { -1 : b }.")))
    with rc2.RC2(formula.WCNF(from_string=text)) as search:
        assert clingo.Function("b") in decode(read_map(text), search.compute())


def test_a_program_in_aspif_is_read_alone(tmp_path: Path) -> None:
    path = aspif_of(CHOICE, tmp_path)
    assert len(list(models(translate(ground([path]))))) == 3
    with pytest.raises(SolverError, match="cannot be joined"):
        ground([path], "a.")


@pytest.mark.parametrize("solver", ["cadical", "minisat"])
@pytest.mark.parametrize("text", [CHOICE, "a. :- a."])
def test_a_file_comes_back_from_a_real_solver(solver: str, text: str, tmp_path: Path) -> None:
    if not shutil.which(solver):
        pytest.skip(f"{solver} is not installed")
    formula, found = tmp_path / "out.cnf", tmp_path / "found.txt"
    formula.write_text(to_dimacs(translate(ground([], text))))
    if solver == "cadical":
        found.write_text(run(solver, "-q", str(formula)).stdout)
    else:
        run(solver, "-verb=0", str(formula), str(found))
    result = read_result(found.read_text())
    answers = answers_of_text(text)
    if answers:
        shown = decode(read_map(formula.read_text()), result.literals)
        assert frozenset(shown) in answers and list(shown) == sorted(shown)
    else:
        assert result.status is Status.UNSATISFIABLE
