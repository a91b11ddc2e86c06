"""The answers of a store for other programs: JSON lines, CSV, Parquet.

A file appears under its name once it is complete; until then it lies beside it, ending in
``.part``.
"""

from __future__ import annotations

import array
import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, islice
from pathlib import Path
from typing import IO, Any, TypeVar

from pyasp_puzzles.errors import StoreError
from pyasp_puzzles.long_counts.store.codec import AnswerCodec
from pyasp_puzzles.long_counts.store.reader import StoreReader
from pyasp_puzzles.long_counts.store.stored_answers import AnswerFilter, StoredAnswer
from pyasp_puzzles.optional import need

ROWS = 1 << 16
"""Answers of a row group of Parquet: what is held in memory."""
STEP = 1000
"""Answers between two calls of ``progress``."""

T = TypeVar("T")
Progress = Callable[[int], object]


def json_lines(
    store: StoreReader,
    path: str,
    skip: int = 0,
    most: int | None = None,
    filters: AnswerFilter | None = None,
    progress: Progress | None = None,
) -> int:
    """Write the answers, verified, as ``solve --json`` does: one a line, and nothing else.

    Args:
        store: open to read.
        path: a file, or ``-`` for standard output.
        skip, most, filters: as of :meth:`StoreReader.page`.
        progress: called now and then with the number of answers written.

    Returns:
        The number of answers.

    Raises:
        StoreError: the file cannot be written, or the store is damaged.
        VerificationError: an answer breaks a rule, which is a bug.
    """
    number = 0
    with _complete(store, path, "w") as file:
        for answer in _counted(store.page(skip, most, filters), progress):
            file.write(json.dumps(answer.as_json(), ensure_ascii=False) + "\n")
            number += 1
    return number


def header(store: StoreReader, filters: AnswerFilter | None = None) -> dict[str, Any]:
    """What a store is and how far it has come, with the members of ``solve --summary`` and more.

    ``answers`` are those that the filters leave; ``exhausted`` says whether there can be others.
    """
    answers = store.matching(filters) if filters else store.answers
    open_cubes = store.cubes - store.done
    return {
        "puzzle": store.run.puzzle,
        "instance": store.run.instance,
        "options": store.run.asked,
        "status": "satisfiable" if answers else "unknown" if open_cubes else "unsatisfiable",
        "exhausted": store.exhausted,
        "answers": answers,
        "engine": ", ".join(store.engines),
        "reason": f"{store.done} of {store.cubes} cubes are done" if open_cubes else "",
        "symmetry": store.run.symmetry and store.run.symmetry.as_json(),
        "seconds": {"all": round(store.seconds, 6)},
    }


def table(
    store: StoreReader,
    path: str,
    skip: int = 0,
    most: int | None = None,
    filters: AnswerFilter | None = None,
    progress: Progress | None = None,
) -> int:
    """Write a row for each answer as CSV: its number, its cube, its atoms with blanks between.

    Arguments, result and errors as of :func:`json_lines`.
    """
    number = 0
    with _complete(store, path, "w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("answer", "cube", "atoms"))
        for answer in _counted(store.page(skip, most, filters), progress):
            answer.verify()
            writer.writerow((answer.number, answer.cube, " ".join(answer.atoms)))
            number += 1
    return number


def parquet(
    store: StoreReader,
    path: str,
    skip: int = 0,
    most: int | None = None,
    filters: AnswerFilter | None = None,
    progress: Progress | None = None,
) -> int:
    """Write a row for each answer as Parquet: ``answer``, ``cube``, and ``atoms``, a list.

    As :func:`json_lines`, but it has to be a file.  Its metadata tell puzzle, instance, options,
    and whether the store was exhausted.

    Raises:
        PuzzleError: PyArrow is missing.
    """
    arrow, files = need("pyarrow"), need("pyarrow.parquet")
    if path == "-":
        raise StoreError("found - for Parquet, expected a file")
    run = store.run
    schema = arrow.schema(
        [
            ("answer", arrow.int64()),
            ("cube", arrow.int32()),
            ("atoms", arrow.list_(arrow.string())),
        ],
        {
            "puzzle": run.puzzle,
            "instance": run.instance,
            "options": run.options,
            "exhausted": str(store.exhausted).lower(),
        },
    )
    number = 0
    rows = _counted(store.words(skip, most, filters), progress)
    with _complete(store, path, "wb") as file, files.ParquetWriter(file, schema) as writer:
        atoms = arrow.array(store.atoms, arrow.string())
        while batch := list(islice(rows, ROWS)):
            for answer, word, cube in batch:
                StoredAnswer(answer, cube, store.alphabet.read(word), run).verify()
            numbers, words, cubes = zip(*batch, strict=True)
            lists = _lists(arrow, store.alphabet, atoms, words)
            columns = [arrow.array(numbers), arrow.array(cubes, arrow.int32()), lists]
            writer.write_batch(arrow.record_batch(columns, schema=schema))
            number += len(batch)
    return number


def _lists(arrow: Any, alphabet: AnswerCodec, atoms: Any, words: tuple[bytes, ...]) -> Any:
    """The words as an Arrow array of lists of atoms, without a Python object for each atom."""
    width = alphabet.width
    letters = array.array({1: "B", 2: "H", 4: "I"}[width], b"".join(words))
    if sys.byteorder == "little":
        letters.byteswap()
    kind = {1: arrow.uint8, 2: arrow.uint16, 4: arrow.uint32}[width]()
    numbers = arrow.Array.from_buffers(kind, len(letters), [None, arrow.py_buffer(letters)])
    ends = accumulate((len(word) // width for word in words), initial=0)
    return arrow.ListArray.from_arrays(arrow.array(ends, arrow.int32()), atoms.take(numbers))


def _counted(rows: Iterable[T], progress: Progress | None) -> Iterator[T]:
    for number, row in enumerate(rows):
        if progress and number % STEP == 0:
            progress(number)
        yield row


@contextmanager
def _complete(store: StoreReader, path: str, mode: str) -> Iterator[IO[Any]]:
    """A file to write that takes its name at the end of the block, unless that raises.

    Raises:
        StoreError: it cannot be written, or is the store itself.
    """
    if path == "-":
        yield sys.stdout
        return
    try:
        target = Path(path).resolve()  # what a link points to
        if target == Path(store.path).resolve():
            raise StoreError(f"{path}: found the store itself, expected another file to write")
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():  # a pipe, for instance
            with _open(target, mode) as file:
                yield file
            return
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with _open(part, mode) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise StoreError(f"{path}: {reason.lower()}") from None


def _open(path: Path, mode: str) -> IO[Any]:
    return path.open(mode) if "b" in mode else path.open(mode, encoding="utf-8", newline="")
