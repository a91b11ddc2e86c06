"""What a published board holds: the board, its derivation, and digests of its answers.

Comes in: a board. Goes out: JSON values that judge the board where nobody can be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from string import ascii_lowercase, digits
from typing import Any

from clingo import Symbol

import pyasp_puzzles as pp
from pyasp_puzzles.boards.answer_text import found as rows_on
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.placements import place_key, placements
from pyasp_puzzles.boards.play import ByHand
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.errors import GaveUpError
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.pictures import picture_of, region
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.publishing.proof import StepProof
from pyasp_puzzles.web import boards as on_page
from pyasp_puzzles.web.candidates import exclusions, rules_of
from pyasp_puzzles.web.rendering import places_of, words_of
from pyasp_puzzles.work.deadline import INTERRUPTED, stopped_by_ctrl_c

MOST_ANSWERS, MOST_WHOLE = 64, 4_096
"""So many answers have a digest for each of their placements; so many one for the whole answer."""

WHOLE = 7
"""Signs of the digest of a whole answer: what lies there is compared with thousands of them."""

Symbols = frozenset[Symbol]
Draw = Callable[[Mapping[Symbol, bool], Step], Picture | None]
_MASK = 0xFFFFFFFF


def judging(text: str, answers: Iterable[Symbols], fills: int = 0) -> dict[str, Any]:
    """What a page can judge the board of a text by.

    Args:
        answers: all of them, without what is given; none: they are too many, or not known. The page
            gets digests: of the placements of few answers, of many as a whole.
        fills: how many pieces fill the board, which is an answer then; 0: none is by that.
    """
    names = [sorted(map(str, own)) for own in answers]
    few = len(names) <= MOST_ANSWERS
    return {
        "digests": [sorted(digest(text, x) for x in own) for own in names] if few else [],
        "wholes": [] if few else sorted(digest(text, " ".join(x), WHOLE) for x in names),
        "fills": fills,
    }


def published(
    puzzle: Puzzle[Any, Any], instance: Any, timeout: float
) -> tuple[dict[str, Any], Explanation]:
    """All that the page has to know of a board, and its explanation.

    Raises:
        VerificationError: a step does not hold.
    """
    text = puzzle.format(instance)
    body = {"puzzle": puzzle.name, "text": text}
    board = {**on_page.board(body), **on_page.described(puzzle, instance)}
    form = puzzle.play
    hands = placements(form, instance) if isinstance(form, Hands) else None
    explanation = pp.explain(instance, timeout=timeout)
    found = derived(
        explanation,
        board,
        _judging(puzzle, instance, text, timeout),
        partial(picture_of, explanation.subject),
    )
    pieces = hands and all(mark["solid"] for mark in hands["marks"])
    ruled = None if pieces or not hands else exclusions(rules_of(puzzle.name, text))
    poses = _poses(body, board["tools"])
    return {**found, "hands": hands, "poses": poses, "ruled": ruled}, explanation


def _judging(puzzle: Puzzle[Any, Any], instance: Any, text: str, timeout: float) -> dict[str, Any]:
    """What a page can judge a board by, from its verified answers."""
    form, found = puzzle.play, list[Symbols]()
    given = form.given(instance) if form else Partial()
    with pp.solve(instance, limit=MOST_WHOLE + 1, timeout=timeout) as answers:
        for answer in answers:
            found.append(frozenset(answer.symbols) - set(given.atoms))
            if len(found) > MOST_ANSWERS and filled(form, instance, given.holding(answer.atoms)):
                return judging(text, (), len(found[0]))
        check_interrupted(answers.reason)
        return judging(text, found if answers.exhausted and len(found) <= MOST_WHOLE else ())


def filled(form: ByHand[Any] | None, instance: Any, whole: Partial) -> bool:
    """Whether an answer fills the board with all pieces, and any that do so are an answer."""
    if not isinstance(form, Hands):
        return False
    known = ((own, rows_on(own, instance, whole)[0]) for own in form.marks)
    return all(
        own.filling and own.full(instance, rows) and rows.keys() >= set(own.places(instance))
        for own, rows in known
    )


def derived(
    explanation: Explanation, board: dict[str, Any], judged: dict[str, Any], draw: Draw
) -> dict[str, Any]:
    """A board with its derivation, and with what :func:`judging` gives.

    Args:
        draw: the picture of what is known before a step, and of the step.

    Raises:
        VerificationError: a step does not hold.
    """
    art = dict[str, int]()
    _pooled(board["svg"], art)
    known = len(art)
    with stopped_by_ctrl_c(explanation):
        steps = list(_told(explanation, art, draw))
    overview = list[str]()
    with suppress(GaveUpError):  # it says so itself
        overview = explanation.overview()
    check_interrupted(explanation.reason)
    if explanation.steps:
        StepProof(explanation.theory).prove(explanation.steps, explanation.answer)
    return {
        "board": board,
        **judged,
        "places": places_of(explanation) if steps else [],
        "known": overview,
        "steps": steps,
        "art": list(art)[known:],
        "status": explanation.status,
        "ending": list(explanation.ending()),
    }


def check_interrupted(reason: str) -> None:
    """Raise KeyboardInterrupt where Ctrl-C has ended a search: half a site is none."""
    if reason.startswith(INTERRUPTED):
        raise KeyboardInterrupt


def _told(explanation: Explanation, art: dict[str, int], draw: Draw) -> Iterator[dict[str, Any]]:
    """Each step as far as the page shows it, in words of each degree."""
    subject, first = explanation.subject, dict[tuple[Symbol, bool], int]()
    with suppress(GaveUpError):  # it says so itself
        teller = Teller(explanation.theory)
        for step in explanation:
            drawn = on_page.views(draw(dict(teller.known), step))
            told = teller.tell(step)
            yield {
                **words_of(step, told),
                "look": [teller.phrases.look(region(subject, step))],
                "cells": sorted(map(place_key, region(subject, step))),
                "clues": told.clue_sentences(whole=True) if step.reason else ["No clue is needed."],
                "follows": [[str(x.atom), x.holds] for x in step.follows if x.shown],
                "uses": sorted({first[x.truth] for x in step.premises if x.truth in first}),
                "picture": _pooled(drawn["svg"], art),
                "solid": drawn["solid"],
            }
            for literal in step.follows:
                first.setdefault(literal.truth, step.number)


def _poses(body: Mapping[str, Any], tools: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The pictures of tools in poses other than their first."""
    return {
        tool["name"]: [
            on_page.tool({**body, "tool": tool["name"], "pose": pose})["svg"]
            for pose in range(1, tool["poses"])
        ]
        for tool in tools
        if tool["poses"] > 1
    }


