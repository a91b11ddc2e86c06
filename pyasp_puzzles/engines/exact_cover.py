"""Programs that are exact covers, by search with bit sets instead of clause learning.

The program is ground by clingo, read by :mod:`pyasp_puzzles.exact_cover.recognition`, searched by
:mod:`pyasp_puzzles.exact_cover.search`, and counted by :mod:`pyasp_puzzles.exact_cover.counting`
where nothing needs to be listed.
"""

from __future__ import annotations

import importlib.util
import itertools
import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import clingo

from pyasp_puzzles.engines.grounding import in_thread
from pyasp_puzzles.engines.state import SearchState
from pyasp_puzzles.errors import MisfitError, counted
from pyasp_puzzles.exact_cover.counting import Counting
from pyasp_puzzles.exact_cover.coverers import Coverer, check_fit
from pyasp_puzzles.exact_cover.recognition import Recognised, recognise
from pyasp_puzzles.exact_cover.rest import Rest
from pyasp_puzzles.exact_cover.search import Cover, Node, Search, options
from pyasp_puzzles.packages import check_installed
from pyasp_puzzles.translate.ground import ground

SHARPEN = ((5_000, 8), (100_000, 32))
"""Nodes after which conflicts of pairs are worth what it costs to find them, and how far to look.

With them the search takes 0.9 of the time on the cylinder and 0.6 on pentominoes 6x10 (CPU
seconds, medians of interleaved runs).
"""

HAND_OVER = 400_000
"""Nodes after which ``xcover`` takes over where it is installed."""

HAND_OVER_COLD = 2_000_000
"""The same where numba has to compile it first, which takes as long as so many nodes."""

TRIAL = 1000
"""Covers after which we give up if hardly any of them is an answer."""

LEAST = 0.01
"""The share of covers that have to be answers."""

OWN, OTHER = "bitsets", "xcover"
"""Our own search, and the package that takes over when that takes long."""

_BATCH = 1024
"""The most covers that are evaluated together."""

_PROGRESS = 0.2
"""Seconds between two reports of the number so far."""

Symbols = tuple[clingo.Symbol, ...]


