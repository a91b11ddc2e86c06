"""What commands import: each loads what it uses, so that it starts fast, and stays so."""

from __future__ import annotations

import sys

import pytest
from support import run

READ = """\
import sys
from pyasp_puzzles.cli import run
code = run(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
"""
ALWAYS = {"numba", "numpy", "pysat", "ortools", "matplotlib", "asyncio"}
"""What no command needs that searches for little, or for nothing."""
TEXT = ALWAYS | {"clingo", "clorm", "rich", "html", "subprocess", "xml.etree.ElementTree"}
LISTED = ALWAYS | {"rich", "subprocess", "xml.etree.ElementTree"}

STARTS = {
    ("--help",): (30, TEXT),
    ("solve", "--nosuch"): (30, TEXT | {"random"}),
    ("solve", "no_such_puzzle"): (30, TEXT),
    ("list",): (160, LISTED),
    ("list", "packing"): (70, LISTED | {"random"}),
    ("solve", "sudoku"): (95, ALWAYS | {"xml"}),
    ("solve", "packing", "hexagonal_cylinder"): (100, ALWAYS | {"xml.etree.ElementTree"}),
    ("count", "packing", "hexagonal_cylinder", "--symmetry"): (110, ALWAYS),
    ("hint", "sudoku"): (136, ALWAYS | {"xml"}),
}
"""For commands: the most of our own modules that they import, and modules that they do not."""


@pytest.mark.parametrize("words", STARTS, ids=" ".join)
def test_a_command_imports_what_it_uses(words: tuple[str, ...]) -> None:
    most, never = STARTS[words]
    done = run(sys.executable, "-c", READ, *words)
    modules = set(done.stderr.split())
    own = {name for name in modules if name.startswith("pyasp_puzzles")}
    assert len(own) <= most, sorted(own)
    assert modules & never == set()


def test_a_site_without_a_server_needs_no_package_of_the_server() -> None:
    code = "import sys; sys.modules['starlette'] = None; import pyasp_puzzles.publishing.site"
    assert run(sys.executable, "-c", code).returncode == 0
