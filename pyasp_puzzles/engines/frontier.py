"""Counting without listing: dynamic programming over the frontier between filled and empty cells.

An :class:`~pyasp_puzzles.engines.encoding.Automaton` writes an answer as a word, cell by cell; its
state is all that the rest depends on.  If it is deterministic, each path is one word, counted layer
by layer.  If not, states that lead nowhere go, states with the same arcs are merged from the last
layer on, and the words that lead to each set of states are counted (Rabin and Scott, "Finite
automata and their decision problems", 1959).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence

from pyasp_puzzles.core.errors import MisfitError, counted
from pyasp_puzzles.engines.encoding import Automaton
from pyasp_puzzles.engines.job import Job, RunOptions, builder
from pyasp_puzzles.engines.search import Each, Search, Symbols
from pyasp_puzzles.ground.grounding import in_thread

MAX_STATES = 1_000_000
"""The largest number of states in all layers; docs/measured/engines.md has its time and memory."""

_CHECK_INTERVAL = 1024
"""Number of states between two checks of the time limit."""


Arcs = list[list[tuple[Hashable, int]]]
"""For each state of a layer, by its number: letters, and the numbers of the next states."""

Table = Sequence[Mapping[Hashable, frozenset[int]]]
"""For each state of a layer, by its number: the next states for each letter."""


class _EndedError(Exception):
    """The count has to end early; the report says why."""


class FrontierSearch(Search):
    """Counts the words of an automaton; a count that ends early is "at least 0"."""

    def __init__(
        self,
        build: Callable[[], Automaton],
        *,
        timeout: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        most: int = MAX_STATES,
    ) -> None:
        super().__init__(timeout, clock, "frontier")
        self._build, self._most = build, most

    def _answers(self) -> Generator[Symbols]:
        raise MisfitError("frontier counts and does not list")

    def _count(self, _each: Each | None) -> None:
        self._states, self._widest, self._looks = 0, 0, 0
        remarks = self.report.remarks
        try:
            made = [] if self._late() else in_thread(self._build, self._late)
            if not made:
                raise _EndedError
            self._found = self._counted(made[0])
            remarks.append(
                "counted by dynamic programming over the frontier: "
                f"at most {counted(self._widest, 'state')} in a layer"
            )
        except (_EndedError, KeyboardInterrupt) as end:
            remarks.append("the frontier gives no part of the number when it is ended early")
            if isinstance(end, KeyboardInterrupt):
                raise
        finally:
            self.report.statistics |= {"states": self._states, "widest layer": self._widest}

    def _counted(self, automaton: Automaton) -> int:
        """The number of words, counted by the automaton or by the rival with fewest states."""
        sweeps = [_Sweep(each) for each in (automaton, *automaton.rivals)]
        while True:
            sweep = min(sweeps, key=lambda sweep: sweep.states + len(sweep.layer))
            if sweep.step == automaton.steps:
                break
            sweep.advance(self._watch)
            self._add(len(sweep.layer))
        self.report.statistics["letters"] = automaton.steps
        if sweep.automaton.deterministic:
            return sum(sweep.layer.values())
        tables = _merged(sweep.arcs, len(sweep.layer), self._watch)
        self.report.statistics["merged states"] = sum(map(len, tables))
        return self._words(tables)

    def _words(self, tables: Sequence[Table]) -> int:
        """The number of words: for each letter the number that leads to each set of states."""
        layer = {frozenset((0,)): 1} if not tables or tables[0] else {}
        sets = len(layer)
        for table in tables:
            following: dict[frozenset[int], int] = {}
            for states, ways in layer.items():
                self._watch(len(following))
                by_letter: dict[Hashable, frozenset[int]] = {}
                for state in states:
                    for letter, reached in table[state].items():
                        known = by_letter.get(letter)
                        by_letter[letter] = known | reached if known else reached
                for reached in by_letter.values():
                    following[reached] = following.get(reached, 0) + ways
            layer = following
            sets += len(layer)
            self._add(len(layer))
        self.report.statistics["sets of states"] = sets
        return sum(layer.values())

    def _add(self, states: int) -> None:
        self._states += states
        self._widest = max(self._widest, states)

    def _watch(self, new: int) -> None:
        """Check both limits; called for each state with the size of the next layer so far."""
        if self._states + new > self._most:
            raise MisfitError(
                f"the frontier would have more than {self._most:,} states, too many to count with"
            )
        self._looks += 1
        if self._looks % _CHECK_INTERVAL == 1 and self._late():
            raise _EndedError


class _Sweep:
    """The states of an automaton, layer by layer."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.step, self.states = 0, 1
        self.layer: dict[Hashable, int] = {automaton.start: int(automaton.deterministic)}
        self.arcs: list[Arcs] = []

    def advance(self, watch: Callable[[int], None]) -> None:
        """Go on to the next layer; calls ``watch`` with its size so far."""
        following: dict[Hashable, int] = {}
        successors, step = self.automaton.successors, self.step
        if self.automaton.deterministic:
            for state, ways in self.layer.items():
                watch(len(following))
                for _, reached in successors(step, state):
                    following[reached] = following.get(reached, 0) + ways
        else:
            arcs: Arcs = []
            for state in self.layer:
                watch(len(following))
                arcs.append(
                    [
                        (letter, following.setdefault(reached, len(following)))
                        for letter, reached in successors(step, state)
                    ]
                )
            self.arcs.append(arcs)
        self.layer = following
        self.step += 1
        self.states += len(following)


def _merged(layers: Sequence[Arcs], final: int, watch: Callable[[int], None]) -> list[Table]:
    """The layers without dead ends, and with states merged that have the same arcs."""
    merged: list[Table] = []
    number = [0] * final  # of a state's class, or -1 for a dead end
    for layer in reversed(layers):
        classes: dict[frozenset[tuple[Hashable, int]], int] = {}
        above = []
        for arcs in layer:
            watch(0)
            alive = frozenset((letter, number[s]) for letter, s in arcs if number[s] >= 0)
            above.append(classes.setdefault(alive, len(classes)) if alive else -1)
        merged.append([_by_letter(arcs) for arcs in classes])
        number = above
    merged.reverse()
    return merged


def _by_letter(arcs: Iterable[tuple[Hashable, int]]) -> dict[Hashable, frozenset[int]]:
    reached: dict[Hashable, set[int]] = {}
    for letter, state in arcs:
        reached.setdefault(letter, set()).add(state)
    return {letter: frozenset(states) for letter, states in reached.items()}


def start(job: Job, options: RunOptions) -> FrontierSearch:
    """The count of a job by the puzzle's automaton; MisfitError for a list or a limit."""
    if job.task != "count":
        raise MisfitError("frontier counts and does not list")
    if job.limit:
        raise MisfitError("frontier counts the whole number and knows no limit")
    return FrontierSearch(builder(job), timeout=options.timeout, clock=options.clock)
