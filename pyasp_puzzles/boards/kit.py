"""What the declaration of a puzzle in layers needs, in one place to import from."""

from __future__ import annotations

from pyasp_puzzles.boards.board import (
    Filled,
    GridBoard,
    Marked,
    Rows,
    SquareBoard,
    Text,
    layer,
    layers_of,
)
from pyasp_puzzles.boards.canvas import DotShape
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions, largest, region_names
from pyasp_puzzles.boards.drafts import Drafts
from pyasp_puzzles.boards.faults import (
    block_faults,
    loop_faults,
    once_faults,
    part_faults,
    printed_faults,
    repeated,
    side_faults,
    touch_faults,
)
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.layers import Arrows, Cells, Numbers, Scalar, Signs, YesNo, area, side
from pyasp_puzzles.boards.layouts import (
    grouped,
    grown,
    half_turned,
    induced_lines,
    numbered,
    rectangles,
    regrouped,
    regrouping,
    repaired,
    shapes,
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
    parts,
    place_name,
    segments,
    short_name,
    sides,
    spots,
)
from pyasp_puzzles.boards.pzpr import files, special, url
from pyasp_puzzles.boards.pzpr.codec import Pzpr
from pyasp_puzzles.boards.stocks import Dominoes, NumberRows, Rules
from pyasp_puzzles.boards.values import Values

__all__ = ["STEPS", "Arrows", "Cells", "Division", "Dominoes", "DotShape", "Drafts", "Filled"]
__all__ += ["Genre", "GridBoard", "Kinds", "Lines", "Margin", "Marked", "Marks", "NumberRows"]
__all__ += ["Numbers", "Place", "Placed", "Polyforms", "Poses", "Pzpr", "RegionNumbers", "Regions"]
__all__ += ["Rows", "Rules", "Scalar", "Shaded", "Signs", "SquareBoard", "Text", "Values", "YesNo"]
__all__ += ["blocks", "chains", "corners", "crossings", "edges", "ends", "files", "grouped"]
__all__ += ["grown", "half_turned", "in_view", "induced_lines", "joined", "largest", "layer"]
__all__ += ["layered", "layers_of", "links", "numbered", "place_name"]
__all__ += ["loop_faults", "parts", "rectangles", "region_names", "regrouped", "regrouping"]
__all__ += ["area", "cells_by_name", "lines", "repaired", "repeated", "segments", "shapes"]
__all__ += ["short_name", "side", "sides", "special", "spots", "url"]
__all__ += ["block_faults", "once_faults", "part_faults", "printed_faults", "side_faults"]
__all__ += ["touch_faults"]
