"""The declarations of verbs: they agree with the functions, and everything is derived from them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from typed_stub import stub

import pyasp_puzzles.cli as cli
from pyasp_puzzles.cli.own_verbs import OWN_VERBS
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.explanation.deciding.unique import unique
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.verbs.verb import Amount, Flag, Integer, OneOf, Option, SymmetryWord, Verb, Word
from pyasp_puzzles.web import requests
from pyasp_puzzles.web.rendering import JOBS, RenderJob
from pyasp_puzzles.web.requests import WorkOrder

TYPES: dict[type[Any], str] = {
    Flag: "bool",
    Integer: "int",
    Amount: "float",
    Word: "str",
    OneOf: "str",
    SymmetryWord: "str",
}


def keywords() -> Iterator[tuple[str, Option, inspect.Parameter]]:
    for verb in VERBS.values():
        known = inspect.signature(verb.load()).parameters
        for option in verb.options:
            if option.flags and option.keyword in known:
                yield verb.name, option, known[option.keyword]


@pytest.mark.parametrize(("verb", "option", "parameter"), list(keywords()))
def test_an_option_has_the_type_and_the_default_of_the_keyword(
    verb: str, option: Option, parameter: inspect.Parameter
) -> None:
    if name := TYPES.get(type(option.kind)):
        assert name in re.findall(r"\w+", str(parameter.annotation))
    told = re.search(r"\[(\d+|auto)\]$", option.help)
    if told and (verb, option.keyword) != ("solve", "limit"):  # in Python it is all answers
        assert told[1] == str(parameter.default).removesuffix(".0")


def test_exit_codes_and_exclusive_options_are_of_the_verb() -> None:
    for verb in VERBS.values():
        flags = {flag for option in verb.options for flag in option.flags.split()}
        assert {flag for pair in verb.exclusive for flag in pair} <= flags
        assert set(verb.codes.values()) <= {0, 1, 3}


EXCLUSIVE = [(verb, pair) for verb in (*VERBS.values(), *OWN_VERBS) for pair in verb.exclusive]


@pytest.mark.parametrize(
    ("verb", "pair"), EXCLUSIVE, ids=lambda value: getattr(value, "name", str(value))
)
def test_options_that_exclude_each_other_are_refused_in_one_line(
    verb: Verb, pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {flag: each.kind for each in verb.options for flag in each.flags.split()}
    words = [
        word for flag in pair for word in (flag, *([] if isinstance(kinds[flag], Flag) else ["2"]))
    ]
    assert cli.run([verb.name, "pips", *words]) == 2
    expected = f"pyasp-puzzles: found both {pair[0]} and {pair[1]}, expected one of them\n"
    assert capsys.readouterr() == ("", expected)


def test_a_new_option_is_seen_by_command_help_completion_job_and_stub(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line in one place, and the keyword of the function."""

    def further(
        instance: str, *, most: int = 100, colour: str = "red", timeout: float = 9.0
    ) -> str:
        return f"{instance}, {most}, {colour}, {timeout}"

    further.__module__, further.__name__ = unique.__module__, "unique"
    colours = OneOf(("red", "blue"))
    verb = VERBS["unique"]
    options = (*verb.options, Option("--colour", colours, "The colour. [red]", page=colours))
    changed = replace(verb, options=options)
    monkeypatch.setattr(Verb, "load", lambda _: further)
    monkeypatch.setitem(VERBS, "unique", changed)

    def do(verb: Verb, given: dict[str, Any]) -> Any:
        run = CommandRun(verb, given)
        return run.function(run.puzzle.name, **run.options)

    group = click.Group("pyasp-puzzles", commands={"unique": cli.VerbCommand(changed, do)})
    told = group.main(["unique", "pips", "--colour", "blue"], standalone_mode=False)
    assert told == "pips, 100, blue, 9.0"
    group.main(["unique", "--help"], standalone_mode=False)
    assert re.search(r"--colour \[red\|blue\] +The colour. \[red\]", capsys.readouterr().out)
    complete = ShellComplete(group, {}, "pyasp-puzzles", "_COMPLETE")
    found = complete.get_completions(["unique", "pips", "--colour"], "b")
    assert [item.value for item in found] == ["blue"]
    assert 'colour: str = "red",' in stub([changed])
    monkeypatch.setattr(requests, "JOBS", requests.jobs_of([changed]))
    asked = {"kind": "unique", "puzzle": "pips", "options": {"colour": "blue", "timeout": 3}}
    job = RenderJob(WorkOrder("unique", requests.read_job(asked), 3.0), print)
    assert job.run("pips") == "pips, 100, blue, 3.0"
    with pytest.raises(requests.RefusedError, match=r'colour: found .*, expected "red" or "blue"'):
        requests.read_job({**asked, "options": {"colour": "green"}})


def test_the_page_has_the_jobs_of_the_verbs() -> None:
    assert set(JOBS) == set(requests.JOBS) == {name for name, verb in VERBS.items() if verb.page}
