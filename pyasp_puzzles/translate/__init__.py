"""Any ground ASP program as a formula in conjunctive normal form.

>>> from pyasp_puzzles.translate import translate
>>> from pyasp_puzzles.translate.ground import ground
>>> program = ground([], "{a; b}. :- a, b. #show a/0. #show b/0.")
>>> translate(program).sizes.loops
()
"""

from __future__ import annotations

from pyasp_puzzles.translate.aspif import write_aspif
from pyasp_puzzles.translate.files import to_dimacs, to_opb, to_wcnf
from pyasp_puzzles.translate.ground import Program
from pyasp_puzzles.translate.reading import AtomMap, Result, decode, read_map, read_result
from pyasp_puzzles.translate.translation import LOOPS, Loops, Sizes, Translation, translate

__all__ = [
    "LOOPS",
    "AtomMap",
    "Loops",
    "Program",
    "Result",
    "Sizes",
    "Translation",
    "decode",
    "read_map",
    "read_result",
    "to_dimacs",
    "to_opb",
    "to_wcnf",
    "translate",
    "write_aspif",
]
