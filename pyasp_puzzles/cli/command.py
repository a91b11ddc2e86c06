"""Commands derived from the declarations of verbs: arguments, options, help and completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyasp_puzzles.boards.registry import find_puzzle, puzzle_at, puzzle_names, shipped_names
from pyasp_puzzles.cli import completion
from pyasp_puzzles.cli.runner import is_given
from pyasp_puzzles.core.errors import (
    InstanceError,
    ParameterError,
    Phrase,
    PuzzleError,
    did_you_mean,
    listed,
)
from pyasp_puzzles.core.symmetry import ALL, KINDS
from pyasp_puzzles.verbs import verb as declared
from pyasp_puzzles.work.memory import bytes_of

if TYPE_CHECKING:
    from pyasp_puzzles.boards.generator import Parameter
    from pyasp_puzzles.verbs.verb import Argument, Option, Verb

_EXPECTED = " or ".join(KINDS)
_BEHIND, _NAMED = f"{__name__}.behind", f"{__name__}.named"
"""Where a context keeps what followed ``--symmetry``, and the puzzle with further options."""
_NO_SYMMETRY = "none"  # the value that stands for --no-symmetry: it overrides an earlier one
MANY = 4  # more puzzles that are alike are not listed in a title, or before what they have
Key = TypeVar("Key")


class ValueType(click.ParamType):  # type: ignore[type-arg]
    """A value that a function reads; it raises ValueError with what it found and expected."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _number(kind: type[float], text: str) -> float:
    try:
        return kind(text)
    except ValueError:
        return float("nan")  # compares with nothing


def _integer(kind: declared.Integer, text: str) -> int:
    number = _number(int, text)
    if not kind.least <= number <= (number if kind.most is None else kind.most):
        limits = f"of at least {kind.least}"
        if kind.most is not None:
            limits = f"from {kind.least} to {kind.most}"
        raise ValueError(f"found {text!r}, expected an integer {limits}")
    return int(number)


def _amount(kind: declared.Amount, text: str) -> float:
    number = _number(float, text)
    if not (number > 0 if kind.least is None else kind.least <= number) or number > kind.most:
        least = "more than 0" if kind.least is None else f"at least {kind.least:g}"
        expected = f"{kind.unit}: {least}, at most {kind.most:,}"
        raise ValueError(f"found {text!r}, expected {expected}")
    return number


def _named(text: str) -> str:
    if text in ("", "-"):
        raise ValueError(f"found {text or 'nothing'}, expected a name")
    return text


def _matching(pattern: str, expected: str, text: str) -> str:
    if not re.fullmatch(pattern, text):
        raise ValueError(f"found {text!r}, expected {expected}")
    return text


def _memory(text: str) -> int:
    try:
        return bytes_of(text)
    except PuzzleError as error:
        raise ValueError(str(error).removeprefix("memory: ")) from None


def _symmetry(word: str) -> str | None:
    if not word:  # such as an empty shell variable: counting all answers would surprise
        raise PuzzleError(f"--symmetry: found nothing behind =, expected {_EXPECTED}")
    return None if word == _NO_SYMMETRY else word


_FORMS: Mapping[str, Callable[[str], Any]] = {
    "named": _named,
    "size": partial(_matching, r"[\w ]+", "ROWSxCOLUMNS, such as 6x12"),
    "memory": _memory,
    "constant": partial(_matching, r"(?s)[^\W\d]\w*=.+", "NAME=VALUE"),
}


def _type(kind: declared.Kind) -> Any:
    """click's type for a kind of values; the help of an integer shows its limits, or N."""
    match kind:
        case declared.Integer(least=least, most=most):
            name = kind.metavar or ("n" if most is None else f"{least}-{most}")
            return ValueType(name, partial(_integer, kind))
        case declared.Amount():
            return ValueType(kind.unit, partial(_amount, kind))
        case declared.OneOf():
            return click.Choice(kind.words)
        case declared.SymmetryWord():
            return ValueType("text", _symmetry)
        case declared.Word(form=form) if form:
            return ValueType("text", _FORMS[form])
    return str


def _grouped(groups: Mapping[Key, list[str]]) -> list[tuple[Key, list[str]]]:
    """Puzzles that are alike in something; those with most puzzles last."""
    return sorted(groups.items(), key=lambda group: (len(group[1]) > MANY, group[1]))


