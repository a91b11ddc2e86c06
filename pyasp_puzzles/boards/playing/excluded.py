"""What a board shows to be impossible: atoms whose place is taken, or of which no copy is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo import Symbol

from pyasp_puzzles.boards.partial import Cell, Partial
from pyasp_puzzles.boards.play import PlayForm
from pyasp_puzzles.boards.playing.standing import whole
from pyasp_puzzles.boards.puzzle import I, Puzzle, S
from pyasp_puzzles.core.atoms import unify

Spots = tuple[Cell, ...]

MOST = 20_000
"""Where there are more atoms than this, the copies of tools are not looked at."""


def impossible(
    puzzle: Puzzle[I, S], instance: I, partial: Partial, atoms: Iterable[Symbol]
) -> dict[Symbol, Symbol | None]:
    """The atoms that cannot hold beside what lies on the board, without any rule but these two.

    One tool lies on a cell, and no more copies of a tool are laid than there are.

    Args:
        atoms: shown atoms that can hold on the empty board.

    Returns:
        For each of them an atom of what lies in its place, or of a copy; ``None``: all copies are
        given.
    """
    form = puzzle.play
    if form is None:
        return {}
    known = whole(puzzle, instance, partial)
    there = [(atom, tuple(_spots(puzzle, form, instance, atom))) for atom in known.atoms]
    covering = _covering(form, instance, known, there)
    used = {tool.name for tool in form.tools(instance, known) if tool.left == 0}
    copies = {_tool(form, instance, atom, spots): atom for atom, spots in there} if used else {}
    lying = set(known.atoms)
    others = [atom for atom in atoms if atom not in lying]
    found: dict[Symbol, Symbol | None] = {}
    for atom in others:
        spots = tuple(_spots(puzzle, form, instance, atom))
        causes = [cause for cell in spots for cause in covering.get(cell, ())]
        if causes:
            alike = (cause for cause in causes if cause.name == atom.name)
            found[atom] = next(alike, causes[0])
        elif used and len(others) <= MOST:
            tool = _tool(form, instance, atom, spots)
            if tool in used:
                found[atom] = copies.get(tool)
    return found


def _covering(
    form: PlayForm[I], instance: I, known: Partial, there: Iterable[tuple[Symbol, Spots]]
) -> dict[Cell, list[Symbol]]:
    """The atoms of what lies on each cell."""
    given = set(form.given(instance).atoms)
    found: dict[Cell, list[Symbol]] = {}
    for atom, spots in there:
        for cell in spots:
            if atom in given or form.lying(instance, known, cell):
                found.setdefault(cell, []).append(atom)
    return found


def _spots(puzzle: Puzzle[I, S], form: PlayForm[I], instance: I, atom: Symbol) -> Iterator[Cell]:
    """The cells, as a player names them, that an atom is about."""
    if form.spots is None:
        yield from puzzle.cells_of(instance, [atom])
    else:
        (typed,) = unify([atom], puzzle.answers)
        yield from form.spots(instance, typed)


def _tool(form: PlayForm[I], instance: I, atom: Symbol, spots: Spots) -> str | None:
    """The tool that an atom alone says to lie; ``None``: it takes several atoms to say so."""
    laid = form.lying(instance, Partial((atom,)), spots[0]) if spots else None
    return laid.tool if laid else None
