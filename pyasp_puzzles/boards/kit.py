"""What the declaration of a puzzle in layers needs, in one place to import from."""

from __future__ import annotations

from pyasp_puzzles.boards.board import (
    Filled,
    GridBoard,
    Marked,
    Rows,
    SquareBoard,
    layer,
    layers_of,
)
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions, largest, region_names
from pyasp_puzzles.boards.drafts import Drafts, grown, half_turned, rectangles, regrouped
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
from pyasp_puzzles.boards.stocks import Dominoes, Rules

__all__ = ["STEPS", "Arrows", "Cells", "Division", "Dominoes", "Drafts", "Filled", "Genre"]
__all__ += ["GridBoard", "Kinds", "Lines", "Margin", "Marked", "Marks", "Numbers", "Place"]
__all__ += ["Placed", "Polyforms", "Poses", "Pzpr", "RegionNumbers", "Regions", "Rows", "Rules"]
__all__ += ["Scalar", "Shaded", "Signs", "SquareBoard", "Values", "blocks", "corners", "crossings"]
__all__ += ["edges", "ends", "files", "grown", "half_turned", "in_view", "joined", "largest"]
__all__ += ["layer", "layered", "layers_of", "links", "loop_faults", "parts", "rectangles"]
__all__ += ["region_names", "regrouped", "short_name", "side", "sides", "special", "spots", "url"]
