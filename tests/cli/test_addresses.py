"""Addresses of puzz.link as boards, its files as answers, in the commands and in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import puzzles, refused

import pyasp_puzzles as pp

BODY = "slither/5/5/cbcbcddad"
ADDRESSES = (f"https://puzz.link/p?{BODY}", f"http://pzv.jp/p.html?{BODY}", f"?{BODY}", BODY)
"""The board of robx/pzprjs, test/script/slither.js."""


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_says_its_puzzle(address: str) -> None:
    done = puzzles("unique", address)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("the link: unique")
    assert pp.load(address) == pp.load("slitherlink", address) == pp.load_all(address)[0]


def test_a_board_has_an_address_solved_or_not() -> None:
    shown = puzzles("show", "slitherlink", ADDRESSES[0], "--url").stdout
    assert shown == puzzles("solve", BODY, "--export", "url").stdout == ADDRESSES[0] + "\n"
    (again,) = pp.load_all(puzzles("show", "star_battle", "--url").stdout.strip())
    assert pp.is_unique(again)
    assert refused("show", "pips", "--url").startswith("pyasp-puzzles: --url: no web site")


def test_an_answer_of_the_site_is_checked_whole_or_in_part(tmp_path: Path) -> None:
    whole = puzzles("solve", BODY, "--export", "pzprv3").stdout
    assert whole.startswith("pzprv3\nslither\n5\n5\n2 . . 1 . \n")
    (tmp_path / "board.txt").write_text(whole)
    words = ("check", "slitherlink", "board.txt")
    assert puzzles(*words, "board.txt", cwd=tmp_path).stdout == "answer 1: all rules hold\n"
    lines = whole.splitlines()
    for line, code in (("1 -1 -1 -1 -1 1", 0), ("0 1 -1 -1 -1 1", 1)):
        (tmp_path / "part.txt").write_text("\n".join([*lines[:9], line, *lines[10:12]]))
        cut = refused(*words, "part.txt", cwd=tmp_path)
        assert cut == (
            "pyasp-puzzles: part.txt, line 13: found the end, expected more lines: the board "
            "ends here\n"
        )
        rest = [" ".join("0" * len(each.split())) for each in lines[10:]]
        (tmp_path / "part.txt").write_text("\n".join([*lines[:9], line, *rest]))
        assert puzzles(*words, "part.txt", cwd=tmp_path).returncode == code
    assert "found other sizes, expected the file of ten" in refused(
        "check", "slitherlink", "ten", "board.txt", cwd=tmp_path
    )


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (BODY[:-1], "the link, character 21: found the end, expected 1 more of 25 clue places"),
        (BODY + "b2", "the link, character 22: found 'b2', expected the end: all cells are told"),
        (BODY.replace("5", "500"), "the link, character 9: found '500', expected columns/rows/"),
        ("slither/5/5/c!", "the link, character 14: found '!', expected a number, or a letter"),
        (
            BODY.replace("/5", "/f/5", 1),
            "the link, character 9: found 'f', expected columns/rows/: this letter says a variant",
        ),
        ("https://puzz.link/p?shu/5/5/a", "no puzzle 'https://puzz.link/p?shu/5/5/a', expected an"),
        ("sudoku/4/4/9o", "the link, character 12, numbers: found '9', expected an integer from 1"),
    ],
)
def test_a_malformed_address_gets_one_line(address: str, says: str) -> None:
    assert refused("solve", address).startswith(f"pyasp-puzzles: {says}")


def test_the_address_of_another_puzzle_is_answered_with_that_puzzle() -> None:
    assert "this looks like slitherlink: solve slitherlink LINK" in refused("solve", "sudoku", BODY)
