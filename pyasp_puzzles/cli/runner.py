"""What every command does: loads boards, shows that it works, keeps pictures and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import click

from pyasp_puzzles.boards.formats.inputs import STANDARD_INPUT, read_text
from pyasp_puzzles.boards.registry import addresses, load_board, load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.work.deadline import SIGNAL_REASONS, stopped_by_ctrl_c

if TYPE_CHECKING:
    from rich.console import Console

    from pyasp_puzzles.verbs.verb import Verb


class CommandRun:
    """A command that runs: what was given, by keyword, and where its results go.

    ``run["name"]`` is the value of an option or an argument: ``None``, ``False`` or ``()`` if it
    was not given.  A ``with`` block ends the line of progress and the files of ``--svg``.
    """

    def __init__(self, verb: Verb, given: dict[str, Any]) -> None:
        self.verb, self.given, self._ends = verb, given, ExitStack()
        path = given.get("svg")
        self._files = None if path is None else terminal.PictureFiles(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._ends.close()
        if self._files:
            self._files.close(failed=kind is not None)

    def __getitem__(self, name: str) -> Any:
        return self.given[name]

    @property
    def puzzle(self) -> Any:
        return self.given["puzzle"]

    @cached_property
    def boards(self) -> list[Any]:
        """The boards at the address that was given."""
        return self.boards_at(self["instance"] or "")

    @cached_property
    def console(self) -> Console:
        """Standard output."""
        return terminal.console()

    @cached_property
    def notes(self) -> Console:
        """Standard error."""
        return terminal.console(stderr=True)

    @property
    def constants(self) -> dict[str, str]:
        """The values of ``--const`` by name."""
        return dict(text.split("=", 1) for text in self["constants"])

    @property
    def clasp(self) -> list[str]:
        """The words behind ``--``."""
        words: list[str] = click.get_current_context().obj
        return words

    @cached_property
    def function(self) -> Callable[..., Any]:
        return self.verb.load()

    @cached_property
    def options(self) -> dict[str, Any]:
        """The keywords of the function that were given; it has its own defaults for the others."""
        return self.verb.keywords({n: v for n, v in self.given.items() if is_given(v)})

    def address(self, word: str) -> str:
        """The address of an instance, with the options of its format."""
        size = self.given.get("size")
        return word.strip() if size is None else f"{word.strip()}?size={size}"

    def boards_at(self, *words: str) -> list[Any]:
        """The boards of the puzzle at some addresses."""
        return [b for word in words for b in load_boards(self.puzzle, self.address(word))]

    def keep(self, drawn: Any) -> None:
        """Write a picture, or what has one, to the next file of ``--svg``, if that is given."""
        if self._files:
            self._files.add(drawn)

    def show(self, drawn: Any) -> None:
        """Print a picture, or an answer, which draws itself."""
        from pyasp_puzzles.pictures.picture import Picture
        from pyasp_puzzles.pictures.terminal import TerminalPicture

        drawn = TerminalPicture(drawn) if isinstance(drawn, Picture) else drawn
        self.console.print(drawn, soft_wrap=True)

    def draw(self, drawn: Any) -> None:
        """Keep a picture, and print it."""
        self.keep(drawn)
        self.show(drawn)

    def listen(self) -> None:
        """From now on a line on a terminal says what is done, as functions say it."""
        from pyasp_puzzles.work.waiting import heard, progress

        if not heard():
            self._ends.enter_context(progress())

    @contextmanager
    def busy(self, name: str, doing: str) -> Iterator[Callable[[object], None]]:
        """On a terminal a line says what is done for a board; the function changes it."""
        from pyasp_puzzles.work.waiting import Now, saying, timed

        self.listen()
        now = Now(doing)
        with saying(timed(name, now)):
            yield now.tell

    @contextmanager
    def watched(self, search: Any) -> Iterator[Any]:
        """What a search finds, with a line on a terminal; Ctrl-C ends it and keeps that."""
        self.listen()
        with stopped_by_ctrl_c(search):
            yield terminal.shown(search)

    def tell(self, found: Any, advice: str = "") -> None:
        """Print a result that shows itself: its JSON object, or its pictures and sentences."""
        if self["json"]:
            terminal.print_json(found.as_json())
            return
        for picture in getattr(found, "pictures", ()):
            self.show(picture)
        terminal.say(found.instance.name, found.sentences(), advice)

    def search(self, board: Any, **further: Any) -> Any:
        """What the function finds for a board, with a line on a terminal while it works."""
        self.listen()
        return self.function(board, **self.options, **further)

    def code(self, found: Any) -> tuple[int, str]:
        """The exit code of a result with a status, and why it ended."""
        return self.verb.codes[found.status or "unknown"], found.reason

    def note(self, name: str, words: object) -> None:
        """Say something about a board on standard error."""
        terminal.echo(f"{name}: {words}", err=True)

    def note_unchecked(self, board: Any) -> None:
        """Say what a search with a user's own program leaves open."""
        kind, colon, program = (self["engine"] or "").partition("lp:")
        if colon and not kind:
            place = f"{self.puzzle.name} {addresses([board])}"
            check = f"`check {place} --program {program}` tells"
            self.note(board.name, f"not checked whether {program} misses answers; {check}")

    def why_none(self, board: Any) -> str:
        """The command that tells why a board has no answer."""
        return f"`explain {self.puzzle.name} {addresses([board])}` tells why"

    def one_board(self, subject: str) -> None:
        """Refuse several boards; the error begins with the subject."""
        if len(self.boards) > 1:
            raise PuzzleError(f"{subject}, expected one of {addresses(self.boards)}")

    def board_and_text(self, instance: str, answer: str | None = None) -> tuple[Any, str, str]:
        """A board, the text of answers to it, and where that is from.

        An instance ``-`` without an answer behind it is the puzzle's first one: then the answers
        come from standard input.
        """
        address = self.address(instance)
        piped = address.partition("?")[0].partition("#")[0] == "-"
        if piped and answer is None and address == "-":
            address = ""
        elif piped and answer in (None, "-"):
            expected = "a file or a name for one of them"
            raise PuzzleError(f"found - for board and answer, expected {expected}")
        board = load_board(self.puzzle, address)
        text = read_text(answer or "-", most=None)
        return board, text, STANDARD_INPUT if answer in (None, "-") else str(answer)


def is_given(value: Any) -> bool:
    """Whether an option was given: 0 and the empty text are values, a flag not set is none."""
    return value is not None and value is not False and value != ()


def on_boards(tell: Callable[[CommandRun, Any], tuple[int, str]]) -> Callable[[CommandRun], int]:
    """A command that does the same for each board until a signal ends it: exit code and reason."""

    def do(run: CommandRun) -> int:
        codes = []
        for board in run.boards:
            code, reason = tell(run, board)
            codes.append(code)
            if reason.startswith(SIGNAL_REASONS):
                break
        return max(codes)

    return do
