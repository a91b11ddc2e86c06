"""How comparisons are shown and written: tables, disagreements, files, plots, the page."""

from __future__ import annotations

import csv as csv_files
import hashlib
import inspect
import io
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import comparison_page as page
import pytest
from comparison_page import Exhibit, chapters, main
from rich.console import Console
from support import ROOT, puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.comparison import (
    Case,
    Comparison,
    Disagreement,
    Ending,
    EngineRun,
    RacePlan,
    export,
    setting,
)
from pyasp_puzzles.comparison.columns import columns, footnotes
from pyasp_puzzles.comparison.plan import Conditions, make_plan
from pyasp_puzzles.comparison.tables import _folded, disagreement_text, table
from pyasp_puzzles.core.errors import PuzzleError
from pyasp_puzzles.engines.names import Engine
from pyasp_puzzles.engines.search import SearchReport

ASP, TRANSLATE = Engine("asp"), Engine("translate", "levels", "cadical195")
SAT, CP = Engine("sat", "document", "glucose4"), Engine("cpsat", "document")
EXHIBITS = [exhibit for chapter in chapters().values() for exhibit in chapter.exhibits]
ATOMS = ("place(1,1)", 'place(2,"a [b] | c")', "place(3,3)")
TIMES = re.compile(r"\d\.\d{3}")
FIGURES = {
    "asp": {"atoms": 1101, "rules": 1240, "variables": 119, "constraints": 38},
    "translate": {"atoms": 1101, "rules": 1240, "variables": 944, "clauses": 3318},
    "sat": {"variables": 774, "clauses": 169_017},
    "cpsat": {"variables": 65, "constraints": 29},
    "exact-cover": {"variables": 774, "constraints": 56},
    "frontier": {"variables": 0},
}
SEARCH = {"conflicts": 12_345, "choices": 23_456, "restarts": 7}


def done(engine: Engine, total: float, number: int = 1, case: str = "one") -> EngineRun:
    """A run that found all eight answers."""
    before = {
        "asp": {"facts": total / 4, "ground": total / 4},
        "translate": {"facts": total / 8, "ground": total / 8, "translate": total / 4},
    }
    return EngineRun(
        case,
        engine,
        number,
        None,
        Ending.DONE,
        answers=8,
        report=SearchReport(
            exhausted=True,
            seconds={
                **before.get(engine.kind, {"build": total / 2}),
                "first": total * 0.8,
                "all": total,
            },
            statistics={**FIGURES[engine.kind], **SEARCH},
        ),
        memory=45_600_000,
        imported=34_000_000,
        wall=total + 0.5,
    )


def plan(
    engines: Sequence[Engine] = (ASP, TRANSLATE, SAT, CP),
    cases: Sequence[str] = ("one",),
    task: Any = "all",
) -> RacePlan:
    boards = tuple(Case(name, program=(Path("one.lp"),)) for name in cases)
    return RacePlan(tuple(engines), boards, task=task, repeat=2)


@pytest.fixture
def mixed() -> Comparison:
    """Two engines done, one out of time, one failed; the last one has a flaw."""
    made = Comparison(
        plan(),
        [
            done(ASP, 0.049),
            done(TRANSLATE, 12.3456),
            EngineRun("one", SAT, 1, None, Ending.TIME, answers=1234),
            EngineRun("one", CP, 1, None, Ending.ERROR, "no  such\nthing"),
            done(ASP, 0.051, 2),
            done(TRANSLATE, 103.64, 2),
        ],
    )
    made.__dict__["flaws"] = {CP: "unsound: counts adjacent pairs"}
    return made


@pytest.fixture
def split() -> Comparison:
    """Two engines that finished with different answers."""
    made = Comparison(
        plan((ASP, CP)),
        [done(ASP, 0.049), done(CP, 0.777)],
        [
            Disagreement("one", CP, ASP, ATOMS, ("The pieces are apart.",)),
            Disagreement("one", ASP, CP, ATOMS[:1], ()),
            Disagreement("one", ASP, CP, (), None),
        ],
    )
    made.__dict__["flaws"] = {CP: "unsound: counts adjacent pairs"}
    return made


