"""What ``answers`` shows: the answers that a long count has found."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from shutil import get_terminal_size

import click

from pyasp_puzzles.boards.formats.outputs import check_distinct, filled
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.command import check_one_of
from pyasp_puzzles.cli.runner import CommandRun
from pyasp_puzzles.core.errors import StoreError, counted
from pyasp_puzzles.counts.store import export
from pyasp_puzzles.counts.store.codec import AnswerFilter
from pyasp_puzzles.counts.store.database import NotBegunError
from pyasp_puzzles.counts.store.store import Store
from pyasp_puzzles.verbs.verb import FOUND, GAVE_UP, NONE

PAGE = 10
QUICK = 200_000  # a store with so many answers is searched in some tenths of a second
FAILURES, MOST_CUBE = 5, 120
"""The most failed cubes that are listed: hundreds may fail for one reason; characters of each."""


def tell_answers(run: CommandRun) -> int:
    """Print a page of answers, or write them to files."""
    written = {form: run[form] for form in ("jsonl", "csv") if run[form]}
    header, limit, page = run["header"], run["limit"], run["page"]
    _check(run, written)
    most = limit if limit is not None else None if written and page is None else PAGE
    skip = ((page or 1) - 1) * (most or 0)
    aside = bool(written) or header
    try:
        opened = Store.to_read(run["file"])
    except NotBegunError:
        click.echo("nothing found yet (no cube was made so far)", err=aside)
        return GAVE_UP
    with opened as store:
        filters = AnswerFilter(store.codec, run["with"], run["without"])
        if run["draw"] and not store.run.whole:
            raise StoreError(
                f"{store.path}: holds {store.run.by}s (--by {store.run.by}), which are not whole "
                "answers and cannot be drawn"
            )
        found = 0
        if header:
            head = export.header(store, filters)
            terminal.print_json(head)
            found = head["answers"]
        elif "-" not in written.values():
            for line in _header(store, filters, run["count"]):
                click.echo(line)
        if written:
            found = _export(run, store, written, (skip, most or None, filters))
        elif not header:
            found = _show(run, store, skip, most or None, filters)
        matching = 0
        if not found and skip:
            matching = store.matching(filters) if filters else store.answers
        if matching:
            pages = -(-matching // (most or 1))
            raise StoreError(f"{store.path}: found page {page or 1:,}, expected 1 to {pages:,}")
        if found:
            return FOUND
        which = "no answer that matches" if filters and store.answers else "no answer"
        click.echo(f"{which} ({_ending(store)})", err=aside)
        return NONE if store.exhausted else GAVE_UP


def _check(run: CommandRun, written: dict[str, str]) -> None:
    """Refuse options that contradict each other, before anything is done."""
    paged, header = run["page"] is not None, run["header"]
    check_one_of({"--page": paged, "-n 0": run["limit"] == 0})
    check_distinct(*written.values())
    if header:  # it writes to standard output, too
        paged = not written and (paged or run["limit"] is not None)
        others = {f"--{form} -": path == "-" for form, path in written.items()}
        for name, given in ({"--draw": run["draw"]} | others | {"a page": paged}).items():
            check_one_of({"--header": True, name: given})


def _ending(store: Store) -> str:
    return "exhausted" if store.exhausted else "not exhausted"


def _header(store: Store, filters: AnswerFilter, count: bool) -> Iterator[str]:
    """What the store is and how far it has come, in lines of the terminal's width."""
    run, failures = store.run, store.failures()
    size = f"{store.size / 1e6:,.1f} MB" if store.size >= 1e6 else f"{store.size / 1e3:,.1f} kB"
    failed = f", {len(failures):,} failed" if failures else ""
    rows = [
        ("store", f"{store.path}, {size}, written {store.date}"),
        ("puzzle", f"{run.puzzle} {run.instance}"),
        *([("options", run.command_line)] if run.command_line else []),
        *([("symmetry", str(run.symmetry))] if run.symmetry else []),
        ("cubes", f"{store.done:,} of {store.cubes:,} done{failed}"),
        ("answers", f"{_number(store, store.answers)} ({_ending(store)})"),
    ]
    if filters and (count or store.answers <= QUICK):
        rows.append(("matching", _number(store, store.matching(filters))))
    for number, cube, reason in failures[:FAILURES]:
        atoms = str(cube) if len(str(cube)) <= MOST_CUBE else f"{str(cube)[: MOST_CUBE - 3]}..."
        rows.append(("failed", f"cube {number:,}: {reason} ({atoms})"))
    if len(failures) > FAILURES:
        rows.append(("", f"and {len(failures) - FAILURES:,} more"))
    width = get_terminal_size().columns
    for label, text in rows:
        yield from terminal.wrapped(f"{label:10}{text}", width, " " * 10)
    yield ""


def _number(store: Store, number: int) -> str:
    """A number of answers; "at least" if cubes are open."""
    return f"{number:,}" if store.exhausted else f"at least {number:,}" if number else "none so far"


def _show(run: CommandRun, store: Store, skip: int, most: int | None, filters: AnswerFilter) -> int:
    """Print a page and how to get the next one; return how many answers it has."""
    found, more = 0, False
    for answer in store.page(skip, most and most + 1, filters):
        more = found == most
        if more:
            break
        verified = answer.answer if store.run.whole else None
        click.echo(f"answer {answer.number:,}, cube {answer.cube:,}")
        if run["draw"]:
            run.draw(verified)
            click.echo()
        else:
            for line in filled(answer.atoms, get_terminal_size().columns, "  "):
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
    part: tuple[int, int | None, AnswerFilter],
) -> int:
    """Write the files; return how many answers they have."""
    number = 0
    for form, path in written.items():
        with run.busy(path, "") as told:
            number = export.write(store, path, form, *part, lambda done: told(f"{done:,}"))
        name = "standard output" if path == "-" else path
        rest = "" if store.exhausted else "; the store is not exhausted, there may be more"
        click.echo(f"{name}: {counted(number, 'row')}{rest}", err=True)
    return number
