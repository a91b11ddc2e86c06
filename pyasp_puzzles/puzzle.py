"""The contract of a puzzle, and how puzzles and their instances are found by name.

A puzzle is a value made of functions.  It lives in ``pyasp_puzzles/puzzles/NAME.py`` as
``PUZZLE``, or in anybody's package behind an entry point of the group
``pyasp_puzzles.puzzles``; there is no list to edit.
"""

from __future__ import annotations

import importlib
import logging
import os
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pyasp_puzzles.errors import InstanceError, Phrase, PuzzleError, did_you_mean, nearest, shorten
from pyasp_puzzles.inputs import STANDARD_INPUT, read_text
from pyasp_puzzles.profiles import ENGINES, Profile, Task
from pyasp_puzzles.symmetry import Symmetries
from pyasp_puzzles.textfile import Known

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.atoms import Predicate
    from pyasp_puzzles.picture import Picture

ENTRY_POINTS = "pyasp_puzzles.puzzles"
MOST_READ = 100_000
"""Longer files are not tried on other puzzles, so that an error never takes long."""

LINK = "the link"
"""What messages and results call an address that holds the board itself."""

_log = logging.getLogger(__name__)


class InstanceLike(Protocol):
    """What every instance has besides its own data: a frozen dataclass with these fields."""

    @property
    def name(self) -> str:
        """Where it was loaded from: shipped name, file or "standard input", with ``#label``."""

    @property
    def known(self) -> Known:
        """Known counts, for instance ``(("answers", 660), ("classes", 110))``."""


I = TypeVar("I", bound=InstanceLike)  # noqa: E741 - the field's usual letter for an instance
S = TypeVar("S")


@dataclass(frozen=True)
class Found(Generic[I, S]):
    """What a search found on a board.

    Attributes:
        solutions: in the order in which they were found.
        exhausted: whether there are no others.
    """

    instance: I
    solutions: Sequence[S]
    exhausted: bool


@dataclass(frozen=True)
class WholeFile(Generic[I, S]):
    """A foreign format that has all answers on all boards of a search in one file.

    Attributes:
        write: the boards, each with what was found on it, as the text of a file. Raises
            InstanceError where the format cannot say what a board asks for, whatever was found.
    """

    write: Callable[[Sequence[Found[I, S]]], str]

    def __call__(self, instance: I, solution: S) -> str:
        """A file with one answer."""
        return self.write([Found(instance, (solution,), exhausted=False)])


