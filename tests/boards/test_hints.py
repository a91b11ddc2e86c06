"""Hints for somebody who plays by hand: they end with something to lay, and say what is seen."""

from __future__ import annotations

from typing import Any

import pytest
from clingo import parse_term

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.boards.playing import impossible, standing, whole
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.explanation.hinting import find_hint


def laid(name: str, instance: Any, *tools: Laid) -> Partial:
    form = find_puzzle(name).play
    assert form
    board = Partial()
    for tool in tools:
        board = form.lay(instance, board, tool)
    return whole(find_puzzle(name), instance, board)


def test_a_hint_does_not_say_what_the_board_shows() -> None:
    ring = pp.load("pips", "document")
    board = laid("pips", ring, Laid("4-4", 1, (2, 1)))

    said = "Only a domino on r1c1 and r1c2 can cover r1c1 (a domino lies on r2c1-r3c1)."
    for played in (False, True):
        assert " ".join(find_hint(ring, board, played=played).sentences("full")) == said


def test_hints_alone_solve_a_board_and_each_says_something_new() -> None:
    puzzle, instance = find_puzzle("pips"), pp.load("pips", "document")
    known = Partial()
    for _ in range(40):
        hint = find_hint(instance, known, played=True)
        if hint.step is None:
            break
        shown = [x for x in hint.step.follows if x.atom.name in ("link", "value")]
        more = Partial.of_literals((x.atom, x.holds) for x in shown)
        assert set(more.literals()) - set(known.literals())
        known = known.together(more)
    assert hint.status == "complete"
    assert standing(puzzle, instance, known).right


@pytest.mark.parametrize(
    ("name", "board", "tools", "excluded"),
    [
        ("pips", "document", [Laid("4-4", 1, (2, 1))], {"link(1,1,2,1)", "link(3,1,4,1)"}),
        ("twenty_four_seven", "four", [Laid("3", 0, (4, 4))], {"value(4,4,1)", "value(4,4,5)"}),
        ("flower_finder", "document", [Laid("1", 0, (1,))], {'place("1",4,h)', 'place("2",1,v)'}),
        ("eternity", "framed_4x4", [Laid("1", 0, (1, 1))], {"place(1,1,2,0)", "place(4,4,1,2)"}),
    ],
)
def test_what_lies_excludes_what_takes_its_place_and_more_copies_than_there_are(
    name: str, board: str, tools: list[Laid], excluded: set[str]
) -> None:
    puzzle, instance = find_puzzle(name), pp.load(name, board)
    known = laid(name, instance, *tools)
    own = {str(atom): atom for atom in known.atoms}
    open_ = {"pips": "link(4,1,4,2)", "twenty_four_seven": "value(4,3,1)"}.get(
        name, {"flower_finder": 'place("2",4,h)', "eternity": "place(4,4,2,2)"}.get(name, "")
    )
    found = impossible(puzzle, instance, known, map(parse_term, (*excluded, *own, open_)))
    assert {str(atom) for atom in found} == excluded
    assert {str(cause) for cause in found.values()} <= own.keys()


def test_pieces_that_are_given_are_not_laid_again() -> None:
    puzzle, instance = find_puzzle("packing"), pp.load("packing", "three_given_6x10")
    assert puzzle.play
    given = puzzle.play.given(instance)
    other = parse_term('place("I",1,1,3,0)')
    assert other not in given.atoms
    assert impossible(puzzle, instance, Partial(), [other]) == {other: None}


@pytest.mark.parametrize(
    ("name", "board"),
    [("pips", "document"), ("pips", "tilings_6x6"), ("twenty_four_seven", "four")],
)
def test_who_lays_only_what_can_be_laid_gets_from_hint_to_hint_to_the_end(
    name: str, board: str
) -> None:
    """No hint comes again before something was laid, although a link alone cannot be laid."""
    puzzle, instance = find_puzzle(name), pp.load(name, board)
    form = puzzle.play
    assert form
    lying, told, without = Partial(), Partial(), []
    for _ in range(60):
        known = whole(puzzle, instance, lying)
        hint = find_hint(instance, known, played=True, told=told)
        if hint.step is None:
            break
        words = list(hint.sentences("full"))
        assert words not in without
        without.append(words)
        follows = Partial.of_literals((x.atom, x.holds) for x in hint.step.follows if is_shown(x))
        after = hint.partial.together(follows)
        cells = puzzle.cells_of(instance, (*after.atoms, *after.absent))
        new = [tool for cell in sorted(cells) if (tool := form.lying(instance, after, cell))]
        for tool in dict.fromkeys(new):
            if form.lying(instance, lying, tool.cell) != tool:
                lying, without = form.lay(instance, lying, tool), []
        told = hint.told
    assert hint.status == ("open" if board == "tilings_6x6" else "complete")
    assert standing(puzzle, instance, lying).right or hint.status == "open"


def is_shown(literal: Any) -> bool:
    return literal.atom.name in ("link", "value")


def test_a_hint_goes_on_from_what_was_told_and_begins_anew_where_that_does_not_fit() -> None:
    ring = pp.load("pips", "document")
    board = laid("pips", ring, Laid("4-4", 1, (2, 1)))
    first = find_hint(ring, board, played=True)
    assert [str(atom) for atom in first.told.atoms] == ["link(1,1,1,2)"]
    second = find_hint(ring, board, played=True, told=first.told)
    assert list(second.sentences("full")) != list(first.sentences("full"))
    for other in ("link(1,1,2,1)", "link(3,1,4,1)"):
        wrong = Partial((parse_term(other),))
        again = find_hint(ring, board, played=True, told=wrong)
        assert list(again.sentences("full")) == list(first.sentences("full"))


def test_a_step_that_excludes_marks_no_cell_that_is_filled() -> None:
    """Piece V cannot lie there, which says nothing new of the cells of other pieces."""
    puzzle, soma = find_puzzle("packing"), pp.load("packing", "soma")
    known = Partial(next(pp.solve(soma, limit=1)).symbols[:3])
    hint = find_hint(soma, known)
    drawn = hint.picture("full")
    assert hint.step
    assert drawn
    assert not any(literal.holds for literal in hint.step.follows)
    filled = puzzle.cells_of(soma, known.atoms)
    new = {tile.cell for panel in drawn.panels for tile in panel.tiles if tile.role == "new"}
    assert new
    assert not new & filled
