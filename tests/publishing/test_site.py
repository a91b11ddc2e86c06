"""A site that needs no server: its files, what they hold, and what is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import published_value

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle
from pyasp_puzzles.cli import run
from pyasp_puzzles.core.errors import VerificationError
from pyasp_puzzles.publishing import site as site_module
from pyasp_puzzles.publishing.content import WHOLE, check_interrupted, digest, published
from pyasp_puzzles.publishing.own_program import OwnProgram
from pyasp_puzzles.publishing.proof import StepProof
from pyasp_puzzles.publishing.site import boards_of, publish

SMALL = ("sudoku:four", "nurikabe:five", "eternity:document_3x3")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "puzzles"
    assert run(["publish", str(folder), *SMALL, "--title", "A & B"]) == 0
    return folder


def test_a_site_names_nothing_but_its_own_files(site: Path) -> None:
    index = (site / "index.html").read_text()
    assert "<title>A &amp; B</title>" in index
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', index)
    assert policy
    assert "unsafe" not in policy[1]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy[1]
    for name in re.findall(r'(?:src|href)="([^"#:]+)"', index):
        assert (site / name).is_file(), name
    assert not re.search(r"<style|<script>|\son\w+=|\sstyle=", index)
    gallery = published_value(site / "gallery.js")
    for puzzle in gallery:
        assert (site / f"programs/{puzzle['name']}.js").is_file()
        for board in puzzle["instances"]:
            assert (site / f"{board['file']}.js").is_file()
            assert board["picture"].startswith("<svg")
    assert [puzzle["name"] for puzzle in gallery] == ["sudoku", "nurikabe", "eternity"]


def test_a_page_without_a_server_takes_little_room(tmp_path: Path) -> None:
    """At most 150 kB and 21 kB a board, on the average of boards of all kinds of answers."""
    words = [
        "sudoku:nine",
        "nurikabe:five",
        "masyu:ten",
        "star_battle",
        "pips:document",
        "shikaku:ten",
    ]
    made = publish(str(tmp_path / "site"), boards_of(words))
    assert made.boards > 6
    assert made.size <= 150_000 + 21_000 * made.boards
    files = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) == made.size


def test_a_published_board_has_the_whole_derivation_and_no_answer(site: Path) -> None:
    found = published_value(site / "boards/nurikabe-1.js")
    board = pp.load("nurikabe", "five")
    [answer] = pp.solve(board)
    steps = found["steps"]
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert found["status"] == "solved"
    told = {atom: holds for step in steps for atom, holds in step["follows"]}
    shaded = set(map(str, answer.symbols))
    assert {atom for atom, holds in told.items() if holds} == shaded
    text = found["board"]["text"]
    assert found["digests"] == [sorted(digest(text, atom) for atom in shaded)]
    rest = json.dumps({**found, "steps": [], "ruled": None})
    assert not any(atom in rest for atom in shaded)
    assert set(found["ruled"]["possible"]) > shaded > set(found["ruled"]["demanded"])
    first = re.findall("[^>M]*[>M]|[^>M]+$", found["board"]["svg"])
    art = [*dict.fromkeys(first), *found["art"]]
    for step in steps:
        drawn = "".join("".join(art[slice(*own)]) for own in step["picture"])
        assert drawn.startswith("<svg") and drawn.endswith("</svg>\n")


def test_several_answers_have_digests_each(site: Path) -> None:
    found = published_value(site / "boards/eternity-1.js")
    assert len(found["digests"]) == 16
    assert found["status"] == "chosen"
    assert "choice" in {step["technique"] for step in found["steps"]}


def test_a_derivation_that_does_not_hold_is_refused() -> None:
    explanation = pp.explain(pp.load("sudoku", "four"))
    steps, answer = list(explanation), explanation.answer
    assert answer
    proof = StepProof(explanation.theory)
    proof.prove(steps, answer)
    with pytest.raises(VerificationError, match="does not fit"):
        proof.prove(steps[1:], answer)
    literal = steps[-1].follows[0]
    turned = replace(steps[-1], follows=(replace(literal, holds=not literal.holds),))
    with pytest.raises(VerificationError, match=f"step {turned.number} .* does not fit"):
        proof.prove([*steps[:-1], turned], answer)
    with pytest.raises(VerificationError, match=f"step {turned.number} .* does not follow"):
        proof.prove([*steps[:-1], turned], None)
    without = replace(steps[0], reason=(), seen=())
    with pytest.raises(VerificationError, match="step 1 of a derivation does not follow"):
        proof.prove([without], answer)


def test_many_answers_are_judged_as_a_whole_or_by_what_fills_the_board(tmp_path: Path) -> None:
    words = ["slitherlink:empty_3x3", "packing:soma", "pips:tilings_6x6"]
    publish(str(tmp_path / "site"), boards_of(words), timeout=3.0)
    loops, pieces_, dominoes = (
        published_value(tmp_path / f"site/boards/{word.partition(':')[0]}-1.js") for word in words
    )
    assert len(loops["wholes"]) == 213
    [answer, *_] = pp.solve(pp.load("slitherlink", "empty_3x3"), limit=1)
    whole = " ".join(sorted(map(str, answer.symbols)))
    assert digest(loops["board"]["text"], whole, WHOLE) in loops["wholes"]
    assert (pieces_["fills"], pieces_["wholes"], pieces_["digests"]) == (7, [], [])
    assert (dominoes["fills"], dominoes["wholes"], dominoes["digests"]) == (0, [], [])


def test_a_limit_cuts_a_derivation_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["publish", str(tmp_path / "site"), "packing:hexagonal_cylinder", "--timeout", "0.2"]
    assert run(words) == 3
    said = capsys.readouterr()
    assert "packing hexagonal_cylinder: time limit: the derivation is cut" in said.err
    assert "1 board" in said.out
    found = published_value(tmp_path / "site/boards/packing-1.js")
    assert found["status"] != "solved"


def test_boards_of_one_name_are_told_apart(tmp_path: Path) -> None:
    text = find_puzzle("sudoku").format(pp.load("sudoku", "four"))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.txt").write_text(text)
    words = [f"sudoku:{tmp_path / folder / 'mine.txt'}" for folder in ("a", "b")]
    publish(str(tmp_path / "site"), boards_of(words))
    [puzzle] = published_value(tmp_path / "site/gallery.js")
    assert [board["name"] for board in puzzle["instances"]] == ["mine.txt", "mine.txt-1"]
    written = "".join(path.read_text() for path in (tmp_path / "site").rglob("*.js"))
    assert str(tmp_path) not in written


def test_a_board_may_be_named_as_in_the_address_of_the_page() -> None:
    assert boards_of(["sudoku/four"]) == boards_of(["sudoku:four"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["{full}", "sudoku:four"], "found files, expected a folder that is empty or new"),
        (["{file}", "sudoku:four"], "found a file, expected a folder that is empty or new"),
        (["{file}/site", "sudoku:four"], "not a directory"),
        (["{new}", "sudoku:for"], "did you mean 'four'?"),
        (["{new}", "sudokuu"], "did you mean 'sudoku'?"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_nothing_is_written(
    words: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    places = {name: str(tmp_path / name) for name in ("full", "file", "new")}
    before = sorted(tmp_path.rglob("*"))
    assert run(["publish", *(word.format(**places) for word in words)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert expected in line
    assert sorted(tmp_path.rglob("*")) == before


def test_an_interrupted_run_leaves_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_puzzle: Any, board: Any, *_: Any) -> Any:
        if board.name == "five":
            check_interrupted("interrupted; 3 steps so far")
        return published(_puzzle, board, *_)

    monkeypatch.setattr(site_module, "published", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(["publish", str(tmp_path / "site"), "sudoku:four", "nurikabe:five"])
    assert list(tmp_path.rglob("*")) == [tmp_path / "site"]


def test_a_program_whose_atoms_have_no_cells_is_a_list(tmp_path: Path) -> None:
    path = tmp_path / "colours.lp"
    path.write_text(
        '%@ red(X) "{X} is red" "{X} is not red"\n{ red(a; b) }.\n#show red/1.\n'
        '%@ "one of them is red"\n:- { red(X) } != 1.\n'
        '%@ "b is not alone"\n:- red(b), not red(a).\n'
    )
    found, explanation = OwnProgram([path], "", {}).published(20.0)
    assert explanation.status == "solved"
    assert found["hands"]["marks"][0]["places"] == ["1,1", "2,1"]
    assert [tool["name"] for tool in found["board"]["tools"]] == ["yes"]
    assert "r1c1: a is red" in found["board"]["svg"]
    assert len(found["digests"]) == 1
