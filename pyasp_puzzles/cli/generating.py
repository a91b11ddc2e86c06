"""What ``generate`` and ``sheet`` write: new boards as a file, boards on pages to print."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pyasp_puzzles.boards.formats.outputs import check_writable, write_text
from pyasp_puzzles.boards.generator import unique_up_to
from pyasp_puzzles.cli.runner import CommandRun, is_given
from pyasp_puzzles.core.errors import GaveUpError, PuzzleError, counted
from pyasp_puzzles.verbs.generation.generating import checked, generate, generator_of
from pyasp_puzzles.verbs.generation.loop import NotAsWantedError
from pyasp_puzzles.verbs.sheets.making import SheetBoard, SheetStyle, make
from pyasp_puzzles.verbs.sheets.paper import PAPERS, html, page_svg
from pyasp_puzzles.verbs.solving import solve
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, WANTED
from pyasp_puzzles.work.deadline import INTERRUPTED, stopped_by_ctrl_c


def _parameters(run: CommandRun) -> dict[str, Any]:
    """What was given of the boards themselves: how hard, and the generator's parameters."""
    others = {option.keyword for option in run.verb.options if option not in WANTED}
    others |= {argument.name for argument in run.verb.arguments}
    return {name: v for name, v in run.given.items() if name not in others and is_given(v)}


def _new_boards(run: CommandRun, parameters: Mapping[str, Any], told: Any = None) -> Iterator[Any]:
    """New boards as they are made."""
    usual = {"seed": run["seed"], "n": run["n"] or 1, "timeout": run["timeout"]}
    return generate(run.puzzle.name, progress=told, **usual, **parameters)


def tell_generate(run: CommandRun) -> int:
    """Print new boards as one instance file, each as soon as it is made."""
    parameters, n, found = _parameters(run), run["n"] or 1, 0
    try:
        run.listen()
        for text in _texts(run, _new_boards(run, parameters), parameters, labelled=n > 1):
            found += 1
            click.echo(text, nl=False)
    except NotAsWantedError as error:
        for text in _texts(run, [error.board], parameters, labelled=False):
            click.echo("\n" * bool(found) + text, nl=False)
        raise
    except KeyboardInterrupt:
        click.echo(f"interrupted; {found} of {counted(n, 'board')} found", err=True)
        return GAVE_UP
    return FOUND


def _texts(
    run: CommandRun, boards: Iterable[Any], parameters: Mapping[str, Any], *, labelled: bool
) -> Iterator[str]:
    """The boards as the parts of one instance file, each with the command that makes it."""
    between, puzzle, generator = "", run.puzzle, generator_of(run.puzzle)
    own = {each.name for each in generator.parameters} & parameters.keys()
    kind = generator.kind(checked(puzzle.name, generator, {n: parameters[n] for n in own}))
    promise = f"% {unique_up_to(kind)}\n" if kind else ""
    for board in boards:
        seed = board.name.removeprefix("seed ")
        run.keep(board)
        label = f"{between}=== {seed}\n" if labelled else ""
        command = f"% {_command(puzzle.name, seed, parameters)}\n"
        yield f"{label}{command}{promise}{puzzle.format(board)}"
        between = "\n"


def _command(puzzle: str, seed: str, parameters: Mapping[str, Any]) -> str:
    """The command that makes a board again."""
    import clingo

    words = ["pyasp-puzzles", "generate", puzzle, "--seed", seed]
    for name, value in parameters.items():
        words += ["--" + name.replace("_", "-"), *([] if value is True else [str(value)])]
    return f"{shlex.join(words)}   (clingo {clingo.__version__})"


def tell_sheet(run: CommandRun) -> int:
    """Write boards, answers and pieces on pages."""
    output, parameters = Path(run["output"]), _parameters(run)
    if output.suffix.lower() not in (".svg", ".html"):
        raise PuzzleError(f"-o: found {run['output']}, expected a name that ends in .svg or .html")
    if run["cell"] and not run["pieces"]:
        raise PuzzleError("found --cell without --pieces, expected both or none of them")
    paper, answers = PAPERS[run["paper"] or "a4"], run["answers"] is not False
    looks = (run["per_row"] or 0, run["title"] or "", run["pieces"], run["cell"] or 0.0)
    new = run["seed"] is not None or run["n"] is not None or bool(parameters)
    if run["instances"] and new:
        raise PuzzleError("found instances and options for new boards, expected one of them")
    with _new_file(output), run.busy(run.puzzle.name, "") as told:
        if new:
            code, boards = _made(run, parameters, told)
        else:
            code, boards = FOUND, run.boards_at(*(run["instances"] or ("",)))
        numbered, solved = _numbered(run, boards, told, answers)
        pages = make(numbered, SheetStyle(paper, *looks), answers=answers)
        if output.suffix.lower() == ".html":
            write_text(str(output), html(pages, paper))
        else:
            for number, page in enumerate(pages, start=1):
                stem = output.stem if number == 1 else f"{output.stem}-{number}"
                text = page_svg(page, paper, number, len(pages))
                write_text(str(output.with_stem(stem)), text)
    click.echo(f"{run['output']}: {counted(len(boards), 'board')}, {counted(len(pages), 'page')}")
    return max(code, solved)


@contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """Refuse a file that cannot be written; after an error leave no empty file."""
    existed = path.exists()
    check_writable(str(path))
    try:
        yield
    except BaseException:
        if not existed:
            path.unlink(missing_ok=True)
        raise


def _made(run: CommandRun, parameters: Mapping[str, Any], told: Any) -> tuple[int, Sequence[Any]]:
    """New boards; Ctrl-C and a limit keep those that there are."""
    boards: list[Any] = []
    said = ""
    try:
        boards.extend(_new_boards(run, parameters, told))
    except GaveUpError as reason:
        said = str(reason)
        boards += [reason.board] if isinstance(reason, NotAsWantedError) else []
    except KeyboardInterrupt:
        said = f"{INTERRUPTED}; {len(boards)} of {counted(run['n'] or 1, 'board')} found"
    if not boards:
        raise GaveUpError(said)
    if said:
        click.echo(f"pyasp-puzzles: {said}", err=True)
    return (GAVE_UP if said else FOUND), boards


def _numbered(
    run: CommandRun, boards: Sequence[Any], told: Any, answers: bool
) -> tuple[Sequence[SheetBoard], int]:
    """The boards of a sheet with their answers, and the exit code of the searches."""
    numbered, code, stopped = [], FOUND, False
    for number, instance in enumerate(boards, start=1):
        picture, ending = None, "No answer was searched for."
        if answers and not stopped:
            told(f"searching for an answer to {instance.name}")
            found = solve(instance, limit=1, timeout=run["timeout"])
            with stopped_by_ctrl_c(found):
                picture = next((answer.picture for answer in found), None)
            stopped = found.reason.startswith(INTERRUPTED)
            ending = "This board has no answer."
            if picture is None and not found.exhausted:
                ending, code = f"No answer was found ({found.reason}).", GAVE_UP
                click.echo(f"{instance.name}: {ending}", err=True)
        elif answers:
            code = GAVE_UP
        numbered.append(SheetBoard(run.puzzle, instance, number, picture, ending))
    return numbered, code
