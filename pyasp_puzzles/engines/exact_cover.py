"""Programs that are exact covers, by search with bit sets instead of clause learning.

The program is ground by clingo, read by :mod:`pyasp_puzzles.exact_cover.recognition`, searched by
:mod:`pyasp_puzzles.exact_cover.search`, and counted by :mod:`pyasp_puzzles.exact_cover.counting`
where nothing needs to be listed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pyasp_puzzles.engines.grounding import in_thread
from pyasp_puzzles.engines.state import TimedSearch
from pyasp_puzzles.errors import SolverError, counted
from pyasp_puzzles.exact_cover.answers import Row, Symbols, rows, symbols
from pyasp_puzzles.exact_cover.counting import Counting
from pyasp_puzzles.exact_cover.cover import Cover, options
from pyasp_puzzles.exact_cover.coverers import SUCCESSOR, check_fit, hand_over_after
from pyasp_puzzles.exact_cover.recognition import Recognised, recognise
from pyasp_puzzles.exact_cover.search import Node, Search
from pyasp_puzzles.exact_cover.worker import covers_by
from pyasp_puzzles.packages import check_installed
from pyasp_puzzles.translate.ground import ground

OWN = "bitsets"
"""Our own search; what takes over from it is ``SUCCESSOR``."""

PAIR_NOGOODS = ((5_000, 8), (100_000, 32))
"""Nodes after which pair nogoods are worth what they cost to find, and how far to look for them.

