"""The engine ``auto`` and the profiles: what is chosen for a task, and what is said of it."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import CONFIGURATIONS, TASKS, Puzzle, choose
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli import searching, terminal
from pyasp_puzzles.engines import auto
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.frontier import FrontierSearch
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.names import Engine, parse_engine
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.search import SearchReport
from pyasp_puzzles.ground.grounding import in_thread
from pyasp_puzzles.puzzles.pips import PUZZLE
from pyasp_puzzles.work.child import cores

SLABS = "slothouber_graatsma"


def engines(monkeypatch: pytest.MonkeyPatch, chosen: dict[Any, str]) -> None:
    """Let ``auto`` take these engines for tasks of packing."""
    puzzle = dataclasses.replace(find_puzzle("packing"), engines=chosen)
    monkeypatch.setattr("pyasp_puzzles.engines.job.find_puzzle", lambda _name: puzzle)


@pytest.mark.parametrize("name", pp.puzzle_names())
def test_the_profiles_of_a_puzzle_are_accepted_by_clasp_and_change_no_answer(name: str) -> None:
    board = pp.load(name, SLABS if name == "packing" else "")
    symmetry = find_puzzle(name).symmetries is not None
    expected = int(pp.count(board, engine="asp:auto", symmetry=symmetry))
    for profile in find_puzzle(name).profiles:
        assert int(pp.count(board, engine=f"asp:{profile}", symmetry=symmetry)) == expected


@pytest.mark.parametrize("name", pp.puzzle_names())
def test_each_task_of_a_puzzle_is_claimed_by_one_profile_which_says_what_it_does(
    name: str,
) -> None:
    profiles = find_puzzle(name).profiles
    claimed = [task for profile in profiles.values() for task in profile.tasks]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) <= set(TASKS)
    assert all(profile.about for profile in profiles.values())
    assert not set(profiles) & set(CONFIGURATIONS), "a profile hides a configuration of clasp"


def test_the_profile_follows_the_task() -> None:
    board = pp.load("packing")
    profiles = find_puzzle("packing").profiles
    for limit, task in ((1, "first"), (None, "all")):
        search = start_search(make_job(board, "asp", limit=limit))
        assert search.engine == f"asp:{choose(profiles, '', task)[0]}"  # type: ignore[arg-type]
    assert start_search(make_job(board, "asp:trendy")).engine == "asp:trendy"
    assert start_search(make_job(board, options=["--config=jumpy"])).engine == "asp"


def test_two_threads_race_the_portfolio_of_a_profile() -> None:
    """clasp has a solver for each line; alone, the profile searches without conflicts' lessons."""
    profile = find_puzzle("packing").profiles["dive"]
    assert [line.partition(":")[0] for line in profile.portfolio] == ["[dive]", "[learn](crafty)"]
    own = profile.portfolio[0].partition(": ")[2].split()
    assert set(profile.options) <= set(own)
    for board in (pp.load("packing", SLABS), pp.load("packing", "straights_6x6")):
        raced = start_search(make_job(board, "asp", limit=1, threads=2))
        alone = start_search(make_job(board, "asp", limit=1))
        assert raced.engine == alone.engine == "asp:dive"
        assert len(list(raced)) == len(list(alone))
    broken = dataclasses.replace(profile, portfolio=("[x]: --nonsense",))
    job = make_job(board, "asp", limit=1, threads=2)
    job = dataclasses.replace(job, profile=("x", broken))
    with pytest.raises(pp.SolverError, match="nonsense"):
        start_search(job)


@pytest.mark.parametrize("engine", ["asp", "exact-cover"])
def test_the_constants_of_a_profile_reach_the_program(engine: str) -> None:
    board = pp.load("packing", SLABS)
    job = make_job(board, engine, task="all")
    name, profile = job.profile
    assert (name, profile.constants) == ("sweep", {"labels": 0})
    rules = []
    for constants in (profile.constants, {"labels": 1}):
        each = dataclasses.replace(profile, constants=constants)
        search = start_search(dataclasses.replace(job, profile=(name, each)))
        assert len(list(search)) == 8
        rules.append(search.statistics["rules"])
    assert rules[0] < rules[1]
    assert "labels" not in make_job(board, "translate").constants


