"""What the declaration of a puzzle in layers needs, in one place to import from.

A name is imported when it is first used, so that a puzzle loads what its own declaration has.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyasp_puzzles.boards.board import Row as Row
    from pyasp_puzzles.boards.board import Rows as Rows
    from pyasp_puzzles.boards.board import layer as layer
    from pyasp_puzzles.boards.canvas import DotShape as DotShape
    from pyasp_puzzles.boards.clues import Arrows as Arrows
    from pyasp_puzzles.boards.clues import Margin as Margin
    from pyasp_puzzles.boards.clues import RegionNumbers as RegionNumbers
    from pyasp_puzzles.boards.clues import Regions as Regions
    from pyasp_puzzles.boards.clues import largest as largest
    from pyasp_puzzles.boards.clues import region_names as region_names
    from pyasp_puzzles.boards.drafts import Drafts as Drafts
    from pyasp_puzzles.boards.faults import block_faults as block_faults
    from pyasp_puzzles.boards.faults import division_faults as division_faults
    from pyasp_puzzles.boards.faults import group_faults as group_faults
    from pyasp_puzzles.boards.faults import line_faults as line_faults
    from pyasp_puzzles.boards.faults import loop_faults as loop_faults
    from pyasp_puzzles.boards.faults import once_faults as once_faults
    from pyasp_puzzles.boards.faults import part_faults as part_faults
    from pyasp_puzzles.boards.faults import printed_faults as printed_faults
    from pyasp_puzzles.boards.faults import side_faults as side_faults
    from pyasp_puzzles.boards.faults import sum_faults as sum_faults
    from pyasp_puzzles.boards.faults import touch_faults as touch_faults
    from pyasp_puzzles.boards.genre import Genre as Genre
    from pyasp_puzzles.boards.grid import Filled as Filled
    from pyasp_puzzles.boards.grid import GridBoard as GridBoard
    from pyasp_puzzles.boards.grid import Marked as Marked
    from pyasp_puzzles.boards.grid import SquareBoard as SquareBoard
    from pyasp_puzzles.boards.hands import layered as layered
    from pyasp_puzzles.boards.layers import Cells as Cells
    from pyasp_puzzles.boards.layers import Circles as Circles
    from pyasp_puzzles.boards.layers import Numbers as Numbers
    from pyasp_puzzles.boards.layers import Signs as Signs
    from pyasp_puzzles.boards.layers import area as area
    from pyasp_puzzles.boards.layers import longer_side as longer_side
    from pyasp_puzzles.boards.layers import side as side
    from pyasp_puzzles.boards.layouts import beside_loops as beside_loops
    from pyasp_puzzles.boards.layouts import crossed as crossed
    from pyasp_puzzles.boards.layouts import grouped as grouped
    from pyasp_puzzles.boards.layouts import grown as grown
    from pyasp_puzzles.boards.layouts import half_turned as half_turned
    from pyasp_puzzles.boards.layouts import induced_lines as induced_lines
    from pyasp_puzzles.boards.layouts import numbered as numbered
    from pyasp_puzzles.boards.layouts import rectangles as rectangles
    from pyasp_puzzles.boards.layouts import recut as recut
    from pyasp_puzzles.boards.layouts import regrouping as regrouping
    from pyasp_puzzles.boards.layouts import repaired as repaired
    from pyasp_puzzles.boards.layouts import shapes as shapes
    from pyasp_puzzles.boards.layouts import thinned as thinned
    from pyasp_puzzles.boards.marks import Kinds as Kinds
    from pyasp_puzzles.boards.marks import Lines as Lines
    from pyasp_puzzles.boards.marks import Marks as Marks
    from pyasp_puzzles.boards.marks import Shaded as Shaded
    from pyasp_puzzles.boards.pieces import Division as Division
    from pyasp_puzzles.boards.pieces import Placed as Placed
    from pyasp_puzzles.boards.pieces import Polyforms as Polyforms
    from pyasp_puzzles.boards.pieces import Poses as Poses
    from pyasp_puzzles.boards.places import STEPS as STEPS
    from pyasp_puzzles.boards.places import Place as Place
    from pyasp_puzzles.boards.places import blocks as blocks
    from pyasp_puzzles.boards.places import cells_by_name as cells_by_name
    from pyasp_puzzles.boards.places import chains as chains
    from pyasp_puzzles.boards.places import corners as corners
    from pyasp_puzzles.boards.places import crossings as crossings
    from pyasp_puzzles.boards.places import edges as edges
    from pyasp_puzzles.boards.places import ends as ends
    from pyasp_puzzles.boards.places import in_view as in_view
    from pyasp_puzzles.boards.places import joined as joined
    from pyasp_puzzles.boards.places import lines as lines
    from pyasp_puzzles.boards.places import links as links
    from pyasp_puzzles.boards.places import middle_name as middle_name
    from pyasp_puzzles.boards.places import parts as parts
    from pyasp_puzzles.boards.places import place_name as place_name
    from pyasp_puzzles.boards.places import runs as runs
    from pyasp_puzzles.boards.places import segments as segments
    from pyasp_puzzles.boards.places import short_name as short_name
    from pyasp_puzzles.boards.places import sides as sides
    from pyasp_puzzles.boards.places import spots as spots
    from pyasp_puzzles.boards.pzpr import files as files
    from pyasp_puzzles.boards.pzpr import special as special
    from pyasp_puzzles.boards.pzpr import url as url
    from pyasp_puzzles.boards.pzpr.codec import Pzpr as Pzpr
    from pyasp_puzzles.boards.scalars import Diagonals as Diagonals
    from pyasp_puzzles.boards.scalars import Scalar as Scalar
    from pyasp_puzzles.boards.scalars import Text as Text
    from pyasp_puzzles.boards.scalars import YesNo as YesNo
    from pyasp_puzzles.boards.stocks import Dominoes as Dominoes
    from pyasp_puzzles.boards.stocks import NumberRows as NumberRows
    from pyasp_puzzles.boards.stocks import Rules as Rules
    from pyasp_puzzles.boards.values import Values as Values

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
    "layers": "Cells Circles Numbers Signs area longer_side side",
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
