"""The command that shows what a long count has found: ``answers``."""

from __future__ import annotations

import shlex
import shutil
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from pyasp_puzzles.boards.formats.lines import filled
from pyasp_puzzles.boards.formats.outputs import check_distinct
from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.arguments import FOUND, GAVE_UP, NONE
from pyasp_puzzles.cli.completion import complete_file
from pyasp_puzzles.cli.numbers import Integer
from pyasp_puzzles.cli.waiting import spinner
from pyasp_puzzles.core.errors import PuzzleError, StoreError, counted
from pyasp_puzzles.core.optional import check_installed

if TYPE_CHECKING:
    from pyasp_puzzles.counts.store.codec import AnswerFilter
    from pyasp_puzzles.counts.store.store import Store

PAGE = 10
QUICK = 200_000
"""A store with so many answers is searched in some tenths of a second."""
FAILURES = 5
"""The most failed cubes that are listed: hundreds may fail for one reason."""


@click.command()
@click.argument("file", metavar="FILE", shell_complete=complete_file)
@click.option(
    "-n", "limit", type=Integer(0), help="Show N answers at once (a page); 0 means all. [10]"
)
@click.option("--page", type=Integer(1), help="Show page N. [1]")
@click.option(
    "--with",
    "with_",
    multiple=True,
    metavar="ATOM",
    help="Only answers with ATOM; _ stands for any argument; may be repeated.",
)
@click.option("--without", multiple=True, metavar="ATOM", help="Only answers without ATOM.")
@click.option("--count", is_flag=True, help="Count the answers that match, also in a large store.")
@click.option("--draw", is_flag=True, help="Draw the answers.")
@click.option(
    "--header",
    is_flag=True,
    help="Say what the store is, and how far it has come, as one JSON object; no page then.",
)
@click.option(
    "--jsonl", metavar="FILE", shell_complete=complete_file, help="Write them as solve --json does."
)
@click.option("--csv", metavar="FILE", shell_complete=complete_file, help="Write them as CSV.")
@click.option(
    "--parquet", metavar="FILE", shell_complete=complete_file, help="Write them as Parquet."
)
def answers(
    file: str,
    limit: int | None,
    page: int | None,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    count: bool,
    draw: bool,
    header: bool,
    **files: str | None,
) -> int:
    """Show the answers in the store of a long count.

    It works while the count runs, and after it. Answers are verified before they are shown or
    written. --jsonl, --csv and --parquet write all of them, or those of -n and --page; - is
    standard output for the first two. A line of --jsonl is an answer; --header tells what the
    store is and how far the count has come.

    \b
    pyasp-puzzles count packing soma --store soma.store
    pyasp-puzzles answers soma.store --draw
    pyasp-puzzles answers soma.store --with 'place("V",1,1,_,_)' --csv corner.csv
    pyasp-puzzles answers soma.store --jsonl - | pyasp-puzzles draw packing soma -
    pyasp-puzzles answers soma.store --header
    """
    from pyasp_puzzles.counts.store import export
    from pyasp_puzzles.counts.store.codec import AnswerFilter
    from pyasp_puzzles.counts.store.database import NotBegunError
    from pyasp_puzzles.counts.store.store import Store

    written = {form: path for form, path in files.items() if path}
    _check(written, draw=draw, paged=page is not None, endless=limit == 0)
    if header:
        _check_header(written, draw=draw, paged=page is not None or limit is not None)
    most = limit if limit is not None else None if written and page is None else PAGE
    skip = ((page or 1) - 1) * (most or 0)
    try:
        opened = Store.to_read(file)
    except NotBegunError:
        click.echo("nothing found yet (no cube was made so far)", err=bool(written) or header)
        return GAVE_UP
    with opened as store:
        filters = AnswerFilter(store.codec, with_, without)
        if draw:
            _check_drawable(store)
        if header:
            head = export.header(store, filters)
            terminal.print_json(head)
        elif "-" not in written.values():
            for line in _header(store, filters, count):
                click.echo(line)
        if written:
            found = _export(store, written, skip, most or None, filters)
        elif header:
            found = head["answers"]
        else:
            found = _show(store, skip, most or None, filters, draw)
        if not found and skip:
            _check_page(store, filters, page or 1, most or 1)
        return FOUND if found else _none(store, filters, aside=bool(written) or header)


