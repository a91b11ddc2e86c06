"""How a puzzle's program is searched best: named sets of clasp options, chosen by task.

A puzzle keeps its profiles as ``Puzzle.profiles``, each with what was measured; ``asp`` means the
one that is best for the task at hand, ``asp:NAME`` the one of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pyasp_puzzles.errors import PuzzleError

Task = Literal["first", "all", "unsat", "count"]
"""One answer; all of them; the proof that there is none, or no further one; their number."""

TASKS: tuple[Task, ...] = ("first", "all", "unsat", "count")

ENGINES: Mapping[Task, tuple[str, ...]] = {"all": ("exact-cover",), "count": ("exact-cover",)}
"""What ``auto`` tries for a task, where a puzzle does not say; ``asp`` does all the rest."""

CONFIGURATIONS = ("auto", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
"""clasp's own configurations that keep the answers: all but frumpy (docs/clasp_options.md)."""


@dataclass(frozen=True)
class Profile:
    """A way to search for the answers of a program with clasp.

    Attributes:
        options: of clasp, of those that keep the answers (docs/clasp_options.md).
        tasks: what it is the best known for.
        constants: values for ``#const`` statements that change the search but no answer.
        measured: what was measured, as ratios, and on what.
        portfolio: what several threads race, in place of the options: lines of a portfolio file
            of clasp, the first one the profile itself. Without it all threads have its options.
    """

    options: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    measured: str = ""
    portfolio: tuple[str, ...] = ()


def choose(profiles: Mapping[str, Profile], name: str, task: Task) -> tuple[str, Profile]:
    """The profile of a name, or the best one for a task, with its name.

    Args:
        profiles: the puzzle's own; none for somebody's program.
        name: one of them or of clasp's configurations; empty for the best one.
        task: what the answers are wanted for.

    Raises:
        PuzzleError: no profile has this name.

    >>> own = {"learn": Profile(("--config=crafty",)), "sweep": Profile((), ("all",))}
    >>> [choose(own, "", task)[0] for task in TASKS]
    ['learn', 'sweep', 'learn', 'sweep']
    >>> choose(own, "trendy", "all")[1].options
    ('--config=trendy',)
    """
    if name in profiles:
        return name, profiles[name]
    if name in CONFIGURATIONS:
        return name, Profile((f"--config={name}",))
    if name:
        expected = ", ".join((*profiles, *CONFIGURATIONS))
        raise PuzzleError(f"engine asp:{name}: found {name!r}, expected {expected}")
    for wanted in (task, "all") if task == "count" else (task,):
        for own, profile in profiles.items():
            if wanted in profile.tasks:
                return own, profile
    return next(iter(profiles.items()), ("", Profile()))
