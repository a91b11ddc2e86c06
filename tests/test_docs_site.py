"""How the pages become a site: links out of docs/ lead to copies, all others stay what they are."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from support import ROOT


@pytest.fixture(scope="module")
def conf() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_conf", ROOT / "docs" / "conf.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](../../lp/sudoku.lp)", "[a](copy:../files/lp/sudoku.lp.txt)"),
        (
            "[`e`](../../pyasp_puzzles/engines)",
            "[`e`](copy:../files/pyasp_puzzles/engines/__init__.py.txt)",
        ),
        ("[all](../../lp/search)", "all"),
        ("[b](explain.md#forms)", "[b](explain.md#forms)"),
        ("[c](../start/run.md)", "[c](../start/run.md)"),
        ("[d](https://example.org/x.md)", "[d](https://example.org/x.md)"),
        ("[dead](../../no/such.py)", "[dead](../../no/such.py)"),
        ("![p](../../.github/hexagonal_cylinder.svg)",) * 2,
    ],
)
def test_a_link_leads_to_a_page_or_to_a_copy(conf: ModuleType, text: str, expected: str) -> None:
    assert conf._linked(text, ROOT / "docs" / "use", "use/generation") == expected


def test_the_first_page_is_the_readme_with_all_shelves(conf: ModuleType) -> None:
    source = [(ROOT / "docs" / "index.md").read_text(encoding="utf-8")]
    conf._with_copies(None, "index", source)
    assert source[0].startswith("# pyasp_puzzles\n")
    assert "[docs/use/web.md](use/web.md)" in source[0]
    for shelf in ("Start", "Use", "Reference", "Measured"):
        assert f":caption: {shelf}\n" in source[0]


def test_the_continuous_build_is_strict() -> None:
    assert '/sphinx-build" -W ' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
