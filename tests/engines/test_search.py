"""The report of a search: one object, whole from the engine to the caller."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Generator

import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import ProcessSearch, start_search
from pyasp_puzzles.engines.search import Each, Search, SearchReport, Symbols

BOARD = "packing", "slothouber_graatsma"
FIELDS = [field.name for field in dataclasses.fields(SearchReport)]


def test_each_field_of_the_report_is_an_attribute_of_answers_counts_and_searches() -> None:
    answers = pp.solve(pp.load(*BOARD))
    list(answers)
    search = start_search(make_job(pp.load(*BOARD), "asp"))
    for owner in (answers, pp.count(pp.load(*BOARD)), search):
        for name in FIELDS:
            assert getattr(owner, name) == getattr(owner.report, name)


@pytest.mark.parametrize("engine", ["asp", "auto", "sat", "translate"])
def test_the_report_of_a_process_is_that_of_its_search(engine: str) -> None:
    """All fields but times, which differ from run to run."""
    job = make_job(pp.load(*BOARD), engine)
    here, there = start_search(job), ProcessSearch(job)
    assert (here.count(), there.count()) == (8, 8)
    assert here.report.exhausted
    assert here.report.seconds.keys() == there.report.seconds.keys()
    times = dict.fromkeys(here.report.seconds, 0.0)
    found = [dataclasses.replace(each.report, seconds=times) for each in (here, there)]
    assert dataclasses.astuple(found[0]) == dataclasses.astuple(found[1])


def test_an_interrupted_count_tells_the_number_that_it_returns() -> None:
    class Interrupted(Search):
        def _answers(self) -> Generator[Symbols]:
            yield from [(), ()]
            raise KeyboardInterrupt

        def _count(self, _each: Each | None) -> None:
            for _ in self._noted(self._answers()):
                pass

    told: list[int] = []
    search = Interrupted()
    assert search.count(told.append) == 2
    assert told == [2]
    assert (search.exhausted, search.reason) == (False, "interrupted")


def test_a_report_is_sent_whole() -> None:
    report = SearchReport("asp", False, "limit", {"all": 1.0}, {"atoms": 2}, ["a"], ["b"])
    assert dataclasses.astuple(pickle.loads(pickle.dumps(report))) == dataclasses.astuple(report)


def test_a_new_search_leaves_the_report_of_the_last_one_as_it_is() -> None:
    search = start_search(make_job(pp.load(*BOARD), "asp", limit=1))
    search.count()
    first = search.report
    kept = dataclasses.astuple(first)
    search.count()
    assert search.report is not first
    assert search.report.engine == first.engine
    assert dataclasses.astuple(first) == kept


def test_a_phase_before_the_search_moves_what_counts_from_its_beginning() -> None:
    report = SearchReport(seconds={"ground": 1.0, "first": 2.0, "all": 4.0})
    seconds = report.preceded_by("facts", 0.5).seconds
    assert seconds == {"facts": 0.5, "ground": 1.0, "first": 2.5, "all": 4.5}
    assert next(iter(seconds)) == "facts"


def test_counts_are_equal_by_number_and_ending_only() -> None:
    fast = pp.Count(8, SearchReport("asp", True, seconds={"all": 1.0}))
    slow = pp.Count(8, SearchReport("sat", True, seconds={"all": 9.0}))
    assert fast == slow and {fast, slow} == {fast}
    assert fast != pp.Count(8, SearchReport("asp", False, "limit"))
