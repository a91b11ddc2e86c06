"""Scripts made of the page's modules: one that a browser asks for first, and one for later."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

MAIN = "main.js"
"""The module of the page itself."""

_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/|//[^\n]*)\n", re.M)
_REMARKS = re.compile(r"^([^\"'`/\n]*?) // [^\n]*$", re.M)  # behind code without a text
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(?P<name>[\w.]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?:async )?(?:class|function|const|let)\*? (\w+)", re.M)
_LATER = re.compile(r'\bimport\("\./(?P<name>[\w.]+)"\)')

_FIRST = """"use strict";
(() => {{
const ownPlace = document.currentScript?.src;
const firstModules = () => ({{ {names} }});
let laterPart;
function laterModules() {{
return (laterPart ??= new Promise((done, fail) => {{
const part = document.createElement("script");
part.src = new URL("{later}", ownPlace).href;
globalThis.moreModules = (more) => done(more(firstModules()));
part.onerror = () => {{
laterPart = undefined;
fail(new Error("The server does not answer. Is it still running?"));
}};
document.head.append(part);
}}));
}}
{text}}})();
"""
_REST = """"use strict";
moreModules(({{ {names} }}) => {{
{text}return {{ {own} }};
}});
"""


def scripts(texts: Mapping[str, str], entry: str, main: str, later: str = "") -> tuple[str, str]:
    """Two scripts that do what some modules do: the second has what is only imported later.

    The modules of a script stand in one scope, each behind those that it imports: no two of them
    may declare one name. ``import("./a.js")`` in a module loads the second script.

    Args:
        texts: the texts of the modules by name; those that no other one imports are left out, and
            what is not there is never asked for.
        entry: the module that begins.
        main: the module that it imports later, when it has chosen a judge; of the first script.
        later: the name of the second script beside the first; empty: the first one has all.

    >>> modules = {"a.js": 'import { b } from "./b.js";\\nb();\\nimport("./c.js");\\n',
    ...            "b.js": "export function b() {}\\n", "c.js": "export const c = 1;\\n"}
    >>> first, rest = scripts(modules, "a.js", "b.js", "rest.js")
    >>> "function b() {}\\nb();\\nlaterModules();" in first, "return { c };" in rest
    (True, True)
    """
    plain = {name: _REMARKS.sub(r"\1", _COMMENTS.sub("", x)) for name, x in texts.items()}
    asked = {each["name"] for text in plain.values() for each in _LATER.finditer(text)} - {main}
    first = _in_order(plain, [entry, main] if later else [entry, *sorted(asked), main])
    every = _in_order(plain, [*first, *sorted(asked)])
    rest = {name: text for name, text in every.items() if name not in first}
    names = _exported(first.values())
    return (
        _FIRST.format(later=later, names=names, text=_joined(first)),
        _REST.format(names=names, own=_exported(rest.values()), text=_joined(rest)),
    )


def _in_order(texts: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Some modules, each behind those that it imports."""
    found = dict[str, str]()
    for name in names:
        if name in texts and name not in found:
            needed = [each["name"] for each in _IMPORT.finditer(texts[name])]
            found |= _in_order(texts, needed) | {name: texts[name]}
    return found


def _exported(texts: Iterable[str]) -> str:
    return ", ".join(name for text in texts for name in _EXPORT.findall(text))


def _joined(texts: Mapping[str, str]) -> str:
    """Some modules as one text, without indentation and empty lines, which say nothing."""

    def asked(found: re.Match[str]) -> str:
        here = found["name"] in texts
        return "Promise.resolve().then(firstModules)" if here else "laterModules()"

    text = _LATER.sub(asked, _IMPORT.sub("", "".join(texts.values())))
    return re.sub(r"^(export |\s+)", "", text, flags=re.M)


def short_style(style: str) -> str:
    """A style sheet without comments and needless blanks."""
    plain = re.sub(r"/\*.*?\*/|^ +|\n(?=\n)", "", style, flags=re.M | re.S)
    return re.sub(r"([:;,{]) | (?=\{)|;(?= ?\})", r"\1", plain)
