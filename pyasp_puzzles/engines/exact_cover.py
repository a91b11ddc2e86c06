"""Searches programs that are exact covers, with bit sets instead of clause learning.

clingo grounds the program, :mod:`pyasp_puzzles.engines.covering.recognition` finds the cover in it,
:mod:`pyasp_puzzles.engines.covering.search` lists the answers, or counts them without a list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing

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
from pyasp_puzzles.engines.covering.recognition import Recognised, Row, recognise
from pyasp_puzzles.engines.covering.search import Counting, CoverSearch, Node
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source, in_thread
from pyasp_puzzles.work.deadline import INTERRUPTED, Late

OWN = "bitsets"
"""Our own search; it hands long searches over to ``SUCCESSOR``."""

PAIR_NOGOODS = ((5_000, 8), (100_000, 32))
"""Nodes after which to look for pair nogoods, and the largest group (docs/measured/engines.md)."""

PATIENCE = 3
"""With ``keep`` (in cubes) our own search hands over after so many times the nodes."""


class _Tree:
    """What one search for the covers of a program needs; with ``keep`` all searches share it."""

    def __init__(self, recognised: Recognised) -> None:
        self.recognised = recognised
        self.search = CoverSearch(recognised.cover)
        self.memory = Counting(self.search)
        self.looked = 0  # times that pair nogoods were looked for
        self.process: CoverProcess | None = None  # of the package
        self.alone = False  # the package has failed

    @property
    def handed(self) -> bool:
        """Whether the package's process waits for nodes."""
        return self.process is not None and not self.process.ended


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
        keep: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._source, self._solver, self._seed, self._keep = source, solver, seed, keep
        self._own = solver in ("", OWN)
        if not self._own:
            check_installed(solver)
        self._tree: _Tree | None = None
        super().__init__(timeout, clock, limit=limit)

    def _restart(self) -> None:
        self._most: int | None = None  # nodes before the package takes over
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
        simple = known.injective and not (known.rest or each or self._limit or tree.handed)
        if self._own and simple:
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
        """The covers by our own search, and by a package what is left when it takes over."""
        part = tree.recognised.within(self.within)
        nodes = tree.search.within(*part) if part else iter(())
        if self._own and not tree.handed:
            most = None if self._solver or tree.alone else hand_over_after(tree.recognised.cover)
            self._most = most and most * (PATIENCE if self._keep else 1)
            if self._counting:
                tree.memory.run(nodes, self._pause)
            else:
                yield from tree.search.covers(nodes, self._pause)
            if not self._handing:
                return
            nodes = (tree.memory if self._counting else tree.search).pending()
        yield from self._handed(tree, nodes)

    def _handed(self, tree: _Tree, nodes: Iterable[Node]) -> Iterator[int]:
        """The covers below some nodes, from a package, or from our own search if that fails."""
        name, waiting, begun = self._solver or SUCCESSOR, list(nodes), False
        check_fit(name, tree.recognised.cover)
        after = counted(tree.search.nodes, "node")
        self.report.engine = f"exact-cover:{name}"
        if self._handing:
            self.report.remarks.append(f"handed to {name} after {after}")
        try:
            if not tree.process or tree.process.ended:
                tree.process = CoverProcess(name, tree.recognised.cover)
            for chosen in tree.process.covers(waiting, self._late):
                begun = True
                yield chosen
        except SolverError as error:
            if begun or self._solver:
                raise
            self.report.engine = f"exact-cover:{OWN}"
            self.report.remarks = [f"not handed over after {after}: {error}"]
            self._most, self._handing, tree.alone = None, False, True
            yield from tree.search.covers(waiting, self._pause)

    def _pause(self, nodes: int) -> bool:
        """Whether our own search has to stop; called now and then with its number of nodes."""
        tree = self._tree
        assert tree
        if self._late():
            return True
        if self._counting and tree.memory.pays:
            return False  # pair nogoods would disturb what it remembers, and packages only list
        if tree.looked < len(PAIR_NOGOODS) and nodes >= PAIR_NOGOODS[tree.looked][0]:
            tree.looked += 1
            tree.search.add_pair_nogoods(PAIR_NOGOODS[tree.looked - 1][1], self._late)
            if self._late():
                return True
        self._handing = self._most is not None and nodes >= self._most
        return self._handing

    def _measure(self, tree: _Tree) -> None:
        nodes, dead, memory = tree.search.nodes, tree.search.dead, tree.memory
        self.report.statistics |= {"nodes": nodes, "choices": nodes, "conflicts": dead}
        if self._counting:
            self.report.statistics |= {"states": memory.states, "hits": memory.hits}
            states = counted(memory.states, "state")
            self.report.remarks.append(f"counted by memoised covers: {states}")
        if tree.process and not self._keep:
            tree.process.end()

    @property
    def nodes(self) -> int:
        """Nodes of our own search; 0 where a package searches, or equal parts are remembered."""
        tree = self._tree
        hidden = not tree or self._handing or (self._counting and tree.memory.pays)
        return tree.search.nodes if tree and not hidden else 0

    def _number(self) -> int:
        return self._found + (self._tree.memory.found if self._counting and self._tree else 0)


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

    def work() -> Recognised:
        source = job.source(with_profile=True)
        return recognise(ground(source.files, source.facts, source.constants))

    found = in_thread(work, late)
    if not found:
        raise GaveUpError(f"{job.instance.name}: no estimate, the time was up while grounding")
    after = None if job.engine.solver else hand_over_after(found[0].cover)
    nogoods = tuple(pair for pair in PAIR_NOGOODS if after is None or pair[0] < after)
    made = CoverProber(found[0], nogoods, successor=SUCCESSOR if after and compiled() else "")
    if after and not compiled():
        made.note = f"timed without {SUCCESSOR}, which takes over, once numba has compiled it"
    return made
