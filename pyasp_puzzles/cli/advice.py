"""The commands that say more than a result does, for the end of its first sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import addresses

if TYPE_CHECKING:
    from pyasp_puzzles.explanation.deciding.unique import Uniqueness


def why_none(puzzle: str, board: Any) -> str:
    """The command that tells why a board has no answer."""
    return f"`explain {puzzle} {addresses([board])}` tells why"


def after_unique(found: Uniqueness[Any, Any]) -> str:
    """What to do after the command ``unique``; empty: nothing."""
    if found.status == "unique":
        return "`solve` draws it"
    if found.status == "none" and not found.program:
        return why_none(found.puzzle.name, found.instance)
    if found.status == "several" and found.reason == "limit":
        return f"--up-to {10 * found.found} counts further"
    return ""


def say_unchecked(puzzle: str, board: Any, engine: str) -> None:
    """Say on standard error what a search with a user's own program leaves open."""
    program = engine.removeprefix("lp:")
    if program != engine:
        check = f"`check {puzzle} {addresses([board])} --program {program}` tells"
        click.echo(f"{board.name}: not checked whether {program} misses answers; {check}", err=True)


def advised(sentences: Iterable[str], advice: str) -> Iterator[str]:
    """Sentences, the first of them with advice.

    >>> list(advised(["no answer (proved)", "(8 symmetries)"], "`explain` tells why"))
    ['no answer (proved); `explain` tells why', '(8 symmetries)']
    """
    for number, sentence in enumerate(sentences):
        yield f"{sentence}; {advice}" if advice and number == 0 else sentence
