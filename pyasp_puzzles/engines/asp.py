"""clingo as an engine: ground a program with its facts, then search in short, stoppable waits."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path

import clingo

from pyasp_puzzles.engines.grounding import WAIT, in_thread
from pyasp_puzzles.engines.job import Job, RunOptions
from pyasp_puzzles.engines.option_check import full_options, full_portfolio
from pyasp_puzzles.engines.sample import sample_of
from pyasp_puzzles.engines.state import TimedSearch
from pyasp_puzzles.errors import SolverError


class AspSearch(TimedSearch):
    """Searches with clingo; see :class:`pyasp_puzzles.results.Search`.

    Args:
        program: the ``.lp`` files.
        facts: the instance as text.
        constants: values for the program's ``#const`` statements.
        limit: stop after so many answers; 0 means all.
        timeout: seconds of wall clock for grounding and solving together; ``None``: no limit.
        threads: clasp's parallel search with so many threads.
        portfolio: lines of a portfolio file of clasp, which several threads race in place of the
            options.
        keep: use the ground program for the next search, too.
        seed: shuffles the search; the same seed gives the same order on one thread.
        options: further clasp options, after ours, of those that keep the answers.
        check: looks at every answer that is counted, and raises an error if one is wrong.
        clock: what ``seconds`` are measured with.

    Every answer set is an answer: what ``#minimize`` says of its cost is left aside, as in all
    engines.

    Each iteration and each count is a search of its own, among the answers in the cube ``within``.
    Grounding cannot be interrupted in clingo 5, so it runs in a thread: a time limit or Ctrl-C ends
    the waiting at once, but the thread works on, and Python waits for it when the process ends.

    Raises:
        SolverError: an option may change what is found, or clingo refuses an option, the program
            or the facts.
    """

    def __init__(
        self,
        program: Sequence[Path],
        facts: str,
        *,
        constants: Mapping[str, object] | None = None,
        limit: int = 0,
        timeout: float | None = None,
        threads: int = 1,
        seed: int | None = None,
        options: Sequence[str] = (),
        portfolio: Sequence[str] = (),
        keep: bool = False,
        check: Callable[[clingo.Model], None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(timeout, clock)
        self._keep, self._kept = keep, False
        self._program, self._facts, self._limit = program, facts, limit
        self._arguments = [f"--models={limit}", "--project=show", "--opt-mode=ignore"]
        self._arguments += [f"--const={name}={value}" for name, value in (constants or {}).items()]
        if threads > 1:
            self._arguments.append(f"--parallel-mode={threads}")
        if seed is not None:
            # The seed alone changes nothing: clasp makes no random decision unless told to.
            self._arguments += [f"--seed={seed}", "--rand-freq=0.05", "--sign-def=rnd"]
        self._portfolio = full_portfolio(portfolio) if threads > 1 else []
        if not self._portfolio:
            self._arguments += full_options(options)
        self._check = check
        self._unused: clingo.Control | None = self._control()  # refuses bad options at once

    def _begin(self) -> clingo.Control:
        """A control, fresh unless it is kept, and clean results."""
        self._restart()
        control = self._unused or self._control()
        self._unused = control if self._kept else None
        return control

    def _control(self) -> clingo.Control:
        try:
            if not self._portfolio:
                return clingo.Control(self._arguments, logger=self._log)
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "portfolio.txt")
                file.write_text("\n".join((*self._portfolio, "")), encoding="ascii")
                arguments = [*self._arguments, f"--configuration={file}"]
                return clingo.Control(arguments, logger=self._log)
        except RuntimeError as error:
            raise SolverError(f"clingo options: {self._why(error)}") from None

    def __iter__(self) -> Generator[tuple[clingo.Symbol, ...]]:
        control = self._begin()
        try:
            if not self._ground(control):
                return
            found = 0
            with control.solve(self._assumptions(), yield_=True, async_=True) as handle:
                while not self._late():
                    handle.resume()
                    if not self._wait(handle):
                        break
                    model = handle.model()
                    if model is None:
                        break
                    found += 1
                    self.report.seconds.setdefault("first", self._spent())
                    yield tuple(model.symbols(shown=True))
                self._finish(handle, found)
            self._measure(control)
        except KeyboardInterrupt:
            self.report.reason = "interrupted"
        finally:
            self.report.seconds["all"] = self._spent()

    def count(
        self,
        progress: Callable[[int], None] | None = None,
        each: Callable[[Sequence[clingo.Symbol]], None] | None = None,
    ) -> int:
        """The number of answers, found without looking at them.

        Args:
            progress: called a few times a second with the number so far.
            each: called with the shown symbols of every answer, faster than an iteration.
        """
        found, check = 0, self._check
        failure: list[Exception] = []

        def one_more(model: clingo.Model) -> bool:
            nonlocal found
            if each or check:
                try:
                    if check:
                        check(model)
                    if each:
                        each(model.symbols(shown=True))
                except Exception as error:  # clingo would forget what kind of error it was
                    failure.append(error)
                    return False
            found += 1
            return True

        control = self._begin()
        try:
            if self._ground(control):
                assumed = self._assumptions()
                with control.solve(assumed, async_=True, on_model=one_more) as handle:
                    self._wait(handle, lambda: progress(found) if progress else None)
                    self._finish(handle, found)
                self._measure(control)
        except KeyboardInterrupt:
            self.report.reason = "interrupted"
        finally:
            self.report.seconds["all"] = self._spent()
        if failure:
            raise failure[0]
        return found

    def _assumptions(self) -> list[tuple[clingo.Symbol, bool]]:
        return [(clingo.parse_term(atom), value) for atom, value in self.within.literals()]

    def _ground(self, control: clingo.Control) -> bool:
        """Load and ground, unless that is kept; false when the time was up before."""
        if self._kept:
            self.report.seconds["ground"] = 0.0
            return not self._late()
        ended = 0.0

        def work() -> None:
            nonlocal ended
            try:
                for program in self._program:
                    control.load(str(program))
                control.add("base", [], self._facts)
                control.ground([("base", [])])
            except RuntimeError as error:
                raise SolverError(f"{self._names()}: {self._why(error)}") from None
            ended = self._spent()  # here, since other threads see our CPU time late

        self.enter("grounding")
        if not in_thread(work, self._late):
            self.report.reason += " while grounding"
            return False
        self.report.seconds["ground"] = ended
        self.enter("searching")
        if self._keep:  # not before: what was ground in part, or still is, serves nobody
            self._kept, self._unused = True, control
        return not self._late()

    def _wait(self, handle: clingo.SolveHandle, look: Callable[[], None] | None = None) -> bool:
        """Wait for the next result; false when the search has to end before."""
        while not handle.wait(WAIT):
            if look:
                look()
            if self._late():
                return False
        return True

    def _finish(self, handle: clingo.SolveHandle, found: int) -> None:
        """Stop what still runs, and note whether the search was exhausted."""
        if self.report.reason:
            handle.cancel()
        self.report.exhausted = bool(handle.get().exhausted)
        if self.report.exhausted:
            self.report.reason = ""
        elif not self.report.reason:
            self.report.reason = (
                "limit" if self._limit and found >= self._limit else "stopped by clasp"
            )

    def _names(self) -> str:
        return ", ".join(program.name for program in self._program)

    def _measure(self, control: clingo.Control) -> None:
        solvers, problem = control.statistics["solving"]["solvers"], control.statistics["problem"]
        self.report.statistics = {
            "rules": problem["lp"]["rules"],
            "atoms": problem["lp"]["atoms"],
            "variables": problem["generator"]["vars"],
            "constraints": problem["generator"]["constraints"],
            "choices": solvers["choices"],
            "conflicts": solvers["conflicts"],
            "restarts": solvers["restarts"],
        }

    def _log(self, code: clingo.MessageCode, message: str) -> None:
        self.report.messages.append(message.strip())

    def _why(self, error: Exception) -> str:
        words = self.report.messages[0] if self.report.messages else str(error)
        return " ".join(words.split())


def start(job: Job, options: RunOptions) -> AspSearch:
    """The search of a job with clingo."""
    name, profile = job.profile
    search = AspSearch(
        job.program,
        job.facts,
        constants={**profile.constants, **job.constants},
        limit=job.limit,
        timeout=options.timeout,
        threads=job.threads,
        seed=job.seed,
        options=profile.options,
        portfolio=profile.portfolio,
        keep=options.keep,
        check=sample_of(job) if job.own_options else None,
        clock=options.clock,
    )
    search.report.engine = f"{job.engine.kind}:{name}" if name else job.engine.kind
    return search
