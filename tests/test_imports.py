"""Imports go down: no circle, no room that knows another, nothing outside the rooms that knows one.

Imports within functions and under ``TYPE_CHECKING`` count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from imports import PACKAGE, circle, graph, modules
from support import ROOT

from pyasp_puzzles.boards.registry import shipped_names

ROOMS = tuple(f"{PACKAGE}.puzzles.{name}" for name in shipped_names())


def room(module: str) -> str:
    """The room in which a module stands; empty for none."""
    return next((name for name in ROOMS if f"{module}.".startswith(f"{name}.")), "")


def test_there_is_no_circle_of_imports() -> None:
    assert circle(graph(ROOT)) == []


def test_no_module_imports_a_puzzle_from_outside_its_room() -> None:
    edges = graph(ROOT)
    strangers = [
        f"{module} imports {other}"
        for module, others in edges.items()
        for other in others
        if room(other) and room(other) != room(module)
    ]
    assert strangers == []


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of each name, and of each string that is no docstring and no help of a verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            called = node.value
            if ast.unparse(called.func) in ("Verb", "v.Verb"):
                called.args.pop(1)
        documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        body = getattr(node, "body", None)
        if isinstance(body, list):  # a string that stands alone documents what is above it
            for statement in body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    statement.value = ast.Constant(None)
        if isinstance(node, documented) and not isinstance(node, ast.Module):
            yield node.lineno, node.name
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        if isinstance(node, ast.Name):
            yield node.lineno, node.id


def test_no_module_outside_the_rooms_names_a_puzzle() -> None:
    named = []
    for module, path in modules(ROOT).items():
        if not room(module):
            for line, text in words(ast.parse(path.read_text(encoding="utf-8"))):
                found = [name for name in shipped_names() if name in text.lower()]
                named += [f"{module}, line {line}: {name}" for name in found]
    assert named == []


@pytest.mark.parametrize(
    "later",
    [
        "def late():\n    from pyasp_puzzles.a import x\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pyasp_puzzles.a\n",
        "from pyasp_puzzles import a\n",
    ],
)
def test_a_circle_is_seen_through_lazy_imports(tmp_path: Path, later: str) -> None:
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "a.py").write_text("from pyasp_puzzles.b import y\n")
    (folder / "b.py").write_text(later)
    assert {"pyasp_puzzles.a", "pyasp_puzzles.b"} <= set(circle(graph(tmp_path)))