With them our search alone takes 0.9 of the time on the cylinder and 0.6 on pentominoes 6x10 (CPU
seconds, medians of interleaved runs).
"""

_PROGRESS = 0.2
"""Seconds between two reports of the number so far."""


class ExactCoverSearch(TimedSearch):
    """Searches for exact covers; see :class:`pyasp_puzzles.outcome.Search`.

    Args:
        program: the ``.lp`` files.
        facts: the instance as text.
        constants: values for the program's ``#const`` statements.
        solver: ``bitsets``, ``xcover``, ``exact_cover``, or empty: ``bitsets``, which leaves long
            searches to ``xcover`` where that is installed and can be told the cover.
        limit: stop after so many answers; 0 means all.
        timeout: seconds of wall clock for everything together; ``None``: no limit.
        seed: shuffles the options.
        clock: what ``seconds`` are measured with.

    Raises:
        MisfitError: while it runs, and before the first answer: the program is no exact cover.
        PuzzleError: a package is missing.
        SolverError: clingo refuses the program or the facts.
    """

    def __init__(
        self,
        program: Sequence[Path],
        facts: str,
        constants: Mapping[str, int | str],
        solver: str = "",
        *,
        limit: int = 0,
        timeout: float | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._program, self._facts, self._constants = program, facts, constants
        self._solver, self._limit, self._seed = solver, limit, seed
        if solver not in ("", OWN):
            check_installed(solver)
        super().__init__(timeout, clock)

    def _restart(self) -> None:
        super()._restart()
        self.engine = f"exact-cover:{self._solver or OWN}"
        self._found, self._looked, self._handing = 0, 0, False
        self._most: int | None = None  # nodes before the package takes over
        self._search: Search | None = None
        self._counting: Counting | None = None
        self._progress: Callable[[int], None] = _ignore
        self._reported = 0.0

    def __iter__(self) -> Generator[Symbols]:
        self._restart()
        try:
            recognised = self._recognised()
            if recognised:
                for row in self._answers(recognised):
                    self._found += 1
                    self.seconds.setdefault("first", self._spent())
                    yield symbols(recognised, row)
                    if self._found == self._limit:
                        self.reason = "limit"
                        return
                self.exhausted = not self.reason
        except KeyboardInterrupt:
            self.reason = "interrupted"
        finally:
            self._end()

    def count(self, progress: Callable[[int], None] | None = None) -> int:
        """The number of answers; they are listed only where that is needed.

        Args:
            progress: called a few times a second with the number so far.
        """
        self._restart()
        self._progress = progress or _ignore
        try:
            recognised = self._recognised()
            if recognised:
                for _ in self._counted(recognised):
                    self._found += 1
                    if self._found == self._limit:
                        self.reason = "limit"
                        break
                self.exhausted = not self.reason
        except KeyboardInterrupt:
            self.reason = "interrupted"
        finally:
            self._end()
        return self._number()

    # Phases

    def _recognised(self) -> Recognised | None:
        """The cover in the program; ``None`` when the time was up before."""
        found: list[Recognised] = []
        grounded = recognising = 0.0
        rules = 0

        def work() -> None:
            nonlocal grounded, recognising, rules
            program = ground(self._program, self._facts, self._constants, log=self._log)
            grounded = self._spent()  # here, since other threads see our CPU time late
            found.append(recognise(program))
            recognising = self._spent() - grounded
            rules = len(program.rules)

        if not in_thread(work, self._late):
            self.reason += " while recognising" if grounded else " while grounding"
            return None
        self.seconds |= {"ground": grounded, "recognise": recognising}
        if self._late():
            return None
        cover, atoms = found[0].cover, found[0].atoms
        sizes = {"rules": rules, "atoms": atoms}
        sizes |= {"options": cover.size, "items": len(cover.groups)}
        self.statistics |= sizes | {"variables": sizes["options"], "constraints": sizes["items"]}
        return found[0]

    def _end(self) -> None:
        if self._search:
            nodes, dead = self._search.nodes, self._search.dead
            self.statistics |= {"nodes": nodes, "choices": nodes, "conflicts": dead}
        if self._counting:
            states, hits = self._counting.states, self._counting.hits
            self.statistics |= {"states": states, "hits": hits}
            self.remarks.append(f"counted by memoised covers: {counted(states, 'state')}")
        self.seconds["all"] = self._spent()

    # Covers

    def _covers(self, cover: Cover) -> Iterator[int]:
        """All covers, as bits; ``reason`` is set when they are not all."""
        order = list(range(cover.size))
        if self._seed is not None:
            random.Random(self._seed).shuffle(order)
            cover = cover.permuted(order)
        try:
            for chosen in self._found_covers(cover):
                if self._seed is None:
                    yield chosen
                else:
                    yield sum(1 << order[option] for option in options(chosen))
                if self._stopped and self._late():
                    return
        except KeyboardInterrupt:  # what was held back is answered still
            self.reason = "interrupted"

    def _found_covers(self, cover: Cover) -> Iterator[int]:
        search = self._search = Search(cover)
        start = [search.root] if search.root else []
        if self._solver in ("", OWN):
            self._most = self._hand_over(cover)
            yield from search.covers(start, self._pause)
            if self._handing:
                yield from self._handed(search, cover, search.pending())
        else:
            yield from self._handed(search, cover, start)

    def _hand_over(self, cover: Cover) -> int | None:
        """Nodes before a package takes over; ``None`` where our own search was asked for."""
        return None if self._solver else hand_over_after(cover)

    def _handed(self, search: Search, cover: Cover, nodes: Iterable[Node]) -> Iterator[int]:
        """The covers below some nodes, found by a package; by ourselves if it cannot begin."""
        name, waiting, begun = self._solver or SUCCESSOR, list(nodes), False
        check_fit(name, cover)
        after = counted(search.nodes, "node")
        if self._handing:
            self.engine = f"exact-cover:{name}"
            self.remarks.append(f"handed to {name} after {after}")
        try:
            for chosen in covers_by(name, cover, waiting, self._late):
                begun = True
                yield chosen
        except SolverError as error:
            if begun or self._solver:
                raise
            self.engine = f"exact-cover:{OWN}"
            self.remarks[-1] = f"not handed over after {after}: {error}"
            self._most, self._handing = None, False
            yield from search.covers(waiting, self._pause)

    def _pause(self, nodes: int) -> bool:
        """Whether our own search has to stop; it is asked now and then."""
        if self._late():
            return True
        if self._counting and self._counting.pays:
            return False  # pair nogoods would blur what is remembered, and packages list
        if self._search and self._looked < len(PAIR_NOGOODS):
            after, most = PAIR_NOGOODS[self._looked]
            if nodes >= after:
                self._looked += 1
                self._search.add_pair_nogoods(most, self._late)
                if self._late():
                    return True
        self._handing = self._most is not None and nodes >= self._most
        return self._handing

    # Answers

    def _answers(self, recognised: Recognised) -> Iterator[Row]:
        return rows(recognised, self._covers(recognised.cover), self._limit)

    def _counted(self, recognised: Recognised) -> Iterator[object]:
        """Whatever is not counted by ``_counting``, one by one."""
        cover, own = recognised.cover, self._solver in ("", OWN)
        if recognised.rest or not recognised.injective or not own or self._limit:
            yield from self._answers(recognised)
            return
        self._search = Search(cover)
        self._counting = Counting(self._search)
        self._most = self._hand_over(cover)
        self._counting.run(self._pause)
        if self._handing:
            yield from self._handed(self._search, cover, self._counting.pending())

    # Clock

    def _late(self) -> bool:
        """Whether the search has to end now; tells how far it is a few times a second."""
        now = time.perf_counter()
        if now >= self._reported + _PROGRESS:
            self._reported = now
            self._progress(self._number())
        return super()._late()

    def _number(self) -> int:
        """The answers counted so far."""
        return self._found + (self._counting.found if self._counting else 0)

    def _log(self, message: str) -> None:
        self.messages.append(message)


def _ignore(number: int) -> None:
    """Progress that nobody asked for."""
