"""What the repository promises: the commands and examples on its pages, types, lint, settings."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gallery_page
import pytest
import typed_stub
from support import CLINGO, PUZZLES, ROOT, command_server, example_package, pages

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names

PAGES = pages()


def blocks(language: str, page: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGES[page], flags=re.M | re.S)


def commands(page: str) -> list[str]:
    """The commands of a page that need no file of the reader's own."""
    lines = [line for block in blocks("console", page) for line in block.splitlines()]
    skipped = ("pip ", "$ ", "pyasp-puzzles: ")
    return [line for line in lines if not line.startswith(skipped) and "queens" not in line]


COMMANDS = {command: page for page in reversed(PAGES) for command in commands(page)}
"""Each command, with the first page that has it."""
PYTHON = {code: page for page in PAGES for code in blocks("python", page) if "import pyasp" in code}


def verbs_and_options(command: str) -> set[str]:
    """The verbs of the programs of a command, and their options."""
    found = set()
    for part in re.split(r" \| |; ", command.partition("  #")[0]):
        program, *words = part.split()
        found.add(f"{program} {words[0]}")
        found |= {word.partition("=")[0] for word in words if word.startswith("-")}
    return found


def with_slow_ones() -> list[Any]:
    """The commands with their pages; one whose verb and options others have, too, is slow."""
    found, tried = [], set[str]()
    for command, page in reversed(COMMANDS.items()):
        marks = [pytest.mark.slow] if verbs_and_options(command) <= tried else []
        tried |= verbs_and_options(command)
        found.append(pytest.param(command, page, marks=marks))
    return found


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which ``pyasp-puzzles`` and ``clingo`` are commands, started anew."""
    folder = tmp_path_factory.mktemp("bin")
    for name, words in (("pyasp-puzzles", PUZZLES), ("clingo", CLINGO)):
        quoted = " ".join(f'"{word}"' for word in words)
        (folder / name).write_text(f'#!/bin/sh\nexec {quoted} "$@"\n')
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def forked_programs(
    programs: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The same; where the system forks, no ``pyasp-puzzles`` needs to import its modules."""
    if sys.platform != "linux":
        return programs
    folder = tmp_path_factory.mktemp("forked")
    command_server().write_program(folder / "pyasp-puzzles")
    return {**programs, "PATH": f"{folder}{os.pathsep}{programs['PATH']}"}


@pytest.fixture(scope="module")
def stores(
    forked_programs: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """Gives the store that a command on a page makes, by its name; each is made once."""
    folder = tmp_path_factory.mktemp("stores")

    def made(store: str) -> Path:
        if not (folder / store).exists():
            command = next(c for c in COMMANDS if f"--store {store}" in c)
            subprocess.run(["bash", "-c", command], cwd=folder, env=forked_programs, check=True)
        return folder / store

    return made


@pytest.mark.parametrize(("command", "page"), with_slow_ones())
def test_a_command_on_a_page_works(
    command: str,
    page: str,
    forked_programs: dict[str, str],
    stores: Callable[[str], Path],
    tmp_path: Path,
) -> None:
    for solver in re.findall(r"\b(cadical|minisat) ", command):
        if not shutil.which(solver):
            pytest.skip(f"no program {solver}")
    (tmp_path / "lp").symlink_to(ROOT / "lp")  # a folder where a command may write
    (tmp_path / "students").mkdir()
    for name in shipped_names():
        if f" {name} " in command:  # programs of the reader's own, which are right
            for mine in ("mine.lp", "students/a.lp", "students/b.lp"):
                (tmp_path / mine).write_bytes((ROOT / "lp" / f"{name}.lp").read_bytes())
    for store in re.findall(r"answers (\S+\.store)", command):  # an earlier command has made it
        shutil.copy(stores(store), tmp_path)
    command = re.sub(r"--timeout \d+", "--timeout 3600", command)  # a machine may be slow
    command = re.sub(r"--repeat \d+", "--repeat 1", command)
    pipe = "" if "| head" in command or "cadical" in command else "set -o pipefail; "
    done = subprocess.run(
        ["bash", "-c", f"{pipe}{command}"],
        cwd=tmp_path,
        env=forked_programs,
        capture_output=True,
        text=True,
        timeout=600,
    )
    good = (10, 20, 30) if "clingo" in command.replace("| clingo", "clingo").split() else (0,)
    assert done.returncode in good, done.stderr
    written = re.findall(r"> (\S+)$", command)
    assert (tmp_path / written[0]).read_text() if written else done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("code", "page"), PYTHON.items(), ids=PYTHON.values())
