"""What a statement of a program names: its atoms, its terms, its variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clingo import ast
from clingo.ast import ASTType

Signature = tuple[str, int]
"""A name with the number of its arguments; the name of a negative atom begins with ``-``."""

_INNER = {
    ASTType.Aggregate,
    ASTType.BodyAggregate,
    ASTType.HeadAggregate,
    ASTType.ConditionalLiteral,
    ASTType.Disjunction,
    ASTType.TheoryAtom,
}
"""Kinds of statements' parts whose elements have variables of their own."""


_LEAVES = {ASTType.Variable, ASTType.SymbolicTerm, ASTType.BooleanConstant}


def atoms_of(node: Any) -> Iterator[Signature]:
    """The signatures of all atoms in a part of a program."""
    for found in _walk(node):
        if found.ast_type == ASTType.SymbolicAtom:
            yield from _signatures(found.symbol)


def terms_of(node: Any) -> Iterator[Signature]:
    """The signatures of all functions and tuples, the atoms included."""
    for found in _walk(node):
        if found.ast_type == ASTType.Function:
            yield found.name, len(found.arguments)


def names_of(node: Any) -> tuple[set[Signature], set[Signature]]:
    """The signatures of all atoms, and of all functions and tuples, in one walk."""
    atoms: set[Signature] = set()
    terms: set[Signature] = set()
    for found in _walk(node):
        kind = found.ast_type
        if kind == ASTType.SymbolicAtom:
            atoms.update(_signatures(found.symbol))
        elif kind == ASTType.Function:
            terms.add((found.name, len(found.arguments)))
    return atoms, terms


def _signatures(symbol: ast.AST) -> Iterator[Signature]:
    if symbol.ast_type == ASTType.Pool:
        for one in symbol.arguments:
            yield from _signatures(one)
    elif symbol.ast_type == ASTType.UnaryOperation:
        yield from ((f"-{name}", arity) for name, arity in _signatures(symbol.argument))
    elif symbol.ast_type == ASTType.Function:
        yield symbol.name, len(symbol.arguments)


def variables(node: Any) -> tuple[set[str], set[str]]:
    """The variables of a body or head: those that stand outside inner braces, and all others.

    The elements of aggregates and conditional literals have variables of their own, unless these
    stand outside, too.
    """
    outer: set[str] = set()
    every = {found.name for found in _walk(node) if found.ast_type == ASTType.Variable}
    _outer(node, outer)
    return outer - {"_"}, every - outer - {"_"}


def _outer(node: Any, found: set[str]) -> None:
    if not isinstance(node, ast.AST):
        for item in node or ():
            _outer(item, found)
    elif node.ast_type == ASTType.Variable:
        found.add(node.name)
    elif node.ast_type in _INNER:
        for key in ("left_guard", "right_guard", "guard"):
            _outer(getattr(node, key, None) or (), found)
    else:
        for key in node.child_keys:
            _outer(getattr(node, key) or (), found)


def _walk(node: Any) -> Iterator[ast.AST]:
    todo = [node]
    while todo:
        current = todo.pop()
        if isinstance(current, ast.AST):
            yield current
            if current.ast_type not in _LEAVES:
                todo += [getattr(current, key) for key in reversed(current.child_keys)]
        elif isinstance(current, ast.ASTSequence | list | tuple):
            todo += reversed(current)
