"""What ``answers`` shows: the answers that a long count has found."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator
from functools import partial

import click

from pyasp_puzzles.boards.formats.outputs import check_distinct, filled
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.command import check_one_of
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import StoreError, counted
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.counts.store import export
from pyasp_puzzles.counts.store.codec import AnswerFilter
from pyasp_puzzles.counts.store.database import NotBegunError
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, NONE

PAGE = 10
QUICK = 200_000
"""A store with so many answers is searched in some tenths of a second."""
FAILURES = 5
"""The most failed cubes that are listed: hundreds may fail for one reason."""


def tell_answers(run: CommandRun) -> int:
    """Print a page of answers, or write them to files."""
    written = {form: run[form] for form in ("jsonl", "csv", "parquet") if run[form]}
    draw, header, limit, page = run["draw"], run["header"], run["limit"], run["page"]
    _check(run, written)
    most = limit if limit is not None else None if written and page is None else PAGE
    skip = ((page or 1) - 1) * (most or 0)
    try:
        opened = Store.to_read(run["file"])
    except NotBegunError:
        click.echo("nothing found yet (no cube was made so far)", err=bool(written) or header)
        return GAVE_UP
    with opened as store:
        filters = AnswerFilter(store.codec, run["with"], run["without"])
        if draw and not store.run.whole:
            raise StoreError(
                f"{store.path}: holds {store.run.by}s (--by {store.run.by}), which are not whole "
                "answers and cannot be drawn"
            )
        if header:
            head = export.header(store, filters)
            terminal.print_json(head)
        elif "-" not in written.values():
            for line in _header(store, filters, run["count"]):
                click.echo(line)
        if written:
            found = _export(run, store, written, skip, most or None, filters)
        elif header:
            found = head["answers"]
        else:
            found = _show(run, store, skip, most or None, filters)
        if not found and skip:
            _check_page(store, filters, page or 1, most or 1)
        return FOUND if found else _none(store, filters, aside=bool(written) or header)


def _check(run: CommandRun, written: dict[str, str]) -> None:
    """Refuse options that contradict each other, before anything is done."""
    paged, header = run["page"] is not None, run["header"]
    check_one_of({"--page": paged, "-n 0": run["limit"] == 0})
    check_distinct(*written.values())
    if "parquet" in written:
        check_installed("pyarrow")
    if header:  # it writes to standard output, too
        check_one_of({"--header": True, "--draw": run["draw"]})
        for form, path in written.items():
            check_one_of({"--header": True, f"--{form} -": path == "-"})
        paged = not written and (paged or run["limit"] is not None)
        check_one_of({"--header": True, "a page": paged})


def _none(store: Store, filters: AnswerFilter, *, aside: bool) -> int:
    """Say that there is no answer, on standard error if ``aside``; return the exit code."""
    which = "no answer that matches" if filters and store.answers else "no answer"
    ending = "exhausted" if store.exhausted else "not exhausted"
    click.echo(f"{which} ({ending})", err=aside)
    return NONE if store.exhausted else GAVE_UP


def _check_page(store: Store, filters: AnswerFilter, page: int, most: int) -> None:
    """Refuse a page without answers where there are answers."""
    matching = store.matching(filters) if filters else store.answers
    if matching:
        raise StoreError(
            f"{store.path}: found page {page:,}, expected 1 to {-(-matching // most):,}"
        )


def _header(store: Store, filters: AnswerFilter, count: bool) -> Iterator[str]:
    """What the store is and how far it has come, in lines of the terminal's width."""
    run, failures = store.run, store.failures()
    ending = "exhausted" if store.exhausted else "not exhausted"
    cubes = f"{store.done:,} of {store.cubes:,} done"
    if failures:
        cubes += f", {len(failures):,} failed"
    rows = [
        ("store", f"{store.path}, {_bytes(store.size)}, written {store.date}"),
        ("puzzle", f"{run.puzzle} {run.instance}"),
        *([("options", run.command_line)] if run.command_line else []),
        *([("symmetry", str(run.symmetry))] if run.symmetry else []),
        ("cubes", cubes),
        ("answers", f"{_number(store, store.answers)} ({ending})"),
    ]
    if filters and (count or store.answers <= QUICK):
        rows.append(("matching", _number(store, store.matching(filters))))
    for number, cube, reason in failures[:FAILURES]:
        rows.append(("failed", f"cube {number:,}: {reason} ({_short(str(cube))})"))
    if len(failures) > FAILURES:
        rows.append(("", f"and {len(failures) - FAILURES:,} more"))
    for label, text in rows:
        yield from terminal.wrapped(f"{label:10}{text}", _width(), " " * 10)
    yield ""


def _short(text: str, most: int = 120) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def _number(store: Store, number: int) -> str:
    """A number of answers; "at least" if cubes are open."""
    return f"{number:,}" if store.exhausted else f"at least {number:,}" if number else "none so far"


def _bytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.1f} kB"


def _width() -> int:
    return shutil.get_terminal_size().columns


def _show(run: CommandRun, store: Store, skip: int, most: int | None, filters: AnswerFilter) -> int:
    """Print a page and how to get the next one; return how many answers it has."""
    found, more = 0, False
    for answer in store.page(skip, most and most + 1, filters):
        if found == most:
            more = True
            break
        verified = answer.answer if store.run.whole else None
        click.echo(f"answer {answer.number:,}, cube {answer.cube:,}")
        if run["draw"]:
            terminal.draw(run.console, verified)
            click.echo()
        else:
            for line in filled(answer.atoms, _width(), "  "):
                click.echo(line)
        found += 1
    if more and most:
        again = ["pyasp-puzzles", "answers", store.path, "--page", str(skip // most + 2)]
        again += ["-n", str(most)] if run["limit"] else []
        for name in ("with", "without"):
            again += [word for atom in run[name] for word in (f"--{name}", atom)]
        again += ["--draw"] if run["draw"] else []
        click.echo(f"next page: {shlex.join(again)}")
    return found


def _export(
    run: CommandRun,
    store: Store,
    written: dict[str, str],
    skip: int,
    most: int | None,
    filters: AnswerFilter,
) -> int:
    """Write the files; return how many answers they have."""
    number = 0
    for form, path in written.items():
        with spinner(run.notes, path) as update:
            tell = partial(_tell_rows, update, path)
            number = export.write(store, path, form, skip, most, filters, tell)
        name = "standard output" if path == "-" else path
        rest = "" if store.exhausted else "; the store is not exhausted, there may be more"
        click.echo(f"{name}: {counted(number, 'row')}{rest}", err=True)
    return number


def _tell_rows(update: Callable[[str], None], path: str, done: int) -> None:
    update(f"{path}: {done:,}")
