"""Searches programs that are exact covers, with bit sets instead of clause learning.

clingo grounds the program, :mod:`pyasp_puzzles.engines.covering.recognition` finds the cover in it,
:mod:`pyasp_puzzles.engines.covering.search` lists the answers, or counts them without a list.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager

from pyasp_puzzles.core.errors import (
    GaveUpError,
    NoEstimateError,
    RepeatedAnswerError,
    SolverError,
    counted,
)
from pyasp_puzzles.core.optional import check_installed
from pyasp_puzzles.core.symbols import Distinct
from pyasp_puzzles.engines.covering.coverers import (
    SUCCESSOR,
    CoverProcess,
    check_fit,
    compiled,
    hand_over_after,
)
from pyasp_puzzles.engines.covering.probing import CoverProber
from pyasp_puzzles.engines.covering.recognition import (
    Recognised,
    Row,
    assumed,
    recognise,
    rows,
    symbols,
)
from pyasp_puzzles.engines.covering.search import Counting, Cover, CoverSearch, Node, options
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Symbols, TimedSearch
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source, in_thread
from pyasp_puzzles.work.deadline import Late

OWN = "bitsets"
"""Our own search; it hands long searches over to ``SUCCESSOR``."""

PAIR_NOGOODS = ((5_000, 8), (100_000, 32))
"""Nodes after which to look for pair nogoods, and the largest group (docs/measured/engines.md)."""

PATIENCE = 3
"""With ``keep`` (in cubes) our own search hands over after so many times the nodes."""

_PROGRESS = 0.2
"""Seconds between two reports of the number so far."""


class ExactCoverSearch(TimedSearch):
    """Searches for exact covers; see :class:`pyasp_puzzles.engines.search.Search`.

    Each search is for the answers in the cube ``within``.
    """

    def __init__(
        self,
        source: Source,
        solver: str = "",
        *,
        limit: int = 0,
        timeout: float | None = None,
        seed: int | None = None,
        keep: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._source = source
        self._solver, self._limit, self._seed = solver, limit, seed
        if solver not in ("", OWN):
            check_installed(solver)
        self._keep = keep
        self._kept: Recognised | None = None
        self._search: CoverSearch | None = None
        super().__init__(timeout, clock)

    def _restart(self) -> None:
        super()._restart()
        self.report.engine = f"exact-cover:{self._solver or OWN}"
        self._found, self._handing = 0, False
        self._most: int | None = None  # nodes before the package takes over
        if not self._keep or self._search is None:
            self._search, self._looked = None, 0
            self._memory: Counting | None = None
            self._process: CoverProcess | None = None  # of the package
            self._alone = False  # the package has failed
        self._counting: Counting | None = None
        self._progress: Callable[[int], None] = _ignore
        self._reported = 0.0

    def __iter__(self) -> Generator[Symbols]:
        self._restart()
        with self._timed():
            recognised = self._recognised()
            if recognised:
                for row in self._answers(recognised):
                    self._found += 1
                    self.report.seconds.setdefault("first", self._spent())
                    yield symbols(recognised, row)
                    if self._found == self._limit:
                        self.report.reason = "limit"
                        return
                self.report.exhausted = not self.report.reason

    def count(
        self,
        progress: Callable[[int], None] | None = None,
        each: Callable[[Symbols], None] | None = None,
    ) -> int:
        """The number of answers; lists them only if that is needed."""
        self._restart()
        self._progress = progress or _ignore
        with self._timed():
            recognised = self._recognised()
            if recognised:
                for _ in self._listed(recognised, each) if each else self._counted(recognised):
                    self._found += 1
                    if self._found == self._limit:
                        self.report.reason = "limit"
                        break
                self.report.exhausted = not self.report.reason
        return self._number()

    def _recognised(self) -> Recognised | None:
        """The cover in the program; ``None`` if the time is up before it is found."""
        if self._kept:
            self.report.seconds |= {"ground": 0.0, "recognise": 0.0}
            return None if self._late() else self._kept
        found: list[Recognised] = []
        grounded = recognising = 0.0
        rules = 0

        def work() -> None:
            nonlocal grounded, recognising, rules
            source = self._source
            program = ground(source.files, source.facts, source.constants, log=self._log)
            grounded = self._spent()  # here, since other threads see our CPU time late
            self.enter("looking for exact covers")
            found.append(recognise(program))
            recognising = self._spent() - grounded
            rules = len(program.rules)

        self.enter("grounding")
        if self._late() or not in_thread(work, self._late):
            self.report.reason += " while recognising" if grounded else " while grounding"
            return None
        self.report.seconds |= {"ground": grounded, "recognise": recognising}
        self.enter("searching")
        self._kept = found[0] if self._keep else None
        if self._late():
            return None
        cover, atoms = found[0].cover, found[0].atoms
        sizes = {"rules": rules, "atoms": atoms}
        sizes |= {"options": cover.size, "items": len(cover.groups)}
        self.report.statistics |= sizes | {
            "variables": sizes["options"],
            "constraints": sizes["items"],
        }
        return found[0]

    @contextmanager
    def _timed(self) -> Iterator[None]:
        try:
            with super()._timed():
                yield
        finally:
            self._end()

    def _end(self) -> None:
        if self._search:
            nodes, dead = self._search.nodes, self._search.dead
            self.report.statistics |= {"nodes": nodes, "choices": nodes, "conflicts": dead}
        if self._counting:
            states, hits = self._counting.states, self._counting.hits
            self.report.statistics |= {"states": states, "hits": hits}
            self.report.remarks.append(f"counted by memoised covers: {counted(states, 'state')}")
        if self._process and not self._keep:
            self._process.end()

    def _covers(self, recognised: Recognised) -> Iterator[int]:
        """All covers in the cube, as bits; the report has a reason if some are missing."""
        cover, order = self._ordered(recognised.cover)
        try:
            start = self._nodes_within(recognised, cover, order)
            for chosen in self._once(self._found_covers(cover, start), cover):
                if self._seed is None:
                    yield chosen
                else:
                    yield sum(1 << order[option] for option in options(chosen))
                if self._stopped and self._late():
                    return
        except KeyboardInterrupt:  # the covers found so far still make answers
            self.report.reason = "interrupted"

    def _once(self, covers: Iterator[int], cover: Cover) -> Iterator[int]:
        """The same covers; raises an error if one comes twice, as it would count twice."""
        distinct, size = Distinct(), cover.size // 8 + 1
        for chosen in covers:
            if not distinct.add(hash(chosen.to_bytes(size, "little"))):
                raise RepeatedAnswerError(f"{self.engine} finds a cover twice; please report this")
            yield chosen

    def _ordered(self, cover: Cover) -> tuple[Cover, list[int]]:
        """The cover, shuffled if there is a seed, and the number of each option before that."""
        order = list(range(cover.size))
        if self._seed is None:
            return cover, order
        random.Random(self._seed).shuffle(order)
        return cover.permuted(order), order

    def _nodes_within(
        self, recognised: Recognised, cover: Cover, order: Sequence[int]
    ) -> list[Node]:
        """The nodes where the search for the covers in the cube begins; makes the search."""
        if self._search is None:
            self._search = CoverSearch(cover)
        part = assumed(recognised, order, list(self.within.literals()))
        return list(self._search.within(*part)) if part else []

    def _found_covers(self, cover: Cover, start: list[Node]) -> Iterator[int]:
        search = self._search
        assert search
        if self._solver in ("", OWN) and not self._handed_before:
            self._most = self._hand_over(cover)
            yield from search.covers(start, self._pause)
            if self._handing:
                yield from self._handed(search, cover, search.pending())
        else:
            yield from self._handed(search, cover, start)

    @property
    def _handed_before(self) -> bool:
        """Whether the package's process from an earlier cube waits for the next nodes."""
        return self._process is not None and not self._process.ended

    def _hand_over(self, cover: Cover) -> int | None:
        """The number of nodes before the hand-over; ``None`` without a hand-over."""
        most = None if self._solver or self._alone else hand_over_after(cover)
        return most and most * (PATIENCE if self._keep else 1)

    def _handed(self, search: CoverSearch, cover: Cover, nodes: Iterable[Node]) -> Iterator[int]:
        """The covers below some nodes, from a package, or from our own search if that fails."""
        name, waiting, begun = self._solver or SUCCESSOR, list(nodes), False
        check_fit(name, cover)
        after = counted(search.nodes, "node")
        self.report.engine = f"exact-cover:{name}"
        if self._handing:
            self.report.remarks.append(f"handed to {name} after {after}")
        try:
            if not self._process or self._process.ended:
                self._process = CoverProcess(name, cover)
            for chosen in self._process.covers(waiting, self._late):
                begun = True
                yield chosen
        except SolverError as error:
            if begun or self._solver:
                raise
            self.report.engine = f"exact-cover:{OWN}"
            self.report.remarks = [f"not handed over after {after}: {error}"]
            self._most, self._handing, self._alone = None, False, True
            yield from search.covers(waiting, self._pause)

    def _pause(self, nodes: int) -> bool:
        """Whether our own search has to stop; called now and then with its number of nodes."""
        if self._late():
            return True
        if self._counting and self._counting.pays:
            return False  # pair nogoods would disturb what it remembers, and packages only list
        if self._search and self._looked < len(PAIR_NOGOODS):
            after, most = PAIR_NOGOODS[self._looked]
            if nodes >= after:
                self._looked += 1
                self._search.add_pair_nogoods(most, self._late)
                if self._late():
                    return True
        self._handing = self._most is not None and nodes >= self._most
        return self._handing

    def _answers(self, recognised: Recognised) -> Iterator[Row]:
        return rows(recognised, self._covers(recognised), self._limit)

    def _listed(self, recognised: Recognised, each: Callable[[Symbols], None]) -> Iterator[object]:
        for row in self._answers(recognised):
            each(symbols(recognised, row))
            yield row

    def _counted(self, recognised: Recognised) -> Iterator[object]:
        """Count by ``Counting`` if that is possible; yields the answers that it does not count."""
        own = self._solver in ("", OWN)
        simple = not recognised.rest and recognised.injective
        if not simple or not own or self._limit or self._handed_before:
            yield from self._answers(recognised)
            return
        cover, order = self._ordered(recognised.cover)
        start = self._nodes_within(recognised, cover, order)
        assert self._search
        self._memory = self._memory or Counting(self._search)
        self._counting = self._memory
        self._most = self._hand_over(cover)
        self._counting.run(start, self._pause)
        if self._handing:
            handed = self._handed(self._search, cover, self._counting.pending())
            yield from self._once(handed, cover)

    def _late(self) -> bool:
        """Whether the search has to end now; reports the progress a few times a second."""
        now = time.perf_counter()
        if now >= self._reported + _PROGRESS:
            self._reported = now
            self._progress(self._number())
        return super()._late()

    @property
    def nodes(self) -> int:
        """Nodes of our own search; 0 where a package searches, or equal parts are remembered."""
        remembers = self._counting and self._counting.pays
        return self._search.nodes if self._search and not (remembers or self._handing) else 0

    def _number(self) -> int:
        return self._found + (self._counting.found if self._counting else 0)

    def _log(self, message: str) -> None:
        self.report.messages.append(message)


