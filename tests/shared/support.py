"""What all tests share: real instances where they are present, and programs run as a user would."""

from __future__ import annotations

import atexit
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from command_server import CommandServer

import pyasp_puzzles as pp
from pyasp_puzzles.engines.encoding import CpProblem, Encoding, Kind, encodings
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.process import start_search

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("PYASP_PUZZLES_DATA", ROOT.parent / "shared" / "data")).resolve()
"""Published instances, which are not part of the project; the folder may be missing."""
PUZZLES = sys.executable, "-m", "pyasp_puzzles"
CLINGO = (shutil.which("clingo"),) if shutil.which("clingo") else (*PUZZLES, "clingo")
"""The real clingo program where there is one, else ours, which is meant to be the same."""
EXAMPLES = {"kurodoko", "shikaku", "slitherlink", "star_battle", "sudoku"}
"""Genres that stand for all that are declared in one module: one for each kind of marks or more."""


@cache
def packaged() -> set[str]:
    """The shipped puzzles that are packages: they have code that no other puzzle has."""
    return {path.parent.name for path in (ROOT / "pyasp_puzzles/puzzles").glob("*/__init__.py")}


@cache
def boards(name: str) -> dict[str, tuple[Any, ...]]:
    """The shipped instances of a puzzle, by the name of their file."""
    return {
        board: tuple(pp.load_all(name, board)) for board in pp.find_puzzle(name).instance_files()
    }


def each_board(most: int = 2) -> pytest.MarkDecorator:
    """Parameters ``name`` and ``board``: the shipped boards; all but a puzzle's first are slow."""
    marks = [(), (pytest.mark.slow,)]
    found = [
        pytest.param(name, board, id=f"{name}-{board}", marks=marks[number >= most])
        for name in pp.puzzle_names()
        for number, board in enumerate(pp.find_puzzle(name).instance_files())
    ]
    return pytest.mark.parametrize(("name", "board"), found)


def slow_but(quick: set[str]) -> pytest.MarkDecorator:
    """Parameter ``name``: the shipped puzzles; all but some are slow."""
    marks = {name: [] if name in quick else [pytest.mark.slow] for name in pp.puzzle_names()}
    return pytest.mark.parametrize("name", [pytest.param(n, marks=m) for n, m in marks.items()])


def best_program(puzzle: pp.Puzzle[Any, Any]) -> Path | None:
    """The program about boards that keep most of the rules, if there is one."""
    rules = puzzle.program_path()
    best = rules.parent / "best" / rules.name
    return best if best.is_file() else None


def run(
    *command: str, text: str = "", cwd: Path = ROOT, columns: int = 80
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": str(columns)}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, cwd=cwd, env=environment, timeout=600
    )


@cache
def command_server() -> CommandServer:
    """The server of this process, which begins with the first command."""
    server = CommandServer(ROOT)
    atexit.register(server.close)
    return server


def puzzles(
    *arguments: str, text: str = "", cwd: Path = ROOT, columns: int = 80
) -> subprocess.CompletedProcess[str]:
    """Run ``pyasp-puzzles`` in a process of its own that needs no imports, where the system forks.

    ``run(*PUZZLES, ...)`` starts Python anew: for a test of imports, or of Python's own options.
    No command ever prints a traceback.
    """
    if sys.platform != "linux":
        done = run(*PUZZLES, *arguments, text=text, cwd=cwd, columns=columns)
    else:
        variables = {**os.environ, "COLUMNS": str(columns)}
        done = command_server().run(arguments, text, cwd, variables)
    assert "Traceback" not in done.stderr
    return done


def on_screen(command: Sequence[str], stream: str, **environment: str) -> tuple[int, str]:
    """Exit code of a command, and what a terminal of 80 columns gets from its stdout or stderr."""
    import pty  # not on Windows

    main, child = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: child}
    variables = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    screen = b""
    with subprocess.Popen(command, env=variables, **streams) as process:
        os.close(child)
        with suppress(OSError):  # how Linux says that the other side of a terminal is closed
            while part := os.read(main, 4096):
                screen += part
        code = process.wait(300)
    os.close(main)
    return code, screen.decode()