@pytest.fixture
def several() -> Comparison:
    """Two engines on three cases, the second one not always through."""
    cases = ("easy", "middling", "hard")
    runs = [done(ASP, time, case=case) for case, time in zip(cases, (0.01, 1, 40), strict=True)]
    runs += [done(SAT, time, case=case) for case, time in zip(cases, (0.02, 0.3), strict=False)]
    runs.append(EngineRun("hard", SAT, 1, None, Ending.TIME, answers=3))
    return Comparison(plan((ASP, SAT), cases), runs)


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that is the same everywhere."""
    for module in (export, page):
        lines = {"machine": "Some_System, 2 cores", "versions": "clingo 5.8", "date": "today"}
        lines |= {"rounds": "2", "limits": "60 s", "seeds": "none", "threads": "1"}
        monkeypatch.setattr(module, "setting", lambda _plan, lines=lines: dict(lines))
    monkeypatch.setattr(export, "record", lambda _plan: {"date": "today"})


def shown(comparison: Comparison, width: int) -> str:
    """A table as a terminal of that width shows it, every line without trailing blanks."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(table(comparison, width))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


AT_120 = """\
engine                       answers  agree  facts+ground  build  translate  solve  first  total      min–max  ÷ asp
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
one
asp                                8    yes         0.025                    0.025  0.040  0.050  0.049–0.051   1.00
translate.levels:cadical195        8    yes         14.50             14.50  29.00  46.39  57.99  12.35–103.6  1,160
sat.document:glucose4        ≥ 1,234      –                                                >60 s
cpsat.document†                  ≥ 0      –                                                error

engine                       ground atoms  rules  variables  clauses  choices  conflicts  restarts  peak MB
───────────────────────────────────────────────────────────────────────────────────────────────────────────
one
asp                                 1,101  1,240        119      38‡   23,456     12,345         7       46
translate.levels:cadical195         1,101  1,240        944    3,318   23,456     12,345         7       46
sat.document:glucose4
cpsat.document†

CPU seconds, medians of 2 runs
† cpsat.document: unsound: counts adjacent pairs
‡ constraints of clasp or CP-SAT, not clauses
error: cpsat.document on one: no such thing
"""  # noqa: E501

AT_80 = """\
                               facts+       trans-                   total
engine           answers agree ground build   late solve first     min–max ÷ asp
────────────────────────────────────────────────────────────────────────────────
one
asp                    8   yes  0.025              0.025 0.040       0.050  1.00
                                                               0.049–0.051
translate.levels       8   yes  14.50        14.50 29.00 46.39       57.99 1,160
:cadical195                                                    12.35–103.6
sat.document     ≥ 1,234     –                                       >60 s
:glucose4
cpsat.document†      ≥ 0     –                                       error

                  ground  ground  vari-                      con-     re-  peak
engine             atoms   rules  ables  clauses  choices  flicts  starts    MB
───────────────────────────────────────────────────────────────────────────────
one
asp                1,101   1,240    119      38‡   23,456  12,345       7    46
translate.levels   1,101   1,240    944    3,318   23,456  12,345       7    46
:cadical195
sat.document
:glucose4
cpsat.document†

CPU seconds, medians of 2 runs
† cpsat.document: unsound: counts adjacent pairs
‡ constraints of clasp or CP-SAT, not clauses
error: cpsat.document on one: no such thing
"""


def test_a_table_at_120_columns_has_a_line_for_each_engine(mixed: Comparison) -> None:
    assert shown(mixed, 120) == AT_120.rstrip("\n")


def test_a_table_at_80_columns_folds_names_and_ranges(mixed: Comparison) -> None:
    assert shown(mixed, 80) == AT_80.rstrip("\n")


@pytest.mark.parametrize("width", [30, 50, 72, 80, 100, 120, 160, 200])
def test_a_table_of_any_width_fits_and_shows_every_figure(mixed: Comparison, width: int) -> None:
    text = shown(mixed, width)
    assert max(map(len, text.splitlines())) <= width
    for figure in ("≥ 1,234", "yes", ">60 s", "1,101", "1,240", "944", "3,318", "38‡"):
        assert figure in text
    for figure in (
        "12,345",
        "23,456",
        "46",
        "0.049–0.051",
        "57.99",
        "46.39",
        "12.35–103.6",
        "1,160",
    ):
        assert figure in text


