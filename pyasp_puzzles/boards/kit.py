"""What the declaration of a puzzle in layers needs, in one place to import from."""

from pyasp_puzzles.boards.board import Filled, GridBoard, Marked, Rows, SquareBoard, layer
from pyasp_puzzles.boards.clues import Margin, RegionNumbers
from pyasp_puzzles.boards.drafts import Drafts, grown, regrouped
from pyasp_puzzles.boards.genre import Genre
from pyasp_puzzles.boards.layered import layered
from pyasp_puzzles.boards.layers import Cells, Numbers, Regions, Scalar, Signs, side
from pyasp_puzzles.boards.marks import Lines, Marks, Shaded, Values
from pyasp_puzzles.boards.pieces import Division, Placed, Polyforms
from pyasp_puzzles.boards.places import Place, ends, sides
from pyasp_puzzles.boards.stocks import Dominoes, Rules

__all__ = [
    "Cells",
    "Division",
    "Dominoes",
    "Drafts",
    "Filled",
    "Genre",
    "GridBoard",
    "Lines",
    "Margin",
]
__all__ += [
    "Marked",
    "Marks",
    "Numbers",
    "Place",
    "Placed",
    "Polyforms",
    "RegionNumbers",
    "Regions",
    "Rows",
    "Rules",
]
__all__ += ["Scalar", "Shaded", "Signs", "SquareBoard", "Values", "ends"]
__all__ += ["grown", "layer", "layered", "regrouped", "side", "sides"]
