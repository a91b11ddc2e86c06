"""The command line as a person or a script uses it: output, exit codes, pipes, signals."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from support import PUZZLES, on_screen, puzzles, refused, run

from pyasp_puzzles.boards.puzzle import KINDS
from pyasp_puzzles.boards.registry import shipped_names

SOMA = ("packing", "soma")
SLOTHOUBER = ("packing", "slothouber_graatsma")
UNSOLVABLE = "lattice: square\nboard:\n    #.#\n    #.#\npiece I x2:\n    ##\nmoves: none\n"
ONE = "lattice: square\nboard: 1 x 2\npiece I:\n    ##\n"
ENDLESS = "lattice: square\nboard: 16 x 16\npiece I x128:\n    ##\n"
SECONDS = 1, 4, 16, 64, 256
"""Time limits to try until something is found: a machine may be slow."""


anew = partial(run, *PUZZLES)


@pytest.fixture
def unsolvable(tmp_path: Path) -> str:
    file = tmp_path / "unsolvable.txt"
    file.write_text(UNSOLVABLE)
    return str(file)


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A board with far more answers than anybody can count by listing them."""
    file = tmp_path / "endless.txt"
    file.write_text(ENDLESS)
    return str(file)


@pytest.mark.parametrize(
    "words", [("solve", "eternity", "-n", "2"), ("check", "eternity", "-"), ("clingo", "--version")]
)
def test_the_commands_of_these_tests_do_what_a_command_started_anew_does(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    forked, started = (each(*words, text="hello", cwd=tmp_path) for each in (puzzles, anew))
    assert (forked.returncode, forked.stdout) == (started.returncode, started.stdout)
    assert forked.stderr == started.stderr


# solve


def test_solve_all_finds_every_answer_and_says_that_no_more_exist() -> None:
    done = puzzles("solve", *SLOTHOUBER, "--all")
    assert done.stdout.count("Slothouber") == 8
    assert "8 answers, verified, no more exist" in done.stderr
    assert puzzles("solve", *SLOTHOUBER, "-n", "3").stdout.count("Slothouber") == 3


def test_json_lines_have_every_promised_member(tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    done = puzzles("solve", *SLOTHOUBER, "-n", "2", "--json", "--summary", str(file))
    answers = list(map(json.loads, done.stdout.splitlines()))
    assert len(answers) == 2
    for answer in answers:
        assert answer.keys() == {"puzzle", "instance", "atoms", "solution", "verified"}
        assert (answer["puzzle"], answer["instance"]) == SLOTHOUBER
        assert answer["verified"] is True
        assert len(answer["atoms"]) == len(answer["solution"]["placements"]) == 9
    (status,) = map(json.loads, file.read_text().splitlines())
    assert status["status"] == "satisfiable"
    assert (status["exhausted"], status["answers"]) == (False, 2)
    assert {"parse", "ground", "first", "all", "verify"} <= status["seconds"].keys()


@pytest.mark.parametrize("engine", ["asp", "exact-cover", "sat"])
def test_seeded_json_is_the_same_byte_for_byte(engine: str) -> None:
    words = "solve", *SOMA, "--json", "-n", "3", "--seed", "7", "--engine", engine
    first, second = puzzles(*words), puzzles(*words)
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("\n") == 3
    assert first.stdout == second.stdout


def test_json_has_nothing_but_answers_and_a_summary_a_line_for_each_board(
    unsolvable: str, tmp_path: Path
) -> None:
    file, summary = tmp_path / "two.txt", tmp_path / "summary.json"
    file.write_text(f"=== left\n{ONE}=== right\n{Path(unsolvable).read_text()}")
    summary.write_text("what an earlier search has left\n")
    done = puzzles("solve", "packing", str(file), "--json", "--summary", str(summary))
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["instance"] == f"{file}#left"
    assert done.returncode == 1
    ends = [json.loads(line) for line in summary.read_text().splitlines()]
    assert [(end["instance"], end["status"]) for end in ends] == [
        (f"{file}#left", "satisfiable"),
        (f"{file}#right", "unsatisfiable"),
    ]


def test_no_solution_is_proved_and_the_board_is_still_drawn(unsolvable: str) -> None:
    done = puzzles("solve", "packing", unsolvable)
    assert done.returncode == 1
    assert "no solution (proved)" in done.stderr
    assert "piece I x2" in done.stdout
    assert puzzles("show", "packing", unsolvable).returncode == 0
    assert puzzles("count", "packing", unsolvable).stdout == "0\n"
    assert puzzles("count", "packing", unsolvable).returncode == 1
    assert puzzles("solve", "packing", unsolvable, "--json").stdout == ""


def test_stats_name_every_phase() -> None:
    done = puzzles("solve", *SLOTHOUBER, "--stats")
    for word in ("parse", "ground", "first", "all", "verify", "conflicts"):
        assert re.search(rf"^{word} +[\d,.]+", done.stderr, flags=re.M), word


def test_several_boards_from_standard_input_are_named_by_the_addresses_to_use() -> None:
    said = refused("facts", "packing", "-", text=f"=== left\n{ONE}=== right\n{ONE}")
    assert "standard input: found 2 boards, expected one of -#left, -#right" in said
    done = puzzles("count", "packing", "-#right", text=f"=== left\n{ONE}=== right\n{ONE}")
    assert (done.returncode, done.stdout) == (0, "1\n")


def test_the_boards_of_a_file_are_done_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"=== left\n{ONE}=== right\n{ONE}")
    done = puzzles("solve", "packing", str(file))
    assert f"{file}#left: 1 answer" in done.stderr
    assert f"{file}#right: 1 answer" in done.stderr
    assert puzzles("count", "packing", f"{file}#right").stdout == "1\n"
    assert "expected left, right" in refused("count", "packing", f"{file}#middle")
    assert "found 2 boards" in refused("facts", "packing", str(file))


# count


def test_counts_of_several_boards_have_labels(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    sizes = {"left": "1 x 2", "right": "2 x 2"}
    boards = (f"=== {s}\nlattice: square\nboard: {n}\n" for s, n in sizes.items())
    file.write_text("".join(f"{board}piece I x{n}:\n    ##\n" for n, board in enumerate(boards, 1)))
    done = puzzles("count", "packing", str(file))
    assert done.stdout == f"{file}#left\t1\n{file}#right\t2\n"
    piped = puzzles("count", "packing", "-", text=file.read_text())
    assert piped.stdout == "standard input#left\t1\nstandard input#right\t2\n"


def test_a_count_is_a_sentence_on_a_terminal() -> None:
    assert on_terminal("count", *SLOTHOUBER).startswith("slothouber_graatsma: 8 answers (exhausted")


def test_a_count_cut_short_says_that_it_is_a_lower_bound(endless: str) -> None:
    for seconds in SECONDS:
        done = puzzles("count", "packing", endless, "--timeout", str(seconds))
        assert done.returncode == 3
        assert f"at least {int(done.stdout)} (time limit" in done.stderr
        if int(done.stdout):
            return
    pytest.fail("nothing was found")


def test_a_timeout_keeps_what_was_found(endless: str) -> None:
    file = Path(endless).with_name("summary.json")
    for seconds in SECONDS:
        words = "solve", "packing", endless, "--all", "--timeout", str(seconds), "--json"
        done = puzzles(*words, "--summary", str(file))
        answers = list(map(json.loads, done.stdout.splitlines()))
        status = json.loads(file.read_text())
        assert done.returncode == 3
        assert len(answers) == status["answers"]
        assert status["status"] == ("satisfiable" if answers else "unknown")
        assert status["reason"].startswith("time limit")
        if answers:
            return
    pytest.fail("nothing was found")


# check


@pytest.mark.parametrize(
    "text", ["", "nonsense", "place(1,2", "place(1).", "cell(1,1,1).", "{}", '{"atoms": 3}', "{"]
)
def test_an_unreadable_answer_gives_a_message_and_no_traceback(text: str) -> None:
    assert "expected" in refused("check", *SLOTHOUBER, "-", text=text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("(1,1,1,3)", "(1,1,1,4294967299)"), "a number up to"),
        (lambda text: f"nor {text}", "found 'nor place"),
        (lambda text: f"X{text}", "found 'Xplace"),
        (lambda text: f"{text} garbage", "expected lines of solve --json"),
        (lambda text: "hello (world).", "expected board_edges"),
    ],
)
def test_check_refuses_what_it_does_not_understand(
    change: Callable[[str], str], message: str
) -> None:
    (line,) = puzzles("solve", "eternity", "--json").stdout.splitlines()[:1]
    text = " ".join(json.loads(line)["atoms"])
    right = puzzles("check", "eternity", "document_3x3", "-", text=text)
    assert (right.returncode, right.stdout) == (0, "answer 1: all rules hold\n")
    assert message in refused("check", "eternity", "document_3x3", "-", text=change(text))


