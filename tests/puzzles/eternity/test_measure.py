"""The score of a board that is not perfect: Python's measure against the ASP judge."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shipped_boards import edge_board
from support import best_program

import pyasp_puzzles as pp
from pyasp_puzzles.boards.optimiser import BestRequest
from pyasp_puzzles.cli import run
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.pictures.picture import BROKEN
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.eternity import PUZZLE
from pyasp_puzzles.puzzles.eternity.beam import start
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, SquarePlacement
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece, turned
from pyasp_puzzles.puzzles.eternity.links import board_edges, read, viewer
from pyasp_puzzles.puzzles.eternity.picture import picture
from pyasp_puzzles.puzzles.eternity.verify import measure, verify

Joint = tuple[tuple[int, int], tuple[int, int]]


def judged(board: EternityBoard, solution: EternitySolution) -> tuple[int, int, set[Joint]] | None:
    """What ``lp/best/eternity.lp`` says: matched joints, all joints, those cut; ``None``: wrong."""
    lying = "".join(
        f"place({p.row},{p.column},{p.piece},{p.turns}).\n" for p in solution.placements
    )
    control = clingo.Control(logger=lambda _code, _words: None)
    control.load(str(best_program(PUZZLE)))
    control.add("base", [], pp.facts(board) + lying)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            shown = {"score": [], "cut": []}
            for atom in model.symbols(shown=True):
                shown[atom.name].append([argument.number for argument in atom.arguments])
            ((matched, every),) = shown["score"]
            return matched, every, {((r, c), (r_2, c_2)) for r, c, r_2, c_2 in shown["cut"]}
    return None


def arranged(board: EternityBoard, seed: int) -> EternitySolution:
    """All pieces put on a board at random so that frame and hints are right.

    The board has an answer, so that there are as many pieces for each kind of place as places.
    """
    draw = Random(seed)
    hinted = {(h.row, h.column) for h in board.hints}
    free = set(range(1, len(board.pieces) + 1)) - {h.piece for h in board.hints}

    def frame(sides: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(side == board.frame for side in sides)

    def turns_to(piece: int, rim: tuple[bool, ...]) -> list[int]:
        return [t for t in range(4) if frame(turned(board.pieces[piece - 1], t)) == rim]

    cells = defaultdict(list)
    for row in range(1, board.rows + 1):
        for column in range(1, board.columns + 1):
            rim = (row == 1, column == board.columns, row == board.rows, column == 1)
            if (row, column) not in hinted:
                cells[rim if board.frame is not None else (False,) * 4].append((row, column))
    lying = {(h.row, h.column): (h.piece, h.turns) for h in board.hints}
    for rim, places in cells.items():
        fitting = sorted(piece for piece in free if turns_to(piece, rim))
        for cell, piece in zip(places, draw.sample(fitting, len(places)), strict=True):
            lying[cell] = piece, draw.choice(turns_to(piece, rim))
            free.remove(piece)
    assert not free
    return EternitySolution(
        tuple(
            SquarePlacement(row, column, *board.as_kind(*turned_piece))
            for (row, column), turned_piece in sorted(lying.items())
        )
    )


def spoiled(
    board: EternityBoard, solution: EternitySolution, how: str, draw: Random
) -> EternitySolution:
    """A board after one change that may or may not break a strict rule."""
    placements = list(solution.placements)
    index = draw.randrange(len(placements))
    one, other = placements[index], draw.choice(placements)
    if how == "turn":
        one = replace(one, turns=draw.choice((-1, 0, 1, 2, 3, 4)))
    elif how == "swap":
        placements[placements.index(other)] = replace(other, piece=one.piece, turns=one.turns)
        one = replace(one, piece=other.piece, turns=other.turns)
    elif how == "twice":
        one = replace(one, piece=other.piece)
    elif how == "rename":
        one = replace(one, piece=draw.randint(0, len(placements) + 1))
    elif how == "move":
        one = replace(one, row=draw.randint(0, board.rows + 1), column=draw.randint(1, 2))
    elif how == "remove":
        placements.remove(other)
    if how != "remove":
        placements[index] = one
    return EternitySolution(tuple(sorted(set(placements))))


SPOILED = ("none", "turn", "swap", "twice", "rename", "move", "remove")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (4, 3), (4, 5)]),
    colours=st.integers(1, 4),
    framed=st.booleans(),
    hints=st.integers(0, 2),
    seed=st.integers(0, 10**6),
    how=st.sampled_from(SPOILED),
)
def test_measure_and_the_asp_judge_say_the_same_of_a_random_board(
    size: tuple[int, int], colours: int, framed: bool, hints: int, seed: int, how: str
) -> None:
    board, hidden = edge_board(*size, colours, seed, framed=framed, hints=min(hints, size[0]))
    mixed = arranged(board, seed)
    for legal in (hidden, mixed):
        assert measure(board, legal).broken == ()
        solution = spoiled(board, legal, how, Random(seed))
        measured, verdict = measure(board, solution), judged(board, solution)
        assert bool(measured.broken) == (verdict is None)
        if verdict is None:
            assert measured.score == 0
            assert set(measured.broken) <= set(verify(board, solution))
        else:
            matched, every, cut = verdict
            assert (measured.score, board.joints) == (matched, every)
            assert matched + len(cut) == every
        assert (verify(board, solution) == []) == (
            not measured.broken and measured.score == board.joints
        )


def test_the_spoiled_boards_are_of_both_sorts() -> None:
    """So that the law above compares legal and illegal boards after each change."""
    board, _ = edge_board(4, 3, 2, 1)
    for how in SPOILED[1:]:
        draws = [spoiled(board, arranged(board, n), how, Random(n)) for n in range(60)]
        illegal = [bool(measure(board, solution).broken) for solution in draws]
        assert any(illegal), how
        assert how in ("move", "remove") or not all(illegal), how


# Pinned truths

PRINTED = "abca abeb aacb  cdba eedd cace  bbaa dcab caac"
"""The answer that comes with the 3 x 3 board, as colours: up, right, down, left of each cell."""


def turned_middle(board: EternityBoard, turns: int) -> EternitySolution:
    """The printed answer with more quarter turns of the piece in the middle."""
    (right,) = read(board, PRINTED)
    placements = list(right.placements)
    placements[4] = replace(placements[4], turns=(placements[4].turns + turns) % 4)
    return EternitySolution(tuple(placements))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turn_of_the_middle_piece_cuts_these_joints(turns: int) -> None:
    """Its colours are d d e e, clockwise from a side: after a turn two of them are as before."""
    board: EternityBoard = pp.load("eternity", "document_3x3")
    wrong = turned_middle(board, turns)
    upper, before = ((1, 2), (2, 2)), ((2, 1), (2, 2))
    behind, lower = ((2, 2), (2, 3)), ((2, 2), (3, 2))
    cut = {1: {upper, lower}, 2: {upper, before, behind, lower}, 3: {before, behind}}[turns]
    assert judged(board, wrong) == (12 - len(cut), 12, cut)
    assert measure(board, wrong).score == 12 - len(cut)
    assert len(verify(board, wrong)) == len(cut)


def test_a_board_of_256_pieces_has_480_joints() -> None:
    board, hidden = edge_board(16, 16, 17, 3, rim_colours=5)
    assert board.joints == measure(board, hidden).score == 480
    mixed = arranged(board, 3)
    verdict = judged(board, mixed)
    assert verdict and verdict[:2] == (measure(board, mixed).score, 480)
    assert 0 < verdict[0] < 200


# The picture

TURNED = """\
SeaPearl tutorial, 3 x 3
          c1     c2     c3
       ┌──────┬──────┬──────┐
       │  ·   │  ·   │  ·   │
   r1  │· 2  1│1 6  1│1 3  ·│
       │  2   │  4   │  2   │
       ├──────┼──────┼──────┤
       │  2   ≠  4   ≠  2   │
   r2  │· 7  3≠4 9  3≠4 8  ·│
       │  1   ≠  3   ≠  2   │
       ├──────┼──────┼──────┤
       │  1   │  3   │  2   │
   r3  │· 1  1│1 5  2│2 4  ·│
       │  ·   │  ·   │  ·   │
       └──────┴──────┴──────┘
