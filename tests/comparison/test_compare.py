"""Comparing engines: limits of a run, interleaving, agreement before times, what a user may ask."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles import cli
from pyasp_puzzles.comparison import (
    Case,
    Comparison,
    Conditions,
    Ending,
    EngineRun,
    RunLimits,
    make_plan,
)
from pyasp_puzzles.comparison.agreement import AnswerFile, RunAnswers, check, verdict
from pyasp_puzzles.comparison.run import ATOM_SEPARATOR, Runner, measure
from pyasp_puzzles.engines.encoding import encodings
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.engines.names import Engine, parse_engine
from pyasp_puzzles.engines.search import SearchReport
from pyasp_puzzles.puzzles.packing import parse

SLOTHOUBER = ("packing", "slothouber_graatsma")
ENDLESS = "lattice: square\nboard: 8 x 8\npiece I x32:\n    ##\n"
"""12,988,816 answers, soon built: minutes for any engine."""
GIGABYTE = 1 << 30


def endless() -> Case:
    return Case("endless", parse(ENDLESS, "f")[""])


# One run


def one_run(
    case: Case, engine: str, folder: Path, limits: RunLimits, task: str = "all"
) -> EngineRun:
    plan = make_plan([case], [engine], Conditions(task=task))
    return measure(plan.job(case, plan.engines[0], None), case.name, 1, limits, folder / "answers")


@pytest.mark.parametrize(
    "engine",
    ["asp", "translate:glucose4", "sat:cadical195", pytest.param("cpsat", marks=pytest.mark.slow)],
)
def test_a_run_keeps_its_phases_apart(engine: str, tmp_path: Path) -> None:
    case = Case("s", pp.load(*SLOTHOUBER))
    run = one_run(case, engine, tmp_path, RunLimits(60, 4 * GIGABYTE))
    assert (run.ending, run.answers, run.report.exhausted) == (Ending.DONE, 8, True)
    phases = {
        "asp": {"facts", "ground"},
        "translate": {"facts", "ground", "translate", "build"},
        "sat": {"build"},
        "cpsat": {"build"},
    }[parse_engine(engine).kind]
    assert run.report.seconds.keys() == phases | {"first", "all"}
    before = sum(run.report.seconds[phase] for phase in phases)
    assert before <= run.report.seconds["first"] <= run.report.seconds["all"]
    assert run.solving == pytest.approx(run.report.seconds["all"] - before)
    assert run.memory >= run.imported > 1_000_000
    lines = (tmp_path / "answers").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 8
    assert all(len(line.split(ATOM_SEPARATOR)) == 9 for line in lines)


@pytest.mark.parametrize("engine", ["asp", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_a_run_ends_at_its_time_limit_and_keeps_its_answers(engine: str, tmp_path: Path) -> None:
    for seconds in (1, 4, 16, 64, 256):  # until there are answers: a machine may be slow
        run = one_run(endless(), engine, tmp_path, RunLimits(seconds, 4 * GIGABYTE))
        assert run.ending is Ending.TIME
        if run.answers:
            return
    pytest.fail("no answer was found")


@pytest.mark.parametrize("reason", ["time limit", "time limit while grounding"])
def test_a_search_that_says_that_its_time_was_up_is_late(reason: str, tmp_path: Path) -> None:
    """Its seconds may be below the limit: they begin later than the clock of the run."""

    class Ended:
        def send(self, _order: object) -> None: ...

        def messages(self, _stop: object) -> Iterator[tuple[Any, ...]]:
            report = SearchReport("asp", reason=reason, seconds={"all": 0.999})
            yield "measured", {"answers": 0, "report": report}

    runner: Any = Runner()
    runner._child = Ended()
    job = make_plan([endless()], ["asp"]).job(endless(), Engine("asp"), None)
    run = runner.run(job, "endless", 1, RunLimits(1, GIGABYTE), tmp_path / "answers")
    assert (run.ending, run.answers) == (Ending.TIME, 0)


@pytest.mark.parametrize("engine", ["asp", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_a_proof_that_comes_after_the_time_limit_is_late(engine: str, tmp_path: Path) -> None:
    """The system ends a process up to two seconds after its limit, and not before."""
    case = Case("m", pp.load("pips", "mutilated_6x6"))
    assert one_run(case, engine, tmp_path, RunLimits(3600, 4 * GIGABYTE)).ending is Ending.DONE
    run = one_run(case, engine, tmp_path, RunLimits(1e-6, 4 * GIGABYTE))
    assert (run.ending, run.answers) == (Ending.TIME, 0)


@pytest.mark.parametrize(
    ("engine", "side"), [("asp", 26), pytest.param("sat:minisat22", 20, marks=pytest.mark.slow)]
)
def test_a_run_ends_at_its_memory_limit(engine: str, side: int, tmp_path: Path) -> None:
    """Far from enough memory to build the model: else the search might begin, and take long."""
    size = f"{side} x {side} x {side}"
    board = f"lattice: cubic\nboard: {size}\npiece I x{side**3 // 2}:\n    ##\n"
    case = Case("huge", parse(board, "f")[""])
    run = one_run(case, engine, tmp_path, RunLimits(3600, GIGABYTE // 5))
    assert run.ending is Ending.MEMORY, run


@pytest.mark.parametrize("engine", ["asp", "translate", "sat", "sat:cadical", "cpsat"])
def test_no_engine_pays_for_imports_and_lookups(engine: str, tmp_path: Path) -> None:
    """A fresh process, as for a run: the caches of this one are warm."""
    if engine == "sat:cadical" and not shutil.which("cadical"):
        pytest.skip("no program cadical")
    job = make_plan([Case("c", pp.load("pips"))], [engine]).job
    order = tmp_path / "job"
    order.write_bytes(pickle.dumps(job(Case("c", pp.load("pips")), parse_engine(engine), None)))
    code = f"""
