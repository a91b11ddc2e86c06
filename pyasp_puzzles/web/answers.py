"""The requests that are answered at once, besides boards and moves: gallery, edits, files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from pyasp_puzzles._version import __version__
from pyasp_puzzles.boards.edit import Change, EditForm, changed
from pyasp_puzzles.boards.formats.inputs import read_text
from pyasp_puzzles.boards.hands import Hands
from pyasp_puzzles.boards.placements import placements
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.puzzle import KINDS, Puzzle
from pyasp_puzzles.boards.registry import by_kind, words_of
from pyasp_puzzles.core.errors import InstanceError
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import png, svg
from pyasp_puzzles.pictures.svg.palette import Theme
from pyasp_puzzles.verbs.sheets.making import SheetBoard, SheetStyle, make
from pyasp_puzzles.verbs.sheets.paper import PAPERS, html
from pyasp_puzzles.verbs.solving import facts
from pyasp_puzzles.web.boards import (
    MOST_TILES,
    OWN,
    Body,
    PageBoard,
    about,
    board,
    check_tiles,
    described,
    move,
    page_svg,
    puzzle_of_name,
    read_board,
    read_partial,
    searched_board,
    tile_count,
    tool,
    views,
)
from pyasp_puzzles.web.candidates import candidates
from pyasp_puzzles.web.requests import IN_TERMINAL, MOST_TEXT, RefusedError

CHANGED = " (changed)"
"""What comes behind the title of a board that is no longer the one of this title."""


def gallery(_body: Body) -> list[dict[str, Any]]:
    """All puzzles with their shipped instances."""
    return [_entry(puzzle) for puzzles in by_kind().values() for puzzle in puzzles]


@cache
def _grades() -> dict[str, dict[str, str]]:
    """How hard shipped boards are, by puzzle and board, as tests/benchmarks has measured it."""
    text = files("pyasp_puzzles.puzzles").joinpath("grades.json").read_text("utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


def _entry(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    instances = []
    for name, path in puzzle.instance_files().items():
        for label, one in puzzle.parse(read_text(str(path)), name).items():
            address = f"{name}#{label}" if label else name
            entry = described(puzzle, replace(one, name=address))
            grade = _grades().get(puzzle.name, {}).get(address, "")
            instances.append({**entry, "grade": grade})
    generator, kind = puzzle.generator, puzzle.instance_type
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "kind": KINDS[puzzle.kind],
        **words_of(puzzle),
        "instances": instances,
        "generator": generator and [asdict(each) for each in generator.parameters],
        "grades": puzzle.calibration.grades if puzzle.calibration else (),
        "empty": puzzle.empty and {"most": kind.sides[1], "square": kind.square},
        "symmetry": list(puzzle.symmetries.kinds) if puzzle.symmetries else [],
        "daily": crc32(f"{puzzle.name} {__version__}".encode()) // 2,
    }


def thumbnail(body: Body) -> str:
    """The picture of a shipped instance as SVG, without words: too small to be read."""
    return svg(_small(read_board(body)))


def pictures(_body: Body) -> dict[str, str]:
    """The picture of the first shipped instance of each puzzle."""
    every = (each for puzzles in by_kind().values() for each in puzzles if each.instance_files())
    return {each.name: page_svg(_small(read_board({"puzzle": each.name}))) for each in every}


def _small(board: PageBoard) -> Picture:
    return replace(board.puzzle.picture(board.instance, None), title="", legend=())


def program(body: Body) -> dict[str, Any]:
    """The files of a puzzle's program."""
    puzzle = puzzle_of_name(body["puzzle"])
    rules = puzzle.program_path().parent
    paths = (*puzzle.all_program_paths(), *puzzle.lemma_paths())
    texts = {path.relative_to(rules).as_posix(): read_text(str(path)) for path in paths}
    return {"files": [{"name": name, "text": text} for name, text in texts.items()]}


_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "sheet": "text/html; charset=utf-8",
}
"""The types of files that are no plain text."""


def draw(body: Body) -> dict[str, Any]:
    """A file to keep: its bytes and its type."""
    found, form = read_board(body), body["format"]
    theme: Theme = body.get("theme", "auto")
    if "atoms" in body:
        partial = read_partial(found.puzzle, found.instance, {"atoms": body["atoms"]})
        found = replace(found, partial=partial)
    match form:
        case "svg" | "png":
            if (form, theme) == ("png", "auto"):
                theme = "light"
            drawn = svg(found.puzzle.sketch(found.instance, found.partial), theme=theme)
            data = png(drawn) if form == "png" else drawn.encode()
        case "facts":
            data = facts(searched_board(body).instance).encode()
        case "json":
            names = {"puzzle": found.puzzle.name, "instance": found.instance.name}
            data = (json.dumps({**names, **found.partial.as_json()}, indent=1) + "\n").encode()
        case "sheet":
            paper = PAPERS["a4"]
            own = found.instance.name.partition("#")[0] == OWN
            board = replace(found.instance, name="") if own else found.instance
            boards = [SheetBoard(found.puzzle, board, 1)]
            data = html(make(boards, SheetStyle(paper), answers=False), paper).encode()
        case "url":
            if "url" not in found.puzzle.export:
                words = f"{found.puzzle.title}: boards have no address on puzz.link"
                raise RefusedError(words, 409, field="format")
            data = f"{found.puzzle.export['url'](found.instance, None)}\n".encode()
        case _:
            data = found.text.encode()
    return {"data": data, "type": _TYPES.get(form, "text/plain; charset=utf-8")}


