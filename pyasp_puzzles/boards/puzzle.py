"""The contract of a puzzle: a value made of functions.

It is ``PUZZLE`` in ``pyasp_puzzles/puzzles/NAME/``, or an entry point of another package in the
group ``pyasp_puzzles.puzzles``; :mod:`pyasp_puzzles.boards.registry` finds both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from pyasp_puzzles.boards.formats.text import Known
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.core.symmetry import Symmetries

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.boards.edit import EditForm
    from pyasp_puzzles.boards.generator import Calibration, Generator
    from pyasp_puzzles.boards.optimiser import Optimiser
    from pyasp_puzzles.boards.partial import Partial
    from pyasp_puzzles.boards.places import Place
    from pyasp_puzzles.boards.play import ByHand
    from pyasp_puzzles.core.atoms import Predicate
    from pyasp_puzzles.pictures.picture import Picture


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


@dataclass(frozen=True, eq=False, repr=False)
class WholeFile(Generic[I, S]):
    """A foreign format that has all answers on all boards of a search in one file.

    Attributes:
        write: the text of a file. Raises InstanceError for a board that the format cannot express.
    """

    write: Callable[[Sequence[Found[I, S]]], str]

    def __call__(self, instance: I, solution: S) -> str:
        """A file with one answer."""
        return self.write([Found(instance, (solution,), exhausted=False)])


@dataclass(frozen=True, eq=False, repr=False)
class BoardSite(Generic[I]):
    """A web site with boards of a puzzle: their addresses, and files with answers.

    Attributes:
        reads: whether a text is an address of such a board, or such a file; ``parse`` reads both.
        names: what such an address may begin with, for messages.
        address: the address of a board.
        answer: the partial answer in a file, which is one of this board. Raises AnswerError.
    """

    reads: Callable[[str], bool]
    names: tuple[str, ...]
    address: Callable[[I], str]
    answer: Callable[[I, str, str], Partial]


KINDS = {
    "numbers": "Numbers",
    "shading": "Shading",
    "loops": "Loops and paths",
    "objects": "Objects",
    "division": "Division",
    "pieces": "Pieces",
    "": "Others",
}
"""The kinds of puzzles, by what an answer is made of, with their titles, in their order."""

Task = Literal["first", "all", "unsat", "count"]
"""One answer; all of them; the proof that there is none, or no further one; their number."""

TASKS: tuple[Task, ...] = ("first", "all", "unsat", "count")

ENGINES: Mapping[Task, tuple[str, ...]] = {"all": ("exact-cover",), "count": ("exact-cover",)}
"""What ``auto`` tries for a task, where a puzzle does not say; ``asp`` does all the rest."""

CONFIGURATIONS = ("auto", "jumpy", "tweety", "handy", "crafty", "trendy", "many")
"""clasp's own configurations that keep the answers: (docs/reference/clasp_options.md)."""


@dataclass(frozen=True, eq=False, repr=False)
class Profile:
    """A way to search for the answers of a program with clasp.

    Attributes:
        options: of clasp, of those that keep the answers (docs/reference/clasp_options.md).
        tasks: what it is the best known for.
        constants: values for ``#const`` statements that change the search but no answer.
        search: names of files ``search/NAME.lp`` beside the puzzle's program; ``None``: the one
            with the puzzle's name, if there is one.
        about: what it does, in a few words.
        portfolio: what several threads race, in place of the options: lines of a portfolio file
            of clasp, the first one the profile itself.
    """

    options: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    search: tuple[str, ...] | None = None
    about: str = ""
    portfolio: tuple[str, ...] = ()


def _nothing() -> None:
    """The default of a field that may be made later: its class has no value of that name."""


class MadeLater(NamedTuple):
    """In place of a field of a puzzle: a function that makes its value when it is first used."""

    make: Callable[[], Any]