def test_check_refuses_a_json_line_that_contradicts_itself() -> None:
    (line,) = puzzles("solve", "eternity", "--json").stdout.splitlines()[:1]
    for old, new in (('"puzzle": "eternity"', '"puzzle": "pips"'), ('"row": 1', '"row": 2')):
        text = line.replace(old, new, 1)
        assert "found" in refused("check", "eternity", "document_3x3", text=text)


# list, help, completion, clingo


def test_list_names_the_instances_and_their_counts() -> None:
    done = puzzles("list", "packing")
    assert re.search(r"hexagonal_cylinder +11 pieces, 45 cells +660 answers", done.stdout)
    assert "pips" not in done.stdout


def test_list_names_the_puzzles_by_kind_each_on_a_line() -> None:
    lines = puzzles("list").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line[0] == " "].count("sudoku") == 1
    titles = [line for line in lines if line[0] != " "]
    assert titles == [title for title in KINDS.values() if title in titles]
    assert len(lines) == len(shipped_names()) + len(titles)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("lp/packing.lp", "lp/examples/packing.lp"), 10),
        (("packing.lp", "examples/packing.lp"), 10),
        (("packing.lp", "examples/packing.lp", "-", "0", "-q"), 20),
        (("no_such_file.lp",), 65),
        (("--no-such-option",), 1),
        (("--version",), 0),
        (("--help",), 0),
    ],
)
def test_our_clingo_has_the_exit_codes_of_clingo(arguments: tuple[str, ...], code: int) -> None:
    done = puzzles("clingo", *arguments, text=":- place(P,_,_,_,_), piece(P,1,1).")
    assert done.returncode == code


