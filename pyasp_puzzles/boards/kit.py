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
from pyasp_puzzles.boards.drafts import (
    Drafts,
    grown,
    half_turned,
    joined,
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
    links,
    parts,
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
__all__ += ["blocks", "corners", "crossings", "edges", "ends", "links", "parts", "sides", "spots"]
__all__ += [
    "STEPS",
    "Drafts",
    "grown",
    "half_turned",
    "joined",
    "rectangles",
    "region_names",
    "regrouped",
    "regrouping",
]
__all__ += ["Pzpr", "files", "special", "url"]