def test_auto_takes_the_engine_for_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    engines(monkeypatch, {"all": ("asp:crafty",)})
    board = pp.load("packing", SLABS)
    for limit, task in ((None, "all"), (1, "first")):
        job = make_job(board, "auto", limit=limit)
        assert job.task == task
        search = start_search(job)
        list(search)
        assert search.engine == ("asp:crafty" if task == "all" else "asp:dive")
        assert search.remarks == []


def test_auto_says_which_engine_does_not_fit_and_takes_asp(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines(monkeypatch, {"count": ("frontier",)})
    board = pp.load("packing", SLABS)
    with pytest.raises(pp.PuzzleError, match="packing has no frontier encoding"):
        pp.count(board)  # a mistake of the puzzle's, not a misfit
    monkeypatch.undo()
    connected = find_puzzle("twenty_four_seven")
    monkeypatch.setattr(
        "pyasp_puzzles.engines.job.find_puzzle",
        lambda _name: dataclasses.replace(connected, engines={"all": ("exact-cover",)}),
    )
    search = start_search(make_job(pp.load("twenty_four_seven", "four"), "auto"))
    assert len(list(search)) == 1
    assert search.engine.partition(":")[0] == "asp"
    assert search.exhausted
    (remark,) = search.remarks
    assert remark.startswith("exact-cover does not fit: ")
    assert "\n" not in remark


def test_a_running_search_is_not_told_to_be_of_an_engine_that_does_not_fit() -> None:
    with pp.solve(pp.load("eternity", "alike_3x3")) as answers:
        next(answers)
        assert answers.engine != "scan"
        answers.close()
    (remark,) = answers.remarks
    assert remark.startswith("scan does not fit: ")


def test_auto_keeps_its_time_limit_over_both_attempts() -> None:
    found = pp.count(pp.load("packing"), timeout=0.0)
    assert (found.exhausted, found.reason[:10]) == (False, "time limit")


def test_a_misfit_of_the_last_engine_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is clingo, which fits every job but one that it does not know the symmetry of."""
    monkeypatch.setattr(auto, "BASELINE", Engine("exact-cover"))
    board = pp.load("twenty_four_seven", "four")
    with pytest.raises(pp.MisfitError, match=r"four: engine .* does not fit"):
        pp.count(board)
    with pytest.raises(pp.MisfitError, match=r"four: engine .* does not fit"):
        list(pp.solve(board))


def test_a_count_that_lists_for_long_goes_over_to_the_frontier() -> None:
    board = pp.load("pips", "checkers_4x4")
    few, many = make_job(board, "auto", task="count"), make_job(board, "auto", task="count")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pyasp_puzzles.engines.auto.HEAD_START", 3600.0)
        listed = start_search(few)
        assert (listed.count(), listed.engine[:3]) == (9216, "asp")
        patched.setattr("pyasp_puzzles.engines.auto.HEAD_START", 0.0)
        swept = start_search(many)
        assert (swept.count(), swept.engine) == (9216, "frontier")
        assert swept.remarks[0] == "asp was not through within 0 s"
        assert swept.seconds["all"] >= swept.seconds["tried"] > 0


def test_grounding_that_outlasts_the_head_start_ends_no_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(work: Callable[[], Any], late: Callable[[], bool]) -> list[Any]:
        def later() -> Any:
            time.sleep(0.4)
            return work()

        return in_thread(later, late)

    monkeypatch.setattr("pyasp_puzzles.engines.asp.in_thread", slow)
    monkeypatch.setattr("pyasp_puzzles.engines.auto.HEAD_START", 0.1)
    found = pp.count(pp.load("pips", "checkers_4x4"))
    assert (found.answers, found.exhausted, found.engine) == (9216, True, "frontier")


def test_a_count_keeps_what_the_head_start_found_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So many blank dominoes lie on 8 x 8 cells in 12,988,816 ways: too many to list in time."""
    defaults = FrontierSearch.__init__.__kwdefaults__ or {}
    monkeypatch.setitem(defaults, "most", 10)
    text = "board:\n" + 8 * "    AAAAAAAA\n" + "regions:\n    A empty\ndominoes: 0-0 x32\n"
    board = PUZZLE.parse(text, "f")[""]
    refused = "frontier does not fit: the frontier would have"
    for timeout in (0.5, 2, 8, 32, 128):  # a machine may be slow
        found = pp.count(board, timeout=timeout)
        if found.answers and any(refused in each for each in found.remarks):
            break
    assert found.answers > 0
    assert (found.exhausted, found.reason[:10]) == (False, "time limit")
    assert any(refused in each for each in found.remarks)


def test_an_engine_that_does_not_fit_is_named_with_the_board_and_a_way_out() -> None:
    board = pp.load("eternity", "document_3x3")
    words = r"^document_3x3: engine exact-cover:bitsets does not fit: .*; use asp$"
    with pytest.raises(pp.MisfitError, match=words):
        list(pp.solve(board, engine="exact-cover"))
    with pytest.raises(pp.MisfitError, match=words):
        pp.count(board, engine="exact-cover")
    with pytest.raises(pp.PuzzleError, match="eternity has no frontier encoding"):
        pp.count(board, engine="frontier")


def test_threads_that_an_engine_does_not_use_are_remarked() -> None:
    board = pp.load("packing", SLABS)
    assert all("thread" not in words for words in pp.count(board, threads=2).remarks)
    looking = start_search(make_job(board, "auto", threads=2, limit=5, task="all"))
    assert sum(1 for _ in looking) == 5
    assert looking.remarks[0] == "exact-cover searches with one thread"


@pytest.mark.parametrize("engine", ["asp", "asp:learn", "exact-cover", "exact-cover:kernel"])
def test_threads_share_a_count(engine: str) -> None:
    """By default there is one for each core."""
    board = pp.load("packing", "soma")
    found = [pp.count(board, engine=engine, symmetry=True, threads=threads) for threads in (1, 2)]
    assert [int(each) for each in found] == [240, 240]
    assert all(each.exhausted and not each.remarks for each in found)
    assert make_job(board, engine, threads=None).workers == cores()


def test_clasp_shares_a_search_for_all_answers_only() -> None:
    def modes(**options: Any) -> list[str]:
        job = make_job(pp.load("packing", "soma"), "asp", threads=2, **options)
        search = start_search(job)
        assert isinstance(search, AspSearch)
        return [word for word in search._arguments if word.startswith("--parallel")]

    assert modes() == modes(task="count") == ["--parallel-mode=2,split"]
    assert modes(limit=2) == modes(task="unsat") == ["--parallel-mode=2"]


def test_uniqueness_is_searched_with_the_profile_for_proofs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tasks = []

    def noted(*arguments: Any, **options: Any) -> Any:
        tasks.append(options["task"])
        return make_job(*arguments, **options)

    monkeypatch.setattr("pyasp_puzzles.engines.answering.make_job", noted)
    assert pp.is_unique(pp.load("pips"))
    assert tasks == ["unsat"]


def test_a_refusal_is_told_with_stats(capsys: pytest.CaptureFixture[str]) -> None:
    refusal = "exact-cover does not fit: [a rule] stands in its way"
    found = pp.Count(1, SearchReport("asp:learn", exhausted=True, remarks=[refusal]))
    searching.statistics(terminal.console(), found, {"all": 0.5})
    assert capsys.readouterr().out.startswith(f"{refusal}\nengine  asp:learn")


def test_a_count_says_who_counted() -> None:
    found = pp.count(pp.load("packing", SLABS))
    assert found.engine == "exact-cover:bitsets"
    run = puzzles("count", "packing", SLABS, "--stats")
    assert run.stdout == "8\n"
    assert "exact-cover:bitsets" in run.stderr


def test_the_status_of_a_search_names_an_engine_other_than_asp() -> None:
    run = puzzles("solve", "packing", SLABS, "--all")
    assert run.stderr.rstrip().endswith("no more exist (exact-cover:bitsets)")
    run = puzzles("solve", "packing", SLABS)
    assert "exact-cover" not in run.stderr


def test_a_third_partys_puzzle_is_tried_as_an_exact_cover() -> None:
    fields = {field.name: field for field in dataclasses.fields(Puzzle)}
    default: Any = fields["engines"].default_factory
    assert default() == {"all": ("exact-cover",), "count": ("exact-cover",)}


def test_every_engine_that_a_puzzle_names_exists() -> None:
    for name in pp.puzzle_names():
        for task, named in find_puzzle(name).engines.items():
            assert task in TASKS
            assert all(map(parse_engine, named))
