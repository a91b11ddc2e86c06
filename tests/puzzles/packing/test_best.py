"""The best packing: optima against brute force, scores and pictures in every kind of space."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from polyforms import placings, small_boards
from random_boards import box

import pyasp_puzzles as pp
from pyasp_puzzles.boards.optimiser import BestRequest
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.puzzles.packing import PUZZLE
from pyasp_puzzles.puzzles.packing.best import OPTIMISER, Scores, first_filling
from pyasp_puzzles.puzzles.packing.cells import space
from pyasp_puzzles.puzzles.packing.geometry import Point
from pyasp_puzzles.puzzles.packing.givens import GivenPiece
from pyasp_puzzles.puzzles.packing.instance import PackingBoard, Piece
from pyasp_puzzles.puzzles.packing.placements import (
    PackingSolution,
    PolyformPlaced,
    PolyformPlacement,
)

DOMINO = ((0, 0, 0), (0, 1, 0))
ANGLE = ((0, 0, 0), (0, 1, 0), (1, 0, 0))
STRAIGHT = ((0, 0, 0), (0, 1, 0), (0, 2, 0))
CROSS = ((1, 1, 0), (0, 1, 0), (1, 0, 0), (2, 1, 0), (1, 2, 0))


def squares(cells: Any, *pieces: Piece, **more: Any) -> PackingBoard:
    return PackingBoard("Board", "square", "reflections", tuple(sorted(cells)), pieces, **more)


def without(cells: Any, *holes: tuple[int, int]) -> list[Point]:
    return [cell for cell in cells if cell[:2] not in holes]


def highest(instance: PackingBoard) -> int | None:
    """The highest score by trying all choices; ``None`` where no board keeps the strict rules."""
    needed = frozenset(instance.cells) - frozenset(instance.optional)
    every = placings(instance)
    laid = {(given.piece, frozenset(given.cells)) for given in instance.given}
    best: int | None = None

    def go(at: int, covered: frozenset[Point], used: dict[str, int]) -> None:
        nonlocal best
        if at == len(every):
            score = len(covered & needed)
            least = all(used.get(p.name, 0) >= p.least for p in instance.pieces)
            if score < len(needed) or least:
                best = max(score, -1 if best is None else best)
            return
        name, cells = every[at]
        most = next(piece.most for piece in instance.pieces if piece.name == name)
        if not cells & covered and used.get(name, 0) < most:
            go(at + 1, covered | cells, {**used, name: used.get(name, 0) + 1})
        if every[at] not in laid:
            go(at + 1, covered, used)

    go(0, frozenset(), {})
    return best


# Optima


@pytest.mark.parametrize(
    ("instance", "score"),
    [
        pytest.param(
            squares(without(box(n, n), (1, 1), (n, n)), Piece("D", DOMINO, n * n // 2 - 1, 99)),
            n * n - 4,
            id=f"chessboard of side {n} without two opposite corners",
        )
        for n in (4, 6, 8)
    ]
    + [
        pytest.param(squares(box(3, 3), Piece("L", ANGLE, 3, 3)), 6, id="three angles in 3x3"),
        pytest.param(squares(box(6, 6), Piece("X", CROSS, 0, 8)), 20, id="crosses in 6x6"),
        pytest.param(squares(box(5, 5), Piece("I", STRAIGHT, 0, 9)), 24, id="straights in 5x5"),
        pytest.param(squares(box(2, 2), Piece("I", STRAIGHT, 0, 2)), 0, id="nothing fits"),
    ],
)
def test_a_known_optimum_is_found_and_proved(instance: PackingBoard, score: int) -> None:
    boards = pp.best(instance, seed=1)
    *_, last = boards
    assert (last.score, boards.optimal) == (score, True)


def test_the_crosses_that_fit_are_counted_by_an_independent_search() -> None:
    assert highest(squares(box(6, 6), Piece("X", CROSS, 0, 8))) == 20


def test_the_best_score_is_that_of_brute_force() -> None:
    for instance in small_boards(60, 7):
        expected, full = highest(instance), OPTIMISER.most(instance)
        boards = pp.best(instance, seed=1)
        scores = [None, *(board.score for board in boards)]
        assert (scores[-1], boards.optimal) == (expected, True)
        answers = list(pp.solve(instance, limit=3))
        assert bool(answers) == (expected == full), "the full score is that of an answer"
        for answer in answers:
            scored = OPTIMISER.measure(instance, answer.solution)
            assert (scored.broken, scored.score) == ((), full)
        needed = len(instance.cells) - len(instance.optional)
        for score in range(-1, 8):
            above = Scores(instance).above(score)
            if expected is not None and expected > score:
                assert above is not None and score < above <= expected
            assert above is None or score < above <= needed
        for seed in range(6):
            first = first_filling(instance, seed, lambda: False)
            if first is not None:
                scored = OPTIMISER.measure(instance, PUZZLE.decode(instance, first[0]))
                assert (scored.broken, scored.score) == ((), first[1])


def test_scores_are_sums_of_the_sizes_of_pieces_without_cells_that_nothing_covers() -> None:
    board = squares(without(box(4, 4), (1, 2), (2, 1)), Piece("X", CROSS, 0, 9))
    scores = Scores(board)  # a cross covers no corner: 10 of the 14 cells are left
    assert [scores.above(score) for score in (-1, 0, 4, 5, 10)] == [0, 5, 5, 10, None]


# The search


def test_a_search_that_knows_the_optimum_proves_it_and_finds_no_board() -> None:
    instance = pp.load("packing", "straights_6x6")
    *_, best = pp.best(instance)
    request = BestRequest(seed=1, known=best.answer.solution, known_score=32)
    search = OPTIMISER.start(instance, request)
    assert (list(search), search.optimal) == ([], True)


def test_a_search_whose_memory_is_too_small_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    grows = count(0, 1_000_000)  # the real size of a large process may shrink meanwhile
    monkeypatch.setattr(
        "pyasp_puzzles.engines.optimising.by_clingo.resident_bytes", lambda: next(grows)
    )
    instance = pp.load("packing", "hexagonal_cylinder")
    boards = pp.best(instance, memory=1)
    assert [board.found_by for board in boards] == ["first fit"]
    assert (boards.reason, boards.optimal) == ("memory limit", False)


def test_where_the_given_pieces_cover_all_but_others_must_be_used_there_is_no_board() -> None:
    instance = squares(
        box(1, 4),
        Piece("D", DOMINO, 1, 2),
        Piece("O", ((0, 0, 0),), 1, 2),
        given=tuple(GivenPiece("D", ((1, c, 0), (1, c + 1, 0))) for c in (1, 3)),
    )
    boards = pp.best(instance)
    assert (list(boards), boards.optimal, boards.reason) == ([], True, "optimal")


# The measure


def test_the_measure_names_each_strict_rule() -> None:
    instance = squares(
        box(2, 4),
        Piece("D", DOMINO, 0, 2),
        Piece("O", ((0, 0, 0),), 1, 4),
        given=(GivenPiece("D", ((1, 1, 0), (1, 2, 0))),),
    )

    def broken(*placements: PolyformPlacement) -> tuple[str, ...]:
        return OPTIMISER.measure(instance, PackingSolution(placements)).broken

    def domino(row: int, column: int) -> PolyformPlacement:
        (found,) = PUZZLE.decode(instance, [PolyformPlaced("D", 1, row, column, 0)]).placements
        return found

    def one(row: int, column: int) -> PolyformPlacement:
        return PolyformPlacement("O", 1, (row, column, 0), ((row, column, 0),))

    laid = domino(1, 1)
    assert broken(laid) == ()
    assert broken() == ("Piece D is given on r1c1 and r1c2: it lies elsewhere.",)
    assert broken(laid, one(1, 2)) == ("At most one piece covers r1c2: 2 do.",)
    assert broken(laid, one(3, 1)) == ("Every piece lies inside the space: r3c1 is no cell of it.",)
    assert broken(laid, domino(1, 3), domino(2, 1)) == (
        "Piece D is used 0 to 2 times: it is used 3 times.",
    )
    assert broken(laid, replace(one(2, 1), cells=((2, 1, 0), (2, 2, 0))))[0].startswith(
        "Every piece keeps its shape: O in orientation 1"
    )
    assert broken(laid, replace(one(2, 1), piece="Q")) == (
        "Every piece belongs to the instance: Q does not.",
    )


def test_a_piece_may_be_left_out_as_long_as_a_cell_is_empty() -> None:
    pieces = (Piece("D", DOMINO, 0, 2), Piece("O", ((0, 0, 0),), 1, 4))
    instance = squares(box(1, 4), *pieces)
    one, two = PUZZLE.decode(instance, [PolyformPlaced("D", 1, 1, c, 0) for c in (1, 3)]).placements
    assert OPTIMISER.measure(instance, PackingSolution((one,))).broken == ()
    assert OPTIMISER.measure(instance, PackingSolution((one, two))).broken == (
        "Piece O is used 1 to 4 times: it is used 0 times.",
    )


# Pictures and the program


@pytest.mark.parametrize(
    ("lattice", "words", "blocks"),
    [
        ("square", "3x3", ANGLE),
        ("cubic", "2x2x2", ((0, 0, 0), (0, 1, 0), (0, 0, 1))),
        ("hexagonal", "triangle3", ((0, 0, 0), (1, 0, 0), (0, 1, 0))),
        ("hexprism", "2x2x2", ((0, 0, 0), (1, 0, 0), (0, 0, 1))),
        ("triangular", "triangle3", ((1, 1, 0), (2, 2, 0), (4, 1, 0))),
        ("triprism", "triangle2x2", ((1, 1, 0), (2, 2, 0), (1, 1, 1))),
    ],
)
def test_each_empty_cell_is_drawn_in_every_kind_of_space(
    lattice: str, words: str, blocks: tuple[Point, ...]
) -> None:
    cells = space(lattice, words)
    assert cells
    piece = Piece("P", blocks, 0, len(cells))
    instance = PackingBoard("Board", lattice, "none", cells, (piece,), optional=cells[:1])
    atoms, score = first_filling(instance, 1, lambda: False) or ((), -1)
    drawing = plain(OPTIMISER.picture(instance, PUZZLE.decode(instance, atoms[:1])))
    (placement,) = PUZZLE.decode(instance, atoms[:1]).placements
    left = set(cells[1:]) - set(placement.cells)
    assert left and score > 0
    body, legend = drawing.split(f"{len(left)} cells drawn □ ")
    assert legend.startswith("are empty.\n") and body.count("□") == len(left)
    assert f"Pieces left: P x{piece.most - 1}." in legend
    assert ("A cell drawn + is empty." in drawing) == (cells[0] not in placement.cells)


def test_a_full_board_is_drawn_like_an_answer() -> None:
    instance = pp.load("packing", "slothouber_graatsma")
    answer = next(pp.solve(instance, limit=1))
    assert plain(OPTIMISER.picture(instance, answer.solution)) == str(answer)


def rules(text: str) -> Iterator[str]:
    """The definitions of a program from ``least`` to ``covers``, without comments."""
    program = re.sub(r"^%.*\n", "", text, flags=re.M)
    for name in ("least", "tried", "sticks_out", "fits", "covers"):
        found = re.search(rf"^{name}\(.*?\.\n", program, flags=re.M | re.S)
        assert found, name
        yield found[0]


def test_both_programs_define_placements_in_the_same_words() -> None:
    folder = program_folder()
    texts = [(folder / name).read_text("utf-8") for name in ("packing.lp", "best/packing.lp")]
    assert list(rules(texts[0])) == list(rules(texts[1]))
