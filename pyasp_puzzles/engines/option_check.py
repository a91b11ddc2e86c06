"""Checks clasp's options: writes out those that keep the answers and refuses the others.

The check reads the words as clasp does: ``--heur=domain``, ``--heur domain``, ``-e bt``, ``-ebt``,
``--no-sat-prepro``.  clasp gets full names, so that it cannot read an abbreviation differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyasp_puzzles.core.errors import SolverError, shorten
from pyasp_puzzles.engines.clasp_options import OPTIONS, ClaspOption, OptionVerdict, Takes

_LETTERS = {option.letter: option for option in OPTIONS.values() if option.letter}
_NAMES = {
    **OPTIONS,
    **{f"no-{option.name}": option for option in OPTIONS.values() if option.negated},
}
"""Options by all the full names that may follow two dashes."""

_SEE = "; docs/reference/clasp_options.md lists those that are allowed"
_PORTFOLIO = re.compile(r"(\[[\w-]+\](?:\((\w+)\))?:)(.*)")


def full_options(words: Iterable[str]) -> list[str]:
    """The options in full, one a word.

    >>> full_options(["--heur", "domain", "--no-sat", "-r", "L,60"])
    ['--heuristic=domain', '--sat-prepro=no', '--restarts=L,60']
    """
    return list(_read(iter(words)))


def own_options(words: Iterable[str]) -> list[str]:
    """The options of a user, in full, for a program that the tests have not tried.

    Raises:
        SolverError: as :func:`full_options`, or an option needs another option.
    """
    found = full_options(words)
    for option in OPTIONS.values():
        word = f"--{option.name}"
        if option.beside and word in found and not set(option.beside) & set(found):
            beside = " or ".join(option.beside)
            raise SolverError(f"clasp option {word} is refused without {beside}: {option.reason}")
    return found


def full_portfolio(lines: Iterable[str]) -> list[str]:
    """The lines ``[NAME](CONFIGURATION): OPTIONS`` of a portfolio, their options in full."""
    found = []
    for line in lines:
        match = _PORTFOLIO.fullmatch(line)
        if not match:
            raise SolverError(f"portfolio: found {shorten(line)}, expected '[NAME]: OPTIONS'")
        if match[2]:
            full_options([f"--configuration={match[2]}"])
        found.append(" ".join([match[1], *full_options(match[3].split())]))
    return found


def _read(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if not isinstance(word, str):
            raise SolverError(f"found {word!r} among clasp's options, expected a word")
        negated, value = False, ""
        if re.match(r"--[^-=]", word):
            name, equals, value = word[2:].partition("=")
            option, negated = _named(name)
            if (equals and not value) or (negated and value):
                raise SolverError(f"clasp option {word}: expected {_form(option)}")
        elif re.match(r"-[^-=]", word):
            if word[1] not in _LETTERS:
                raise SolverError(f"clasp option {word} is unknown{_SEE}")
            option, value = _LETTERS[word[1]], word[2:]
        else:
            raise SolverError(
                f"found {shorten(word)} among clasp's options, expected one such as "
                "--heuristic=Domain"
            )
        if option.verdict is not OptionVerdict.KEEPS:
            raise SolverError(_refusal(word, option))
        if option.takes is Takes.NOTHING and value:
            raise SolverError(f"clasp option {word}: expected {_form(option)}, which has no value")
        if option.takes is Takes.VALUE and not value and not negated:
            value = next(words, "")
            if not isinstance(value, str) or not value:
                raise SolverError(f"clasp option {word}: found no value, expected {_form(option)}")
            word = f"{word} {value}"
        if negated and option.takes is not Takes.NOTHING:
            negated, value = False, "no"
        if option.only and value.partition(",")[0].lower() not in option.only:
            raise SolverError(_refusal(word, option))
        yield f"--{'no-' * negated}{option.name}{'=' * bool(value)}{value}"


def _named(name: str) -> tuple[ClaspOption, bool]:
    """The option with this name or unique beginning, and whether it is negated.

    An ambiguous beginning is refused, although clasp reads some of them.
    """
    found = {text: option for text, option in _NAMES.items() if text.startswith(name)}
    if name in found:
        found = {name: found[name]}
    if not found:
        raise SolverError(f"clasp option --{name} is unknown{_SEE}")
    if len(found) > 1:
        first = ", ".join(f"--{text}" for text in [*found][:8])
        more = ", ..." if len(found) > 8 else ""
        raise SolverError(f"clasp option --{name} is ambiguous, expected one of {first}{more}")
    ((text, option),) = found.items()
    return option, text != option.name


def _form(option: ClaspOption) -> str:
    values = {Takes.NOTHING: "", Takes.PERHAPS: "[=VALUE]", Takes.VALUE: "=VALUE"}
    return f"--{option.name}{values[option.takes]}"


def _refusal(word: str, option: ClaspOption) -> str:
    given = "" if word.startswith(f"--{option.name}") else f" (--{option.name})"
    allowed = f"; allowed: {', '.join(option.only)}" if option.only else ""
    return f"clasp option {word}{given} is refused: {option.reason}{allowed}"