@dataclass(frozen=True)
class Puzzle(Generic[I, S]):
    """Everything the house needs to know of one puzzle.

    Attributes:
        name: as in ``lp/NAME.lp``.
        title: for people.
        instance_type: frozen dataclass of the instances (see :class:`InstanceLike`); one that is
            wrong raises InstanceError when it is made (:mod:`pyasp_puzzles.fields` helps).
        solution_type: frozen, hashable dataclass of the solutions; ``dataclasses.asdict`` of it
            must be JSON.
        inputs: classes of the facts that :attr:`facts` may generate.
        answers: classes of the shown atoms.
        parse: file text and its name to boards by label (one board: label ``""``); the boards'
            ``name`` is set by the caller. It takes the :attr:`reading` options as keywords.
            Raises InstanceError.
        format: an instance as text in the house format; ``parse`` reads it back.
        facts: an instance as typed facts.
        decode: the typed shown atoms of one answer as a solution.
        verify: the rules that a solution breaks, in words; never looks at ``lp/``, ``facts`` or
            ``decode``.
        picture: the board, solved or (``None``) unsolved.
        size: an instance's size in a few words ("11 pieces, 45 cells").
        symmetries: the symmetries by which the program can take answers together; ``None`` where
            it has no ``symmetry`` constant.
        read: an answer as people write it (rows of digits), for ``check``, or a list of several;
            optional. Raises AnswerError.
        variants: ways to count, each a set of constants for the program; the first one is the
            program's default. Another way may hide atoms of an answer, and changes no answer.
        profiles: sets of clasp options found best by measurement, by name; the first one serves
            every task that none names.
        engines: the engines that ``auto`` tries for a task, one after the other; where none of
            them fits the program, and for other tasks, it takes ``asp``. An ``asp`` among them has
            a short time to count.
        cuts: groups of the atoms that can be shown, of which just one holds in an answer: along
            them a long search is cut into cubes. They come in stages; within a stage the group with
            the fewest open atoms is taken. They decide how fast it is, never what is found.
            ``None``: found by looking. (Atoms are symbols here, as typing all of them would take
            longer than cutting along them.)
        program: the ``.lp`` file; ``None`` means the shipped ``lp/NAME.lp``.
        instances: folder of the shipped instances; ``None`` means ``instances/NAME``.
        first: name of the instance used when none is named; default: first in the alphabet.
        export: an answer in foreign formats, by name of the format; a :class:`WholeFile` takes all
            answers of a search together.
        file_formats: what instance files look like, for ``pyasp-puzzles format``: the docstring of
            the module that reads them (see :mod:`pyasp_puzzles.formats.description`).
        reading: options of :attr:`parse`, such as ``size``, for files that do not say all; their
            values are text. An address has them behind a question mark: ``list.txt?size=6x12``.
    """

    name: str
    title: str
    instance_type: type[I]
    solution_type: type[S]
    inputs: tuple[type[Predicate], ...]
    answers: tuple[type[Predicate], ...]
    parse: Callable[..., Mapping[str, I]]
    format: Callable[[I], str]
    facts: Callable[[I], Iterable[Predicate]]
    decode: Callable[[I, Sequence[Predicate]], S]
    verify: Callable[[I, S], list[str]]
    picture: Callable[[I, S | None], Picture]
    size: Callable[[I], str]
    symmetries: Symmetries[I, S] | None = None
    read: Callable[[I, str], S | list[S]] | None = None
    variants: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    engines: Mapping[Task, tuple[str, ...]] = field(default_factory=lambda: ENGINES)
    cuts: Callable[[I, Sequence[Symbol]], Iterable[Iterable[Sequence[Symbol]]]] | None = None
    program: Path | None = None
    instances: Path | None = None
    first: str = ""
    export: Mapping[str, Callable[[I, S], str] | WholeFile[I, S]] = field(default_factory=dict)
    file_formats: str = ""
    reading: tuple[str, ...] = ()

    def program_path(self) -> Path:
        """The ``.lp`` file."""
        return self.program or program_folder() / f"{self.name}.lp"

    def instance_files(self) -> dict[str, Path]:
        """The shipped instance files by name, the puzzle's first one first."""
        folder = self.instances or Path(__file__).parent / "instances" / self.name
        files = {path.stem: path for path in sorted(folder.glob("*.txt"))}
        if self.first in files:
            files = {self.first: files.pop(self.first), **files}
        return files

    def way(self, by: str) -> Mapping[str, int]:
        """The constants of a way to count, one of :attr:`variants`; empty for the first.

        Raises:
            PuzzleError: the puzzle has no such way.
        """
        if not by:
            return {}
        if not self.variants:
            raise PuzzleError(f"{self.name} counts one thing only; omit --by")
        if by not in self.variants:
            expected = ", ".join(self.variants)
            raise PuzzleError(f"{self.name}: found --by {by}, expected {expected}")
        return self.variants[by]

    def load_all(self, address: str | os.PathLike[str] = "") -> list[I]:
        """The boards of a shipped instance, a file or standard input (``-``).

        Args:
            address: ``NAME``, ``PATH`` or ``-``, each perhaps with ``#LABEL``, and perhaps with
                options of its format behind that (``?size=6x12``); or a link that holds the board,
                which is only read, not followed; empty for the puzzle's first instance.

        Raises:
            InstanceError: no such instance, or one that does not follow its format.
        """
        if not isinstance(address, str | os.PathLike):
            raise PuzzleError(f"found {address!r}, expected a name, a path or '-'")
        address = os.fspath(address)
        if re.match("https?://", address):
            return self._named(self._parsed(address, LINK), LINK)
        address, options = self._options(address)
        files = self.instance_files()
        if not address:
            if not files:
                raise PuzzleError(f"{self.name}: no instance is shipped, name a file")
            address = next(iter(files))
        where, _, label = address.partition("#")
        if _exists(address):  # a file may have # in its name
            where, label = address, ""
        if where in files and not _exists(where):
            text = read_text(str(files[where]))
        elif where == "-" or _exists(where):
            text = read_text(where)
        else:
            shipped = ", ".join(files) or "no shipped instance"
            hint = owned(where, "it") or did_you_mean(where, files, 3)
            found = Phrase("no such file or instance")
            expected = f"a file, '-' or one of {shipped}{hint}"
            raise InstanceError(shorten(Phrase(where or address)), "", found, expected)
        where = STANDARD_INPUT if where == "-" else where
        boards = self._parsed(text, where, **options)
        if label:
            if label not in boards:
                labels = ", ".join(filter(None, boards)) or "a single board without label"
                raise InstanceError(where, "", f"#{label}", labels)
            boards = {label: boards[label]}
        return self._named(boards, where)

    @staticmethod
    def _named(boards: Mapping[str, I], where: str) -> list[I]:
        """Boards by label, with the names that say where they are from."""
        return [
            replace(board, name=f"{where}#{key}" if key else where)  # type: ignore[type-var]
            for key, board in boards.items()
        ]

    def _parsed(self, text: str, source: str, **options: str) -> Mapping[str, I]:
        """The boards of a file; if it is an instance of another puzzle, the error says so."""
        try:
            return self.parse(text, source, **options)
        except InstanceError as error:
            others = readers(text, source, but=self.name)
            if not others:
                raise
            names = " or ".join(others)
            address = "-" if source == STANDARD_INPUT else source
            expected = f"{error.expected}; this looks like {names}: solve {others[0]} {address}"
            raise InstanceError(source, error.place, error.found, expected) from None

    def _options(self, address: str) -> tuple[str, dict[str, str]]:
        """An address without the options behind it, and these.

        Raises:
            PuzzleError: this puzzle's files have no such option.
        """
        match = re.fullmatch(r"(.*)\?(\w+=[^?#]*)", address, flags=re.DOTALL)
        if not match or _exists(address):
            return address, {}
        options = {}
        for pair in match[2].split("&"):
            name, _, value = pair.partition("=")
            if name not in self.reading:
                known = ", ".join(self.reading) or "none: its files say all"
                raise PuzzleError(f"{self.name}: found the option {name}, expected {known}")
            options[name] = value
        return match[1], options

    def load(self, address: str | os.PathLike[str] = "") -> I:
        """The one board of an address; see :meth:`load_all`.

        Raises:
            InstanceError: also when the file has several boards and no ``#label`` was given.
        """
        boards = self.load_all(address)
        if len(boards) > 1:
            found, expected = Phrase(f"{len(boards)} boards"), f"one of {addresses(boards)}"
            raise InstanceError(boards[0].name.rpartition("#")[0], "", found, expected)
        return boards[0]


