"""Boards for the page: read, drawn, played; each function runs in a process of its own.

Their results are JSON values.  A board comes from a shipped instance or from a text; neither ever
leads to a path that a user has named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pyasp_puzzles.boards.formats.inputs import decoded, read_text
from pyasp_puzzles.boards.formats.partial_answers import check_fits
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import MoveError, Tool
from pyasp_puzzles.boards.playing.moves import Move, moved
from pyasp_puzzles.boards.playing.standing import standing
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, puzzle_names
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.core.errors import did_you_mean
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.roles import marked, roles_of_cells
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.svg.palette import tint
from pyasp_puzzles.web.checks import IN_TERMINAL, RefusedError
from pyasp_puzzles.web.limits import Limits

Body = Mapping[str, Any]
OWN = "your board"
"""The name of a board that comes as text and has no title."""


@dataclass(frozen=True)
class Board:
    """An instance with what lies on it.

    Attributes:
        text: from which the same board is read again.
    """

    puzzle: Puzzle[Any, Any]
    instance: Any
    text: str
    partial: Partial = field(default_factory=Partial)


def read_board(body: Body, limits: Limits) -> Board:
    """The board of a request.

    Raises:
        RefusedError: there is no such puzzle, instance or label, or the board is too large.
        InstanceError, AnswerError: text or partial answer cannot be read.
    """
    name = puzzle_of_name(body["puzzle"]).name
    if "text" in body:
        where, label, options = OWN, body.get("label", ""), ""
        text = decoded(body["text"].encode(), "")
    else:
        where, label, text, options = _shipped(name, body.get("instance", ""))
        label = body.get("label", label)
    instance, text = _instance(name, text, options, where, label, limits)
    puzzle = find_puzzle(name)
    return Board(puzzle, instance, text, read_partial(puzzle, instance, body.get("partial", {})))


@lru_cache(maxsize=32)
def _instance(
    name: str, text: str, options: str, where: str, label: str, limits: Limits
) -> tuple[Any, str]:
    """The instance in a text, and a text that has it alone and needs no options."""
    puzzle = find_puzzle(name)
    boards = puzzle.parse(text, "" if where == OWN else where, **_options(puzzle, options))
    if label not in boards and (label or len(boards) > 1):
        labels = tuple(filter(None, boards))
        found = f"found no board {label!r}" if label else f"found {len(boards)} boards"
        expected = f"one of them: {', '.join(labels)}" if labels else "no label: it has one board"
        code = 404 if label else 409
        raise RefusedError(f"{found}, expected {expected}", code, field="label", labels=labels)
    one = boards[label] if label in boards else next(iter(boards.values()))
    instance = replace(one, name=where if len(boards) == 1 else f"{where}#{label}")
    if len(boards) > 1 or options:
        text = puzzle.format(instance)
    check_tiles(puzzle, instance, limits)
    return instance, text


def puzzle_of_name(name: str) -> Puzzle[Any, Any]:
    """The puzzle of a name."""
    if name not in puzzle_names():
        expected = ", ".join(puzzle_names())
        hint = did_you_mean(name, puzzle_names())
        raise RefusedError(f"no puzzle {name!r}, expected {expected}{hint}", 404, field="puzzle")
    return find_puzzle(name)


def _shipped(puzzle: str, address: str) -> tuple[str, str, str, str]:
    """Name, label, text and options of a shipped instance.

    The address is never taken for a path.
    """
    where, _, options = address.partition("?")
    where, _, label = where.partition("#")
    files = find_puzzle(puzzle).instance_files()
    name = where or next(iter(files), "")
    if name not in files:
        hint = did_you_mean(name, files)
        expected = f"expected a shipped one: {', '.join(files)}{hint}"
        raise RefusedError(f"no instance {name!r}, {expected}", 404, field="instance")
    return name, label, read_text(str(files[name])), options


def _options(puzzle: Puzzle[Any, Any], asked: str) -> dict[str, str]:
    """The options behind the question mark of an address."""
    options = {}
    for pair in filter(None, asked.split("&")):
        name, _, value = pair.partition("=")
        if name not in puzzle.reading:
            known = ", ".join(puzzle.reading) or "none"
            words = f"{puzzle.name}: found the option {name}, expected {known}"
            raise RefusedError(words, field="instance")
        options[name] = value
    return options


def check_tiles(puzzle: Puzzle[Any, Any], instance: Any, limits: Limits) -> None:
    """Refuse a board that has too many tiles to be drawn."""
    tiles = sum(len(panel.tiles) for panel in puzzle.picture(instance, None).panels)
    if tiles > limits.cells:
        raise _too_large(puzzle, f"{tiles:,} tiles", limits.cells)


def check_facts(board: Board, limits: Limits) -> None:
    """Refuse a board that has too many facts to be searched; to write them takes long."""
    length = len(fact_text(board.instance))
    if length > limits.facts:
        raise _too_large(board.puzzle, f"{length:,} characters of facts", limits.facts)


def _too_large(puzzle: Puzzle[Any, Any], found: str, most: int) -> RefusedError:
    return RefusedError(
        f"this board is too large for the page: found {found}, expected at most {most:,}; "
        f"{IN_TERMINAL.replace('PUZZLE', puzzle.name)}",
        413,
        field="text",
    )


def read_partial(puzzle: Puzzle[Any, Any], instance: Any, found: Mapping[str, Any]) -> Partial:
    """A partial answer from its JSON values.

    Raises:
        AnswerError: an atom is none of this board.
    """
    source = "partial"
    atoms = parse_atoms(found.get("atoms", ()), source)
    absent = parse_atoms(found.get("not", ()), source)
    partial = Partial(tuple(atoms), tuple(absent))
    if partial:
        check_fits(puzzle, instance, partial, source)
    return partial


def board(body: Body, limits: Limits) -> dict[str, Any]:
    """A board as the page shows it."""
    found = read_board(body, limits)
    return {"text": found.text, **shown(found, body.get("roles", {}))}


def shown(board: Board, roles: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the page has to know of a board, without its text."""
    puzzle, instance = board.puzzle, board.instance
    picture = puzzle.sketch(instance, board.partial)
    for role in dict.fromkeys((roles or {}).values()):
        cells = {_cell(text) for text, own in (roles or {}).items() if own == role}
        picture = marked(picture, cells, role)
    return {
        "puzzle": puzzle.name,
        "name": instance.name,
        **about(puzzle, instance),
        "partial": board.partial.as_json(),
        **views(picture),
        "tools": list(_tools(board)),
        "pencil": bool(puzzle.play and puzzle.play.pencil),
        **_standing(board),
    }


