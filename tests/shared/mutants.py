"""Wrong programs made of a right one, each with one fault; and the boards that tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, ComparisonOperator

MOST_RULES = 20_000
"""Ground rules of a mutant on a board; one that has more is refused."""

DROPPED = {
    ASTType.Rule: ("body",),
    ASTType.ConditionalLiteral: ("condition",),
    ASTType.BodyAggregate: ("elements",),
    ASTType.BodyAggregateElement: ("terms", "condition"),
    ASTType.Aggregate: ("elements",),
}
"""Lists of which each part is dropped, by the kind of the node."""

Answers = frozenset[frozenset[clingo.Symbol]]


class Mutant(NamedTuple):
    fault: str
    text: str


class Refused(Exception):  # noqa: N818 - it is no error
    """clingo cannot ground a program, or it has too many ground rules."""


def mutants(text: str, inputs: Iterable[tuple[str, int]]) -> list[Mutant]:
    """All mutants of a program.

    Each rule is dropped, each literal of a body or a condition, each term that an aggregate counts
    by, each bound of a choice; each number and each bound is one more or less; each comparison is
    turned into the others; each ``not`` is left out; each input is ignored.

    Args:
        inputs: names and numbers of arguments of the facts.
    """
    statements: list[AST] = []
    ast.parse_string(text, statements.append)
    found: dict[str, str] = {}
    for place, statement in enumerate(statements):
        if statement.ast_type != ASTType.Rule:
            continue
        before, after = statements[:place], statements[place + 1 :]
        made = [("drop", None), *((f"{statement}  =>  {new}", new) for new in _changed(statement))]
        for fault, new in made:
            program = [*before, *([] if new is None else [new]), *after]
            words = f"without {statement}" if new is None else fault
            found.setdefault("\n".join(map(str, program)), words)
    for name, arity in inputs:
        ignored = [_ignoring(each, name, arity) for each in statements]
        if ignored != statements:
            ignored.append(_statement(f"#defined ignored_{name}/{arity}."))
            found.setdefault("\n".join(map(str, ignored)), f"{name}/{arity} ignored")
    return [Mutant(fault, program) for program, fault in found.items()]


def _statement(text: str) -> AST:
    found: list[AST] = []
    ast.parse_string(text, found.append)
    return found[-1]


def _changed(node: AST) -> Iterator[AST]:
    yield from _changed_here(node)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, AST):
            yield from (node.update(**{key: new}) for new in _changed(child))
        elif child is not None:
            parts = list(child)
            for place, part in enumerate(parts):
                before, after = parts[:place], parts[place + 1 :]
                if key in DROPPED.get(node.ast_type, ()) and (key != "elements" or parts[1:]):
                    yield node.update(**{key: [*before, *after]})
                yield from (node.update(**{key: [*before, n, *after]}) for n in _changed(part))


def _changed_here(node: AST) -> Iterator[AST]:
    """The node itself changed: a number, a ``not``, a comparison, a bound."""
    kind = node.ast_type
    if kind == ASTType.SymbolicTerm and node.symbol.type == clingo.SymbolType.Number:
        for change in (1, -1):
            yield node.update(symbol=clingo.Number(node.symbol.number + change))
    elif kind == ASTType.Literal and node.sign == ast.Sign.Negation:
        yield node.update(sign=int(ast.Sign.NoSign))
    elif kind == ASTType.Guard:
        others = [each for each in ComparisonOperator if each != node.comparison]
        yield from (node.update(comparison=int(other)) for other in others)
        yield from (node.update(term=term) for term in _shifted(node.term))
    elif kind == ASTType.Interval:
        yield from (node.update(left=term) for term in _shifted(node.left))
        yield from (node.update(right=term) for term in _shifted(node.right))
    elif kind == ASTType.Aggregate:
        if node.left_guard is not None:
            yield node.update(left_guard=None)
        if node.right_guard is not None:
            yield node.update(right_guard=None)
        if node.left_guard is not None and node.right_guard is not None:
            yield node.update(left_guard=None, right_guard=None)


def _shifted(term: AST) -> Iterator[AST]:
    """A bound, one more and one less; no number, which is changed by itself, and no tuple."""
    if term.ast_type in (ASTType.Variable, ASTType.BinaryOperation):
        for operator in (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus):
            one = ast.SymbolicTerm(term.location, clingo.Number(1))
            yield ast.BinaryOperation(term.location, operator, term, one)


class _Renaming(ast.Transformer):
    """Gives the atoms of a predicate in rules another name, of which there are no facts."""

    def __init__(self, name: str, arity: int) -> None:
        self.name, self.arity = name, arity

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 - clingo's name
        symbol = node.symbol
        if symbol.ast_type != ASTType.Function:
            return node
        if (symbol.name, len(symbol.arguments)) != (self.name, self.arity):
            return node
        return node.update(symbol=symbol.update(name=f"ignored_{self.name}"))


def _ignoring(statement: AST, name: str, arity: int) -> AST:
    if statement.ast_type != ASTType.Rule:
        return statement
    renamed: AST = _Renaming(name, arity).visit(statement)
    return renamed


class _Limit(clingo.Observer):
    """Ends the grounding of a program that would go on for ever."""

    def __init__(self) -> None:
        self.left = MOST_RULES

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.left -= 1
        if self.left < 0:
            raise Refused("too many rules")


def answers(text: str, enough: Callable[[frozenset[clingo.Symbol]], bool]) -> Answers:
    """The answers of a program with its facts: sets of shown atoms."""
    control = clingo.Control(["0", "--project=show"], logger=lambda _code, _message: None)
    control.register_observer(_Limit())
    try:
        control.add(text)
        control.ground()
    except (RuntimeError, Refused) as error:
        raise Refused(str(error)) from None
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            answer = frozenset(model.symbols(shown=True))
            found.add(answer)
            if enough(answer):
                break
    return frozenset(found)


class Witness(NamedTuple):
    """A board on which a mutant has other answers than the program."""

    wrong: frozenset[clingo.Symbol] | None
    missed: int


def witness(mutant: str, facts: str, right: Answers) -> Witness | None:
    """In what a mutant differs on a board, or ``None``.

    Args:
        right: all answers of the program on the board.

    Raises:
        Refused: clingo does not ground it.
    """
    found = answers(f"{mutant}\n{facts}", lambda answer: answer not in right)
    for wrong in found - right:
        return Witness(wrong, 0)
    return Witness(None, len(right - found)) if found != right else None
