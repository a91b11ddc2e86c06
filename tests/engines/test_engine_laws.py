"""The laws that every engine inherits: the same shown atoms, limits, counts, seeds, endings."""

from __future__ import annotations

import shutil
from functools import cache
from typing import Any

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.core.symmetry import kind_of
from pyasp_puzzles.engines.encoding import encodings
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.names import Engine, engines_of, parse_engine, with_variant
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.ground.sat import SOLVERS

BOARDS = {
    "packing": ("slothouber_graatsma", "pentominoes_3x20"),
    "pips": ("document", "heart", "mutilated_6x6"),
    "flower_finder": ("document", "generated_2"),
    "eternity": ("document_3x3", "flipped_4x4", "hints_6x6"),
    "slitherlink": ("six", "empty_3x3"),
    "star_battle": ("six",),
    "sudoku": ("four", "six"),
    "twenty_four_seven": ("2020_a", "four", "trap_pairs"),
}
"""Boards with few answers, or none, for each puzzle."""

SLOW = {
    *(("packing", "pentominoes_3x20"), ("pips", "heart"), ("eternity", "hints_6x6")),
    *(("slitherlink", "six"), ("sudoku", "six"), ("twenty_four_seven", "2020_a")),
}
"""Boards beside a smaller one that shows the same."""
TRAPPED = "asp", "translate", "lp", "sat.levels:", "sat.lazy:", "cpsat.distances"
"""Engines that try the trap; the other encodings of its puzzle try random boards."""
ENDLESS = {("pips", "heart", "cpsat.document")}
"""The two stages of the document list all layouts and all sets of values: far too many."""


def engines(puzzle: str) -> list[Engine]:
    return [
        engine
        for engine, encoding, _ in engines_of(puzzle)
        if engine != Engine("asp") and engine.row.lists and not (encoding and encoding.flaw)
    ]


CASES = [
    pytest.param(
        *(name, board, str(engine)),
        id=f"{name}-{board}-{engine}",
        marks=[pytest.mark.slow]
        if (name, board) in SLOW or (board == "trap_pairs" and not str(engine).startswith(TRAPPED))
        else [],
    )
    for name in pp.puzzle_names()
    for board in BOARDS.get(name, (pp.find_puzzle(name).first,))
    for engine in [*engines(name), f"lp:{name}.lp"]  # the puzzle's rules alone
    if (name, board, str(engine)) not in ENDLESS
]
SMALL = "eternity", "document_3x3", 16
ENGINES = {
    **dict.fromkeys(("auto", "asp", "translate:minisat22", "sat:glucose4", "cpsat"), SMALL),
    "scan": SMALL,
    "exact-cover": ("packing", "slothouber_graatsma", 8),
}
"""For each engine a board with its number of answers."""
each_engine = pytest.mark.parametrize("engine", ENGINES)


def begun(engine: str, **options: Any) -> tuple[Search, int]:
    """A search of the engine's small board, and the number of its answers."""
    if parse_engine(engine).kind == "scan":
        pytest.importorskip("numba")
    puzzle, board, number = ENGINES[engine]
    return start_search(make_job(pp.load(puzzle, board), engine, **options)), number


def answers(instance: Any, engine: str, **options: Any) -> list[frozenset[str]]:
    """The answers of a search in this process."""
    search = start_search(make_job(instance, engine, **options))
    return [frozenset(map(str, symbols)) for symbols in search]


@cache
def expected_answers(name: str, board: str) -> tuple[Any, set[frozenset[str]]]:
    """A board, and its answers by the program."""
    instance = pp.load(name, board)
    return instance, {frozenset(map(str, answer.symbols)) for answer in pp.solve(instance)}


@pytest.mark.parametrize(("name", "board", "engine"), CASES)
def test_an_engine_lists_the_answers_of_the_program_and_none_twice(
    name: str, board: str, engine: str
) -> None:
    instance, expected = expected_answers(name, board)
    found = answers(instance, engine)
    assert set(found) == expected
    assert len(found) == len(expected)


ENCODED = [name for name in pp.puzzle_names() if encodings("sat", name) or encodings("cpsat", name)]


