"""Explanations as pages: text with pictures for a terminal, and Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pyasp_puzzles.cli import terminal
from pyasp_puzzles.cli.picture_files import keep

if TYPE_CHECKING:
    from clingo import Symbol

    from pyasp_puzzles.explanation.explaining import Explanation
    from pyasp_puzzles.explanation.steps import Step
    from pyasp_puzzles.explanation.telling.telling import Told
    from pyasp_puzzles.pictures.picture import Picture

WIDTH = 100
"""The greatest width of a line of text."""


class TextPage:
    """An explanation on a terminal or in a text file: pictures and numbered steps.

    Args:
        every: a picture after so many steps; ``None``: at the start and at the end.
        whole: all of long lists, too.
    """

    def __init__(self, explanation: Explanation, every: int | None, whole: bool) -> None:
        from pyasp_puzzles.explanation.telling.telling import Teller

        self.explanation, self._every, self._whole = explanation, every, whole
        self._teller = Teller(explanation.theory)
        self._console = terminal.console()
        self._last: tuple[dict[Symbol, bool], Step] | None = None

    def begin(self) -> None:
        """Draw the board, and tell its signs and the places that clues name."""
        from pyasp_puzzles.explanation.telling.pictures import has_printed, named_places

        subject, theory = self.explanation.subject, self.explanation.theory
        if has_printed(subject):
            self.say("In the pictures below, [x] is printed on the board.")
        self.draw(self.explanation.picture(0))
        places = named_places(subject, theory.clues)
        if places:
            cells = self._teller.phrases.cells
            self.say("; ".join(f"{name}: {cells(own)}" for name, own in places.items()))

    def say(self, text: str) -> None:
        """Print a text."""
        click.echo(textwrap.fill(text, min(self._console.width, WIDTH)))

    def add(self, step: Step) -> None:
        """Tell a step, and draw it if it is time for a picture."""
        from pyasp_puzzles.explanation.telling.pictures import picture_of

        before = dict(self._teller.known)
        self.tell(self._teller.tell(step))
        if self._every and step.number % self._every == 0:
            self.draw(picture_of(self.explanation.subject, before, step))

    def end(self, sentences: Sequence[str]) -> None:
        """Draw what is known in the end."""
        from pyasp_puzzles.explanation.telling.pictures import picture_of

        if self.explanation.steps and self.explanation.status != "contradiction":
            self.draw(picture_of(self.explanation.subject, self._teller.known))

    def tell(self, told: Told) -> None:
        """Print a step in words."""
        from pyasp_puzzles.explanation.telling.output import step_text

        click.echo(step_text(told, min(self._console.width, WIDTH), whole=self._whole))

    def draw(self, picture: Picture | None) -> None:
        """Print a picture, if there is one."""
        if picture is not None:
            terminal.draw(self._console, picture)


class MarkdownPage(TextPage):
    """An explanation as a page of Markdown; pictures are blocks of plain text."""

    def begin(self) -> None:
        """Write the heading and draw the board."""
        click.echo(f"# {self.explanation.subject.name}\n")
        super().begin()

    def end(self, sentences: Sequence[str]) -> None:
        """Draw what is known in the end, and say how it ended."""
        click.echo()
        super().end(sentences)
        for sentence in sentences:
            click.echo(f"{sentence[:1].upper()}{sentence[1:]}.")

    def say(self, text: str) -> None:
        """Print a paragraph."""
        from pyasp_puzzles.explanation.telling.output import escaped

        click.echo(f"{escaped(text)}\n")

    def tell(self, told: Told) -> None:
        """Print a step as an item of a list."""
        from pyasp_puzzles.explanation.telling.output import step_markdown

        click.echo(step_markdown(told, whole=self._whole))

    def draw(self, picture: Picture | None) -> None:
        """Print a picture in a block of its own."""
        from pyasp_puzzles.pictures.terminal import plain

        if picture is not None:
            keep(picture)
            click.echo(f"```text\n{plain(picture)}\n```\n")
