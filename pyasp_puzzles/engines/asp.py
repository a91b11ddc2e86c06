"""clingo as an engine: ground a program with its facts, then search in short, stoppable waits."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo

from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.engines.clasp_options import full_options, full_portfolio
from pyasp_puzzles.engines.job import Job, RunOptions, refuse_wishes
from pyasp_puzzles.engines.program import has_show
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.ground.grounding import WAIT, Grounder, Source, in_thread


@dataclass(frozen=True)
class ClaspSettings:
    """How clasp searches: options, or lines of a portfolio that several threads race with.

    Threads that want ``every`` answer share the search. With a seed the search is shuffled; on one
    thread the same seed gives the same order.
    """

    options: Sequence[str] = ()
    portfolio: Sequence[str] = ()
    threads: int = 1
    every: bool = False
    seed: int | None = None

    def arguments(self) -> list[str]:
        """clingo's arguments but a portfolio; SolverError if an option may change what is found."""
        found = []
        if self.threads > 1:
            found.append(f"--parallel-mode={self.threads}" + ",split" * self.every)
        if self.seed is not None:
            # With --seed alone clasp makes no random decision.
            found += [f"--seed={self.seed}", "--rand-freq=0.01", "--sign-def=rnd"]
        return found if self.races else found + full_options(self.options)

    @property
    def races(self) -> bool:
        """Whether the threads race with the options of the portfolio."""
        return self.threads > 1 and not self.every and bool(self.portfolio)


class AspSearch(Search):
    """Searches with clingo, among the answers in the cube ``within``.

    Every answer set is an answer: costs of ``#minimize`` are ignored.  At the time limit clingo
    grounds on in its thread.  ``check`` is called with every answer that is counted.  With ``keep``
    the program is ground once for all searches. Raises SolverError if an option may change what is
    found, or clingo refuses the program.
    """

    def __init__(
        self,
        source: Source,
        clasp: ClaspSettings | None = None,
        *,
        limit: int = 0,
        timeout: float | None = None,
        keep: bool = False,
        check: Callable[[clingo.Model], None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        engine: str = "",
    ) -> None:
        super().__init__(timeout, clock, engine)
        clasp = clasp or ClaspSettings()
        self._source, self._most, self._check, self._keep = source, limit, check, keep
        self._arguments = [f"--models={limit}", "--project=show", "--opt-mode=ignore"]
        self._arguments += clasp.arguments()
        self._portfolio = full_portfolio(clasp.portfolio) if clasp.races else []
        self._kept: clingo.Control | None = None
        self._unused: Grounder | None = self._grounder()  # refuses bad options at once

    def _grounder(self) -> Grounder:
        if not self._portfolio:
            return Grounder(self._source, self._arguments, self._log)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "portfolio.txt")
            file.write_text("\n".join((*self._portfolio, "")), encoding="ascii")
            arguments = [*self._arguments, f"--configuration={file}"]
            return Grounder(self._source, arguments, self._log)

    def _answers(self) -> Generator[Symbols]:
        control = self._ground()
        if control is None:
            return
        with control.solve(self._assumptions(), yield_=True, async_=True) as handle:
            while not self._late():
                handle.resume()
                if not self._wait(handle) or (model := handle.model()) is None:
                    break
                yield tuple(model.symbols(shown=True))
            self._finish(handle)
        self._measure(control)

    def _count(self, each: Each | None) -> None:
        """Count the answers without looking at them."""
        check, failure = self._check, list[Exception]()

        def one_more(model: clingo.Model) -> bool:
            if each or check:
                try:
                    if check:
                        check(model)
                    if each:
                        each(model.symbols(shown=True))
                except Exception as error:  # clingo would forget what kind of error it was
                    failure.append(error)
                    return False
            self._found += 1
            return True

        control = self._ground()
        if control is None:
            return
        with control.solve(self._assumptions(), async_=True, on_model=one_more) as handle:
            self._wait(handle)
            self._finish(handle)
        self._measure(control)
        if failure:
            raise failure[0]

    def _assumptions(self) -> list[tuple[clingo.Symbol, bool]]:
        return [(clingo.parse_term(atom), value) for atom, value in self.within.literals()]

    def _ground(self) -> clingo.Control | None:
        """A control with the ground program; ``None`` if the time is up before."""
        if self._kept:
            self.report.seconds["ground"] = 0.0
            return None if self._late() else self._kept
        grounder, self._unused = self._unused or self._grounder(), None

        def work() -> float:
            grounder.ground()
            return self._spent()  # here, since other threads see our CPU time late

        self.enter("grounding")
        ended = [] if self._late() else in_thread(work, self._late)
        if not ended:
            self.report.reason += " while grounding"
            return None
        self.report.seconds["ground"] = ended[0]
        self.enter("searching")
        self._kept = grounder.control if self._keep else None
        return None if self._late() else grounder.control

    def _wait(self, handle: clingo.SolveHandle) -> bool:
        """Wait for the next result; false when the search has to end before."""
        while not handle.wait(WAIT):
            if self._late():
                return False
        return True

    def _finish(self, handle: clingo.SolveHandle) -> None:
        """Stop what still runs, and note why the search was not exhausted."""
        if self.report.reason:
            handle.cancel()
        if handle.get().exhausted:
            self.report.reason = ""
        elif not self.report.reason:
            self.report.reason = (
                "limit" if self._most and self._found >= self._most else "stopped by clasp"
            )

    def _measure(self, control: clingo.Control) -> None:
        problem, solvers = control.statistics["problem"], control.statistics["solving"]["solvers"]
        self.report.statistics = {
            **{name: problem["lp"][name] for name in ("rules", "atoms")},
            "variables": problem["generator"]["vars"],
            "constraints": problem["generator"]["constraints"],
            **{name: solvers[name] for name in ("choices", "conflicts", "restarts")},
        }

    def _log(self, message: str) -> None:
        self.report.messages.append(message)


