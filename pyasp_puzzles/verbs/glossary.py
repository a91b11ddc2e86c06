"""The glossary of a program: a line for each predicate under Given, Shown or Between.

Comes in: the files of a puzzle's program. Goes out: what does not fit, with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from clingo import ast

from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.core.atoms import signature
from pyasp_puzzles.explanation.words.syntax import Signature, derived, names_of

_COLUMNS = 100
_ENTRY = re.compile(r"% ([a-z]\w*)(?:\(([^()]*)\))? - .+")
_EXPECTED = {
    "Given": "a fact of the board that the rules use",
    "Shown": "an atom of answers that the rules derive",
    "Between": "a predicate beside facts and answers that the rules derive",
    "two lines": "one",
}


class GlossedProgram:
    """A file with its glossary.

    Attributes:
        entries: the heading and the line of each predicate in the glossary.
        used, derived: the predicates that statements name, with the first line; those in heads.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.lines = path, path.read_text(encoding="utf-8").splitlines()
        self.entries: dict[Signature, tuple[str, int]] = {}
        self.used: dict[Signature, int] = {}
        self.derived: set[Signature] = set()
        heading = ""
        for number, line in enumerate(self.lines, 1):
            if not line.startswith("%"):
                break
            heading = line[2:-1] if line[2:-1] in _EXPECTED else heading
            if heading and (entry := _ENTRY.fullmatch(line)):
                name = entry[1], len(entry[2].split(",")) if entry[2] else 0
                self.entries[name] = "two lines" if name in self.entries else heading, number
        ast.parse_files([str(path)], self._read)

    def _read(self, statement: ast.AST) -> None:
        names = names_of(statement)[0]
        if statement.ast_type == ast.ASTType.Rule:
            self.derived.update(derived(statement.head))
        if statement.ast_type == ast.ASTType.Defined:
            names.append((statement.name, statement.arity))
        for name in names:
            self.used.setdefault(name, statement.location.begin.line)

    def faults(
        self,
        inputs: Collection[Signature],
        answers: Collection[Signature],
        known: Collection[Signature] = (),
        elsewhere: Collection[Signature] = (),
    ) -> Iterator[str]:
        """What does not fit, where others gloss (``known``) or derive (``elsewhere``) some."""
        for (name, arity), (heading, line) in self.entries.items():
            one = name, arity
            right = "Given" if one in inputs else "Shown" if one in answers else "Between"
            made = one in self.derived or one in elsewhere
            if heading != right or made == (heading == "Given") or not (made or one in self.used):
                yield self.fault(line, f"{name}/{arity} under {heading}", _EXPECTED[heading])
        for name, arity in sorted(self.used.keys() - self.entries.keys() - {*known}):
            expected = "a line `% name(A,B) - what it says` in the glossary for it alone"
            yield self.fault(self.used[name, arity], f"{name}/{arity}", expected)
        for number, text in enumerate(self.lines, 1):
            if len(text) > _COLUMNS:
                yield self.fault(number, f"{len(text)} columns", f"at most {_COLUMNS}")

    def fault(self, line: int, found: str, expected: str) -> str:
        """What was found in a line."""
        return f"{self.path.name}, line {line}: found {found}, expected {expected}"


def glossary_faults(puzzle: Puzzle[Any, Any]) -> list[str] | None:
    """What does not fit in the glossaries of a puzzle's program; ``None``: it has no glossary."""
    rules, *others = map(GlossedProgram, (*puzzle.all_program_paths(), *puzzle.lemma_paths()))
    if not rules.entries:
        return None
    inputs, answers = ({*map(signature, group)} for group in (puzzle.inputs, puzzle.answers))
    added = {name for other in others for name in other.derived}
    faults = [*rules.faults(inputs, answers, (), added)]
    faults += (x for other in others for x in other.faults(inputs, answers, rules.entries))
    glossed = {name for program in (rules, *others) for name in program.entries}
    for name, arity in sorted((inputs | answers) - glossed - rules.used.keys()):
        faults.append(rules.fault(1, "a glossary", f"one with {name}/{arity}, as the board has it"))
    return faults