def test_the_python_on_a_page_works(code: str, page: str, tmp_path: Path) -> None:
    once = re.sub(r"(pp\.compare\((?!.*repeat).*)\)$", r"\1, repeat=1)", code, flags=re.M)
    (tmp_path / "try.py").write_text(once)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "try.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    for said in re.findall(r"^ *print\(.*\)  # (.*)$", code, flags=re.M):
        assert said.removesuffix(", ...") in done.stdout or said.startswith(WORDS), said


WORDS = ("a picture", "typed", "a typed", "verified", "booktabs", "str: ")
"""Comments behind a print that describe what is printed; the others say it."""


def test_the_four_steps_make_a_puzzle(tmp_path: Path, programs: dict[str, str]) -> None:
    """The files are written as they stand and installed, from what is at hand here."""
    source, target = tmp_path / "source", tmp_path / "target"
    for name, content in example_package().items():
        (source / name).parent.mkdir(exist_ok=True, parents=True)
        (source / name).write_text(content, encoding="utf-8")
    install = ("--quiet", "--no-deps", "--no-build-isolation", "--target", str(target), str(source))
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *install], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    path = os.pathsep.join([str(target), str(ROOT)])

    def puzzles(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command],
            cwd=source,
            env={**programs, "PYTHONPATH": path},
            capture_output=True,
            text=True,
        )

    assert puzzles("pyasp-puzzles count queens").stdout == "92\n"
    described = puzzles("pyasp-puzzles format queens").stdout
    assert "The text format:\n\n    size: 8\n" in described
    copied = puzzles("pyasp-puzzles format queens --example text")
    assert copied.stdout == "size: 8\nanswers: 92\n"
    assert puzzles("pyasp-puzzles solve queens eight").stdout.count("Q") == 8 + len(["Queens"])
    assert "eight" in puzzles("pyasp-puzzles list").stdout
    plainly = puzzles("pyasp-puzzles facts queens | clingo queens/queens.lp - 0 -q")
    assert re.search(r"Models +: 92\b", plainly.stdout)
    checked = puzzles("pyasp-puzzles solve queens --json | pyasp-puzzles check queens eight -")
    assert checked.stdout == "answer 1: all rules hold\n"
    wrong = puzzles("echo 'queen(1,1). queen(2,2).' | pyasp-puzzles check queens eight -")
    assert "each diagonal has at most one queen" in wrong.stdout


def test_types_of_the_shipped_puzzles_are_what_the_code_writes() -> None:
    assert (ROOT / typed_stub.PATH).read_text(encoding="utf-8") == typed_stub.stub()


def test_the_page_of_all_puzzles_is_what_the_code_writes() -> None:
    assert gallery_page.LIST.read_text(encoding="utf-8") == gallery_page.listed()
    for path, text in gallery_page.pictures().items():
        assert path.read_text(encoding="utf-8") == text


def test_each_shipped_puzzle_has_types_of_its_own() -> None:
    tree = ast.parse((ROOT / typed_stub.PATH).read_text(encoding="utf-8"))
    loaded = {
        ast.unparse(argument.annotation)
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "load"
        for argument in node.args.args[:1]
        if argument.annotation
    }
    assert {f"Literal['{name}']" for name in shipped_names()} <= loaded


@pytest.mark.parametrize(
    "verb", [function.__name__ for function, *_ in typed_stub.typed_functions()]
)
def test_typed_signatures_have_the_parameters_of_the_functions_themselves(verb: str) -> None:
    """Read from the file with a parser, which shares nothing with what writes it."""
    tree = ast.parse((ROOT / typed_stub.PATH).read_text(encoding="utf-8"))
    overloads = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == verb
    ]
    assert len(overloads) > 1
    parameters = inspect.signature(getattr(pp, verb)).parameters.values()
    for overload in overloads:
        arguments = overload.args
        assert not (arguments.posonlyargs or arguments.vararg or arguments.kwarg)
        positional = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        keyword = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
        assert [a.arg for a in arguments.args] == [p.name for p in positional]
        assert [a.arg for a in arguments.kwonlyargs] == [p.name for p in keyword]
        defaults = [ast.literal_eval(node) for node in arguments.defaults]
        assert defaults == [p.default for p in positional if p.default is not p.empty]
        for parameter, default in zip(keyword, arguments.kw_defaults, strict=True):
            assert default, f"{parameter.name} has no default"
            assert ast.literal_eval(default) == parameter.default


def test_the_type_checker_is_content() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout


