"""The verb ``check-puzzle``: does a puzzle keep the contract?

Comes in: a puzzle, shipped or a third party's. Goes out: a finding for each part of the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from clingo import Symbol, SymbolicAtom

from pyasp_puzzles.boards.edit import Change, Clue, Values, changed
from pyasp_puzzles.boards.formats.answers import read_partial, write_partial
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.boards.playing import standing, whole
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.registry import find_puzzle, load_boards
from pyasp_puzzles.core.atoms import signature, unify
from pyasp_puzzles.core.errors import (
    GaveUpError,
    InstanceError,
    Phrase,
    PuzzleError,
    VerificationError,
    counted,
    first_rules,
    shorten,
)
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.explanation.words.transform import BROKEN, transform
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.pictures.picture import Tile
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.verbs.generation.generating import generate
from pyasp_puzzles.verbs.generation.searches import LimitedSolver
from pyasp_puzzles.verbs.glossary import glossary_faults
from pyasp_puzzles.verbs.solving import count, solve
from pyasp_puzzles.work.deadline import Deadline

SECONDS = 10.0  # for each count, search and board
FEW = 3  # boards on which the longer checks are made: those with the fewest facts
TRIED = 8  # changes of each board, and of each answer

_ALONE = "__alone"
"""Of the number of the words of a broken constraint."""


@dataclass(frozen=True)
class Finding:
    """Whether a puzzle keeps a part of the contract (``None``: it has no such part), and why."""

    part: str
    kept: bool | None
    words: str

    def __str__(self) -> str:
        sign = {True: "ok", False: "NOT KEPT", None: "none"}[self.kept]
        return f"{self.part}: {sign}; {self.words}"


def check_puzzle(name: str) -> Iterator[Finding]:
    """What is right and what is wrong about a puzzle, a finding for each part of the contract.

    Raises:
        PuzzleError: there is no such puzzle.

    >>> [str(found) for found in check_puzzle("sudoku")][0]
    'files: ok; written and read again: 8 boards'
    """
    puzzle, parts, refused = find_puzzle(name), _PARTS, ""
    if not puzzle.instance_files():
        first = puzzle.instance_folder() / "first.txt"
        command = f"`pyasp-puzzles generate {name} > {first}`"
        yield Finding("instances", False, f"there is none; {command} makes one")
        parts = {part: _PARTS[part] for part in ("glossary", "words", "generation")}
    for part, check in parts.items():
        try:
            words = check(puzzle)
        except VerificationError as error:
            words = f"verify refuses an answer of the program: {error.broken or error}"
            yield Finding(part, False, f"as {refused} says" if refused else words)
            refused = refused or part
        except Exception as error:  # whatever it is, it is the puzzle's
            kind = "" if isinstance(error, PuzzleError) else f"{type(error).__name__}: "
            yield Finding(part, False, f"{kind}{error}")
        else:
            yield Finding(part, None if words.startswith("no ") else True, words)


def boards_of(puzzle: Puzzle[Any, Any], most: int | None = None) -> list[Any]:
    """The shipped boards, or so many of them, those with the fewest facts first."""
    found = [board for name in puzzle.instance_files() for board in load_boards(puzzle, name)]
    return sorted(found, key=lambda board: len(fact_text(board)))[:most]


def answered(puzzle: Puzzle[Any, Any], most: int) -> Iterator[tuple[Any, Answer[Any, Any, Any]]]:
    """Some boards, each with an answer that is found in time."""
    for board in boards_of(puzzle, most):
        for answer in solve(board, limit=1, timeout=SECONDS):
            yield board, answer


def _need(holds: object, *words: object) -> None:
    """PuzzleError, with these words, where a puzzle does not keep the contract."""
    if not holds:
        raise PuzzleError(" ".join(map(str, words)))


def _files(puzzle: Puzzle[Any, Any]) -> str:
    boards = boards_of(puzzle)
    for board in boards:
        again = puzzle.parse(puzzle.format(board), "written").values()
        same = [replace(one, name="") for one in again] == [replace(board, name="")]
        _need(same, board.name, "is another board after it was written and read")
        unknown = {type(fact) for fact in puzzle.facts(board)} - set(puzzle.inputs)
        _need(not unknown, board.name, "has facts of no class of inputs:", unknown)
    return f"written and read again: {counted(len(boards), 'board')}"


def _counts(puzzle: Puzzle[Any, Any]) -> str:
    done = late = 0
    for board in boards_of(puzzle):
        for word, number in board.known:
            ways = {f"{way}s": way for way in puzzle.variants}
            found = count(board, by=ways.get(word, ""), symmetry=word == "classes", timeout=SECONDS)
            agrees = found.answers == number if found.exhausted else found.answers <= number
            _need(agrees, f"{board.name} says {word}: {number}, found {found.answers}")
            done, late = done + found.exhausted, late + (not found.exhausted)
    later = f"; {late} not counted within {SECONDS:.0f} s each" if late else ""
    return f"{counted(done, 'known count')} found{later}" if done + late else "no known counts"


def _rules(puzzle: Puzzle[Any, Any]) -> str:
    """The program and ``verify`` say the same of changed boards and of changed answers."""
    random, seen = Random(1), 0
    for board, right in answered(puzzle, FEW):
        for variant in [board, *islice(_variants(puzzle, board, random), TRIED)]:
            solver, every = _ground(puzzle, variant)
            able = {atom.symbol for atom in every}
            for answer in [*solve(variant, limit=1, timeout=SECONDS), right]:
                for symbols in _mutated(answer.symbols, able, random):
                    broken, seen = _broken(puzzle, variant, symbols), seen + 1
                    named = symbols if broken else _renamed(puzzle, variant, symbols, able)
                    by_program = _right(solver, every, named)
                    by = f"the program says {'right' if by_program else 'wrong'}"
                    said = f"{by}, verify says {first_rules(broken) or 'right'} of"
                    _need(by_program == (not broken), said, _question(symbols, variant))
    return f"program and verify agree on {counted(seen, 'right or wrong answer')}"


def _ground(puzzle: Puzzle[Any, Any], board: Any) -> tuple[LimitedSolver, list[SymbolicAtom]]:
    """The program of a board, and its shown atoms, which live as long as the program does."""
    source = Source(puzzle.program_paths(()), fact_text(board))
    solver = LimitedSolver(source, Deadline(6 * SECONDS))
    atoms = solver.control.symbolic_atoms
    return solver, [a for kind in puzzle.answers for a in atoms.by_signature(*signature(kind))]


def _right(solver: LimitedSolver, every: list[SymbolicAtom], symbols: set[Symbol]) -> bool:
    """Whether a program has an answer with exactly these of its shown atoms."""
    facts, able = ({a.symbol for a in every if a.is_fact or able} for able in (False, True))
    literals = [a.literal if a.symbol in symbols else -a.literal for a in every if not a.is_fact]
    return facts <= symbols <= able and bool(solver.solve(literals, 100_000).models)


def _renamed(
    puzzle: Puzzle[Any, Any], board: Any, symbols: set[Symbol], able: set[Symbol]
) -> set[Symbol]:
    """Atoms by their names in the program: ``decode`` may take others, such as those of copies."""

    def alone(symbol: Symbol) -> Any:
        return puzzle.decode(board, unify([symbol], puzzle.answers))

    meant = [alone(symbol) for symbol in symbols - able]
    return symbols & able | {symbol for symbol in able if meant and alone(symbol) in meant}


def _question(symbols: Iterable[Symbol], board: Any) -> str:
    """The atoms of an answer and the facts of a board, cut."""
    words = " ".join(map(str, sorted(symbols))), fact_text(board)
    return " on ".join(shorten(Phrase(each), 300) for each in words)


def _constraints(puzzle: Puzzle[Any, Any]) -> str:
    """``verify`` refuses answers that break one constraint alone."""
    program, random = transform(puzzle.program_paths(()), known=False), Random(1)
    left = dict(enumerate(program.clues))
    for shipped in boards_of(puzzle, TRIED):
        for board in [shipped, *_emptied(puzzle, shipped, random)] if left else ():
            solver, every = _ground(puzzle, board)
            for rule, symbols in _alone(puzzle, program.text + fact_text(board), [*left]):
                if not _right(solver, every, symbols):
                    clue = left.pop(rule)
                    said = f"verify says right of an answer that breaks {clue.template.text!r}"
                    said += f" ({clue.file}, line {clue.line}):"
                    _need(_broken(puzzle, board, symbols), said, _question(symbols, board))
    words = f"verify refuses what breaks one of {counted(len(program.clues), 'constraint')} alone"
    never = ", ".join(repr(clue.template.text) for clue in left.values())
    return words + (f"; no board was found for {never}" if never else "")


def _alone(
    puzzle: Puzzle[Any, Any], text: str, rules: Iterable[int]
) -> Iterator[tuple[int, set[Symbol]]]:
    """Some rules, each with the shown atoms of an answer that breaks no other one."""
    alone = f"{_ALONE}(K) :- {BROKEN}(K, _).\n#show {_ALONE}/1.\n"
    solver = LimitedSolver(Source((), text + alone), Deadline(6 * SECONDS))
    atoms = solver.control.symbolic_atoms.by_signature(_ALONE, 1)
    signs = {atom.symbol.arguments[0].number: atom.literal for atom in atoms}
    kinds = set(map(signature, puzzle.answers))
    for rule in filter(signs.__contains__, rules):
        broken = [sign if number == rule else -sign for number, sign in signs.items()]
        for model in solver.solve(broken, 10_000).models:
            yield rule, {x for x in model if (x.name, len(x.arguments)) in kinds}


def _clues(puzzle: Puzzle[Any, Any], board: Any) -> list[tuple[Clue, Values]]:
    """What can be set on a board, with its values by place."""
    form = puzzle.edit
    both = [(x, form.values(board, x.name)) for x in form.clues(board)] if form else []
    return [(clue, values) for clue, values in both if values and not clue.act]


def _variants(puzzle: Puzzle[Any, Any], board: Any, random: Random) -> Iterator[Any]:
    """The board with other clues, one more change at a time."""
    for _ in range(TRIED):
        if not (clues := _clues(puzzle, board)) or not puzzle.edit:
            return
        clue, values = random.choice(clues)
        place, value = random.choice([*values]), random.choice([*clue.choices, ""])
        with suppress(MoveError, InstanceError):
            board = changed(puzzle.edit, board, Change(clue.name, value, place))
            yield board


def _emptied(puzzle: Puzzle[Any, Any], board: Any, random: Random) -> list[Any]:
    """The board with half of its clues, and with none."""
    boards = [board]
    places = [(x.name, at) for x, values in _clues(puzzle, board) for at in values if values[at]]
    for name, at in random.sample(places, len(places)):
        with suppress(MoveError, InstanceError):
            assert puzzle.edit
            boards.append(changed(puzzle.edit, boards[-1], Change(name, "", at)))
    return [boards[len(boards) // 2], boards[-1]]


def _mutated(
    right: Iterable[Symbol], able: Iterable[Symbol], random: Random
) -> Iterator[set[Symbol]]:
    """An answer, and others with an atom more, less, or in place of another."""
    atoms = sorted(right)
    yield set(atoms)
    others = sorted(set(able).difference(atoms))
    for number in range(TRIED):
        less = set(random.sample(atoms, min(len(atoms), number % 2)))
        more = set(random.sample(others, min(len(others), (number + 1) // 2 % 2)))
        yield {*atoms} - less | more


def _broken(puzzle: Puzzle[Any, Any], board: Any, symbols: Iterable[Symbol]) -> list[str]:
    """The rules that atoms break, or that they are none that the puzzle can decode."""
    try:
        return puzzle.verify(board, puzzle.decode(board, unify(sorted(symbols), puzzle.answers)))
    except PuzzleError as error:
        return [str(error)]


def _words(puzzle: Puzzle[Any, Any]) -> str:
    program = transform(puzzle.program_paths(()), puzzle.lemma_paths())
    for file, line, what in program.silent:
        raise PuzzleError(f"{file}, line {line}: this {what} has no words")
    for name, arity in map(signature, puzzle.answers):
        _need((name, arity) in program.atoms, f"{name}/{arity} has no words")
    every = counted(len(program.clues) + len(program.background), "constraint")
    return f"{every} and all shown atoms have words"


def _glossary(puzzle: Puzzle[Any, Any]) -> str:
    faults = glossary_faults(puzzle)
    _need(not faults, "; ".join(faults or ()))
    return "no glossary" if faults is None else "a line for each predicate"


def _tiles(puzzle: Puzzle[Any, Any], board: Any) -> list[Tile]:
    return [tile for panel in puzzle.sketch(board, Partial()).panels for tile in panel.tiles]


def _targets(puzzle: Puzzle[Any, Any], board: Any) -> list[tuple[int, ...]]:
    return [place for panel in puzzle.sketch(board, Partial()).panels for place in panel.targets]


def _pictures(puzzle: Puzzle[Any, Any]) -> str:
    boards = boards_of(puzzle, 2 * FEW)
    unsolved = ((board, None) for board in boards)
    for board, answer in [*unsolved, *answered(puzzle, 2 * FEW)]:
        drawn = puzzle.picture(board, answer and answer.solution)
        _need(svg(drawn).startswith("<svg"), board.name, "is not drawn")
        shown = {tile.cell for tile in _tiles(puzzle, board)} | {*_targets(puzzle, board)}
        outside = puzzle.cells_of(board, answer.symbols if answer else ()) - shown
        _need(not outside, board.name, "draws no place", outside)
    return f"drawn, with all places of atoms: {counted(len(boards), 'board')} and answers"


def _partial(puzzle: Puzzle[Any, Any]) -> str:
    """Parts of answers, written and read again."""
    random, seen = Random(1), 0
    for board, answer in answered(puzzle, 2 * FEW):
        for share in range(len(answer.symbols) + 1)[:: max(1, len(answer.symbols) // FEW)]:
            part = Partial(tuple(random.sample(answer.symbols, share)))
            again = read_partial(puzzle, board, write_partial(puzzle, board, part), "written")
            _need(set(part.literals()) <= set(again.literals()), board.name, "reads", again)
            puzzle.sketch(board, part)
            seen += 1
    return f"written, read again and drawn: {counted(seen, 'partial answer')}"


def _play(puzzle: Puzzle[Any, Any]) -> str:
    if puzzle.play is None:
        return "no play by hand"
    played = 0
    for board in boards_of(puzzle, FEW):
        _only_where_atoms_are(puzzle, board)
    for board, answer in answered(puzzle, FEW):
        lying = play_answer(puzzle, board, Partial(tuple(answer.symbols)))
        _need(standing(puzzle, board, lying).right, board.name, "is not right at the end")
        played += 1
    return f"laid step by step, right at the end: {counted(played, 'answer')}"


def play_answer(puzzle: Puzzle[Any, Any], board: Any, answer: Partial) -> Partial:
    """What lies on a board after all that an answer says was laid, one tool after the other."""
    form, lying = puzzle.play, Partial()
    assert form
    places = [tile.spot or tile.cell for tile in _tiles(puzzle, board)]
    places += _targets(puzzle, board)
    tools = dict.fromkeys(form.lying(board, answer, place) for place in places if place)
    for laid in filter(None, tools):
        before, lying = lying, form.lay(board, lying, laid)
        _need(form.lying(board, lying, laid.cell) == laid, laid, "does not lie where it was laid")
        _need(form.take(board, lying, laid.cell) == before, laid, "cannot be taken again")
    missing = set(answer.atoms).difference(whole(puzzle, board, lying).atoms)
    _need(not missing, "cannot be laid:", *sorted(missing))
    return lying


def _only_where_atoms_are(puzzle: Puzzle[Any, Any], board: Any) -> None:
    """Refuse a place on which a tool can be laid, but no atom of the ground program stands."""
    _solver, every = _ground(puzzle, board)
    form, atoms = puzzle.play, [atom.symbol for atom in every]
    assert form
    shown = {tile.cell for tile in _tiles(puzzle, board) if tile.cell and not tile.spot}
    for place in sorted((shown | {*_targets(puzzle, board)}) - puzzle.cells_of(board, atoms)):
        for tool in form.tools(board, Partial()):
            with suppress(MoveError):
                form.lay(board, Partial(), Laid(tool.name, 0, place))
                words = "can be laid, where the program has no atom: see off= of the marks"
                raise PuzzleError(f"{board.name}: on {place} {tool.name} {words}")


def _generation(puzzle: Puzzle[Any, Any]) -> str:
    if puzzle.generator is None:
        return "no generator"
    try:
        [board] = generate(puzzle.name, seed=1, timeout=6 * SECONDS)
    except GaveUpError as error:
        raise PuzzleError(str(error)) from None
    return f"seed 1 makes a board with one answer: {puzzle.size(board)}"


_PARTS: dict[str, Callable[[Puzzle[Any, Any]], str]] = {
    "files": _files,
    "counts": _counts,
    "rules": _rules,
    "constraints": _constraints,
    "glossary": _glossary,
    "words": _words,
    "pictures": _pictures,
    "partial answers": _partial,
    "play": _play,
    "generation": _generation,
}
