"""Explanations of packing: placements as steps, told by pieces and cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from replay import Judge

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.explanation.telling.telling import Teller

BOARDS = ["three_given_6x10", "slothouber_graatsma", "straights_6x6"]
MOST_PLACEMENTS = 12
"""Of one sentence."""


@pytest.fixture(scope="module", params=BOARDS)
def explained(request: pytest.FixtureRequest) -> Explanation:
    explanation = pp.explain(pp.load("packing", request.param))
    list(explanation)
    return explanation


def sentences(explanation: Explanation) -> Iterator[str]:
    teller = Teller(explanation.theory)
    for step in explanation.steps:
        for paragraph in teller.tell(step).sentences():
            yield from paragraph.split(". ")


def test_no_sentence_is_a_list_of_placements(explained: Explanation) -> None:
    for sentence in sentences(explained):
        assert len(re.findall(r"\bon r\d", sentence)) <= MOST_PLACEMENTS, sentence
        assert sentence.count("does not lie on") <= 3, sentence


@pytest.fixture(scope="module")
def solved() -> Explanation:
    explanation = pp.explain(pp.load("packing", "three_given_6x10"))
    list(explanation)
    return explanation


def test_three_given_pieces_are_followed_to_the_one_answer(solved: Explanation) -> None:
    assert solved.status == "solved"
    placed = [step for step in solved.steps if any(x.holds for x in step.follows)]
    assert len(placed) == 10, "the given pieces, then one step a piece"
    assert sum(len(sentence.split()) for sentence in sentences(solved)) <= 3000
    assert len(solved.steps) <= 60


def test_a_piece_is_told_with_the_cell_that_only_it_can_cover(solved: Explanation) -> None:
    text = "\n".join(sentences(solved))
    assert re.search(r"^Only piece [A-Z] can cover r\dc\d+: on r", text, re.MULTILINE)
    assert re.search(r"no piece can cover r\dc\d+", text)


def test_the_steps_are_true_to_the_word(solved: Explanation) -> None:
    *steps, last = solved.steps  # the last one says what is left over
    assert last.form == "rest"
    Judge(solved.theory).check_all(steps, needs=False)
