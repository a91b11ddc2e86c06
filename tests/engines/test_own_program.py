"""``lp:FILE``: a program of the user's own on a puzzle's facts, checked like every engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import puzzles

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import program_folder
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.names import Engine, parse_engine
from pyasp_puzzles.engines.process import start_search
from pyasp_puzzles.engines.program import own_files


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs for the grids of Eternity, in which the user is."""
    monkeypatch.chdir(tmp_path)
    rules = program_folder().joinpath("eternity.lp").read_text(encoding="utf-8")
    bare = "\n".join(line for line in rules.splitlines() if not line.startswith("#show"))
    texts = {
        "mine.lp": rules,
        "bare.lp": bare,
        "few.lp": f"{rules}\n:- place(1,1,1,_).\n",
        "hidden.lp": f"{rules}\n{{ free(1..3) }}.\n",
        "best.lp": f"{rules}\n#minimize {{ K,R,C : place(R,C,K,_) }}.\n",
        "wrong.lp": "#show place/4.\nplace(1,1,1,0).\n",
        "stranger.lp": "#show place/4.\n\n#show colour/2.\ncolour(1,1).\n",
        "term.lp": "#show (1,2).\n#show place/4.\n",
        "bad.lp": "a :-\n  b(.\n",
        "unsafe.lp": "a(X) :- not b(X).\n",
        "includes.lp": '#include "mine.lp".\n',
        "c++ two.lp": rules,
        "empty.lp": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def answers(engine: str, board: str = "document_3x3") -> set[frozenset[str]]:
    search = start_search(make_job(pp.load("eternity", board), engine))
    return {frozenset(map(str, symbols)) for symbols in search}


@pytest.mark.parametrize(
    "name",
    [
        "bare.lp",
        "hidden.lp",
        "includes.lp",
        pytest.param("mine.lp", marks=pytest.mark.slow),
        "c++ two.lp",
    ],
)
def test_a_right_program_has_the_answers_of_ours_each_once(name: str, shop: Path) -> None:
    """With a #show or without one; hidden choices do not make more answers of one."""
    board = pp.load("eternity")
    found = list(pp.solve(board, engine=f"lp:{name}"))
    assert {frozenset(map(str, answer.symbols)) for answer in found} == answers("asp")
    assert len(found) == 16
    assert int(pp.count(board, engine=f"lp:{name}")) == 16


def test_a_cost_leaves_no_answer_out(shop: Path) -> None:
    assert answers("lp:best.lp") == answers("asp")


def test_several_files_make_one_program(shop: Path) -> None:
    (shop / "rest.lp").write_text(":- place(1,1,K,_), K > 1.\n")
    some = answers("lp:bare.lp+rest.lp")
    assert some < answers("asp")
    assert some
    assert own_files("bare.lp+rest.lp") == (Path("bare.lp"), Path("rest.lp"))


def test_a_shipped_program_is_found_by_its_name(shop: Path) -> None:
    assert answers("lp:eternity.lp") == answers("asp")


def test_a_name_is_the_path_behind_the_colon() -> None:
    engine = parse_engine("lp:a folder/x:y.lp+z.lp")
    assert engine == Engine("lp", "a folder/x:y.lp+z.lp")
    assert parse_engine(str(engine)) == engine
    for name in ("lp", "lp:", "lp.x:mine.lp"):
        with pytest.raises(pp.PuzzleError, match=r"expected lp:FILE\[\+FILE\.\.\.\]"):
            parse_engine(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.lp", "none.lp: found no such file or directory, expected a file that can be read"),
        ("mine.lp+", "lp:mine.lp+: found no name, expected a file on each side of +"),
        ("-", "found standard input, expected a file that can be read again"),
        (".", "found no file, expected a file that can be read again"),
        ("bad.lp", "bad.lp, line 2, column 5: syntax error, unexpected ., expecting ) or ;"),
        ("unsafe.lp", "unsafe.lp, line 1: unsafe variables in: a(X):-"),
        ("stranger.lp", "stranger.lp, line 3: found #show of colour/2, expected only place/4"),
        ("term.lp", "lp:term.lp: shown atom (1,2) is none of the answer's atoms (place/4)"),
        ("wrong.lp", "eternity document_3x3: lp:wrong.lp has an answer that breaks a rule. "),
        ("empty.lp", "eternity document_3x3: lp:empty.lp has an answer that breaks a rule. "),
    ],
)
@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_program_that_cannot_be_used_gets_one_clear_line(
    command: str, name: str, message: str, shop: Path
) -> None:
    done = puzzles(command, "eternity", "--engine", f"lp:{name}", cwd=shop)
    *warned, last = done.stderr.splitlines()
    assert (done.returncode, last[:15]) == (2, "pyasp-puzzles: "), done.stderr
    assert all("no atoms over signature" in line for line in warned), "clingo's warnings only"
    assert done.stdout == ""
    assert message in last
    assert "report this" not in last, "the mistake is the user's"


def test_a_program_that_breaks_many_rules_is_told_three_of_them(shop: Path) -> None:
    with pytest.raises(pp.VerificationError, match=r" And \d+ more\. Answer: ") as told:
        next(pp.solve(pp.load("twenty_four_seven", "2020_a"), engine="lp:empty.lp"))
    assert len(str(told.value)) < 500


