"""Searches programs that are exact covers, with bit sets instead of clause learning.

clingo grounds the program, :mod:`pyasp_puzzles.engines.covering.recognition` finds the cover in it,
:mod:`pyasp_puzzles.engines.covering.search` lists the answers, or counts them without a list.  A
long search is handed over to :mod:`pyasp_puzzles.engines.covering.kernel`, which is compiled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from pyasp_puzzles.core.atoms import Distinct
from pyasp_puzzles.core.errors import GaveUpError, MisfitError, RepeatedAnswerError, counted
from pyasp_puzzles.core.optional import check_installed, is_installed
from pyasp_puzzles.engines.covering.probing import CoverProber, probed
from pyasp_puzzles.engines.covering.recognition import Recognised, Row, recognise
from pyasp_puzzles.engines.covering.search import Counting, Cover, CoverSearch
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source, in_thread
from pyasp_puzzles.work.deadline import INTERRUPTED, Late

if TYPE_CHECKING:
    from pyasp_puzzles.engines.covering.kernel import KernelSearch

OWN, KERNEL = "bitsets", "kernel"
"""The search that needs nothing, and the compiled one, to which it hands long searches over."""

LOOK = 4_000
"""Nodes of our own search before it estimates how many there are."""

HAND_OVER, HAND_OVER_COLD = 90_000, 600_000
"""Trees with more nodes are handed over: our own search visits as many while numba is imported, or
while the kernel is compiled (docs/measured/engines.md)."""

PARTS = 256
"""Parts of the tree for each thread of the kernel, where it has several."""

WIDTH = 48
"""Nodes of each level that the estimate visits."""

MOST_WIDE = 64
"""The most groups with several options that the kernel knows."""


def check_fit(cover: Cover) -> None:
    """Refuse a cover that the kernel cannot express; MisfitError."""
    needed = 0
    for group in cover.groups:
        needed |= group.mask if group.low == group.high <= 1 else 0
    free = cover.size - needed.bit_count()
    if free:
        raise MisfitError(f"found {free} choices in no group of which exactly one is needed")
    wide = sum(group.high != 1 for group in cover.groups)
    if wide > MOST_WIDE:
        raise MisfitError(f"found {wide} groups with several choices, expected at most {MOST_WIDE}")


def hand_over_after(cover: Cover) -> int | None:
    """After how many nodes our own search hands a cover over; ``None``: never."""
    try:
        check_fit(cover)
    except MisfitError:
        return None
    return LOOK if is_installed("numba") else None


class _Tree:
    """What one search for the covers of a program needs; with ``keep`` all searches share it."""

    def __init__(self, recognised: Recognised) -> None:
        self.recognised = recognised
        self.search = CoverSearch(recognised.cover)
        self.memory = Counting(self.search)
        self.most = hand_over_after(recognised.cover)
        self.kernel: KernelSearch | None = None  # it has taken over


class ExactCoverSearch(Search):
    """Searches for exact covers, among the answers in the cube ``within``."""

    def __init__(
        self,
        source: Source,
        solver: str = "",
        *,
        limit: int = 0,
        timeout: float | None = None,
        seed: int | None = None,
        threads: int = 1,
        keep: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._source, self._solver, self._seed, self._keep = source, solver, seed, keep
        self._threads = threads
        if solver == KERNEL:
            check_installed("numba")
        self._tree: _Tree | None = None
        super().__init__(timeout, clock, limit=limit)

    def _restart(self) -> None:
        self._handing = self._counting = False
        super()._restart()
        self.report.engine = f"exact-cover:{self._solver or OWN}"

    def _answers(self) -> Generator[Symbols]:
        tree = self._recognised()
        if tree:
            for row in self._rows(tree):
                yield tree.recognised.symbols(row)

    def _count(self, each: Each | None) -> None:
        """Count the answers; list them only if that is needed."""
        tree = self._recognised()
        if tree is None:
            return
        known = tree.recognised
        if known.injective and not (known.rest or each or self._limit):
            self._counting = True
            for _ in self._covers(tree):
                self._found += 1
            return
        for row in self._noted(self._rows(tree)):
            if each:
                each(known.symbols(row))

    def _recognised(self) -> _Tree | None:
        """The cover in the program; ``None`` if the time is up before it is found."""
        if self._keep and self._tree:
            self.report.seconds |= {"ground": 0.0, "recognise": 0.0}
            return None if self._late() else self._tree
        self._tree = None
        times: dict[str, float] = {}

        def work() -> tuple[Recognised, int]:
            source, log = self._source, self.report.messages.append
            program = ground(source.files, source.facts, source.constants, log=log)
            times["ground"] = self._spent()  # here, since other threads see our CPU time late
            self.enter("looking for exact covers")
            recognised = recognise(program, self._seed)
            times["recognise"] = self._spent() - times["ground"]
            return recognised, len(program.rules)

        self.enter("grounding")
        found = [] if self._late() else in_thread(work, self._late)
        if not found:
            self.report.reason += " while recognising" if times else " while grounding"
            return None
        self.report.seconds |= times
        self.enter("searching")
        recognised, rules = found[0]
        options, items = recognised.cover.size, len(recognised.cover.groups)
        self.report.statistics = {
            "rules": rules,
            "atoms": recognised.atoms,
            "options": options,
            "items": items,
            "variables": options,
            "constraints": items,
        }
        self._tree = _Tree(recognised)
        return None if self._late() else self._tree

    def _rows(self, tree: _Tree) -> Generator[Row]:
        with closing(self._covers(tree)) as covers:
            yield from tree.recognised.rows(covers, self._limit)

    def _covers(self, tree: _Tree) -> Generator[int]:
        """All covers in the cube, as bits, each once; those that are counted do not come."""
        distinct, size = Distinct(), tree.recognised.cover.size // 8 + 1
        try:
            for chosen in self._found_covers(tree):
                if not distinct.add(hash(chosen.to_bytes(size, "little"))):
                    who = self.engine
                    raise RepeatedAnswerError(f"{who} finds a cover twice; please report this")
                yield chosen
                if self._stopped and self._late():
                    return
        except KeyboardInterrupt:  # the covers found so far still make answers
            self.report.reason = INTERRUPTED
        finally:
            self._measure(tree)

    def _found_covers(self, tree: _Tree) -> Iterator[int]:
        """The covers by our own search, and by the kernel what is left when it takes over."""
        tree.memory.restart()
        part = tree.recognised.within(self.within)
        nodes = tree.search.within(*part) if part else iter(())
        if not tree.kernel and self._solver != KERNEL:
            if self._counting:
                tree.memory.run(nodes, self._pause)
            else:
                yield from tree.search.covers(nodes, self._pause)
            if not self._handing:
                return
            nodes = (tree.memory if self._counting else tree.search).pending()
            self.report.remarks.append(f"handed over after {counted(tree.search.nodes, 'node')}")
        self.report.engine = f"exact-cover:{KERNEL}"
        if not tree.kernel:
            check_fit(tree.recognised.cover)
            cover, threads = tree.recognised.cover, self._threads
            loaded = in_thread(lambda: _loaded(cover, threads), self._late)
            if not loaded:
                self.report.reason += " while compiling"
                return
            tree.kernel = loaded[0]
        tree.kernel.restart()
        if self._threads > 1:
            nodes = iter(tree.search.split(nodes, PARTS * self._threads))
        if self._counting:
            tree.kernel.count(nodes, self._ends)
        else:
            yield from tree.kernel.covers(nodes, self._ends)

    def _ends(self, _nodes: int) -> bool:
        """Whether the kernel has to stop; called now and then."""
        return self._late()

    def _pause(self, nodes: int) -> bool:
        """Whether our own search has to stop; called now and then with its number of nodes."""
        tree = self._tree
        assert tree
        if self._late():
            return True
        if self._solver == OWN or tree.most is None or nodes < tree.most:
            return False
        if self._counting and tree.memory.outruns:
            return False
        if tree.most == LOOK:
            tree.most = self._patience(tree)
        self._handing = nodes >= tree.most
        return self._handing or self._late()

    def _patience(self, tree: _Tree) -> int:
        """After how many nodes to hand over, once there are some."""
        size = probed(tree.search, tree.search.within((), 0), WIDTH, 0, self._late)
        if size and size.nodes <= HAND_OVER:
            return HAND_OVER
        return HAND_OVER_COLD if _cold() else 0

    def _measure(self, tree: _Tree) -> None:
        nodes, dead, memory = tree.search.nodes, tree.search.dead, tree.memory
        if tree.kernel:
            nodes, dead = nodes + tree.kernel.nodes, dead + tree.kernel.dead
        self.report.statistics |= {"nodes": nodes, "choices": nodes, "conflicts": dead}
        if self._counting and not tree.kernel:
            self.report.statistics |= {"states": memory.states, "hits": memory.hits}
            states = counted(memory.states, "state")
            self.report.remarks.append(f"counted by memoised covers: {states}")

    @property
    def nodes(self) -> int:
        """Nodes of the search; 0 where equal parts are remembered."""
        tree = self._tree
        if not tree or (self._counting and not tree.kernel and tree.memory.pays):
            return 0
        return tree.search.nodes + (tree.kernel.nodes if tree.kernel else 0)

    def _number(self) -> int:
        tree = self._tree
        if not tree or not self._counting:
            return self._found
        return tree.memory.found + (tree.kernel.found if tree.kernel else 0)


def _loaded(cover: Cover, threads: int = 1) -> KernelSearch:
    """The kernel of a cover, compiled."""
    from pyasp_puzzles.engines.covering.kernel import KernelSearch

    kernel = KernelSearch(cover, threads)
    kernel.load()
    return kernel


def _cold() -> bool:
    """Whether the kernel has to be compiled on this machine."""
    from pyasp_puzzles.core.compiled import cold
    from pyasp_puzzles.engines.covering.kernel import advance

    return cold(advance)


def start(job: Job, options: RunOptions) -> ExactCoverSearch:
    """The search of a job for exact covers in its ground program."""
    return ExactCoverSearch(
        job.source(with_profile=True),
        job.engine.solver,
        limit=job.limit,
        timeout=options.timeout,
        seed=job.seed,
        threads=job.workers if not job.limit else 1,
        keep=options.keep,
        clock=options.clock,
    )


def prober(job: Job, late: Late) -> CoverProber:
    """The prober of a job.

    Raises:
        GaveUpError: it is late.
        MisfitError: the program is no exact cover.
        SolverError: clingo refuses the program or the facts.
    """

    def work() -> Recognised:
        source = job.source(with_profile=True)
        return recognise(ground(source.files, source.facts, source.constants))

    found = in_thread(work, late)
    if not found:
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up while grounding")
    cover, solver = found[0].cover, job.engine.solver
    if solver == KERNEL:
        check_fit(cover)
    takes_over = solver == KERNEL or (not solver and hand_over_after(cover))
    return CoverProber(found[0], (lambda: _loaded(cover)) if takes_over else None)
