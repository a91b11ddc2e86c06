"""Explanations as JSON values, as text for a terminal and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Protocol

from clingo import Symbol

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.explanation.outcome import SeveralAnswers
from pyasp_puzzles.explanation.steps import Clue, Literal, Step
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.telling import Told
from pyasp_puzzles.explanation.theory import Theory

_INDENT = 5
_MOST_CELLS = 8


class Derived(Protocol):
    """An explanation as far as it is told here: see :class:`~..explaining.Explanation`."""

    @property
    def status(self) -> str | None: ...

    @property
    def steps(self) -> Sequence[Step]: ...

    @property
    def answer(self) -> Collection[Symbol] | None: ...

    @property
    def open(self) -> Sequence[Symbol]: ...

    @property
    def correction(self) -> Sequence[Clue]: ...

    @property
    def certain(self) -> bool: ...

    @property
    def several(self) -> SeveralAnswers | None: ...

    @property
    def reason(self) -> str: ...

    @property
    def theory(self) -> Theory: ...


def step_json(step: Step) -> dict[str, Any]:
    """A step as JSON values: "stages" only where it has some, "parts" where it supposes."""
    values = {
        "step": step.number,
        "reason": [clue_json(clue) for clue in step.reason],
        "premises": [_literal_json(literal) for literal in step.premises],
        "follows": [_literal_json(literal) for literal in step.follows],
        "size": step.size,
        "smallest": step.smallest,
    }
    if step.stages:
        values["stages"] = [
            {
                "clue": clue_json(stage.reason[0]) if stage.reason else None,
                "premises": [_literal_json(literal) for literal in stage.premises],
                "follows": [_literal_json(literal) for literal in stage.follows],
            }
            for stage in step.stages
        ]
    if step.parts:
        values["parts"] = [step_json(part) for part in step.parts]
    if step.supposes:
        values["supposes"] = _literal_json(step.supposes)
    return values


def clue_json(clue: Clue) -> dict[str, Any]:
    """A clue as JSON values."""
    return {"words": clue.words, "cells": [list(cell) for cell in clue.cells]}


def _literal_json(literal: Literal) -> dict[str, Any]:
    return {"atom": str(literal.atom), "holds": literal.holds}


def ending_json(explanation: Derived) -> dict[str, Any]:
    """How an explanation ended, as JSON values: the status, and what belongs to it."""
    values: dict[str, Any] = {"status": explanation.status}
    if explanation.answer is not None:
        values["atoms"] = sorted(map(str, explanation.answer))
    if explanation.status == "open":
        values["open"] = list(map(str, explanation.open))
        values["certain"] = explanation.certain
    if explanation.several is not None:
        values["several"] = explanation.several.as_json()
    if explanation.status == "contradiction":
        values["correction"] = [clue_json(clue) for clue in explanation.correction]
        values["certain"] = explanation.certain
    if explanation.status == "unknown":
        values["reason"] = explanation.reason
    return values


def step_text(told: Told, width: int, *, whole: bool = False) -> str:
    """A step as wrapped lines: its number, then a paragraph for each sentence."""
    lines = []
    for i, paragraph in enumerate(told.sentences(whole=whole)):
        mark = f"{told.number:3}. " if i == 0 else " " * _INDENT
        indent = " " * (_INDENT + 4 * paragraph.startswith("("))
        lines += textwrap.wrap(
            paragraph,
            max(width, 40),
            initial_indent=mark,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    note = told.note()
    if note:
        lines.append(f"{' ' * _INDENT}({note})")
    return "\n".join(lines)


def step_markdown(told: Told, *, whole: bool = False) -> str:
    """A step as an item of a numbered list."""
    first, *others = told.sentences(whole=whole)
    note = f" *({told.note()})*" if told.note() else ""
    lines = [f"{told.number}. {escaped(first)}", *(f"   {escaped(text)}" for text in others)]
    lines[-1] += note
    return "  \n".join(lines)


def escaped(text: str) -> str:
    """Text in which Markdown sees no sign of its own."""
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]#|" else sign for sign in text)


def ending(explanation: Derived) -> Iterator[str]:
    """How an explanation ended, in words."""
    found = counted(len(explanation.steps), "step")
    if explanation.status == "solved":
        yield f"solved in {found}; the answer is the only one, and it is verified"
    elif explanation.status == "open":
        yield from _open(explanation, found)
    elif explanation.status == "contradiction":
        lead = "leads" if len(explanation.steps) == 1 else "lead"
        if any(step.reason for step in explanation.steps):
            yield f"no answer: {found} {lead} to a contradiction"
        else:
            yield "no answer, even without any clue: the rules without words contradict each other"
        if explanation.correction:
            clues = "; ".join(clue.words for clue in explanation.correction)
            number = counted(len(explanation.correction), "clue")
            least = "" if explanation.certain else "; perhaps fewer would do: a limit came first"
            yield f"without {number} there would be an answer: {clues}{least}"
    else:
        known = explanation.several.sentences() if explanation.several else ()
        several = "several answers" if explanation.several else ""
        so_far = "; ".join(filter(None, [f"{found} so far", several, *known]))
        yield f"not finished ({explanation.reason}): {so_far}"


def _open(explanation: Derived, found: str) -> Iterator[str]:
    theory = explanation.theory
    cells = {cell for atom in explanation.open for cell in theory.literal(atom, True).cells}
    where = f" in {counted(len(cells), 'cell')}" if cells else ""
    if 0 < len(cells) <= _MOST_CELLS:
        where += f" ({phrases_of(theory).cells(sorted(cells))})"
    stay = "stays" if len(explanation.open) == 1 else "stay"
    left = f"{counted(len(explanation.open), 'atom')}{where} {stay} open: the answers differ there"
    least = "" if explanation.certain else "; perhaps not all that they share: a limit came first"
    if explanation.steps:
        lead = "leads" if len(explanation.steps) == 1 else "lead"
        yield f"several answers: {found} {lead} to all that they share; {left}{least}"
    else:
        yield f"several answers, and nothing that all of them share; {left}{least}"