def test_a_wide_terminal_gets_one_table(mixed: Comparison) -> None:
    assert shown(mixed, 200).count("engine") == 1


def test_numbers_too_wide_for_80_columns_are_spread_not_cut(mixed: Comparison) -> None:
    mixed.runs[0] = replace(mixed.runs[0], answers=123_456_789_012)
    text = shown(mixed, 80)
    assert "123,456,789,012" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_single_run_has_no_range(mixed: Comparison) -> None:
    del mixed.runs[1:]
    assert not re.search(r"\d–\d", shown(mixed, 120))


def test_a_memory_limit_stands_in_the_place_of_the_total(mixed: Comparison) -> None:
    mixed.runs[2] = EngineRun("one", SAT, 1, None, Ending.MEMORY)
    assert ">4.0 GB" in shown(mixed, 80)


def test_several_cases_are_scored_with_twice_the_limit_for_the_unfinished(
    several: Comparison,
) -> None:
    scores = shown(several, 120).split("PAR2 s\n")[1].splitlines()
    assert scores[1].split() == ["asp", "3", "of", "3", "13.67"]
    assert scores[2].split() == ["sat.document:glucose4", "2", "of", "3", "40.11"]


def test_an_interrupted_comparison_says_so(mixed: Comparison) -> None:
    mixed.interrupted = True
    assert "Interrupted" in shown(mixed, 80)
    assert "Interrupted" in export.markdown(mixed)


# Disagreement -----------------------------------------------------------------------------------

SAID = """\
The engines disagree, so no times are shown.

one: cpsat.document has an answer that asp lacks.
  answer (3 atoms):
    place(1,1) place(2,"a [b] | c") place(3,3)
  verify: The pieces are apart.
  known of cpsat.document: unsound: counts
  adjacent pairs

one: asp has an answer that cpsat.document lacks.
  answer (1 atom):
    place(1,1)
  verify: accepts it; cpsat.document misses an
  answer
  known of cpsat.document: unsound: counts
  adjacent pairs

one: asp has an answer that cpsat.document lacks.
  answer (0 atoms):
  verify: a program has no verifier, so it stays
  open who is right
  known of cpsat.document: unsound: counts
  adjacent pairs"""


def test_a_disagreement_names_the_answer_who_has_it_and_what_verify_says(split: Comparison) -> None:
    assert str(disagreement_text(split, 50)) == SAID


def test_an_answer_that_verify_alone_refuses_is_told(split: Comparison) -> None:
    split.disagreements = [Disagreement("one", CP, None, ATOMS, ("Apart.",))]
    text = str(disagreement_text(split))
    assert "one: cpsat.document has an answer that verify refuses." in text
    assert "verify: Apart." in text


def test_engines_that_agree_have_nothing_said(mixed: Comparison) -> None:
    assert str(disagreement_text(mixed)) == ""


@pytest.mark.usefixtures("fixed")
def test_engines_that_disagree_have_no_times_anywhere(split: Comparison) -> None:
    texts = [shown(split, width) for width in (50, 80, 120, 200)]
    texts += [export.markdown(split), export.csv(split), export.json_lines(split)]
    texts.append(str(disagreement_text(split)))
    assert {row.agrees for row in split.rows()} == {False}
    for text in texts:
        assert not TIMES.search(text)
        assert "÷" not in text
        assert "PAR2" not in text
        assert "isagree" in text
    with pytest.raises(PuzzleError, match="disagree"):
        export.cactus(split)


def test_a_disagreement_is_in_every_file(split: Comparison) -> None:
    for text in (export.markdown(split), export.csv(split), export.json_lines(split)):
        assert "The pieces are apart." in text
        assert "place(3,3)" in text


# Files ------------------------------------------------------------------------------------------


