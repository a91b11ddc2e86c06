"""Explanations as JSON values, as text for a terminal and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.core.errors import counted
from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.told import Told

TOLD = 8
"""How many atoms that all answers have are told in words."""

_INDENT = 5


@dataclass(frozen=True)
class SeveralAnswers:
    """What is known of several answers before anything is explained."""

    found: int
    exhausted: bool  # whether there are no others
    shared: tuple[Literal, ...] = ()  # shown atoms that all have, as far as proved; none printed
    certain: bool = False  # whether no other atoms do; else a limit came before that was proved
    symmetries: str = ""  # those by which all answers are images of one; empty: they are not

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
        number = counted(self.found, "answer")
        images = f": images of one under {self.symmetries}" if self.symmetries else ""
        whole = f"{number}, and no others{images}"
        yield whole if self.exhausted else f"at least {number}; the count ended there"

    def as_json(self) -> dict[str, Any]:
        """JSON values: how many answers, the atoms that all have; "symmetries" if images of one."""
        values = {
            "answers": self.found,
            "exhausted": self.exhausted,
            "always": [str(literal.atom) for literal in self.shared],
            "certain": self.certain,
        }
        return values | ({"symmetries": self.symmetries} if self.symmetries else {})


def step_json(step: Step) -> dict[str, Any]:
    """A step as JSON values.

    Only where there are some: "seen", "stages", "parts"; "form" only where it is seen at a glance.
    """
    stages = [
        {"clue": clue_json(x.reason[0]) if x.reason else None, **_literals_json(x)}
        for x in step.stages
    ]
    further = {
        "form": step.form,
        "seen": list(map(clue_json, step.seen)),
        "stages": stages,
        "parts": list(map(step_json, step.parts)),
        "supposes": step.supposes and literal_json(step.supposes),
    }
    return {
        "step": step.number,
        "reason": list(map(clue_json, step.reason)),
        **_literals_json(step),
        "size": step.size,
        "minimal": step.minimal,
        "technique": step.technique,
        **{name: value for name, value in further.items() if value},
    }


def clue_json(clue: GroundClue) -> dict[str, Any]:
    """A clue as JSON values; "technique" only where it has one."""
    values = {"words": clue.words, "cells": [list(cell) for cell in clue.cells]}
    technique = clue.source.technique
    return values | ({"technique": technique} if technique else {})


def literal_json(literal: Literal) -> dict[str, Any]:
    """A literal as JSON values."""
    return {"atom": str(literal.atom), "holds": literal.holds}


def _literals_json(step: Step) -> dict[str, list[dict[str, Any]]]:
    literals = {"premises": step.premises, "follows": step.follows}
    return {name: list(map(literal_json, own)) for name, own in literals.items()}


def step_text(told: Told, width: int, *, whole: bool = False) -> str:
    """A step as wrapped lines: its number, then a paragraph for each sentence."""
    lines = []
    for i, paragraph in enumerate(told.sentences(whole=whole)):
        mark = f"{told.step.number:3}. " if i == 0 else " " * _INDENT
        indent = " " * (_INDENT + 4 * paragraph.startswith("("))
        wrapper = textwrap.TextWrapper(max(width, 40), mark, indent)
        wrapper.break_long_words = wrapper.break_on_hyphens = False
        lines += wrapper.wrap(paragraph)
    if note := told.note():
        lines.append(f"{' ' * _INDENT}({note})")
    return "\n".join(lines)


def step_markdown(told: Told, *, whole: bool = False) -> str:
    """A step as an item of a numbered list."""
    first, *others = map(escaped, told.sentences(whole=whole))
    note = f" *({told.note()})*" if told.note() else ""
    return "  \n".join([f"{told.step.number}. {first}", *(f"   {text}" for text in others)]) + note


def escaped(text: str) -> str:
    """Text in which Markdown sees no sign of its own."""
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]#|" else sign for sign in text)