def addresses(boards: Iterable[InstanceLike]) -> str:
    """What loads each of these boards again, for messages: "day.json#easy, day.json#hard"."""
    names = (board.name for board in boards)
    return ", ".join("-" + n.removeprefix(STANDARD_INPUT) if _piped(n) else n for n in names)


def _piped(name: str) -> bool:
    return name.partition("#")[0] == STANDARD_INPUT


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # too long for a name, a NUL in it
        return False


@cache
def program_folder() -> Path:
    """The folder of the ``.lp`` files: in the wheel inside the package, else beside it."""
    package = Path(__file__).parent
    for folder in (package / "lp", package.parent / "lp"):
        if folder.is_dir():
            return folder
    raise PuzzleError("the folder lp with the ASP programs is missing from this installation")


def puzzle_names() -> list[str]:
    """The names of all puzzles that can be found, ours and third parties', sorted."""
    return sorted({*shipped_names(), *(point.name for point in _entry_points())})


def _entry_points() -> Any:
    from importlib.metadata import entry_points  # takes twice as long to import as clingo

    return entry_points(group=ENTRY_POINTS)


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the puzzles of this package, sorted."""
    folder = Path(__file__).parent / "puzzles"
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(folder)])))


@cache
def find_puzzle(name: str) -> Puzzle[Any, Any]:
    """The puzzle of this name.

    Raises:
        PuzzleError: there is none, or the third party's package that offers it is broken.
    """
    if name in shipped_names():
        puzzle: Any = importlib.import_module(f"pyasp_puzzles.puzzles.{name}").PUZZLE
        return _checked(puzzle, name)
    for point in _entry_points().select(name=name):
        try:
            offered = point.load()
        except Exception as error:  # a package of somebody else may raise anything
            what = f"{type(error).__name__}: {error}"
            raise PuzzleError(f"entry point {point.value} of puzzle {name}: {what}") from error
        return _checked(offered, name)
    raise PuzzleError(f"no puzzle {shorten(name)}{_hint(name)}")


def _hint(name: str) -> str:
    """What to write in place of a name that no puzzle has."""
    if found := owned(name, name):
        return found
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
    for puzzle in _puzzles():
        for instance in puzzle.instance_files():
            owners.setdefault(instance, []).append(puzzle.name)
    return owners


def _puzzles() -> Iterator[Puzzle[Any, Any]]:
    """All puzzles but those of third parties that are broken."""
    for name in puzzle_names():
        try:
            yield find_puzzle(name)
        except PuzzleError as error:
            _log.debug("%s", error)


def readers(text: str, source: str, but: str) -> list[str]:
    """The other puzzles of which a file that one cannot read is an instance.

    Args:
        but: the puzzle that cannot read it.

    Returns:
        Names of puzzles; none for a file of more than :data:`MOST_READ` characters.
    """
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


def _checked(puzzle: object, name: str) -> Puzzle[Any, Any]:
    if not isinstance(puzzle, Puzzle) or puzzle.name != name:
        raise PuzzleError(f"puzzle {name}: found {puzzle!r}, expected a Puzzle of that name")
    return puzzle


def puzzle_of(instance: I) -> Puzzle[I, Any]:
    """The puzzle that an instance belongs to, found by the type of the instance.

    Raises:
        PuzzleError: no puzzle has instances of this type.
    """
    return _puzzle_of_type(type(instance))


@cache
def _puzzle_of_type(instance_type: type[Any]) -> Puzzle[Any, Any]:
    own = instance_type.__module__.rpartition(".")[2]  # most likely, and spares the other imports
    for name in sorted(puzzle_names(), key=lambda name: not own.startswith(name)):
        puzzle = find_puzzle(name)
        if puzzle.instance_type is instance_type:
            return puzzle
    raise PuzzleError(f"found {instance_type.__name__}, expected an instance of a puzzle")
