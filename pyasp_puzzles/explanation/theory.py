"""A ground explaining program: its clues and literals in words, and searches under assumptions."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, cached_property
from itertools import chain, starmap
from typing import Any

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.errors import MisfitError, counted
from pyasp_puzzles.core.regions import by_key
from pyasp_puzzles.explanation.reasons.normal_form import NormalForm
from pyasp_puzzles.explanation.reasons.subproblems import LiteralIndex, bits, mask_of
from pyasp_puzzles.explanation.reasons.sums import LiteralSum
from pyasp_puzzles.explanation.search import ClueSolver, SearchResult, options_for
from pyasp_puzzles.explanation.steps import Form, GroundClue, Literal, Step, Truth
from pyasp_puzzles.explanation.words.syntax import signature_of
from pyasp_puzzles.explanation.words.templates import Spelling, WordsTemplate, symbol_of
from pyasp_puzzles.explanation.words.transform import (
    BROKEN,
    CELL,
    INSTANCE,
    RESERVED,
    ExplainingProgram,
    transform,
)
from pyasp_puzzles.explanation.words.words import ClueWords
from pyasp_puzzles.ground.ground import ground, ground_and_keep
from pyasp_puzzles.work.deadline import Late, never

_MODELS = 10  # answers that are kept for the next question

_WHOLE, _EXPLAINED = "__whole", "__explained"  # helper atoms of :meth:`Theory.left_out`

Instance = tuple[tuple[str, ...], tuple[int, ...]]
"""What is wrong where a clue is broken, in parts, with the literals that hold just then."""


class Theory:
    """The clues and literals of a ground explaining program.

    Clues are numbered by their places in :attr:`clues`. Literals are numbers of the ground
    program's atoms, negative for "does not hold".

    Attributes:
        clues, always_broken: those that a model may break, and those that the facts alone break.
        clue_atoms: the atom ``broken(...)`` of each clue, as a number of the ground program.
        atoms: the atoms that may hold or not: those with words, and shown ones.
        numbers, atom_numbers, atom_of: their numbers in the ground program.
        facts: those with words, or shown, that hold always.
        shown: the atoms that can stand in a partial answer.
        late: searches of the theory and of its subproblems raise TimeUpError when it says so.
        original: the theory without a time limit.
        names: first words of sentences that are values, such as "b"; they keep their letters.
        models: the answers of the last questions, each the literals of all atoms.
        kept: what its users keep with it, by a name of theirs, and all timed theories share.

    Raises SolverError if clingo refuses the program, MisfitError if the facts use a reserved name.
    """

    def __init__(
        self,
        program: ExplainingProgram,
        facts: str = "",
        constants: Mapping[str, int | str] | None = None,
    ) -> None:
        for name in RESERVED:
            if name in facts:
                raise MisfitError(f"the facts use the name {name}, which is reserved")
        self.program, self.spell = program, Spelling(program.terms)
        self.text, self.constants = f"{program.text}\n{facts}", constants or {}
        self.late: Late = never
        self.original = self
        self.ground, self._control = ground_and_keep(self.text, constants)
        self.names: set[str] = set()
        self.models: deque[frozenset[int]] = deque(maxlen=_MODELS)
        self.kept: dict[str, Any] = {}
        self._literals: dict[Truth, Literal] = {}
        names = ((output.symbol.name, output) for output in self.ground.outputs)
        own = by_key((name if name in RESERVED else "", output) for name, output in names)
        atoms = {x.symbol: x.condition[0] for x in own.get("", ()) if x.condition}
        self.facts = [x.symbol for x in own.get("", ()) if not x.condition]
        self.atom_numbers, self.atom_of = atoms, {number: x for x, number in atoms.items()}
        self.atoms, self.numbers = [*atoms], [*atoms.values()]
        self.shown = list(filter(self.is_shown, atoms))
        places = by_key((x.symbol.arguments[0], x.symbol.arguments[1]) for x in own.get(CELL, ()))
        self._cells = {atom: _places(cells) for atom, cells in places.items()}
        self._instances = by_key((x.symbol.arguments[0], x) for x in own.get(INSTANCE, ()))
        broken = {x.symbol: x.condition for x in own.get(BROKEN, ())}
        clue_atoms = {symbol: condition[0] for symbol, condition in broken.items() if condition}
        self.clue_atoms = [*clue_atoms.values()]
        weights = [program.clues[symbol.arguments[0].number].weight for symbol in clue_atoms]
        self.index = LiteralIndex(self.ground, self.numbers, self.clue_atoms, weights)
        every = {cell for cells in self._cells.values() for cell in cells}
        ends = [cell[:2] for cell in every if len(cell) > 1]  # edges may lead out
        self.spell.size = (max(r for r, _ in ends), max(c for _, c in ends)) if ends else (0, 0)
        for cell in every:
            self.cell_name(cell)
        clues = list(starmap(self._clue, broken.items()))
        if self.spell.ambiguous:  # some have longer words by now
            clues = list(starmap(self._clue, broken.items()))
        self.clues = [clue for clue in clues if clue.symbol in clue_atoms]
        self.always_broken = [clue for clue in clues if clue.symbol not in clue_atoms]

    def _clue(self, broken: Symbol, condition: Sequence[int]) -> GroundClue:
        """A clue; where its program names no cells, it has those of the choices behind it."""
        number, arguments = broken.arguments
        words, cells = self.program.clues[number.number], self.cells_of(broken)
        values = dict(zip(words.template.names, arguments.arguments, strict=True))
        text = self._filled(words.template, values, cells)
        if not cells:
            guesses = chain.from_iterable(map(self.index.dependencies.support, condition))
            behind = (self.atom_of[guess] for guess in guesses if guess in self.atom_of)
            cells = tuple(sorted({cell for atom in behind for cell in self._cells.get(atom, ())}))
        return GroundClue(broken, text, words, values, cells)

    # -- words

    def _template(self, atom: Symbol, holds: bool) -> tuple[WordsTemplate, dict[str, Symbol]]:
        words = self.program.words_of(atom)
        values = dict(zip(words.arguments, atom.arguments, strict=True))
        return words.true if holds else words.false, values

    def parts(self, atom: Symbol, holds: bool) -> tuple[str, ...]:
        """The words of a literal: what is fixed in them and, in turn, their values."""
        template, values = self._template(atom, holds)
        return template.parts(values, self.spell, self.cells_of(atom))

    def clue_parts(self, clue: GroundClue) -> tuple[str, ...]:
        """The same of a clue."""
        return clue.source.template.parts(clue.values, self.spell, clue.cells)

    def _filled(
        self, template: WordsTemplate, values: Mapping[str, Symbol], cells: Sequence[Place]
    ) -> str:
        """A text with values; if it begins with one, that is a name."""
        text = template.fill(values, self.spell, cells)
        first = text.partition(" ")[0]
        if template.text.startswith("{") and first in self.spell.values:
            self.names.add(first)
        return text

    @cached_property
    def needs(self) -> dict[Symbol, int]:
        """Helper atoms that steps tell where a clue demands them, with their numbers."""
        atoms = self._control.symbolic_atoms
        found = (atom for needed in self.program.needs for atom in atoms.by_signature(*needed))
        return {atom.symbol: atom.literal for atom in found if not atom.is_fact}

    def cells_of(self, atom: Symbol) -> tuple[Place, ...]:
        """The places that an atom belongs to, sorted."""
        words = self.program.needs.get(signature_of(atom))
        if words and atom not in self._cells:
            places = [[atom.arguments[i] for i in own] for own in words.cell_arguments]
            self._cells[atom] = _places(clingo.Function("", own) for own in places)
        return self._cells.get(atom, ())

    def cell_name(self, cell: Place) -> str:
        """A cell in the program's words; its numbers where the program has none for it."""
        return self.spell(symbol_of(cell))

    def warnings(self) -> list[str]:
        """What explanations take as known, ignore or leave out, one line each."""
        return self.program.warnings() + [
            f"{words.where}: where {words.condition}: false for "
            f"{counted(number, 'ground instance')}, which no explanation uses"
            for words, number in self.left_out()
        ]

    def left_out(self) -> list[tuple[ClueWords, int]]:
        """Words whose ``where`` leaves out instances, not only repeated ones, and how many."""
        conditional, text = self.program.conditional, self.text
        if not conditional:
            return []
        for place, (words, values, body) in enumerate(conditional):
            text += f"\n{_WHOLE}({place},{values}) :- {body}."
            text += f"\n{_EXPLAINED}({place},{values}) :- {body}; {words.condition}."
        text += f"\n#show {_WHOLE}/2. #show {_EXPLAINED}/2."
        symbols = [output.symbol for output in ground((), text, self.constants).outputs]
        whole = {tuple(x.arguments) for x in symbols if x.name == _WHOLE}
        explained = {tuple(x.arguments) for x in symbols if x.name == _EXPLAINED}
        lost = Counter(place.number for place, _ in whole - explained)
        return [(words, lost[i]) for i, (words, *_) in enumerate(conditional) if lost[i]]

    # -- literals

    def is_shown(self, atom: Symbol) -> bool:
        """Whether an atom can stand in a partial answer."""
        return signature_of(atom) in self.program.shown

    def shows(self, number: int) -> bool:
        """Whether a literal can stand in a partial answer, by its number."""
        return self.is_shown(self.atom_of[abs(number)])

    def truth(self, number: int) -> Truth:
        """A literal by its number."""
        return self.atom_of[abs(number)], number > 0

    def literal(self, atom: Symbol, holds: bool) -> Literal:
        """An atom, or its negation, in words."""
        if (atom, holds) not in self._literals:
            cells = self.cells_of(atom)
            if signature_of(atom) not in self.program.atoms:
                self.names.add(str(atom))
            text = self._filled(*self._template(atom, holds), cells)
            found = Literal(atom, holds, text, cells, self.is_shown(atom))
            self._literals[atom, holds] = found
        return self._literals[atom, holds]

    def only_place(self, clue: GroundClue, literal: Literal) -> str:
        """The words of a clue for the one literal that is left for it; empty: it has none."""
        only = clue.source.only
        if only is None or not literal.holds or (only.names_cells and not literal.cells):
            return ""
        values = {**self._template(literal.atom, True)[1], **clue.values}
        known = values.keys() >= {*only.names}
        return self._filled(only, values, literal.cells) if known else ""

    def instances(self, clue: GroundClue) -> Iterator[Instance]:
        """The ways in which a clue can be broken that its program has words for."""
        for output in self._instances.get(clue.symbol, ()):
            _, number, values = output.symbol.arguments
            text = self.program.broken[number.number]
            own = dict(zip(text.names, values.arguments, strict=True))
            yield text.parts(own, self.spell, ()), output.condition

    def none_left(self, clue: GroundClue) -> str:
        """The words of a clue where nothing is left for it."""
        none = clue.source.none
        default = f"{clue.words}, but nothing is left for it"
        return self._filled(none, clue.values, clue.cells) if none else default

    def number(self, atom: Symbol, holds: bool) -> int:
        """The number of an atom, or of its negation."""
        return self.atom_numbers[atom] if holds else -self.atom_numbers[atom]

    def number_of(self, literal: Literal) -> int:
        """The number of a literal."""
        return self.number(*literal.truth)

    @cached_property
    def _clue_numbers(self) -> dict[Symbol, int]:
        return {clue.symbol: number for number, clue in enumerate(self.clues)}

    def mask_of(self, clues: Iterable[GroundClue]) -> int:
        """The mask of clues."""
        return mask_of(self._clue_numbers[clue.symbol] for clue in clues)

    def mask(self, literals: Iterable[Literal]) -> int:
        """The mask of literals in words."""
        return self.index.mask(map(self.number_of, literals))

    def sums_of(self, clues: Sequence[GroundClue]) -> list[LiteralSum]:
        """The sums of one clue, or those without a clue; none if the facts alone break it."""
        if any(clue.symbol not in self._clue_numbers for clue in clues):
            return []
        mask = self.mask_of(clues)
        return [own for own in self.normal_form.sums if own.clues == mask]

    def step(
        self,
        clues: int,
        premises: Iterable[int],
        follows: Iterable[int],
        seen: int = 0,
        *,
        form: Form = "",
        minimal: bool = True,
    ) -> Step:
        """The step with clues, masks, and with literals."""
        reason, others = (tuple(self.clues[x] for x in bits(mask)) for mask in (clues, seen))
        known, so = self.told(premises), self.told(follows)
        return Step(1, reason, known, so, minimal=minimal, form=form, seen=others)

    def told(self, numbers: Iterable[int]) -> tuple[Literal, ...]:
        """Literals in words, from their numbers."""
        return tuple(self.literal(*self.truth(x)) for x in numbers)

    def numbers_of(self, partial: Partial) -> list[int] | None:
        """The literals of a partial answer, without facts; ``None``: one of them cannot hold."""
        known = dict(partial.literals())
        others = known.keys() - self.atom_numbers.keys()
        if any(known[atom] != (atom in self.facts) for atom in others):
            return None
        return [self.number(atom, holds) for atom, holds in known.items() if atom not in others]

    # -- searches

    @cached_property
    def searcher(self) -> ClueSolver:
        """A search for one question after the other, with a limit; it keeps nothing learnt."""
        control = None if "--eq=0" in options_for(self.ground) else self._control
        return ClueSolver(self.ground, self.clue_atoms, late=self.late, control=control)

    @cached_property
    def normal_form(self) -> NormalForm:
        """The sums of the ground program."""
        if self.original is not self:
            return self.original.normal_form
        return NormalForm(self.ground, self.index)

    def with_implied(self, literals: Iterable[int]) -> list[int]:
        """Literals with what follows from them without any clue, sum by sum."""
        known = self.index.mask(literals)
        found = self.normal_form.spread(0, known)
        return self.index.literals(known if found is None else found)

    def timed(self, late: Late) -> Theory:
        """The same theory, whose searches raise TimeUpError when the time is up."""
        found = copy(self)
        found.__dict__.pop("searcher", None)
        found.late, found.index = late, self.original.index.timed(late)
        return found

    def within(self, clues: Iterable[GroundClue]) -> Theory:
        """The same program with some of its clues only; the others may be broken."""
        numbers = [*bits(self.mask_of(clues))]
        found = self.timed(self.late)
        found.__dict__.pop("_clue_numbers", None)
        found.original, found.models, found.kept = found, deque(maxlen=1), {}
        found.clues = [self.clues[number] for number in numbers]
        found.clue_atoms = [self.clue_atoms[number] for number in numbers]
        found.index = self.index.within(numbers)
        found.normal_form = self.normal_form.within(numbers)
        return found

    def solver(
        self, options: Sequence[str] = (), conflicts: int | None = None, late: Late | None = None
    ) -> ClueSolver:
        """A search of its own."""
        return ClueSolver(self.ground, self.clue_atoms, options, conflicts, late or self.late)

    def model_of(self, model: clingo.Model) -> list[int]:
        """All literals of a model."""
        return [n if model.is_true(n) else -n for n in self.numbers]

    def answer(self, assumed: Iterable[int], conflicts: int | None) -> SearchResult[list[int]]:
        """All literals of one answer in which some hold."""
        solver = self.searcher
        solver.limit(conflicts)
        return solver.solve([*solver.all_on(), *assumed], self.model_of)


def theory_of(puzzle: Puzzle[InstanceLike, object], facts: str) -> Theory:
    """The theory of an instance: the rules of its puzzle without what is there for the search."""
    return Theory(transform(puzzle.program_paths(()), puzzle.lemma_paths()), facts)


def _places(cells: Iterable[Symbol]) -> tuple[Place, ...]:
    return tuple(sorted(set(map(_numbers, cells))))


@cache
def _numbers(cell: Symbol) -> Place:
    parts = cell.arguments if cell.type == clingo.SymbolType.Function else [cell]
    return tuple(part.number for part in parts if part.type == clingo.SymbolType.Number)
