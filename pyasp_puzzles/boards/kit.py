"""What the declaration of a puzzle in layers needs, in one place to import from.

A name is imported when it is first used, so that a puzzle loads what its own declaration has.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyasp_puzzles.boards.board import (
        Filled,
        GridBoard,
        Marked,
        Row,
        Rows,
        SquareBoard,
        layer,
        layers_of,
    )
    from pyasp_puzzles.boards.canvas import DotShape
    from pyasp_puzzles.boards.clues import (
        Arrows,
        Margin,
        RegionNumbers,
        Regions,
        largest,
        region_names,
    )
    from pyasp_puzzles.boards.drafts import Drafts
    from pyasp_puzzles.boards.faults import (
        block_faults,
        division_faults,
        group_faults,
        line_faults,
        loop_faults,
        once_faults,
        part_faults,
        printed_faults,
        side_faults,
        sum_faults,
        touch_faults,
    )
    from pyasp_puzzles.boards.genre import Genre
    from pyasp_puzzles.boards.hands import layered
    from pyasp_puzzles.boards.layers import (
        Cells,
        Circles,
        Numbers,
        Signs,
        area,
        longer_side,
        side,
    )
    from pyasp_puzzles.boards.layouts import (
        beside_loops,
        crossed,
        grouped,
        grown,
        half_turned,
        induced_lines,
        numbered,
        rectangles,
        recut,
        regrouped,
        regrouping,
        repaired,
        shapes,
        thinned,
    )
    from pyasp_puzzles.boards.marks import Kinds, Lines, Marks, Shaded
    from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms, Poses
    from pyasp_puzzles.boards.places import (
        STEPS,
        Place,
        blocks,
        cells_by_name,
        chains,
        corners,
        crossings,
        edges,
        ends,
        in_view,
        joined,
        lines,
        links,
        middle_name,
        parts,
        place_name,
        runs,
        segments,
        short_name,
        sides,
        spots,
    )
    from pyasp_puzzles.boards.pzpr import files, special, url
    from pyasp_puzzles.boards.pzpr.codec import Pzpr
    from pyasp_puzzles.boards.scalars import Diagonals, Scalar, Text, YesNo
    from pyasp_puzzles.boards.stocks import Dominoes, NumberRows, Rules
    from pyasp_puzzles.boards.values import Values

__all__ = ["Arrows", "Cells", "Circles", "Diagonals", "Division", "Dominoes", "DotShape"]
__all__ += ["Drafts", "Filled", "Genre", "GridBoard", "Kinds", "Lines", "Margin", "Marked"]
__all__ += ["Marks", "NumberRows", "Numbers", "Place", "Placed", "Polyforms", "Poses", "Pzpr"]
__all__ += ["STEPS", "RegionNumbers", "Regions", "Row", "Rows", "Rules", "Scalar", "Shaded"]
__all__ += ["Signs", "SquareBoard", "Text", "Values", "YesNo", "area", "beside_loops"]
__all__ += ["block_faults", "blocks", "cells_by_name", "chains", "corners", "crossed"]
__all__ += ["crossings", "division_faults", "edges", "ends", "files", "group_faults", "grouped"]
__all__ += ["grown", "half_turned", "in_view", "induced_lines", "joined", "largest", "layer"]
__all__ += ["layered", "layers_of", "line_faults", "lines", "links", "longer_side", "loop_faults"]
__all__ += ["middle_name", "numbered", "once_faults", "part_faults", "parts", "place_name"]
__all__ += [
    "printed_faults",
    "rectangles",
    "recut",
    "region_names",
    "regrouped",
    "regrouping",
    "repaired",
]
__all__ += ["runs", "segments", "shapes", "short_name", "side", "side_faults", "sides", "special"]
__all__ += ["spots", "sum_faults", "thinned", "touch_faults", "url"]

_HOMES = {
    "board": "Filled GridBoard Marked Row Rows SquareBoard layer layers_of",
    "canvas": "DotShape",
    "clues": "Arrows Margin RegionNumbers Regions largest region_names",
    "drafts": "Drafts",
    "faults": (
        "block_faults division_faults group_faults line_faults loop_faults once_faults "
        "part_faults printed_faults side_faults sum_faults touch_faults"
    ),
    "genre": "Genre",
    "hands": "layered",
    "layers": "Cells Circles Numbers Signs area longer_side side",
    "layouts": (
        "beside_loops crossed grouped grown half_turned induced_lines numbered rectangles "
        "recut regrouped regrouping repaired shapes thinned"
    ),
    "marks": "Kinds Lines Marks Shaded",
    "pieces": "Division Placed Polyforms Poses",
    "places": (
        "STEPS Place blocks cells_by_name chains corners crossings edges ends in_view joined "
        "lines links middle_name parts place_name runs segments short_name sides spots"
    ),
    "pzpr.codec": "Pzpr",
    "scalars": "Diagonals Scalar Text YesNo",
    "stocks": "Dominoes NumberRows Rules",
    "values": "Values",
}
"""The names of each module; those of no module here are modules of ``pzpr``."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((module for module, names in _HOMES.items() if name in names.split()), "")
    package = __name__.rpartition(".")[0]
    if home:
        found = getattr(importlib.import_module(f"{package}.{home}"), name)
    else:
        found = importlib.import_module(f"{package}.pzpr.{name}")
    globals()[name] = found
    return found