def test_csv_has_a_line_for_each_engine_with_numbers_as_they_are(mixed: Comparison) -> None:
    rows = list(csv_files.DictReader(io.StringIO(export.csv(mixed))))
    assert tuple(rows[0]) == export.CSV_COLUMNS
    asp, translate, sat, cp = rows
    assert float(asp["total"]) == pytest.approx(0.05)
    assert (float(asp["total_min"]), float(asp["total_max"])) == (0.049, 0.051)
    assert float(asp["ratio"]) == 1
    assert float(translate["clauses"]) == 3318
    assert float(translate["memory"]) == 45_600_000
    assert translate["build"] == asp["clauses"] == ""
    assert (sat["ending"], sat["answers"], sat["agrees"], sat["total"]) == (
        *("time limit", "1234", "", ""),
    )
    assert (cp["ending"], cp["message"]) == ("error", "no  such\nthing")
    assert cp["flaw"] == "unsound: counts adjacent pairs"


def test_json_lines_are_setting_runs_disagreements_and_summary(
    mixed: Comparison, split: Comparison, tmp_path: Path
) -> None:
    (tmp_path / "one.lp").write_text("a.")
    for comparison in (mixed, split):
        case = Case("one", program=(tmp_path / "one.lp",))
        comparison.plan = replace(comparison.plan, cases=(case,), seeds=(3, 4))
    first, *runs, summary = map(json.loads, export.json_lines(mixed).splitlines())
    assert first["type"] == "setting"
    assert first["seeds"] == [3, 4]
    assert [run["engine"] for run in runs] == [str(run.engine) for run in mixed.runs]
    assert runs[4]["seconds"]["all"] == 0.051
    assert (runs[4]["round"], runs[4]["seed"], runs[4]["exhausted"]) == (2, None, True)
    assert (runs[2]["ending"], runs[2]["seconds"], runs[2]["memory"]) == ("time limit", {}, None)
    assert summary == {"type": "summary", "runs": 6, "disagreements": 0, "interrupted": False}
    objects = [json.loads(line) for line in export.json_lines(split).splitlines()]
    kinds = [each["type"] for each in objects]
    assert kinds == ["setting", "run", "run", *["disagreement"] * 3, "summary"]
    assert not {"seconds", "wall"} & set(objects[1])
    assert objects[3]["answer"] == list(ATOMS)
    assert objects[3]["verify"] == ["The pieces are apart."]
    assert objects[5]["verify"] is None
    assert objects[3]["flaws"] == {"cpsat.document": "unsound: counts adjacent pairs"}


@pytest.mark.usefixtures("fixed")
def test_markdown_tables_have_as_many_cells_in_every_line(several: Comparison) -> None:
    text = export.markdown(several)
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.M)
    assert len(tables) == 3
    for each in tables:
        lines = each.splitlines()
        assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
        assert re.fullmatch(r"\|(-+:?\|)+", lines[1])
    assert re.search(r"\| hard +\| `asp` +\| +8 \| +– \| +20.00 \|", text)
    assert re.search(r"\| hard +\| `sat.document:glucose4` +\| +≥ 3 \| +– \|.*\\?>60 s \|", text)
    assert "* machine: Some\\_System, 2 cores" in text


def test_records_are_the_lines_of_the_csv_as_values(mixed: Comparison, split: Comparison) -> None:
    for comparison in (mixed, split):
        rows = list(csv_files.DictReader(io.StringIO(export.csv(comparison))))
        assert len(rows) == len(comparison.records())
        for row, record in zip(rows, comparison.records(), strict=True):
            assert tuple(record) == export.CSV_COLUMNS
            for column, value in record.items():
                if column == "agrees":
                    assert row[column] == {True: "yes", False: "no", None: ""}[value]
                elif isinstance(value, float | int):
                    assert float(row[column]) == value
                else:
                    assert row[column] == (value or "")


def test_a_data_frame_has_the_rows_with_their_types(mixed: Comparison) -> None:
    pandas = pytest.importorskip("pandas")
    frame = mixed.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert tuple(frame.columns) == export.CSV_COLUMNS
    assert list(frame["engine"]) == [str(row.engine) for row in mixed.rows()]
    assert frame["total"].isna().tolist() == [not row.seconds for row in mixed.rows()]
    assert frame["answers"].dtype.kind == "i"