def about(puzzle: Puzzle[Any, Any], instance: Any) -> dict[str, Any]:
    """Title, size and known counts of a board."""
    title = getattr(instance, "title", "") or puzzle.picture(instance, None).title
    return {"title": title, "size": puzzle.size(instance), "known": dict(instance.known)}


def views(picture: Picture | None) -> dict[str, Any]:
    """What the page shows of a picture: its panels as SVG, and its solid, which the page draws."""
    if picture is None:
        return {"svg": "", "solid": []}
    flat = replace(picture, solid=())
    return {"svg": svg(flat, interactive=True), "solid": solid(picture)}


def solid(picture: Picture) -> list[dict[str, Any]]:
    """The blocks of a solid, for a page that turns it."""
    roles = roles_of_cells(picture)
    return [
        {
            "base": [[round(x, 4), round(y, 4)] for x, y in block.base],
            "level": block.level,
            "label": block.label,
            "group": None if block.group is None else str(block.group),
            "colour": None if block.colour is None else tint(block.colour).colour,
            "cell": None if block.cell is None else list(block.cell),
            "role": None if block.cell is None else roles.get(block.cell),
        }
        for block in picture.solid
    ]


def _cell(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def _tools(board: Board) -> Iterator[dict[str, Any]]:
    form = board.puzzle.play
    for tool in form.tools(board.instance, board.partial) if form else ():
        yield {
            "name": tool.name,
            "poses": tool.poses,
            "left": tool.left,
            "key": tool.key,
            "svg": _look(board.puzzle.name, board.text, tool.name, 0),
        }


@lru_cache(maxsize=2000)
def _look(name: str, text: str, tool: str, pose: int) -> str:
    """A tool in a pose as SVG."""
    puzzle = find_puzzle(name)
    assert puzzle.play
    return svg(Picture("", (puzzle.play.look(_only(name, text), tool, pose),)))


@lru_cache(maxsize=8)
def _only(name: str, text: str) -> Any:
    """The instance in a text that has one."""
    [instance] = find_puzzle(name).parse(text, "").values()
    return instance


def tool(body: Body, limits: Limits) -> dict[str, Any]:
    """A tool in one of its poses."""
    found = read_board(body, limits)
    one = _tool(found, body["tool"])
    pose = body.get("pose", 0) % one.poses
    drawn = _look(found.puzzle.name, found.text, one.name, pose)
    return {"tool": one.name, "pose": pose, "svg": drawn}


def _tool(board: Board, name: str) -> Tool:
    form = board.puzzle.play
    tools = {each.name: each for each in form.tools(board.instance, board.partial)} if form else {}
    if name not in tools:
        expected = f"expected one of {', '.join(tools) or 'none'}"
        raise RefusedError(f"no tool {name!r}, {expected}", field="tool")
    return tools[name]


def _standing(board: Board) -> dict[str, Any]:
    """How far a board is done."""
    if board.puzzle.play is None:
        return {"done": False, "progress": "", "standing": "", "broken": []}
    found = standing(board.puzzle, board.instance, board.partial)
    return {
        "done": found.solved,
        "progress": found.progress,
        "standing": str(found),
        "broken": list(found.broken),
    }


def move(body: Body, limits: Limits) -> dict[str, Any]:
    """The board after a move.

    Raises:
        RefusedError: also with code 409, for a move that is not allowed.
    """
    found = read_board(body, limits)
    try:
        partial = moved(found.puzzle, found.instance, found.partial, _move(body["move"]))
    except MoveError as error:
        raise RefusedError(str(error), 409, field="move") from None
    return shown(replace(found, partial=partial), body.get("roles", {}))


def _move(asked: Body) -> Move:
    """A move from its checked JSON values."""
    to = tuple(asked["to"]) if "to" in asked else None
    cell, tool = tuple(asked["cell"]), asked.get("tool", "")
    return Move(asked["kind"], cell, tool, asked.get("pose"), to)
