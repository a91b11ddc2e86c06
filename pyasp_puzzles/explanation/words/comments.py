"""Comments of a program, with the lines that continue them.

A line continues the comment right above it if it begins with more than one space after its sign::

    %@ value(R,C,V) "{(R,C)} shows {V}"
    %@   "{(R,C)} does not show {V}" at (R,C)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pyasp_puzzles.explanation.words.words import SIGN, WordsError

_PLAIN = "%"


@dataclass(frozen=True)
class Comment:
    """A comment.

    Attributes:
        text: on one line, with its sign.
        file, line: where it begins.
        last: its last line.
    """

    text: str
    file: str
    line: int
    last: int

    @property
    def signed(self) -> bool:
        """Whether it has words of an explanation."""
        return self.text.startswith(SIGN)

    def follows(self, other: Comment) -> bool:
        """Whether this is the next line after another comment of the same kind."""
        right_below = (other.file, other.last + 1) == (self.file, self.line)
        return right_below and other.signed == self.signed


class Comments:
    """Joins the lines of comments, which come one after the other."""

    def __init__(self) -> None:
        self._open: Comment | None = None

    def take(self, line: Comment, behind: bool) -> Comment | None:
        """Take the next line of a comment.

        Args:
            behind: whether a statement ends on the same line.

        Returns:
            The comment before it, if this line does not continue it.

        Raises:
            WordsError: words stand behind a statement, or continue nothing.
        """
        sign = SIGN if line.signed else _PLAIN
        goes_on = line.text.startswith(f"{sign}  " if line.signed else f"{sign}   ")
        last = self._open
        if goes_on and last and line.follows(last):
            more = line.text.removeprefix(sign).strip()
            self._open = replace(last, text=f"{last.text} {more}", last=line.line)
            return None
        if line.signed and (goes_on or behind):
            expected = "words above, which this line continues" if goes_on else _ALONE
            raise WordsError(line.file, f"line {line.line}", line.text, expected)
        self._open = line
        return last

    def end(self) -> Comment | None:
        """The last comment, which nothing continues any more."""
        last, self._open = self._open, None
        return last


_ALONE = "words on a line of their own"