def test_a_data_frame_without_pandas_is_one_line(
    mixed: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(PuzzleError) as refused:
        mixed.to_pandas()
    assert str(refused.value) == "this needs pandas, which is not installed: pip install pandas"


def test_a_csv_has_its_setting_beside_it(tmp_path: Path) -> None:
    board = pp.load("packing", "slothouber_graatsma")
    plan = RacePlan((ASP,), (Case(board.name, board),), repeat=2, seeds=(7,))
    found = Comparison(plan, [done(ASP, 0.5, case=board.name)])
    found.to_csv(tmp_path / "times.csv")
    assert (tmp_path / "times.csv").read_text(encoding="utf-8") == export.csv(found)
    told = json.loads((tmp_path / "times.csv.setting.json").read_text(encoding="utf-8"))
    assert told["puzzle"] == "packing"
    assert told["limits"] == {"cpu_seconds": 60.0, "memory_bytes": 4_000_000_000}
    assert (told["engines"], told["seeds"], told["repeat"]) == (["asp"], [7], 2)
    assert told["clasp_options"]["asp"][:2] == ["--rand-freq=0.05", "--sign-def=rnd"]
    assert {"pyasp-puzzles", "Python", "clingo"} <= told["versions"].keys()
    printed = puzzles("facts", "packing", "slothouber_graatsma").stdout.splitlines()
    kept = "".join(f"{line}\n" for line in printed if line and not line.startswith("%"))
    digest = hashlib.sha256(kept.encode()).hexdigest()
    instance = {"name": "slothouber_graatsma", "sha256": digest, "symmetry": None}
    assert told["instances"] == [instance]
    names = ("packing.lp", "search/packing.lp", "search/packing_sweep.lp")
    digests = [hashlib.sha256((ROOT / "lp" / name).read_bytes()).hexdigest() for name in names]
    assert told["program"] == [
        {"file": name, "sha256": digest} for name, digest in zip(names, digests, strict=True)
    ]
    with pytest.raises(PuzzleError, match=": is a directory"):
        found.to_csv(tmp_path)


def test_the_setting_of_a_program_has_the_digests_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("a.")
    case = Case("mine.lp", program=(tmp_path / "mine.lp", tmp_path / "gone.lp"), constants={})
    told = setting.record(RacePlan((ASP,), (case,)))
    digest = hashlib.sha256(b"a.").hexdigest()
    files = [{"file": "mine.lp", "sha256": digest}, {"file": "gone.lp", "sha256": None}]
    assert (told["puzzle"], told["program"], told["instances"]) == (None, files, [])
    assert str(tmp_path) not in json.dumps(told)


def test_a_comparison_is_short_to_look_at(
    mixed: Comparison, several: Comparison, split: Comparison
) -> None:
    split.interrupted = True
    assert [repr(each) for each in (mixed, several, split)] == [
        "<Comparison of 4 engines on 1 case, task all: 6 runs>",
        "<Comparison of 2 engines on 3 cases, task all: 6 runs>",
        "<Comparison of 2 engines on 1 case, task all: 2 runs, 3 disagreements, interrupted>",
    ]


@pytest.mark.parametrize("verb", [pp.compare, pp.compare_program])
def test_the_parameters_of_compare_are_those_of_a_plan(verb: Any) -> None:
    wanted = {
        p.name: p
        for verb in (make_plan, Conditions)
        for p in inspect.signature(verb).parameters.values()
    }
    found = dict(inspect.signature(verb).parameters)
    assert not any(p.kind is p.VAR_KEYWORD for p in found.values())
    of_puzzles = {"symmetry", "by"} if verb is pp.compare_program else set()
    for name in wanted.keys() - {"cases", "engines", "conditions"} - of_puzzles:
        assert (found[name].default, found[name].kind) == (wanted[name].default, wanted[name].kind)
    extra = found.keys() - wanted.keys()
    assert extra <= {"instances", "files", "constants"}


# Setting ----------------------------------------------------------------------------------------


def test_a_setting_tells_versions_options_and_limits() -> None:
    for package in ("ortools", "pysat"):
        pytest.importorskip(package)
    board = pp.load("packing", "slothouber_graatsma")
    engines = (ASP, Engine("asp", "crafty"), TRANSLATE, Engine("cpsat", "exactly_one"))
    lines = setting.setting(
        RacePlan(engines, (Case(board.name, board),), repeat=3, seeds=(1, 2), symmetry=True)
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", lines["date"])
    assert re.search(r"clingo \d.*python-sat \d.*ortools \d", lines["versions"])
    assert lines["instances"] == "slothouber_graatsma"
    assert lines["rounds"].startswith("6, ")
    assert lines["limits"].startswith("60 s of CPU time, 4.0 GB")
    assert lines["seeds"] == "1, 2"
    words = "one answer of each class under 48 symmetries, mirror images included"
    assert lines["symmetry"] == words
    assert "asp:crafty: --rand-freq=0.05 --sign-def=rnd --config=crafty" in lines["clasp options"]


def test_a_setting_tells_no_folder_of_a_users_files(tmp_path: Path) -> None:
    (tmp_path / "mine.lp").write_text("a.")
    case = Case("mine.lp", program=(tmp_path / "mine.lp",), constants={"n": "3"})
    lines = setting.setting(RacePlan((ASP, Engine("sat", "", f"{tmp_path}/solver")), (case,)))
    assert re.fullmatch(r"mine.lp \(SHA-256 [0-9a-f]{12}\) n=3", lines["program"])
    assert str(tmp_path) not in " ".join(lines.values())
    assert "sat:solver" in lines["engines"]


# Plots ------------------------------------------------------------------------------------------


def texts(svg: str) -> set[str]:
    tree = ElementTree.fromstring(svg)
    return {"".join(each.itertext()) for each in tree.iter("{http://www.w3.org/2000/svg}text")}


def test_a_cactus_plot_names_every_engine_with_what_it_solved(several: Comparison) -> None:
    pytest.importorskip("matplotlib")
    svg = export.cactus(several)
    assert {"asp (3 of 3)", "sat.document:glucose4 (2 of 3)"} <= texts(svg)
    assert svg == export.cactus(several)
    assert "<dc:date>" not in svg


def test_plots_take_no_notice_of_a_users_settings(several: Comparison) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    before = export.cactus(several)
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 20}):
        assert export.cactus(several) == before
        assert matplotlib.rcParams["font.size"] == 20


