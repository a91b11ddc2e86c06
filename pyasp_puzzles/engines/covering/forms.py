"""Forms: conditions on the number of true choices, and their negation, conjunction, disjunction.

A form says when an atom of a ground program is true, in terms of the choices alone: always, never,
or if and only if the number of true choices of a set is one of some numbers.  ``a or b`` has the
form "at least one of a and b", ``not 2 { a; b; c }`` the form "none or one of a, b and c".  Some
conditions have no form (``None``).

The negation of a form has the same set.  A conjunction has a form if all forms have the same set,
or if all say "none" or all say "all" of their sets.  Disjunction is dual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of true choices among ``choices`` is one of ``counts``.

    Attributes:
        choices: atoms that are chosen freely.
        counts: bit ``k`` is set if ``k`` true choices are allowed; some are allowed, not all.
    """

    choices: frozenset[int]
    counts: int


Form = bool | Tally
"""Always, never, or a tally."""


def numbers_up_to(size: int) -> int:
    """The numbers 0 to ``size`` as bits."""
    return (2 << size) - 1


def tally(choices: frozenset[int], counts: int) -> Form:
    """A tally, or its value if it is constant."""
    every = numbers_up_to(len(choices))
    if counts & every in (0, every):
        return bool(counts & every)
    return Tally(choices, counts & every)


def chosen(choice: int) -> Form:
    """The form of a choice: one of the set with this choice is true."""
    return Tally(frozenset((choice,)), 0b10)


def negated(form: Form | None) -> Form | None:
    """The negation of a form."""
    if isinstance(form, Tally):
        return Tally(form.choices, numbers_up_to(len(form.choices)) ^ form.counts)
    return None if form is None else not form


def conjunction(forms: Iterable[Form | None]) -> Form | None:
    """The conjunction of forms."""
    found: dict[frozenset[int], int] = {}
    known = True
    for form in forms:
        if form is False:
            return False
        if isinstance(form, Tally):
            found[form.choices] = found.get(form.choices, form.counts) & form.counts
        elif form is None:
            known = False
    if not all(found.values()):
        return False
    if not known:
        return None
    if not found:
        return True
    if len(found) == 1:
        return tally(*found.popitem())
    together = frozenset().union(*found)
    if all(counts == 1 for counts in found.values()):
        return tally(together, 1)
    if all(counts == 1 << len(choices) for choices, counts in found.items()):
        return tally(together, 1 << len(together))
    return None


def disjunction(forms: Iterable[Form | None]) -> Form | None:
    """The disjunction of forms."""
    return negated(conjunction(negated(form) for form in forms))


def at_least(
    bound: int,
    terms: Iterable[tuple[Form | None, int]],
    exclusive: Callable[[frozenset[int]], bool],
) -> Form | None:
    """The form of: the weights of the true forms sum to ``bound`` or more.

    Args:
        bound: the lower bound of the sum.
        terms: forms with their positive weights.
        exclusive: whether at most one of some choices is ever true; then "at least one of them"
            can be replaced by their number.
    """
    weights: dict[int, int] = {}
    for form, weight in terms:
        if form is True:
            bound -= weight
        elif isinstance(form, Tally):
            some = numbers_up_to(len(form.choices)) ^ 1
            if form.counts not in (some, 1) or not (
                len(form.choices) == 1 or exclusive(form.choices)
            ):
                return None
            if form.counts == 1:  # "none" is 1 minus the number of true choices
                bound -= weight
                weight = -weight
            for choice in form.choices:
                weights[choice] = weights.get(choice, 0) + weight
        elif form is None:
            return None
    weights = {choice: weight for choice, weight in weights.items() if weight}
    if all(weight > 0 for weight in weights.values()):
        weights = {choice: min(weight, max(bound, 1)) for choice, weight in weights.items()}
    if len(set(weights.values())) > 1:
        return None
    choices = frozenset(weights)
    weight = next(iter(weights.values()), 1)
    if weight > 0:
        least = max(0, -(-bound // weight))
        return tally(choices, numbers_up_to(len(choices)) >> least << least)
    most = bound // weight  # each true choice lowers the sum
    return tally(choices, (1 << max(0, most + 1)) - 1)
