"""Writes the answers of a store for other programs: JSON lines and CSV.

While a file is written its name ends in ``.part``; it gets its own name when it is complete.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from pyasp_puzzles.core.errors import StoreError, system_reason
from pyasp_puzzles.counts.store.codec import AnswerFilter, StoredAnswer
from pyasp_puzzles.counts.store.store import Store

FORMS = ("jsonl", "csv")
"""The file formats that :func:`write` knows."""

STEP = 1000
"""Answers between two calls of ``progress``."""


def write(
    store: Store,
    path: str,
    form: str,
    skip: int = 0,
    most: int | None = None,
    filters: AnswerFilter | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Write verified answers of a store to a file; return their number.

    Args:
        path: the file; ``-`` is standard output.
        form: ``jsonl`` (lines as of ``solve --json``) or ``csv`` (number, cube, atoms with spaces
            between them).
        skip, most, filters: as of :meth:`Store.page`.
        progress: called now and then with the number of answers written.

    Raises:
        StoreError: the file cannot be written, or the store is damaged.
        VerificationError: an answer breaks a rule, which is a bug.
    """
    written = 0

    def answers() -> Generator[StoredAnswer]:
        nonlocal written
        for answer in store.page(skip, most, filters):
            if progress and written % STEP == 0:
                progress(written)
            if form != "jsonl":  # whose own JSON says that it is verified
                answer.verify()
            yield answer
            written += 1

    # An interrupted query has to be closed before its store is.
    with closing(answers()) as rows, _complete(store, path) as file:
        if form == "jsonl":
            file.writelines(f"{json.dumps(row.as_json(), ensure_ascii=False)}\n" for row in rows)
        else:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(("answer", "cube", "atoms"))
            table.writerows((row.number, row.cube, " ".join(row.atoms)) for row in rows)
    return written


def header(store: Store, filters: AnswerFilter | None = None) -> dict[str, Any]:
    """Identity and state of a store, with the members of ``solve --summary``.

    ``answers`` counts those that the filters select; ``exhausted`` says whether it is complete.
    """
    answers = store.matching(filters) if filters else store.answers
    open_cubes = store.cubes - store.done
    return {
        "puzzle": store.run.puzzle,
        "instance": store.run.instance,
        "options": store.run.command_line,
        "status": "satisfiable" if answers else "unknown" if open_cubes else "unsatisfiable",
        "exhausted": store.exhausted,
        "answers": answers,
        "engine": ", ".join(store.engines),
        "reason": f"{store.done} of {store.cubes} cubes are done" if open_cubes else "",
        "symmetry": store.run.symmetry and store.run.symmetry.as_json(),
        "seconds": {"all": round(store.seconds, 6)},
    }


@contextmanager
def _complete(store: Store, path: str) -> Iterator[IO[str]]:
    """A file to write, which gets its name at the end of the block unless the block raises."""
    if path == "-":
        yield sys.stdout
        return
    try:
        target = Path(path).resolve()  # what a link points to
        if target == Path(store.path).resolve():
            raise StoreError(f"{path}: found the store itself, expected another file to write")
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():  # a pipe, for instance
            with target.open("w", encoding="utf-8", newline="") as file:
                yield file
            return
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError(f"{path}: {system_reason(error)}") from None
