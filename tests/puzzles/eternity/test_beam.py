"""The beam search: legal boards with the right score, hints, determinism, memory, time."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyasp_puzzles.boards.optimiser import BestRequest, BestSearch, Improvement
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.optimising.board import MOST_RUNS
from pyasp_puzzles.puzzles.eternity.beam import start
from pyasp_puzzles.puzzles.eternity.generate import cut
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece, turned

pytest.importorskip("numba")


def best(board: EternityBoard, *, until: int = 3, **asked: Any) -> list[Improvement]:
    """The improvements of a search until so many runs have ended."""
    started: list[BestSearch] = []
    request: BestRequest[Any] = BestRequest(late=lambda: started[0].runs >= until, **asked)
    started.append(start(board, request))
    return list(started[0])


def looks(board: EternityBoard, found: Improvement) -> dict[tuple[int, int], tuple[int, ...]]:
    """The sides of the piece on each cell, after a check of everything but the joints."""
    placed = [[argument.number for argument in symbol.arguments] for symbol in found.symbols]
    kinds = Counter(kind for *_, kind, _ in placed)
    assert kinds == Counter(board.as_kind(n + 1, 0)[0] for n in range(len(board.pieces)))
    sides = {(r, c): turned(board.pieces[kind - 1], turns) for r, c, kind, turns in placed}
    assert len(placed) == len(sides) == board.rows * board.columns
    lying = {(r, c): (kind, turns) for r, c, kind, turns in placed}
    for hint in board.hints:
        assert lying[hint.row, hint.column] == board.as_kind(hint.piece, hint.turns)
    for (r, c), look in sides.items():
        rim = (r == 1, c == board.columns, r == board.rows, c == 1)
        if board.frame is not None:
            assert rim == tuple(side == board.frame for side in look)
    return sides


def joints(board: EternityBoard, found: Improvement) -> int:
    """The joints that match."""
    sides = looks(board, found)
    across = ((1, sides[cell], sides.get((cell[0], cell[1] + 1))) for cell in sides)
    down = ((2, sides[cell], sides.get((cell[0] + 1, cell[1]))) for cell in sides)
    pairs = [(side, a, b) for each in (across, down) for side, a, b in each if b]
    assert len(pairs) == board.joints
    return sum(a[side] == b[(side + 2) % 4] for side, a, b in pairs)


def legal(board: EternityBoard, **asked: Any) -> list[Improvement]:
    """The improvements of the first runs, each checked."""
    found = best(board, **asked)
    assert [joints(board, each) for each in found] == [each.score for each in found]
    assert [each.score for each in found] == sorted({each.score for each in found})
    return found


@st.composite
def boards(draw: st.DrawFn) -> EternityBoard:
    """Small boards, also of one row, without a frame, with copies, hints, and no answer."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    framed, random = draw(st.booleans()), Random(draw(st.integers(0, 999)))
    pieces, placed = cut(
        random, rows, columns, draw(st.integers(1, 4)), draw(st.integers(0, 2)), framed
    )
    if draw(st.booleans()):  # a side in another colour: some joints cannot match
        changed = [
            tuple(random.choice((side, 9)) if side else 0 for side in piece) for piece in pieces
        ]
        pieces = tuple(changed)  # type: ignore[arg-type]
    hints = tuple(sorted(placed[: draw(st.integers(0, len(placed)))]))
    return EternityBoard("Board", rows, columns, pieces, 0 if framed else None, hints)


@given(board=boards(), seed=st.integers(0, 2**31 - 1))
@settings(max_examples=40, deadline=None)
def test_boards_of_the_search_keep_the_strict_rules_and_have_the_score_that_it_says(
    board: EternityBoard, seed: int
) -> None:
    found = legal(board, seed=seed)
    assert found


@given(st.integers(0, 999))
@settings(max_examples=10, deadline=None)
def test_hints_that_do_not_match_each_other_cost_breaks(seed: int) -> None:
    random = Random(seed)
    pieces, _ = cut(random, 3, 4, 3, 0, False)
    cells = [(r, c) for r in range(1, 4) for c in range(1, 5)]
    hints = [
        HintPiece(*cell, piece, random.randrange(4))
        for piece, cell in enumerate(random.sample(cells, 8), start=1)
    ]
    board = EternityBoard("Hints", 3, 4, pieces, None, tuple(sorted(hints)))
    assert legal(board)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (6, 1), (2, 2), (2, 7), (7, 3)])
@pytest.mark.parametrize("framed", [True, False])
def test_a_board_of_one_colour_gets_the_full_score(rows: int, columns: int, framed: bool) -> None:
    pieces, _ = cut(Random(1), rows, columns, 1, 0, framed)
    board = EternityBoard("Plain", rows, columns, pieces, 0 if framed else None)
    search = start(board, BestRequest())
    assert [found.score for found in search][-1] == board.joints
    assert search.optimal


def test_a_board_that_is_full_already_is_not_searched() -> None:
    search = start(e2_like(6), BestRequest(known_score=e2_like(6).joints))
    assert list(search) == [] and search.optimal and search.runs == 0