@pytest.mark.parametrize("name", ENCODED)
def test_encodings_are_for_sat_and_cpsat_and_have_a_source(name: str) -> None:
    for kind in ("sat", "cpsat"):
        found = encodings(kind, name)  # type: ignore[arg-type]
        assert not next(iter(found.values())).flaw, "the default encoding is a sound one"
        assert all(encoding.source for encoding in found.values())


@pytest.mark.parametrize("name", ENCODED)
def test_an_encoding_refuses_symmetry_that_it_does_not_know(name: str) -> None:
    """Of the others the law of encodings tries the classes; here they are those of the engines."""
    instance, puzzle = pp.load(name, BOARDS[name][0]), pp.find_puzzle(name)
    if puzzle.symmetries is None:
        pytest.skip("no symmetry constant")
    for kind in puzzle.symmetries.kinds:
        expected = set(answers(instance, "asp", symmetry=kind))
        for engine, encoding, _ in engines_of(name):
            if encoding and kind_of(name, puzzle.symmetries, kind) not in encoding.symmetry:
                with pytest.raises(pp.PuzzleError, match=r"knows (no symmetries|symmetry .* only)"):
                    answers(instance, str(engine), symmetry=kind)
            elif not encoding and engine.row.lists:
                assert set(answers(instance, str(engine), symmetry=kind)) == expected, engine


@each_engine
def test_a_limit_is_told_from_exhaustion_by_every_engine(engine: str) -> None:
    few, _ = begun(engine, limit=3)
    assert len(list(few)) == few.count() == 3
    assert (few.exhausted, few.reason) == (False, "limit")
    _, number = begun(engine)
    for limit in (None, number + 1):
        whole, _ = begun(engine, limit=limit, task="all")
        assert len(list(whole)) == number
        assert (whole.exhausted, whole.reason) == (True, "")


@each_engine
def test_every_engine_counts_what_it_lists_and_starts_afresh_each_time(engine: str) -> None:
    search, number = begun(engine)
    told: list[int] = []
    unfinished = iter(search)
    next(unfinished)
    unfinished.close()
    assert not search.exhausted
    assert search.count(told.append) == number == len(set(search)) == search.count()
    assert search.exhausted
    assert told == sorted(told) and told[-1] == number


@each_engine
def test_every_engine_ends_when_it_is_stopped(engine: str) -> None:
    search, _ = begun(engine)
    search.stop("enough")
    assert len(list(search)) <= 1
    assert (search.exhausted, search.reason[:6]) == (False, "enough")


@pytest.mark.parametrize("engine", [name for name in ENGINES if ENGINES[name] == SMALL])
def test_every_engine_proves_that_there_is_no_answer(engine: str) -> None:
    found = pp.solve(pp.load("eternity", "flipped_4x4"), engine=engine)
    assert list(found) == []
    assert found.status is pp.Status.UNSATISFIABLE


@each_engine
def test_every_engine_says_what_it_cost(engine: str) -> None:
    search, _ = begun(engine)
    list(search)
    assert search.seconds["all"] >= search.seconds["first"] > 0
    kind = parse_engine(search.engine).kind
    phases = {"translate": "translate", "sat": "build", "cpsat": "build", "scan": "compile"}
    assert search.seconds[phases.get(kind, "ground")] > 0
    sizes = {"translate": "clauses", "sat": "clauses", "cpsat": "constraints", "scan": "nodes"}
    assert search.statistics[sizes.get(kind, "rules")] > 0
    known = {"choices"} if kind == "scan" else {"variables", "conflicts", "choices"}
    assert known <= search.statistics.keys()


@pytest.mark.parametrize(
    "engine", ["translate:minisat22", "sat:cadical195", "cpsat", "exact-cover"]
)
def test_a_seed_changes_the_order_and_no_answer(engine: str) -> None:
    board = pp.load("packing", "slothouber_graatsma")
    orders = [answers(board, engine, seed=seed) for seed in range(6)]
    assert len({frozenset(order) for order in orders}) == 1
    assert answers(board, engine, seed=3) == orders[3]
    if engine != "cpsat":
        assert len({tuple(tuple(sorted(answer)) for answer in order) for order in orders}) > 1


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_that_is_named_lists_all_answers(solver: str) -> None:
    job = make_job(pp.load("packing", "slothouber_graatsma"), "sat", solver=solver)
    search = start_search(job)
    assert (len(set(search)), search.exhausted) == (8, True)


