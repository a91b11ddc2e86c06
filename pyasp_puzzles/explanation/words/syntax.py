"""Parts of rules: their names and variables, what breaks them, what clingo refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from clingo import Symbol, ast
from clingo.ast import ASTType

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.explanation.words.words import AtomWords, ClueWords, statements_of
from pyasp_puzzles.ground.grounding import Grounder, Source

Signature = tuple[str, int]
"""A name with the number of its arguments; the name of a negative atom begins with ``-``."""


def signature_of(atom: Symbol) -> Signature:
    """The signature of a ground atom."""
    return "-" * atom.negative + atom.name, len(atom.arguments)


def names_of(node: Any) -> tuple[list[Signature], list[Signature]]:
    """The signatures of all atoms, and of all functions and tuples, the atoms included."""
    atoms: list[Signature] = []
    terms: list[Signature] = []
    for found in parts_of(node):
        if found.ast_type == ASTType.SymbolicAtom:
            atoms += _signatures(found.symbol)
        elif found.ast_type == ASTType.Function:
            terms.append((found.name, len(found.arguments)))
    return atoms, terms


def _signatures(symbol: ast.AST) -> list[Signature]:
    if symbol.ast_type == ASTType.Pool:
        return [signature for one in symbol.arguments for signature in _signatures(one)]
    if symbol.ast_type == ASTType.UnaryOperation:
        return [(f"-{name}", arity) for name, arity in _signatures(symbol.argument)]
    return [(symbol.name, len(symbol.arguments))]


def variables(node: Any, inner: bool = False) -> set[str]:
    """The variables outside inner braces; ``inner``: all of them."""
    found = (part for part in parts_of(node, inner) if part.ast_type == ASTType.Variable)
    return {part.name for part in found} - {"_"}


def parts_of(node: Any, inner: bool = True) -> Iterator[ast.AST]:
    """All parts of a part; not ``inner``: of those with elements or a condition only the bounds."""
    if isinstance(node, ast.AST):
        yield node
        bounds = not inner and not {"elements", "condition"}.isdisjoint(node.child_keys)
        keys = (key for key in node.child_keys if not bounds or key.endswith("guard"))
        node = [getattr(node, key) for key in keys]
    if isinstance(node, ast.ASTSequence | list | tuple):
        for part in node:
            yield from parts_of(part, inner)


def demanded(rule: ast.AST) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The atoms that a body demands outside of aggregates: names and arguments."""
    literals = (x for x in rule.body if x.ast_type == ASTType.Literal and not x.sign)
    symbols = (x.atom.symbol for x in literals if x.atom.ast_type == ASTType.SymbolicAtom)
    atoms = (symbol for symbol in symbols if symbol.ast_type == ASTType.Function)
    return tuple((atom.name, tuple(map(str, atom.arguments))) for atom in atoms)


def derived(head: ast.AST) -> list[Signature]:
    """The atoms that a head can make true."""
    if not hasattr(head, "elements"):
        return names_of(head)[0]
    is_sum = head.ast_type == ASTType.HeadAggregate
    conditional = [element.condition if is_sum else element for element in head.elements]
    return names_of([getattr(each, "literal", None) for each in conditional])[0]


def shown_by(statement: ast.AST) -> list[Signature]:
    """The atoms that a #show statement shows."""
    if statement.ast_type == ASTType.ShowTerm:
        atoms = names_of(statement.body)[0]
        return [found for found in names_of(statement.term)[1] if found in atoms]
    return [("-" * (not statement.positive) + statement.name, statement.arity)] * bool(
        statement.name
    )


def broken_if(head: ast.AST) -> list[str] | None:
    """Body literals that hold if a head's constraint is broken; ``None``: it is no constraint."""
    if head.ast_type == ASTType.Aggregate:
        constrains = head.left_guard is not None or head.right_guard is not None
    else:
        literal = head.ast_type == ASTType.Literal
        constrains = literal and (head.sign or head.atom.ast_type != ASTType.SymbolicAtom)
    if not constrains:
        return None
    text = str(head)
    if text == "#true":
        return None
    return [] if text == "#false" else [f"not {text.removeprefix('not not ')}"]


def check_variables(words: ClueWords, rule: ast.AST) -> None:
    """Check that the constraint has the variables of its words outside inner braces."""
    parts = [rule.head, *rule.body]
    outer, every, added = variables(parts), variables(parts, inner=True), set[str]()
    if words.condition:
        added = variables(statements_of(f":- {words.condition}.")[-1].body)
    broken = words.broken.names if words.broken else ()
    for name in (*words.template.names, *broken, *sorted(added)):
        if name in every - outer:
            expected = "a variable that the constraint has outside braces, too"
            raise words.error(f"{{{name}}}", expected)
        if name not in outer | added:
            known = ", ".join(sorted(outer)) or "none"
            raise words.error(f"{{{name}}}", f"a variable of the constraint below: {known}")


def check_rules(program: str, owners: Mapping[int, ClueWords | AtomWords], source: Source) -> None:
    """Let clingo check the rules of an explaining program, which it does before it grounds any.

    ``owners``: the words of lines of the program, which are numbered from 0.

    Raises:
        WordsError, SolverError: it refuses one that comes from words, or another one.
    """
    try:
        Grounder(Source((), program)).check()
    except SolverError as error:
        Grounder(source).check()
        message = str(error)
        place = re.match(r"program, line (\d+)", message)
        words = owners.get(int(place[1]) - 1) if place else None
        if not words:
            raise
        names = ", ".join(sorted(set(re.findall(r"'(\S+)' is unsafe", message))))
        expected = "variables that the body binds" if names else "words that fit their rule"
        raise words.error(names or message, expected) from None
