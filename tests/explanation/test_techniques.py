"""Techniques have names: of the forms of steps, and of clues whose words begin with one."""

from __future__ import annotations

import typing
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.explanation.steps import TECHNIQUES, Step, Way
from pyasp_puzzles.explanation.telling.output import step_json, step_text
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.words.transform import transform

BOARDS = [("pips", "document"), ("slitherlink", "six"), ("skyscrapers", ""), ("yin_yang", "")]
"""Boards of programs with named lemmas."""


def ways(kind: Any) -> set[str]:
    """The strings of a nested Literal."""
    return {text for part in typing.get_args(kind) for text in (ways(part) or {part})}


def test_each_form_and_each_search_has_one_name() -> None:
    assert {*TECHNIQUES, ""} == ways(Way)
    assert len({name for name, _ in TECHNIQUES.values()}) == len(TECHNIQUES)


def test_names_of_shipped_programs_are_no_names_of_forms() -> None:
    programs = [
        transform([puzzle.program_path()], puzzle.lemma_paths())
        for puzzle in map(pp.find_puzzle, shipped_names())
    ]
    names = {clue.technique for program in programs for clue in program.clues} - {""}
    assert "one loop" in names
    assert not names & {name for name, _ in TECHNIQUES.values()}


def parts_of(step: Step) -> list[Step]:
    return [step, *(inner for part in step.parts for inner in parts_of(part))]


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_a_step_of_a_named_clue_says_its_name(name: str, board: str) -> None:
    explanation = pp.explain(pp.load(name, board))
    steps, teller = list(explanation), Teller(explanation.theory)
    found = set()
    for step in steps:
        text = " ".join(step_text(teller.tell(step), 80, whole=True).split()).casefold()
        values = step_json(step)
        for told, part in zip(json_parts(values), parts_of(step), strict=True):
            assert told["technique"] == part.technique
            names = {clue.source.technique for clue in part.reason}
            assert {clue.get("technique", "") for clue in told["reason"]} == names
            assert part.technique in names or part.technique == TECHNIQUES[part.way][0]
            assert all(name.casefold() in text for name in names if not part.parts)
            found |= names
    assert found - {""}


def json_parts(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [values, *(inner for part in values.get("parts", ()) for inner in json_parts(part))]


def test_a_hint_begins_with_the_name_of_its_clue() -> None:
    board = pp.load("slitherlink", "six")
    step = pp.hint(board)
    assert step is not None
    assert step.technique == "corners of a number"
    [first, *_] = [part for part in step.notebook_parts() if isinstance(part, str)]
    assert first.startswith("Corners of a number: r1c1, r6c1 and r6c6 each have 2 lines")
