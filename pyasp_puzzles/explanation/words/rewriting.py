"""Parts of rules rewritten: heads as conditions that break them, bounded choices without bounds."""

from __future__ import annotations

from clingo import ast
from clingo.ast import ASTType

from pyasp_puzzles.explanation.words.syntax import Signature, atoms_of, variables
from pyasp_puzzles.explanation.words.words import ClueWords, WordsError


def parts(rule: ast.AST) -> list[ast.AST]:
    """The head of a rule and the atoms of its body."""
    return [rule.head, *(getattr(literal, "atom", literal) for literal in rule.body)]


def derived(head: ast.AST) -> list[Signature]:
    """The atoms that a head can make true."""
    elements = getattr(head, "elements", None)
    if elements is None:
        return list(atoms_of(head))
    found: list[Signature] = []
    for element in elements:
        conditional = getattr(element, "condition", element)
        literal = getattr(element, "literal", None) or getattr(conditional, "literal", None)
        found += atoms_of(literal)
    return found


def broken_if(head: ast.AST) -> list[str] | None:
    """Body literals that hold if a head's constraint is broken; ``None``: it is no constraint."""
    if head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        if head.left_guard is None and head.right_guard is None:
            return None
        return [f"not {in_body(head)}"]
    if head.ast_type != ASTType.Literal:
        return None
    if head.atom.ast_type == ASTType.BooleanConstant:
        always = bool(head.atom.value) == (head.sign != ast.Sign.Negation)
        return None if always else []
    if head.sign == ast.Sign.NoSign:
        return [f"not {head}"] if head.atom.ast_type == ASTType.Comparison else None
    positive = head.update(sign=ast.Sign.NoSign)
    return [f"not not {positive}" if head.sign == ast.Sign.Negation else f"not {positive}"]


def in_body(head: ast.AST) -> ast.AST:
    """The aggregate of a head as it is written in a body."""
    if head.ast_type == ASTType.Aggregate:
        return head
    elements = [
        ast.BodyAggregateElement(
            element.terms, [element.condition.literal, *element.condition.condition]
        )
        for element in head.elements
    ]
    place = head.location
    return ast.BodyAggregate(place, head.left_guard, head.function, elements, head.right_guard)


def free(head: ast.AST) -> ast.AST:
    """The choice without bounds of a bounded choice."""
    if head.ast_type == ASTType.Aggregate:
        return head.update(left_guard=None, right_guard=None)
    elements = [element.condition for element in head.elements]
    return ast.Aggregate(head.location, None, elements, None)


def check_variables(words: ClueWords, rule: ast.AST) -> None:
    """Check that the constraint has the variables of its words outside inner braces.

    Raises:
        WordsError: it has not.
    """
    outer, inner = variables([rule.head, *rule.body])
    added: set[str] = set()
    if words.condition:
        statements: list[ast.AST] = []
        ast.parse_string(f":- {words.condition}.", statements.append)
        added = variables(statements[-1].body)[0]
    place = f"line {words.line}"
    for name in (*words.template.names, *sorted(added)):
        if name in inner:
            expected = "a variable that the constraint has outside braces, too"
            raise WordsError(words.file, place, f"{{{name}}}", expected)
        if name not in outer | added:
            known = ", ".join(sorted(outer)) or "none"
            expected = f"a variable of the constraint below: {known}"
            raise WordsError(words.file, place, f"{{{name}}}", expected)
