"""Boards of requests: read, drawn, played; each function runs in a process of its own.

Their results are JSON values.  A board comes from a shipped instance or from a text; neither ever
leads to a path that a user has named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pyasp_puzzles.boards.formats.answers import check_fits
from pyasp_puzzles.boards.formats.inputs import decoded, read_text
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.placements import place_key
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.playing import Move, moved, standing
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import EMPTY, empty_board, find_puzzle, puzzle_names, site_of
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.core.errors import did_you_mean
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import roles_of_cells
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.web.requests import IN_TERMINAL, RefusedError

Body = Mapping[str, Any]
MOST_TILES, MOST_FACTS = 4_000, 3_000_000
"""Tiles of the picture of a board; characters of the facts of one that is searched."""

OWN = "your board"
"""The name of a board that comes as text and has no title."""


@dataclass(frozen=True)
class PageBoard:
    """An instance, a text from which it is read again, and what lies on it."""

    puzzle: Puzzle[Any, Any]
    instance: Any
    text: str
    partial: Partial = field(default_factory=Partial)


def read_board(body: Body) -> PageBoard:
    """The board of a request; RefusedError if there is none, or it is too large."""
    puzzle = puzzle_of_name(body["puzzle"])
    if "text" in body:
        where, label, text = OWN, "", decoded(body["text"].encode(), "")
        puzzle = site_of(text) or puzzle
    else:
        where, _, label = body.get("instance", "").partition("#")
        name, _, size = where.partition("?size=")
        if name == EMPTY and EMPTY not in puzzle.instance_files():
            where, text = EMPTY, puzzle.format(empty_board(puzzle, size))
        else:
            files = puzzle.instance_files()  # a name is never taken for a path
            where = where or next(iter(files), "")
            shipped = files[_known(where, files, "instance", "expected a shipped one:")]
            text = read_text(str(shipped))
    label = body.get("label", label)
    instance, text = _instance(puzzle.name, text, where, label)
    partial = read_partial(puzzle, instance, body.get("partial", {}))
    return PageBoard(puzzle, instance, text, partial)


def puzzle_of_name(name: str) -> Puzzle[Any, Any]:
    return find_puzzle(_known(name, puzzle_names(), "puzzle", "expected"))


def _known(name: str, known: Any, what: str, expected: str) -> str:
    if name not in known:
        words = f"no {what} {name!r}, {expected} {', '.join(known)}{did_you_mean(name, known)}"
        raise RefusedError(words, 404, field=what)
    return name


@lru_cache(maxsize=32)
def _instance(name: str, text: str, where: str, label: str) -> tuple[Any, str]:
    """The instance in a text, and a text that has it alone."""
    puzzle = find_puzzle(name)
    boards = puzzle.parse(text, "" if where == OWN else where)
    if label not in boards and (label or len(boards) > 1):
        labels = tuple(filter(None, boards))
        found = f"found no board {label!r}" if label else f"found {len(boards)} boards"
        expected = f"one of them: {', '.join(labels)}" if labels else "no label: it has one board"
        code = 404 if label else 409
        raise RefusedError(f"{found}, expected {expected}", code, field="label", labels=labels)
    one = boards[label] if label in boards else next(iter(boards.values()))
    instance = replace(one, name=where if len(boards) == 1 else f"{where}#{label}")
    if len(boards) > 1:
        text = puzzle.format(instance)
    check_tiles(puzzle, puzzle.picture(instance, None))
    return instance, text


def check_tiles(puzzle: Puzzle[Any, Any], picture: Picture) -> None:
    """Refuse a board that has too many tiles to be drawn."""
    _check_size(puzzle, tile_count(picture), "tiles", MOST_TILES)


def searched_board(body: Body) -> PageBoard:
    """A board to be searched; RefusedError before it is ground: it has too many facts."""
    board = read_board(body)
    _check_facts(board.puzzle.name, board.text)
    return board


@lru_cache(maxsize=32)
def _check_facts(name: str, text: str) -> None:
    facts = fact_text(_instance(name, text, OWN, "")[0])
    _check_size(find_puzzle(name), len(facts), "characters of facts", MOST_FACTS)


def _check_size(puzzle: Puzzle[Any, Any], found: int, what: str, most: int) -> None:
    if found > most:
        words = f"this board is too large for the page: found {found:,} {what}, expected at most"
        where = IN_TERMINAL.replace("PUZZLE", puzzle.name)
        raise RefusedError(f"{words} {most:,}; {where}", 413, field="text")


def tile_count(picture: Picture) -> int:
    """How many tiles all panels of a picture have."""
    return sum(len(panel.tiles) for panel in picture.panels)


def read_partial(puzzle: Puzzle[Any, Any], instance: Any, found: Body) -> Partial:
    """A partial answer from its JSON values; AnswerError for an atom that is none of this board."""
    source = "partial"
    atoms, absent = (tuple(parse_atoms(found.get(key, ()), source)) for key in ("atoms", "not"))
    partial = Partial(atoms, absent)
    if partial:
        check_fits(puzzle, instance, partial, source)
    return partial


def board(body: Body) -> dict[str, Any]:
    """A board as the page shows it."""
    found = read_board(body)
    return {"text": found.text, **_shown(found)}


def move(body: Body) -> dict[str, Any]:
    """The board after a move; RefusedError with code 409 for a move that is not allowed."""
    found, asked = read_board(body), dict(body["move"])
    asked["cell"], asked["to"] = tuple(asked["cell"]), tuple(asked.get("to", asked["cell"]))
    try:
        partial = moved(found.puzzle, found.instance, found.partial, Move(**asked))
    except MoveError as error:
        raise RefusedError(str(error), 409, field="move") from None
    return _shown(replace(found, partial=partial))


def tool(body: Body) -> dict[str, Any]:
    """A tool in one of its poses."""
    found, name = read_board(body), body["tool"]
    form = found.puzzle.play
    tools = {each.name: each for each in form.tools(found.instance, found.partial)} if form else {}
    if name not in tools:
        expected = f"expected one of {', '.join(tools) or 'none'}"
        raise RefusedError(f"no tool {name!r}, {expected}", field="tool")
    pose = body.get("pose", 0) % tools[name].poses
    drawn = _tool_svg(found.puzzle.name, found.text, name, pose)
    return {"tool": name, "pose": pose, "svg": drawn}


def _shown(board: PageBoard) -> dict[str, Any]:
    """What the page has to know of a board, without its text."""
    puzzle, instance = board.puzzle, board.instance
    now = standing(puzzle, instance, board.partial) if puzzle.play else None
    return {
        **about(board),
        "partial": board.partial.as_json(),
        **views(puzzle.sketch(instance, board.partial)),
        "tools": list(_tools(board)),
        "pencil": bool(puzzle.play and puzzle.play.pencil),
        "done": now is not None and now.solved,
        "standing": str(now or ""),
    }


def about(board: PageBoard) -> dict[str, Any]:
    """What a board is."""
    return {"puzzle": board.puzzle.name, **described(board.puzzle, board.instance)}


def described(puzzle: Puzzle[Any, Any], instance: Any) -> dict[str, Any]:
    """Name, title, author, size and known counts of a board."""
    title = getattr(instance, "title", "") or puzzle.picture(instance, None).title
    known = dict(instance.known)
    author = {"author": instance.author} if getattr(instance, "author", "") else {}
    size = puzzle.size(instance)
    return {"name": instance.name, "title": title, **author, "size": size, "known": known}


def views(picture: Picture | None) -> dict[str, Any]:
    """What the page shows of a picture: its panels as SVG, and its solid, which the page draws."""
    if picture is None:
        return {"svg": "", "solid": []}
    flat = page_svg(replace(picture, solid=()), interactive=True)
    return {"svg": flat, "solid": _solid(picture)}


_WORDS = re.compile(r'(?s)<(style|title|desc)\b.*?</\1>| aria-(?:labelled|described)by="[^"]*"')


def page_svg(picture: Picture, *, interactive: bool = False) -> str:
    """A picture as SVG without its style and its words, which the page has itself."""
    return _WORDS.sub("", svg(picture, interactive=interactive))


def _solid(picture: Picture) -> list[dict[str, Any]]:
    """The blocks of a solid, for a page that turns it."""
    roles = roles_of_cells(picture)
    return [
        {
            "base": [[round(x, 4), round(y, 4)] for x, y in block.base],
            "level": block.level,
            "label": block.label,
            "group": None if block.group is None else str(block.group),
            "colour": None if block.colour is None else tint(block.colour).colour,
            "cell": block.cell,
            "role": None if block.cell is None else roles.get(block.cell),
        }
        for block in picture.solid
    ]


def _tools(board: PageBoard) -> Iterator[dict[str, Any]]:
    form = board.puzzle.play
    for each in form.tools(board.instance, board.partial) if form else ():
        shown = {name: getattr(each, name) for name in ("name", "poses", "left", "keys", "word")}
        drawn = _tool_svg(board.puzzle.name, board.text, each.name)
        yield {**shown, "homes": list(map(place_key, each.homes)), "svg": drawn}


@lru_cache(maxsize=2000)
def _tool_svg(name: str, text: str, tool: str, pose: int = 0) -> str:
    """A tool in a pose as SVG; drawn once for all boards of a text."""
    play = find_puzzle(name).play
    assert play
    instance, _ = _instance(name, text, OWN, "")
    return page_svg(Picture("", (play.look(instance, tool, pose),)))
