"""What a user gets from a comparison: the measurements, and methods that write them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from pyasp_puzzles.comparison import export, latex
from pyasp_puzzles.comparison.measurements import Measurements
from pyasp_puzzles.formats.outputs import write_text
from pyasp_puzzles.optional import need


@dataclass(repr=False)
class Comparison(Measurements):
    """What a comparison found; ``print`` says it in a few words, :meth:`rows` has the figures."""

    def records(self) -> list[dict[str, Any]]:
        """The rows as dictionaries with the columns of the CSV; ``None`` is not known.

        Any library of data frames takes them: ``polars.DataFrame(found.records())``.
        """
        return export.records(self)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to ``path`` and the setting to ``path.setting.json``.

        Raises:
            PuzzleError: a file cannot be written.
        """
        for file, text in export.csv_files(self, os.fspath(path)).items():
            write_text(file, text)

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``.

        Raises:
            PuzzleError: pandas is not installed.
        """
        return need("pandas").DataFrame(self.records(), columns=list(export.CSV_COLUMNS))

    def to_latex(self) -> str:
        """The tables in LaTeX, for a document that loads ``booktabs``."""
        return latex.latex(self)
