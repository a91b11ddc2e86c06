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
    from pyasp_puzzles.api import count as count
    from pyasp_puzzles.api import cubes as cubes
    from pyasp_puzzles.api import facts as facts
    from pyasp_puzzles.api import is_unique as is_unique
    from pyasp_puzzles.api import verify as verify
    from pyasp_puzzles.certificate import Certificate as Certificate
    from pyasp_puzzles.certificate import certify as certify
    from pyasp_puzzles.comparison import Comparison as Comparison
    from pyasp_puzzles.comparison import compare as compare
    from pyasp_puzzles.comparison import compare_program as compare_program
    from pyasp_puzzles.deciding.check import Checked as Checked
    from pyasp_puzzles.deciding.unique import Uniqueness as Uniqueness
    from pyasp_puzzles.drawing.shown import svg as svg
    from pyasp_puzzles.engines.cube import Cube as Cube
    from pyasp_puzzles.errors import AnswerError as AnswerError
    from pyasp_puzzles.errors import DisagreementError as DisagreementError
    from pyasp_puzzles.errors import GaveUpError as GaveUpError
    from pyasp_puzzles.errors import InstanceError as InstanceError
    from pyasp_puzzles.errors import MisfitError as MisfitError
    from pyasp_puzzles.errors import NoEstimateError as NoEstimateError
    from pyasp_puzzles.errors import PuzzleError as PuzzleError
    from pyasp_puzzles.errors import RepeatedAnswerError as RepeatedAnswerError
    from pyasp_puzzles.errors import SolverError as SolverError
    from pyasp_puzzles.errors import StoreError as StoreError
    from pyasp_puzzles.errors import VerificationError as VerificationError
    from pyasp_puzzles.estimation.estimate import Estimate as Estimate
    from pyasp_puzzles.estimation.estimating import estimate as estimate
    from pyasp_puzzles.explanation.explaining import Explanation as Explanation
    from pyasp_puzzles.explanation.explaining import explain as explain
    from pyasp_puzzles.explanation.hinting import Hint as Hint
    from pyasp_puzzles.explanation.hinting import find_hint as find_hint
    from pyasp_puzzles.explanation.hinting import hint as hint
    from pyasp_puzzles.generation.generating import generate as generate
    from pyasp_puzzles.long_counts.progress import Progress as Progress
    from pyasp_puzzles.long_counts.store.store import Store as Store
    from pyasp_puzzles.optimising.board import BestBoard as BestBoard
    from pyasp_puzzles.optimising.searching import BestBoards as BestBoards
    from pyasp_puzzles.partial import Partial as Partial
    from pyasp_puzzles.puzzle import Puzzle as Puzzle
    from pyasp_puzzles.puzzles.typed import best as best
    from pyasp_puzzles.puzzles.typed import check as check
    from pyasp_puzzles.puzzles.typed import find_puzzle as find_puzzle
    from pyasp_puzzles.puzzles.typed import load as load
    from pyasp_puzzles.puzzles.typed import load_all as load_all
    from pyasp_puzzles.puzzles.typed import solve as solve
    from pyasp_puzzles.puzzles.typed import unique as unique
    from pyasp_puzzles.rating.rating import Rating as Rating
    from pyasp_puzzles.rating.rating import rate as rate
    from pyasp_puzzles.registry import puzzle_names as puzzle_names
    from pyasp_puzzles.results import Answer as Answer
    from pyasp_puzzles.results import Answers as Answers
    from pyasp_puzzles.results import Count as Count
    from pyasp_puzzles.results import Status as Status
    from pyasp_puzzles.search import SearchReport as SearchReport
    from pyasp_puzzles.waiting import progress as progress

_PUBLIC = {
    "api": ("count", "cubes", "facts", "is_unique", "load", "load_all", "solve", "verify"),
    "certificate": ("Certificate", "certify"),
    "comparison": ("Comparison", "compare", "compare_program"),
    "deciding.check": ("Checked", "check"),
    "deciding.unique": ("Uniqueness", "unique"),
    "drawing.shown": ("svg",),
    "engines.cube": ("Cube",),
    "errors": (
        *("AnswerError", "DisagreementError", "GaveUpError", "InstanceError"),
        *("MisfitError", "NoEstimateError", "PuzzleError", "RepeatedAnswerError", "SolverError"),
        *("StoreError", "VerificationError"),
    ),
    "estimation.estimate": ("Estimate",),
    "estimation.estimating": ("estimate",),
    "explanation.explaining": ("Explanation", "explain"),
    "explanation.hinting": ("Hint", "find_hint", "hint"),
    "rating.rating": ("Rating", "rate"),
    "generation.generating": ("generate",),
    "optimising.board": ("BestBoard",),
    "optimising.searching": ("BestBoards", "best"),
    "results": ("Answer", "Answers", "Count", "Status"),
    "search": ("SearchReport",),
    "waiting": ("progress",),
    "partial": ("Partial",),
    "puzzle": ("Puzzle",),
    "registry": ("find_puzzle", "puzzle_names"),
    "long_counts.progress": ("Progress",),
    "long_counts.store.store": ("Store",),
}
__all__ = sorted(name for names in _PUBLIC.values() for name in names)


def __getattr__(name: str) -> Any:
    for module, names in _PUBLIC.items():
        if name in names:
            return getattr(importlib.import_module(f"pyasp_puzzles.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
