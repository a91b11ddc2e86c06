"""The laws that every puzzle inherits: program, facts, answers, verifier, picture, symmetry."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from shipped_boards import shipped
from support import (
    CLINGO,
    EXAMPLES,
    PUZZLES,
    ROOT,
    best_program,
    boards,
    packaged,
    puzzles,
    run,
    slow_but,
)

import pyasp_puzzles as pp
from pyasp_puzzles.boards.formats.answers import read_answers
from pyasp_puzzles.core.atoms import fact_lines, signature
from pyasp_puzzles.core.symmetry import of_kind
from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.results import Answer
from pyasp_puzzles.ground.grounding import Source
from pyasp_puzzles.pictures.terminal import plain
from pyasp_puzzles.verbs.glossary import GlossedProgram, glossary_faults

NAMES = pp.puzzle_names()
BOARDS = [(name, board) for name in NAMES for board in pp.find_puzzle(name).instance_files()]
LONG = re.compile(r"packing-(hexagonal_cylinder|pentominoes_.*|soma)")
"""Instances whose raw count takes more than a few seconds; test_packing has their classes."""
PLAIN = re.compile(rf"{LONG.pattern}|yin_yang-(eight|ten)")
"""Instances whose answers take more than a few seconds without the files for the search."""


def boards_of(able: Callable[[Any], object], most: int = 2) -> pytest.MarkDecorator:
    """The boards of the puzzles that are able to do something.

    Of a puzzle in one module all but the first ones are slow: code that no other has is its
    program and its ``verify``, which counts and brute force try, too.
    """
    found = [
        pytest.param(name, board, id=f"{name}-{board}", marks=marks)
        for name in NAMES
        if able(pp.find_puzzle(name))
        for number, board in enumerate(pp.find_puzzle(name).instance_files())
        for marks in [[pytest.mark.slow] if number >= most and name not in packaged() else []]
    ]
    return pytest.mark.parametrize(("name", "board"), found)


each_puzzle = pytest.mark.parametrize("name", NAMES)
each_example = slow_but(packaged() | EXAMPLES)
"""For laws that no puzzle in one module can break by itself."""
each_board = boards_of(lambda puzzle: True)
each_board_with_symmetries = boards_of(lambda puzzle: puzzle.symmetries)
each_puzzle_with_a_best_program = pytest.mark.parametrize(
    "name", [name for name in NAMES if best_program(pp.find_puzzle(name))]
)


def loaded(name: str, board: str) -> tuple[Any, ...]:
    return boards(name)[board]


@cache
def solved(name: str, board: str) -> list[tuple[Any, list[Answer[Any, Any, Any]]]]:
    """The instances of a board and up to four answers of each."""
    return [(each, list(pp.solve(each, limit=4, timeout=600))) for each in loaded(name, board)]


def known(instance: Any) -> dict[str, int]:
    return dict(instance.known)


def few_answers(instance: Any, most: int = 300) -> bool:
    return known(instance).get("answers", most + 1) <= most


def text_of(puzzle: Any) -> str:
    """All files of a puzzle's program, the lemmas included, one after the other."""
    paths = (*puzzle.all_program_paths(), *puzzle.lemma_paths())
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


# The program


@each_puzzle
def test_every_predicate_has_a_line_in_the_glossary_and_every_line_a_predicate(name: str) -> None:
    assert glossary_faults(pp.find_puzzle(name)) == []


