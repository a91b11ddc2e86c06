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
from pyasp_puzzles.boards.clues import Margin, RegionNumbers, Regions, region_names
from pyasp_puzzles.boards.drafts import Drafts, grown, half_turned, regrouped
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.hands import layered
from pyasp_puzzles.boards.layers import Arrows, Cells, Numbers, Scalar, Signs, side
from pyasp_puzzles.boards.marks import Kinds, Lines, Marks, Shaded, Values
from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms, Poses
from pyasp_puzzles.boards.places import (
    STEPS,
    Place,
    corners,
    crossings,
    edges,
    ends,
    in_view,
    joined,
    links,
    loop_faults,
    sides,
    spots,
)
from pyasp_puzzles.boards.pzpr import files, special, url
from pyasp_puzzles.boards.pzpr.codec import Pzpr
from pyasp_puzzles.boards.stocks import Dominoes, Rules

__all__ = ["Filled", "Genre", "GridBoard", "Marked", "Rows", "SquareBoard", "layer", "layered"]
__all__ += ["Arrows", "Cells", "Margin", "Numbers", "RegionNumbers", "Regions", "Scalar"]
__all__ += ["Signs", "layers_of", "side"]
__all__ += ["Division", "Dominoes", "Placed", "Polyforms", "Poses", "Rules"]
__all__ += ["Kinds", "Lines", "Marks", "Place", "Shaded", "Values"]
__all__ += ["corners", "crossings", "edges", "ends", "in_view", "links", "sides", "spots"]
__all__ += ["joined", "loop_faults"]
__all__ += ["STEPS", "Drafts", "grown", "half_turned", "region_names", "regrouped"]
__all__ += ["Pzpr", "files", "special", "url"]