def _none(store: Store, filters: AnswerFilter, *, aside: bool) -> int:
    """Say that there is no answer, on standard error if ``aside``; return the exit code."""
    which = "no answer that matches" if filters and store.answers else "no answer"
    ending = "exhausted" if store.exhausted else "not exhausted"
    click.echo(f"{which} ({ending})", err=aside)
    return NONE if store.exhausted else GAVE_UP


def _check_drawable(store: Store) -> None:
    """Refuse to draw what is not a whole answer.

    Raises:
        StoreError: with what the store holds.
    """
    if not store.run.whole:
        raise StoreError(
            f"{store.path}: holds {store.run.by}s (--by {store.run.by}), which are not whole "
            "answers and cannot be drawn"
        )


def _check_page(store: Store, filters: AnswerFilter, page: int, most: int) -> None:
    """Refuse a page without answers where there are answers.

    Raises:
        StoreError: with the number of the last page.
    """
    matching = store.matching(filters) if filters else store.answers
    if matching:
        raise StoreError(
            f"{store.path}: found page {page:,}, expected 1 to {-(-matching // most):,}"
        )


def _check_header(written: dict[str, str], *, draw: bool, paged: bool) -> None:
    """Refuse options that write to standard output as ``--header`` does."""
    others = [*(["--draw"] if draw else []), *(f"--{f} -" for f, p in written.items() if p == "-")]
    if others:
        raise PuzzleError(f"found both --header and {others[0]}, expected one of them")
    if paged and not written:
        raise PuzzleError("found both --header and a page, expected one of them")


def _check(written: dict[str, str], *, draw: bool, paged: bool, endless: bool) -> None:
    """Refuse options that contradict each other, before anything is done."""
    if draw and written:
        raise PuzzleError(f"found both --draw and --{next(iter(written))}, expected one of them")
    if paged and endless:
        raise PuzzleError("found both --page and -n 0, expected one of them")
    check_distinct(*written.values())
    if "parquet" in written:
        check_installed("pyarrow")


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
        yield from textwrap.wrap(
            f"{label:10}{text}", _width(), subsequent_indent=" " * 10, break_on_hyphens=False
        )
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


def _show(store: Store, skip: int, most: int | None, filters: AnswerFilter, draw: bool) -> int:
    """Print a page and how to get the next one; return how many answers it has."""
    found, more = 0, False
    console = terminal.console() if draw else None
    for answer in store.page(skip, most and most + 1, filters):
        if found == most:
            more = True
            break
        verified = answer.answer if store.run.whole else None
        click.echo(f"answer {answer.number:,}, cube {answer.cube:,}")
        if console:
            terminal.draw(console, verified)
            click.echo()
        else:
            for line in filled(answer.atoms, _width(), "  "):
                click.echo(line)
        found += 1
    if more and most:
        words = click.get_current_context().params
        again = ["pyasp-puzzles", "answers", store.path, "--page", str(skip // most + 2)]
        again += ["-n", str(most)] if words["limit"] else []
        for option, name in (("--with", "with_"), ("--without", "without")):
            again += [word for atom in words[name] for word in (option, atom)]
        again += ["--draw"] if draw else []
        click.echo(f"next page: {shlex.join(again)}")
    return found


def _export(
    store: Store, written: dict[str, str], skip: int, most: int | None, filters: AnswerFilter
) -> int:
    """Write the files; return how many answers they have."""
    from pyasp_puzzles.counts.store import export

    notes = terminal.console(stderr=True)
    number = 0
    for form, path in written.items():
        with spinner(notes, path) as update:

            def progress(
                done: int, update: Callable[[str], None] = update, path: str = path
            ) -> None:
                update(f"{path}: {done:,}")

            number = export.write(store, path, form, skip, most, filters, progress)
        name = "standard output" if path == "-" else path
        rest = "" if store.exhausted else "; the store is not exhausted, there may be more"
        click.echo(f"{name}: {counted(number, 'row')}{rest}", err=True)
    return number
