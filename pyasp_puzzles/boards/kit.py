"""What the declaration of a puzzle in layers needs, in one place to import from.

A name is imported when it is first used, so that a puzzle loads what its own declaration has.
"""
# ruff: noqa: F403 - star imports for type checkers; _HOMES has the names that there are

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyasp_puzzles.boards.board import *
    from pyasp_puzzles.boards.canvas import *
    from pyasp_puzzles.boards.clues import *
    from pyasp_puzzles.boards.drafts import *
    from pyasp_puzzles.boards.faults import *
    from pyasp_puzzles.boards.genre import *
    from pyasp_puzzles.boards.grid import *
    from pyasp_puzzles.boards.hands import *
    from pyasp_puzzles.boards.layers import *
    from pyasp_puzzles.boards.layouts import *
    from pyasp_puzzles.boards.marks import *
    from pyasp_puzzles.boards.pieces import *
    from pyasp_puzzles.boards.places import *
    from pyasp_puzzles.boards.pzpr import files as files
    from pyasp_puzzles.boards.pzpr import special as special
    from pyasp_puzzles.boards.pzpr import url as url
    from pyasp_puzzles.boards.pzpr.codec import *
    from pyasp_puzzles.boards.scalars import *
    from pyasp_puzzles.boards.stocks import *
    from pyasp_puzzles.boards.values import *

_HOMES = {
    "board": "Row Rows layer",
    "canvas": "DotShape",
    "clues": "Arrows Margin RegionNumbers Regions largest region_names",
    "drafts": "Drafts",
    "faults": (
        "block_faults division_faults group_faults line_faults loop_faults once_faults "
        "part_faults printed_faults side_faults sum_faults touch_faults"
    ),
    "genre": "Genre",
    "grid": "Filled GridBoard Marked SquareBoard",
    "hands": "layered",
    "layers": "Cells Circles Numbers Signs area both_lines longer_side side",
    "layouts": (
        "beside_loops crossed grouped grown half_turned induced_lines numbered rectangles "
        "recut regrouping repaired shapes thinned"
    ),
    "marks": "Kinds Lines Marks Shaded",
    "pieces": "Division Placed Polyforms Poses",
    "places": (
        "STEPS Place blocks cells_by_name chains corners crossings edges ends in_view joined "
        "lines links middle_name parts place_name runs segments short_name sides spots"
    ),
    "pzpr": "files special url",
    "pzpr.codec": "Pzpr",
    "scalars": "Diagonals Scalar Text YesNo",
    "stocks": "Dominoes NumberRows Rules",
    "values": "Values",
}
"""The names of each module; those of ``pzpr`` are modules."""


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names.split()), "")
    if not home:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    path = f"{__name__.rpartition('.')[0]}.{home}"
    if home == "pzpr":
        found: Any = importlib.import_module(f"{path}.{name}")
    else:
        found = getattr(importlib.import_module(path), name)
    globals()[name] = found
    return found
