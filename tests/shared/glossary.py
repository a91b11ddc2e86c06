"""What a program says of its predicates in its header, and what its rules do with them.

A header ends with a glossary, one line a predicate (two where one is too short)::

    % Given:
    % cell(R,C) - the cell in row R and column C is empty at first.
    % Shown:
    % lamp(R,C) - a lamp stands in the cell.
    % Between:
    % lit(R,C) - some lamp sees the cell, or stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clingo import ast

Signature = tuple[str, int]

_ENTRY = re.compile(r"^% ([a-z]\w*)(?:\(([^()]*)\))? - (.+)$")
_HEADINGS = {"% Given:": "given", "% Shown:": "shown", "% Between:": "between"}


@dataclass(frozen=True)
class Glossary:
    """The predicates of a header, under its three headings."""

    given: frozenset[Signature] = frozenset()
    shown: frozenset[Signature] = frozenset()
    between: frozenset[Signature] = frozenset()

    @property
    def all(self) -> frozenset[Signature]:
        return self.given | self.shown | self.between


def read_glossary(program: Path) -> Glossary | None:
    """The glossary of a file; ``None`` where it has no heading."""
    found: dict[str, list[Signature]] = {name: [] for name in _HEADINGS.values()}
    heading = ""
    for line in program.read_text(encoding="utf-8").splitlines():
        if not line.startswith("%"):
            break
        heading = _HEADINGS.get(line, heading)
        entry = _ENTRY.match(line)
        if entry:
            arguments = entry[2].split(",") if entry[2] else []
            assert heading, f"{program.name}: {line} stands under no heading"
            found[heading].append((entry[1], len(arguments)))
    every = [signature for group in found.values() for signature in group]
    assert len(every) == len(set(every)), f"{program.name}: a predicate is explained twice"
    return (
        Glossary(**{name: frozenset(group) for name, group in found.items()}) if heading else None
    )


def derived_and_used(program: Path) -> tuple[frozenset[Signature], frozenset[Signature]]:
    """The predicates in the heads of a file's rules, and all that its statements name."""
    derived: set[Signature] = set()
    used: set[Signature] = set()

    def read(statement: ast.AST) -> None:
        used.update(_signatures(statement))
        if statement.ast_type == ast.ASTType.Rule:
            derived.update(_heads(statement.head))
        if statement.ast_type == ast.ASTType.Defined:
            used.add((statement.name, statement.arity))

    ast.parse_files([str(program)], read)
    return frozenset(derived), frozenset(used)


def _heads(head: ast.AST) -> Iterator[Signature]:
    """The predicates that a rule may derive: those of a choice without their conditions."""
    elements = getattr(head, "elements", None)
    for part in [head] if elements is None else elements:
        yield from _signatures(getattr(part, "literal", part))


def _signatures(node: Any) -> Iterator[Signature]:
    if isinstance(node, ast.AST):
        if node.ast_type == ast.ASTType.SymbolicAtom:
            pool = node.symbol.ast_type == ast.ASTType.Pool
            for symbol in node.symbol.arguments if pool else [node.symbol]:
                yield symbol.name, len(symbol.arguments)
        for key in node.child_keys:
            yield from _signatures(getattr(node, key))
    elif isinstance(node, ast.ASTSequence | list | tuple):
        for item in node:
            yield from _signatures(item)
