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