def hands(body: Body) -> dict[str, Any]:
    """What can be laid where; ``None`` where the page has to ask for each move."""
    found = read_board(body)
    form = found.puzzle.play
    return {"hands": placements(form, found.instance) if isinstance(form, Hands) else None}


def edit(body: Body) -> dict[str, Any]:
    """A board after a change; RefusedError with code 409 for a change that makes no sense."""
    found = read_board(body)
    if "edit" in body:
        found = _changed(found, body["edit"])
    if "before" in body:
        before = {"puzzle": body["puzzle"], "text": body["before"]}
        found = _without_old_words(found, read_board(before).instance)
    return {**about(found), "text": found.text, **_editing(found)}


def _without_old_words(board: PageBoard, before: Any) -> PageBoard:
    """A changed board without the title and the known counts of the board before."""
    now, other = board.instance, _bare(board.instance) != _bare(before)
    words: dict[str, Any] = {}
    if other and now.known and now.known == before.known:
        words["known"] = ()
    title = getattr(before, "title", "")
    if title not in ("", board.puzzle.title):  # which every board of the puzzle may have
        marked = title.removesuffix(CHANGED) + CHANGED
        old, new = (title, marked) if other else (marked, title)
        words |= {"title": new} if now.title == old != new else {}
    if not words:
        return board
    instance = replace(now, **words)
    return replace(board, instance=instance, text=board.puzzle.format(instance))


def _bare(instance: Any) -> Any:
    """An instance without what changes no answer: title, author, name, known counts."""
    words = {name: "" for name in ("title", "author") if hasattr(instance, name)}
    return replace(instance, name="", known=(), **words)


def _changed(board: PageBoard, asked: Body) -> PageBoard:
    """The board after a change, with its new text."""
    form, puzzle = board.puzzle.edit, board.puzzle
    if form is None:
        raise RefusedError("This board is changed as text only.", 409, field="edit")
    cell = tuple(asked["cell"]) if "cell" in asked else None
    try:
        instance = changed(form, board.instance, Change(asked["clue"], asked["value"], cell))
    except (MoveError, InstanceError) as error:
        words = str(error)
        sentence = f"{words[:1].upper()}{words[1:].removesuffix('.')}."
        raise RefusedError(sentence, 409, field="edit") from None
    if instance == board.instance:
        return board
    check_tiles(puzzle, puzzle.picture(instance, None))
    text = puzzle.format(instance)
    if len(text) > MOST_TEXT:
        words = f"the text of the board has {len(text):,} characters, expected {MOST_TEXT:,}"
        raise RefusedError(f"{words}; {IN_TERMINAL}", 413, field="edit")
    return replace(board, instance=instance, text=text)


def _editing(board: PageBoard) -> dict[str, Any]:
    """The picture of an editor with the clues; without them where the board has too many places."""
    form = board.puzzle.edit
    if form is not None:
        picture = form.picture(board.instance)
        if tile_count(picture) <= MOST_TILES:
            return {**views(picture), **_clues(form, board.instance)}
    picture = board.puzzle.picture(board.instance, None)
    return {**views(picture), "clues": [], "values": {}, "places": {}}


def _clues(form: EditForm[Any], instance: Any) -> dict[str, Any]:
    """The clues, the value of each where it can stand, and what these places are called.

    The page names a cell by its numbers with commas; the whole board has an empty name.
    """
    clues = form.clues(instance)
    values = {clue.name: form.values(instance, clue.name) for clue in clues}
    names = {cell: ",".join(map(str, cell or ())) for own in values.values() for cell in own}
    return {
        "clues": [asdict(clue) for clue in clues],
        "values": {
            clue: {names[cell]: value for cell, value in own.items()}
            for clue, own in values.items()
        },
        "places": {name: form.place(instance, cell) for cell, name in names.items() if cell},
    }


ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    each.__name__: each
    for each in (
        *(board, move, draw, tool, edit, hands, candidates),
        *(gallery, pictures, thumbnail, program),
    )
}
"""The requests that are answered at once, by name, and the functions that answer them."""
