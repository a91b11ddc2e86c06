"""The requests that are answered at once, by name, and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyasp_puzzles.web.boards import board, move, tool
from pyasp_puzzles.web.downloads import draw
from pyasp_puzzles.web.edits import edit
from pyasp_puzzles.web.gallery import gallery, program, thumbnail
from pyasp_puzzles.web.limits import Limits

ANSWERS: Mapping[str, Callable[[Any, Limits], Any]] = {
    "board": board,
    "move": move,
    "draw": draw,
    "tool": tool,
    "edit": edit,
    "gallery": gallery,
    "thumbnail": thumbnail,
    "program": program,
}
