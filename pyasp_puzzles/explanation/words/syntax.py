"""Parts of rules: their names and variables, what breaks them, what clingo refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import clingo
from clingo import Symbol, ast
from clingo.ast import ASTType

from pyasp_puzzles.core.errors import SolverError
from pyasp_puzzles.explanation.words.words import AtomWords, ClueWords, statements_of
from pyasp_puzzles.ground.grounding import Grounder, Source, readable

Signature = tuple[str, int]
"""A name with the number of its arguments; the name of a negative atom begins with ``-``."""


def signature_of(atom: Symbol) -> Signature:
    """The signature of a ground atom."""
    return "-" * atom.negative + atom.name, len(atom.arguments)


def names_of(node: Any) -> tuple[list[Signature], list[Signature]]:
    """The signatures of all atoms, and of all functions and tuples, the atoms included."""
    atoms: list[Signature] = []
    terms: list[Signature] = []
    for found in _walk(node):
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


def variables(node: Any) -> tuple[set[str], set[str]]:
    """The variables outside inner braces, and those of elements within such braces alone."""
    outer, every = (
        {found.name for found in _walk(node, inner) if found.ast_type == ASTType.Variable} - {"_"}
        for inner in (False, True)
    )
    return outer, every - outer


def _walk(node: Any, inner: bool = True) -> Iterator[ast.AST]:
    """All parts of a part; not ``inner``: of those with elements or a condition only the bounds."""
    if isinstance(node, ast.AST):
        yield node
        bounds = not inner and not {"elements", "condition"}.isdisjoint(node.child_keys)
        keys = (key for key in node.child_keys if not bounds or key.endswith("guard"))
        node = [getattr(node, key) for key in keys]
    if isinstance(node, ast.ASTSequence | list | tuple):
        for part in node:
            yield from _walk(part, inner)


def demanded(rule: ast.AST) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The atoms that a body demands outside of aggregates: names and arguments."""
    literals = (part for part in rule.body if part.ast_type == ASTType.Literal)
    positive = (part.atom for part in literals if part.sign == ast.Sign.NoSign)
    symbols = (atom.symbol for atom in positive if atom.ast_type == ASTType.SymbolicAtom)
    atoms = (symbol for symbol in symbols if symbol.ast_type == ASTType.Function)
    return tuple((atom.name, tuple(map(str, atom.arguments))) for atom in atoms)


def derived(head: ast.AST) -> list[Signature]:
    """The atoms that a head can make true."""
    elements = getattr(head, "elements", None)
    if elements is None:
        return names_of(head)[0]
    found: list[Any] = []
    for element in elements:
        literal = getattr(element, "literal", None)
        found.append(literal or getattr(getattr(element, "condition", element), "literal", None))
    return names_of(found)[0]


def broken_if(head: ast.AST) -> list[str] | None:
    """Body literals that hold if a head's constraint is broken; ``None``: it is no constraint."""
    if head.ast_type == ASTType.Aggregate:
        bounded = head.left_guard is not None or head.right_guard is not None
        return [f"not {head}"] if bounded else None
    if head.ast_type != ASTType.Literal:
        return None
    if head.atom.ast_type == ASTType.BooleanConstant:
        always = bool(head.atom.value) == (head.sign != ast.Sign.Negation)
        return None if always else []
    if head.sign == ast.Sign.NoSign:
        return [f"not {head}"] if head.atom.ast_type == ASTType.Comparison else None
    positive = head.update(sign=ast.Sign.NoSign)
    return [f"not not {positive}" if head.sign == ast.Sign.Negation else f"not {positive}"]


def check_variables(words: ClueWords, rule: ast.AST) -> None:
    """Check that the constraint has the variables of its words outside inner braces."""
    outer, inner = variables([rule.head, *rule.body])
    added: set[str] = set()
    if words.condition:
        added = variables(statements_of(f":- {words.condition}.")[-1].body)[0]
    told = (*words.template.names, *(words.broken.names if words.broken else ()))
    for name in (*told, *sorted(added)):
        if name in inner:
            expected = "a variable that the constraint has outside braces, too"
            raise words.error(f"{{{name}}}", expected)
        if name not in outer | added:
            known = ", ".join(sorted(outer)) or "none"
            raise words.error(f"{{{name}}}", f"a variable of the constraint below: {known}")


def check_rules(program: str, owners: Mapping[int, ClueWords | AtomWords], source: Source) -> None:
    """Let clingo check the rules of an explaining program, which it does before it grounds any.

    Raises:
        WordsError, SolverError: it refuses one that comes from words, or another one.
    """
    messages: list[str] = []

    def errors(code: clingo.MessageCode, text: str) -> None:
        if code is clingo.MessageCode.RuntimeError:
            messages.append(text)

    control = clingo.Control(logger=errors)
    try:
        control.add("base", [], program)
        control.ground([])
    except RuntimeError:
        Grounder(source).check()
        for message in messages:
            place = re.match(r"<block>:(\d+):", message)
            words = owners.get(int(place[1]) - 1) if place else None
            if words:
                names = ", ".join(sorted(set(re.findall(r"note: '(\S+)' is unsafe", message))))
                expected = "variables that the body binds" if names else "words that fit their rule"
                raise words.error(names or message, expected) from None
        raise SolverError(readable(messages[0]) if messages else "clingo failed") from None
