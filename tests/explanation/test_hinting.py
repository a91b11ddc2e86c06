"""A hint does not tell what is printed on the board."""

from __future__ import annotations

import pytest

import pyasp_puzzles as pp


@pytest.mark.parametrize("partial", [None, "?5?? ???? ???? ????"])
def test_a_hint_tells_no_printed_digit(partial: str | None) -> None:
    step = pp.hint(pp.load("twenty_four_seven", "four"), partial)
    assert step is not None
    assert len(step.reason) == 1
    assert "printed" not in step.reason[0].words