@dataclass(frozen=True)
class Puzzle(Generic[I, S]):
    """Everything that the package needs to know of one puzzle.

    Fields without a default, ``generator``, ``edit`` and ``best`` may be :class:`MadeLater`.

    Attributes:
        name: as in ``lp/NAME.lp``.
        title: for people.
        instance_type: frozen dataclass of the instances (see :class:`InstanceLike`); a wrong one
            raises InstanceError when it is made.
        solution_type: frozen, hashable dataclass; ``dataclasses.asdict`` of it must be JSON.
        inputs: classes of the facts that :attr:`facts` may generate.
        answers: classes of the shown atoms.
        parse: file text, its name and the :attr:`reading` options to boards by label (one board:
            label ``""``); the caller sets their ``name``. Raises InstanceError.
        format: an instance in the shared text format; ``parse`` reads it back.
        facts: an instance as typed facts.
        decode: the typed shown atoms of one answer as a solution.
        verify: the rules that a solution breaks, in words; never looks at ``lp/``, ``facts`` or
            ``decode``.
        picture: the board, solved or (``None``) unsolved.
        size: an instance's size in a few words ("11 pieces, 45 cells").
        symmetries: those by which the program can take answers together; ``None`` without a
            ``symmetry/NAME.lp``.
        read: an answer as people write it (rows of digits), or a list of several. Raises
            AnswerError.
        variants: ways to count, each a set of constants for the program, its default first.
            Another way may hide atoms of an answer, and changes no answer.
        profiles: sets of clasp options found best by measurement; the first one serves every task
            that none names.
        engines: those that ``auto`` tries for a task in turn; where none fits the program, it takes
            ``asp``. An ``asp`` among them has a short time to count.
        cuts: groups of symbols that can be shown, of which just one holds in an answer: along them
            a long search is cut into cubes, in stages; of a stage the group with the fewest open
            symbols is taken. ``None``: found by looking.
        program: the ``.lp`` file with the rules; ``None``: the shipped ``lp/NAME.lp``. Beside it
            may be ``search/NAME.lp``, which changes no answer, and ``symmetry/NAME.lp``, which
            keeps one answer of each class.
        instances: folder of the shipped instances; ``None``: ``puzzles/NAME/instances``.
        first: name of the instance used when none is named; default: first in the alphabet.
        export: an answer in foreign formats, by name of the format.
        site: a web site that has boards of the puzzle, if there is one.
        kind: one of :data:`KINDS`.
        file_formats: what instance files look like, as a docstring
            (see :mod:`pyasp_puzzles.boards.formats.description`).
        reading: options of :attr:`parse`, such as ``size``, for files that do not say all. An
            address has them behind a question mark: ``list.txt?size=6x12``.
        empty: an empty board of a size such as ``5 x 7``, which raises InstanceError where it is
            none; ``None``: there is none.
        generator, play, edit, best: how it makes new boards, is played by hand, with its partial
            answers, is changed by hand, keeps most of its rules; each optional.
        calibration: which boards are easy and which are hard; ``None``: in figures only.
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
    site: BoardSite[I] | None = None
    kind: str = ""
    file_formats: str = ""
    reading: tuple[str, ...] = ()
    empty: Callable[[str], I] | None = None
    generator: Generator[I] | None = field(default_factory=_nothing)
    play: ByHand[I] | None = None
    edit: EditForm[I] | None = field(default_factory=_nothing)
    best: Optimiser[I, S] | None = field(default_factory=_nothing)
    calibration: Calibration | None = None

    def __post_init__(self) -> None:
        own = vars(self)
        later = {name: value for name, value in own.items() if isinstance(value, MadeLater)}
        for name in later:
            del own[name]
        own["_later"] = later
        from pyasp_puzzles.pictures.notebook import show_instances

        show_instances(self.instance_type, self.picture)

    if not TYPE_CHECKING:  # a type checker knows the fields

        def __getattr__(self, name: str) -> Any:
            if name not in vars(self).get("_later", ()):
                raise AttributeError(f"a Puzzle has no {name}")
            own = vars(self)
            value = own[name] = own["_later"][name].make()
            return value

    def program_path(self) -> Path:
        """The ``.lp`` file with the rules."""
        return self.program or program_folder() / f"{self.name}.lp"

    def program_paths(
        self, search: Sequence[str] | None = None, *, symmetry: bool = False
    ) -> tuple[Path, ...]:
        """The files of the program: rules, variants, what makes a search faster, symmetries.

        Args:
            search: as in :class:`Profile`.
            symmetry: with the file that keeps one answer of each class.

        Raises:
            PuzzleError: one of these files is missing.
        """
        rules = self.program_path()
        variants = rules.parent / "variants" / rules.name
        files = [rules, *([variants] if variants.is_file() else [])]
        if search is None:
            default = rules.parent / "search" / f"{self.name}.lp"
            files += [default] if default.is_file() else []
        else:
            files += [rules.parent / "search" / f"{name}.lp" for name in search]
        if symmetry:
            files.append(rules.parent / "symmetry" / f"{self.name}.lp")
        for path in files:
            if not path.is_file():
                where = path.relative_to(rules.parent).as_posix()
                raise PuzzleError(f"{self.name}: found no {where} in the folder of its program")
        return tuple(files)

    def all_program_paths(self) -> tuple[Path, ...]:
        """Every file of the program that some search takes, each once, the rules first."""
        paths = list(self.program_paths(symmetry=self.symmetries is not None))
        for profile in self.profiles.values():
            paths += self.program_paths(profile.search)
        return tuple(dict.fromkeys(paths))

    def lemma_paths(self) -> tuple[Path, ...]:
        """The file of lemmas, if there is one: constraints that follow from the rules."""
        rules = self.program_path()
        lemmas = rules.parent / "lemmas" / rules.name
        return (lemmas,) if lemmas.is_file() else ()

    def instance_files(self) -> dict[str, Path]:
        """The shipped instance files by name, the puzzle's first one first."""
        files = {path.stem: path for path in sorted(self.instance_folder().glob("*.txt"))}
        return {self.first: files.pop(self.first), **files} if self.first in files else files

    def checks_path(self) -> Path:
        """The file of the small boards for ``check --program``, which may be missing."""
        return self.instance_folder().with_name("checks.txt")

    def instance_folder(self) -> Path:
        """The folder of the shipped instances, which may be missing."""
        return self.instances or shipped_instances(self.name)

    def sketch(self, instance: I, partial: Partial) -> Picture:
        """The board with a partial answer.

        Raises:
            AnswerError: an atom does not fit the board.
        """
        from pyasp_puzzles.core.atoms import unify

        if self.play:
            return self.play.sketch(instance, partial)
        return self.picture(instance, self.decode(instance, unify(partial.atoms, self.answers)))

    def cells_of(self, instance: I, atoms: Iterable[Symbol]) -> frozenset[Place]:
        """The places that some shown atoms are about; none where the puzzle does not say.

        Raises:
            AnswerError: an atom names something that the instance has not.
        """
        from pyasp_puzzles.core.atoms import unify

        if self.play is None:
            return frozenset()
        places = self.play.places
        return frozenset(c for a in unify(atoms, self.answers) for c in places(instance, a))

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
            raise PuzzleError(f"{self.name}: found --by {by}, expected one of {expected}")
        return self.variants[by]


