"""The errors that a user can cause: one family; each message says what to correct."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

INT32 = 2**31 - 1
"""The largest integer of clingo, which wraps larger ones silently."""

MOST_BROKEN = 3
"""Broken rules that are quoted of a user's program, which may break all of them."""


class PuzzleError(Exception):
    """Base of every error of this package; the command line prints it and exits with 2."""


class PuzzleWarning(UserWarning):
    """A part of the input is ignored; the command line prints why and goes on."""


def warn_of(messages: Iterable[str]) -> None:
    """Warn of each message; the command line shows it once on standard error."""
    for message in messages:
        warnings.warn(message, PuzzleWarning, stacklevel=3)


class BadInputError(PuzzleError):
    """A part of the input is wrong: where, what was found, what is expected."""

    def __init__(self, source: str, place: str, found: object, expected: str) -> None:
        self.source, self.place, self.found, self.expected = source, place, found, expected
        where = ", ".join(filter(None, (source, place)))
        message = f"found {shorten(found)}, expected {expected}"
        super().__init__(f"{where}: {message}" if where else message)


class InstanceError(BadInputError):
    """An instance cannot be read or breaks its format."""


class AnswerError(BadInputError):
    """An answer that is to be checked cannot be read."""


class ParameterError(BadInputError):
    """A parameter of generation is unknown, out of range, or makes no board."""


class SolverError(PuzzleError):
    """clingo refused the program or an option."""


class ProcessEndedError(SolverError):
    """The process of a search has ended by itself.

    Attributes:
        how: the signal that ended it, such as "SIGXCPU", or its exit code.
    """

    def __init__(self, who: str, how: str) -> None:
        self.how = how
        super().__init__(f"{who} ended with {how}")


class MisfitError(PuzzleError):
    """An engine cannot do this job; the message names the rule, constraint or option."""

    def located(self, instance: str, engine: str) -> MisfitError:
        """This error with the names of the instance and the engine."""
        place = f"{instance}: " if instance else ""
        return MisfitError(f"{place}engine {engine} does not fit: {self}; use asp")


class GaveUpError(PuzzleError):
    """A question is not decided: a time limit or Ctrl-C came first, or the given output says so."""


class NoAnswerError(PuzzleError):
    """The output that is to be checked says that there is no answer."""


class NoEstimateError(PuzzleError):
    """For this engine no honest estimate of a count is known."""


class DisagreementError(PuzzleError):
    """Two engines find different answers: a bug, or an unsound encoding."""


class StoreError(PuzzleError):
    """The store of a long count cannot be read or written, or belongs to another count."""


class RepeatedAnswerError(PuzzleError):
    """An engine lists an answer twice, so the number of answers would be wrong: a bug."""


class VerificationError(PuzzleError):
    """The puzzle's ``verify`` rejects an answer of its program: a bug in one of them.

    Attributes:
        broken: the rules that it names, for those who know the puzzle.
    """

    def __init__(self, message: str, broken: str = "") -> None:
        super().__init__(message)
        self.broken = broken


def shorten(found: object, width: int = 60) -> str:
    """What was found, on one line and short enough for a message; text is quoted."""
    words = found.text if isinstance(found, Phrase) else repr(found)
    words = " ".join(words.split())
    return words if len(words) <= width else words[: width - 3] + "..."


class Phrase:
    """A description of what was found ("3 numbers", "nothing"), shown without quotes."""

    def __init__(self, text: str) -> None:
        self.text = text


def system_reason(error: OSError) -> str:
    """Why the operating system refused something, in small letters: "is a directory"."""
    return (error.strerror or str(error)).lower()


def counted(number: int, noun: str) -> str:
    """A number with its noun, given in the singular.

    >>> counted(1, "domino"), counted(2, "class"), counted(1200, "answer")
    ('1 domino', '2 classes', '1,200 answers')
    """
    return f"{number:,} {noun if number == 1 else nouns(noun)}"


_TAKES_ES = r"(sh|ch|s|x|z|\b(domino|echo|hero|potato|tomato|torpedo|veto))$"
"""Most other nouns that end with o take an s alone, as photos."""


def nouns(noun: str) -> str:
    """The regular plural of a noun; one that is plural already stays as it is.

    >>> [nouns(noun) for noun in ("cell", "box", "domino", "copy", "way", "class")]
    ['cells', 'boxes', 'dominoes', 'copies', 'ways', 'classes']
    >>> [nouns(noun) for noun in ("nodes", "classes", "glasses", "people", "bus")]
    ['nodes', 'classes', 'glasses', 'people', 'buses']
    """
    if re.search(r"[^su]s$|\b(people|children|men|women|mice|feet|teeth|dice|data|sheep)$", noun):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return noun + ("es" if re.search(_TAKES_ES, noun) else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words with commas between them, and a word before the last one.

    >>> listed(["a"]), listed(["a", "b"], "or"), listed(["a", "b", "c"])
    ('a', 'a or b', 'a, b and c')
    """
    *most, end = list(words) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def often(number: int) -> str:
    """How often something happens.

    >>> often(1), often(2), often(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(number, counted(number, "time"))


def nearest(word: str, known: Iterable[str], most: int = 1, likeness: float = 0.65) -> list[str]:
    """The known words most similar to a word, the best first.

    Args:
        most: the largest number of words to return.
        likeness: the least similarity, from 0 to 1 (the ratio of :mod:`difflib`).

    >>> nearest("Region", ["board", "regions", "dominoes"])
    ['regions']
    """
    names = {name.lower(): name for name in known}
    return [names[name] for name in get_close_matches(word.lower(), names, most, likeness)]


def did_you_mean(word: str, known: Iterable[str], most: int = 1) -> str:
    """The end of an error message about a misspelt word; empty if no known word is similar.

    >>> did_you_mean("sqare", ["square", "cubic"])
    "; did you mean 'square'?"
    >>> did_you_mean("round", ["square", "cubic"])
    ''
    """
    names = " or ".join(map(repr, nearest(word, known, most)))
    return f"; did you mean {names}?" if names else ""


def first_rules(broken: Sequence[str]) -> list[str]:
    """The first three broken rules, and how many more there are.

    >>> first_rules(["A.", "B.", "C.", "D.", "E."])
    ['A.', 'B.', 'C.', 'And 2 more.']
    """
    more = len(broken) - MOST_BROKEN
    return [*broken[:MOST_BROKEN], *([f"And {more} more."] if more > 0 else [])]
