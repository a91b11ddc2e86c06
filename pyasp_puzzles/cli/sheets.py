"""The command that prints boards on paper: ``sheet``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyasp_puzzles.boards.registry import load_boards
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import FOUND, GAVE_UP, puzzle_argument, timeout_option
from pyasp_puzzles.cli.completion import complete_file, complete_instance
from pyasp_puzzles.cli.generating import GenerateCommand, given_parameters, wanted_options
from pyasp_puzzles.cli.numbers import SEED, Amount, Integer
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, counted
from pyasp_puzzles.work.deadline import INTERRUPTED, stopped_by_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyasp_puzzles.verbs.sheets.making import Board, Style
    from pyasp_puzzles.verbs.sheets.paper import Page, Paper

PAPER_NAMES = ("a4", "letter")


@click.command(cls=GenerateCommand)
@puzzle_argument
@click.argument("instances", nargs=-1, metavar="[INSTANCE]...", shell_complete=complete_instance)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    shell_complete=complete_file,
    help="FILE.svg (the second page is FILE-2.svg, and so on) or FILE.html (all pages).",
)
@click.option(
    "--paper", type=click.Choice(PAPER_NAMES), default="a4", help="The size of the pages. [a4]"
)
@click.option(
    "--per-row",
    type=Integer(1, 12),
    help="Boards side by side. [as many as can be read well]",
)
@click.option("--answers/--no-answers", default=True, help="Pages with the answers follow. [yes]")
@click.option("--title", default="", help="The heading of the pages. [the puzzle's title]")
@click.option("--pieces", is_flag=True, help="Pages with the pieces to cut out follow, to scale.")
@click.option(
    "--cell",
    type=Amount("mm", 100, least=3),
    help="With --pieces: the width of a cell. [the largest that fits, at most 20]",
)
@click.option("--seed", type=SEED, help="Make new boards; the same number makes the same ones.")
@click.option("-n", "n", type=Integer(1, 500), help="Make so many new boards. [1]")
@wanted_options
@timeout_option(
    "Give up after this time, for making the boards and for each answer; the rest is printed."
)
def sheet(
    puzzle: Any,
    instances: tuple[str, ...],
    output: str,
    answers: bool,
    seed: int | None,
    n: int | None,
    timeout: float | None,
    **given: Any,
) -> int:
    """Write boards, their answers and their pieces on pages to print.

    A browser prints FILE.html, to a printer or as PDF. With --seed or -n the boards are new ones,
    and the puzzle's parameters of generate apply.

    \b
    pyasp-puzzles sheet twenty_four_seven 2020_a 2020_b -o sheet.svg
    pyasp-puzzles sheet pips --seed 1 -n 24 -o pips.html
    pyasp-puzzles sheet eternity framed_4x4 --pieces --cell 25 -o cut.html
    """
    from pyasp_puzzles.verbs.sheets.making import make

    if Path(output).suffix.lower() not in (".svg", ".html"):
        raise PuzzleError(f"-o: found {output}, expected a name that ends in .svg or .html")
    style = _style(given)
    parameters = given_parameters(given)
    new = seed is not None or n is not None or bool(parameters)
    if instances and new:
        raise PuzzleError("found instances and options for new boards, expected one of them")
    with _new_file(output), spinner(terminal.console(stderr=True), f"{puzzle.name}:") as tell:
        if new:
            code, boards = _made(puzzle, tell, n or 1, seed=seed, timeout=timeout, **parameters)
        else:
            code = FOUND
            boards = [b for word in instances or ("",) for b in load_boards(puzzle, word.strip())]
        numbered, solved = _numbered(puzzle, boards, tell, answers, timeout)
        made = make(numbered, style, answers=answers)
        _write(Path(output), made, style.paper)
    click.echo(f"{output}: {counted(len(boards), 'board')}, {counted(len(made), 'page')}")
    return max(code, solved)


@contextmanager
def _new_file(path: str) -> Iterator[None]:
    """Refuse a file that cannot be written; after an error leave no empty file.

    Raises:
        PuzzleError: the file cannot be written.
    """
    from pyasp_puzzles.boards.formats.outputs import check_writable

    existed = Path(path).exists()
    check_writable(path)
    try:
        yield
    except BaseException:
        if not existed:
            Path(path).unlink(missing_ok=True)
        raise


def _style(given: dict[str, Any]) -> Style:
    """What a sheet looks like; its options leave ``given``.

    Raises:
        PuzzleError: they do not go together.
    """
    from pyasp_puzzles.verbs.sheets.making import Style
    from pyasp_puzzles.verbs.sheets.paper import PAPERS

    names = ("paper", "per_row", "title", "pieces", "cell")
    paper, columns, title, pieces, cell = (given.pop(name) for name in names)
    if cell and not pieces:
        raise PuzzleError("found --cell without --pieces, expected both or none of them")
    return Style(PAPERS[paper], columns or 0, title, pieces, cell or 0.0)


def _made(
    puzzle: Any, tell: Callable[[str], None], n: int, **options: Any
) -> tuple[int, Sequence[Any]]:
    """New boards; Ctrl-C and a limit keep those that there are.

    Raises:
        GaveUpError: there is none.
    """
    from pyasp_puzzles.verbs.generation.generating import generate
    from pyasp_puzzles.verbs.generation.wanted import NotAsWantedError

    boards: list[Any] = []
    said = ""
    try:
        for board in generate(
            puzzle.name, n=n, progress=lambda words: tell(f"{puzzle.name}: {words}"), **options
        ):
            boards.append(board)
    except GaveUpError as reason:
        said = str(reason)
        boards += [reason.board] if isinstance(reason, NotAsWantedError) else []
    except KeyboardInterrupt:
        said = f"{INTERRUPTED}; {len(boards)} of {counted(n, 'board')} found"
    if not boards:
        raise GaveUpError(said)
    if said:
        click.echo(f"pyasp-puzzles: {said}", err=True)
    return (GAVE_UP if said else FOUND), boards


def _numbered(
    puzzle: Any,
    boards: Sequence[Any],
    tell: Callable[[str], None],
    answers: bool,
    timeout: float | None,
) -> tuple[Sequence[Board], int]:
    """The boards of a sheet with their answers, and the exit code of the searches."""
    from pyasp_puzzles.verbs import solving
    from pyasp_puzzles.verbs.sheets.making import Board

    numbered, code, stopped = [], FOUND, False
    for number, instance in enumerate(boards, start=1):
        picture, ending = None, "No answer was searched for."
        if answers and not stopped:
            tell(f"{instance.name}: searching for an answer")
            found = solving.solve(instance, limit=1, timeout=timeout)
            with stopped_by_ctrl_c(found):
                picture = next((answer.picture for answer in found), None)
            stopped = found.reason.startswith(INTERRUPTED)
            ending = "This board has no answer."
            if picture is None and not found.exhausted:
                ending, code = f"No answer was found ({found.reason}).", GAVE_UP
                click.echo(f"{instance.name}: {ending}", err=True)
        elif answers:
            code = GAVE_UP
        numbered.append(Board(puzzle, instance, number, picture, ending))
    return numbered, code


def _write(path: Path, pages: Sequence[Page], paper: Paper) -> None:
    """Write one file of HTML, or a file of SVG for each page.

    Raises:
        PuzzleError: a file cannot be written.
    """
    from pyasp_puzzles.boards.formats.outputs import write_text
    from pyasp_puzzles.verbs.sheets.output import html, page_svg

    if path.suffix.lower() == ".html":
        write_text(str(path), html(pages, paper))
        return
    for number, page in enumerate(pages, start=1):
        name = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        write_text(str(name), page_svg(page, paper, number, len(pages)))