def choose(profiles: Mapping[str, Profile], name: str, task: Task) -> tuple[str, Profile]:
    """The profile of a name, or the best one for a task, with its name.

    Args:
        profiles: the puzzle's own; none for a program without a puzzle.
        name: one of them or of clasp's configurations; empty for the best one.
        task: what the answers are wanted for.

    Raises:
        PuzzleError: no profile has this name.

    >>> own = {"learn": Profile(("--config=crafty",)), "sweep": Profile((), ("all",))}
    >>> [choose(own, "", task)[0] for task in TASKS]
    ['learn', 'sweep', 'learn', 'sweep']
    >>> choose(own, "trendy", "all")[1].options
    ('--config=trendy',)
    """
    if name in profiles:
        return name, profiles[name]
    if name in CONFIGURATIONS:
        return name, Profile((f"--config={name}",))
    if name:
        expected = ", ".join((*profiles, *CONFIGURATIONS))
        raise PuzzleError(f"engine asp:{name}: found {name!r}, expected {expected}")
    for wanted in (task, "all") if task == "count" else (task,):
        for own, profile in profiles.items():
            if wanted in profile.tasks:
                return own, profile
    return next(iter(profiles.items()), ("", Profile()))


def shipped_instances(name: str) -> Path:
    """The folder of the instances of a puzzle of this package."""
    return Path(__file__).parents[1] / "puzzles" / name / "instances"


@cache
def program_folder() -> Path:
    """The folder of the ``.lp`` files: in a wheel inside the package, else beside it."""
    package = Path(__file__).parents[1]
    for folder in (package / "lp", package.parent / "lp"):
        if folder.is_dir():
            return folder
    raise PuzzleError("the folder lp with the ASP programs is missing from this installation")
