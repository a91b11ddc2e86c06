"""Writes the answers of a store for other programs: JSON lines, CSV, Parquet.

While a file is written its name ends in ``.part``; it gets its own name when it is complete.
"""

from __future__ import annotations

import array
import csv
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import accumulate, islice
from pathlib import Path
from typing import IO, Any

from pyasp_puzzles.core.errors import StoreError, system_reason
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.counts.store.codec import AnswerCodec, AnswerFilter
from pyasp_puzzles.counts.store.reader import StoredAnswer, StoreReader

ROWS = 1 << 16
"""Answers in a row group of Parquet, which is held in memory."""
STEP = 1000
"""Answers between two calls of ``progress``."""

Progress = Callable[[int], object]
Row = tuple[int, bytes, int]
"""Number of an answer, its encoding, number of its cube."""


def write(
    store: StoreReader,
    path: str,
    form: str,
    skip: int = 0,
    most: int | None = None,
    filters: AnswerFilter | None = None,
    progress: Progress | None = None,
) -> int:
    """Write verified answers of a store to a file; return their number.

    Args:
        path: the file; ``-`` is standard output, which Parquet cannot use.
        form: ``jsonl`` (lines as of ``solve --json``), ``csv`` (number, cube, atoms with spaces
            between them) or ``parquet`` (the same columns, the identity of the count as metadata).
        skip, most, filters: as of :meth:`StoreReader.page`.
        progress: called now and then with the number of answers written.

    Raises:
        StoreError: the file cannot be written, or the store is damaged.
        VerificationError: an answer breaks a rule, which is a bug.
        PuzzleError: Parquet is wanted, and PyArrow is missing.
    """
    write_rows = _WRITERS[form]
    binary = form == "parquet"
    if binary and path == "-":
        raise StoreError("found - for Parquet, expected a file")
    rows = _reported(store.encoded_answers(skip, most, filters), progress)
    # An interrupted query has to be closed before its store is.
    with closing(rows), _complete(store, path, "wb" if binary else "w") as file:
        return write_rows(store, rows, file)


def header(store: StoreReader, filters: AnswerFilter | None = None) -> dict[str, Any]:
    """The identity and the state of a store, with the members of ``solve --summary`` and more.

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


def _json_lines(store: StoreReader, rows: Iterator[Row], file: IO[Any]) -> int:
    number = 0
    for row in rows:
        file.write(json.dumps(_answer(store, row).as_json(), ensure_ascii=False) + "\n")
        number += 1
    return number


def _csv(store: StoreReader, rows: Iterator[Row], file: IO[Any]) -> int:
    number = 0
    table = csv.writer(file, lineterminator="\n")
    table.writerow(("answer", "cube", "atoms"))
    for row in rows:
        answer = _answer(store, row)
        answer.verify()
        table.writerow((answer.number, answer.cube, " ".join(answer.atoms)))
        number += 1
    return number


def _parquet(store: StoreReader, rows: Iterator[Row], file: IO[Any]) -> int:
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
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
    atoms = arrow.array(store.atoms, arrow.string())
    with parquet.ParquetWriter(file, schema) as table:
        while batch := list(islice(rows, ROWS)):
            for row in batch:
                _answer(store, row).verify()
            numbers, encoded, cubes = zip(*batch, strict=True)
            lists = _lists(arrow, store.codec, atoms, encoded)
            columns = [arrow.array(numbers), arrow.array(cubes, arrow.int32()), lists]
            table.write_batch(arrow.record_batch(columns, schema=schema))
            number += len(batch)
    return number


_WRITERS: Mapping[str, Callable[[StoreReader, Iterator[Row], IO[Any]], int]] = {
    "jsonl": _json_lines,
    "csv": _csv,
    "parquet": _parquet,
}
FORMS = tuple(_WRITERS)
"""The file formats that :func:`write` knows."""


def _answer(store: StoreReader, row: Row) -> StoredAnswer:
    number, encoded, cube = row
    return StoredAnswer(number, cube, store.codec.decode(encoded), store.run)


def _lists(arrow: Any, codec: AnswerCodec, atoms: Any, encoded: tuple[bytes, ...]) -> Any:
    """Encoded answers as an Arrow array of lists of atoms, without a Python object an atom."""
    width = codec.width
    codes = array.array({1: "B", 2: "H", 4: "I"}[width], b"".join(encoded))
    if sys.byteorder == "little":
        codes.byteswap()
    kind = {1: arrow.uint8, 2: arrow.uint16, 4: arrow.uint32}[width]()
    indices = arrow.Array.from_buffers(kind, len(codes), [None, arrow.py_buffer(codes)])
    ends = accumulate((len(answer) // width for answer in encoded), initial=0)
    return arrow.ListArray.from_arrays(arrow.array(ends, arrow.int32()), atoms.take(indices))


def _reported(rows: Iterable[Row], progress: Progress | None) -> Generator[Row]:
    """The rows, with a call of ``progress`` now and then."""
    for number, row in enumerate(rows):
        if progress and number % STEP == 0:
            progress(number)
        yield row


@contextmanager
def _complete(store: StoreReader, path: str, mode: str) -> Iterator[IO[Any]]:
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
        raise StoreError(f"{path}: {system_reason(error)}") from None


def _open(path: Path, mode: str) -> IO[Any]:
    """Open a file to write bytes, or text in UTF-8 with the line ends of the text."""
    return path.open(mode) if "b" in mode else path.open(mode, encoding="utf-8", newline="")
