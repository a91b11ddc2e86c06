"""Theories of programs in tests, and what follows in them: all of it, and step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.explanation.reasons import derivation
from pyasp_puzzles.explanation.reasons.finder import StepFinder
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.theory import Theory, theory_of
from pyasp_puzzles.explanation.words.transform import transform


def own(*lines: str, lemmas: str = "", facts: str = "", **constants: int) -> Theory:
    """The theory of a program that stands in a test."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("own.lp", "lemmas.lp")]
        for path, text in zip(paths, ("\n".join([*lines, ""]), lemmas), strict=True):
            path.write_text(text, encoding="utf-8")
        return Theory(transform(paths[:1], paths[1:], text=facts), constants=constants)


def theory_of_files(files: Sequence[Path], facts: str = "") -> Theory:
    """The theory of a program in files, and of a further part of it."""
    return Theory(transform(files, text=facts))


def theory_for(puzzle: str, board: str) -> Theory:
    """The theory of a shipped board, made anew."""
    return theory_of(find_puzzle(puzzle), pp.facts(pp.load(puzzle, board)))


def backbone(theory: Theory, known: Iterable[int] = ()) -> list[int] | None:
    """The literals that hold in every answer with the known ones; ``None``: there is no answer."""
    solver = theory.solver()
    first = solver.solve([*solver.all_on(), *known], theory.model_of).value
    if first is None:
        return None
    return [*known, *derivation.backbone(theory, [first], list(known))[0]]


def single_steps(
    theory: Theory,
    goals: Iterable[int],
    known: Iterable[int] = (),
    clues: Iterable[int] | None = None,
) -> Iterator[Step]:
    """Steps as the finder finds them; with a contradiction they end."""
    if clues is not None:
        theory = theory.within(theory.clues[clue] for clue in clues)
    finder, number, step = StepFinder(theory, goals, known), 0, None
    while (step is None or step.follows) and (step := finder.next()):
        number += 1
        yield replace(step, number=number)
