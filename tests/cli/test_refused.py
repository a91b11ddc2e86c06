"""Commands that are refused: exit code 2, one line or usage of click, and nothing written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from support import ROOT, refused

LINK = "slither/5/5/cbcbcddad"
"""The board of robx/pzprjs, test/script/slither.js."""
QUICK = "--engines asp,translate --repeat 1"
SECONDS = "expected seconds: more than 0, at most 1,000"
TWICE = "found - for board and answer, expected a file or a name for one of them"
NO_TEXT = "line 1: found the byte 0xe9"
ALONE = "`clingo right.lp` alone"

SAID = {
    # words that are missing, unknown or misspelt
    "solve": "Missing argument 'PUZZLE'",
    "solve ''": "no puzzle ''",
    "solve __init__": "no puzzle '__init__'",
    "dance": "No such command 'dance'",
    "generate sokoban": "no puzzle 'sokoban'",
    "rate pips nowhere": "nowhere: found no such file or instance",
    f"solve packing {'a' * 5000}": "found no such file or instance",
    "solve suduko": "did you mean 'sudoku'?",
    "solve pisp": "did you mean 'pips'?",
    "solve packing som": "did you mean 'soma'?",
    "sovle packing": "Did you mean 'solve'?",
    "solve packing --symetry": "'--symmetry'?",
    "solve packing --engine exact-cove": "did you mean 'exact-cover'?",
    "generate pips --dominos 3": "did you mean '--dominoes'?",
    "generate pips --sead 3": "did you mean '--seed'?",
    "generate pips --filled 3": "--rules; --filled belongs to twenty_four_seven",
    "compare": "found nothing to compare on",
    "compare nonsense": "no puzzle 'nonsense'",
    "explain": "found no puzzle, expected PUZZLE",
    "explain pips a b": "found 3 words, expected PUZZLE",
    "hint pips a b c": "found 3 words behind the puzzle",
    "check eternity a b c": "found 3 words behind the puzzle, expected INSTANCE and ANSWER",
    # values beyond their limits, or of another kind
    "solve packing soma -n many": "'-n': found 'many', expected an integer of at least 0",
    "solve pips -n -1": "'-n': found '-1', expected an integer of at least 0",
    "generate pips -n 0": "'-n': found '0', expected an integer of at least 1",
    "count pips --threads 65": "found '65', expected an integer from 1 to 64",
    "serve --port 65536": "found '65536', expected an integer from 0 to 65535",
    "best packing --seed 2147483648": "an integer from 0 to 2147483647",
    **{
        f"estimate packing --timeout '{text}'": f"'--timeout': found '{text}', {SECONDS}"
        for text in ("0", "-1", "nan", "inf", "1e400", "", "soon")
    },
    "serve --timeout 0.5": "found '0.5', expected seconds: at least 1, at most",
    "sheet pips -o x.svg --cell 2": "expected mm: at least 3, at most 100",
    "solve packing soma --export png": "--export: found 'png', expected",
    "count pips --by colour": "found --by colour, expected one of",
    "count pips --symmetry": "knows no symmetries",
    "count packing soma --symmetry mirror": "--symmetry: found 'mirror', expected all or rotations",
    "count packing soma --symmetry=mirror": "packing: found symmetry 'mirror', expected all or",
    "count packing soma --symmetry=": "found nothing behind =, expected all or rotations",
    "count packing --symmetry mirror": "--symmetry takes all or rotations",
    "solve flower_finder --symmetry rotations": "found symmetry 'rotations', expected all",
    "solve pips --symmetry rotations": "pips: its program knows no symmetries",
    "certify flower_finder --symmetry=rotations": "'rotations', expected all",
    "compare flower_finder --symmetry rotations": "'rotations', expected all",
    "compare --program pips.lp examples/pips.lp --symmetry": "--symmetry, which goes with a puzzle",
    "count packing soma --by colour": "packing counts one thing only; omit --by",
    "compare packing soma --task count --by colour": "packing counts one thing only; omit --by",
    "generate pips --dominoes -1": "pips, dominoes: found -1, expected a number from 0 to 60",
    "generate pips --difficulty harsh": "'harsh', expected easy, medium, hard, or a number",
    "generate twenty_four_seven --difficulty easy": "the puzzle is not calibrated, so it has no",
    "generate twenty_four_seven --size 5": "size: found 5, expected 4, or 6 and more",
    "generate twenty_four_seven --symmetry-of-clues round": "'round' is not one of 'none'",
    "translate loop.lp --loops lazy": "lazy",
    "translate loop.lp --to nonsense": "nonsense",
    "translate loop.lp -c n": "expected NAME=VALUE",
    "compare pips --engines ,": "--engines: found ','",
    "compare pips --memory much": "expected a number of bytes, or a size",
    "estimate packing pentominoes_3x4x5 --engine asp --timeout 60": "exact-cover",
    "solve packing slothouber_graatsma -- --config=nonsense": "nonsense",
    "count packing soma -- --enum-mode=brave": "--enum-mode",
    # options that do not go together
    "list -- foo": "found words behind --, which only solve and count take",
    "explain pips -c n=1": "found --const, which goes with --program only",
    "compare pips -c n=3": "found -c, which goes with --program only",
    "sheet pips document --seed 1 -o s.svg": "expected one of them",
    "sheet pips --cell 7 -o s.svg": "--cell without --pieces",
    "sheet packing soma --pieces -o s.svg": "soma: its pieces are solids",
    "sheet twenty_four_seven --pieces -o s.svg": "nothing to cut out",
    "sheet pips heart --pieces --cell 60 -o s.svg": "heart: found cells of 60 mm, expected at most",
    "compare packing -v": "expected both or none",
    "check pips - -": TWICE,
    "check pips -#easy": TWICE,
    "check pips -#easy -": TWICE,
    "draw pips - -": TWICE,
    "draw pips -#easy": TWICE,
    "draw pips -#easy -": TWICE,
    "hint pips - -": TWICE,
    # files that cannot be read
    "check eternity no_board --program right.lp": "no_board: found no such file or instance",
    "check eternity --program none.lp": "none.lp: found no such file or directory",
    "check eternity --program folder": "folder: found no program, expected a folder with .lp files",
    "check eternity --program ''": "lp:: found no name, expected a file on each side of +",
    "explain --program missing.lp": "missing.lp: found no such file",
    "hint pips document missing.txt": "missing.txt: found no such file",
    **{
        f"{command} {name}": said
        for command in ("translate", "compare --program")
        for name, said in (
            ("none.lp", "found no such file"),
            ("folder", "found a folder"),
            ("latin.lp", NO_TEXT),
        )
    },
    "compare --program -": "each run reads it anew",
    "decode cut.cnf": "cut.cnf",
    "decode nonsense.cnf": "nonsense.cnf",
    "decode -": "found - twice: formula and result cannot both be standard input",
    # files that cannot be written
    **{
        f"solve packing soma --json --summary {file or repr(file)}": "--summary" if small else file
        for file, small in (("", True), ("-", True), ("no/such/folder/f", False), (".", False))
    },
    "solve packing soma --svg none/a.svg": "none/a.svg",
    "solve packing soma --svg a.pdf": "--svg: found a.pdf, expected a name that ends in .svg",
    "solve packing soma --svg .": "--svg: found ., expected a name that ends in .svg",
    "show packing no_such_board --svg a.svg": "no_such_board: found no such file or instance",
    "sheet pips -o s.pdf": "expected a name that ends in .svg or .html",
    "sheet pips no_such -o s.svg": "no such file or instance",
    "sheet pips -o no/such/folder/s.svg": "no/such/folder/s.svg: ",
    "compare pips --csv -": "found -, expected a file to write",
    "compare pips --csv no/such/file.csv": "no/such/file.csv: no such file",
    f"compare pips {QUICK} --plots loop.lp": "file exists",
    "compare pips --csv a --markdown a": "one file for several formats",
    "compare pips --csv a --markdown a.setting.json": "one file for several formats",
    # addresses of a web site
    "show pips --url": "--url: no web site",
    f"solve {LINK[:-1]}": (
        "the link, character 21: found the end, expected 1 more of 25 clue places"
    ),
    f"solve {LINK}b2": ("the link, character 22: found 'b2', expected the end: all cells are told"),
    f"solve {LINK.replace('5', '500')}": (
        "the link, character 9: found '500', expected columns/rows/"
    ),
    "solve slither/5/5/c!": "the link, character 14: found '!', expected a number, or a letter",
    f"solve {LINK.replace('/5', '/f/5', 1)}": (
        "the link, character 9: found 'f', expected columns/rows/: this letter says a variant"
    ),
    "solve https://puzz.link/p?shu/5/5/a": (
        "no puzzle 'https://puzz.link/p?shu/5/5/a', expected an"
    ),
    "solve sudoku/4/4/9o": (
        "the link, character 12, numbers: found '9', expected an integer from 1"
    ),
    f"solve sudoku {LINK}": "this looks like slitherlink: solve slitherlink LINK",
    # a program in place of a puzzle: the command that takes it
    **{
        f"{command} right.lp": "`explain --program right.lp` explains it"
        for command in ("explain", "hint", "rate", "show", "generate")
    },
    **{
        f"{command} right.lp": f"`{command} PUZZLE --engine lp:right.lp` runs it on a puzzle's "
        f"board, {ALONE}"
        for command in ("unique", "solve")
    },
    "compare right.lp": "`compare PUZZLE --engines asp,lp:right.lp` runs it on a puzzle's board, "
    "`compare --program right.lp` alone",
    "check right.lp": "`check PUZZLE --program right.lp` checks it on a puzzle's boards",
}
"""What is said to each command, or a part of it."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with some files."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "folder").mkdir()
    (folder / "right.lp").write_bytes((ROOT / "lp" / "eternity.lp").read_bytes())
    (folder / "latin.lp").write_bytes(b"a(\xe9).\n")
    (folder / "loop.lp").write_text("{ c }. a :- b. b :- a. a :- c.")
    (folder / "cut.cnf").write_text("p cnf 1 1\n1 0\n")
    return folder


@pytest.mark.parametrize("words", SAID, ids=lambda words: words[:60])
def test_a_command_is_refused_with_what_was_expected(words: str, desk: Path) -> None:
    before = sorted(desk.iterdir())
    said = refused(*shlex.split(words), text="s SATISFIABLE\nv 1 0\n", cwd=desk)
    assert SAID[words] in " ".join(said.split())
    ours, usage = said.startswith("pyasp-puzzles: "), said.startswith("Usage: ")
    assert usage or (ours and said.count("\n") == 1)
    assert sorted(desk.iterdir()) == before