def e2_like(side: int, seed: int = 1) -> EternityBoard:
    """A board with about as many colours for its size as Eternity II."""
    pieces, _ = cut(Random(seed), side, side, side + 1, 5, True)
    return EternityBoard("Generated", side, side, pieces)


def test_a_board_of_256_pieces_gets_almost_all_joints() -> None:
    board = e2_like(16)
    scores = [found.score for found in legal(board, until=2)]
    assert scores[-1] >= 450


def test_the_same_seed_finds_the_same_boards_and_another_seed_others() -> None:
    one, same, other = (best(e2_like(8), seed=seed, until=2) for seed in (1, 1, 2))
    assert one == same
    assert one[0] != other[0]


def test_any_number_of_cores_finds_the_same_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """All parts of a level are used, in one thread or three."""
    from pyasp_puzzles.puzzles.eternity.search import beaming

    monkeypatch.setattr(beaming, "CHUNK", 16)
    monkeypatch.setattr(beaming, "cores", lambda: 1)
    one = best(e2_like(8), until=3)
    monkeypatch.setattr(beaming, "cores", lambda: 3)
    assert best(e2_like(8), until=3) == one


def test_ended_runs_are_left_out_when_a_search_goes_on() -> None:
    board = e2_like(8)
    first = best(board, until=2)
    rest = best(board, until=4, runs=2, known_score=first[-1].score)
    assert first + rest == best(board, until=4)


def test_hints_are_kept_in_all_turns_of_the_board() -> None:
    pieces, placed = cut(Random(3), 6, 6, 7, 3, True)
    board = EternityBoard("Hints", 6, 6, pieces, 0, tuple(sorted(placed[:6])))
    for runs in range(4):
        assert legal(board, until=runs + 1, runs=runs)


def test_the_first_board_comes_although_the_time_is_over() -> None:
    search = start(e2_like(10), BestRequest(late=lambda: True, left=lambda: 0.0))
    (found,) = search
    assert joints(e2_like(10), found) == found.score


def test_a_search_whose_time_is_over_ends_within_a_level() -> None:
    calls = count()
    found = list(start(e2_like(10), BestRequest(late=lambda: next(calls) >= 50)))
    assert found and all(joints(e2_like(10), each) == each.score for each in found)
    assert next(calls) < 60


@pytest.mark.parametrize("memory", [1, 2_000_000, 20_000_000])
def test_the_memory_of_a_search_is_capped(memory: int) -> None:
    request: BestRequest[Any] = BestRequest(memory=memory, late=lambda: search.runs >= 5)
    search = start(e2_like(8), request)
    assert list(search)
    least = 1_000_000  # the tables, and a beam of one state
    assert search.memory <= max(memory, least)


def test_a_board_that_cannot_have_a_right_frame_is_refused() -> None:
    pieces, _ = cut(Random(1), 3, 3, 2, 0, True)
    board = EternityBoard("No corner", 3, 3, ((1, 1, 1, 1), *pieces[1:]))
    with pytest.raises(PuzzleError, match="no board has a right frame"):
        start(board, BestRequest())


def test_a_hint_against_the_frame_is_refused() -> None:
    pieces, placed = cut(Random(1), 3, 3, 2, 0, True)
    hint = next(hint for hint in placed if (hint.row, hint.column) == (1, 1))
    board = EternityBoard("Turned", 3, 3, pieces, 0, (hint._replace(turns=(hint.turns + 1) % 4),))
    with pytest.raises(PuzzleError, match="the hint at row 1, column 1 does not fit the frame"):
        start(board, BestRequest())


def test_many_colours_and_many_cells_fit_into_the_fields_of_a_state() -> None:
    random = Random(1)
    pieces = tuple(tuple(random.randrange(1000) for _ in range(4)) for _ in range(300))
    many = EternityBoard("Colours", 20, 15, pieces, None)  # type: ignore[arg-type]
    alike = EternityBoard("Alike", 12, 12, ((5, 5, 5, 5),) * 144, None)
    assert legal(many, until=1) and legal(alike, until=1)[-1].score == alike.joints


def test_a_board_whose_states_are_worth_very_much_or_little_keeps_some_of_each_level() -> None:
    pieces = tuple(tuple(Random(k).randrange(1000) for _ in range(4)) for k in range(300))
    board = EternityBoard("Colours", 20, 15, pieces, None)  # type: ignore[arg-type]
    assert legal(board, until=1, seed=7)


def test_the_width_stays_a_small_number_after_any_number_of_runs_that_a_file_tells_of() -> None:
    from pyasp_puzzles.puzzles.eternity.beam import width_of

    assert width_of(MOST_RUNS).bit_length() < 64


@pytest.mark.parametrize("cold", [True, False])
def test_the_first_run_of_best_says_on_standard_error_that_it_compiles(
    cold: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pyasp_puzzles.puzzles.eternity.beam.cold", lambda _kernel: cold)
    assert run(["best", "eternity", "document_3x3"]) == 0
    told = capfd.readouterr()
    line = "document_3x3: compiles the search, once on this machine; this takes some seconds\n"
    assert told.err.startswith(line) == cold
    assert "compiles" not in told.out + told.err.removeprefix(line)
