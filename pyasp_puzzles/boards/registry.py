"""Puzzles found by name, by the type of an instance and by entry point; boards by their address."""

from __future__ import annotations

import importlib
import logging
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT, read_text
from pyasp_puzzles.boards.puzzle import KINDS, I, InstanceLike, Puzzle, S, shipped_instances
from pyasp_puzzles.core.errors import (
    InstanceError,
    Phrase,
    PuzzleError,
    did_you_mean,
    nearest,
    shorten,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "pyasp_puzzles.puzzles"
MOST_READ = 100_000
"""Longer files are not tried on other puzzles, so that an error never takes long."""

MOST_HEAD = 200
"""Characters within which an address or a file says which puzzle it is of."""

CHECKS = "checks"
"""The address of a puzzle's check boards, where no instance or file has this name."""

EMPTY = "empty"
"""The address of an empty board, with its size behind it: ``empty?size=8x8``."""

LINK = "the link"
"""What messages and results call an address that holds the board itself."""

_log = logging.getLogger(__name__)


def puzzle_names() -> list[str]:
    """The names of all puzzles that can be found, ours and third parties', sorted."""
    return sorted({*shipped_names(), *(point.name for point in entry_points_of_puzzles())})


def entry_points_of_puzzles() -> Any:
    """The entry points of third parties' puzzles."""
    return _entry_points(tuple(sys.path))


@cache
def _entry_points(_path: tuple[str, ...]) -> Any:
    from importlib.metadata import entry_points  # takes twice as long to import as clingo

    return entry_points(group=ENTRY_POINTS)


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the puzzles of this package, sorted."""
    folder = Path(__file__).parents[1] / "puzzles"
    return tuple(sorted(found.name for found in pkgutil.iter_modules([str(folder)])))


def find_puzzle(name: str) -> Puzzle[Any, Any]:
    """The puzzle of this name.

    Raises:
        PuzzleError: there is none, the name is no text, or the third party's package that offers
            it is broken.
    """
    if not isinstance(name, str):
        raise PuzzleError(f"found {shorten(name)}, expected the name of a puzzle")
    return _puzzle_named(name)


@cache
def _puzzle_named(name: str) -> Puzzle[Any, Any]:
    if name in shipped_names():
        puzzle: Any = importlib.import_module(f"pyasp_puzzles.puzzles.{name}").PUZZLE
        return _checked(puzzle, name)
    for point in entry_points_of_puzzles().select(name=name):
        return _checked(loaded(point, f"entry point {point.value} of puzzle {name}"), name)
    raise PuzzleError(f"no puzzle {shorten(name)}{_hint(name)}")


def _hint(name: str) -> str:
    """What to write in place of a name that no puzzle has."""
    if found := owned(name, name):
        return found
    if re.match("https?://", name):
        sites = [site.names[0] for each in _puzzles() if (site := each.site)]
        return f", expected an address of puzz.link or pzv.jp: {', '.join(sites)}"
    names, owners = puzzle_names(), _owners()
    written = {near: [f"{owner} {near}" for owner in owners[near]] for near in owners}
    written |= {near: [near] for near in names}
    like = [words for near in nearest(name, written, 3) for words in written[near]]
    hint = f"; did you mean {' or '.join(map(repr, like))}?" if like else ""
    if not hint and _exists(name):
        hint = f"; a file needs its puzzle before it: solve PUZZLE {name}"
    return f", expected one of {', '.join(names)}{hint}"


def owned(instance: str, subject: str) -> str:
    """What an error adds about the name of a shipped instance: the puzzle that it is one of."""
    owners = _owners().get(instance, ())
    commands = ", ".join(f"solve {owner} {instance}" for owner in owners)
    return f"; {subject} is an instance of {' and '.join(owners)}: {commands}" if owners else ""


def _owners() -> dict[str, list[str]]:
    """The puzzles that have a shipped instance of a name, by that name."""
    owners: dict[str, list[str]] = {}
    for name in puzzle_names():
        for path in sorted(_folder(name).glob("*.txt")):
            owners.setdefault(path.stem, []).append(name)
    return owners


def _folder(name: str) -> Path:
    """The folder of a puzzle's shipped instances; none of our own puzzles is imported for it."""
    if name not in shipped_names():
        with suppress(PuzzleError):  # a broken package of a third party
            return find_puzzle(name).instance_folder()
    return shipped_instances(name)


def _puzzles() -> Iterator[Puzzle[Any, Any]]:
    """All puzzles but those of third parties that are broken."""
    for name in puzzle_names():
        try:
            yield find_puzzle(name)
        except PuzzleError as error:
            _log.debug("%s", error)


def readers(text: str, source: str, but: str) -> list[str]:
    """The puzzles but one that can read a file of at most :data:`MOST_READ` characters."""
    found = []
    for puzzle in _puzzles() if len(text) <= MOST_READ else ():
        if puzzle.name != but:
            try:
                puzzle.parse(text, source)
            except Exception as error:  # also a third party's bug: this file is not its own
                _log.debug("%s does not read %s: %s", puzzle.name, source, error)
            else:
                found.append(puzzle.name)
    return found


def puzzle_at(address: str) -> Puzzle[Any, Any] | None:
    """The puzzle that has an address of a web site; ``None``: it is none that we know."""
    said = isinstance(address, str)  # of another type, find_puzzle says what is expected
    return site_of(address) if said and not _exists(address) else None


def words_of(puzzle: Puzzle[Any, Any]) -> dict[str, str]:
    """What a puzzle is and its rules: the first two paragraphs of its module's docstring.

    The module is the one that has the puzzle: the module of its instances, or a package around it.
    The first paragraph goes without the puzzle's title, which stands above it.
    """
    parts = puzzle.instance_type.__module__.split(".")
    names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
    modules = (sys.modules[name] for name in names if name in sys.modules)
    own = (each for each in modules if any(value is puzzle for value in vars(each).values()))
    paragraphs = (getattr(next(own, None), "__doc__", None) or "").strip().split("\n\n")
    first, rules = (" ".join(paragraph.split()) for paragraph in (*paragraphs, "")[:2])
    title, colon, told = first.partition(": ")
    if colon and len(title) < len(told):
        first = told[:1].upper() + told[1:]
    return {"about": first, "rules": "" if rules.startswith(">>>") else rules}


def by_kind() -> dict[str, list[Puzzle[Any, Any]]]:
    """All puzzles by the titles of their kinds, both in their order."""
    every = sorted(map(find_puzzle, puzzle_names()), key=lambda each: each.title)
    kinds = {KINDS[kind]: [each for each in every if each.kind == kind] for kind in KINDS}
    return {title: puzzles for title, puzzles in kinds.items() if puzzles}


def site_of(text: str) -> Puzzle[Any, Any] | None:
    """The puzzle of an address of a web site, or of a file of it; ``None``: we know none."""
    if len(text) > MOST_READ or not re.search(r"/\d+/|pzprv3", text[:MOST_HEAD]):
        return None
    return next((each for each in _puzzles() if each.site and each.site.reads(text)), None)


def _checked(puzzle: object, name: str) -> Puzzle[Any, Any]:
    if not isinstance(puzzle, Puzzle) or puzzle.name != name:
        raise PuzzleError(f"puzzle {name}: found {puzzle!r}, expected a Puzzle of that name")
    return puzzle


def puzzle_of(instance: I) -> Puzzle[I, Any]:
    """The puzzle that has instances of this type; PuzzleError where none has."""
    return _puzzle_of_type(type(instance))


@cache
def _puzzle_of_type(instance_type: type[Any]) -> Puzzle[Any, Any]:
    for name in _nearest_first(instance_type.__module__.split(".")):
        puzzle = find_puzzle(name)
        if puzzle.instance_type is instance_type:
            return puzzle
    raise PuzzleError(
        f"found {instance_type.__name__}, expected an instance of a puzzle, such as `load` returns"
    )


def _nearest_first(modules: Sequence[str]) -> Iterator[str]:
    """The names of all puzzles, first those of these modules; packages are asked if these end."""
    yield from (name for name in shipped_names() if name in modules)
    yield from sorted(puzzle_names(), key=lambda name: name not in modules)


def package_of(point: EntryPoint) -> str:
    """The name of the package that has an entry point."""
    return point.dist.name if point.dist else "an unknown package"


def package_of_puzzle(name: str) -> str:
    """The name of the third party's package that has a puzzle; empty for a shipped puzzle."""
    points = () if name in shipped_names() else entry_points_of_puzzles().select(name=name)
    return next(map(package_of, points), "")


def loaded(point: EntryPoint, who: str) -> Any:
    """The object behind an entry point; PuzzleError where its package cannot be imported."""
    try:
        return point.load()
    except Exception as error:  # a package of somebody else may raise anything
        raise PuzzleError(f"{who}: {type(error).__name__}: {error}") from error


def load_boards(puzzle: Puzzle[I, S], address: str | os.PathLike[str] = "") -> list[I]:
    """The boards of a shipped instance, a file or standard input (``-``).

    Args:
        address: ``NAME``, ``PATH`` or ``-``, each perhaps with ``#LABEL``, and perhaps with
            options of its format behind that (``?size=6x12``); or a link that holds the board,
            or what follows its "?", which is only read, not followed; ``empty?size=8x8`` is an
            empty board; no address is the puzzle's first instance.

    Raises:
        InstanceError: no such instance, or one that does not follow its format.
    """
    if not isinstance(address, str | os.PathLike):
        raise PuzzleError(f"found {address!r}, expected a name, a path or '-'")
    address = os.fspath(address)
    if re.match("https?://", address) or puzzle_at(address):
        return _named(_parsed(puzzle, address, LINK), LINK)
    files, bare = puzzle.instance_files(), re.fullmatch(rf"{EMPTY}(?:\?size=(.*))?", address)
    if bare and EMPTY not in files and not _exists(EMPTY):
        return [empty_board(puzzle, bare[1] or "")]
    address, options = _options(puzzle, address)
    if not address:
        if not files:
            raise PuzzleError(f"{puzzle.name}: no instance is shipped, name a file")
        address = next(iter(files))
    where, _, label = address.partition("#")
    if _exists(address):  # a file may have # in its name
        where, label = address, ""
    if puzzle.checks_path().is_file():
        files.setdefault(CHECKS, puzzle.checks_path())
    if where in files and not _exists(where):
        text = read_text(str(files[where]))
    elif where == "-" or _exists(where):
        text = read_text(where)
    else:
        shipped = ", ".join(puzzle.instance_files()) or "no shipped instance"
        hint = owned(where, "it") or did_you_mean(where, files, 3)
        found = Phrase("no such file or instance")
        expected = f"a file, '-' or one of {shipped}{hint}"
        raise InstanceError(shorten(Phrase(where or address)), "", found, expected)
    where = STANDARD_INPUT if where == "-" else where
    boards = _parsed(puzzle, text, where, **options)
    if label:
        if label not in boards:
            labels = ", ".join(filter(None, boards)) or "a single board without label"
            raise InstanceError(where, "", f"#{label}", labels + did_you_mean(label, boards))
        boards = {label: boards[label]}
    return _named(boards, where)


def empty_board(puzzle: Puzzle[I, S], size: str) -> I:
    """The empty board of a size such as ``5x7``.

    Raises:
        PuzzleError: the puzzle has none.
        InstanceError: it is no size, or the board is too large.
    """
    if puzzle.empty is None:
        words = f"{puzzle.title} does not say what an empty board is; change another board"
        raise PuzzleError(words)
    return replace(puzzle.empty(size), name=EMPTY)  # type: ignore[type-var]


def check_boards(puzzle: Puzzle[I, S]) -> list[I]:
    """The puzzle's check boards; empty if it has none."""
    path = puzzle.checks_path()
    return _named(_parsed(puzzle, read_text(str(path)), CHECKS), CHECKS) if path.is_file() else []


def _named(boards: Mapping[str, I], where: str) -> list[I]:
    """Boards by label, with the names that say where they are from."""
    return [
        replace(board, name=f"{where}#{key}" if key else where)  # type: ignore[type-var]
        for key, board in boards.items()
    ]


def _parsed(puzzle: Puzzle[I, S], text: str, source: str, **options: str) -> Mapping[str, I]:
    """The boards of a file; if it is an instance of another puzzle, the error says so."""
    try:
        return puzzle.parse(text, source, **options)
    except InstanceError as error:
        others = readers(text, source, but=puzzle.name)
        if not others:
            raise
        names = " or ".join(others)
        address = {STANDARD_INPUT: "-", LINK: "LINK"}.get(source, source)
        expected = f"{error.expected}; this looks like {names}: solve {others[0]} {address}"
        raise InstanceError(source, error.place, error.found, expected) from None


def _options(puzzle: Puzzle[I, S], address: str) -> tuple[str, dict[str, str]]:
    """An address without the options behind it, and these."""
    match = re.fullmatch(r"(.*)\?(\w+=[^?#]*)", address, flags=re.DOTALL)
    if not match or _exists(address):
        return address, {}
    options = {}
    for pair in match[2].split("&"):
        name, _, value = pair.partition("=")
        if name not in puzzle.reading:
            known = ", ".join(puzzle.reading) or "none: its files say all"
            raise PuzzleError(f"{puzzle.name}: found the option {name}, expected {known}")
        options[name] = value
    return match[1], options


def load_board(puzzle: Puzzle[I, S], address: str | os.PathLike[str] = "") -> I:
    """The one board of an address; see :func:`load_boards`.

    Raises:
        InstanceError: also when the file has several boards and no ``#label`` was given.
    """
    boards = load_boards(puzzle, address)
    if len(boards) > 1:
        found, expected = Phrase(f"{len(boards)} boards"), f"one of {addresses(boards)}"
        raise InstanceError(boards[0].name.rpartition("#")[0], "", found, expected)
    return boards[0]


def addresses(boards: Iterable[InstanceLike]) -> str:
    """What loads each of these boards again, for messages: "day.json#easy, day.json#hard"."""
    return ", ".join(re.sub(rf"^{STANDARD_INPUT}(?=#|$)", "-", board.name) for board in boards)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # too long for a name, a NUL in it
        return False