def test_our_clingo_reports_a_time_limit(endless: str) -> None:
    facts = puzzles("facts", "packing", endless).stdout
    done = puzzles("clingo", "packing.lp", "-", "0", "-q", "--time-limit=1", text=facts)
    assert done.returncode == 11
    assert "TIME LIMIT" in done.stdout


# errors, pipes, signals


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_gives_a_message(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text(UNSOLVABLE)
    file.chmod(0)
    assert "secret.txt: found permission denied" in refused("solve", "packing", str(file))


@pytest.mark.parametrize(
    "command",
    [
        *("list", "solve packing soma"),
        *("explain pips document --json", "translate packing.lp examples/packing.lp"),
    ],
)
def test_a_closed_pipe_is_not_taken_for_no_solution(command: str) -> None:
    line = f'"{sys.executable}" -m pyasp_puzzles {command} | true; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=600)
    assert done.stdout in ("141\n", "0\n")  # 0: all was written before the reader left
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "streams"),
    [
        *(("list", streams) for streams in (">/dev/full", ">&-", "<&-", ">&- 2>&-")),
        *(("solve eternity -", ">/dev/full"), ("solve eternity -", "<&-")),
        ("count eternity", ">&-"),
    ],
)
def test_a_full_disk_or_a_closed_stream_ends_without_a_traceback(
    command: str, streams: str
) -> None:
    line = f'"{sys.executable}" -m pyasp_puzzles {command} {streams}'
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL
    )
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


def test_solve_works_on_a_terminal_without_box_drawing() -> None:
    done = subprocess.run(
        [*PUZZLES, "solve", "eternity"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert done.returncode == 0


def test_ctrl_c_stops_all_boards_of_a_file(endless: str, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("".join(f"=== {name}\n{ENDLESS}" for name in "abc"))
    for command in (["count"], ["solve", "--all", "--json"]):
        code, _, notes = interrupted(command[0], "packing", str(boards), *command[1:])
        assert code == 3
        assert "#a" in notes
        assert "#b" not in notes


def interrupted(*words: str) -> tuple[int, str, str]:
    """Press Ctrl-C when a search has found an answer: exit code, output, what its terminal got.

    A count says on the terminal how many there are so far, other commands print the first one.
    """
    main, child = pty.openpty()
    process = subprocess.Popen(
        [*PUZZLES, *words],
        stdout=subprocess.PIPE,
        stderr=child,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(child)
    assert process.stdout
    notes, seen = bytearray(), threading.Event()

    def read_terminal() -> None:  # from the start: who writes to a full terminal waits
        with contextlib.suppress(OSError):  # how Linux says that the other side is closed
            while part := os.read(main, 4096):
                notes.extend(part)
                if re.search(rb"[1-9][0-9,]* answers? so far", notes):
                    seen.set()
        seen.set()  # it has ended

    with ThreadPoolExecutor(1) as threads:
        terminal = threads.submit(read_terminal)
        output = b""
        if words[0] == "count":
            seen.wait()
        else:
            output = os.read(process.stdout.fileno(), 1)
        process.send_signal(signal.SIGINT)
        output += process.stdout.read()
        terminal.result()
    process.stdout.close()
    os.close(main)
    return process.wait(), output.decode(), notes.decode()


def test_far_apart_cells_take_little_time(tmp_path: Path) -> None:
    file = tmp_path / "far.txt"
    file.write_text("lattice: square\nboard: 1 1, 1 2, 9999 9999, 9999 9998\npiece D x2:\n    ##\n")
    assert puzzles("count", "packing", str(file)).stdout == "1\n"
    assert "too large to draw" in puzzles("show", "packing", str(file)).stdout


def test_a_closed_pipe_ends_quietly(endless: str) -> None:
    command = f'"{sys.executable}" -m pyasp_puzzles solve packing "{endless}" --all | head -1'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=600)
    assert done.stdout == "Packing\n"
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


@pytest.mark.parametrize("command", ["solve", "count"])
def test_ctrl_c_keeps_what_was_found(command: str, endless: str) -> None:
    arguments = ["--all"] if command == "solve" else []
    code, output, notes = interrupted(command, "packing", endless, *arguments)
    assert code == 3
    assert "Traceback" not in notes
    assert "interrupted" in notes
    assert output.startswith("Packing\n") if command == "solve" else int(output) > 0


def on_terminal(*arguments: str, **environment: str) -> str:
    return on_screen([*PUZZLES, *arguments], "stdout", **environment)[1]


def test_a_terminal_gets_colour_unless_no_color_is_set() -> None:
    assert "\x1b[38;5;16;48;5;" in on_terminal("solve", *SLOTHOUBER)
    assert "48;5;" not in on_terminal("solve", *SLOTHOUBER, NO_COLOR="1")
