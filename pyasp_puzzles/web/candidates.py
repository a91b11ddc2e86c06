"""What the rules, each by itself, leave of a board: for notes that fill themselves.

Comes in: a board with what lies on it. Goes out: the atoms that no single rule excludes. There is
no search, and what follows for one place is not used for the next: easy boards would solve
themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.ground.ground import Program, ground
from pyasp_puzzles.ground.translation import translate
from pyasp_puzzles.web.boards import Body, read_board, searched_board


class RuleClauses:
    """A ground program as clauses, and what a round of unit propagation says of its shown atoms.

    Args:
        program: its positive loops are not looked at.

    Raises:
        PuzzleError: it has disjunctions.
    """

    def __init__(self, program: Program) -> None:
        made = translate(program, loops="lazy")
        self._literals: Mapping[Symbol, int] = made.cnf.shown
        self._clauses = [*made.cnf.clauses, *([literal] for literal in made.assumptions)]
        guessed = {atom for rule in program.rules if rule.choice for atom in rule.head}
        decided = {abs(made.atom_variables[atom]) for atom in guessed}
        self._decided = decided.union(map(abs, self._literals.values())) - {made.cnf.true}
        """Variables of which people decide: what follows for them goes no further."""
        self._with: dict[int, list[int]] = {}
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._with.setdefault(literal, []).append(number)
        self._printed: Collection[int] = ()
        self._left: Mapping[int, int] = {}
        self._printed, self._left = self._following(x[0] for x in self._clauses if len(x) == 1)

    def _following(self, known: Iterable[int]) -> tuple[Collection[int], Mapping[int, int]]:
        """What follows from literals and what is printed; how many of a clause are not false."""
        printed, before = self._printed, self._left
        found = dict.fromkeys(literal for literal in known if literal not in printed)
        queue, left = list(found), dict[int, int]()
        while queue:
            for number in self._with.get(-queue.pop(), ()):
                clause = self._clauses[number]
                left[number] = left.get(number, before.get(number, len(clause))) - 1
                if left[number] != 1:
                    continue
                last = next((x for x in clause if -x not in found and -x not in printed), None)
                if last is not None and last not in found and last not in printed:
                    found[last] = None
                    if abs(last) not in self._decided:
                        queue.append(last)
        return found, left

    def judged(self, partial: Partial) -> tuple[list[Symbol], list[Symbol]]:
        """The shown atoms that no rule by itself excludes, and those of them that one demands."""
        own = self._literals
        known = [own[atom] for atom in partial.atoms if atom in own]
        known += [-own[atom] for atom in partial.absent if atom in own]
        holds = {*self._printed, *self._following(known)[0]}
        possible = [atom for atom, literal in own.items() if -literal not in holds]
        return possible, [atom for atom in possible if own[atom] in holds]

    def apart(self) -> Mapping[Symbol, frozenset[Symbol]]:
        """For each possible atom the other ones that cannot hold beside it."""
        possible, own = self.judged(Partial())[0], self._literals
        found = {}
        for atom in possible:
            out = self._following([own[atom]])[0]
            found[atom] = frozenset(x for x in possible if -own[x] in out)
        return found


def cliques(apart: Mapping[Symbol, Collection[Symbol]]) -> list[list[Symbol]]:
    """Sets of which at most one member can hold, so that all pairs are in some set.

    >>> from clingo import Number
    >>> one, two, three = map(Number, (1, 2, 3))
    >>> cliques({one: {two, three}, two: {one, three}, three: {one, two}})
    [[Number(1), Number(2), Number(3)]]
    """
    open_ = {atom: {x for x in own if atom in apart.get(x, ())} for atom, own in apart.items()}
    whole, found = {atom: frozenset(own) for atom, own in open_.items()}, []
    for atom in sorted(open_):
        while open_[atom]:
            clique = [atom, min(open_[atom])]
            for other in sorted(whole[atom] & whole[clique[1]]):
                if whole[other].issuperset(clique):
                    clique.append(other)
            for one in clique:
                open_[one].difference_update(clique)
            found.append(clique)
    return found


@lru_cache(maxsize=4)
def rules_of(name: str, text: str) -> RuleClauses:
    """The rules of a board as clauses."""
    board = searched_board({"puzzle": name, "text": text})
    return RuleClauses(ground(board.puzzle.program_paths(()), fact_text(board.instance)))


def exclusions(rules: RuleClauses) -> dict[str, Any]:
    """What :func:`candidates` gives for the empty board, and sets of atoms that exclude each other.

    Each set in "apart" has numbers of the possible atoms. Rules about more than two atoms, such as
    two stars in a row, are not among them.
    """
    possible, demanded = rules.judged(Partial())
    place = {atom: number for number, atom in enumerate(possible)}
    return {
        "possible": list(map(str, possible)),
        "demanded": list(map(str, demanded)),
        "apart": [[place[atom] for atom in own] for own in cliques(rules.apart())],
    }


def candidates(body: Body) -> dict[str, Any]:
    """The atoms that can still be laid by each rule alone, and those of them that have to be."""
    board = read_board(body)
    possible, demanded = rules_of(board.puzzle.name, board.text).judged(board.partial)
    return {"possible": list(map(str, possible)), "demanded": list(map(str, demanded))}
