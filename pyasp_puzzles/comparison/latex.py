"""Comparisons as LaTeX: tables in the style of the package booktabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyasp_puzzles.comparison.columns import Block, footnotes, text_table
from pyasp_puzzles.comparison.measurements import Measurements
from pyasp_puzzles.comparison.setting import setting
from pyasp_puzzles.comparison.tables import disagreement_text

_SIGNS: dict[str, str | int | None] = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "≥": r"$\geq$",
    "÷": r"$\div$",
    "×": r"$\times$",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "\0": "-{}-",
}
_TABLES: tuple[tuple[Block, ...], ...] = (("answers", "times"), ("sizes", "search"))


def latex(comparison: Measurements) -> str:
    """A comparison in LaTeX, for a document that loads ``booktabs``.

    A table of answers and times, one of sizes and search, the notes below them, and the setting in
    comments.  When engines disagree, there are no times, and the disagreement stands in words.
    """
    parts = [
        r"% \usepackage{booktabs}",
        *(tabular(comparison, blocks) for blocks in _TABLES),
    ]
    if comparison.disagreements:
        parts.append(f"\\begin{{verbatim}}\n{disagreement_text(comparison)}\n\\end{{verbatim}}")
    notes = [f"{escaped(note)}\\\\" for note in footnotes(comparison)]
    if notes:
        parts.append("\n".join([r"{\footnotesize\noindent", *notes, "}"]))
    lines = setting(comparison.plan).items()
    parts.append("\n".join(f"% {name}: {' '.join(value.split())}" for name, value in lines))
    return "\n\n".join(parts) + "\n"


def tabular(comparison: Measurements, blocks: Sequence[Block]) -> str:
    """A table of these blocks, without empty columns; a rule separates two cases."""
    names, titles, rows = text_table(comparison, blocks, filled=True)
    lines = [
        rf"\begin{{tabular}}{{{'l' * len(names)}{'r' * len(titles)}}}",
        r"\toprule",
        _line(map(escaped, [*names, *titles])),
        r"\midrule",
    ]
    case = ""
    for row in rows:
        if case and row.case != case:
            lines.append(r"\midrule")
        named = [escaped(row.case if row.case != case else "")] if len(names) > 1 else []
        engine = rf"\texttt{{{escaped(row.engine)}}}{escaped(row.mark)}"
        lines.append(_line([*named, engine, *map(escaped, row.cells)]))
        case = row.case
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _line(cells: Iterator[str] | Sequence[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


def escaped(text: str) -> str:
    """The text on one line, with the signs escaped that LaTeX would interpret.

    >>> print(escaped("50 % of a_1 & --seed {3}"))
    50 \\% of a\\_1 \\& -{}-seed \\{3\\}
    """
    line = " ".join(text.split()).replace("--", "\0")
    return line.translate(str.maketrans(_SIGNS))