def test_what_only_the_puzzles_program_knows_is_refused(shop: Path) -> None:
    engine = "lp:mine.lp"
    with pytest.raises(pp.PuzzleError, match=r"engine lp:mine\.lp knows no symmetries; leave"):
        list(pp.solve(pp.load("eternity"), engine=engine, symmetry=True))
    with pytest.raises(pp.PuzzleError, match=r"engine lp:pips\.lp does not know the constant"):
        pp.count(pp.load("pips"), by="filling", engine="lp:pips.lp")
    for wish in ({"cubes": 4}, {"store": "a.store"}, {"processes": 2}):
        with pytest.raises(pp.PuzzleError, match=r"lp:mine\.lp does not search in cubes"):
            pp.count(pp.load("eternity"), engine=engine, **wish)  # type: ignore[arg-type]
    done = puzzles("compare", "--program", "mine.lp", "--engines", engine, cwd=shop)
    assert (done.returncode, done.stderr) == (
        2,
        "pyasp-puzzles: lp:mine.lp: found an engine for a puzzle's facts, expected a puzzle\n",
    )


def test_options_threads_limit_and_seed_are_those_of_clingo(shop: Path) -> None:
    board = pp.load("eternity")
    found = pp.solve(board, engine="lp:mine.lp", options=["--config=trendy"], threads=2, seed=3)
    assert len(list(found)) == 16
    few = pp.solve(board, engine="lp:mine.lp", limit=3)
    assert len(list(few)) == 3
    assert (few.exhausted, few.reason, few.engine) == (False, "limit", "lp:mine.lp")


def test_a_program_that_grounds_for_ever_is_ended(shop: Path) -> None:
    (shop / "endless.lp").write_text("n(0). n(X+1) :- n(X). #show place/4.\n")
    found = pp.solve(pp.load("eternity"), engine="lp:endless.lp", timeout=1.0)
    assert list(found) == []
    assert (found.status, found.reason[:10]) == (pp.Status.UNKNOWN, "time limit")


def compare(shop: Path, program: str, *more: str) -> tuple[int, str]:
    words = ("compare", "eternity", "--engines", f"asp,lp:{program}", "--repeat", "1", *more)
    done = puzzles(*words, cwd=shop)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_comparison_times_a_program_that_agrees_and_says_which_it_was(shop: Path) -> None:
    code, text = compare(shop, "mine.lp", "--task", "all")
    assert code == 0, text
    assert "lp:mine.lp (SHA-256 " in text
    assert "yes" in text


def test_a_comparison_shows_an_answer_that_a_program_misses(shop: Path) -> None:
    code, text = compare(shop, "few.lp", "--task", "all")
    assert code == 4
    assert "asp has an answer that lp:few.lp lacks." in text
    assert "verify: accepts it; lp:few.lp misses an answer" in text
    assert compare(shop, "few.lp", "--task", "count")[0] == 4


def test_a_comparison_shows_a_wrong_answer_and_the_rule_that_it_breaks(shop: Path) -> None:
    code, text = compare(shop, "wrong.lp", "--task", "first")
    assert code == 4, text
    assert "lp:wrong.lp has an answer that " in text
    assert "verify: " in text


def test_a_program_that_cannot_be_compared_is_refused_before_the_runs(shop: Path) -> None:
    for name in ("bad.lp", "stranger.lp", "none.lp"):
        code, text = compare(shop, name)
        assert (code, text.count("\n")) == (2, 1), text


def test_an_included_file_that_is_no_text_is_refused(shop: Path) -> None:
    """clingo would end the whole process."""
    (shop / "bytes.lp").write_bytes(b"a :- \xff( .\n")
    (shop / "outer.lp").write_text('#include "inner.lp".\n')
    (shop / "inner.lp").write_text('#include "bytes.lp".\n')
    with pytest.raises(pp.PuzzleError, match=r"bytes\.lp, line 1: found the byte 0xff"):
        own_files("outer.lp")


def test_a_message_is_clingos_error_and_no_warning_before_it(shop: Path) -> None:
    folder = shop / "error"
    folder.mkdir()
    (folder / "fact.lp").write_text("a.\n")
    (folder / "twice.lp").write_text('#include "fact.lp".\n#include "fact.lp".\na(.\n')
    with pytest.raises(pp.SolverError, match=r"twice\.lp, line 3, column 3: syntax error"):
        make_job(pp.load("eternity"), "lp:error/twice.lp")


def test_a_show_of_negated_atoms_is_refused(shop: Path) -> None:
    (shop / "negated.lp").write_text("#show -place/4.\n")
    with pytest.raises(pp.PuzzleError, match=r"found #show of -place/4, expected only place/4"):
        make_job(pp.load("eternity"), "lp:negated.lp")


@pytest.mark.parametrize(
    ("text", "found"),
    [("\ufeffa.\n", "line 1: found a byte order mark"), ("% ä\nb :- ü.\n", "line 2: found 'ü'")],
)
def test_a_letter_that_clingo_cannot_quote_is_refused(text: str, found: str, shop: Path) -> None:
    (shop / "letter.lp").write_text(text, encoding="utf-8")
    with pytest.raises(pp.PuzzleError, match=f"letter.lp, {found}, expected only ASCII outside"):
        own_files("letter.lp")


def test_comments_and_strings_may_have_any_letter(shop: Path) -> None:
    text = '%* ä\nö *% a("ü % é"). % ß\nb.\n'
    (shop / "letters.lp").write_text(text, encoding="utf-8")
    assert own_files("letters.lp") == (Path("letters.lp"),)