def start(job: Job, options: RunOptions) -> AspSearch:
    """The search of a job with clingo: the puzzle's program, or the user's own."""
    (name, profile), row = job.profile, job.engine.row
    every = not job.limit and job.task in ("all", "count")
    checks = options.check and (row.own_program or job.own_options)
    return AspSearch(
        _own_source(job) if row.own_program else job.source(with_profile=True),
        ClaspSettings(profile.options, profile.portfolio, job.workers, every, job.seed),
        limit=job.limit,
        timeout=options.timeout,
        keep=options.keep,
        check=AnswerSample(job) if checks else None,
        clock=options.clock,
        engine=f"{job.engine.kind}:{name}" if name else str(job.engine),
    )


class AnswerSample:
    """Verifies the first 100 answers, every tenth one up to 1,000, every hundredth up to 10,000...

    Where a job counts parts of answers, atoms that are not shown give the rest.
    """

    def __init__(self, job: Job) -> None:
        self._puzzle, self._instance = find_puzzle(job.puzzle), job.instance
        self._program = str(job.engine) if job.engine.row.own_program else ""
        partial = self._puzzle.way(job.by)
        self._hidden = set(map(signature, self._puzzle.answers)) if partial else set()
        self._seen, self._next = 0, 1

    def __call__(self, model: clingo.Model) -> None:
        """Verify an answer if it belongs to the sample."""
        self._seen += 1
        if self._seen < self._next:
            return
        self._next += 10 ** max(0, len(str(self._seen)) - 2)
        symbols = set(model.symbols(shown=True))
        if self._hidden:
            atoms = model.symbols(atoms=True)
            symbols.update(a for a in atoms if (a.name, len(a.arguments)) in self._hidden)
        Answer.read(self._puzzle, self._instance, symbols, self._program).verified(self._program)


def _own_source(job: Job) -> Source:
    """The user's own program, which shows the puzzle's answer atoms if it has no ``#show``.

    clingo warns of no input that a board happens to lack.
    """
    refuse_wishes(job, ())
    puzzle = find_puzzle(job.puzzle)
    shown = [] if has_show(job.program, puzzle.answers) else map(signature, puzzle.answers)
    facts = job.facts + "".join(f"#show {name}/{arity}.\n" for name, arity in shown)
    facts += "".join(f"#defined {n}/{arity}.\n" for n, arity in map(signature, puzzle.inputs))
    return Source(job.program, facts)
