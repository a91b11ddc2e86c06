"""The command line: parse arguments, call one function, print.

Exit codes follow grep: 0 found (or all well), 1 proved that there is none (or a rule is broken),
2 error, 3 gave up (time or limit), 4 engines disagree.  ``clingo`` passes clasp's own codes
through.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import click

from pyasp_puzzles.cli import (
    boards,
    certifying,
    checking,
    comparing,
    completion,
    deciding,
    estimating,
    explaining,
    formats,
    generating,
    optimising,
    programs,
    rating,
    search,
    serving,
    sheets,
    stored,
    terminal,
)
from pyasp_puzzles.cli.arguments import DISAGREE, ERROR, FOUND, GAVE_UP, NONE
from pyasp_puzzles.core.errors import (
    DisagreementError,
    GaveUpError,
    NoAnswerError,
    PuzzleError,
    PuzzleWarning,
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="INSTANCE is a shipped name, a file or - (standard input), perhaps with #LABEL; left "
    "out, it is the puzzle's first. In the help of a command, [...] at the end of an option is its "
    "default. Exit codes: 0 found, 1 proved none, 2 error, 3 gave up, 4 engines disagree.",
)
@click.version_option(package_name="pyasp-puzzles", message="%(prog)s %(version)s")
def cli() -> None:
    """Solve puzzles with answer set programming.

    \b
    pyasp-puzzles list
    pyasp-puzzles solve packing hexagonal_cylinder
    pyasp-puzzles count packing pentominoes_3x20 --symmetry
    pyasp-puzzles facts pips FILE | pyasp-puzzles clingo pips.lp - 0
    """


for command in (
    *(boards.list_, boards.show, formats.format_, search.solve, search.count),
    *(explaining.explain, explaining.hint),
    estimating.estimate,
    *(boards.facts, deciding.unique, checking.check, checking.draw, stored.answers),
    generating.generate,
    optimising.best,
    rating.rate,
    serving.serve,
    sheets.sheet,
    *(comparing.compare, certifying.certify, programs.translate, programs.decode, programs.clingo),
):
    cli.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; the user's errors and warnings become one line.

    Raises:
        OSError: the output cannot be written.
        KeyboardInterrupt: Ctrl-C ended a command that has found nothing to keep.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("always", PuzzleWarning)
        warnings.showwarning = _shown_once()
        return _run(arguments)


_show_other_warning = warnings.showwarning


def _shown_once() -> Callable[..., None]:
    """Prints one line for a warning of ours, once; other warnings keep Python's form."""
    shown = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **further: Any) -> None:
        if not issubclass(category, PuzzleWarning):
            _show_other_warning(message, category, *place, **further)
        elif str(message) not in shown:
            shown.add(str(message))
            terminal.echo_over_progress(f"pyasp-puzzles: {message}")

    return show


def _run(arguments: Sequence[str]) -> int:
    words = list(arguments)
    completing = os.environ.get(completion.VARIABLE)
    if completing:
        return completion.complete(cli, completing)
    clasp: list[str] = []
    if "--" in words:
        clasp = words[words.index("--") + 1 :]
        words = words[: words.index("--")]
    try:
        if words[:1] == ["clingo"]:  # before click, which would read clingo's options as ours
            return programs.run_clingo(arguments[1:])
        if clasp and words[:1] not in (["solve"], ["count"]):
            raise PuzzleError("found words behind --, which only solve and count take")
        # Not cli.main, which turns a closed pipe into exit code 1: that means "none" here.
        with cli.make_context("pyasp-puzzles", _addresses(words), obj=clasp) as context:
            code = cli.invoke(context)
        return code if isinstance(code, int) else FOUND
    except click.exceptions.Exit as end:
        return end.exit_code
    except PuzzleError as error:
        click.echo(f"pyasp-puzzles: {error}", err=True)
        if isinstance(error, NoAnswerError):
            return NONE
        if isinstance(error, GaveUpError):
            return GAVE_UP
        if isinstance(error, DisagreementError):
            return DISAGREE
    except click.ClickException as error:
        error.show()
    return ERROR


def _addresses(words: list[str]) -> list[str]:
    """The words, with a blank before ``-#label``: an address that looks like an option."""
    return [f" {word}" if word.startswith("-#") else word for word in words]
