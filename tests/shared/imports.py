"""The graph of imports of a source tree, and its circles.

Imports within functions and under ``TYPE_CHECKING`` count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = "pyasp_puzzles"


def modules(root: Path) -> dict[str, Path]:
    files = sorted((root / PACKAGE).rglob("*.py"))
    names = [".".join(path.relative_to(root).with_suffix("").parts) for path in files]
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


def imported(text: str, known: dict[str, Path]) -> Iterator[str]:
    """The modules among ``known`` that a module's text imports, wherever it does."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                if submodule in known:
                    yield submodule
                elif node.module in known:
                    yield str(node.module)


@cache
def graph(root: Path) -> dict[str, set[str]]:
    known = modules(root)
    return {
        name: {*imported(path.read_text(encoding="utf-8"), known)} - {name}
        for name, path in known.items()
    }


def circle(edges: dict[str, set[str]]) -> list[str]:
    """The modules of a circle of imports, or none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
