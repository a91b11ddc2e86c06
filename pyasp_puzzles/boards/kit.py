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
from pyasp_puzzles.boards.drafts import Drafts, grown, regrouped
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.layers import Arrows, Cells, Numbers, Scalar, Signs, side
from pyasp_puzzles.boards.marks import Kinds, Lines, Marks, Shaded, Values
from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms, Poses
from pyasp_puzzles.boards.places import Place, corners, crossings, edges, ends, links, sides, spots
from pyasp_puzzles.boards.stocks import Dominoes, Rules

__all__ = ["Filled", "Genre", "GridBoard", "Marked", "Rows", "SquareBoard", "layer", "layered"]
__all__ += ["Arrows", "Cells", "Margin", "Numbers", "RegionNumbers", "Regions", "Scalar"]
__all__ += ["Signs", "layers_of", "side"]
__all__ += ["Division", "Dominoes", "Placed", "Polyforms", "Poses", "Rules"]
__all__ += ["Kinds", "Lines", "Marks", "Place", "Shaded", "Values"]
__all__ += ["corners", "crossings", "edges", "ends", "links", "sides", "spots"]
__all__ += ["Drafts", "grown", "largest", "region_names", "regrouped"]
