"""One script made of the page's modules, so that a browser asks once, or needs no server at all."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyasp_puzzles.core.errors import PuzzleError

_COMMENTS = re.compile(r"^[ \t]*(?:/\*[\s\S]*?\*/|//[^\n]*)\n", re.M)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const|let)\*? (\w+))", re.M)
_LATER = re.compile(r'\bimport\("\./([\w.]+)"\)')


def script(texts: Mapping[str, str], entry: str) -> str:
    """One script that does what some modules do, beginning with one of them.

    Each module becomes a function that runs when another one asks for it the first time, and
    returns what it exports.

    Args:
        texts: the texts of the modules by name; those that no other one imports are left out.

    Raises:
        PuzzleError: a module imports or exports in a way that is not known here.

    >>> print(script({"a.js": 'import { b } from "./b.js";\\nb();\\n',
    ...               "b.js": "export function b() {}\\n"}, "a.js").splitlines()[5])
    const { b } = moduleOf("b.js");
    """
    needed, wanted = dict[str, str](), [entry]
    while wanted:
        name = wanted.pop()
        if name not in needed:
            needed[name] = _COMMENTS.sub("", texts[name])
            wanted += [other for _, other in _IMPORT.findall(needed[name])]
            wanted += _LATER.findall(needed[name])
    parts = "\n".join(
        f'"{name}": () => {{\n{_inner(name, needed[name])}}},' for name in sorted(needed)
    )
    return (
        f'"use strict";\n(() => {{\nconst loaded = {{}};\nconst modules = {{\n{parts}\n}};\n'
        f"function moduleOf(name) {{\nreturn (loaded[name] ??= modules[name]());\n}}\n"
        f'moduleOf("{entry}");\n}})();\n'
    )


def _inner(name: str, text: str) -> str:
    """The body of a module's function, without indentation, which says nothing."""
    text = _IMPORT.sub(lambda found: _imported(found[1], found[2]), text)
    text = _LATER.sub(r'Promise.resolve("\1").then(moduleOf)', text)
    exported = [own for _, own in _EXPORT.findall(text)]
    text = re.sub(r"^[ \t]+", "", _EXPORT.sub(r"\1", text), flags=re.M)
    if left := re.search(r"^(import|export)\b.*", text, re.M):
        raise PuzzleError(f"{name}: found {left[0]}, which the bundle does not know")
    getters = " ".join(f"get {own}() {{ return {own}; }}," for own in exported)
    return f"{text}return {{ {getters} }};\n"


def _imported(names: str, module: str) -> str:
    """The statement that takes some names from a module; ``a as b`` is ``a: b`` there."""
    return f'const {{{names.replace(" as ", ": ")}}} = moduleOf("{module}");'