TYPED = """\
from dataclasses import dataclass

from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.boards.formats.text import Known

import pyasp_puzzles as pp
{checks}

@dataclass(frozen=True)
class BoardSize:
    size: int
    name: str = ""
    known: Known = ()


class Queen(Predicate):
    row: int


def of_a_third_party(board: BoardSize, name: str) -> None:
    answers: pp.Answers[BoardSize, list[int], Queen] = pp.solve(board, limit=1)
    reveal_type(next(answers).atoms[0].row)
    reveal_type(next(answers).solution)
    reveal_type(next(answers).instance)
    reveal_type(pp.load(name))
    pp.solve(pp.load("pips"), limits=1)
    pp.load("pips", 7)
"""
"""What a user might write; the last two lines are wrong."""

CHECKS = """\


def of_{name}() -> None:
    board = pp.load("{name}")
    reveal_type(board)
    for answer in pp.solve(board, limit=1, symmetry=False, timeout=1.5):
        reveal_type(answer.instance)
        reveal_type(answer.solution)
        reveal_type(answer.atoms)
        pp.verify(board, answer)
    reveal_type(pp.load_all("{name}", "file")[0])
    reveal_type(pp.load("{name}"))
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> str:
    """What mypy says, at its strictest, of :data:`TYPED` and of the examples on the pages.

    In an environment like a user's, where mypy reads our types because of ``py.typed``, and has no
    settings of ours.  What it has read stays in pytest's cache.
    """
    folder = tmp_path_factory.mktemp("types")
    venv.create(folder / "user")
    (packages,) = (folder / "user").glob("lib/python*/site-packages")
    installed = sysconfig.get_paths()["purelib"]
    (packages / "checkout.pth").write_text(f"{ROOT}\n{installed}\n")
    (folder / "typed.py").write_text(typed(), encoding="utf-8")
    for number, code in enumerate(PYTHON):
        example = f"{code}reveal_type(pp.is_unique(pp.load('packing')))\n"
        (folder / f"example_{number}.py").write_text(example, encoding="utf-8")
    python = f"--python-executable={folder / 'user' / 'bin' / 'python'}"
    keeps = pytestconfig.pluginmanager.hasplugin("cacheprovider")
    cache = pytestconfig.cache.mkdir("mypy") if keeps else folder / "cache"
    mypy = (sys.executable, "-m", "mypy", "--cache-dir", str(cache))
    done = subprocess.run(
        [*mypy, "--strict", python, *folder.glob("*.py")],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 1, done.stderr  # two lines are wrong on purpose
    return done.stdout


def typed() -> str:
    return TYPED.format(checks="".join(CHECKS.format(name=name) for name in shipped_names()))


def test_a_type_checker_knows_the_answers_of_each_shipped_puzzle(checked: str) -> None:
    expected: list[str] = []
    for name in shipped_names():
        puzzle = find_puzzle(name)
        of_instance, of_solution, *of_atoms = (
            f"{kind.__module__}.{kind.__qualname__}"
            if getattr(sys.modules[kind.__module__], kind.__name__, None) is kind
            else "clorm.orm.core.Predicate"  # a layer has made the class
            for kind in (puzzle.instance_type, puzzle.solution_type, *puzzle.answers)
        )
        kinds = " | ".join(dict.fromkeys(of_atoms))
        of_answer = [of_instance, of_solution, f"tuple[{kinds}, ...]"]
        expected += [of_instance, *of_answer, of_instance, of_instance]
    found = re.findall(r'^typed\.py:.* Revealed type is "(.*)"', checked, flags=re.M)
    assert found == [*expected, "int", "list[int]", "typed.BoardSize", "Any"]
    end = len(typed().splitlines())
    wrong = {int(line) for line in re.findall(r"^typed\.py:(\d+): error: ", checked, flags=re.M)}
    assert wrong == {end - 1, end}, checked


def test_the_examples_on_the_pages_satisfy_a_type_checker_that_is_strict(checked: str) -> None:
    lines = [line for line in checked.splitlines() if not line.startswith(("typed.py:", "Found "))]
    assert [line for line in lines if ": note: " not in line] == []
    assert sum('Revealed type is "bool"' in line for line in lines) == len(PYTHON) > 4


@pytest.mark.parametrize("arguments", [("check", "--no-cache", "."), ("format", "--check", ".")])
def test_the_linter_is_content(arguments: tuple[str, ...]) -> None:
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    assert ruff, "ruff comes with the extra 'test'"
    done = subprocess.run([ruff, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_module_is_small_enough_to_hold_in_mind() -> None:
    sizes = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "pyasp_puzzles").rglob("*.py")
    }
    assert {path: size for path, size in sizes.items() if size > 450} == {}


def test_no_two_classes_share_a_name() -> None:
    """Neither in the package and its templates nor in tests and examples."""
    found: dict[str, list[str]] = {}
    for path in [*(ROOT / "pyasp_puzzles").rglob("*"), *(ROOT / "tests").rglob("*.py")]:
        if path.suffix in (".py", ".txt") and path.parent.name != "instances":
            for name in re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.MULTILINE):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in found.items() if places[1:]} == {}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_links_to_files_and_headings_that_exist(page: str) -> None:
    for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", PAGES[page]):
        file = (ROOT / page).parent / target if target else ROOT / page
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), flags=re.M)
            anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in anchors, f"{target}#{heading}"


def test_the_source_distribution_has_the_pages_and_what_they_link_to() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    for page, text in PAGES.items():
        links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
        for path in (page, *(os.path.normpath(Path(page).parent / link) for link in links)):
            assert any(f"/{path}/".startswith(f"{folder}/") for folder in included), path


def test_every_page_is_linked_from_the_readme_or_a_page_that_it_links() -> None:
    def targets(page: str) -> set[str]:
        found = re.findall(r"\]\((?!https?:)([^)#]+)", PAGES.get(page, ""))
        return {os.path.normpath(Path(page).parent / target) for target in found}

    near = targets("README.md")
    reached = near.union(*map(targets, near))
    assert {page for page in PAGES if page not in {"README.md", *reached}} == set()


def test_what_the_readme_shows_of_a_puzzle_is_part_of_the_whole_example() -> None:
    files = example_package()
    (program,) = [block for block in blocks("prolog", "README.md") if "queen" in block]
    rules = [line for line in program.splitlines() if line]
    assert set(rules) <= set(files["queens/queens.lp"].splitlines())
    (value,) = [code for code in blocks("python", "README.md") if "import" not in code]
    assert value in files["queens/__init__.py"]


def test_the_readme_explains_the_program_of_the_page_on_words() -> None:
    shown = [block for block in blocks("prolog", "README.md") if "guest" in block]
    assert len(shown) == 2
    assert set(shown) <= set(blocks("prolog", "docs/reference/words.md"))


def test_the_page_on_the_tree_has_each_folder_and_module() -> None:
    (tree,) = re.findall(
        r"^pyasp_puzzles/\n((?:  .+\n)+)", PAGES["docs/reference/how_it_is_built.md"], re.M
    )
    listed = re.findall(r"^  (\S+) +\S", tree, flags=re.M)
    top = [path for path in (ROOT / "pyasp_puzzles").iterdir() if path.name != "__pycache__"]
    folders = {f"{path.name}/" for path in top if path.is_dir()}
    assert sorted(listed) == sorted(folders | {path.name for path in top if path.suffix == ".py"})


def test_files_and_modules_that_a_page_names_exist() -> None:
    for page, text in PAGES.items():
        for path in re.findall(r"(?<![\w/])((?:tests|pyasp_puzzles|lp)/[\w./]+\w)", text):
            assert "NAME" in path or (ROOT / path).exists(), f"{page}: {path}"
        for module in re.findall(r"python -m (pyasp_puzzles[.\w]*)", text):
            found = importlib.util.find_spec(module)
            assert found, f"{page}: {module}"
            if found.submodule_search_locations:
                assert importlib.util.find_spec(f"{module}.__main__"), f"{page}: {module}"


def test_continuous_integration_tries_the_oldest_and_the_newest_python() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = [
        found[1]
        for line in about["classifiers"]
        if (found := re.fullmatch(r"Programming Language :: Python :: (\d+\.\d+)", line))
    ]
    assert about["requires-python"] == f">={promised[0]}"
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    (tried,) = re.findall(r"python: \[(.*?)\]", workflow)
    assert tried == f'"{promised[0]}", "{promised[-1]}"'
    assert "run: .ci/run" in workflow
    first = PAGES["README.md"].partition("## ")[0]
    assert re.findall(r"\b3\.\d+\b", first) == promised


@pytest.mark.parametrize("name", [".github/workflows/ci.yml", ".pre-commit-config.yaml"])
def test_a_settings_file_is_valid_yaml(name: str) -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    assert read.keys() & {"jobs", "repos"}


def test_a_commit_is_checked_as_continuous_integration_checks_it() -> None:
    entries = re.findall(
        r"entry: (.*)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    )
    commands = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    for entry in entries:
        assert entry in commands
    assert len(entries) == 3
