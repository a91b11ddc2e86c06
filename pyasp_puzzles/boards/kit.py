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
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions, largest, region_names
from pyasp_puzzles.boards.drafts import (
    Drafts,
    grouped,
    grown,
    half_turned,
    rectangles,
    regrouped,
    regrouping,
)
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.layers import Arrows, Cells, Numbers, Scalar, Signs, side
from pyasp_puzzles.boards.marks import Kinds, Lines, Marks, Shaded, Values
from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms, Poses
from pyasp_puzzles.boards.places import (
    STEPS,
    Place,
    blocks,
    corners,
    crossings,
    edges,
    ends,
    in_view,
    joined,
    links,
    loop_faults,
    parts,
    short_name,
    sides,
    spots,
)
from pyasp_puzzles.boards.pzpr import files, special, url
from pyasp_puzzles.boards.pzpr.codec import Pzpr
from pyasp_puzzles.boards.stocks import Dominoes, NumberRows, Rules

__all__ = ["STEPS", "Arrows", "Cells", "Division", "Dominoes", "Drafts", "Filled", "Genre"]
__all__ += ["GridBoard", "Kinds", "Lines", "Margin", "Marked", "Marks", "NumberRows", "Numbers"]
__all__ += ["Place", "Placed", "Polyforms", "Poses", "Pzpr", "RegionNumbers", "Regions", "Rows"]
__all__ += ["Rules", "Scalar", "Shaded", "Signs", "SquareBoard", "Text", "Values", "blocks"]
__all__ += ["corners", "crossings", "edges", "ends", "files", "grouped", "grown", "half_turned"]
__all__ += ["in_view", "joined", "largest", "layer", "layered", "layers_of", "links", "loop_faults"]
__all__ += ["parts", "rectangles", "region_names", "regrouped", "regrouping", "short_name", "side"]
__all__ += ["sides", "special", "spots", "url"]
