"""Conditions on how many of some choices are made, and what logic makes of them.

A form says when an atom of a ground program is true, in terms of the choices alone: always, never,
or just when the number of true choices of a set is one of some numbers.  ``a or b`` is "at least
one of a and b", and ``not 2 { a; b; c }`` is "none or one of a, b and c".  What cannot be said
like this has no form (``None``).

Negation keeps the set; conjunction needs one set, or says "all" or "none" of both sets;
disjunction is its dual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of true choices among ``choices`` is one of ``counts``.

    Attributes:
        choices: atoms that are chosen freely.
        counts: bit ``k`` is set where ``k`` true choices are fine; neither empty nor full.
    """

    choices: frozenset[int]
    counts: int


Form = bool | Tally
"""Always, never, or a tally."""


def numbers_up_to(size: int) -> int:
    """The numbers 0 to ``size`` as bits."""
    return (2 << size) - 1


def tally(choices: frozenset[int], counts: int) -> Form:
    """A tally, or its constant value."""
    every = numbers_up_to(len(choices))
    if counts & every in (0, every):
        return bool(counts & every)
    return Tally(choices, counts & every)


def chosen(choice: int) -> Form:
    """The choice itself."""
    return Tally(frozenset((choice,)), 0b10)


def negated(form: Form | None) -> Form | None:
    """What holds where the form does not."""
    if isinstance(form, Tally):
        return Tally(form.choices, numbers_up_to(len(form.choices)) ^ form.counts)
    return None if form is None else not form


def conjunction(forms: Iterable[Form | None]) -> Form | None:
    """What holds where all forms do."""
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
    """What holds where one of the forms does."""
    return negated(conjunction(negated(form) for form in forms))


def at_least(
    bound: int,
    terms: Iterable[tuple[Form | None, int]],
    exclusive: Callable[[frozenset[int]], bool],
) -> Form | None:
    """What holds where the weights of the true forms sum to ``bound`` or more.

    Args:
        bound: the least sum.
        terms: forms with their weights, which are positive.
        exclusive: whether at most one of some choices is ever true, so that "at least one of
            them" may be counted by counting them.
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
            if form.counts == 1:  # none of them: the weight, less that of the one that is true
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
    most = bound // weight  # true choices lower the sum
    return tally(choices, (1 << max(0, most + 1)) - 1)
