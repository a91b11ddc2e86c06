"""Types of the main verbs for each shipped puzzle, written as ``verbs/typed.pyi``.

``load("packing")`` is an instance of packing to an editor, and what ``solve`` yields for it has
packing's solutions and atoms.  The parameters are those of the functions themselves, so that they
cannot differ; ``python tests/benchmarks/shipped_boards.py`` writes it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.verbs.solving import load, load_all
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.verbs.verb import Verb

PATH = Path("pyasp_puzzles", "verbs", "typed.pyi")
"""The file within a checkout."""

WIDTH = 100  # columns of a line

HEADER = '''"""Types of the main verbs for the shipped puzzles, for others general ones.

Written by ``python tests/benchmarks/shipped_boards.py``.
"""
'''


Typed = tuple[Callable[..., Any], str, str, str]
"""A function, the parameter that tells the puzzle, its type and the result's for one puzzle."""

_LOADING: tuple[Typed, ...] = (
    (find_puzzle, "name", 'Literal["{name}"]', "Puzzle[{Instance}, {Solution}]"),
    (load, "puzzle", 'Literal["{name}"]', "{Instance}"),
    (load_all, "puzzle", 'Literal["{name}"]', "list[{Instance}]"),
)


def typed_functions(verbs: Iterable[Verb] = tuple(VERBS.values())) -> list[Typed]:
    """The functions whose types depend on the puzzle."""
    return [*_LOADING, *((verb.load(), *verb.typed) for verb in verbs if verb.typed)]


def stub(verbs: Iterable[Verb] = tuple(VERBS.values())) -> str:
    """The text of ``verbs/typed.pyi``, formatted as the linter wants it."""
    imports: dict[str, set[str]] = defaultdict(set, {"typing": {"Literal", "TypeVar", "overload"}})
    typed = typed_functions(verbs)
    words = " ".join(f"{inspect.signature(f)} {kind} {result}" for f, _, kind, result in typed)
    used = set(re.findall(r"\w+", words))
    each = _types(imports, used)
    groups, variables = _groups(each)
    scored = [types["Instance"] for types in each if find_puzzle(types["name"]).best]
    overloads = [*variables, ""]
    for function, parameter, kind, result in typed:
        overloads += [
            _overload(function, parameter, kind.format(**types), result.format(**types))
            for types in (each if "{name}" in kind else groups)
            if function.__name__ != "best" or types["Instance"] in scored
        ]
        overloads.append(_overload(function))  # for any other puzzle
    body = "\n".join(overloads)
    modules = _own_imports({function.__module__ for function, *_ in typed}, used, imports)
    froms = [line for module, names in sorted(imports.items()) for line in _from(module, names)]
    ours = [line for line in froms if line.startswith("from pyasp_puzzles")]
    others = [line for line in froms if line not in ours]
    return "\n".join([HEADER, *modules, *others, "", *ours, "", body])


def _from(module: str, names: set[str]) -> list[str]:
    """Imports of these names, those with another name in a line each."""
    plain = sorted(name for name in names if " as " not in name)
    lines = [f"from {module} import {', '.join(plain)}"] if plain else []
    lines += [f"from {module} import {name}" for name in names - set(plain)]
    return sorted(lines)


def _types(imports: dict[str, set[str]], taken: Container[str]) -> list[dict[str, str]]:
    """What the types of each puzzle are called in the stub: by their names, if one has the name."""
    puzzles = [find_puzzle(name) for name in shipped_names()]
    named: dict[str, set[type]] = defaultdict(set)
    for puzzle in puzzles:
        for kind in (puzzle.instance_type, puzzle.solution_type, *puzzle.answers):
            named[kind.__name__].add(kind)

    def called(name: str, kind: type) -> str:
        own = kind.__name__
        if getattr(importlib.import_module(kind.__module__), own, None) is not kind:
            imports["pyasp_puzzles.core.atoms"].add("Predicate")
            return "Predicate"  # the layer of a board has made the class
        alone = len(named[own]) == 1 and own not in taken
        alias = own if alone else f"{_camel(name)}{own}"
        imports[kind.__module__].add(own if alias == own else f"{own} as {alias}")
        return alias

    return [
        {
            "name": puzzle.name,
            "Instance": called(puzzle.name, puzzle.instance_type),
            "Solution": called(puzzle.name, puzzle.solution_type),
            "Atom": " | ".join(dict.fromkeys(called(puzzle.name, a) for a in puzzle.answers)),
        }
        for puzzle in puzzles
    ]


def _groups(each: Iterable[dict[str, str]]) -> tuple[list[dict[str, str]], list[str]]:
    """The types of puzzles with the same solutions and atoms, once; their boards are a variable."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for types in each:
        alike[types["Solution"], types["Atom"]].append(types["Instance"])
    groups, variables = [], []
    for (solution, atom), boards in alike.items():
        board = boards[0]
        if len(boards) > 1:
            board = f"{solution}{'' if atom == 'Predicate' else _camel(atom)}Board"
            names = "".join(f"    {name},\n" for name in boards)
            variables.append(f'{board} = TypeVar(\n    "{board}",\n{names})')
        groups.append({"Instance": board, "Solution": solution, "Atom": atom})
    return groups, variables


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in re.findall(r"[a-z0-9]+", name.lower()))


def _overload(
    function: Callable[..., Any], puzzled: str = "", kind: str = "", result: str = ""
) -> str:
    """A function's signature with the types of one puzzle, or with its own and its first line."""
    signature = inspect.signature(function)
    words: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        named = kind if parameter.name == puzzled else parameter.annotation
        value = parameter.default
        written = json.dumps(value) if isinstance(value, str) else repr(value)
        default = "" if value is parameter.empty else f" = {written}"
        words.append(f"{parameter.name}: {named}{default}")
    name, returns = function.__name__, result or signature.return_annotation
    doc = (inspect.getdoc(function) or "").partition("\n")[0]
    body = " ..." if result else f'\n    """{doc}"""\n'
    line = f"({', '.join(words)}) -> {returns}:"
    if len(f"def {name}{line}{body}".partition("\n")[0]) > WIDTH:
        lines = "".join(f"    {word},\n" for word in words)
        line = f"(\n{lines}) -> {returns}:"
    return f"@overload\ndef {name}{line}{body}"


def _own_imports(
    own_modules: set[str], used: Container[str], imports: dict[str, set[str]]
) -> list[str]:
    """The ``import`` lines of names in the functions' own annotations; other names are added."""
    lines: set[str] = set()
    for module in own_modules:
        here = importlib.import_module(module)
        for node in ast.parse(inspect.getsource(here)).body:
            if isinstance(node, ast.Import):
                lines |= {f"import {alias.name}" for alias in node.names if alias.name in used}
            elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
                names = {alias.name for alias in node.names if alias.name in used}
                if names:
                    imports[str(node.module)] |= names
            elif isinstance(node, ast.ClassDef) and node.name in used:
                imports[module].add(node.name)
    return sorted(lines)
