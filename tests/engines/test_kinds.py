"""The table of engines: each row is complete, is true, and is the only place to edit."""

from __future__ import annotations

import ast
import importlib
import inspect
import re

import pytest
from imports import circle, graph
from support import ROOT

from pyasp_puzzles.boards.registry import puzzle_names
from pyasp_puzzles.core.optional import _EXTRAS
from pyasp_puzzles.engines.encoding import Kind
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.kinds import KINDS, EngineKind
from pyasp_puzzles.engines.names import BASELINE, Engine, engines_of, libraries, parse_engine
from pyasp_puzzles.engines.search import Search

each_kind = pytest.mark.parametrize(("name", "kind"), KINDS.items(), ids=list(KINDS))


@each_kind
def test_a_row_names_a_module_that_starts_searches(name: str, kind: EngineKind) -> None:
    start = importlib.import_module(kind.module).start
    types = inspect.get_annotations(start, eval_str=True)
    assert (types["job"], types["options"]) == (Job, RunOptions)
    assert issubclass(types["return"], Search)
    if kind.in_cubes:
        assert kind.own_clock


@each_kind
def test_a_form_says_what_a_name_may_have(name: str, kind: EngineKind) -> None:
    assert re.fullmatch(rf"{name}(\[\.\w+\])?(\[:\w+\]|:.+)?", kind.form)
    assert (":" in kind.form) == bool(kind.colon)
    if kind.colon == "solver":
        assert kind.solvers
    if kind.default_solver:
        assert kind.default_solver in kind.solvers
        assert kind.programs


@each_kind
def test_an_engine_reads_the_program_or_an_encoding(name: str, kind: EngineKind) -> None:
    assert kind.grounds != kind.encoded
    assert not (kind.profiles or kind.variants) or kind.grounds
    assert kind.lists or not kind.compared


def test_the_encodings_of_a_puzzle_are_those_that_a_row_asks_for() -> None:
    assert {name for name, kind in KINDS.items() if kind.encoded} == set(Kind.__args__)


@each_kind
def test_a_module_that_an_engine_needs_has_an_extra_that_brings_it(
    name: str, kind: EngineKind
) -> None:
    for solver in ("", *kind.solvers):
        for module in libraries(Engine(name, "", solver)):
            assert module.partition(".")[0] in _EXTRAS


@each_kind
def test_names_in_a_row_are_names_of_that_engine(name: str, kind: EngineKind) -> None:
    for compared in (*kind.compared, *kind.compared_on_programs):
        engine = parse_engine(compared)
        assert engine.kind == name
        assert str(engine) == compared
        assert engine.grounds or compared not in kind.compared_on_programs
    for word in kind.suggested:
        assert str(parse_engine(f"{name}:{word}")) == f"{name}:{word}"


def test_the_engine_that_the_others_are_compared_with_takes_part_by_default() -> None:
    row = BASELINE.row
    assert str(BASELINE) in row.compared
    assert str(BASELINE) in row.compared_on_programs


@pytest.mark.parametrize("puzzle", puzzle_names())
def test_engines_are_listed_in_the_order_of_the_table(puzzle: str) -> None:
    listed = list(dict.fromkeys(engine.kind for engine, _, _ in engines_of(puzzle)))
    assert listed == [name for name in KINDS if name in listed]
    assert {"asp", "translate"} <= set(listed)


def test_the_modules_in_the_table_make_no_circle_of_imports() -> None:
    """They are imported by name, which no list of imports shows."""
    edges = {name: set(imports) for name, imports in graph(ROOT).items()}
    top = "pyasp_puzzles.engines.process"
    edges[top] |= {kind.module for kind in KINDS.values()}
    below: set[str] = set()
    waiting = [top]
    while waiting:
        module = waiting.pop()
        below.add(module)
        waiting += edges[module] - below
    assert circle({module: edges[module] for module in below}) == []


def test_no_other_module_asks_for_the_kind_of_an_engine_by_name() -> None:
    """A comparison such as ``engine.kind == "sat"`` would be a second place to edit."""
    named = []
    for path in (ROOT / "pyasp_puzzles").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and re.search(r"\bkinds?$", ast.unparse(node.left)):
                words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                if words & set(KINDS):
                    named.append(f"{path.relative_to(ROOT)}: {ast.unparse(node)}")
    assert named == []
