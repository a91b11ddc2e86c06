"""A ground explaining program: its clues and literals in words, and searches under assumptions."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

import clingo
from clingo import Symbol

from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.places import Place
from pyasp_puzzles.boards.puzzle import InstanceLike, Puzzle
from pyasp_puzzles.core.errors import MisfitError, counted
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
from pyasp_puzzles.ground.ground import Output, ground, ground_and_keep
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
        clues: all clues that a model may break.
        always_broken: clues that the facts alone break: each contradicts itself.
        clue_atoms: the atom ``broken(...)`` of each clue, as a number of the ground program.
        atoms: the atoms that may hold or not: those with words, and shown ones.
        numbers, atom_numbers, atom_of: their numbers in the ground program.
        facts: the atoms among these that hold always.
        shown: the atoms that can stand in a partial answer.
        late: searches of the theory and of its subproblems raise TimeUpError when it says so.
        original: the theory without a time limit.
        names: first words of sentences that are values, such as "b"; they keep their letters.
        models: the answers of the last questions, each the literals of all atoms.
        kept: what its users keep with it, by a name of theirs, and all timed theories share.

    Raises:
        SolverError: clingo refuses the program.
        MisfitError: the facts use a reserved name.
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
        self.facts: list[Symbol] = []
        self.atom_numbers: dict[Symbol, int] = {}
        self._cells: dict[Symbol, set[Place]] = {}
        self._instances: dict[Symbol, list[Output]] = {}
        self._literals: dict[tuple[Symbol, bool], Literal] = {}
        broken: dict[Symbol, tuple[int, ...]] = {}
        places: dict[Symbol, Place] = {}
        for output in self.ground.outputs:
            symbol, arguments = output.symbol, output.symbol.arguments
            kind = symbol.name, len(arguments)
            if kind == (CELL, 2):
                if arguments[1] not in places:
                    places[arguments[1]] = _numbers(arguments[1])
                self._cells.setdefault(arguments[0], set()).add(places[arguments[1]])
            elif kind == (INSTANCE, 3):
                self._instances.setdefault(arguments[0], []).append(output)
            elif kind == (BROKEN, 2):
                broken[symbol] = output.condition
            elif output.condition:
                self.atom_numbers[symbol] = output.condition[0]
            else:
                self.facts.append(symbol)
        self.atoms, self.numbers = list(self.atom_numbers), list(self.atom_numbers.values())
        self.atom_of = {number: atom for atom, number in self.atom_numbers.items()}
        self.shown = list(filter(self.is_shown, self.atoms))
        clue_atoms = {symbol: condition[0] for symbol, condition in broken.items() if condition}
        self.clue_atoms = list(clue_atoms.values())
        weights = [program.clues[symbol.arguments[0].number].weight for symbol in clue_atoms]
        self.index = LiteralIndex(self.ground, self.numbers, self.clue_atoms, weights)
        cells = [place[:2] for place in places.values() if len(place) > 1]  # edges may lead out
        self.spell.size = (max(r for r, _ in cells), max(c for _, c in cells)) if cells else (0, 0)
        for cell in set(places.values()):
            self.cell_name(cell)
        clues = list(map(self._clue, broken))
        if self.spell.ambiguous:
            clues = list(map(self._clue, broken))
        for i, clue in enumerate(clues):
            if not clue.cells:
                clues[i] = replace(clue, cells=self._cells_of_support(clue_atoms.get(clue.symbol)))
        self.clues = [clue for clue in clues if clue.symbol in clue_atoms]
        self.always_broken = [clue for clue in clues if clue.symbol not in clue_atoms]

    def _clue(self, broken: Symbol) -> GroundClue:
        number, arguments = broken.arguments
        words, cells = self.program.clues[number.number], self.cells_of(broken)
        values = dict(zip(words.template.names, arguments.arguments, strict=True))
        return GroundClue(broken, self._filled(words.template, values, cells), words, values, cells)

    def _cells_of_support(self, clue_atom: int | None) -> tuple[Place, ...]:
        """The cells of the choices upon which a clue depends."""
        support = self.index.dependencies.support(clue_atom) if clue_atom else ()
        guesses = (self.atom_of[guess] for guess in support if guess in self.atom_of)
        return tuple(sorted({cell for atom in guesses for cell in self._cells.get(atom, ())}))

    # -- words

    def _template(self, atom: Symbol, holds: bool) -> tuple[WordsTemplate, dict[str, Symbol]]:
        """The text of an atom that holds or not, and its values."""
        words = self.program.words_of(atom)
        text = words.true if holds else words.false
        return text, dict(zip(words.arguments, atom.arguments, strict=True))

    def parts(self, atom: Symbol, holds: bool) -> tuple[str, ...]:
        """The words of a literal: what is fixed in them and, in turn, their values."""
        template, values = self._template(atom, holds)
        return template.parts(values, self.spell, self.cells_of(atom))

    def clue_parts(self, clue: GroundClue) -> tuple[str, ...]:
        """The words of a clue: what is fixed in them and, in turn, their values."""
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
            self._cells[atom] = {_numbers(clingo.Function("", own)) for own in places}
        return tuple(sorted(self._cells.get(atom, ())))

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
        conditional, lost = self.program.conditional, Counter[int]()
        if not conditional:
            return []
        text = self.text
        for place, (words, values, body) in enumerate(conditional):
            text += f"\n{_WHOLE}({place},{values}) :- {body}."
            text += f"\n{_EXPLAINED}({place},{values}) :- {body}; {words.condition}."
        text += f"\n#show {_WHOLE}/2. #show {_EXPLAINED}/2."
        for symbol in (output.symbol for output in ground((), text, self.constants).outputs):
            if symbol.name in (_WHOLE, _EXPLAINED):
                lost[symbol.arguments[0].number] += 1 if symbol.name == _WHOLE else -1
        every = ((words, lost[place]) for place, (words, *_) in enumerate(conditional))
        return [pair for pair in every if pair[1]]

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
        found = self._literals.get((atom, holds))
        if found is None:
            cells = self.cells_of(atom)
            if signature_of(atom) not in self.program.atoms:
                self.names.add(str(atom))
            text = self._filled(*self._template(atom, holds), cells)
            found = Literal(atom, holds, text, cells, self.is_shown(atom))
            self._literals[atom, holds] = found
        return found

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
        numbers = []
        for atom, holds in partial.literals():
            if atom in self.atom_numbers:
                numbers.append(self.number(atom, holds))
            elif holds != (atom in self.facts):
                return None
        return numbers

    # -- searches

    @cached_property
    def searcher(self) -> ClueSolver:
        """A search for one question after the other, with a limit; it keeps nothing learnt."""
        control = None if "--eq=0" in options_for(self.ground) else self._control
        return ClueSolver(self.ground, self.clue_atoms, late=self.late, control=control)

    @cached_property
    def normal_form(self) -> NormalForm:
        """The sums of the ground program."""
        timed = self.original is not self
        return self.original.normal_form if timed else NormalForm(self.ground, self.index)

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
        numbers = sorted(self._clue_numbers[clue.symbol] for clue in clues)
        found = copy(self)
        for name in ("searcher", "_clue_numbers"):
            found.__dict__.pop(name, None)
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
        self.searcher.limit(conflicts)
        return self.searcher.solve([*self.searcher.all_on(), *assumed], self.model_of)


def theory_of(puzzle: Puzzle[InstanceLike, object], facts: str) -> Theory:
    """The theory of an instance: the rules of its puzzle without what is there for the search."""
    return Theory(transform(puzzle.program_paths(()), puzzle.lemma_paths()), facts)


def _numbers(cell: Symbol) -> Place:
    parts = cell.arguments if cell.type == clingo.SymbolType.Function else [cell]
    return tuple(part.number for part in parts if part.type == clingo.SymbolType.Number)
