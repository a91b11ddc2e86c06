"""Why the other candidates of a clue are excluded: each is counted once, by what excludes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.candidates import Candidates
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import phrases_of


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
