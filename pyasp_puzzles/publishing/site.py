"""Writes a site into a folder, when all of it has been searched."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from pyasp_puzzles import web
from pyasp_puzzles.boards.formats.outputs import make_folder, named_errors, write_text
from pyasp_puzzles.boards.registry import (
    find_puzzle,
    load_boards,
    puzzle_at,
    puzzle_names,
    puzzle_of,
)
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.explanation.explaining import Explanation
from pyasp_puzzles.pictures.picture import Picture
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.publishing.content import published, short_name
from pyasp_puzzles.publishing.own_program import OwnProgram
from pyasp_puzzles.verbs.sheets import paper
from pyasp_puzzles.verbs.sheets.making import SheetBoard, SheetStyle, make
from pyasp_puzzles.web import answers
from pyasp_puzzles.web.bundle import MAIN, scripts, short_style

STATIC, OWN = Path(web.__file__).parent / "static", Path(__file__).parent
ENTRY, EDITING = "published.js", "edit.js"
SCRIPT, STYLE = "page.js", "style.css"
KEYS = '<button type="button" id="help-button"'
SHEETS_BUTTON = '<button type="button" id="sheets-button">Sheets to print</button>\n    '
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{}; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
TIMEOUT = 20.0
"""Seconds for the derivation of a board."""


@dataclass(frozen=True)
class PublishedSite:
    """A site that was written: its boards, its bytes, and the derivations that a limit has cut."""

    boards: int
    size: int
    cut: tuple[str, ...]


def boards_of(words: Sequence[str]) -> list[Any]:
    """The boards of some words: ``PUZZLE``, ``PUZZLE:INSTANCE``, ``PUZZLE/INSTANCE`` or a link.

    ``PUZZLE`` stands for all its shipped boards; no word at all for the first one of each puzzle.

    Raises:
        PuzzleError: there is no such puzzle or board.
    """
    if not words:
        every = [puzzle for puzzle in map(find_puzzle, puzzle_names()) if puzzle.instance_files()]
        return [load_boards(puzzle)[0] for puzzle in every]
    found: list[Any] = []
    for word in words:
        if puzzle := puzzle_at(word):
            found += load_boards(puzzle, word)
            continue
        name, _, address = re.sub("[:/]", ":", word, count=1).partition(":")
        puzzle = find_puzzle(name)
        for each in [address] if address else puzzle.instance_files():
            found += load_boards(puzzle, each)
    return found


def publish(
    folder: str,
    boards: Sequence[Any],
    programs: Sequence[OwnProgram] = (),
    *,
    title: str = "Puzzles",
    timeout: float = TIMEOUT,
    progress: Callable[[str], None] = lambda words: None,
) -> PublishedSite:
    """Write a site with boards and programs into a folder that does not exist or is empty.

    Args:
        timeout: seconds for the derivation of a board, and for the search of its answers.
        progress: called with the name of each board.

    Raises:
        PuzzleError: the folder has files, or cannot be written.
    """
    cut, files, solid = [], dict[str, str](), False
    listed: dict[str, dict[str, Any]] = {}
    _make_empty(folder)
    searched = _searched(boards, programs, timeout, progress)
    for about, (values, explanation), picture, program in searched:
        name, board = about["name"], values["board"]
        own = listed.setdefault(name, {**about, **_WITHOUT_SERVER, "instances": []})["instances"]
        if explanation.reason:
            called = " ".join(dict.fromkeys((name, board["name"])))
            cut.append(f"{called}: {explanation.reason}")
        file, rules = f"boards/{name}-{len(own) + 1}", f"programs/{name}"
        files |= {f"{file}.js": _data(file, values), f"{rules}.js": _data(rules, program)}
        shown = {key: board[key] for key in _LISTED if key in board}
        drawn = svg(replace(picture, title="", legend=()))
        own.append({**shown, "file": file, "digest": short_name(board["text"]), "picture": drawn})
        solid = solid or bool(board["solid"])
    files["gallery.js"] = _data("gallery", list(listed.values()))
    files |= _page_files(boards, title, solid=solid)
    for name, text in files.items():
        write_text(str(Path(folder, name)), text)
    size = sum(len(text.encode()) for text in files.values())
    return PublishedSite(len(boards) + len(programs), size, tuple(cut))


_LISTED = ("name", "title", "author", "size", "known")
_WITHOUT_SERVER: Mapping[str, Any] = {"generator": None, "symmetry": []}
"""What of a puzzle needs a server."""


def _make_empty(folder: str) -> None:
    """Make a folder; PuzzleError: it has files, or cannot be made."""
    place = Path(folder)
    with named_errors(folder):
        filled = place.is_dir() and any(place.iterdir())
    if found := "a file" if place.is_file() else "files" if filled else "":
        raise PuzzleError(f"{folder}: found {found}, expected a folder that is empty or new")
    make_folder(folder)


def _searched(
    boards: Iterable[Any],
    programs: Iterable[OwnProgram],
    timeout: float,
    progress: Callable[[str], None],
) -> Iterator[tuple[Mapping[str, Any], tuple[dict[str, Any], Explanation], Picture, Any]]:
    """What the gallery says of each board, what is published of it, its picture, its program."""
    gallery = {each["name"]: each for each in answers.gallery({})}
    names = set[tuple[str, str]]()
    for board in boards:
        puzzle, first = puzzle_of(board), Path(board.name).name  # without the folders of its file
        tried = (f"{first}{f'-{number}' if number else ''}" for number in count())
        name = next(each for each in tried if (puzzle.name, each) not in names)
        names.add((puzzle.name, name))
        progress(f"{puzzle.name} {name}")
        found = published(puzzle, replace(board, name=name), timeout)
        program = answers.program({"puzzle": puzzle.name})
        yield gallery[puzzle.name], found, puzzle.picture(board, None), program
    for own in programs:
        progress(own.name)
        yield own.about, own.published(timeout), own.drawn({}), {"files": own.texts}


def _page_files(boards: Sequence[Any], title: str, *, solid: bool) -> dict[str, str]:
    """The page, and the sheets that it opens; ``solid``: some board is one that turns."""
    sheets = _sheets(boards, title)
    texts = {each.name: each.read_text(encoding="utf-8") for each in STATIC.glob("*.js")}
    texts[ENTRY] = (OWN / ENTRY).read_text(encoding="utf-8")
    for name in (EDITING, *(() if solid else ("solid.js",))):
        del texts[name]
    return {
        "index.html": _index(title, dict.fromkeys(re.findall("<style>(.*?)</style>", sheets))),
        **({"sheets.js": _data("sheets", sheets)} if sheets else {}),
        SCRIPT: scripts(texts, ENTRY, MAIN)[0],
        STYLE: short_style((STATIC / STYLE).read_text(encoding="utf-8")),
    }


_UNNEEDED_PARTS = (
    '<section id="edit".*?</section>|<section class="own" data-needs="text".*?</section>|'
    '<dialog id="new".*?</dialog>|<div class="strip" id="downloads".*?</div>|<p id="stale".*?</p>'
)


def _index(title: str, styles: Iterable[str]) -> str:
    """The page for a folder; its policy allows files of its own, and the styles of its sheets."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    unneeded = rf'<link rel="(?:preload|manifest)"[^\n]*|{_UNNEEDED_PARTS}|^ +'
    text = re.sub(unneeded, "", text, flags=re.M | re.S)
    text = text.replace(", or an address of puzz.link", "")
    text = text.replace('type="module" src="/static/server.js"', f'defer src="{SCRIPT}"')
    text = text.replace('"/static/', '"').replace('"/#/"', '"#/"')
    digests = (hashlib.sha256(style.encode()).digest() for style in styles)
    own = "".join(f" 'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    buttons = SHEETS_BUTTON * bool(own) + KEYS
    text = text.replace(">Puzzles<", f">{escape(title)}<").replace(KEYS, buttons)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(own)}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}', 1)


def _data(name: str, values: Any) -> str:
    """A script that gives the page some values, compressed as the text of a board in an address."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9, wbits=-15)
    word = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f'published("{name}", "{word}");\n'


def _sheets(boards: Sequence[Any], title: str) -> str:
    """All boards on pages to print, without answers."""
    size, pages = paper.PAPERS["a4"], list[paper.SheetPage]()
    puzzles = {puzzle_of(board).name: puzzle_of(board) for board in boards}
    for puzzle in puzzles.values():
        own = [each for each in boards if isinstance(each, puzzle.instance_type)]
        numbered = [SheetBoard(puzzle, each, number) for number, each in enumerate(own, 1)]
        pages += make(numbered, SheetStyle(size), answers=False)
    return paper.html(pages, size, title) if pages else ""
