"""Playing, the same for all puzzles: moves, how far a board is done, what it shows impossible.

Comes in: a board, what lies on it, a :class:`Move`. Goes out: what lies there then, or a MoveError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.play import ByHand, Laid, MoveError
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import unify
from pyasp_puzzles.core.errors import MOST_BROKEN, PuzzleError

Kind = Literal["lay", "take", "turn", "move"]
_MOST_ATOMS = 20_000
"""Where there are more atoms than this, the copies of tools are not looked at."""


@dataclass(frozen=True)
class Move:
    """One move.

    Attributes:
        kind: "lay" a tool; "take" what lies on a place; "turn" it: lay it in its next pose that
            fits; "move" it as far as from one place to another.
        cell: where.
        tool: what is laid.
        pose: how it is laid; ``None``: in the first pose that fits.
        to: the place to which what lies on ``cell`` is moved.
    """

    kind: Kind
    cell: Place
    tool: str = ""
    pose: int | None = None
    to: Place | None = None


def moved(puzzle: Puzzle[I, S], instance: I, partial: Partial, move: Move) -> Partial:
    """The partial answer after a move.

    Raises:
        MoveError: the board does not allow the move, nothing lies there, or this puzzle is not
            played by hand; the message says why, in one sentence.
        AnswerError, SolverError: the partial answer is none of this puzzle.
    """
    form = puzzle.play
    if form is None:
        raise MoveError(f"{puzzle.title} is not played by hand.")
    if move.kind == "lay":
        return _laid(form, instance, partial, move)
    rest = form.take(instance, partial, move.cell)  # refuses what is given
    if move.kind == "take":
        return rest
    lying = form.lying(instance, partial, move.cell)
    if lying is None:
        raise MoveError("Nothing lies there.")
    if move.kind == "turn":
        covered = puzzle.cells_of(instance, partial.without(rest).atoms)
        return _turned(form, instance, partial, rest, lying, sorted(covered - {lying.cell}))
    assert move.to is not None
    return _shifted(form, instance, rest, lying, move.cell, move.to)


def _laid(form: ByHand[I], instance: I, partial: Partial, move: Move) -> Partial:
    poses = next((t.poses for t in form.tools(instance, partial) if t.name == move.tool), 1)
    if move.pose is not None and move.pose >= poses:
        raise MoveError(f"Its poses are 0 to {poses - 1}.")
    tried = range(max(1, poses)) if move.pose is None else (move.pose,)
    ways = [Laid(move.tool, pose, move.cell) for pose in tried]
    fitting = next(_fitting(form, instance, partial, ways), None)
    return form.lay(instance, partial, ways[0]) if fitting is None else fitting


def _shifted(
    form: ByHand[I], instance: I, board: Partial, lay: Laid, held: Place, to: Place
) -> Partial:
    """The board with a tool moved as far as the pointer went, or laid where the pointer is."""
    if len(lay.cell) == len(held) == len(to):
        cell = tuple(at + b - a for at, a, b in zip(lay.cell, held, to, strict=True))
        for shifted in _fitting(form, instance, board, [replace(lay, cell=cell)]):
            # A place may be a number, such as a hole: then such a step may lead elsewhere.
            if form.lying(instance, shifted, to) != form.lying(instance, board, to):
                return shifted
    return form.lay(instance, board, replace(lay, cell=to))


def _turned(
    form: ByHand[I], instance: I, before: Partial, rest: Partial, lay: Laid, covered: list[Place]
) -> Partial:
    """The board with a tool in its next pose that fits, around the cell on which it was laid.

    Where a pose does not fit there, another cell that the tool covered takes the place of this
    one: so a domino between others changes its ends.
    """
    poses = next(t.poses for t in form.tools(instance, before) if t.name == lay.tool)
    if poses == 1:
        raise MoveError("It looks the same from all sides.")
    for step in range(1, poses):
        turned = replace(lay, pose=(lay.pose + step) % poses)
        ways = [replace(turned, cell=cell) for cell in (lay.cell, *covered)]
        for found in _fitting(form, instance, rest, ways):
            if found != before:
                return found
    raise MoveError("It fits there in no other way.")


def _fitting(
    form: ByHand[I], instance: I, board: Partial, ways: Iterable[Laid]
) -> Iterator[Partial]:
    """The boards with a tool laid in some ways, where it fits."""
    for way in ways:
        try:
            yield form.lay(instance, board, way)
        except MoveError:
            continue


@dataclass(frozen=True)
class Standing:
    """How far a board is done.

    Attributes:
        progress: in words, such as "12 of 45 cells".
        full: whether nothing has to be done any more.
        broken: rules that the full board breaks, in words; none of a board that is not full.
        more: whether more can be done, though nothing has to be: on a board that need not be full.
    """

    progress: str
    full: bool
    broken: tuple[str, ...] = ()
    more: bool = False

    @property
    def right(self) -> bool:
        """Whether the board is an answer."""
        return self.full and not self.broken

    @property
    def solved(self) -> bool:
        """Whether the board is an answer, and no more can be done."""
        return self.right and not self.more

    def __str__(self) -> str:
        if self.solved:
            return f"Solved: {self.progress}."
        if self.right:
            return f"{self.progress}. This is an answer; more may be laid, but nothing has to."
        if self.full:
            return " ".join(("The board is full, but breaks rules.", *self.broken[:MOST_BROKEN]))
        return f"{self.progress}."


def standing(puzzle: Puzzle[I, S], instance: I, partial: Partial) -> Standing:
    """How far a board is done, what is given included.

    Raises:
        PuzzleError: this puzzle is not played by hand.
        AnswerError, SolverError: the partial answer is none of this puzzle.
    """
    form = puzzle.play
    if form is None:
        raise PuzzleError(f"{puzzle.title} is not played by hand.")
    known = whole(puzzle, instance, partial)
    progress = form.progress(instance, partial)
    if not form.whole(instance, known):
        return Standing(str(progress), full=False)
    solution = puzzle.decode(instance, unify(known.atoms, puzzle.answers))
    broken = tuple(puzzle.verify(instance, solution))
    return Standing(str(progress), full=True, broken=broken, more=progress.done < progress.all)


def whole(puzzle: Puzzle[I, Any], instance: I, partial: Partial) -> Partial:
    """What lies on the board together with what is given.

    Raises:
        AnswerError: the partial answer says that something given does not hold.
    """
    return partial.together(puzzle.play.given(instance)) if puzzle.play else partial


def impossible(
    puzzle: Puzzle[I, S],
    instance: I,
    partial: Partial,
    atoms: Iterable[Symbol],
    places: dict[Symbol, tuple[Place, ...]] | None = None,
) -> dict[Symbol, Symbol | None]:
    """The atoms that cannot hold beside what lies on the board, without any rule but these two.

    One tool lies on a place, and no more copies of a tool are laid than there are.

    Args:
        atoms: shown atoms that can hold on the empty board.
        places: those of atoms of this board, as far as they are known; further ones are added.

    Returns:
        For each of them an atom of what lies in its place, or of a copy; ``None``: all copies are
        given.
    """
    form = puzzle.play
    if form is None:
        return {}
    known, memory = whole(puzzle, instance, partial), {} if places is None else places

    def spots(atom: Symbol) -> tuple[Place, ...]:
        if atom not in memory:
            memory[atom] = tuple(form.spots(instance, unify([atom], puzzle.answers)[0]))
        return memory[atom]

    def tool(atom: Symbol) -> str | None:
        """The tool that an atom alone says to lie; ``None``: it takes several atoms to say so."""
        laid = next((form.lying(instance, Partial((atom,)), spot) for spot in spots(atom)), None)
        return laid.tool if laid else None

    given = set(form.given(instance).atoms)
    covering: dict[Place, list[Symbol]] = {}
    for atom in known.atoms:
        for spot in spots(atom):
            if atom in given or form.lying(instance, known, spot):
                covering.setdefault(spot, []).append(atom)
    used = {each.name for each in form.tools(instance, known) if each.left == 0}
    copies = {tool(atom): atom for atom in known.atoms} if used else {}
    lying = set(known.atoms)
    others = [atom for atom in atoms if atom not in lying]
    found: dict[Symbol, Symbol | None] = {}
    for atom in others:
        causes = [cause for spot in spots(atom) for cause in covering.get(spot, ())]
        if causes:
            found[atom] = next((c for c in causes if c.name == atom.name), causes[0])
        elif used and len(others) <= _MOST_ATOMS and (own := tool(atom)) in used:
            found[atom] = copies.get(own)
    return found