# The page ---------------------------------------------------------------------------------------


def test_an_engine_that_beats_asp_is_named_with_its_ratio(several: Comparison) -> None:
    assert list(page.beaten(several)) == [
        "`sat.document:glucose4` needs 0.30 times the time of `asp`: 0.300 s against 1.000 s."
    ]


def test_an_engine_that_finishes_where_asp_does_not_is_named(several: Comparison) -> None:
    several.runs[0] = EngineRun("easy", ASP, 1, None, Ending.TIME)
    said = list(page.beaten(several))
    assert said[0] == "`sat.document:glucose4` finishes in 0.020 s; `asp` does not in 60 s."


def test_times_of_several_threads_are_called_their_sum(mixed: Comparison) -> None:
    assert not any("threads" in note for note in footnotes(mixed))
    assert "wall" not in [column.title for column in columns(mixed)]
    mixed.plan = replace(mixed.plan, threads=2)
    words = "Several threads: CPU seconds of all of them together; wall: seconds of wall clock."
    assert words in footnotes(mixed)
    assert "wall" in [column.title for column in columns(mixed)]


def test_clasps_defaults_are_measured_where_a_puzzle_has_its_own_options() -> None:
    for exhibit in EXHIBITS:
        names = page.engines_for(exhibit, exhibit.tasks[0], ())
        assert names[0] == "asp"
        assert ("asp:auto" in names) == bool(pp.find_puzzle(exhibit.puzzle).profiles)


def test_the_page_has_every_task_of_every_puzzle() -> None:
    for name in chapters():
        tasks = {task for each in EXHIBITS if each.puzzle == name for task in each.tasks}
        assert {"first", "all", "unsat"} <= tasks, name
    assert any("count" in exhibit.tasks for exhibit in EXHIBITS)