In the middle of a piece is its number, at its sides are its colours.
 ·  frame
 ≠  The sides differ: 2 of 12 joints.
r2c1-r2c2: 3 and 4; r2c2-r2c3: 3 and 4
"""


def test_the_picture_marks_cut_joints_without_colour() -> None:
    board: EternityBoard = pp.load("eternity", "document_3x3")
    assert plain(picture(board, turned_middle(board, 3))) + "\n" == TURNED
    (right,) = read(board, PRINTED)
    assert BROKEN not in plain(picture(board, right)) and "c1" not in plain(picture(board, right))


def test_hints_that_do_not_fit_each_other_are_marked_on_the_unsolved_board() -> None:
    pieces = ((0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 2, 1))
    held = EternityBoard("Held", 2, 2, pieces, 0, (HintPiece(1, 1, 1, 3), HintPiece(1, 2, 3, 0)))
    shown = plain(picture(held, None))
    assert "r1  │· 1  1≠2 3  ·│" in shown
    assert "The sides differ: 1 of 4 joints." in shown and "r1c1-r1c2: 1 and 2" in shown


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(1, 2), (3, 4), (4, 12)]),
    hints=st.integers(0, 2),
    seed=st.integers(0, 10**6),
    missing=st.integers(0, 3),
)
def test_the_picture_has_just_the_joints_that_the_asp_judge_finds_cut(
    size: tuple[int, int], hints: int, seed: int, missing: int
) -> None:
    board, _ = edge_board(*size, 3, seed, framed=size[0] > 1, hints=hints)
    mixed = arranged(board, seed)
    verdict = judged(board, mixed)
    assert verdict
    steps = {"E": (0, 1), "S": (1, 0)}
    drawn = picture(board, mixed)
    tiles = [tile for panel in drawn.panels for tile in panel.tiles if tile.cell]
    marked = {
        (tile.cell, (tile.row + steps[side][0], tile.column + steps[side][1]))
        for tile in tiles
        for side in tile.broken
        if side in steps
    }
    assert marked == verdict[2]
    opposite = {"W": (0, -1), "N": (-1, 0)}
    assert marked == {
        ((tile.row + opposite[side][0], tile.column + opposite[side][1]), tile.cell)
        for tile in tiles
        for side in tile.broken
        if side in opposite
    }
    text = plain(drawn)
    assert (f"The sides differ: {len(marked)} of {board.joints} joint" in text) == bool(marked)
    assert len(re.findall(r"r\d+c\d+-r\d+c\d+: ", text)) in (
        {len(marked)} if len(marked) < 31 else {0}
    )
    assert max(map(len, text.splitlines())) <= 80
    partly = EternitySolution(mixed.placements[missing:])
    assert plain(picture(board, partly)).count("≠≠≠") <= text.count("≠≠≠")


@pytest.mark.parametrize(("hints", "last"), [(0, 8), (5, 6)])
def test_a_joint_that_is_cut_between_two_panels_is_marked_in_both(hints: int, last: int) -> None:
    board, hidden = edge_board(16, 16, 17, 3, rim_colours=5, hints=hints)
    placements = list(hidden.placements)
    for p in [p for p in hidden.placements if p.row == 8 and p.column in (last, last + 1)]:
        placements[placements.index(p)] = replace(p, turns=(p.turns + 1) % 4)
    text = plain(picture(board, EternitySolution(tuple(placements))))
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert f"r8c{last}-r8c{last + 1}: " in text and f"columns 1 to {last}" in lines
    before, behind = [line for line in lines if re.match(r" +r8 ", line) and BROKEN in line][:2]
    assert before.endswith(BROKEN) and re.match(f" +r8 +{BROKEN}", behind)


@pytest.mark.parametrize("hints", [0, 5])
def test_a_large_board_with_cut_joints_is_drawn_once_more_whole(hints: int) -> None:
    board, hidden = edge_board(16, 16, 17, 3, rim_colours=5, hints=hints)
    wrong = arranged(board, 1)
    text = plain(picture(board, wrong))
    whole = text.partition("the whole board, without colours\n")[2].splitlines()
    cut = {
        (tile.cell, side)
        for tile in picture(board, wrong).panels[-1].tiles
        for side in tile.broken & {"S", "E"}
    }
    assert len(cut) == 480 - measure(board, wrong).score
    assert sum(line.count("≠≠≠") for line in whole[:34]) == sum(side == "S" for _, side in cut)
    assert "the whole board" not in plain(picture(board, hidden))


@pytest.mark.parametrize("columns", [7, 8, 15, 17, 20, 23])
@pytest.mark.parametrize("turns", [0, 2])
def test_every_part_of_a_wide_board_shows_colours_within_80_columns(
    columns: int, turns: int
) -> None:
    """With and without cut joints; there are brackets around the hint."""
    board, hidden = edge_board(5, columns, 9, 1, rim_colours=4, hints=1)
    turned_one = [replace(p, turns=(p.turns + turns) % 4) for p in hidden.placements]
    lines = plain(picture(board, EternitySolution(tuple(turned_one)))).splitlines()
    assert max(map(len, lines)) <= 80
    rims = sum(line.count("·") for line in lines if not line.startswith(("a (frame", " ·  frame")))
    assert rims == 2 * (5 + columns)


# The judge as a search

CHOICE = """
{ place(R, C, P, T) : face(P, T, _, _, _, _) } = 1 :- cell(R, C).
#minimize { 1, R, C, R', C' : cut(R, C, R', C') }.
"""
"""With these rules the judge finds the best boards, and proves that there are none better."""


def proved(board: EternityBoard) -> int:
    """The highest score of a small board."""
    control = clingo.Control(
        ["--configuration=trendy", "--opt-strategy=usc"], logger=lambda _code, _words: None
    )
    control.load(str(best_program(PUZZLE)))
    control.add("base", [], pp.facts(board) + CHOICE)
    control.ground([("base", [])])
    scores = []

    def keep(model: clingo.Model) -> None:
        (atom,) = [atom for atom in model.symbols(shown=True) if atom.name == "score"]
        scores.append(atom.arguments[0].number)

    assert control.solve(on_model=keep).exhausted
    return max(scores)


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 4), (4, 6), (5, 5)])
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
def test_the_search_reaches_the_score_that_clingo_proves_the_highest(
    size: tuple[int, int], seed: int
) -> None:
    """Every second piece is flipped, so that the boards have no answer."""
    pytest.importorskip("numba")
    pieces = list(edge_board(*size, sum(size) // 2, seed)[0].pieces)
    for index in range(1, len(pieces), 2):
        u, r, d, left = pieces[index]
        pieces[index] = u, left, d, r
    board = EternityBoard("Flipped", *size, tuple(pieces), 0)
    highest = proved(board)
    questions = iter(range(5000))
    request = BestRequest[EternitySolution](late=lambda: next(questions, None) is None)
    for found in start(board, request):
        answer = Answer(PUZZLE, board, found.symbols)
        assert measure(board, answer.solution).score == found.score <= highest < board.joints
        if found.score == highest:
            return
    pytest.fail(f"no board with the score {highest}")


# What a board with cut joints becomes outside


def test_check_names_the_rules_that_a_board_of_many_cut_joints_breaks_and_cuts_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, _ = edge_board(8, 8, 5, 1, rim_colours=3)
    mixed = arranged(board, 1)
    (tmp_path / "board.txt").write_text(PUZZLE.format(board), encoding="utf-8")
    (tmp_path / "mixed.txt").write_text(viewer(board, mixed), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("board.txt", "mixed.txt")]
    number = len(verify(board, mixed))
    more = f"  And {number - 30} more; check --json has all."
    for command in ("check", "draw"):
        assert run([command, "eternity", *files]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert sum("The sides at " in line for line in lines) == 30
        assert lines[-1] == more
    assert run(["check", "eternity", *files, "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["broken"]) == number


def test_check_says_the_score_of_a_board_that_keeps_the_strict_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board: EternityBoard = pp.load("eternity", "document_3x3")
    wrong = turned_middle(board, 3)
    file = tmp_path / "board.txt"
    words = ["check", "eternity", "document_3x3", str(file)]
    for solution, score in ((turned_middle(board, 0), 12), (wrong, 10)):
        file.write_text(viewer(board, solution), encoding="utf-8")
        run(words)
        first = capsys.readouterr().out.splitlines()[0]
        mixed = "breaks a rule; 10 of 12 joints match, and all other rules hold"
        assert first == f"answer 1: {'all rules hold' if score == 12 else mixed}"
        run([*words, "--json"])
        value = json.loads(capsys.readouterr().out)
        assert (value["score"], value["of"], len(value["broken"])) == (score, 12, 12 - score)
    corner = replace(wrong.placements[0], turns=(wrong.placements[0].turns + 1) % 4)
    file.write_text(
        viewer(board, EternitySolution((corner, *wrong.placements[1:]))), encoding="utf-8"
    )
    run(words)
    assert capsys.readouterr().out.startswith("answer 1: breaks a rule\n")
    run([*words, "--json"])
    value = json.loads(capsys.readouterr().out)
    assert (value["score"], value["of"]) == (None, 12)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    size=st.sampled_from([(2, 2), (3, 4), (5, 3)]),
    framed=st.booleans(),
    hints=st.integers(0, 2),
    seed=st.integers(0, 10**6),
)
def test_a_link_shows_a_board_with_cut_joints_as_it_is(
    size: tuple[int, int], framed: bool, hints: int, seed: int
) -> None:
    board, _ = edge_board(*size, 3, seed, framed=framed, hints=hints)
    mixed = arranged(board, seed)
    link = viewer(board, mixed)
    assert read(board, link) == read(board, board_edges(board, mixed)) == [mixed]
    again = PUZZLE.parse(link, "link")[""]
    assert (again.rows, again.columns) == (board.rows, board.columns)
    assert sorted(again.as_kind(h.piece, h.turns)[0] for h in again.hints) == sorted(
        board.as_kind(h.piece, h.turns)[0] for h in board.hints
    )
    (same,) = read(again, link)
    if again.frame == board.frame:
        assert measure(again, same) == measure(board, mixed)
