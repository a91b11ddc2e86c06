"""Formulas in conjunctive normal form, and the SAT solvers that search them."""

from __future__ import annotations

import shutil

from pyasp_puzzles.core.errors import PuzzleError

SOLVERS = (
    *("cadical103", "cadical153", "cadical195"),
    *("glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm", "maplesat"),
    *("mergesat3", "minicard", "minisat22", "minisat-gh"),
)
"""PySAT's solvers that can be called again after clauses were added, by PySAT's names."""

DEFAULT_SOLVER = "cadical195"


def check_solver(name: str) -> None:
    """Refuse a name that is neither one of PySAT's solvers nor a program on the PATH.

    Raises PuzzleError if there is no such solver.
    """
    if name not in SOLVERS and not shutil.which(name):
        raise PuzzleError(
            f"found solver {name!r}, expected one of {', '.join(SOLVERS)} or a program on the PATH"
        )
