"""Random answers to boards, from which generators make their drafts."""

from __future__ import annotations

from random import Random
from typing import Any

from pyasp_puzzles.boards.generator import NoBoardError, Sampler
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle, choose
from pyasp_puzzles.engines.asp import ClaspSettings
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.verbs.generation.deadline import Deadline
from pyasp_puzzles.verbs.generation.solver import LimitedSolver

SAMPLE = 100_000
"""Conflicts for the search for a random answer."""


def sampler(puzzle: Puzzle[Any, Any], random: Random, deadline: Deadline) -> Sampler:
    """The function with which a draft finds random answers.

    The search makes some decisions at random, so that every answer may come; they are not equally
    likely.
    """

    def answer(instance: InstanceLike) -> Any:
        _, profile = choose(puzzle.profiles, "", "first")
        settings = ClaspSettings(profile.options, seed=random.getrandbits(31))
        source = Source(
            puzzle.program_paths(profile.search), fact_text(instance), profile.constants
        )
        found = LimitedSolver(source, deadline, settings.arguments()).solve((), SAMPLE)
        if found.contradiction:
            raise NoBoardError(f"{puzzle.name}: a search proves that this board has no answer")
        if not found.models:
            return None
        return Answer[Any, Any, Any].read(puzzle, instance, found.models[0]).solution

    return answer