def test_what_auto_takes_is_measured_where_it_is_not_asp() -> None:
    cylinder = Exhibit("packing", "hexagonal_cylinder")
    assert "exact-cover" in page.engines_for(cylinder, "all", ())
    assert "exact-cover" not in page.engines_for(cylinder, "first", ())


def test_counts_that_differ_are_shown_with_both_numbers_and_no_times() -> None:
    wrong = Disagreement("one", CP, ASP, (), None, counts=(8, 1007))
    made = Comparison(plan((ASP, CP), task="count"), [done(ASP, 0.1), done(CP, 0.2)], [wrong])
    made.__dict__["flaws"] = {}
    said = "cpsat.document counts 8 answers, asp counts 1,007"
    assert f"one: {said}" in str(disagreement_text(made))
    assert said in export.csv(made)
    assert '"counts": [8, 1007]' in export.json_lines(made)
    assert not TIMES.search(str(disagreement_text(made)))


def test_the_table_says_which_engine_auto_took_and_why(mixed: Comparison) -> None:
    refused = "exact-cover does not fit: a reason"
    run = replace(done(ASP, 0.1), engine=Engine("auto"))
    run.report.engine, run.report.remarks = "asp:learn", [refused]
    mixed.runs = [run]
    assert f"auto on one: asp:learn; {refused}" in footnotes(mixed)


def test_ranges_that_overlap_are_called_so(mixed: Comparison) -> None:
    mixed.runs[1::4] = [done(TRANSLATE, 0.03), done(TRANSLATE, 0.06, 2)]
    (sentence,) = page.beaten(mixed)
    assert sentence.endswith("0.045 s against 0.050 s, but their ranges overlap.")
    mixed.runs[5] = done(TRANSLATE, 0.04, 2)
    (sentence,) = page.beaten(mixed)
    assert sentence.endswith("each of its runs below each of `asp`.")


def faked(wanted: RacePlan) -> Comparison:
    """A comparison as if it had been carried out."""
    runs = [
        replace(done(engine, 0.1 * number), case=case.name)
        for case in wanted.cases
        for number, engine in enumerate(wanted.engines, 1)
    ]
    return Comparison(wanted, runs)


def test_the_page_has_each_puzzle_the_sizes_and_the_cited_figures_apart() -> None:
    for package in ("matplotlib", "ortools", "pysat"):
        pytest.importorskip(package)
    files = page.page(("packing",), 2, 5.0, faked)
    text = files["comparison.md"]
    assert text.count("\n## packing, hexagonal_cylinder: ") == 2
    sizes = text.partition("## Sizes")[2]
    assert re.search(r"\| `sat.document` +\| +774 \| +169,017 \|", sizes)
    measured, _, cited = text.partition("## Published figures")
    assert "103.6 s" in cited
    assert "103.6 s" not in measured


def test_the_page_is_written_by_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("matplotlib", "ortools", "pysat"):
        pytest.importorskip(package)
    monkeypatch.setattr("comparison_page.race", faked)
    folder = tmp_path / "new" / "docs"
    assert main([str(folder), "--puzzle", "twenty_four_seven", "--repeat", "1"]) == 0
    names = {"comparison.md", "comparison-cactus.svg"}
    assert {path.name for path in folder.iterdir()} == names
    text = (folder / "comparison.md").read_text(encoding="utf-8")
    assert all(f"({name})" in text for name in names - {"comparison.md"})


def test_a_puzzle_that_is_not_on_the_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--puzzle", "chess"]) == 2
    assert (
        "found chess, expected some of eternity, flower_finder, packing" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("lp:mine.lp", ["lp:mine.lp"]),
        ("sat.sequential:cadical195", ["sat.sequential", ":cadical195"]),
        (
            "lp:/home/ada/course/queens.lp+/home/ada/bounds.lp",
            ["lp:/home/ada", "/course", "/queens.lp+/home", "/ada/bounds.lp"],
        ),
    ],
)
def test_a_long_path_of_a_program_leaves_a_narrow_table_narrow(name: str, lines: list[str]) -> None:
    assert _folded(name).split("\n") == lines
