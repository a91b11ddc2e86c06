"""Why the other candidates of a clue are excluded: each is counted once, by what excludes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from clingo import Symbol

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.candidates import Candidates
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.telling import Teller


def leaves(step: Step) -> Iterator[Step]:
    """A step, or the links of which it is made."""
    if not step.parts:
        yield step
    for part in step.parts:
        yield from leaves(part)


@pytest.mark.parametrize(
    ("name", "instance", "number"),
    [("packing", "three_given_6x10", 4), ("flower_finder", "document", 10)],
)
def test_each_candidate_is_counted_once(name: str, instance: str, number: int) -> None:
    explanation = pp.explain(pp.load(name, instance), whole=True)
    theory, found = explanation.theory, 0
    candidates = Candidates(theory, Needs(theory, phrases_of(theory)))
    for step, _ in zip(explanation, range(number), strict=False):
        for leaf in leaves(step):
            told = candidates.said(leaf, {})
            if told is None or leaf.form not in ("only", "none") or not leaf.reason:
                continue
            mask = theory.mask_of(leaf.reason)
            for own in theory.normal_form.sums:
                if own.clues == mask and own.is_choice:
                    found += 1
                    others = own.mask.bit_count() - len(leaf.follows)
                    assert sum(count for _, count in told.evidence or ()) == others
    assert found >= 5


@pytest.mark.parametrize(
    ("name", "board"),
    [("star_battle", "six"), ("sudoku", "jigsaw"), ("akari", "wide")],
)
def test_the_places_that_a_look_ahead_names_all_fall_away_and_are_all_there_are(
    name: str, board: str
) -> None:
    explanation = pp.explain(pp.load(name, board))
    theory, found = explanation.theory, 0
    needs, known = Needs(theory, phrases_of(theory)), dict[Symbol, bool]()
    for step in explanation:
        now = {**known, **dict(x.truth for x in step.premises)}
        told = needs.crowded_out(step, now) if step.form == "room" else None
        for state in (now, dict(x.truth for x in step.premises)) if told and told[0] else ():
            assert told
            places, need = told
            held = [theory.number(*truth) for truth in state.items()]
            on, every = needs.on(step.clues), needs.on(theory.clues)
            wrong = [-theory.number_of(x) for x in step.follows]
            mask = theory.mask_of(step.reason)
            for own in theory.normal_form.sums:
                if own.clues == mask and own.low - own.of(theory.index.mask(held)) == 1 == need:
                    own_places = {
                        theory.cells_of(theory.atom_of[abs(x)]): x
                        for x in theory.index.literals(own.mask)
                        if x not in held
                    }
                    for (cell,), x in own_places.items():
                        assert cell in places or needs.contradict([*every, *held, x])
                        found += cell in places
                        assert all(needs.contradict([*on, *held, x, other]) for other in wrong)
        known.update(x.truth for x in step.follows)
    assert found


def test_a_look_ahead_says_where_there_is_room_and_whether_one_place_is_enough() -> None:
    def said(name: str, board: str, number: int) -> str:
        explanation = pp.explain(pp.load(name, board))
        teller = Teller(explanation.theory)
        told = [teller.tell(step) for step, _ in zip(explanation, range(number), strict=False)]
        return " ".join(told[-1].sentences())

    assert said("star_battle", "eight", 3).endswith(": else none of r2c7 to r4c7 remains.")
    assert said("star_battle", "six", 4).endswith(": else neither r2c6 nor r4c6 remains.")
    assert said("battleship", "ten_hard", 6).endswith(": else too few places remain.")
    assert said("kakuro", "ten", 23).endswith(": else nothing fits.")  # both places remain
    assert "else" not in said("shakashaka", "eight", 22)  # only some consequences would break it


def test_a_board_whose_lines_lean_says_where_they_begin() -> None:
    hint = pp.find_hint(pp.load("packing", "hexagonal_cylinder")).picture("vague")
    squares = pp.find_hint(pp.load("packing", "three_given_6x10")).picture("vague")
    assert hint is not None and squares is not None
    assert [entry.meaning for entry in hint.legend][-2:] == [
        "The top line begins with r0c4 of layer 0.",
        "The bottom line goes from r0c0 of layer 0 to r4c0 of layer 0.",
    ]
    assert not any("line begins" in entry.meaning for entry in squares.legend)


def test_what_is_counted_is_named_where_all_is_asked_for() -> None:
    explanation = pp.explain(pp.load("flower_finder", "document"))
    teller = Teller(explanation.theory)
    told = [teller.tell(step) for step, _ in zip(explanation, range(9), strict=False)][-1]
    short, *each = told.sentences(whole=True)
    assert short.endswith("(strip 3 excludes 4 of 23; excluded before: 19).")
    assert told.sentences() == [short]
    assert [text.partition(":")[0] for text in each] == [f"Step {n}" for n in range(2, 9)]
    assert each[1] == "Step 3: strip 5 does not lie in location 2, unflipped."
    for pose in ("unflipped", "flipped both ways", "flipped top to bottom"):
        assert sum(text.count(pose) for text in each) == 4  # in locations 2 to 5; 6 as a whole
    assert sum(text.count("flipped left to right") for text in each) == 3  # it lies so in 4
