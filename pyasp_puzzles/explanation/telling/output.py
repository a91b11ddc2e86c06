"""Explanations as JSON values, as text for a terminal and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clingo import Symbol

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.telling.told import Told
from pyasp_puzzles.explanation.theory import Theory

TOLD = 8
"""How many atoms that all answers have are told in words."""

_INDENT = 5
_MOST_CELLS = 8


@dataclass(frozen=True)
class SeveralAnswers:
    """What is known of several answers before anything is explained.

    Attributes:
        found, exhausted: how many were found, and whether there are no others.
        shared: the shown atoms that all answers have, as far as proved; printed ones left out.
        certain: whether no other atoms do; else a limit came before that was proved.
        symmetries: those by which all answers are images of one; empty: they are not.
    """

    found: int
    exhausted: bool
    shared: tuple[Literal, ...] = ()
    certain: bool = False
    symmetries: str = ""

    def sentences(self) -> Iterator[str]:
        """What holds in all answers, then how many there are."""
        told = [literal.words for literal in self.shared[:TOLD]]
        if len(self.shared) > TOLD:
            told.append(f"and {len(self.shared) - TOLD:,} more")
        limit = "a limit came before more was known"
        if told:
            yield f"in every answer: {'; '.join(told)}" + (f" ({limit})" * (not self.certain))
        elif self.certain:
            yield "the answers have nothing in common"
        else:
            yield f"whether the answers have something in common is not known: {limit}"
        yield self.remaining

    def as_json(self) -> dict[str, Any]:
        """JSON values: how many answers, the atoms that all have; "symmetries" if images of one."""
        values = {
            "answers": self.found,
            "exhausted": self.exhausted,
            "always": [str(literal.atom) for literal in self.shared],
            "certain": self.certain,
        }
        return values | ({"symmetries": self.symmetries} if self.symmetries else {})

    @property
    def remaining(self) -> str:
        """How many answers there are."""
        if self.exhausted:
            images = f": images of one under {self.symmetries}" if self.symmetries else ""
            return f"{counted(self.found, 'answer')}, and no others{images}"
        return f"at least {counted(self.found, 'answer')}; the count ended there"


class Explained(Protocol):
    """An explanation as far as it is told here: see :class:`~..explaining.Explanation`."""

    steps: list[Step]
    answer: frozenset[Symbol] | None
    open: tuple[Symbol, ...]
    correction: tuple[GroundClue, ...]
    certain: bool
    several: SeveralAnswers | None

    @property
    def status(self) -> str | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def theory(self) -> Theory: ...


def step_json(step: Step) -> dict[str, Any]:
    """A step as JSON values.

    Only where there are some: "seen", "stages", "parts"; "form" only where it is seen at a glance.
    """
    values: dict[str, Any] = {
        "step": step.number,
        "reason": [clue_json(clue) for clue in step.reason],
        **_literals_json(step),
        "size": step.size,
        "minimal": step.minimal,
    }
    values["technique"] = step.technique
    if step.form:
        values["form"] = step.form
    if step.seen:
        values["seen"] = [clue_json(clue) for clue in step.seen]
    if step.stages:
        values["stages"] = [
            {"clue": clue_json(x.reason[0]) if x.reason else None, **_literals_json(x)}
            for x in step.stages
        ]
    if step.parts:
        values["parts"] = [step_json(part) for part in step.parts]
    if step.supposes:
        values["supposes"] = literal_json(step.supposes)
    return values


def clue_json(clue: GroundClue) -> dict[str, Any]:
    """A clue as JSON values; "technique" only where it has one."""
    values = {"words": clue.words, "cells": [list(cell) for cell in clue.cells]}
    return values | ({"technique": clue.technique} if clue.technique else {})


def literal_json(literal: Literal) -> dict[str, Any]:
    """A literal as JSON values."""
    return {"atom": str(literal.atom), "holds": literal.holds}


def _literals_json(step: Step) -> dict[str, list[dict[str, Any]]]:
    return {
        "premises": [literal_json(literal) for literal in step.premises],
        "follows": [literal_json(literal) for literal in step.follows],
    }


def ending_json(explanation: Explained) -> dict[str, Any]:
    """How an explanation ended, as JSON values: the status, and what belongs to it."""
    values: dict[str, Any] = {"status": explanation.status}
    if explanation.answer is not None:
        values["atoms"] = sorted(map(str, explanation.answer))
    if explanation.status in ("open", "chosen"):
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


def ending(explanation: Explained) -> Iterator[str]:
    """How an explanation ended, in words."""
    number = len(explanation.steps)
    found, lead = counted(number, "step"), "leads" if number == 1 else "lead"
    if explanation.status == "solved":
        yield f"solved in {found}; the answer is the only one, and it is verified"
    elif explanation.status == "chosen":
        chosen = counted(sum(step.form == "choice" for step in explanation.steps), "choice")
        told = f"one of several answers in {found}, {chosen} among them; it is verified"
        yield f"{told}; {_left_open(explanation)}"
    elif explanation.status == "open":
        yield f"several answers: {found} {lead} to all that they share; {_left_open(explanation)}"
    elif explanation.status == "contradiction":
        if any(step.reason for step in explanation.steps):
            yield f"no answer: {found} {lead} to a contradiction"
        else:
            yield "no answer, even without any clue: the rules without words contradict each other"
        if explanation.correction:
            clues = "; ".join(clue.words for clue in explanation.correction)
            least = "" if explanation.certain else "; perhaps fewer would do: a limit came first"
            gone = counted(len(explanation.correction), "clue")
            yield f"without {gone} there would be an answer: {clues}{least}"
    else:
        known: Sequence[str] = ()
        if explanation.several:
            known = ["several answers", *explanation.several.sentences()]
        yield f"not finished ({explanation.reason}): {'; '.join([f'{found} so far', *known])}"


def _left_open(explanation: Explained) -> str:
    """In how much the answers differ, and where."""
    theory, differing = explanation.theory, counted(len(explanation.open), "atom")
    cells = {cell for atom in explanation.open for cell in theory.cells_of(atom)}
    if cells:
        differing = counted(len(cells), "cell")
    if 0 < len(cells) <= _MOST_CELLS:
        differing += f" ({phrases_of(theory).cells(sorted(cells))})"
    if not explanation.certain:
        return f"the answers differ in at most {differing}: a limit came before more was known"
    return f"the answers differ in {differing}"