def _few(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= MANY else f"{len(names)} others"


class VerbOption(click.Option):
    """An option of a verb; lists in its help are made when the help is asked for."""

    def __init__(self, option: Option) -> None:
        kind = option.kind
        self._about, self._words = option.help, completion.words_of_puzzle(kind)
        settings: dict[str, Any] = {"type": _type(kind)}
        if isinstance(kind, declared.Flag):
            settings = {"is_flag": True, "default": None if "/" in option.flags else False}
        elif not isinstance(kind, declared.Integer):  # the name of its type has the metavar
            settings["metavar"] = getattr(kind, "metavar", "") or None
            settings["shell_complete"] = completion.completion_of(kind)
        super().__init__(
            [*option.flags.split(), option.keyword],
            **settings,
            required=option.required,
            multiple=option.many,
            help=option.help,
        )

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        self.help = self._about
        if "{engines}" in self._about:
            from pyasp_puzzles.engines.kinds import KINDS

            forms = listed((row.form for row in KINDS.values()), "or")
            self.help = self._about.replace("{engines}", forms)
        if self._words:
            groups: dict[str, list[str]] = {}
            for puzzle in puzzle_names():
                with suppress(PuzzleError):  # a broken package of a third party
                    names = ", ".join(self._words(find_puzzle(puzzle)))
                    groups.setdefault(names, []).append(puzzle)
            rows = [f"{_few(puzzles)}: {names}" for names, puzzles in _grouped(groups) if names]
            self.help = self._about.replace("{puzzles}", f" ({'; '.join(rows)})")
        return super().get_help_record(context)


def _options(option: Option) -> Iterator[click.Parameter]:
    yield VerbOption(option)
    if isinstance(option.kind, declared.SymmetryWord):
        yield click.Option(
            ["--no-symmetry"],
            is_flag=True,
            expose_value=False,
            help="All answers, which is what happens without --symmetry.",
        )


def _argument(argument: Argument) -> click.Parameter:
    return click.Argument(
        [argument.name],
        nargs=-1 if argument.many else 1,
        required=argument.required,
        metavar=argument.metavar or None,
        callback=_find if argument.name == "puzzle" else None,
        shell_complete=completion.completion_of(argument),
    )


def _find(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Any:
    return None if name is None else named_puzzle(name)


def named_puzzle(name: str) -> Any:
    """The puzzle of this name; for a program the error says which command takes it."""
    if name.endswith(".lp"):
        advice = _with_program(click.get_current_context().command, name)
        raise PuzzleError(f"found the program {name}, expected a puzzle{advice}")
    return find_puzzle(name)


def _with_program(command: click.Command, program: str) -> str:
    """The command that takes a program: this one, if it has an option for it, or ``explain``."""
    names = {parameter.name for parameter in command.params}
    if "programs" in names and "puzzle" in names:
        return f"; `{command.name} PUZZLE --program {program}` checks it on a puzzle's boards"
    if names & {"engine", "engines"}:
        engine = "--engines asp," if "engines" in names else "--engine "
        runs = f"`{command.name} PUZZLE {engine}lp:{program}` runs it on a puzzle's board"
        alone = "compare --program" if "engines" in names else "clingo"
        return f"; {runs}, `{alone} {program}` alone"
    return f"; `explain --program {program}` explains it"


def with_value(words: Sequence[str]) -> list[str]:
    """The words of a command with a value for each ``--symmetry``.

    click knows options that need a value and flags that have none.  Here the word is optional, and
    an argument may follow; so only the words of :data:`pyasp_puzzles.core.symmetry.KINDS` are
    taken for the value.

    >>> with_value(["--symmetry", "packing", "soma"])
    ['--symmetry=all', 'packing', 'soma']
    >>> with_value(["packing", "--symmetry", "rotations", "soma", "--no-symmetry"])
    ['packing', '--symmetry=rotations', 'soma', '--symmetry=none']
    """
    found: list[str] = []
    for word in words:
        if found and found[-1] == "--symmetry" and word in KINDS:
            found[-1] = f"--symmetry={word}"
        else:
            found.append(f"--symmetry={_NO_SYMMETRY}" if word == "--no-symmetry" else word)
    return [f"--symmetry={ALL}" if word == "--symmetry" else word for word in found]


def with_puzzle(words: Sequence[str]) -> list[str]:
    """The words of a command, with its puzzle before an address of a web site that says it.

    >>> with_puzzle(["--limit", "2", "https://puzz.link/p?slither/5/5/cbcbcddad"])[2]
    'slitherlink'
    """
    for place, word in enumerate(words):
        if word.startswith("-"):
            continue
        if word in shipped_names() or word in puzzle_names():  # the latter asks all packages
            break
        if puzzle := puzzle_at(word):
            return [*words[:place], puzzle.name, *words[place:]]
    return list(words)


class VerbCommand(click.Command):
    """The command of a verb; ``do`` gets the values that were given, and returns the exit code."""

    def __init__(self, verb: Verb, do: Callable[[Verb, dict[str, Any]], int]) -> None:
        self.verb = verb
        options = [option for option in verb.options if option.flags]
        super().__init__(
            verb.name,
            help=verb.help,
            params=[
                *map(_argument, verb.arguments),
                *(made for option in options for made in _options(option)),
            ],
            callback=lambda **given: do(verb, given),
        )

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        if any(each.name in ("puzzle", "names") for each in self.verb.arguments):
            words = with_puzzle(words)
        behind = [word for before, word in pairwise(words) if before == "--symmetry"]
        context.meta[_BEHIND] = behind
        names = puzzle_names() if self.verb.generates else ()
        context.meta[_NAMED] = next((word for word in words if word in names), "")
        try:
            rest = super().parse_args(context, with_value(words))
        except click.NoSuchOption as error:
            if not context.meta[_NAMED]:
                raise
            shared = [option.opts[0] for option in self.params]
            raise _unknown(error.option_name, context.meta[_NAMED], shared) from None
        except click.UsageError as error:
            for word in behind:
                if error.message.endswith(f"argument ({word})"):
                    raise PuzzleError(f"--symmetry: found {word!r}, expected {_EXPECTED}") from None
            raise
        if not context.resilient_parsing:
            keywords = {flag: x.keyword for x in self.verb.options for flag in x.flags.split()}
            for pair in self.verb.exclusive:
                check_one_of({flag: context.params[keywords[flag]] for flag in pair})
        return rest

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except InstanceError as error:
            if error.source in context.meta[_BEHIND]:  # the user may have meant it as the value
                raise PuzzleError(f"{error}; --symmetry takes {_EXPECTED}") from None
            raise

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        name = context.meta.get(_NAMED)
        own = [_parameter_option(each) for each in _parameters(name)] if name else []
        return [*super().get_params(context), *own]

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; of a verb that makes boards also what each puzzle has of its own."""
        if not self.verb.generates:
            super().format_options(context, formatter)
            return

        def write(title: str, parameters: Iterable[click.Parameter]) -> None:
            options = (each for each in parameters if isinstance(each, click.Option))
            rows = [row for option in options if (row := option.get_help_record(context))]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

        named = context.meta.get(_NAMED)
        names = [named] if named else puzzle_names()
        promises: dict[str, list[str]] = {}
        alike: dict[tuple[Parameter, ...], list[str]] = {}
        for name in names:
            if made := find_puzzle(name).generator:
                promises.setdefault(made.promise(), []).append(name)
                alike.setdefault(_parameters(name), []).append(name)
        if promises:
            with formatter.section("Answers of a new board"):
                rows = [(_few(puzzles), words) for words, puzzles in _grouped(promises)]
                formatter.write_dl(rows)
        write("Options", super().get_params(context))
        for parameters, puzzles in _grouped(alike):
            few = len(puzzles) <= MANY
            title = _few(puzzles) if few else f"{len(puzzles)} puzzles"
            write(f"Parameters of {title}", map(_parameter_option, parameters))
            if not few:
                with formatter.indentation():
                    formatter.write_text(f"These are {listed(puzzles)}.")


def check_one_of(given: Mapping[str, Any]) -> None:
    """Refuse two options that exclude each other: only one may have a value."""
    both = [name for name, value in given.items() if is_given(value)]
    if len(both) > 1:
        raise PuzzleError(f"found both {both[0]} and {both[1]}, expected one of them")


def _parameters(name: str) -> tuple[Parameter, ...]:
    generator = find_puzzle(name).generator
    return generator.parameters if generator else ()


def _parameter_option(parameter: Parameter) -> click.Option:
    """A parameter as an option; without it, the generator takes its own default."""
    names, usual = [parameter.option, parameter.name], parameter.default
    if isinstance(usual, bool):
        return click.Option(names, is_flag=True, default=None, help=parameter.about)
    kind: Any = click.Choice(parameter.choices) if parameter.choices else type(usual)
    shown = parameter.metavar or "|".join(parameter.choices) or "TEXT"
    if kind is int:
        shown = f"{parameter.least}-{parameter.most}"
    about = f"{parameter.about}.{f' [{usual}]' if usual != '' else ''}"
    return click.Option(names, type=kind, default=None, metavar=shown, help=about)


def _unknown(option: str, puzzle: str, shared: Iterable[str]) -> ParameterError:
    """The error for an option that neither a puzzle's generator has, nor all of them share."""

    def own(name: str) -> list[str]:
        return [parameter.option for parameter in _parameters(name)]

    known = own(puzzle)
    owners = [name for name in puzzle_names() if option in own(name)]
    hint = did_you_mean(option, [*known, *shared])
    if owners:
        hint = f"; {option} belongs to {', '.join(owners)}"
    expected = f"a parameter of {puzzle}: {', '.join(known) or 'it has none'}{hint}"
    return ParameterError(puzzle, "", Phrase(option), expected)
