"""The compiled scan of a board: the answers of the ASP program, in all its forms, and its ends."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from random_boards import random_boards
from shipped_boards import edge_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import TASKS
from pyasp_puzzles.core.errors import MisfitError, PuzzleError
from pyasp_puzzles.engines import scan as scan_module
from pyasp_puzzles.engines.encoding import ScanRequest
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.scan import ScanSearch
from pyasp_puzzles.engines.search import Cube
from pyasp_puzzles.puzzles.eternity.generate import cut
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard, HintPiece, turned
from pyasp_puzzles.puzzles.eternity.scan import rows
from pyasp_puzzles.puzzles.eternity.search.board import (
    NumberedBoard,
    Wishes,
    expected_nodes,
    matching_pieces,
    plan,
)

pytest.importorskip("numba")

Answer = frozenset[str]


def answers(board: EternityBoard, engine: str = "scan", **options: object) -> list[Answer]:
    search = start_search(make_job(board, engine, **options))  # type: ignore[arg-type]
    found = [frozenset(map(str, symbols)) for symbols in search]
    assert search.exhausted
    return found


def scanned(board: EternityBoard) -> ScanSearch:
    search = start_search(make_job(board, "scan", task="count"))
    assert isinstance(search, ScanSearch)
    return search


@pytest.mark.parametrize("seed", range(4))
def test_a_search_that_is_split_finds_each_answer_once(seed: int) -> None:
    """Runs are split again and again, at random places."""
    rng = Random(seed)
    for board in islice(random_boards("eternity", seed), 12):
        expected = answers(board)
        if len(expected) > 2000:
            continue
        whole = rows(board, "").start(ScanRequest(listed=1000))
        runs, found, halved = [whole], list[Answer](), 0
        while open_runs := [run for run in runs if not run.exhausted]:
            run = rng.choice(open_runs)
            run.advance(rng.randint(1, 40))
            found += (frozenset(map(str, symbols)) for symbols in run.taken())
            if rng.random() < 0.3 and (half := run.split()):
                runs.append(half)
                halved += 1
        assert len(found) == len(set(found)) == sum(run.found for run in runs)
        assert set(found) == set(expected)
        assert halved or whole.nodes < 200


@pytest.mark.parametrize("seed", range(4))
def test_a_count_that_is_split_counts_each_answer_once(seed: int) -> None:
    """By lists, and by words where a board has few kinds; the nodes are the same, too."""
    rng, by_words = Random(seed), 0
    coloured = [edge_board(5, 5, 7, 4 * seed + n, rim_colours=4)[0] for n in range(4)]
    for board in [*islice(random_boards("eternity", seed), 12), *coloured]:
        listed = rows(board, "").start(ScanRequest(listed=3000))
        while not listed.exhausted:
            listed.advance(1000)
        runs = [rows(board, "").start(ScanRequest(seed=seed))]
        by_words += any(part.words for part in runs[0]._parts)  # type: ignore[attr-defined]
        while open_runs := [run for run in runs if not run.exhausted]:
            run = rng.choice(open_runs)
            run.advance(rng.randint(1, 30))
            if rng.random() < 0.3 and (half := run.split()):
                runs.append(half)
        assert sum(run.found for run in runs) == listed.found
        assert sum(run.nodes for run in runs) == listed.nodes
    assert by_words > 0


def test_threads_share_the_tree() -> None:
    board, _ = edge_board(6, 6, 5, 1, rim_colours=3)
    looking = [start_search(make_job(board, "scan", threads=n, task="count")) for n in (1, 3)]
    one, three = ((search.count(), search.nodes) for search in looking)
    assert one == three
    assert one[1] > 1000


@pytest.mark.parametrize("seed", range(6))
def test_a_random_board_has_the_answers_of_the_program_each_once(seed: int) -> None:
    for board in islice(random_boards("eternity", seed), 12):
        if pp.count(board, engine="asp").answers > 2000:
            continue
        found = answers(board)
        assert len(set(found)) == len(found) == int(pp.count(board, engine="scan"))
        assert set(found) == set(answers(board, "asp"))
        if board.anchor or len(board.rotations) == 1:
            assert set(answers(board, symmetry=True)) == set(answers(board, "asp", symmetry=True))


@pytest.mark.parametrize("name", ["document_3x3", "framed_4x4", "framed_4x6"])
def test_the_images_of_the_classes_are_all_answers(name: str) -> None:
    board, puzzle = pp.load("eternity", name), pp.find_puzzle("eternity")
    assert puzzle.symmetries
    group = puzzle.symmetries
    everything = {answer.solution for answer in pp.solve(board, engine="scan")}
    classes = [answer.solution for answer in pp.solve(board, engine="scan", symmetry=True)]
    orbits = [group.orbit(board, solution) for solution in classes]
    assert sum(map(len, orbits)) == len(everything)
    assert frozenset().union(*orbits) == everything


def test_a_board_without_an_anchor_has_no_classes_here_and_auto_goes_on() -> None:
    board = EternityBoard(
        "dominoes", 2, 2, ((0, 1, 0, 1), (0, 1, 0, 1), (1, 1, 1, 1), (0, 0, 0, 0))
    )
    board = replace(board, frame=None)
    assert board.anchor is None
    with pytest.raises(MisfitError, match="no piece that all rotations turn"):
        answers(board, symmetry=True)
    assert answers(board, "auto", symmetry=True) == answers(board, "asp", symmetry=True)


@pytest.mark.parametrize("symmetry", [False, True])
def test_cubes_have_the_answers_of_the_whole_board(symmetry: bool) -> None:
    board = pp.load("eternity", "framed_4x6")
    search = start_search(make_job(board, "scan", symmetry=symmetry), keep=True)
    assert isinstance(search, ScanSearch)
    found: list[Answer] = []
    for cube in [*pp.cubes(board, 12, symmetry=symmetry), Cube(("nothing_that_is_ever_shown",))]:
        search.within = cube
        within = search.count(each=lambda atoms: found.append(frozenset(map(str, atoms))))
        assert within == search.count()
        assert search.exhausted
    assert len(found) == len(set(found))
    assert set(found) == set(answers(board, "asp", symmetry=symmetry))


def test_a_cube_with_a_false_atom_lacks_just_the_answers_with_it() -> None:
    board = pp.load("eternity", "document_3x3")
    everything = answers(board)
    atom = min(everything[0])
    search = scanned(board)
    search.within = Cube((), (atom,))
    assert search.count() == sum(1 for answer in everything if atom not in answer)


def test_a_count_in_processes_with_a_store_agrees_with_a_count_in_one(tmp_path: Path) -> None:
    board = pp.load("eternity", "document_3x3")
    store = tmp_path / "answers"
    found = pp.count(board, engine="scan", processes=2, store=store)
    assert (found.answers, found.exhausted, found.engine) == (16, True, "scan")
    assert pp.count(board, engine="scan", store=store).answers == 16


def test_a_limit_ends_in_the_middle_of_the_images_of_an_answer() -> None:
    board = pp.load("eternity", "document_3x3")
    for limit in (1, 3, 16):
        search = start_search(make_job(board, "scan", limit=limit))
        assert len(list(search)) == limit
        assert (search.exhausted, search.reason) == (False, "limit")


def test_a_seed_changes_the_order_and_no_answer() -> None:
    board = pp.load("eternity", "framed_5x5")
    orders = [answers(board, seed=seed) for seed in range(4)]
    assert len({frozenset(order) for order in orders}) == 1
    assert len({tuple(order) for order in orders}) > 1
    assert answers(board, seed=2) == orders[2]


# Sizes


@pytest.mark.parametrize(
    ("rows", "columns", "colours", "framed"),
    [(16, 16, 600, True), (12, 9, 999, False), (4, 128, 999, True), (1, 256, 999, True)],
)
def test_a_large_board_with_many_colours_has_its_answer_found(
    rows: int, columns: int, colours: int, framed: bool
) -> None:
    pieces, _ = cut(Random(1), rows, columns, colours, 0, framed)
    board = EternityBoard("large", rows, columns, pieces, 0 if framed else None)
    answer = next(pp.solve(board, engine="scan", limit=1))  # verified, as every answer
    assert len(answer.symbols) == rows * columns


def test_a_board_full_of_hints_is_checked_and_each_piece_keeps_its_kind() -> None:
    pieces, placed = cut(Random(3), 16, 16, 99, 0, False)
    board = EternityBoard("told", 16, 16, pieces, None, tuple(sorted(placed)))
    assert len(answers(board)) == 1


# Ends


def numbered(board: EternityBoard) -> NumberedBoard:
    return NumberedBoard(board, Wishes())


def nodes(board: EternityBoard) -> float:
    search = scanned(board)
    assert (search.count(), search.exhausted) == (0, True)
    return search.statistics["nodes"]


def framed(rows: int, columns: int, seed: int = 1) -> EternityBoard:
    return edge_board(rows, columns, 3, seed, rim_colours=2)[0]


def test_counting_pieces_shows_at_once_that_a_board_has_no_answer() -> None:
    board = framed(6, 6)
    inner = next(i for i, piece in enumerate(board.pieces) if 0 not in piece)
    corner = next(i for i, piece in enumerate(board.pieces) if piece.count(0) == 2)
    (u, r, d, _), others = board.pieces[inner], board.pieces[:inner] + board.pieces[inner + 1 :]
    odd = replace(board, pieces=(*others, (u, r, d, 99)))
    assert numbered(odd).joints() is None
    five_corners = replace(board, pieces=(*others, board.pieces[corner]))
    assert nodes(odd) == nodes(five_corners) == 0
    # Too few joints of a colour that border pieces have towards the inside.
    lonely = tuple(
        tuple(9 if c == 3 and 0 in piece else c for c in piece) for piece in board.pieces
    )
    assert nodes(replace(board, pieces=lonely)) == 0  # type: ignore[arg-type]


def test_an_unframed_board_with_too_many_single_sides_has_no_answer_at_once() -> None:
    pieces = tuple((4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4) for i in range(9))
    assert nodes(EternityBoard("all different", 3, 3, pieces, None)) == 0


def test_hints_that_contradict_each_other_or_the_frame_are_refuted_at_once() -> None:
    pieces, placed = cut(Random(5), 6, 6, 4, 0, True)
    board = EternityBoard("hinted", 6, 6, pieces, 0)
    lies = {(hint.row, hint.column): hint for hint in placed}
    one, beside, below, corner = lies[3, 3], lies[3, 4], lies[4, 3], lies[1, 1]
    assert pp.count(replace(board, hints=(one, beside, below)), engine="scan").answers > 0

    def mismatched(hint: HintPiece, side: int) -> HintPiece:
        """The piece in a turn in which it has another colour on this side."""
        looks = [turned(pieces[hint.piece - 1], turns) for turns in range(4)]
        wrong = next(t for t in range(4) if looks[t][side] != looks[hint.turns][side])
        return hint._replace(turns=wrong)

    for hints in (
        (one, mismatched(beside, 3)),
        (one, mismatched(below, 0)),
        (mismatched(corner, 0),),
    ):
        assert nodes(replace(board, hints=tuple(sorted(hints)))) == 0


def test_a_flipped_board_is_refuted_by_a_search() -> None:
    assert nodes(pp.load("eternity", "flipped_4x4")) > 0
    answer = pp.solve(pp.load("eternity", "flipped_4x4"), engine="scan")
    assert list(answer) == []
    assert answer.status is pp.Status.UNSATISFIABLE


LONG = edge_board(8, 8, 5, 1, rim_colours=3)[0]
"""A board with more answers than anyone can count."""


def test_a_time_limit_keeps_what_was_found() -> None:
    found = pp.count(LONG, engine="scan", timeout=0.0)
    assert (found.answers, found.exhausted) == (0, False)
    assert found.reason.startswith("time limit")
    search = scanned(LONG)
    seen: list[int] = []

    def progress(number: int) -> None:
        seen.append(number)
        if len(seen) == 2:
            search.stop("enough")

    number = search.count(progress)
    assert (search.exhausted, search.reason) == (False, "enough")
    assert number == seen[-1] >= seen[0]


def test_ctrl_c_keeps_what_was_found() -> None:
    search, seen = scanned(LONG), []

    def interrupted(number: int) -> None:
        seen.append(number)
        if number:
            raise KeyboardInterrupt

    assert search.count(interrupted) == seen[-1] > 0
    assert (search.exhausted, search.reason) == (False, "interrupted")


def test_a_time_limit_ends_the_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    search, compiled = scanned(LONG), threading.Event()
    search.timeout = 0.01
    slow = replace(scan_module.scan_of(search._job), compile=lambda: compiled.wait(600))
    monkeypatch.setattr(scan_module, "scan_of", lambda job: slow)
    assert search.count() == 0
    assert search.reason == "time limit while compiling"
    compiled.set()


def test_chunks_change_nothing() -> None:
    from pyasp_puzzles.puzzles.eternity.search.scanning import BoardScan

    board = pp.load("eternity", "framed_5x5")
    whole = BoardScan(board, "", ScanRequest())
    whole.advance(10**9)
    assert whole.exhausted
    small = BoardScan(board, "", ScanRequest(listed=2))
    listed, calls = [], 0
    while not small.exhausted:
        small.advance(7)
        calls += 1
        listed += [frozenset(map(str, answer)) for answer in small.taken()]
    assert calls > 20
    assert (small.nodes, small.found) == (whole.nodes, whole.found)
    assert set(listed) == set(answers(board))
    assert len(listed) == whole.found


# auto


def test_auto_leaves_small_boards_to_clingo_and_says_why() -> None:
    small = pp.count(pp.load("eternity", "document_3x3"))
    assert small.engine.startswith("asp")
    assert "machine code" in small.remarks[0]
    assert pp.count(pp.load("eternity", "unframed_3x4")).engine == "scan"


COLOURFUL = ((12, 30, 5), (12, 35, 5), (14, 40, 8), (14, 50, 5))
"""Size, colours, colours along the rim: there clingo counts in seconds (measured/encodings)."""
OTHERS = ((7, 6, 3), (8, 10, 4), (10, 17, 5), (10, 30, 5), (12, 25, 5), (12, 30, 8), (16, 17, 5))
"""There the scan is the faster one, or neither ends soon."""


@pytest.mark.parametrize(
    ("size", "colours", "rim"),
    [*COLOURFUL, *OTHERS[:3], *(pytest.param(*x, marks=pytest.mark.slow) for x in OTHERS[3:])],
)
def test_auto_leaves_large_boards_with_very_many_colours_to_clingo(
    size: int, colours: int, rim: int
) -> None:
    board, _ = edge_board(size, size, colours, 1, rim_colours=rim)
    scan = rows(board, "")
    for task in TASKS:
        said = scan.why_not(task)
        assert "so many colours" in said if (size, colours, rim) in COLOURFUL else not said, task


def test_auto_says_why_it_leaves_a_colourful_board_to_clingo() -> None:
    board, _ = edge_board(12, 12, 35, 1, rim_colours=5)
    limits = (0.1 * 2**n for n in range(12))  # little time to search: only the choice is wanted
    counts = (pp.count(board, timeout=limit) for limit in limits)
    found = next(count for count in counts if count.remarks)
    assert found.engine.startswith("asp")
    assert "so many colours" in found.remarks[0]


def test_matching_pieces_are_counted_where_a_board_has_inner_pieces() -> None:
    inside = tuple((1, colour, 1, colour) for colour in (1, 1, 2, 2))  # 16 sides: 12 are 1, 4 are 2
    corner, edge = (0, 3, 3, 0), (0, 3, 1, 3)
    board = EternityBoard("", 4, 4, (*[corner] * 4, *[edge] * 8, *inside), 0)
    chance = (12 / 16) ** 2 + (4 / 16) ** 2
    assert matching_pieces(numbered(board)) == pytest.approx(4 * 4 * chance**2)
    assert matching_pieces(numbered(replace(board, frame=None))) == float("inf")
    assert matching_pieces(numbered(EternityBoard("", 2, 2, (corner,) * 4, 0))) == float("inf")


def test_without_numba_auto_goes_on_with_clingo_and_scan_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(module: str) -> None:
        raise PuzzleError(f"this needs {module}, which is not installed: pip install 'x[scan]'")

    monkeypatch.setattr("pyasp_puzzles.engines.scan.check_installed", missing)
    board = pp.load("eternity", "unframed_3x4")
    found = pp.count(board, symmetry=True)
    assert (found.engine, found.exhausted) == ("asp:sweep", True)
    assert "pip install 'x[scan]'" in found.remarks[0]
    with pytest.raises(PuzzleError, match=r"pip install 'x\[scan\]'"):
        pp.count(board, engine="scan")


def test_the_expected_size_of_a_scan_follows_its_real_size() -> None:
    """Within a factor of fifty: enough to tell boards for clingo from boards for the scan."""
    for board in (edge_board(7, 7, 12, 1, rim_colours=5)[0], pp.load("eternity", "framed_7x7")):
        expected = sum(map(expected_nodes, plan(board, "")[0]))
        search = scanned(board)
        search.count()
        assert search.statistics["nodes"] / 50 < expected < search.statistics["nodes"] * 50
