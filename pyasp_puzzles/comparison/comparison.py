"""What a user gets from a comparison: the measurements, and methods that write them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.boards.formats.outputs import write_text
from pyasp_puzzles.comparison import export
from pyasp_puzzles.comparison.columns import engine_text, footnotes, text_table
from pyasp_puzzles.comparison.measurements import Measurements
from pyasp_puzzles.comparison.tables import disagreement_text
from pyasp_puzzles.core.optional import need
from pyasp_puzzles.pictures.notebook import Part, Shown, Table


@dataclass(repr=False)
class Comparison(Shown, Measurements):
    """What a comparison found; ``print`` says it in a few words, :meth:`rows` has the figures."""

    def __str__(self) -> str:
        return repr(self)

    def records(self) -> list[dict[str, Any]]:
        """The rows by the columns of the CSV, for libraries of data frames; ``None``: not known."""
        return export.records(self)

    def notebook_parts(self) -> Iterator[Part]:
        """Answers and CPU seconds in a table, with notes; disagreements in place of times."""
        _, (titles, *rows) = text_table(self, ("answers", "times"), engine_text)
        yield Table(tuple(titles), tuple(map(tuple, rows)))
        if self.disagreements:
            yield disagreement_text(self).plain
        yield from footnotes(self)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to ``path`` and the setting beside it; PuzzleError: this is impossible."""
        for file, text in export.csv_files(self, os.fspath(path)).items():
            write_text(file, text)

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``; PuzzleError: pandas is not installed."""
        return need("pandas").DataFrame(self.records(), columns=list(export.CSV_COLUMNS))

    def to_latex(self) -> str:
        """The tables in LaTeX, for a document that loads ``booktabs``."""
        return export.latex(self)
