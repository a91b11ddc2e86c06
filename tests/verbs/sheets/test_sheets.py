"""Sheets to print: pages, answers, pieces to scale, new boards, errors."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyasp_puzzles import cli
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names, words_of
from pyasp_puzzles.verbs.generation import loop

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str) -> int:
    return cli.run(["sheet", *words])


def page(path: Path) -> ElementTree.Element:
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def words(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def with_pieces() -> list[str]:
    """The puzzles whose first flat board has pieces to cut out."""
    found = []
    for name in shipped_names():
        puzzle = find_puzzle(name)
        board = load_boards(puzzle)[0]
        if puzzle.play and any(
            tool.left is not None for tool in puzzle.play.tools(board, puzzle.play.given(board))
        ):
            found.append(name)
    return found


@pytest.mark.parametrize("puzzle", shipped_names())
def test_a_sheet_has_the_board_and_its_answer_within_the_paper(puzzle: str, tmp_path: Path) -> None:
    assert run(puzzle, "-o", str(tmp_path / "sheet.svg")) == 0
    files = sorted(tmp_path.glob("*.svg"))
    assert len(files) >= 2
    for file in files:
        root = page(file)
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        assert root.get("viewBox") == "0 0 210 297"
        for inner in root.findall(f"{SVG}svg"):
            group = inner.find(f"{SVG}g")
            assert group is not None and f".{group.get('class')} .page{{fill:#ffffff}}" in "".join(
                inner.itertext()
            )
            x, y, w, h = (float(inner.get(key, "")) for key in ("x", "y", "width", "height"))
            assert x >= 12 and x + w <= 198.1 and y >= 12 and y + h <= 285.1
    assert any("answer" in line for line in words(page(tmp_path / "sheet-2.svg")))


@pytest.mark.parametrize("puzzle", shipped_names())
def test_all_ids_of_a_page_of_html_differ_and_each_pattern_is_defined(
    puzzle: str, tmp_path: Path
) -> None:
    assert run(puzzle, "", "", "--paper", "letter", "-o", str(tmp_path / "sheet.html")) == 0
    text = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert "@page{size:215.9mm 279.4mm" in text
    assert "break-after:page" in text
    assert not re.search(r"https?://(?!www\.w3\.org)", text)


@pytest.mark.parametrize("puzzle", with_pieces())
def test_pieces_have_the_size_of_a_cell_of_their_board(puzzle: str, tmp_path: Path) -> None:
    """Every piece and every panel of the board has the scale that the page states."""
    flat = [
        name
        for name in find_puzzle(puzzle).instance_files()
        if not find_puzzle(puzzle).picture(load_boards(find_puzzle(puzzle), name)[0], None).solid
    ]
    sheet = tmp_path / "cut.svg"
    assert run(puzzle, flat[0], "--pieces", "--no-answers", "--cell", "7", "-o", str(sheet)) == 0
    pages = [page(file) for file in sorted(tmp_path.glob("*.svg"))]
    board = load_boards(find_puzzle(puzzle), flat[0])[0]
    form = find_puzzle(puzzle).play
    assert form
    number = sum(tool.left or 0 for tool in form.tools(board, form.given(board)))
    names = [inner.get("aria-label", "") for p in pages for inner in p.findall(f"{SVG}svg")]
    assert sum(name.startswith("piece ") for name in names) == number
    for inner in (inner for p in pages for inner in p.findall(f"{SVG}svg")):
        units = float(inner.get("viewBox", "").split()[2])
        assert float(inner.get("width", "")) / units * 40 == pytest.approx(7, abs=0.01)
    assert any("A cell is 7 mm wide" in line for p in pages for line in words(p))


def test_pages_with_boards_have_the_rules_and_those_with_answers_do_not(tmp_path: Path) -> None:
    assert run("nurikabe", "five", "ten", "-o", str(tmp_path / "sheet.svg")) == 0
    rules = " ".join(words_of(find_puzzle("nurikabe")).values())
    boards, *_, answers = (
        " ".join(words(page(path)))
        for path in sorted(tmp_path.iterdir(), key=lambda x: len(x.name))
    )
    assert rules in boards
    assert rules[:40] not in answers


def test_new_boards_are_the_ones_that_generate_makes(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.svg"
    made = ("twenty_four_seven", "--seed", "7", "-n", "3", "--size", "4")
    assert run(*made, "--per-row", "3", "-o", str(sheet)) == 0
    said = " ".join(words(page(sheet)))
    assert all(f"(seed {seed})" in said for seed in (7, 8, 9))
    assert len(page(sheet).findall(f"{SVG}svg")) == 3


def test_a_search_that_gives_up_leaves_a_sheet_and_exit_code_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.svg"
    assert run("eternity", "framed_7x7", "--timeout", "1e-6", "-o", str(sheet)) == 3
    assert "No answer was found" in " ".join(words(page(tmp_path / "sheet-2.svg")))
    assert "framed_7x7: No answer was found (" in capsys.readouterr().err


def test_boards_with_their_dominoes_stand_three_abreast(tmp_path: Path) -> None:
    """24 boards of Pips once took 13 pages."""
    assert run("pips", *["document"] * 12, "-o", str(tmp_path / "sheet.svg")) == 0
    pages = [page(file) for file in sorted(tmp_path.glob("*.svg"))]
    assert len(pages) <= 4
    first = [(float(b.get("x", "")), b) for b in pages[0].findall(f"{SVG}svg")]
    assert len({x for x, _ in first}) >= 3
    for _, board in first:
        units = float(board.get("viewBox", "").split()[2])
        assert float(board.get("width", "")) / units * 40 >= 5.6, "a cell that can be read"
    legend = [line for line in words(pages[0]) if "the pips of the region sum to" in line]
    assert len(legend) == 1


def test_every_option_of_generate_makes_boards_for_a_sheet(tmp_path: Path) -> None:
    from pyasp_puzzles.cli import cli as commands

    other = ("n", "seed", "timeout", "svg", "help")
    generate, sheet = (
        {option.name for option in commands.every()[name].params if option.name not in other}
        for name in ("generate", "sheet")
    )
    assert generate <= sheet
    made = ("twenty_four_seven", "--size", "4", "--difficulty", "1..", "--seed", "7")
    assert run(*made, "-o", str(tmp_path / "sheet.svg")) == 0


def test_a_sheet_has_the_nearest_board_where_none_is_as_hard_as_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loop, "RATED", 2)
    made = ("twenty_four_seven", "--size", "4", "--difficulty", "90..", "--seed", "3")
    assert run(*made, "-o", str(tmp_path / "sheet.svg")) == 3
    captured = capsys.readouterr()
    assert "in the nearest of 2 boards" in captured.err
    assert "sheet.svg: 1 board, 2 pages" in captured.out


def test_boards_without_answers_have_a_page_that_says_so(tmp_path: Path) -> None:
    boards = ("straights_6x6", "straights_6x6")
    assert run("packing", *boards, "-o", str(tmp_path / "sheet.svg")) == 0
    assert words(page(tmp_path / "sheet-2.svg")).count("This board has no answer.") == 2
