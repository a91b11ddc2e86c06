"""The words of the shipped programs: laws that every puzzle inherits."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from support import each_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.explanation.words.transform import transform

NAMES = shipped_names()
LARGE = 400
"""The most facts of an instance that is tested, unless it is its puzzle's first."""

each_puzzle = pytest.mark.parametrize("name", NAMES)


@cache
def theories(name: str, board: str) -> list[tuple[Any, Theory]]:
    """The instances of a file with their theories, unless they are large."""
    puzzle = pp.find_puzzle(name)
    found = [(instance, pp.facts(instance)) for instance in pp.load_all(name, board)]
    first = next(iter(puzzle.instance_files()))
    if board != first and sum(facts.count("(") for _, facts in found) > LARGE:
        pytest.skip("large")
    return [(instance, theory_of(puzzle, facts)) for instance, facts in found]


def without_comments(path: Path) -> str:
    return re.sub(r"%.*", "", path.read_text(encoding="utf-8"))


def answers(text: str, most: int = 0) -> set[frozenset[str]]:
    control = clingo.Control([str(most), "--warn=none", "--project=show"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return {frozenset(map(str, model.symbols(shown=True))) for model in handle}


@each_puzzle
def test_every_constraint_and_bounded_choice_has_words(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    program = transform([puzzle.program_path()], puzzle.lemma_paths())
    assert program.warnings() == []
    assert program.clues


@each_puzzle
def test_every_shown_atom_has_words(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    program = transform([puzzle.program_path()])
    assert {signature(answer) for answer in puzzle.answers} <= program.atoms.keys()
    assert all(words.place for words in program.atoms.values())


@each_puzzle
def test_words_and_other_comments_change_no_statement(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    for path in (puzzle.program_path(), *puzzle.lemma_paths()):
        plain, annotated = [], []
        clingo.ast.parse_files([str(path)], annotated.append)
        clingo.ast.parse_string(without_comments(path), plain.append)
        kept = [str(node) for node in annotated if node.ast_type != clingo.ast.ASTType.Comment]
        assert kept == [str(node) for node in plain]


@each_board()
def test_words_leave_out_no_instance_of_their_constraint(name: str, board: str) -> None:
    assert [theory.left_out() for _, theory in theories(name, board)] == [
        [] for _ in theories(name, board)
    ]


@each_board()
def test_words_are_sentences_without_anything_left_to_fill(name: str, board: str) -> None:
    for _, theory in theories(name, board):
        clues = [clue.words for clue in (*theory.clues, *theory.always_broken)]
        literals = [theory.literal(a, holds).words for a in theory.atoms for holds in (True, False)]
        assert clues
        for texts in (clues, literals):
            assert len(texts) == len(set(texts)), "the same words twice"
        for text in {*clues, *literals}:
            assert not re.search(r"[{}\"]|\b[a-z_]+\(|  |^ | $|[.,:]$|\b_*[A-Z]\w*'", text), text
            assert not re.search(r"\b1 times|\b(\d+) to \1\b", text), text


@each_board()
def test_with_all_clues_the_models_are_the_answers(name: str, board: str) -> None:
    for instance, theory in theories(name, board):
        if dict(instance.known).get("answers", 1000) > 20 or len(theory.atoms) > 400:
            pytest.skip("takes too long")
        plainly = answers(rules_of(name) + pp.facts(instance))
        shown = {
            atom: n for atom, n in theory.atom_numbers.items() if atom.name in plain_names(name)
        }
        facts = [str(atom) for atom in theory.facts if atom.name in plain_names(name)]
        control = theory.solver(["0"]).control
        found = set()
        with control.solve(assumptions=[-n for n in theory.clue_atoms], yield_=True) as handle:
            for model in handle:
                found.add(
                    frozenset([*facts, *(str(a) for a, n in shown.items() if model.is_true(n))])
                )
        assert (found, theory.always_broken) == (plainly, [])


def rules_of(name: str) -> str:
    """The rules, with those of variants."""
    return "\n".join(map(without_comments, pp.find_puzzle(name).program_paths(())))


def plain_names(name: str) -> set[str]:
    return {signature(answer)[0] for answer in pp.find_puzzle(name).answers}


@each_board()
def test_lemmas_change_no_answer(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    if not puzzle.lemma_paths():
        pytest.skip("no lemmas")
    for instance in pp.load_all(name, board):
        if dict(instance.known).get("answers", 1000) > 20:
            pytest.skip("takes too long")
        rules, facts = rules_of(name), pp.facts(instance)
        lemmas = [path.read_text(encoding="utf-8") for path in puzzle.lemma_paths()]
        assert answers("\n".join([rules, *lemmas, facts])) == answers(f"{rules}\n{facts}")


@each_puzzle
def test_lemmas_are_told_to_be_lemmas(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    for path in puzzle.lemma_paths():
        lines = {
            words.line
            for words in transform([puzzle.program_path()], puzzle.lemma_paths()).clues
            if words.lemma
        }
        text = path.read_text(encoding="utf-8").splitlines()
        assert lines == {
            n
            for n, line in enumerate(text, start=1)
            if re.match(r'%@ ([1-9]\d* )?(\[.*\]|")', line)  # of weight 0: known, not told
        }