@each_puzzle_with_a_best_program
def test_a_program_about_the_best_board_explains_its_predicates_and_stands_alone(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    path = best_program(puzzle)
    assert path
    program = GlossedProgram(path)
    given, shown = (
        {found for found, (under, _) in program.entries.items() if under == heading}
        for heading in ("Given", "Shown")
    )
    assert shown and given <= set(map(signature, (*puzzle.inputs, *puzzle.answers)))
    assert list(program.faults(given, shown)) == []


@each_puzzle
def test_the_program_shows_exactly_the_answer_classes(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    program = puzzle.program_path().read_text(encoding="utf-8")
    shown = re.findall(r"^#show (\w+)(?:/(\d+)|\()", program, flags=re.M)
    assert {found[0] for found in shown} == {signature(c)[0] for c in puzzle.answers}


@each_puzzle
def test_plain_clingo_can_run_the_program(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    best = best_program(puzzle)
    program = text_of(puzzle) + (best.read_text(encoding="utf-8") if best else "")
    rules = re.sub(r"%\*.*?\*%|%.*?$", "", program, flags=re.M | re.S)
    assert not re.search(r"#script|#external|@\w", rules)
    assert max(map(len, program.splitlines())) <= 100


def test_shipped_files_are_what_the_code_writes() -> None:
    written = dict(shipped())
    for path, text in written.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, path
    folders = {path.parent for path in written}
    found = {path for folder in folders for path in (ROOT / folder).iterdir()}
    assert found == {ROOT / path for path in written}


def kinds_of(puzzle: Any) -> tuple[str, ...]:
    return ("", *(puzzle.symmetries.kinds if puzzle.symmetries else ()))


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in NAMES for kind in kinds_of(pp.find_puzzle(name))]
)
def test_clingo_runs_the_program_and_its_example_without_a_warning(name: str, kind: str) -> None:
    puzzle = pp.find_puzzle(name)
    constants = puzzle.symmetries.kinds[kind].items() if kind else ()
    for search in ((), None, *(profile.search for profile in puzzle.profiles.values())):
        files = puzzle.program_paths(search, symmetry=bool(kind))
        words = (*map(str, files), f"lp/examples/{name}.lp", "--warn=all", "-q")
        done = run(*CLINGO, *words, *(f"--const={key}={value}" for key, value in constants))
        assert done.stderr == ""
        assert done.returncode in (10, 30)


@each_puzzle
def test_every_command_in_the_header_works(name: str, tmp_path: Path) -> None:
    program = re.sub(r" \\\n% +", " ", text_of(pp.find_puzzle(name)))
    commands = re.findall(
        r"^% {3}((?:clingo|pyasp-puzzles) .*?)(?: +\(.*\))?$", program, flags=re.M
    )
    assert any(command.startswith("clingo") for command in commands)
    assert any("| clingo" in command for command in commands)
    first = next(iter(pp.find_puzzle(name).instance_files().values()))
    for command in commands:
        text = ""
        for part in command.replace("FILE", str(first)).split(" | "):
            words = part.split()
            # All classes of a packing take too long here; conflicts do not depend on the machine.
            # Code 0: there is no answer so far.
            limit = ["--solve-limit=3000"] if words[0] == "clingo" else []
            program_words = CLINGO if words[0] == "clingo" else ()
            if words[0] == "clingo":
                done = run(*program_words, *words[1:], *limit, text=text)
                assert done.returncode in (0, 1, 10, 11, 30, 20), (
                    command,
                    done.stdout,
                    done.stderr,
                )
            else:
                done = puzzles(*words[1:], text=text)
                assert done.returncode == 0, (command, done.stderr)
            text = done.stdout


@each_puzzle_with_a_best_program
def test_every_command_of_a_program_about_the_best_board_works(name: str, tmp_path: Path) -> None:
    puzzle = pp.find_puzzle(name)
    path = best_program(puzzle)
    assert path
    text = re.sub(r" \\\n% +", " ", path.read_text(encoding="utf-8"))
    commands = re.findall(r"^% {3}((?:clingo|pyasp-puzzles|grep) .*?)(?: +\(.*\))?$", text, re.M)
    assert any("lp/best/" in command for command in commands)
    (tmp_path / "lp").symlink_to(ROOT / "lp")
    functions = [
        f'{called}() {{ {shlex.join(words)} "$@"; }}'
        for called, words in (("clingo", CLINGO), ("pyasp-puzzles", PUZZLES))
    ]
    first = next(iter(puzzle.instance_files().values()))
    for command in commands:
        script = "\n".join([*functions, command.replace("FILE", str(first))])
        done = run("bash", "-c", script, cwd=tmp_path)
        assert done.returncode in (0, 10, 30), (command, done.stdout, done.stderr)
        if "lp/best/" in command:
            assert done.stderr == "" and "UNSATISFIABLE" not in done.stdout


# Instances and facts


@each_board
def test_an_instance_survives_writing_and_reading(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance in loaded(name, board):
        again = puzzle.parse(puzzle.format(instance), "written")
        assert [dataclasses.replace(i, name="") for i in again.values()] == [
            dataclasses.replace(instance, name="")
        ]


@each_board
def test_facts_are_of_declared_classes_and_in_a_fixed_order(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance in loaded(name, board):
        atoms = list(puzzle.facts(instance))
        assert {type(atom) for atom in atoms} <= set(puzzle.inputs)
        for group in {type(atom): None for atom in atoms}:
            members = [atom for atom in atoms if type(atom) is group]
            assert fact_lines(members) == fact_lines(reversed(members))


@each_example
def test_facts_from_the_command_line_are_the_same_bytes_as_from_python(name: str) -> None:
    assert puzzles("facts", name).stdout == pp.facts(pp.load(name))


@each_puzzle
def test_the_first_instance_is_the_default(name: str) -> None:
    first = next(iter(pp.find_puzzle(name).instance_files()))
    assert pp.load(name) == pp.load(name, first)


# Counts, answers, verifier


@pytest.mark.parametrize(
    ("name", "board"),
    [
        pytest.param(*pair, marks=[pytest.mark.slow] if LONG.match("-".join(pair)) else [])
        for pair in BOARDS
    ],
    ids=[f"{name}-{board}" for name, board in BOARDS],
)
def test_known_counts_are_right(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance in loaded(name, board):
        counts = known(instance)
        assert counts, "every shipped instance states its number of answers"
        for word, number in counts.items():
            variants = {f"{variant}s": variant for variant in puzzle.variants}
            found = pp.count(instance, by=variants.get(word, ""), symmetry=word == "classes")
            assert (found.answers, found.exhausted) == (number, True), word


@each_puzzle
def test_a_program_says_in_one_comment_what_its_words_and_their_numbers_are(name: str) -> None:
    lines = pp.find_puzzle(name).program_path().read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("%@"))
    said = [number for number, line in enumerate(lines) if re.match("% .*%@", line)]
    assert said == [first - 1]
    assert "A number is the weight" in lines[first - 1]


@each_board
def test_an_answer_passes_its_verifier_and_survives_json(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance, answers in solved(name, board):
        assert answers or not known(instance).get("answers")
        for answer in answers:
            assert pp.verify(instance, answer) == []
            line = json.dumps(answer.as_json())
            (again,) = read_answers(puzzle, instance, line, "line")
            assert again == answer.solution
            hash(answer.solution)


@each_board
def test_the_verifier_rejects_an_answer_with_an_atom_missing(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance, answers in solved(name, board):
        for answer in answers[:1]:
            for left_out in answer.symbols:
                fewer = tuple(s for s in answer.symbols if s != left_out)
                assert rejected(puzzle, instance, fewer), left_out


@boards_of(lambda puzzle: puzzle.best)
def test_a_board_is_an_answer_just_if_it_keeps_the_strict_rules_and_has_the_full_score(
    name: str, board: str
) -> None:
    puzzle = pp.find_puzzle(name)
    assert puzzle.best
    for instance, answers in solved(name, board):
        most = puzzle.best.most(instance)
        for answer in answers[:2]:
            scored = puzzle.best.measure(instance, answer.solution)
            assert (scored.broken, scored.score) == ((), most)
            assert plain(puzzle.best.picture(instance, answer.solution))
            for left_out in answer.symbols:
                fewer = tuple(s for s in answer.symbols if s != left_out)
                solution = Answer(puzzle, instance, fewer).solution
                scored = puzzle.best.measure(instance, solution)
                assert scored.broken or scored.score < most
                assert pp.verify(instance, solution)
                assert plain(puzzle.best.picture(instance, solution))


@each_puzzle
def test_the_verifier_rejects_a_mixture_of_two_answers(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    for board in puzzle.instance_files():
        if any(known(instance).get("answers") == 1 for instance in loaded(name, board)):
            continue
        for instance, answers in solved(name, board):
            if len(answers) > 1:
                one, other = (set(answer.symbols) for answer in answers[:2])
                assert rejected(puzzle, instance, tuple(one | other))
                return
    pytest.skip("every instance has at most one answer")


def rejected(puzzle: Any, instance: Any, symbols: tuple[Any, ...]) -> bool:
    """Whether atoms are refused: by ``decode`` in words, or by ``verify``."""
    try:
        return bool(pp.verify(instance, Answer(puzzle, instance, symbols)))
    except pp.PuzzleError:
        return True


@each_puzzle
def test_answers_are_distinct_and_the_same_for_all_threads_and_seeds(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    for board in puzzle.instance_files():
        for instance in loaded(name, board):
            if few_answers(instance, 50) and known(instance).get("answers"):
                plainly = [answer.solution for answer in pp.solve(instance)]
                shuffled = [a.solution for a in pp.solve(instance, seed=11, threads=2)]
                assert len(plainly) == len(set(plainly))
                assert set(plainly) == set(shuffled)
                return
    pytest.fail("no shipped instance with few answers")


def searched_with(puzzle: Any) -> set[tuple[Path, ...]]:
    """The programs of a puzzle with files for the search; empty: it has none."""
    chosen = (None, *(profile.search for profile in puzzle.profiles.values()))
    return set(map(puzzle.program_paths, chosen)) - {puzzle.program_paths(())}


@boards_of(searched_with, most=1)
def test_files_for_the_search_change_no_answer(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance in loaded(name, board):
        if not few_answers(instance) or PLAIN.match(f"{name}-{board}"):
            pytest.skip("takes too long")
        plainly = answers_of(puzzle.program_paths(()), instance)
        assert len(plainly) == known(instance)["answers"]
        for files in searched_with(puzzle):
            assert answers_of(files, instance) == plainly, files


def answers_of(files: tuple[Path, ...], instance: Any) -> set[frozenset[Any]]:
    return set(map(frozenset, AspSearch(Source(files, pp.facts(instance)))))


# Symmetry


@each_board_with_symmetries
def test_classes_are_the_orbits_of_the_raw_answers(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    assert puzzle.symmetries
    for instance in loaded(name, board):
        if not few_answers(instance):
            pytest.skip("too many answers")
        if LONG.match(f"{name}-{board}"):
            pytest.skip("takes too long")
        raw = {answer.solution for answer in pp.solve(instance)}
        for kind in puzzle.symmetries.kinds:
            kept = [answer.solution for answer in pp.solve(instance, symmetry=kind)]
            orbits = {puzzle.symmetries.orbit(instance, solution, kind) for solution in raw}
            assert sum(map(len, orbits)) == len(raw), "orbits overlap or leave the set of answers"
            assert set().union(*orbits) == raw
            assert {
                puzzle.symmetries.orbit(instance, solution, kind) for solution in kept
            } == orbits
            assert len(kept) == len(orbits)


@each_board_with_symmetries
def test_the_order_of_a_group_is_that_of_its_elements_and_orbits(name: str, board: str) -> None:
    """The orbit-stabiliser theorem, for some answers."""
    puzzle = pp.find_puzzle(name)
    assert puzzle.symmetries
    for instance, answers in solved(name, board):
        found = {answer.solution for answer in answers}
        for kind in puzzle.symmetries.kinds:
            elements = of_kind(kind, puzzle.symmetries.elements(instance))
            assert puzzle.symmetries.group(instance, kind).order == len(elements) >= 1
            for solution in found:
                assert elements[0].image(solution) == solution, "the identity comes first"
                images = [element.image(solution) for element in elements]
                orbit = puzzle.symmetries.orbit(instance, solution, kind)
                assert images.count(solution) * len(orbit) == len(elements)
                assert {element.image(image) for element in elements for image in orbit} == orbit
                assert not any(pp.verify(instance, image) for image in orbit)


@each_puzzle
def test_some_answer_is_kept_by_the_identity_only(name: str) -> None:
    """So no two elements of that group are the same, and its order is not too large."""
    puzzle = pp.find_puzzle(name)
    if puzzle.symmetries is None:
        pytest.skip("no symmetry")
    symmetries = puzzle.symmetries
    orders: dict[str, set[int]] = {kind: set() for kind in symmetries.kinds}
    for board in puzzle.instance_files():
        for instance, answers in solved(name, board):
            for answer in answers:
                for kind, seen in orders.items():
                    order = symmetries.group(instance, kind).order
                    if len(symmetries.orbit(instance, answer.solution, kind)) == order:
                        seen.add(order)
    assert all(max(seen) > 1 for seen in orders.values())


@each_puzzle
def test_a_symmetry_that_a_puzzle_does_not_know_is_refused_with_those_it_knows(name: str) -> None:
    puzzle, instance = pp.find_puzzle(name), pp.load(name)
    known = " or ".join(puzzle.symmetries.kinds) if puzzle.symmetries else "knows no symmetries"
    for verb in (pp.solve, pp.count):
        with pytest.raises(pp.PuzzleError, match=rf"^{name}: .*{known}$"):
            verb(instance, symmetry="translations")
        with pytest.raises(pp.PuzzleError, match="symmetry: found 2, expected True, False or"):
            verb(instance, symmetry=2)


# Pictures


@each_board
def test_a_picture_fits_80_columns_and_needs_no_colour(name: str, board: str) -> None:
    puzzle = pp.find_puzzle(name)
    for instance, answers in solved(name, board):
        drawings = [plain(puzzle.picture(instance, None)), *map(str, answers[:1])]
        assert len(set(drawings)) == len(drawings), "solved and unsolved look the same"
        for drawing in drawings:
            assert "\x1b" not in drawing
            assert max(map(len, drawing.splitlines())) <= 80, drawing


@each_puzzle
def test_the_golden_picture_is_unchanged(name: str) -> None:
    """Rewrite on purpose with: PYASP_PUZZLES_GOLDEN=1 pytest -k golden."""
    import os

    puzzle = pp.find_puzzle(name)
    instance = pp.load(name)
    drawing = plain(puzzle.picture(instance, None))
    board = next(b for b in puzzle.instance_files() if 0 < known(pp.load(name, b))["answers"] < 50)
    least = min(pp.solve(pp.load(name, board)), key=lambda answer: answer.symbols)
    drawing += f"\n\n{least}\n"
    golden = ROOT / "tests" / "puzzles" / name / "golden.txt"
    if os.environ.get("PYASP_PUZZLES_GOLDEN"):
        golden.write_text(drawing, encoding="utf-8")
    assert drawing == golden.read_text(encoding="utf-8")


# Bad input


BROKEN = [
    b"",
    b"\n  \n",
    b"% only a comment\n",
    b"hello",
    b"key: value\n",
    b"{",
    b'{"a": [1, 2',
    b"[]",
    b"{}",
    b"null",
    b"\xff\xfe\x00rubbish",
    b"title: x\n" * 3,
    b"1 2 3\n4 5 6\n",
    b'{"width": "many", "board": 7, "easy": [], "grids": {}}',
    b"[" * 100_000,
    bytes(range(32, 127)) * 40_000,
    b"\x00" * 1000,
]
"""What is no instance. A puzzle in one module has the reader of all such: for it some will do."""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param(name, content, id=f"{content[:12]!r}-{name}", marks=marks)
        for name in NAMES
        for number, content in enumerate(BROKEN)
        for known in [name in packaged() | EXAMPLES or number in (0, 2, 4, 6)]
        for marks in [[] if known else [pytest.mark.slow]]
    ],
)
def test_a_broken_file_gives_a_message_that_names_the_file(
    name: str, content: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "broken.txt"
    file.write_bytes(content)
    with pytest.raises(pp.InstanceError, match=r"broken\.txt.*found.*expected"):
        pp.load_all(name, str(file))


@boards_of(lambda puzzle: True, most=1)
def test_a_truncated_instance_is_read_or_gives_a_message_that_names_it(
    name: str, board: str, tmp_path: Path
) -> None:
    """The first file of a puzzle in ten places, the others in some."""
    files = pp.find_puzzle(name).instance_files()
    text, file = files[board].read_text(encoding="utf-8"), tmp_path / "cut.txt"
    cuts = 10 if board == next(iter(files)) else 3
    for length in range(0, len(text), max(1, len(text) // cuts)):
        file.write_text(text[:length], encoding="utf-8")
        try:
            pp.load_all(name, str(file))
        except pp.InstanceError as error:
            assert "cut.txt" in str(error)


JUNK: tuple[Any, ...] = (None, "junk", "two\nlines", -7, 3.5, True, 10**12, (), (1,), [1, 2], {})


def broken_copies(value: Any, path: str = "") -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """Places within an instance: path, value, and what makes it anew with another value there."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            for inner, part, made in broken_copies(getattr(value, field.name), f".{field.name}"):
                yield (
                    path + inner,
                    part,
                    lambda new, made=made, name=field.name: dataclasses.replace(
                        value, **{name: made(new)}
                    ),
                )
        return
    yield path, value, lambda new: new
    if isinstance(value, tuple):
        for index in {0, len(value) - 1} if value else ():
            for inner, part, made in broken_copies(value[index], f"[{index}]"):
                yield (
                    path + inner,
                    part,
                    lambda new, made=made, index=index: (
                        *value[:index],
                        made(new),
                        *value[index + 1 :],
                    ),
                )


def places_of_all(name: str) -> dict[str, tuple[Any, Any, Callable[[Any], Any]]]:
    """Each place that an instance of a puzzle can have, in the first instance that has it."""
    places: dict[str, tuple[Any, Any, Callable[[Any], Any]]] = {}
    for board in pp.find_puzzle(name).instance_files():
        for instance in loaded(name, board):
            for path, value, made in broken_copies(instance):
                if value != () and _shape(path) not in map(_shape, places):
                    places[path] = instance, value, made
    return places


def _shape(path: str) -> str:
    return re.sub(r"\[\d+\]", "[]", path)


@each_puzzle
def test_an_instance_made_by_hand_is_refused_where_it_is_made_or_can_be_used(name: str) -> None:
    puzzle = pp.find_puzzle(name)
    refused = 0
    for path, (instance, value, made) in places_of_all(name).items():
        twice = [(*value, value[-1])] if isinstance(value, tuple) and value else []
        for junk in (*JUNK, *twice):
            try:
                broken = made(junk)
            except pp.InstanceError as error:
                assert f"{type(instance).__name__} " in str(error), path
                assert "found" in str(error)
                refused += 1
                continue
            list(puzzle.facts(broken))
            plain(puzzle.picture(broken, None))
            assert isinstance(puzzle.size(broken), str), path
    assert refused > 100


@each_puzzle
def test_cells_of_too_few_parts_are_refused(name: str) -> None:
    for path, (_, value, made) in places_of_all(name).items():
        numbers = isinstance(value, tuple) and all(isinstance(part, int) for part in value)
        if numbers and value:
            with pytest.raises(pp.InstanceError, match=r"found .*, expected "):
                made(value[: min(1, len(value) - 1)])  # two say a clue without a number
            assert path


@each_example
def test_a_file_of_another_puzzle_is_recognised(name: str, tmp_path: Path) -> None:
    """Of each sixth of the others; so each file is read as some puzzles."""
    first = NAMES.index(name) + 1
    for other in [*NAMES[first:], *NAMES[: first - 1]][::6]:
        puzzle = pp.find_puzzle(other)
        path = next(iter(puzzle.instance_files().values()))
        with pytest.raises(pp.InstanceError, match=rf"this looks like .*\b{other}\b") as error:
            pp.load_all(name, str(path))
        assert f"solve {other} {path}" in str(error.value) or " or " in str(error.value)


@each_example
def test_a_misspelt_name_is_answered_with_the_right_one(name: str) -> None:
    instance = next(iter(pp.find_puzzle(name).instance_files()))
    with pytest.raises(pp.PuzzleError, match=rf"did you mean .*'{name}'"):
        pp.find_puzzle(name[:-1])
    with pytest.raises(pp.PuzzleError, match=rf"did you mean .*'{name} {instance}'"):
        pp.find_puzzle(instance + instance[-1])
    with pytest.raises(pp.PuzzleError, match=rf"{instance} is an instance of .*{name}.*: solve "):
        pp.find_puzzle(instance)
    with pytest.raises(pp.InstanceError, match=rf"did you mean .*'{instance}'"):
        pp.load(name, instance + instance[-1])


@each_example
def test_an_instance_of_another_puzzle_is_answered_with_that_puzzle(name: str) -> None:
    own = pp.find_puzzle(name).instance_files()
    other = next(n for n in NAMES if n != name and set(pp.find_puzzle(n).instance_files()) - {*own})
    instance = next(i for i in pp.find_puzzle(other).instance_files() if i not in own)
    with pytest.raises(pp.InstanceError, match=rf"it is an instance of .*{other}.*: solve "):
        pp.load(name, instance)


@each_example
def test_a_directory_or_a_missing_file_gives_one_message(name: str, tmp_path: Path) -> None:
    for address in (str(tmp_path), str(tmp_path / "nothing"), "no_such_instance", "#label"):
        done = puzzles("solve", name, address)
        assert done.returncode == 2, address
        assert "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert "expected" in done.stderr
