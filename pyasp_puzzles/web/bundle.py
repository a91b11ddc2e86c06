"""Scripts made of the page's modules: one that a browser asks for first, and one for later."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyasp_puzzles.core.errors import PuzzleError

MAIN = "main.js"
"""The module of the page itself."""

_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//[^\n]*)\n", re.M)
_REMARKS = re.compile(r"^([^\"'`/\n]*?) // [^\n]*$", re.M)  # behind code without a text
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(?P<name>[\w.]+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const|let)\*? (\w+))", re.M)
_LATER = re.compile(r'\bimport\("\./(?P<name>[\w.]+)"\)')

_FIRST = """"use strict";
(() => {{
const loaded = {{}};
const modules = {{
{parts}
}};
const place = document.currentScript?.src;
let rest;
function moduleOf(name) {{
return (loaded[name] ??= modules[name]());
}}
function laterModule(name) {{
if (modules[name]) return Promise.resolve(name).then(moduleOf);
rest ??= new Promise((done, fail) => {{
const part = document.createElement("script");
part.src = new URL("{later}", place).href;
part.onload = done;
part.onerror = () => {{
rest = undefined;
fail(new Error("The server does not answer. Is it still running?"));
}};
document.head.append(part);
}});
return rest.then(() => moduleOf(name));
}}
globalThis.moreModules = (more) => Object.assign(modules, more(moduleOf, laterModule));
moduleOf("{entry}");
}})();
"""
_REST = """"use strict";
moreModules((moduleOf, laterModule) => ({{
{parts}
}}));
"""


def scripts(texts: Mapping[str, str], entry: str, main: str, later: str = "") -> tuple[str, str]:
    """Two scripts that do what some modules do: the second has what is only imported later.

    Each module becomes a function that runs when another one asks for it the first time, and
    returns what it exports. ``import("./a.js")`` in a module loads the second script.

    Args:
        texts: the texts of the modules by name; those that no other one imports are left out, and
            what is not there is never asked for.
        entry: the module that begins.
        main: the module that it imports later, when it has chosen a judge; of the first script.
        later: the name of the second script beside the first; empty: the first one has all.

    Raises:
        PuzzleError: a module imports or exports in a way that is not known here.

    >>> modules = {"a.js": 'import { b } from "./b.js";\\nb(); import("./c.js");\\n',
    ...            "b.js": "export function b() {}\\n", "c.js": ""}
    >>> first, rest = scripts(modules, "a.js", "b.js", "rest.js")
    >>> 'const { b } = moduleOf("b.js");' in first, '"c.js"' in rest
    (True, True)
    """
    plain = {name: _REMARKS.sub(r"\1", _COMMENTS.sub("", x)) for name, x in texts.items()}
    first = every = _reached(plain, [entry], _IMPORT, _LATER)
    if later:
        first = _reached(plain, [entry, main], _IMPORT)
    rest = {name: text for name, text in every.items() if name not in first}
    return (
        _FIRST.format(parts=_functions(first), later=later, entry=entry),
        _REST.format(parts=_functions(rest)),
    )


def _reached(texts: Mapping[str, str], names: list[str], *ways: re.Pattern[str]) -> dict[str, str]:
    """Some modules, and those that they import in some ways."""
    found, wanted = dict[str, str](), list(names)
    while wanted:
        name = wanted.pop()
        if name not in found and name in texts:
            found[name] = texts[name]
            wanted += [each["name"] for way in ways for each in way.finditer(texts[name])]
    return found


def _functions(texts: Mapping[str, str]) -> str:
    return "\n".join(
        f'"{name}": () => {{\n{_inner(name, texts[name])}}},' for name in sorted(texts)
    )


def _inner(name: str, text: str) -> str:
    """The body of a module's function, without indentation and empty lines, which say nothing."""
    names = [own for _, own in _EXPORT.findall(text)]
    text = _IMPORT.sub(r'const {\1} = moduleOf("\2");', text)
    text = _EXPORT.sub(r"\1", _LATER.sub(r'laterModule("\1")', text))
    text = re.sub(r"^\s+", "", text, flags=re.M)
    if left := re.search(r"^(import|export)\b.*", text, re.M):
        raise PuzzleError(f"{name}: found {left[0]}, which the bundle does not know")
    getters = " ".join(f"get {own}() {{ return {own}; }}," for own in names)
    return f"{text}return {{ {getters} }};\n"


def short_style(style: str) -> str:
    """A style sheet without comments and needless blanks."""
    plain = re.sub(r"/\*.*?\*/|^ +|\n(?=\n)", "", style, flags=re.M | re.S)
    return re.sub(r"([:;,{]) | (?=\{)|;(?= ?\})", r"\1", plain)
