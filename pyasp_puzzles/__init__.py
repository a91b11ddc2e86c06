"""Puzzles solved with answer set programming: documented programs, typed answers, pictures.

>>> import pyasp_puzzles as pp
>>> puzzle = pp.load("packing", "hexagonal_cylinder")
>>> for answer in pp.solve(puzzle, limit=1):
...     print(len(answer.atoms), "pieces placed,", pp.verify(puzzle, answer) or "all rules kept")
11 pieces placed, all rules kept
"""

from __future__ import annotations

from pyasp_puzzles.api import count, facts, is_unique, load, load_all, solve, verify
from pyasp_puzzles.errors import (
    AnswerError,
    GaveUpError,
    InstanceError,
    PuzzleError,
    SolverError,
    VerificationError,
)
from pyasp_puzzles.outcome import Answer, Answers, Count, Status
from pyasp_puzzles.puzzle import Puzzle, find_puzzle, puzzle_names

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AnswerError",
    "Answers",
    "Count",
    "GaveUpError",
    "InstanceError",
    "Puzzle",
    "PuzzleError",
    "SolverError",
    "Status",
    "VerificationError",
    "count",
    "facts",
    "find_puzzle",
    "is_unique",
    "load",
    "load_all",
    "puzzle_names",
    "solve",
    "verify",
]