import io, pickle, sys
from pyasp_puzzles.boards import registry
from pyasp_puzzles.comparison import RunLimits, child
with open({str(order)!r}, "rb") as file:
    job = pickle.load(file)
child.prepare(job)
known, looked_up = set(sys.modules), registry._puzzle_of_type.cache_info().misses
child._measured(job, RunLimits(60, 1 << 32), io.StringIO())
new = [name for name in set(sys.modules) - known if not name.startswith("encodings.")]
print(new, registry._puzzle_of_type.cache_info().misses - looked_up)
"""
    done = run(sys.executable, "-c", code)
    assert (done.stdout, done.stderr) == ("[] 0\n", "")


def test_the_clock_of_a_limited_run_sees_half_a_millisecond() -> None:
    code = """
import time
from pyasp_puzzles.comparison import RunLimits, child
child._limit(RunLimits(60, 4 << 30))
clock = child.CpuClock()
for _ in range(50):
    before, start = clock(), time.thread_time()
    while time.thread_time() < start + 0.0005:
        pass
    assert clock() - before > 0.0004
"""
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_that_an_engine_refuses_says_why(tmp_path: Path) -> None:
    program = tmp_path / "p.lp"
    program.write_text("a ; b.")
    run = one_run(Case("p", program=(program,)), "translate", tmp_path, RunLimits(9, GIGABYTE))
    assert run.ending is Ending.ERROR
    assert "disjunctive" in run.message


# Rounds


@pytest.fixture
def race_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Comparison]:
    """Races asp against asp:crafty by made-up seconds, without processes."""

    def race(seconds: Callable[[str, int], float], **options: Any) -> Comparison:
        def measured(
            job: Job, case: str, repeat: int, limits: RunLimits, answers: Path
        ) -> EngineRun:
            answers.touch()
            spent = seconds(str(job.engine), repeat)
            ending = Ending.TIME if spent > limits.seconds else Ending.DONE
            report = SearchReport(exhausted=ending is Ending.DONE, seconds={"all": spent})
            return EngineRun(case, job.engine, repeat, job.seed, ending, "", 8, report)

        monkeypatch.setattr("pyasp_puzzles.comparison.measure", measured)
        board = pp.load(*SLOTHOUBER)
        return pp.compare([board], ["asp", "asp:crafty"], task="count", **options)

    return race


def test_engines_take_turns_and_the_warm_up_is_not_counted(
    race_of: Callable[..., Comparison],
) -> None:
    started: list[tuple[str, int]] = []

    def spent(engine: str, repeat: int) -> float:
        started.append((engine, repeat))
        return 1.0

    found = race_of(spent, repeat=2)
    order = [(engine, repeat) for repeat in (0, 1, 2) for engine in ("asp", "asp:crafty")]
    assert started == order
    assert [(str(run.engine), run.repeat) for run in found.runs] == order[2:]
    assert [row.runs for row in found.rows()] == [2, 2]


def test_seeds_make_rounds_of_their_own(race_of: Callable[..., Comparison]) -> None:
    found = race_of(lambda *_: 1.0, repeat=2, seeds=[3, 4])
    assert [run.seed for run in found.runs[::2]] == [3, 4, 3, 4]


def test_an_engine_at_its_limit_is_not_run_again(race_of: Callable[..., Comparison]) -> None:
    found = race_of(lambda engine, _: 9.0 if engine == "asp" else 0.5, repeat=3, timeout=1)
    assert len(found.runs) == 1 + 3
    row, other = found.rows()
    assert (row.ending, row.seconds, row.ratio, row.agrees) == (Ending.TIME, {}, None, None)
    assert (other.ending, other.ratio, other.agrees) == (Ending.DONE, None, None)


def test_medians_and_ratios_come_from_the_counted_runs(race_of: Callable[..., Comparison]) -> None:
    times = {0: 9.0, 1: 0.3, 2: 0.1, 3: 0.2}
    found = race_of(lambda engine, repeat: 0.4 if engine == "asp" else times[repeat], repeat=3)
    asp, crafty = found.rows()
    assert (crafty.seconds["total"], crafty.spread) == (0.2, (0.1, 0.3))
    assert (asp.ratio, crafty.ratio) == (1, 0.5)
    assert {score.solved for score in found.scores()} == {1}


def test_a_program_is_compared_with_its_translation(tmp_path: Path) -> None:
    program = tmp_path / "p.lp"
    program.write_text("#const n = 3. { a(1..n) }. #show a/1.")
    found = pp.compare_program([program], constants={"n": "4"}, task="all", repeat=1)
    assert [row.answers for row in found.rows()] == [16, 16, 16]
    assert not found.disagreements


# Agreement


def files(folder: Path, **found: tuple[str, list[str], Ending]) -> list[RunAnswers]:
    made = []
    for name, (engine, lines, ending) in found.items():
        path = folder / name
        path.write_text("".join(f"{line}\n" for line in lines))
        report = SearchReport(exhausted=ending is Ending.DONE)
        run = EngineRun("case", parse_engine(engine), 1, None, ending, "", len(lines), report)
        made.append(RunAnswers(run, AnswerFile(path)))
    return made


def test_a_missing_and_an_additional_answer_are_both_named(tmp_path: Path) -> None:
    case = Case("case")
    found = files(
        tmp_path,
        one=("asp", ["a", "b"], Ending.DONE),
        two=("sat", ["b", "c"], Ending.DONE),
        three=("cpsat", ["b", "a"], Ending.DONE),
    )
    named = [(d.has.kind, d.lacks and d.lacks.kind, d.answer) for d in check(case, "all", found)]
    assert named == [("sat", "asp", ("c",)), ("asp", "sat", ("a",))]


def test_an_answer_that_shows_no_atoms_is_not_the_same_as_no_answer(tmp_path: Path) -> None:
    found = files(tmp_path, one=("asp", [""], Ending.DONE), two=("sat", [], Ending.DONE))
    (wrong,) = check(Case("case"), "all", found)
    assert (wrong.has.kind, wrong.lacks and wrong.lacks.kind, wrong.answer) == ("asp", "sat", ())


@pytest.mark.parametrize("task", ["first", "unsat"])
def test_an_answer_where_there_is_none_is_caught_in_every_task(tmp_path: Path, task: Any) -> None:
    found = files(
        tmp_path, one=("asp", [], Ending.DONE), two=("cpsat.document", ["a"], Ending.TIME)
    )
    (wrong,) = check(Case("case"), task, found)
    assert (str(wrong.has), str(wrong.lacks)) == ("cpsat.document", "asp")
    assert check(Case("case"), task, found[1:]) == []


def test_a_run_that_was_ended_early_need_not_have_all_answers(tmp_path: Path) -> None:
    case = Case("case")
    few = files(tmp_path, one=("asp", ["a", "b"], Ending.DONE), two=("sat", ["b"], Ending.TIME))
    assert check(case, "all", few) == []
    wrong = files(tmp_path, one=("asp", ["a", "b"], Ending.DONE), two=("sat", ["c"], Ending.TIME))
    assert [d.answer for d in check(case, "all", wrong)] == [("c",)]


def test_counts_are_compared_by_their_numbers_and_need_no_list(tmp_path: Path) -> None:
    board = pp.load("pips", "checkers_4x4")
    found = pp.compare([board], ["asp", "auto"], task="count", by="filling", repeat=1)
    assert [(row.answers, row.agrees) for row in found.rows()] == [(2798, True), (2798, True)]
    assert found.runs[1].report.engine
    case = Case("c", board)
    exact, more, part = (
        RunAnswers(
            EngineRun("c", Engine(kind), 1, None, ending, answers=number),
            AnswerFile(tmp_path / "empty"),
        )
        for kind, ending, number in (
            ("asp", Ending.DONE, 7),
            ("frontier", Ending.DONE, 8),
            ("sat", Ending.TIME, 7),
        )
    )
    assert check(case, "count", [exact, part]) == []
    (wrong,) = check(case, "count", [exact, more, part])
    assert (wrong.engines, wrong.counts) == ((Engine("frontier"), Engine("asp")), (8, 7))


def test_another_kind_of_answer_is_counted_by_engines_that_know_it() -> None:
    case = Case("c", pp.load("pips"))
    kinds = {
        engine.kind
        for engine in make_plan([case], (), Conditions(task="count", by="filling")).engines
    }
    assert kinds == {"asp", "frontier", "translate"}
    for task, by, engines, message in (
        ("first", "filling", (), "--by filling with task first, expected task count"),
        ("count", "nonsense", (), "found --by nonsense, expected one of placement, filling"),
        ("count", "filling", ("cpsat",), "engine cpsat.* does not know --by filling"),
    ):
        with pytest.raises(pp.PuzzleError, match=message):
            make_plan([case], engines, Conditions(task=task, by=by))
    assert make_plan([case], (), Conditions(task="all", by="placement")).by == "placement"


def test_frontier_takes_part_in_counts_only() -> None:
    with pytest.raises(pp.PuzzleError, match="counts and does not list"):
        make_plan([Case("c", pp.load("pips"))], ["frontier"], Conditions(task="all"))


def test_a_last_line_that_was_cut_off_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("a\nb\nc and the re")
    assert AnswerFile(path).lines() == {"a", "b"}


def test_an_answer_that_verify_refuses_is_wrong_even_if_all_have_it(tmp_path: Path) -> None:
    case = Case("board", pp.load(*SLOTHOUBER))
    line = 'place("cube",1,1,1,1)'
    found = files(tmp_path, one=("asp", [line], Ending.DONE), two=("sat", [line], Ending.DONE))
    refused = check(case, "all", found)
    assert [(d.has.kind, d.lacks) for d in refused] == [("asp", None), ("sat", None)]
    assert refused[0].verdict == verdict(case, [line])
    assert verdict(case, ["nonsense(1)"])


# What a user may ask


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "some"}, "task: found 'some', expected first, all, unsat"),
        ({"repeat": 0}, "repeat: found 0"),
        ({"timeout": -1}, "timeout: found -1"),
        ({"memory": 0}, "memory: found 0"),
        ({"task": "unsat"}, "has answers"),
        ({"engines": ["sat.nonsense"]}, r"expected .*sat\.document"),
        ({"engines": ["nonsense"]}, "found engine 'nonsense'"),
        ({"engines": "asp"}, "engines: found 'asp', expected a list"),
        ({"engines": [3]}, "engine: found 3, expected a name"),
    ],
)
def test_a_senseless_comparison_is_refused_before_it_runs(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(pp.PuzzleError, match=message):
        pp.compare([pp.load(*SLOTHOUBER)], **options)


def test_a_single_board_is_not_a_list_of_boards() -> None:
    board: Any = pp.load(*SLOTHOUBER)
    with pytest.raises(pp.PuzzleError, match="expected a list of them"):
        pp.compare(board)


def test_boards_of_two_puzzles_are_not_compared() -> None:
    with pytest.raises(pp.PuzzleError, match="several puzzles"):
        pp.compare([pp.load("packing", "soma"), pp.load("pips")])


def test_a_program_with_costs_has_the_same_answer_sets_everywhere(tmp_path: Path) -> None:
    program = tmp_path / "p.lp"
    program.write_text("{ a; b }. #minimize { -1 : b }. #show a/0. #show b/0.")
    found = pp.compare_program([program], task="all", repeat=1)
    assert not found.disagreements
    assert {run.answers for run in found.runs} == {4}


def test_a_program_has_no_hand_written_encoding(tmp_path: Path) -> None:
    with pytest.raises(pp.PuzzleError, match="no hand-written encoding"):
        pp.compare_program([tmp_path / "p.lp"], ["cpsat"])


# The command


def test_the_command_prints_a_table_and_writes_files(tmp_path: Path) -> None:
    names = {"csv": "r.csv", "jsonl": "r.jsonl", "markdown": "r.md", "plots": "plots"}
    options = [part for o, n in names.items() for part in (f"--{o}", str(tmp_path / n))]
    done = puzzles(
        *("compare", *SLOTHOUBER, "--engines", "asp,sat:glucose4", "--task", "all"),
        *("--repeat", "1", *options),
    )
    assert done.returncode == 0, done.stderr
    assert "sat.labels:glucose4" in done.stdout
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {*names.values(), "r.csv.setting.json"}
    setting = json.loads((tmp_path / "r.csv.setting.json").read_text())
    assert setting["engines"] == ["asp", "sat.labels:glucose4"]
    assert (tmp_path / "plots" / "cactus.svg").read_text().startswith("<?xml")
    lines = (tmp_path / "r.jsonl").read_text().splitlines()
    assert all(json.loads(line) for line in lines)


@pytest.mark.slow
def test_the_unsound_model_of_a_document_is_caught_and_no_times_are_printed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "r.csv"
    done = puzzles(
        *("compare", "twenty_four_seven", "trap_pairs", "--engines", "asp,cpsat.document"),
        *("--repeat", "1", "--csv", str(file)),
    )
    assert done.returncode == 4
    assert "unsound: counts adjacent pairs" in done.stdout
    assert "connected" in done.stdout
    assert "total" not in done.stdout


@pytest.mark.parametrize("name", pp.puzzle_names())
def test_the_engines_of_a_puzzle_are_listed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["compare", name, "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    written = [f"{kind}." for kind in ("sat", "cpsat") if encodings(kind, name)]
    for start in ("asp ", "translate:cadical195 ", *written):
        assert any(line.startswith(start) for line in lines), start
