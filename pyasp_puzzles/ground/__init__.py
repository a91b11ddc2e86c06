"""Translates ground ASP programs to formulas in conjunctive normal form.

>>> from pyasp_puzzles.ground import translate
>>> from pyasp_puzzles.ground.ground import ground
>>> program = ground([], "{a; b}. :- a, b. #show a/0. #show b/0.")
>>> translate(program).sizes.loops
()
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyasp_puzzles.ground.atom_map import AtomMap as AtomMap
    from pyasp_puzzles.ground.atom_map import decode as decode
    from pyasp_puzzles.ground.atom_map import read_map as read_map
    from pyasp_puzzles.ground.ground import Program as Program
    from pyasp_puzzles.ground.sat.solver_output import SolverResult as SolverResult
    from pyasp_puzzles.ground.sat.solver_output import read_result as read_result
    from pyasp_puzzles.ground.solver_files import to_dimacs as to_dimacs
    from pyasp_puzzles.ground.solver_files import to_opb as to_opb
    from pyasp_puzzles.ground.solver_files import to_wcnf as to_wcnf
    from pyasp_puzzles.ground.solver_files import write_aspif as write_aspif
    from pyasp_puzzles.ground.translation import LOOPS as LOOPS
    from pyasp_puzzles.ground.translation import Loops as Loops
    from pyasp_puzzles.ground.translation import Sizes as Sizes
    from pyasp_puzzles.ground.translation import Translation as Translation
    from pyasp_puzzles.ground.translation import translate as translate

_PUBLIC = {
    "ground.sat.solver_output": ("Result", "read_result"),
    "ground.atom_map": ("AtomMap", "decode", "read_map"),
    "ground.ground": ("Program",),
    "ground.solver_files": ("to_dimacs", "to_opb", "to_wcnf", "write_aspif"),
    "ground.translation": ("LOOPS", "Loops", "Sizes", "Translation", "translate"),
}
__all__ = sorted(name for names in _PUBLIC.values() for name in names)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: engines that only ground programs need none."""
    for module, names in _PUBLIC.items():
        if name in names:
            return getattr(importlib.import_module(f"pyasp_puzzles.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
