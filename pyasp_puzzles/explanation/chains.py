"""Chains of steps told as one step."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from clingo import Symbol

from pyasp_puzzles.explanation.steps import Step, merged
from pyasp_puzzles.explanation.theory import Theory

Told = tuple[Symbol, bool]
"""An atom and whether it holds."""


def is_shown(theory: Theory, atom: Symbol) -> bool:
    """Whether an atom can stand in a partial answer."""
    name = f"-{atom.name}" if atom.negative else atom.name
    return (name, len(atom.arguments)) in theory.program.shown


def joined(chain: Sequence[Step], wanted: Collection[Told] = ()) -> Step:
    """The last step of a chain together with those that it needs, as one.

    Args:
        wanted: what is to be told; of the rest only what is needed for it, and what is said of the
            same cells.  None: all.
    """
    open_ = set(wanted)
    last = _with_only(chain[-1], open_) if wanted else chain[-1]
    needed = [last]
    open_.update((x.atom, x.holds) for x in last.premises)
    for step in reversed(chain[:-1]):
        if open_ & {(x.atom, x.holds) for x in step.follows}:
            needed.insert(0, _with_only(step, open_) if wanted else step)
            open_.update((x.atom, x.holds) for x in step.premises)
    reason = dict.fromkeys(clue for step in needed for clue in step.reason)
    if len(reason) == len(needed) and all(len(x.reason) == 1 for x in needed):
        return merged(needed, 1)
    if len(needed) == 1:
        return replace(last, number=1)
    new = {(x.atom, x.holds): x for step in needed for x in step.follows}
    premises = {(x.atom, x.holds): x for step in needed for x in step.premises}
    return replace(
        last,
        number=1,
        reason=tuple(reason),
        premises=tuple(x for key, x in premises.items() if key not in new),
        follows=tuple(new.values()),
        size=sum(clue.weight for clue in reason),
        smallest=False,
        minimal=False,
        parts=(),
        supposes=None,
    )


def _with_only(step: Step, wanted: Collection[Told]) -> Step:
    """A step with those consequences, and what it says of their cells."""
    kept = [x for x in step.follows if (x.atom, x.holds) in wanted]
    cells = {x.cells for x in kept if x.cells}
    if not kept or step.parts or step.stages:
        return step
    return replace(step, follows=tuple(x for x in step.follows if x in kept or x.cells in cells))
