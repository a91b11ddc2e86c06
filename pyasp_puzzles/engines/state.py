"""What every search tells of itself."""

from __future__ import annotations


class SearchState:
    """The attributes of :class:`pyasp_puzzles.outcome.Search`, as they are before a search."""

    engine: str = ""

    def reset(self) -> None:
        """Forget the last search."""
        self.exhausted = False
        self.reason = ""
        self.seconds: dict[str, float] = {}
        self.statistics: dict[str, float] = {}
        self.messages: list[str] = []
        self.remarks: list[str] = []
