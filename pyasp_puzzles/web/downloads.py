"""Files of a board for the page to keep: pictures, facts, JSON, text."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.png import png
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.verbs.solving import facts
from pyasp_puzzles.web.boards import Board, Body, check_facts, read_board, read_partial
from pyasp_puzzles.web.limits import Limits


def draw(body: Body, limits: Limits) -> dict[str, Any]:
    """A file to keep: its bytes (base 64), its type and its name."""
    found = read_board(body, limits)
    if "atoms" in body:
        partial = read_partial(found.puzzle, found.instance, {"atoms": body["atoms"]})
        found = replace(found, partial=partial)
    form = body["format"]
    if form == "facts":
        check_facts(found, limits)
    data, kind, ending = _FILES[form](found, body.get("theme", "auto"))
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", f"{found.puzzle.name}_{found.instance.name}").strip("_")
    coded = base64.b64encode(data).decode("ascii")
    return {"data": coded, "type": kind, "name": f"{name}.{ending}"}


def _picture(board: Board) -> Picture:
    return board.puzzle.sketch(board.instance, board.partial)


def _svg_file(board: Board, theme: Any) -> tuple[bytes, str, str]:
    return svg(_picture(board), theme=theme).encode(), "image/svg+xml", "svg"


def _png_file(board: Board, theme: Any) -> tuple[bytes, str, str]:
    return (
        png(svg(_picture(board), theme="light" if theme == "auto" else theme)),
        "image/png",
        "png",
    )


def _fact_file(board: Board, _theme: Any) -> tuple[bytes, str, str]:
    return facts(board.instance).encode(), "text/plain; charset=utf-8", "lp"


def _json_file(board: Board, _theme: Any) -> tuple[bytes, str, str]:
    names = {"puzzle": board.puzzle.name, "instance": board.instance.name}
    text = json.dumps({**names, **board.partial.as_json()}, indent=1) + "\n"
    return text.encode(), "application/json", "json"


def _text_file(board: Board, _theme: Any) -> tuple[bytes, str, str]:
    return board.text.encode(), "text/plain; charset=utf-8", "txt"


_FILES: Mapping[str, Callable[[Board, Any], tuple[bytes, str, str]]] = {
    "svg": _svg_file,
    "png": _png_file,
    "facts": _fact_file,
    "json": _json_file,
    "text": _text_file,
}
