"""What ``--symmetry`` identifies: the words for it, and where they stand."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from pathlib import Path

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.comparison import Case, Conditions, make_plan
from pyasp_puzzles.comparison.setting import record, setting
from pyasp_puzzles.core.symmetry import Symmetry, SymmetryGroup


@pytest.mark.parametrize(
    ("kind", "mirrors", "words", "short"),
    [
        (
            *("all", [False, True]),
            "one answer of each class under 2 symmetries, mirror images included",
            "2 symmetries, mirror images included",
        ),
        (
            *("rotations", [False, False, True]),
            "one answer of each class under 2 rotations, mirror images apart",
            "2 rotations, mirror images apart",
        ),
        (
            *("all", [False, False]),
            "one answer of each class under 2 symmetries, rotations only",
            "2 symmetries, rotations only",
        ),
        (
            *("rotations", [False, True]),
            "no rotation but the identity, mirror images apart: every answer is a class of its own",
            "the identity only, mirror images apart",
        ),
        (
            *("all", [False]),
            "no symmetry but the identity: every answer is a class of its own",
            "the identity only",
        ),
        (
            *("all", [None, None, None]),
            "one answer of each class under 3 symmetries",
            "3 symmetries",
        ),
    ],
)
def test_a_group_is_said_in_words(
    kind: str, mirrors: list[bool | None], words: str, short: str
) -> None:
    group = SymmetryGroup.of(kind, [Symmetry(lambda solution: solution, m) for m in mirrors])
    assert (str(group), group.short) == (words, short)
    assert json.loads(json.dumps(group.as_json()))["text"] == words


SOMA_ALL = "one answer of each class under 48 symmetries, mirror images included"
SOMA_ROTATIONS = "one answer of each class under 24 rotations, mirror images apart"


def test_the_lines_under_a_search_say_what_was_identified() -> None:
    from pyasp_puzzles.cli import searching

    soma = pp.load("packing", "soma")
    for kind, words in (("all", SOMA_ALL), ("rotations", SOMA_ROTATIONS)):
        answers = pp.solve(soma, symmetry=kind, limit=1)
        list(answers)
        assert searching.status("soma", answers).splitlines()[1] == f"soma: {words}"
        counted = pp.count(soma, symmetry=kind)
        assert searching.count_line("soma", counted, "class").splitlines()[1] == f"soma: {words}"
        assert len(f"soma: {words}") <= 80
    assert "\n" not in searching.status("soma", pp.solve(soma))
    assert pp.count(pp.load("eternity", "document_3x3")).symmetry is None


def test_solve_says_it_in_its_line_its_figures_and_its_json(tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    words = ("solve", "packing", "soma", "--symmetry", "rotations", "--json", "--stats")
    done = puzzles(*words, "--summary", str(file))
    assert f"soma: {SOMA_ROTATIONS}\n" in done.stderr
    assert "24 rotations, mirror images apart" in done.stderr.replace(SOMA_ROTATIONS, "")
    summary = json.loads(file.read_text().splitlines()[-1])
    assert summary["symmetry"] == {
        "kind": "rotations",
        "order": 24,
        "mirror_images": "apart",
        "text": SOMA_ROTATIONS,
    }
    counted = json.loads(puzzles("count", "packing", "soma", "--symmetry", "--json").stdout)
    assert (counted["answers"], counted["symmetry"]["text"]) == (240, SOMA_ALL)


# The command line


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("--symmetry eternity document_3x3", "4"),
        ("eternity --symmetry document_3x3", "4"),
        ("packing soma --symmetry", "240"),
        pytest.param("packing soma --symmetry all", "240", marks=pytest.mark.slow),
        ("packing soma --symmetry rotations", "480"),
        pytest.param("--symmetry rotations packing soma", "480", marks=pytest.mark.slow),
        pytest.param("packing soma --symmetry=rotations", "480", marks=pytest.mark.slow),
        ("packing soma --no-symmetry --symmetry rotations", "480"),
        ("eternity document_3x3 --symmetry --no-symmetry", "16"),
        ("eternity document_3x3 --symmetry rotations", "4"),
    ],
)
def test_symmetry_may_stand_anywhere_with_a_word_or_without(words: str, number: str) -> None:
    done = puzzles("count", *words.split())
    assert (done.stdout, done.stderr, done.returncode) == (f"{number}\n", "", 0)


# Programs, engines, cubes, stores


def test_cubes_and_stores_keep_to_their_symmetry(tmp_path: Path) -> None:
    soma = pp.load("packing", "soma")
    store = tmp_path / "soma.store"
    counted = pp.count(soma, symmetry="rotations", processes=1, store=store)
    assert (counted.answers, counted.exhausted, str(counted.symmetry)) == (
        *(480, True),
        SOMA_ROTATIONS,
    )
    shown = " ".join(puzzles("answers", str(store), "-n", "1").stdout.split())
    assert "options --symmetry rotations" in shown
    assert f"symmetry {SOMA_ROTATIONS}" in shown
    header = json.loads(puzzles("answers", str(store), "--header").stdout)
    assert header["symmetry"]["order"] == 24
    for other in (True, False):
        with pytest.raises(pp.StoreError, match="options: --symmetry rotations there"):
            pp.count(soma, symmetry=other, store=store)
    with sqlite3.connect(store) as connection:
        columns = dict(connection.execute("SELECT * FROM run"))
    assert columns["options"] == "symmetry=rotations"


def test_a_store_has_no_field_that_an_older_one_lacks(tmp_path: Path) -> None:
    """So a store of the time before there were kinds of symmetry can still be read."""
    from pyasp_puzzles.counts.identity import CountIdentity

    fields = {"puzzle", "instance", "board", "program", "facts", "options", "versions"}
    assert {field.name for field in dataclasses.fields(CountIdentity)} == fields
    older = CountIdentity(
        "packing", "soma", puzzles("show", "packing", "soma", "--text").stdout, *[""] * 4
    )
    assert older.symmetry is None
    older = dataclasses.replace(older, options="symmetry=1")
    assert (older.command_line, str(older.symmetry)) == ("--symmetry", SOMA_ALL)


# Comparisons


def test_the_setting_of_a_comparison_names_the_group_of_each_board() -> None:
    boards = [pp.load("packing", name) for name in ("soma", "hexagonal_cylinder")]
    cases = [Case(instance.name, instance) for instance in boards]
    plan = make_plan(cases, ["asp"], Conditions(symmetry="rotations"))
    assert setting(plan)["symmetry"] == (
        "one answer of each class (soma: 24 rotations, mirror images apart; "
        "hexagonal_cylinder: 6 symmetries, rotations only)"
    )
    orders = [entry["symmetry"]["order"] for entry in record(plan)["instances"]]
    assert orders == [24, 6]
    assert setting(make_plan(cases[:1], ["asp"], Conditions(symmetry=True)))["symmetry"] == SOMA_ALL
    raw = make_plan(cases, ["asp"])
    assert setting(raw)["symmetry"] == "all answers"
    assert [entry["symmetry"] for entry in record(raw)["instances"]] == [None, None]
