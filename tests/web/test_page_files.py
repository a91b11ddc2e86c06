"""The page's own files: small, from no other host, nothing inline, and fitting together."""

import re
from pathlib import Path

import pytest

import pyasp_puzzles.publishing
import pyasp_puzzles.web

STATIC = Path(pyasp_puzzles.web.__file__).parent / "static"
HTML = (STATIC / "index.html").read_text("utf-8")
SCRIPTS = sorted(STATIC.glob("*.js"))
FILES = [path for path in sorted(STATIC.iterdir()) if path.suffix in (".html", ".css", ".js")]
MOST_BYTES = 275_000


def test_the_whole_page_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_asks_no_other_host(path: Path) -> None:
    found = set(re.findall(r"https?://[^\s\"'`)]+", path.read_text("utf-8")))
    assert found <= {"http://www.w3.org/2000/svg"}, "a name space is no address; all else is one"


def test_nothing_in_the_page_is_inline() -> None:
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", HTML)
    assert re.findall(r"<script\b[^>]*>([^<]*)</script>", HTML) == [""]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_module_makes_elements_or_code_from_text(path: Path) -> None:
    """Text of users and of the server becomes text, never HTML."""
    found = re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function",
        path.read_text("utf-8"),
    )
    assert not found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_module_finds_what_it_imports(path: Path) -> None:
    text = path.read_text("utf-8")
    for names, source in re.findall(r"import \{([^}]*)\} from \"\./([\w.]+)\"", text):
        exported = (STATIC / source).read_text("utf-8")
        for name in re.findall(r"\w+", names):
            kinds = r"(?:async function|function|class|const|let)"
            assert re.search(rf"export {kinds} {name}\b", exported), f"{source} has no {name}"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_module_asks_for_elements_that_the_page_has(path: Path) -> None:
    text = path.read_text("utf-8")
    asked = set(re.findall(r"getElementById\(\"([^\"]+)\"\)", text))
    if path.name in ("main.js", "ask.js", "edit.js", "clues.js"):  # these have short names for it
        asked |= set(re.findall(r"\b(?:at|click|on|button)\(\"([^\"]+)\"", text))
    assert asked <= set(re.findall(r'\bid="([^"]+)"', HTML))


def test_no_two_modules_declare_one_name() -> None:
    """They share the scope of a script, in which a second function would replace the first."""
    declared = re.compile(r"^(?:export )?(?:async )?(?:class|function|const|let)\*? (\w+)", re.M)
    published = Path(pyasp_puzzles.publishing.__file__).parent / "published.js"
    alone = {"begin.js", "worker.js", "server.js"}  # a page has one entry
    texts = [path.read_text("utf-8") for path in SCRIPTS if path.name not in alone]
    for entry in (published, STATIC / "server.js"):
        names = [x for text in (*texts, entry.read_text("utf-8")) for x in declared.findall(text)]
        assert sorted(names) == sorted(set(names))


def test_no_id_is_used_twice_and_each_label_exists() -> None:
    ids = re.findall(r'\bid="([^"]+)"', HTML)
    assert len(ids) == len(set(ids))
    named = re.findall(r'aria-(?:labelledby|describedby|controls)="([^"]+)"', HTML)
    assert {name for names in named for name in names.split()} <= set(ids)


def test_the_page_has_the_classes_of_pictures() -> None:
    """The page takes the style out of pictures, so it must have the same classes itself."""
    from pyasp_puzzles.pictures.picture import Picture
    from pyasp_puzzles.pictures.svg.document import svg

    style = re.search(r"<style>(.*?)</style>", svg(Picture("", ())))
    assert style
    classes = set(re.findall(r"\.((?!pp-)[a-z][\w-]*)\{", style[1]))
    sheet = (STATIC / "style.css").read_text("utf-8")
    assert classes
    assert {name for name in classes if f".picture .{name} " not in sheet} == set()


def test_solids_on_the_page_have_the_frames_of_pictures() -> None:
    from pyasp_puzzles.pictures.svg.figures import FRAMES

    script = (STATIC / "solid.js").read_text("utf-8")
    for role, looks in FRAMES.items():
        colour = re.findall(r'stroke="(#\w+)"', looks[-1])[0]
        assert f'{role}: ["{colour}"' in script


def test_the_page_has_the_colours_of_pictures() -> None:
    from pyasp_puzzles.pictures.svg.palette import style

    sheet = (STATIC / "style.css").read_text("utf-8")
    for name in ("page", "ink", "dim", "cell", "line"):
        found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", sheet)
        assert found, name
        light, dark = found.groups()
        assert light in style("light"), name
        assert dark in style("dark"), name
    for name in ("drawn", "shade", "on-shade"):
        found = re.search(rf"\.picture \.{name} {{ (\w+): light-dark\((#\w+), (#\w+)\)", sheet)
        assert found, name
        key, light, dark = found.groups()
        assert f".{name}{{{key}:{light}}}" in style("light"), name
        assert f".{name}{{{key}:{dark}}}" in style("dark"), name
