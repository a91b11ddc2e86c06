"""The study of where exact search ends: it resumes, says what is not measured, and draws it all."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import edge_study as study
import pytest
from edge_study_page import CLASSES, cells, duration, page
from support import ROOT

import pyasp_puzzles as pp
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.counts.estimation.estimate import Spread

SMALL = (study.Family(4, 4, 2), study.Family(4, 3, 2))
SETTING = {"date": "2026-01-01", "machine": "a machine", "versions": {"clingo": "5.8"}}


def run(board: str, engine: str = "asp", task: str = "count", **changes: object) -> study.StudyRun:
    made = study.StudyRun(
        board, task, engine, cap=10, ending=study.DONE, seconds=0.5, answers=3, setting=1
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def capped(board: str, engine: str = "asp", task: str = "count", cap: float = 10) -> study.StudyRun:
    return run(board, engine, task, ending=study.CAPPED, seconds=cap, cap=cap, answers=0)


@pytest.fixture
def records(tmp_path: Path) -> study.Records:
    """Made by hand: a finished count, one over the cap, one that was left out and estimated."""
    made = study.Records(tmp_path / "eternity-times.jsonl")
    made.setting(SETTING)
    for task in ("first", "count"):
        made.add(run("6-8-3/1", task=task))
        made.add(run("6-8-3/1", "sat", task, seconds=0.25))
    made.add(capped("6-5-3/1"))
    made.add(capped("6-5-3/1", task="first"))
    made.add(study.CountEstimate("6-4-3/1", "asp", 1e9, 9000.0, 6000.0, 30000.0, 1))
    return made


def texts(svg: str) -> list[str]:
    """The texts of a drawing, which has to be valid XML."""
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter() if "text" in text.tag]


def test_two_small_boards_are_measured_once_and_their_counts_are_right(tmp_path: Path) -> None:
    path = tmp_path / "times.jsonl"
    told: list[str] = []
    demand = study.Demand(SMALL, ("asp",), ("count",), seeds=1, cap=60)
    assert study.measure_all(demand, study.Records(path), told.append)
    assert len(told) == 2
    again = study.Records(path)
    assert study.measure_all(demand, again, told.append)
    assert len(told) == 2  # nothing was measured again
    for family in SMALL:
        found = again.run_of(family.name(1), "count", "asp")
        assert found
        assert found.done
        assert found.answers == pp.count(family.board(1), symmetry=True).answers
    assert len(again.settings) == 1


def test_a_budget_that_is_spent_ends_the_study_before_a_run(tmp_path: Path) -> None:
    demand = study.Demand(SMALL, ("asp",), cap=60, budget=-1)
    records = study.Records(tmp_path / "times.jsonl")
    assert not study.measure_all(demand, records)
    assert not records.runs


def test_a_run_under_a_lower_cap_is_repeated_and_the_better_one_counts(tmp_path: Path) -> None:
    records = study.Records(tmp_path / "times.jsonl")
    records.setting(SETTING)
    for family in SMALL:
        records.add(capped(family.name(1), cap=5))
    demand = study.Demand(SMALL, ("asp",), ("count",), cap=5)
    told: list[str] = []
    assert study.measure_all(demand, records, told.append)
    assert told == []
    assert study.measure_all(replace(demand, cap=60, families=SMALL[:1]), records, told.append)
    assert len(told) == 1
    best = records.run_of(SMALL[0].name(1), "count", "asp")
    assert best
    assert best.done


def test_after_the_cap_fewer_colours_of_the_size_are_not_counted(tmp_path: Path) -> None:
    records = study.Records(tmp_path / "times.jsonl")
    records.add(capped(SMALL[0].name(1)))
    told: list[str] = []
    assert study.measure_all(study.Demand(SMALL, ("asp",), ("count",)), records, told.append)
    assert told == []


def test_the_tables_tell_the_cap_what_is_estimated_and_what_was_not_run(
    records: study.Records,
) -> None:
    text = page(records)
    count = text[text.index("## All answers") : text.index("## Accidental")]
    rows = {line.split(" | ")[0]: line for line in count.splitlines()}
    assert rows["| 6 x 6, 8 + 3 colours"] == "| 6 x 6, 8 + 3 colours | 0.5 s | 0.25 s | 1 |"
    assert rows["| 6 x 6, 5 + 3 colours"] == "| 6 x 6, 5 + 3 colours | > 10 s | not run | 1 |"
    estimated = "| 6 x 6, 4 + 3 colours | ≈ 2.5 h (1.7 h to 8.3 h) | not run | 1 |"
    assert rows["| 6 x 6, 4 + 3 colours"] == estimated
    assert "| 6 x 6 | `asp` | 8 | - | - | 4 | 5 |" in count
    assert "| 6 x 6 | `sat` | 8 | - | - | - | 4-5 |" in count
    assert "2026-01-01: a machine; clingo 5.8" in text


def test_the_median_of_several_boards_says_how_many_were_done(tmp_path: Path) -> None:
    records = study.Records(tmp_path / "times.jsonl")
    for seed, seconds in enumerate((3.0, 1.0), 1):
        records.add(run(f"7-6-3/{seed}", seconds=seconds))
    records.add(capped("7-6-3/3"))
    (cell,) = cells(records, "count")
    assert cell.times[0].text == "3 s, 2 of 3 done"
    records.add(capped("7-6-3/4"))
    (cell,) = cells(records, "count")
    assert math.isinf(cell.times[0].seconds)  # of four boards two are over the cap
    assert cell.times[0].text == "> 10 s, 2 of 4 done"
    assert cell.time_class is None


def test_the_fastest_engine_gives_a_cell_its_class(records: study.Records) -> None:
    by_name = {cell.family.colours: cell for cell in cells(records, "count")}
    fastest = by_name[8].fastest
    assert fastest
    assert (fastest.engine, by_name[8].time_class) == ("sat", 0)
    assert by_name[5].fastest is None
    assert by_name[4].time_class == len(CLASSES) - 1


def test_counts_that_contradict_are_refused(records: study.Records) -> None:
    with pytest.raises(PuzzleError, match="6-8-3/1: cpsat counts 4 answers, asp 3"):
        records.add(run("6-8-3/1", "cpsat", answers=4))
    with pytest.raises(PuzzleError, match="cpsat counts at least 9 answers"):
        records.add(replace(capped("6-8-3/1", "cpsat"), answers=9))
    records.add(capped("6-8-3/1", "cpsat"))  # fewer until the cap


def test_a_count_that_did_not_end_is_estimated_once_for_engines_that_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = SimpleNamespace(nodes=Spread(1e6, 9e5, 2e6), seconds=Spread(12345.6, 1e4, 2e4))
    monkeypatch.setattr(study, "estimate", lambda board, **_: found)
    records = study.Records(tmp_path / "times.jsonl")
    records.add(capped(SMALL[0].name(1), "scan"))
    records.add(run(SMALL[1].name(1), "scan"))
    for _ in range(2):
        assert study.estimate_all(study.Demand(SMALL, ("asp", "scan")), records)
    (estimate,) = study.Records(records.path).estimates
    assert (estimate.board, estimate.engine) == (SMALL[0].name(1), "scan")
    assert (estimate.seconds, estimate.least, estimate.most) == (12350, 1e4, 2e4)


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"run": {"board": "x"}}', '{"jump": {}}'])
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "eternity-times.jsonl"
    path.write_text(json.dumps({"setting": {"id": 1, **SETTING}}) + f"\n{line}\n")
    with pytest.raises(PuzzleError, match=r"jsonl, line 2: found no record"):
        study.Records(path)


def test_the_command_writes_tables_and_drawings_of_what_is_measured(
    records: study.Records, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = records.path.parent
    assert study.main([str(folder), "--cap", "0"]) == 0
    assert (folder / "eternity-times.md").read_text() == page(records)
    first, count, lines = (
        texts((folder / f"eternity-{name}.svg").read_text())
        for name in ("first", "count", "colours")
    )
    assert {"6 x 6", "3 at the rim", "8", "5", "sat", "0.25 s"} <= set(first) & set(count)
    assert {"4", "none", "> 10 s", "asp", "≈2.5 h", "1 accidental answer expected"} <= set(count)
    assert {"6 x 6, first answer", "6 x 6, all answers", "asp", "sat"} <= set(lines)
    before = (folder / "eternity-count.svg").read_text()
    assert study.main([str(folder), "--cap", "0"]) == 0
    assert (folder / "eternity-count.svg").read_text() == before
    assert capsys.readouterr().out == ""


def test_one_task_alone_is_drawn_without_the_other(tmp_path: Path) -> None:
    records = study.Records(tmp_path / "eternity-times.jsonl")
    records.setting(SETTING)
    records.add(run("6-8-3/1", task="first"))
    assert study.main([str(tmp_path), "--cap", "0"]) == 0
    assert "0.5 s" in texts((tmp_path / "eternity-first.svg").read_text())
    assert not (tmp_path / "eternity-count.svg").exists()
    assert "6 x 6, first answer" in texts((tmp_path / "eternity-colours.svg").read_text())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sizes", "9"], "sizes: found 9, expected some of 4, 5, 6"),
        (["--sizes", "four"], "sizes: found 'four', expected whole numbers"),
        (["--engines", "magic", "--sizes", "4"], "magic"),
        (["--engines", ""], "engines: found none"),
        (["--tasks", "first all"], "tasks: found 'all', expected first or count"),
        (["--seeds", "0"], "seeds: found 0, expected at least 1"),
        (["--cap", "0"], "eternity-times.jsonl: found no runs"),
    ],
)
def test_bad_options_are_named(
    tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study.main([str(tmp_path), *options]) == 2
    assert message in capsys.readouterr().err


def test_the_formula_is_that_of_a_first_moment_and_gives_the_colours_of_eternity_ii() -> None:
    ways = math.factorial(4) // 4 * math.factorial(8) * math.factorial(4) * 4**4
    assert study.expected(4, 3, 2) == pytest.approx(math.log10(ways / 2**12 / 3**12))
    for size, rim in study.RIM_COLOURS.items():
        assert study.expected(size, math.floor(study.critical(size, rim)), rim) >= 0
        assert study.expected(size, math.ceil(study.critical(size, rim)), rim) <= 0
    assert round(study.critical(16, 5)) == 17


def test_each_size_has_boards_on_both_sides_of_the_transition() -> None:
    for size in set(study.COLOURS) - {16}:
        own = [family.colours for family in study.families([size])]
        assert own == sorted(own, reverse=True)  # the rule for counts needs this order
        assert min(own) < study.critical(size, study.RIM_COLOURS[size]) < max(own)


def test_durations_are_read_with_two_digits() -> None:
    assert [duration(s) for s in (0.004, 0.5, 59.4, 90, 86_400 * 400)] == [
        "0.004 s",
        "0.5 s",
        "59 s",
        "1.5 min",
        "1.1 years",
    ]
    assert duration(3.2e17, short=True) == "10¹⁰ y"


def test_the_tables_in_docs_are_those_of_the_records_beside_them() -> None:
    docs = ROOT / "docs" / "measured"
    records = study.Records(docs / "eternity-times.jsonl")
    assert records.runs
    assert (docs / "eternity-times.md").read_text(encoding="utf-8") == page(records)
    for name in ("first", "count", "colours"):
        assert texts((docs / f"eternity-{name}.svg").read_text(encoding="utf-8"))
