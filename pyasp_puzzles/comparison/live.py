"""A live table of a comparison that runs: how far it is, and the medians so far."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from pyasp_puzzles.comparison.columns import (
    answers_text,
    engine_text,
    range_text,
    seconds_text,
    unfinished_text,
)
from pyasp_puzzles.comparison.measurements import Measurements, Row
from pyasp_puzzles.comparison.plan import Plan
from pyasp_puzzles.comparison.race import Watcher
from pyasp_puzzles.comparison.run import Run
from pyasp_puzzles.comparison.tables import grid
from pyasp_puzzles.engines.names import Engine

if TYPE_CHECKING:
    from rich.console import Console, Group
    from rich.live import Live


class LiveTable(Watcher):
    """Shows on a terminal which run is going on, and the medians so far of its case.

    Used in a ``with`` statement; at its end the table is erased.  Whether the engines agree is
    known only after the last run, so these figures are no result yet.  Prints nothing
    where there is no terminal.
    """

    def __init__(self, console: Console, plan: Plan) -> None:
        self._console = console
        self._plan = plan
        self._so_far = Measurements(plan)
        self._case = plan.cases[0].name
        self._doing = "starting"
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            from rich.live import Live

            self._live = Live(
                self.picture(), console=self._console, auto_refresh=False, transient=True
            )
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live:
            self._live.stop()

    def starting(self, case: str, engine: Engine, repeat: int) -> None:
        plan = self._plan
        self._case = case
        if repeat == 0:
            self._doing = f"warming up: {engine}"
        else:
            rounds, engines = len(plan.rounds()), len(plan.engines)
            cases = [each.name for each in plan.cases]
            before = (cases.index(case) * rounds + repeat - 1) * engines
            number = before + plan.engines.index(engine) + 1
            total = len(cases) * rounds * engines
            self._doing = f"run {number} of {total}: {case}, {engine}, round {repeat} of {rounds}"
        self._show()

    def finished(self, run: Run) -> None:
        self._so_far.runs.append(run)
        self._show()

    def _show(self) -> None:
        if self._live:
            self._live.update(self.picture(), refresh=True)

    def picture(self) -> Group:
        """A line that names the run that is going on, and the table."""
        from rich.console import Group
        from rich.text import Text

        rows = self._so_far.rows()
        here = {row.engine: row for row in rows if row.case == self._case}
        several = len(self._plan.cases) > 1
        titles = ["engine", "rounds", "answers", "total s", "min–max"]
        body = [
            [
                *self._cells(engine, here.get(engine)),
                *([_solved(rows, engine)] if several else []),
            ]
            for engine in self._plan.engines
        ]
        lines = grid([*titles, "solved"] if several else titles, body)
        return Group(Text(self._doing, style="bold cyan"), *lines)

    def _cells(self, engine: Engine, row: Row | None) -> list[str]:
        """The cells of an engine on the current case."""
        if row is None:
            return [str(engine), "", "", "", ""]
        limits = self._plan.limits
        total = seconds_text(row.seconds["total"]) if row.seconds else unfinished_text(row, limits)
        return [engine_text(row), str(row.runs), answers_text(row), total, range_text(row)]


def _solved(rows: list[Row], engine: Engine) -> str:
    """The number of cases that an engine has finished, of those that it has begun."""
    own = [row for row in rows if row.engine == engine]
    return f"{sum(bool(row.seconds) for row in own)} of {len(own)}" if own else ""
