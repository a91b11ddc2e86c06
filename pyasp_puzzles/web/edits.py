"""Boards that are changed on the page: a clue on the board, or the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from pyasp_puzzles.boards.edit import Change, EditForm, changed
from pyasp_puzzles.boards.partial import Cell
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.web.boards import Board, Body, about, check_tiles, read_board, views
from pyasp_puzzles.web.checks import IN_TERMINAL, RefusedError
from pyasp_puzzles.web.limits import Limits
from pyasp_puzzles.web.orders import MOST_TEXT


def edit(body: Body, limits: Limits) -> dict[str, Any]:
    """A board after a change, as an editor shows it.

    Raises:
        RefusedError: also with code 409, for a change that makes no sense.
    """
    found = read_board(body, limits)
    if "edit" in body:
        found = _changed(found, body["edit"], limits)
    if "before" in body:
        found = _without_old_words(found, body, limits)
    return {
        "puzzle": found.puzzle.name,
        "name": found.instance.name,
        **about(found.puzzle, found.instance),
        "text": found.text,
        **_editing(found, limits),
    }


CHANGED = " (changed)"
"""What comes behind the title of a board that is no longer the one of this title."""


def _without_old_words(board: Board, body: Body, limits: Limits) -> Board:
    """A changed board without the title and the known counts of the board before."""
    before = read_board({"puzzle": body["puzzle"], "text": body["before"]}, limits).instance
    now, other = board.instance, _bare(board.instance) != _bare(before)
    words: dict[str, Any] = {}
    if other and now.known and now.known == before.known:
        words["known"] = ()
    if title := getattr(before, "title", ""):
        marked = title.removesuffix(CHANGED) + CHANGED
        old, new = (title, marked) if other else (marked, title)
        words |= {"title": new} if now.title == old != new else {}
    if not words:
        return board
    instance = replace(now, **words)
    return replace(board, instance=instance, text=board.puzzle.format(instance))


def _bare(instance: Any) -> Any:
    """An instance without what changes no answer: its title, its name, its known counts."""
    titled = {"title": ""} if hasattr(instance, "title") else {}
    return replace(instance, name="", known=(), **titled)


def _changed(board: Board, asked: Body, limits: Limits) -> Board:
    """The board after a change, with its new text."""
    form = board.puzzle.edit
    if form is None:
        raise RefusedError("This board is changed as text only.", 409, field="edit")
    cell = tuple(asked["cell"]) if "cell" in asked else None
    try:
        instance = changed(form, board.instance, Change(asked["clue"], asked["value"], cell))
    except (MoveError, InstanceError) as error:
        raise RefusedError(_sentence(str(error)), 409, field="edit") from None
    if instance == board.instance:
        return board
    check_tiles(board.puzzle, instance, limits)
    text = board.puzzle.format(instance)
    if len(text) > MOST_TEXT:
        words = f"the text of the board has {len(text):,} characters, expected {MOST_TEXT:,}"
        raise RefusedError(f"{words}; {IN_TERMINAL}", 413, field="edit")
    return replace(board, instance=instance, text=text)


def _sentence(words: str) -> str:
    """An error as a sentence."""
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith(".") else ".")


_NOTHING: Mapping[str, Any] = {"clues": [], "values": {}, "places": {}}


def _editing(board: Board, limits: Limits) -> dict[str, Any]:
    """The picture of an editor with the clues; without them where the board has too many places."""
    form = board.puzzle.edit
    if form is not None:
        picture = form.picture(board.instance)
        if sum(len(panel.tiles) for panel in picture.panels) <= limits.cells:
            return {**views(picture), **_clues(form, board.instance)}
    return {**views(board.puzzle.picture(board.instance, None)), **_NOTHING}


def _clues(form: EditForm[Any], instance: Any) -> dict[str, Any]:
    """The clues, the value of each where it can stand, and what these places are called."""
    clues = form.clues(instance)
    values = {clue.name: form.values(instance, clue.name) for clue in clues}
    cells = {cell for own in values.values() for cell in own if cell is not None}
    return {
        "clues": [asdict(clue) for clue in clues],
        "values": {
            name: {_name(cell): value for cell, value in own.items()}
            for name, own in values.items()
        },
        "places": {_name(cell): form.place(instance, cell) for cell in cells},
    }


def _name(cell: Cell | None) -> str:
    """A cell as the page names it; the whole board has an empty name."""
    return ",".join(map(str, cell or ()))