@pytest.mark.parametrize("program", ["cadical", "minisat"])
@pytest.mark.parametrize("kind", ["translate", "sat"])
def test_a_solver_on_the_path_is_an_engine(kind: str, program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"no program {program}")
    board = pp.load("packing", "slothouber_graatsma")
    assert set(answers(board, f"{kind}:{program}")) == set(answers(board, "asp"))


@pytest.mark.parametrize("loops", ["", ".levels", ".lazy"])
def test_the_translation_counts_fillings_too(loops: str) -> None:
    board = pp.load("pips", "tilings_6x6")
    found = pp.count(board, by="filling", engine=f"translate{loops}:cadical153")
    assert (found.answers, found.exhausted) == (1, True)


# Names


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("auto", Engine("auto")),
        ("frontier", Engine("frontier")),
        ("exact-cover", Engine("exact-cover")),
        ("exact-cover:bitsets", Engine("exact-cover", "", "bitsets")),
        ("asp", Engine("asp")),
        ("asp:crafty", Engine("asp", "crafty")),
        ("translate", Engine("translate", "", "cadical195")),
        ("translate:glucose4", Engine("translate", "", "glucose4")),
        ("translate.lazy:minisat22", Engine("translate", "lazy", "minisat22")),
        ("sat:cadical153", Engine("sat", "", "cadical153")),
        ("sat.document", Engine("sat", "document", "cadical195")),
        ("cpsat.document", Engine("cpsat", "document")),
    ],
)
def test_a_name_gives_an_engine_and_back(name: str, engine: Engine) -> None:
    assert parse_engine(name) == engine
    assert parse_engine(str(engine)) == engine


@pytest.mark.parametrize(
    "name",
    [
        *("", "clasp", "asp:", "asp.crafty", "sat.", "sat:nonsense", ":", "auto:asp"),
        *("exact-cover:nonsense", "exact-cover.x", "frontier:x", "auto.x"),
        *("cpsat:glucose4", "translate.document", "translate.:cadical195", "sat.document:"),
    ],
)
def test_a_senseless_engine_is_refused_with_what_exists(name: str) -> None:
    with pytest.raises(pp.PuzzleError, match=r"found .*expected"):
        parse_engine(name)


def test_an_encoding_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(pp.PuzzleError, match=r"expected .*sat\.document"):
        answers(pp.load("packing", "soma"), "sat.nonsense")


def test_a_profile_that_does_not_exist_is_refused_with_those_that_do() -> None:
    own = ", ".join(pp.find_puzzle("packing").profiles)
    with pytest.raises(pp.PuzzleError, match=rf"'nonsense', expected {own}, auto, jumpy"):
        answers(pp.load("packing", "soma"), "asp:nonsense")


def test_a_solver_is_used_where_the_engine_names_none() -> None:
    assert parse_engine("sat", "minisat22").solver == "minisat22"
    assert parse_engine("sat:glucose4", "minisat22").solver == "glucose4"


def test_the_documents_models_have_their_names() -> None:
    for name in ("pips", "eternity", "twenty_four_seven"):
        assert "document" in encodings("cpsat", name)
    assert "document" in encodings("sat", "packing")
    assert with_variant(parse_engine("sat"), "packing").variant == next(
        iter(encodings("sat", "packing"))
    )


def test_clasp_options_go_with_the_plain_engine_only() -> None:
    with pytest.raises(pp.PuzzleError, match="takes no clasp options"):
        pp.solve(pp.load("packing", "soma"), engine="cpsat", options=["--config=crafty"])


def test_a_way_to_count_that_an_encoding_does_not_know_is_refused() -> None:
    with pytest.raises(pp.PuzzleError, match="does not know the constant filling"):
        pp.count(pp.load("pips", "document"), by="filling", engine="sat")
