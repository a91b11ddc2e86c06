"""The command line: parse arguments, call one function, print.

Exit codes follow grep: 0 found (or all well), 1 proved that there is none (or a rule is broken),
2 error, 3 gave up (time or limit), 4 engines disagree.  ``clingo`` passes clasp's own codes
through.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Sequence
from typing import Any

import click

from pyasp_puzzles.cli import completion, terminal
from pyasp_puzzles.cli.command import VerbCommand
from pyasp_puzzles.cli.own_verbs import OWN_VERBS
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.errors import (
    DisagreementError,
    GaveUpError,
    NoAnswerError,
    PuzzleError,
    PuzzleWarning,
)
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.verbs.verb import DISAGREE, ERROR, FOUND, GAVE_UP, NONE, Verb

_TOLD_IN = {
    "boards": ("list", "show", "facts", "format", "new-puzzle", "check-puzzle"),
    "searching": ("solve", "count"),
    "judging": ("unique", "rate", "estimate", "certify", "best"),
    "checking": ("check", "draw"),
    "explaining": ("explain", "hint"),
    "generating": ("generate", "sheet"),
    "comparing": ("compare",),
    "stored": ("answers",),
    "programs": ("translate", "decode"),
    "serving": ("serve", "publish"),
}
"""The modules that tell what verbs find: each has a function ``tell_NAME``."""

_VERBS = {verb.name: verb for verb in (*VERBS.values(), *OWN_VERBS)}


class Commands(click.Group):
    """The commands; those of verbs are made when they are asked for, or all are listed."""

    def list_commands(self, context: click.Context) -> list[str]:
        self.every()
        return super().list_commands(context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in _VERBS and name not in self.commands:
            self.add_command(VerbCommand(_VERBS[name], _do))
        return super().get_command(context, name)

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if words and words[0] not in _VERBS:  # an error names commands that are alike
            self.every()
        return super().resolve_command(context, words)

    def every(self) -> dict[str, click.Command]:
        """All commands by name."""
        for verb in _VERBS.values():
            if verb.name not in self.commands:
                self.add_command(VerbCommand(verb, _do))
        return dict(self.commands)


@click.group(
    cls=Commands,
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


@cli.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument(
    "arguments",
    nargs=-1,
    type=click.UNPROCESSED,
    shell_complete=completion.offered(completion.programs),
)
def clingo(arguments: tuple[str, ...]) -> int:
    """Run clingo itself: the same options, output and exit codes.

    NAME.lp that is no file here means the program of the puzzle NAME.

    \b
    pyasp-puzzles clingo packing.lp examples/packing.lp 2
    """
    return _run_clingo(arguments)


def _run_clingo(arguments: Sequence[str]) -> int:
    """The command without click, which would not pass on all options."""
    from pyasp_puzzles.engines import program

    return program.run_clingo(arguments)


def _do(verb: Verb, given: dict[str, Any]) -> int:
    """Do what a command says, in the module that tells of it."""
    module = next(module for module, names in _TOLD_IN.items() if verb.name in names)
    found = importlib.import_module(f"{__name__}.{module}")
    with CommandRun(verb, given) as command:
        code: int = getattr(found, f"tell_{verb.name.replace('-', '_')}")(command)
    return code


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; the user's errors and warnings become one line.

    Raises:
        OSError: the output cannot be written.
        KeyboardInterrupt: Ctrl-C ended a command that has found nothing to keep.
    """
    shown, usual = set(), warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **further: Any) -> None:
        """Print one line for a warning of ours, once; other warnings keep Python's form."""
        if not issubclass(category, PuzzleWarning):
            usual(message, category, *place, **further)
        elif str(message) not in shown:
            shown.add(str(message))
            terminal.echo_over_progress(f"pyasp-puzzles: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", PuzzleWarning)
        warnings.showwarning = show
        try:
            return _run(list(arguments))
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.ClickException as error:
            error.show()
        except PuzzleError as error:
            terminal.echo(f"pyasp-puzzles: {error}", err=True)
            return next((code for kind, code in _CODES.items() if isinstance(error, kind)), ERROR)
        return ERROR


_CODES = {NoAnswerError: NONE, GaveUpError: GAVE_UP, DisagreementError: DISAGREE}


def _run(words: list[str]) -> int:
    if instruction := os.environ.get(completion.VARIABLE):
        return completion.complete(cli, instruction)
    if words[:1] == ["clingo"]:  # before click, which would read clingo's options as ours
        return _run_clingo(words[1:])
    clasp: list[str] = []
    if "--" in words:
        place = words.index("--")
        words, clasp = words[:place], words[place + 1 :]
    if clasp and words[:1] not in (["solve"], ["count"]):
        raise PuzzleError("found words behind --, which only solve and count take")
    # An address may look like an option; a blank before it is no part of it.
    words = [f" {word}" if word.startswith("-#") else word for word in words]
    # Not cli.main, which turns a closed pipe into exit code 1: that means "none" here.
    with cli.make_context("pyasp-puzzles", words, obj=clasp) as context:
        code = cli.invoke(context)
    return code if isinstance(code, int) else FOUND
