"""The hand-written encodings of a puzzle: in submodules of its package, and in other packages.

Another package adds one by an entry point of the group ``pyasp_puzzles.encodings``, with a name
such as ``pips.sat.mine``.
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, get_args

from pyasp_puzzles.boards.registry import (
    entry_points_of_puzzles,
    find_puzzle,
    loaded,
    package_of,
    puzzle_names,
    shipped_names,
)
from pyasp_puzzles.core.errors import PuzzleError, PuzzleWarning, shorten
from pyasp_puzzles.engines.encoding import Encoding, Kind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "pyasp_puzzles.encodings"


@cache
def encodings(kind: Kind, puzzle: str) -> Mapping[str, Encoding]:
    """The encodings of a puzzle for a kind of solver by name, the default first; perhaps none.

    The puzzle's own come first: ``ENCODINGS`` in the submodule of the puzzle's package that has the
    name of the kind. Then those of other packages, by the names of the packages. Raises PuzzleError
    if what a package offers cannot be loaded, is something else, or has the name of another
    encoding.
    """
    found = dict(_own_encodings(kind, puzzle))
    owners = dict.fromkeys(found, puzzle)
    for point in _encoding_points():
        about, wanted, name = point.name.split(".")
        if (about, wanted) != (puzzle, kind):
            continue
        who = _described(point)
        if name in found:
            taken = f"{name!r}, a {kind} encoding that {owners[name]} has"
            raise PuzzleError(f"{who}: found {taken}, expected another name")
        encoding = loaded(point, who)
        if not isinstance(encoding, Encoding):
            raise PuzzleError(f"{who}: found {shorten(encoding)}, expected an Encoding")
        found[name], owners[name] = encoding, package_of(point)
    return found


def _own_encodings(kind: Kind, puzzle: str) -> Mapping[str, Encoding]:
    """The encodings in the puzzle's own package; none for a puzzle that is a single module."""
    own, who = f"pyasp_puzzles.puzzles.{puzzle}.{kind}", f"module {kind} of puzzle {puzzle}"
    if puzzle not in shipped_names():
        points = list(entry_points_of_puzzles().select(name=puzzle))
        if not points:
            return {}
        own = f"{points[0].module}.{kind}"
        who = f"module {own} of {package_of(points[0])}"
    find_puzzle(puzzle)  # imports the package, or says what is wrong with it
    package = sys.modules[own.rpartition(".")[0]]
    if not hasattr(package, "__path__") or find_spec(own) is None:
        return {}
    try:
        found: Mapping[str, Encoding] = importlib.import_module(own).ENCODINGS
    except Exception as error:  # a package of somebody else may raise anything
        raise PuzzleError(f"{who}: {type(error).__name__}: {error}") from error
    wrong = shorten(found)
    if isinstance(found, Mapping):
        wrong = next(
            (
                f"{name!r}: {shorten(encoding)}"
                for name, encoding in found.items()
                if not isinstance(encoding, Encoding) or not re.fullmatch(r"\w+", str(name))
            ),
            "",
        )
    if wrong:
        raise PuzzleError(f"{who}: found {wrong}, expected Encoding objects by name")
    return found


@cache
def _encoding_points() -> list[EntryPoint]:
    """The entry points of encodings by the names of their packages; warns of unknown puzzles."""
    from importlib.metadata import entry_points  # takes long to import

    points = []
    kinds = get_args(Kind)
    offered = entry_points(group=ENTRY_POINTS)
    for point in sorted(offered, key=lambda each: (package_of(each), each.name)):
        match = re.fullmatch(rf"(\w+)\.({'|'.join(kinds)})\.\w+", point.name)
        if not match:
            expected = f"PUZZLE.KIND.NAME with KIND one of {', '.join(kinds)}"
            raise PuzzleError(
                f"{_described(point)}: found the name {point.name!r}, expected {expected}"
            )
        if match[1] in puzzle_names():
            points.append(point)
        else:
            warnings.warn(f"{_described(point)}: no puzzle {match[1]}", PuzzleWarning, stacklevel=2)
    return points


def _described(point: EntryPoint) -> str:
    return f"entry point {point.name} = {point.value} of {package_of(point)}"
