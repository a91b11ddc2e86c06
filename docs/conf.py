"""How these pages become a site: sphinx-build -W -c docs docs FOLDER.

Links out of docs/, to programs and code, lead to copies of these files within the site; pictures
of the puzzles are drawn anew.  A link that leads nowhere is a warning, and with -W an error.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pyasp_puzzles

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "benchmarks"))

project = "pyasp_puzzles"
author = copyright = "The pyasp_puzzles founders"
version = release = pyasp_puzzles.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["**/*.jsonl"]
html_theme = "furo"
html_title = project
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
nb_execution_mode = "off"  # a test runs the tour
myst_heading_anchors = 4
myst_url_schemes = {"http": None, "https": None, "mailto": None, "copy": {"url": "{{path}}"}}
autodoc_typehints = "description"
autodoc_member_order = "groupwise"
autodoc_class_signature = "separated"
suppress_warnings = [
    "misc.highlighting_failure",  # ASP is not quite Prolog
    "mystnb.unknown_mime_type",
]

_COPIES, _ENDING = "files", ".txt"  # a browser shows a text, and saves others
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)((?:#[^)]*)?)\)")
_copied: set[Path] = set()


def _with_copies(app: Any, name: str, source: list[str]) -> None:
    """Let links out of docs/ lead to copies; the first page begins with the README."""
    text = _linked(source[0], (ROOT / "docs" / name).parent, name)
    if name == "index":
        text = _linked((ROOT / "README.md").read_text(encoding="utf-8"), ROOT, name) + text
    if text.startswith("{"):  # a notebook; nothing else says that it is Python
        notebook = json.loads(text)
        notebook["metadata"]["language_info"] = {"name": "python", "pygments_lexer": "python"}
        text = json.dumps(notebook)
    source[0] = text


def _linked(text: str, folder: Path, name: str) -> str:
    """A text that stands in a folder of the repository, with links for a page of the site."""
    page = ROOT / "docs" / name

    def link(found: re.Match[str]) -> str:
        image, words, path, heading = found.groups()
        target = Path(os.path.normpath(folder / path))
        if image or not target.exists() or target.is_relative_to(ROOT / "docs"):
            return f"{image}[{words}]({os.path.relpath(target, page.parent)}{heading})"
        target = target / "__init__.py" if (target / "__init__.py").is_file() else target
        if target.is_dir():
            return words
        _copied.add(target)
        copy = f"{'../' * name.count('/')}{_COPIES}/{target.relative_to(ROOT).as_posix()}"
        return f"[{words}](copy:{copy}{_ENDING})"

    return _LINK.sub(link, text)


def _write_copies(app: Any, error: Exception | None) -> None:
    """Write the files to which links lead, and the pictures of all puzzles."""
    if error or app.builder.format != "html":
        return
    import gallery_page

    out = Path(app.outdir)
    for path in _copied:
        copy = out / _COPIES / (path.relative_to(ROOT).as_posix() + _ENDING)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    for path, text in gallery_page.pictures().items():
        copy = out / Path(path).relative_to(ROOT / "docs")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")


def setup(app: Any) -> None:
    """Tell Sphinx what to call."""
    app.connect("source-read", _with_copies)
    app.connect("build-finished", _write_copies)
