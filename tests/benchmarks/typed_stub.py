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
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.verbs.solving import load, load_all
from pyasp_puzzles.verbs.table import VERBS
from pyasp_puzzles.verbs.verb import Verb

PATH = Path("pyasp_puzzles", "verbs", "typed.pyi")
"""The file within a checkout."""

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
    imports: dict[str, set[str]] = defaultdict(set, {"typing": {"Literal", "overload"}})
    of_puzzles = [_types(name, imports) for name in shipped_names()]
    typed = typed_functions(verbs)
    overloads: list[str] = []
    for function, parameter, kind, result in typed:
        overloads += [
            _overload(function, parameter, kind.format(**types), result.format(**types))
            for types in of_puzzles
        ]
        overloads.append(_overload(function))  # for any other puzzle
    body = "\n".join(overloads)
    modules = _own_imports({function.__module__ for function, *_ in typed}, body, imports)
    froms = [line for module, names in sorted(imports.items()) for line in _from(module, names)]
    ours = [line for line in froms if line.startswith("from pyasp_puzzles")]
    others = [line for line in froms if line not in ours]
    return "\n".join([HEADER, *modules, *others, "", *ours, "", body])


def _from(module: str, names: set[str]) -> list[str]:
    """Imports of these names, those with another name in a line each."""
    plain = sorted(name for name in names if " as " not in name)
    lines = [f"from {module} import {', '.join(plain)}"] if plain else []
    return lines + [f"from {module} import {name}" for name in sorted(names - set(plain))]


def _types(name: str, imports: dict[str, set[str]]) -> dict[str, str]:
    """What the types of a puzzle are called in the stub."""
    found = find_puzzle(name)
    camel = "".join(word.capitalize() for word in name.split("_"))

    def called(kind: type) -> str:
        if getattr(importlib.import_module(kind.__module__), kind.__name__, None) is not kind:
            imports["pyasp_puzzles.core.atoms"].add("Predicate")
            return "Predicate"  # the layer of a board has made the class
        imports[kind.__module__].add(f"{kind.__name__} as {camel}{kind.__name__}")
        return f"{camel}{kind.__name__}"

    return {
        "name": name,
        "Instance": called(found.instance_type),
        "Solution": called(found.solution_type),
        "Atom": " | ".join(called(kind) for kind in found.answers),
    }


def _overload(
    function: Callable[..., Any], puzzled: str = "", kind: str = "", result: str = ""
) -> str:
    """A function's signature with the types of one puzzle, or with its own."""
    signature = inspect.signature(function)
    lines: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*," not in lines:
            lines.append("*,")
        named = kind if parameter.name == puzzled else parameter.annotation
        value = parameter.default
        written = json.dumps(value) if isinstance(value, str) else repr(value)
        default = "" if value is parameter.empty else f" = {written}"
        lines.append(f"{parameter.name}: {named}{default},")
    doc = (inspect.getdoc(function) or "").partition("\n")[0]
    return "\n".join(
        [
            "@overload",
            f"def {function.__name__}(",
            *(f"    {line}" for line in lines),
            f") -> {result or signature.return_annotation}:",
            f'    """{doc}"""',
            "",
        ]
    )


def _own_imports(own_modules: set[str], body: str, imports: dict[str, set[str]]) -> list[str]:
    """The ``import`` lines of names in the functions' own annotations; other names are added."""
    used = set(re.findall(r"\w+", re.sub(r'""".*?"""|def \w+', "", body)))
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