class ExactCoverSearch(SearchState):
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
        self._solver, self._limit, self._timeout = solver, limit, timeout
        self._seed, self._clock, self._stopped = seed, clock, ""
        if solver not in ("", OWN):
            check_installed(solver)
        self._begin()

    def _begin(self) -> None:
        self._start = self._clock()
        limit = self._timeout
        self._deadline = None if limit is None else time.perf_counter() + limit
        self.reset()
        self.engine = f"exact-cover:{self._solver or OWN}"
        self._found, self._sharp, self._handing = 0, 0, False
        self._search: Search | None = None
        self._counting: Counting | None = None
        self._progress: Callable[[int], None] = _ignore
        self._told = 0.0

    def __iter__(self) -> Generator[Symbols]:
        self._begin()
        try:
            recognised = self._recognised()
            if recognised:
                for chosen, told in self._answers(recognised):
                    self._found += 1
                    self.seconds.setdefault("first", self._spent())
                    yield _symbols(recognised, chosen, told)
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
        self._begin()
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

    def stop(self, reason: str) -> None:
        """End the search soon, from a signal handler or another thread."""
        self._stopped = reason

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
            self._look_for_package(cover)
            yield from search.covers(start, self._pause)
            if self._handing:
                yield from self._handed(search, cover, search.pending())
        else:
            yield from self._handed(search, cover, start)

    def _look_for_package(self, cover: Cover) -> None:
        """Whether and when the other package may take over."""
        self._handable = not self._solver and _handable(cover)
        self._most = HAND_OVER if self._handable and _compiled() else HAND_OVER_COLD

    def _handed(self, search: Search, cover: Cover, nodes: Iterable[Node]) -> Iterator[int]:
        """The covers below some nodes, found by a package."""
        coverer = Coverer(self._solver or OTHER, cover)
        if self._handing:
            self.engine = f"exact-cover:{OTHER}"
            self.remarks.append(f"handed to {OTHER} after {counted(search.nodes, 'node')}")
        for chosen in coverer.covers(search, nodes):
            if chosen is not None:
                yield chosen
            elif self._late():
                return

    def _pause(self, nodes: int) -> bool:
        """Whether our own search has to stop; it is asked now and then."""
        if self._late():
            return True
        if self._counting and self._counting.pays:
            return False  # more conflicts would blur what is remembered, and packages list
        if self._sharp < len(SHARPEN) and nodes >= SHARPEN[self._sharp][0] and self._search:
            self._search.sharpen(SHARPEN[self._sharp][1])
            self._sharp += 1
        self._handing = self._handable and nodes >= self._most
        return self._handing

    # Answers

    def _answers(self, recognised: Recognised) -> Iterator[tuple[int, int]]:
        """For each answer the options chosen and the further conditions that hold, as bits."""
        covers = self._covers(recognised.cover)
        rest = recognised.rest
        pairs = self._evaluated(rest, covers) if rest else ((chosen, 0) for chosen in covers)
        if recognised.injective:
            yield from pairs
            return
        seen = set()
        named = sum(1 << option for option, symbols in enumerate(recognised.shown) if symbols)
        for chosen, told in pairs:
            if (chosen & named, told) not in seen:
                seen.add((chosen & named, told))
                yield chosen, told

    def _evaluated(self, rest: Rest, covers: Iterator[int]) -> Iterator[tuple[int, int]]:
        """The covers that break no constraint, with the further conditions that hold.

        They are evaluated in batches that grow, and the first ones are held back for a trial.

        Raises:
            MisfitError: hardly any cover is an answer; nothing was answered until then.
        """
        held: list[tuple[int, int]] = []
        tried, trying, size = 0, rest.restricts, 1
        while batch := list(itertools.islice(covers, size)):
            passing, told = rest.evaluate(batch)
            held += ((batch[n], _row(told, n)) for n in options(passing))
            tried += len(batch)
            size = min(2 * size, _BATCH)
            if trying and tried < TRIAL and not 0 < self._limit <= len(held):
                continue
            if trying and len(held) < LEAST * tried:
                raise MisfitError(
                    f"of the first {tried:,} covers {len(held)} keep the other constraints, "
                    f"such as {rest.example()}"
                )
            trying = False
            yield from held
            held = []
        yield from held

    def _counted(self, recognised: Recognised) -> Iterator[object]:
        """Whatever is not counted by ``_counting``, one by one."""
        cover, own = recognised.cover, self._solver in ("", OWN)
        if recognised.rest or not recognised.injective or not own or self._limit:
            yield from self._answers(recognised)
            return
        self._search = Search(cover)
        self._counting = Counting(self._search)
        self._look_for_package(cover)
        self._counting.run(self._pause)
        if self._handing:
            yield from self._handed(self._search, cover, self._counting.pending())

    # Clock

    def _late(self) -> bool:
        """Whether the search has to end now; ``reason`` says why."""
        now = time.perf_counter()
        if now >= self._told + _PROGRESS:
            self._told = now
            self._progress(self._number())
        late = self._deadline is not None and now > self._deadline
        self.reason = self._stopped or ("time limit" if late else "")
        return bool(self.reason)

    def _number(self) -> int:
        """The answers counted so far."""
        return self._found + (self._counting.found if self._counting else 0)

    def _spent(self) -> float:
        return self._clock() - self._start

    def _log(self, message: str) -> None:
        self.messages.append(message)


def _ignore(number: int) -> None:
    """Progress that nobody asked for."""


def _symbols(recognised: Recognised, chosen: int, told: int) -> Symbols:
    """What is shown in an answer."""
    found = list(recognised.always)
    for option in options(chosen):
        found += recognised.shown[option]
    found += (recognised.derived[number] for number in options(told))
    return tuple(found)


def _row(columns: Sequence[int], number: int) -> int:
    """Bit ``number`` of each column, as the bits of one integer."""
    return sum((column >> number & 1) << place for place, column in enumerate(columns))


def _handable(cover: Cover) -> bool:
    """Whether the other package is here and can be told the cover."""
    if importlib.util.find_spec(OTHER) is None:
        return False
    try:
        check_fit(OTHER, cover)
    except MisfitError:
        return False
    return True


def _compiled() -> bool:
    """Whether numba has kept what it compiled beside the package."""
    found = importlib.util.find_spec(OTHER)
    folder = Path(found.origin).parent if found and found.origin else Path()
    return any(folder.glob("__pycache__/dancing_cells.*.nbi"))