def refused(*arguments: str, text: str = "", cwd: Path = ROOT) -> str:
    """What ``pyasp-puzzles`` says to a wrong command, on standard error alone."""
    done = puzzles(*arguments, text=text, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    return done.stderr


def message_of(call: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """What the error says that a call ends with."""
    with pytest.raises(pp.PuzzleError) as error:
        call(*arguments, **named)
    return str(error.value)


def wait_for_work(process: int, seconds: float) -> None:
    """Wait until a process has used so many CPU seconds, however busy the machine is."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        time.sleep(2 * seconds)
        return
    end = time.monotonic() + 600
    while time.monotonic() < end:
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        if (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError(f"process {process} does not work")


def published_value(file: Path) -> Any:
    """What a file of a published site gives its page."""
    found = re.fullmatch(r'published\("([^"]+)", "([\w-]+)"\);\n', file.read_text())
    assert found, file
    packed = base64.urlsafe_b64decode(found[2] + "=" * (-len(found[2]) % 4))
    return json.loads(zlib.decompress(packed, wbits=-15))


def pages() -> dict[str, str]:
    """The text of each page for people, by its path; the README comes first."""
    names = ("README.md", ".github/CONTRIBUTING.md", "docs/**/*.md")
    found = [path for name in names for path in sorted(ROOT.glob(name))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}


def example_package() -> dict[str, str]:
    """The files of the package that docs/reference/add_a_puzzle.md makes in four steps, by path."""
    section = pages()["docs/reference/add_a_puzzle.md"].partition("## Add a puzzle in four steps")[
        2
    ]
    steps = re.findall(
        r"^\*\*Step \d.*?`([^`]+)`:\n\n```\w+\n(.*?)^```",
        section.partition("\n## ")[0],
        flags=re.M | re.S,
    )
    assert len(steps) == 4
    return dict(steps)


def distribution(folder: Path, name: str, files: dict[str, str], **groups: dict[str, str]) -> str:
    """A third party's package, as pip would have installed it in ``folder``.

    Args:
        files: text by path.
        groups: objects by name, by entry point group of ours (``puzzles``, ``encodings``).

    Returns:
        A ``PYTHONPATH`` that has it and this checkout.
    """
    points = "".join(
        f"[pyasp_puzzles.{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in groups.items()
    )
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n"
    info = f"{name}-0.1.dist-info"
    written = {**files, f"{info}/METADATA": about, f"{info}/entry_points.txt": points}
    for path, text in written.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return os.pathsep.join([str(folder), str(ROOT)])


def found(
    instance: Any, engine: str, *, symmetry: bool | str = False, limit: int | None = None
) -> list[frozenset[clingo.Symbol]]:
    """All answers of a search in this process, each once; at most ``limit``, where it is given."""
    search = start_search(make_job(instance, engine, symmetry=symmetry, limit=limit))
    answers = [frozenset(symbols) for symbols in search]
    assert search.exhausted or len(answers) == limit
    assert len(set(answers)) == len(answers)
    return answers


def hand_written(puzzle: str) -> dict[str, Encoding]:
    """The SAT and CP-SAT encodings of a puzzle by the names of their engines: "sat.document"."""
    kinds: tuple[Kind, ...] = ("sat", "cpsat")
    return {
        f"{kind}.{name}": encoding
        for kind in kinds
        for name, encoding in encodings(kind, puzzle).items()
    }


def raw_solutions(problem: CpProblem) -> int:
    """Solutions of a CP model, equal answers not dropped."""
    from ortools.sat.python import cp_model

    class SolutionTally(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, tally = cp_model.CpSolver(), SolutionTally()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(problem.model, tally)
    return tally.found