def _pooled(svg: str, art: dict[str, int]) -> list[list[int]]:
    """A picture by its pieces: numbers in the art, from one up to another; new ones are added.

    A piece ends with an element, or before a point of a path.
    """
    found: list[list[int]] = []
    for piece in re.findall(r"[^>M]*[>M]|[^>M]+$", svg):
        number = art.setdefault(piece, len(art))
        if found and found[-1][1] == number:
            found[-1][1] += 1
        else:
            found.append([number, number + 1])
    return found


def digest(board: str, atom: str, signs: int = 5) -> str:
    """Tells whether an atom is part of an answer to the board of a text, but not which is.

    The last signs of what ``shortName`` in ``store.js`` gives for both.
    """
    return short_name(f"{board}\n{atom}")[-signs:]


def short_name(text: str) -> str:
    """``shortName`` of ``store.js``: 53 bits of the hash cyrb53, in base 36.

    >>> short_name("pips")
    'zw4gsh3vz7'
    """
    first, second = 0xDEADBEEF, 0x41C6CE57
    units = text.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        sign = low | high << 8
        first = (first ^ sign) * 2654435761 & _MASK
        second = (second ^ sign) * 1597334677 & _MASK
    first = (first ^ first >> 16) * 2246822507 & _MASK ^ (
        second ^ second >> 13
    ) * 3266489909 & _MASK
    second = (second ^ second >> 16) * 2246822507 & _MASK ^ (
        first ^ first >> 13
    ) * 3266489909 & _MASK
    number, signs = (second & 0x1FFFFF) << 32 | first, ""
    while number or not signs:
        number, rest = divmod(number, 36)
        signs = (digits + ascii_lowercase)[rest] + signs
    return signs