def _ignore(number: int) -> None:
    """In place of a function that the caller did not give."""


def start(job: Job, options: RunOptions) -> ExactCoverSearch:
    """The search of a job for exact covers in its ground program."""
    return ExactCoverSearch(
        job.source(with_profile=True),
        job.engine.solver,
        limit=job.limit,
        timeout=options.timeout,
        seed=job.seed,
        keep=options.keep,
        clock=options.clock,
    )


def prober(job: Job, late: Late) -> CoverProber:
    """The prober of a job.

    Raises:
        GaveUpError: it is late.
        MisfitError: the program is no exact cover.
        NoEstimateError: a package searches from the beginning, in a tree of its own.
        SolverError: clingo refuses the program or the facts.
    """
    if job.engine.solver not in ("", OWN):
        raise NoEstimateError(
            f"{job.instance.name}: no estimate for {job.engine}, which searches a tree of its own; "
            "estimates are for exact-cover without a package"
        )
    found: list[Recognised] = []

    def work() -> None:
        source = job.source(with_profile=True)
        program = ground(source.files, source.facts, source.constants, log=lambda _text: None)
        found.append(recognise(program))

    if not in_thread(work, late):
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up while grounding")
    cover = found[0].cover
    after = None if job.engine.solver else hand_over_after(cover)
    nogoods = tuple(pair for pair in PAIR_NOGOODS if after is None or pair[0] < after)
    made = CoverProber(found[0], nogoods, successor=SUCCESSOR if after and compiled() else "")
    if after and not compiled():
        made.note = f"timed without {SUCCESSOR}, which takes over, once numba has compiled it"
    return made
