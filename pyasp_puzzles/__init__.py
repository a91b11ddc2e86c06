"""Puzzles solved with answer set programming: documented programs, typed answers, pictures.

>>> import pyasp_puzzles as pp
>>> puzzle = pp.load("packing", "hexagonal_cylinder")
>>> for answer in pp.solve(puzzle, limit=1):
...     print(len(answer.atoms), "pieces placed,", pp.verify(puzzle, answer) or "all rules kept")
11 pieces placed, all rules kept

The public names are imported when they are first used, so that the command line starts fast.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyasp_puzzles._version import __version__ as __version__

if TYPE_CHECKING:
    from pyasp_puzzles.boards.partial import Partial as Partial
    from pyasp_puzzles.boards.puzzle import Puzzle as Puzzle
    from pyasp_puzzles.boards.registry import puzzle_names as puzzle_names
    from pyasp_puzzles.boards.shown import svg as svg
    from pyasp_puzzles.comparison import Comparison as Comparison
    from pyasp_puzzles.comparison import compare as compare
    from pyasp_puzzles.comparison import compare_program as compare_program
    from pyasp_puzzles.core.atoms import Status as Status
    from pyasp_puzzles.core.errors import AnswerError as AnswerError
    from pyasp_puzzles.core.errors import DisagreementError as DisagreementError
    from pyasp_puzzles.core.errors import GaveUpError as GaveUpError
    from pyasp_puzzles.core.errors import InstanceError as InstanceError
    from pyasp_puzzles.core.errors import MisfitError as MisfitError
    from pyasp_puzzles.core.errors import NoEstimateError as NoEstimateError
    from pyasp_puzzles.core.errors import PuzzleError as PuzzleError
    from pyasp_puzzles.core.errors import RepeatedAnswerError as RepeatedAnswerError
    from pyasp_puzzles.core.errors import SolverError as SolverError
    from pyasp_puzzles.core.errors import StoreError as StoreError
    from pyasp_puzzles.core.errors import VerificationError as VerificationError
    from pyasp_puzzles.counts.certificate import Certificate as Certificate
    from pyasp_puzzles.counts.certificate import certify as certify
    from pyasp_puzzles.counts.estimation.estimate import Estimate as Estimate
    from pyasp_puzzles.counts.estimation.estimating import estimate as estimate
    from pyasp_puzzles.counts.progress import Progress as Progress
    from pyasp_puzzles.counts.store.store import Store as Store
    from pyasp_puzzles.engines.optimising.board import BestBoard as BestBoard
    from pyasp_puzzles.engines.optimising.searching import BestBoards as BestBoards
    from pyasp_puzzles.engines.results import Answer as Answer
    from pyasp_puzzles.engines.results import Answers as Answers
    from pyasp_puzzles.engines.results import Count as Count
    from pyasp_puzzles.engines.search import Cube as Cube
    from pyasp_puzzles.engines.search import SearchReport as SearchReport
    from pyasp_puzzles.explanation.deciding.check import Checked as Checked
    from pyasp_puzzles.explanation.deciding.unique import Uniqueness as Uniqueness
    from pyasp_puzzles.explanation.explaining import Explanation as Explanation
    from pyasp_puzzles.explanation.explaining import explain as explain
    from pyasp_puzzles.explanation.hinting import Hint as Hint
    from pyasp_puzzles.explanation.hinting import find_hint as find_hint
    from pyasp_puzzles.explanation.hinting import hint as hint
    from pyasp_puzzles.explanation.rating import Rating as Rating
    from pyasp_puzzles.explanation.rating import rate as rate
    from pyasp_puzzles.verbs.generation.generating import generate as generate
    from pyasp_puzzles.verbs.solving import count as count
    from pyasp_puzzles.verbs.solving import cubes as cubes
    from pyasp_puzzles.verbs.solving import facts as facts
    from pyasp_puzzles.verbs.solving import is_unique as is_unique
    from pyasp_puzzles.verbs.solving import verify as verify
    from pyasp_puzzles.verbs.typed import best as best
    from pyasp_puzzles.verbs.typed import check as check
    from pyasp_puzzles.verbs.typed import find_puzzle as find_puzzle
    from pyasp_puzzles.verbs.typed import load as load
    from pyasp_puzzles.verbs.typed import load_all as load_all
    from pyasp_puzzles.verbs.typed import solve as solve
    from pyasp_puzzles.verbs.typed import unique as unique
    from pyasp_puzzles.work.waiting import progress as progress

_PUBLIC = {
    "verbs.solving": (
        "count",
        "cubes",
        "facts",
        "is_unique",
        "load",
        "load_all",
        "solve",
        "verify",
    ),
    "counts.certificate": ("Certificate", "certify"),
    "comparison": ("Comparison", "compare", "compare_program"),
    "explanation.deciding.check": ("Checked", "check"),
    "explanation.deciding.unique": ("Uniqueness", "unique"),
    "boards.shown": ("svg",),
    "engines.search": ("Cube", "SearchReport"),
    "core.errors": (
        *("AnswerError", "DisagreementError", "GaveUpError", "InstanceError"),
        *("MisfitError", "NoEstimateError", "PuzzleError", "RepeatedAnswerError", "SolverError"),
        *("StoreError", "VerificationError"),
    ),
    "core.atoms": ("Status",),
    "counts.estimation.estimate": ("Estimate",),
    "counts.estimation.estimating": ("estimate",),
    "explanation.explaining": ("Explanation", "explain"),
    "explanation.hinting": ("Hint", "find_hint", "hint"),
    "explanation.rating": ("Rating", "rate"),
    "verbs.generation.generating": ("generate",),
    "engines.optimising.board": ("BestBoard",),
    "engines.optimising.searching": ("BestBoards", "best"),
    "engines.results": ("Answer", "Answers", "Count"),
    "work.waiting": ("progress",),
    "boards.partial": ("Partial",),
    "boards.puzzle": ("Puzzle",),
    "boards.registry": ("find_puzzle", "puzzle_names"),
    "counts.progress": ("Progress",),
    "counts.store.store": ("Store",),
}
__all__ = sorted(name for names in _PUBLIC.values() for name in names)


def __getattr__(name: str) -> Any:
    for module, names in _PUBLIC.items():
        if name in names:
            return getattr(importlib.import_module(f"pyasp_puzzles.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
