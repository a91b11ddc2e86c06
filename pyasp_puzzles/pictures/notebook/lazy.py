"""What a lazy search shows of itself: how far it is. To show it never searches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from pyasp_puzzles.pictures.notebook.parts import Part, Shown


class Lazy(Shown):
    """A base class for iterators that search when the next item is asked for.

    Attributes:
        begun: whether an item has been asked for.
        ended: whether no further item comes.
    """

    begun = ended = False

    @abstractmethod
    def _subject(self) -> str:
        """What is searched, such as "answers of packing soma"."""

    @abstractmethod
    def _how_far(self) -> str:
        """What has been found, and how the search ended, such as "3 answers so far"."""

    @abstractmethod
    def _how_on(self) -> str:
        """How to ask for the first item, or for more of them."""

    @abstractmethod
    def _found_parts(self) -> Iterator[Part]:
        """What is worth showing of what has been found."""

    def notebook_parts(self) -> Iterator[Part]:
        """How far the search is, how to go on, and what has been found."""
        subject = self._subject()
        words = self._how_far() if self.begun or self.ended else "no search has begun"
        yield f"{subject[:1].upper()}{subject[1:]}: {words}."
        if not self.ended:
            yield self._how_on()
        yield from self._found_parts()

    def __repr__(self) -> str:
        words = self._how_far() if self.begun or self.ended else "not begun"
        return f"<{self._subject()}: {words}>"
