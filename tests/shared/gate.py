"""A gate before the search of each cube: a count stays where a test wants it, for any time.

The test and the search processes share a folder.  Search processes import this module alone.
"""

from __future__ import annotations

import os
import time
import uuid
from itertools import count
from pathlib import Path


class Gate:
    """Lets a certain number of searches begin; the others wait, until they may or have to stop."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._rule = folder, folder / "rule"
        self._name = ""
        folder.mkdir(exist_ok=True)

    def close(self, most: int = 0) -> None:
        """From now on let so many searches begin, and count them anew."""
        self._name = uuid.uuid4().hex
        (self._folder / self._name).mkdir()
        self.let(most)

    def let(self, most: int) -> None:
        """Let so many searches begin since :meth:`close`."""
        written = self._folder / "written"
        written.write_text(f"{self._name} {most}")
        written.replace(self._rule)

    def open(self) -> None:
        self._rule.unlink(missing_ok=True)

    @property
    def came(self) -> int:
        """How many searches have come since :meth:`close`, those that wait included."""
        return len(list((self._folder / self._name).iterdir()))

    def enter(self) -> None:
        """In a search process: wait until this search may begin, or has to stop."""
        from pyasp_puzzles.work.pool import stopping

        ticket = 0, ""
        while rule := self._read():
            name, most = rule
            if ticket[1] != name:
                ticket = self._take(name), name
            if ticket[0] <= most or stopping._reason:
                return
            time.sleep(0.005)

    def _read(self) -> tuple[str, int] | None:
        try:
            name, most = self._rule.read_text().split()
        except FileNotFoundError:
            return None
        return name, int(most)

    def _take(self, name: str) -> int:
        for number in count(1):
            try:
                os.close(os.open(self._folder / name / str(number), os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            return number
        raise AssertionError("numbers have no end")
