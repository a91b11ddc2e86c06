"""Reads what clingo prints: the atoms of the answers, and the result.

clingo has three forms of output, see the Potassco guide: ``--outf=0`` (for people, with any ``-V``
and ``-q``), ``--outf=1`` (for the ASP competitions) and ``--outf=2`` (JSON).  There may be warnings
between the lines, and the end is missing if the search was stopped.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from pyasp_puzzles.core.errors import AnswerError, GaveUpError, NoAnswerError, Phrase

_JSON = re.compile(r'"(?:Solver|Witnesses|Value)"\s*:')
_VALUE = re.compile(r'"Value"\s*:\s*')
_JSON_RESULT = re.compile(r'"Result"\s*:\s*"([A-Z ]+)"')
_BANNER = re.compile(
    r"^(?:% )?(?:(?:clingo|clasp|gringo) version \d|Reading from |Solving\.\.\.)", re.M
)
_ANSWER = re.compile(r"Answer: \d+|ANSWER$")
_RESULT = re.compile(r"(SATISFIABLE|UNSATISFIABLE|UNKNOWN|OPTIMUM FOUND|INCONSISTENT|OPTIMUM)$")
_REPORT = re.compile(
    r"%|\*\*\*|-{9}|.*\|$"  # comments, errors, tables of progress
    r"|(?:Optimization|Consequences|Progression|COST)\b"
    r"|(?:Reading|Solving|Preprocessing)\b|(?:clingo|clasp|gringo) version "
    r"|[A-Z][\w. ()-]*:"  # Models       : 1+
)
_MESSAGE = re.compile(r".*:\d+:\d+(?:-[\d:]+)?: (?:info|warning|note|error):")
_CONSEQUENCES = re.compile(r'^(?:% )?Consequences *:|"Consequences"\s*:', re.M)
_ERROR = re.compile(r"^\*\*\* ERROR: \(\w+\): (.*)", re.M)
_PROGRAM = re.compile(r"\Aasp \d|^#(?:show|delayed|minimize|external|project|edge)\b|:-", re.M)
_NONE = ("UNSATISFIABLE", "INCONSISTENT")


@dataclass(frozen=True)
class ClingoOutput:
    """The answers and the result in the output of clingo.

    Attributes:
        answers: the shown terms of each answer.
        result: ``SATISFIABLE`` or another of clingo's words; empty: it is missing.
    """

    answers: list[list[str]]
    result: str


def read_clingo(text: str, source: str) -> ClingoOutput | None:
    """Read the output of clingo; ``None``: the text is no such output.

    Raises:
        NoAnswerError: clingo says that there is no answer.
        GaveUpError: clingo was stopped before it found an answer.
        AnswerError: clingo printed no answer or something else, or an answer is cut off.
    """
    if _CONSEQUENCES.search(text):
        found = Phrase("brave or cautious consequences")
        raise AnswerError(source, "", found, "answers: clingo without --enum-mode")
    output = _json(text, source) if _JSON.search(text) else _lines(text)
    if output is None and _is_program(text):
        found = Phrase("a ground program")
        raise AnswerError(source, "", found, "answers: clingo without --text or --mode=gringo")
    if output is None or output.answers:
        return output
    if output.result in _NONE:
        raise NoAnswerError(f"{source}: clingo says that there is no answer")
    if error := _ERROR.search(text):
        expected = f"an answer; clingo says: {error[1]}"
        raise AnswerError(source, "", Phrase("an error of clingo"), expected)
    if output.result in ("", "UNKNOWN"):
        raise GaveUpError(f"{source}: clingo gave up before it found an answer")
    found = Phrase(f"{output.result} without an answer")
    raise AnswerError(source, "", found, "the answers, too: clingo without -q")


def _is_program(text: str) -> bool:
    """Whether a text is a ground program, from --text or --mode=gringo."""
    words = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    return words.lstrip()[:1] not in "{[" and bool(_PROGRAM.search(words))


def _json(text: str, source: str) -> ClingoOutput:
    """Read ``--outf=2``, list by list: the end may be missing."""
    answers: list[list[str]] = []
    for start in _VALUE.finditer(text):
        try:
            atoms, _ = json.JSONDecoder().raw_decode(text, start.end())
        except (ValueError, RecursionError):
            place, found = f"answer {len(answers) + 1}", Phrase("output that ends in it")
            raise AnswerError(source, place, found, "the whole of clingo's output") from None
        if not isinstance(atoms, list) or not all(isinstance(atom, str) for atom in atoms):
            raise AnswerError(source, "Value", atoms, "a list of atoms")
        answers.append(atoms)
    result = _JSON_RESULT.findall(text)
    return ClingoOutput(answers, result[-1] if result else "")


def _lines(text: str) -> ClingoOutput | None:
    """Read the lines after each ``Answer: 1`` or ``ANSWER``; with ``-V0`` before the result."""
    numbered: list[list[str]] = []
    loose: list[list[list[str]]] = [[]]
    atoms: list[str] | None = None
    result = ""
    for line in textwrap.dedent(text).splitlines():
        words = line.strip()
        if _ANSWER.match(words):
            atoms = []
            numbered.append(atoms)
        elif result_line := _RESULT.match(words):
            result, atoms = result_line[1], None
        elif _REPORT.match(words) or _MESSAGE.match(words):
            atoms = None
            loose.append([])
        elif atoms is not None:
            atoms += terms(words)
        elif words and not line.startswith("  "):  # a part of a message
            loose[-1].append(list(terms(words)))
    if numbered:
        return ClingoOutput(numbered, result)
    if not result:
        return ClingoOutput([], "") if _BANNER.search(text) else None
    return ClingoOutput([answer for block in loose for answer in _answers(block)], result)


def _answers(block: list[list[str]]) -> list[list[str]]:
    """The answers of a block: one a line, or a single one if each line has one atom."""
    if all(len(line) == 1 for line in block) and block:
        return [[line[0] for line in block]]
    return block


def terms(line: str) -> Iterator[str]:
    """The terms of a line; spaces, or full stops and spaces, separate them.

    >>> list(terms('place("a b",1). t -p(f((1,2)), x).'))
    ['place("a b",1)', 't', '-p(f((1,2)), x)']
    """
    depth, term = 0, ""
    for token in re.findall(r'"(?:\\.|[^"\\])*"?|.', f"{line} ", re.DOTALL):
        depth += (token == "(") - (token == ")")
        if not token.isspace() or depth > 0:
            term += token
            continue
        if term.rstrip("."):
            yield term.rstrip(".")
        term = ""
    if term.strip():  # the line is cut off in a term
        yield term.strip()
