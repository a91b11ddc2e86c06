"""Flower Finder strips that are changed by hand: what becomes of their answers."""

from __future__ import annotations

import pytest
from support import message_of

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.puzzles.flower_finder.format import QUARTERS, FlowerBoard
from pyasp_puzzles.puzzles.flower_finder.play import EDIT

FRAME = pp.load("flower_finder", "document")


def edited(instance: FlowerBoard, *changes: tuple[str, str, Place | None]) -> FlowerBoard:
    for clue, value, cell in changes:
        instance = changed(EDIT, instance, Change(clue, value, cell))
    return instance


def test_the_answers_depend_on_the_gap_of_one_circle() -> None:
    frames = {gap: edited(FRAME, ("gap", gap, (1, 1))) for gap in QUARTERS}
    counts = {gap: pp.count(frame).answers for gap, frame in frames.items()}
    assert counts == {"TL": 0, "TR": 8, "BL": 8, "BR": 0}
    assert frames["BL"] == FRAME
    assert frames["TL"].strips[0].circles == (QUARTERS["TL"], *FRAME.strips[0].circles[1:])
    assert frames["TL"].strips[1:] == FRAME.strips[1:]


def test_a_strip_is_renamed_on_any_of_its_circles() -> None:
    named = edited(FRAME, ("strip name", "blue", (1, 3)))
    assert named.strips[0].name == "blue"
    assert named.strips[0].circles == FRAME.strips[0].circles
    assert {EDIT.values(named, "strip name")[1, circle] for circle in (1, 2, 3)} == {"blue"}


def test_longer_strips_are_more_and_new_names_are_free() -> None:
    longer = edited(FRAME, ("strip name", "7", (2, 1)), ("circles", "4", None))
    assert [strip.name for strip in longer.strips] == ["1", "7", "3", "4", "5", "6", "2", "8"]
    assert all(len(strip.circles) == 4 for strip in longer.strips)
    assert longer.strips[0].circles == (*FRAME.strips[0].circles, QUARTERS["TL"])
    shorter = edited(longer, ("circles", "2", None))
    assert [strip.name for strip in shorter.strips] == ["1", "7", "3", "4"]
    assert shorter.strips[0].circles == FRAME.strips[0].circles[:2]


@pytest.mark.parametrize(
    ("clue", "value", "cell", "said"),
    [
        ("gap", "", (1, 1), "There has to be a gap; it can be another one."),
        ("gap", "top", (1, 1), "Gap: found 'top', expected one of TL, TR, BL, BR."),
        ("gap", "TL", (7, 1), "The clue gap cannot stand on r7c1."),
        ("strip name", "2", (1, 1), "strip name: found '2', expected a name that no strip has yet"),
        ("strip name", "a b", (1, 1), "found 'a b', expected a name: at most 12 signs"),
        ("strip name", "a:", (1, 1), "found 'a:', expected a name"),
        ("strip name", "x" * 13, (1, 1), "expected a name: at most 12 signs"),
        ("strip name", "", (1, 1), "There has to be a strip name; it can be another one."),
        ("circles", "10", None, "Circles: found '10', expected one of 2, 3"),
        ("circles", "", None, "There has to be a number of circles; it can be another one."),
    ],
)
def test_a_change_that_makes_no_frame_is_refused(
    clue: str, value: str, cell: Place | None, said: str
) -> None:
    assert said in message_of(edited, FRAME, (clue, value, cell))
