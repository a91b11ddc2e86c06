"""Steps in English: several consequences in one phrase, clues of one kind in one sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice, product
from pathlib import Path

import pytest
from clingo import Symbol
from derivations import theory_of_files

import pyasp_puzzles as pp
from pyasp_puzzles.core.regions import neighbours, regions
from pyasp_puzzles.explanation.explaining import Explanation, explain_program
from pyasp_puzzles.explanation.reasons.subproblems import bits
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.steps import Step
from pyasp_puzzles.explanation.telling.english import clauses, plural, sentence
from pyasp_puzzles.explanation.telling.frames import (
    Parts,
    Phrase,
    filled,
    only_left,
    together,
    without_end,
)
from pyasp_puzzles.explanation.telling.needs import Needs
from pyasp_puzzles.explanation.telling.phrases import Phrases
from pyasp_puzzles.explanation.telling.pictures import named, named_places, partial_of
from pyasp_puzzles.explanation.telling.telling import Teller
from pyasp_puzzles.explanation.telling.told import MOST_LINKS, Said, Told
from pyasp_puzzles.explanation.telling.values import PlaceValues
from pyasp_puzzles.explanation.theory import Theory
from pyasp_puzzles.explanation.words.templates import Spelling
from pyasp_puzzles.pictures.positions import with_runs
from pyasp_puzzles.pictures.svg.document import svg


def theory_of(name: str, instance: str) -> Theory:
    return pp.explain(pp.load(name, instance)).theory


@pytest.fixture(scope="module")
def grid() -> Theory:
    """The theory of a 4 x 4 grid with the digits 1, 3 and 5."""
    return theory_of("twenty_four_seven", "four")


def told(theory: Theory, literals: dict[str, bool]) -> list[str]:
    atoms = {str(atom): atom for atom in theory.atoms}
    wanted = [theory.literal(atoms[text], holds) for text, holds in literals.items()]
    return [text for text, _ in Phrases(theory).told(wanted, {})]


def held(*atoms: str) -> dict[str, bool]:
    """Literals: "2,2,1" is a value of a cell, "-2,2,1" its opposite, "2,2" a filled cell."""
    names = {3: "value", 2: "filled"}
    plain = {text.removeprefix("-"): not text.startswith("-") for text in atoms}
    return {f"{names[len(text.split(','))]}({text})": holds for text, holds in plain.items()}


ROW = [f"-2,{column},3" for column in range(1, 5)]


@pytest.mark.parametrize(
    ("literals", "said"),
    [
        (["2,2,3", "-2,2,1", "2,2"], "r2c2 is 3"),
        (["-2,2,1", "-2,2,3", "-2,2,5", "-2,2"], "r2c2 is empty"),
        (ROW, "r2c1 to r2c4 are not 3"),
        (["-1,1,5", "-1,2,5", "-1,3,5"], "r1c1 to r1c3 are not 5"),
        (["-1,1,1", "-1,1,3"], "r1c1 is 5 or empty"),
    ],
)
def test_literals_of_a_grid_are_one_phrase(literals: list[str], said: str, grid: Theory) -> None:
    assert told(grid, held(*literals)) == [said]


def test_a_chain_is_told_in_its_order() -> None:
    explanation = pp.explain(pp.load("masyu", "six"))
    teller = Teller(explanation.theory)
    for step in explanation:
        told = teller.tell(step)
        if not step.each_by_itself:
            assert told.note().endswith("in turn")
            assert told.follows[0][0].startswith("r1c1-r1c2, r1c1-r2c1, r2c1-r2c2")
            return
    pytest.fail("no step is a chain")


def test_a_short_sentence_counts_what_the_whole_one_tells() -> None:
    step = Told(
        Step(1, (), (), ()),
        clues=tuple((f"this is clue {n}", 1 + n // 11) for n in range(1, 13)),
        premises=(known := tuple((f"it is known that {n}", n) for n in range(1, 18))),
        said=Said(evidence=known),
        follows=tuple((f"new is {n}", 1) for n in range(1, 16)),
    )
    short, whole = " ".join(step.sentences()), " ".join(step.sentences(whole=True))
    assert "clue 7 and 7 more clues" in short
    assert "that 6. Also it is known that 7, " in short
    assert f"that 12 and {sum(range(13, 18))} more like these" in short
    assert "new is 9. Also new is 10, " in short
    assert "more" not in whole
    assert all(text in whole for text, _ in (*step.clues, *step.premises, *step.follows))
    assert step.clue_sentences()[-1] == "7 more clues."
    assert len(step.clue_sentences(whole=True)) == 12


def test_a_told_step_keeps_every_phrase() -> None:
    theory = theory_of("packing", "soma")
    every = [theory.literal(atom, False) for atom in theory.atoms]
    phrases = Phrases(theory).told(every, {})
    assert not any("more" in phrase for phrase, _ in phrases)
    assert sum(number for _, number in phrases) == len(every)
    rows = [clue for clue in theory.clues if "covers" in clue.words]
    told = [words for words, _ in Teller(theory).clues(rows)]
    assert sum(number for _, number in Teller(theory).clues(rows)) == len(rows) == 27
    assert all(f"r3c3 of layer {n}" in " ".join(told) for n in (1, 2, 3))


def test_clues_of_one_kind_are_one_sentence(grid: Theory) -> None:
    teller = Teller(grid)
    rows = [clue for clue in grid.clues if " numbers with " in clue.words]
    ((words, number),) = teller.clues([rows[0], *rows[1:3]])
    assert "each have" in words
    assert number == 3
    blocks = sorted((clue for clue in grid.clues if "block" in clue.words), key=lambda c: c.words)
    ((words, _),) = teller.clues(blocks[:2])
    assert words == "the blocks r1c1-r2c2 and r1c2-r2c3 are each not full"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("the domino ", " is used once", "the dominoes a and b are each used once"),
        ("", " has 3 cells", "a and b each have 3 cells"),
        ("one domino covers ", "", "one domino covers each of a and b"),
        ("the circles in hole ", " match", "the circles in each of holes a and b match"),
        ("no two cells of region ", " match", "no two cells of any of regions a and b match"),
        ("nodes ", " differ", "nodes a and nodes b each differ"),
        ("glasses ", " are full", "glasses a and glasses b are each full"),
        ("people ", " sit", "people a and people b each sit"),
        ("class ", " is full", "class a and class b are each full"),
    ],
)
def test_a_sentence_about_several_things_is_english(before: str, after: str, said: str) -> None:
    assert "".join(filled((before, "a", after), 1, ["a", "b"], each=True)) == said


def test_sentences_that_differ_in_two_values_stay_apart() -> None:
    rows = [("row ", "1", " has ", "3 cells", ""), ("row ", "12", " has ", "4 cells", "")]
    assert list(together(rows)) == [("row 1 has 3 cells", 1), ("row 12 has 4 cells", 1)]
    assert without_end(("", "a", " sits ", "left", ", ", "sleeping", ""))[-2:] == ("left", "")


def test_verbs_agree_and_sentences_begin_well() -> None:
    assert plural("touches it") == "touch it"
    assert sentence("r1c1 is 3") == "r1c1 is 3."
    assert sentence("known: a") == "Known: a."
    assert sentence("b sits left of c", {"b"}) == "b sits left of c."
    assert clauses(["a, b and c", "d"]) == "a, b and c; d"


def test_cells_in_a_row_or_a_column_are_told_by_their_ends() -> None:
    cells = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (4, 1)]
    names = with_runs(cells, [f"r{r}c{c}" for r, c in cells])
    assert list(names) == ["r1c1 to r1c3", "r2c3", "r3c3", "r4c1"]
    assert names["r1c1 to r1c3"] == ["r1c1", "r1c2", "r1c3"]
    assert list(with_runs([(1,), (2,), (3,)], ["a", "b", "c"])) == ["a", "b", "c"]


@pytest.mark.parametrize("board", ["pips document", "masyu six", "shikaku six", "tents six"])
def test_each_step_has_sentences_that_end_and_are_short(board: str) -> None:
    explanation: Explanation = pp.explain(pp.load(*board.split()))
    teller = Teller(explanation.theory)
    for step in explanation:
        for text in teller.tell(step).sentences():
            assert text.endswith(".")
            assert "  " not in text
            assert all(len(part.split()) <= 40 for part in text.split(". "))
    assert explanation.status == "solved"


def test_an_atom_without_words_that_is_left_is_one_of_several(tmp_path: Path) -> None:
    program = tmp_path / "own.lp"
    program.write_text('1 { a(1..3) } 1.\n%@ "not two"\n:- a(2).\n', encoding="utf-8")
    theory = theory_of_files([program])
    assert told(theory, {"a(2)": False}) == ["a(1) or a(3) holds"]


LAMPS = """%@ lit(P) "{P} is lit" "{P} is dark"
{ lit((a;b;c)) }.
%@ "nodes {P} and {Q} differ"
:- edge(P,Q), lit(P), lit(Q).
:- edge(P,Q), not lit(P), not lit(Q).
edge(a,b). edge(b,c).
%@ "{P} is a lamp that is lit"
:- first(P), not lit(P).
first(b).
"""


def sentences_of(program: Path, text: str) -> list[str]:
    program.write_text(text, encoding="utf-8")
    explanation = explain_program([program])
    steps = list(explanation)
    teller = Teller(explanation.theory)
    return [text for step in steps for text in teller.tell(step).sentences()]


def test_a_sum_says_how_much_it_needs_in_how_few_cells() -> None:
    explanation = pp.explain(pp.load("kakuro", "six"))
    teller, found = Teller(explanation.theory), 0
    for step in explanation:
        text = " ".join(teller.tell(step).sentences())
        said = re.search(
            r"(?:below|right of) \S+ has sum (\d+) .*: (\d+) more in ([23]) cells(?: \((.*?)\))?",
            text,
        )
        if said:
            found += 1
            assert 0 < int(said[2]) < int(said[1])
            sets = re.findall(r"(\d) and (\d)", said[4] or "")
            assert all(int(a) + int(b) == int(said[2]) and a != b for a, b in sets)
            assert not said[4] or (len(sets) in (1, 2) and said[4].endswith(" left"))
    assert found > 2


def test_numbers_that_a_sum_can_still_have_are_those_of_all_ways_to_fill_it() -> None:
    explanation = pp.explain(pp.load("twenty_four_seven", "2020_a"))
    teller, found, steps = Teller(explanation.theory), 0, list(explanation)
    answer: dict[tuple[str, int], int] = defaultdict(int)
    for atom in explanation.answer or ():
        if atom.name == "value":
            row, column, value = (x.number for x in atom.arguments)
            answer[str(row), column] = value
    for step in steps:
        known = {str(atom): holds for atom, holds in teller.known.items()}
        said = re.match(
            r"Row (\d) has 4 numbers with sum 20: (\d+) more in (\d) of \d cells \((.*)\)",
            teller.tell(step).sentences()[0],
        )
        if not said:
            continue
        line, sets = said[1], set[tuple[int, ...]]()
        cells = [
            [v for v in range(8) if known.get(f"value({line},{c},{v})") is not False]
            for c in range(1, 8)
        ]
        for c, own in enumerate(cells, 1):
            given = [v for v in own if known.get(f"value({line},{c},{v})")]
            cells[c - 1] = given or [v for v in own if v or not known.get(f"filled({line},{c})")]
        for numbers in product(*cells):
            if sum(numbers) == 20 and sum(map(bool, numbers)) == 4:
                left = [v for v, own in zip(numbers, cells, strict=True) if v and len(own) > 1]
                sets.add(tuple(sorted(left)))
        told = [tuple(map(int, re.findall(r"\d", text))) for text in said[4].split("or")]
        assert sets.issuperset(told)
        assert {len(own) for own in told} == {int(said[3])}
        assert {sum(own) for own in told} == {int(said[2])}
        numbers = [n for c, own in enumerate(cells, 1) if len(own) > 1 and (n := answer[line, c])]
        assert tuple(sorted(numbers)) in told
        found += 1
    assert found


def test_what_is_left_alone_is_told_by_its_place_or_its_value() -> None:
    assert only_left(("", "r3c3", " is ", "4", "")) == "r3c3 can only be 4"
    assert only_left(("", "r3c3", " is ", "4", ""), place=True) == "only r3c3 can be 4"
    assert only_left(("", "r3c3", " is empty")) == "r3c3 can only be empty"
    assert only_left(("", "a", " is not ", "b", "")) == "only this is left: a is not b"


@pytest.mark.parametrize("board", ["pips document", "pips two_islands", "flower_finder document"])
def test_what_a_clue_needs_follows_from_it_and_gives_what_follows(board: str) -> None:
    explanation = pp.explain(pp.load(*board.split()))
    theory, found = explanation.theory, 0
    needs, solver = Needs(theory, Phrases(theory)), theory.solver()

    def follows(clues: list[int], known: list[int], goals: list[int]) -> bool:
        alone = [solver.solve([*solver.on(clues), *known, -goal]).outcome for goal in goals]
        return all(outcome is Outcome.UNSATISFIABLE for outcome in alone)

    for step in (x for own in islice(explanation, 40) for x in (own, *own.parts)):
        demanded, lacking = needs.of(step)
        own = [theory.needs[x] for x in demanded]
        known = [theory.number_of(x) for x in step.premises]
        clues = [*bits(theory.mask_of(step.clues))]
        seen = [*bits(theory.mask_of(step.seen))]
        assert not (demanded and lacking)
        assert follows(clues, known, own)
        if own and step.form not in ("only", "value"):
            assert follows(seen, [*known, *own], [theory.number_of(x) for x in step.follows])
        found += len(demanded) + len(lacking)
    assert found > 2


def test_the_picture_of_a_solved_board_leaves_nothing_open() -> None:
    """That r1c1 is empty says that it holds no value, which no step says by itself."""
    drawn = pp.explain(pp.load("twenty_four_seven", "four")).picture()
    assert drawn and "?" not in {tile.text for panel in drawn.panels for tile in panel.tiles}


def test_a_cell_that_is_called_cut_off_is_behind_known_walls() -> None:
    """What is known of a step, and the opposite of what follows, part the board."""
    explanation, told = pp.explain(pp.load("heyawake", "six")), 0
    needs = Needs(explanation.theory, Phrases(explanation.theory))
    board = {(row, column) for row in range(1, 7) for column in range(1, 7)}
    steps = (x for own in explanation for x in (own, *own.parts))
    for step in (x for x in steps if len(x.clues) == 1):
        broken = needs.broken(step) if not step.parts else None
        for text, _ in broken.instead if broken else ():
            walls = {x.cells[0] for x in step.premises if x.holds}
            walls |= {x.cells[0] for x in step.follows if not x.holds}
            parts = regions(board - walls, neighbours)
            named = [(int(row), int(column)) for row, column in re.findall(r"r(\d)c(\d)", text)]
            own = [next(part for part in parts if cell in part) for cell in named]
            assert own[0] != own[-1] if " or " in text else own[0] < board - walls
            told += 1
    assert told > 1


def test_edge_matching_is_told_by_the_colours_that_a_cell_needs() -> None:
    explanation = pp.explain(pp.load("eternity", "hints_6x6"))
    teller = Teller(explanation.theory)
    words = [text for x in islice(explanation, 8) for text in teller.tell(x).sentences()]
    assert any("r1c3 needs f below, so r1c3 holds piece 36, upside down" in x for x in words)
    assert "As r1c3 holds piece 36, upside down, r1c2 needs d on the right." in words


class RecordingPhrases(Phrases):
    """Keeps the sentences that were told last: of a step in values what follows."""

    last: list[Parts]

    def alike(self, sentences: Iterable[Parts]) -> list[Phrase]:
        self.last = [*sentences]
        return super().alike(self.last)


def test_colours_that_a_side_cannot_have_follow_and_exclude_what_follows() -> None:
    explanation = pp.explain(pp.load("eternity", "hints_6x6"))
    theory, found = explanation.theory, 0
    phrases, solver = RecordingPhrases(theory), theory.solver()
    values = PlaceValues(theory, phrases, Needs(theory, Phrases(theory)))
    known: dict[Symbol, bool] = {}

    def refuted(*literals: int) -> bool:
        return solver.solve(literals).outcome is Outcome.UNSATISFIABLE

    numbers = {
        "".join(theory.parts(atom, holds)): number if holds else -number
        for atom, number in theory.needs.items()
        for holds in (True, False)
    }
    for step in islice(explanation, 40):
        said = values.said(step, known, step.premises)
        known.update(x.truth for x in step.follows)
        then = ["".join(parts) for parts in phrases.last] if said else []
        on = solver.on(bits(theory.mask_of(step.clues)))
        given = [*on, *map(theory.number_of, step.premises)]
        told = [numbers[text] for text in then if text in numbers]
        assert all(refuted(*given, -number) for number in told)
        if then and len(told) == len(then):
            assert all(refuted(*told, -theory.number_of(x)) for x in step.follows)
            found += 1
    assert found > 15


def test_names_keep_their_letters_and_plurals_are_not_made_twice(tmp_path: Path) -> None:
    words = sentences_of(tmp_path / "lamps.lp", LAMPS)
    assert words[0] == "b is a lamp that is lit."
    assert not any("Nodeses" in text or "nodeses" in text for text in words)
    assert any("Nodes a and b differ" in text or "nodes b and c differ" in text for text in words)


def test_open_cells_have_names_where_the_program_has_none(tmp_path: Path) -> None:
    program = tmp_path / "cells.lp"
    text = '%@ on(N) "lamp {N} is on" "lamp {N} is off" at (1,N)\n{ on(1..2) }.\n'
    program.write_text(text + '%@ "not both"\n:- on(1), on(2).\n', encoding="utf-8")
    explanation = explain_program([program])
    assert [step.form for step in explanation] == ["choice", "rest"]
    assert "in 2 cells (r1c1 and r1c2)" in " ".join(explanation.ending())


@pytest.mark.parametrize("board", ["document", "two_islands"])
def test_a_picture_shows_each_region_that_the_words_name(board: str) -> None:
    explanation = pp.explain(pp.load("pips", board))
    text = [w.words for w in explanation.theory.clues]
    wanted = {name for words in text for name in re.findall(r"region (\w)\b", words)}
    empty = explanation.picture(0)
    step = pp.find_hint(explanation.subject.instance)
    assert wanted
    for picture in (empty, step.picture("vague"), step.picture("full")):
        assert picture is not None
        rules = [t.text.split()[-1] for t in picture.panels[0].tiles if " " in t.text.strip()]
        assert wanted == set(rules)
        tags = {
            area.tag.split()[-1] for panel in picture.panels for area in panel.areas if area.tag
        }
        assert wanted == tags
        drawn = set(re.findall(r"\S+ (\w)</text>", svg(picture)))
        assert wanted <= drawn


def test_a_board_whose_words_name_no_cells_has_no_empty_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subject = pp.explain(pp.load("pips", "document")).subject
    theory = subject.theory()
    monkeypatch.delitem(theory.kept, "places", raising=False)
    monkeypatch.setattr(theory, "clues", [replace(clue, cells=()) for clue in theory.clues])
    assert named_places(subject) == {}


def test_the_legend_of_names_has_the_noun_of_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = pp.explain(pp.load("pips", "document")).subject
    monkeypatch.setitem(subject.theory().kept, "places", {"cage A": [(1, 2)]})
    assert subject.puzzle is not None
    picture = named(subject, subject.puzzle.picture(subject.instance, None))
    assert picture.legend[-1].meaning == "The letter behind a rule is the name of its cage."


def test_words_whose_parts_no_sample_tells_apart_are_said_as_they_are() -> None:
    theory = theory_of("eternity", "document_3x3")
    assert told(theory, {"place(2,2,9,2)": False}) == ["r2c2 does not hold piece 9, upside down"]


def test_values_that_are_excluded_together_are_in_one_list(grid: Theory) -> None:
    literals = {"value(1,1,1)": False, "value(1,1,3)": False, "filled(1,1)": True}
    assert told(grid, literals) == ["r1c1 is filled", "r1c1 can only be 5"]
    large = theory_of("twenty_four_seven", "2020_a")
    both = {f"value(1,{c},{v})": False for c in (1, 2) for v in (1, 2)}
    assert told(large, both) == ["r1c1 and r1c2 are not 1 or 2"]


def test_what_is_left_is_told_with_the_end_of_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "own.lp").write_text(
        '%@ v(C,V) "cell {C} has {V} in it" "cell {C} does not have {V} in it" at (C)\n'
        '%@ filled(C) "cell {C} has something" "cell {C} has nothing" at (C)\n'
        '%@ 0 "one"\n{ v(C,V) : V = 1..4 } 1 :- C = 1..2.\nfilled(C) :- v(C,_).\n'
        '%@ "there is a 3"\n:- not v(_,3).\n#show v/2.\n',
        encoding="utf-8",
    )
    theory = theory_of_files([tmp_path / "own.lp"])
    gone = {"v(1,1)": False, "v(1,2)": False}
    assert told(theory, gone) == ["cell 1 has 3, 4 or nothing in it"]


def test_sentences_that_are_one_value_stay_sentences() -> None:
    rows = [("", f"row {n} shows {n} from the left", "") for n in "12"]
    assert [text for text, _ in together(rows, each=True)] == [text for _, text, _ in rows]


def test_a_corner_is_named_by_cells_that_meet_there() -> None:
    spell = Spelling({})
    spell.size = 2, 2
    corners = (1, 1, 2, 2), (2, 1, 3, 2), (2, 2, 3, 3), (3, 1, 4, 2)
    assert list(map(spell.place, corners)) == [
        "corner r1c1/r2c2",
        "corner below r2c1/r2c2",
        "lower right corner of r2c2",
        "lower right corner of r3c1",
    ]


def test_a_predicate_with_a_single_atom_ends_with_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "own.lp").write_text(
        '{ p(1) }. #show p/1.\n%@ p(X) "the lamp glows" "the lamp is dark"\n'
        '%@ "it is night"\n:- not p(1).\n',
        encoding="utf-8",
    )
    theory = theory_of_files([tmp_path / "own.lp"])
    assert told(theory, {"p(1)": True}) == ["the lamp glows"]


def test_what_is_folded_is_counted_exactly_and_told_whole_each_time_it_is_asked_for() -> None:
    explanation = pp.explain(pp.load("packing", "three_given_6x10"))
    teller, folded = Teller(explanation.theory), 0
    for step, _ in zip(explanation, range(8), strict=False):
        told = teller.tell(step)
        if told.links > MOST_LINKS:
            folded += 1
            whole = told.sentences(whole=True)
            assert f" as {told.links} steps show " in told.sentences()[0]
            assert whole == told.sentences(whole=True)
            assert len(whole) >= told.links
    assert folded > 1


@pytest.mark.parametrize(
    ("name", "board"), [("shikaku", "six"), ("ripple_effect", "six"), ("suguru", "ten")]
)
def test_pictures_of_what_was_told_have_the_whole_answer(name: str, board: str) -> None:
    explanation = pp.explain(pp.load(name, board))
    told = [x.truth for step in explanation for x in step.follows]
    answer, theory = explanation.answer or frozenset(), explanation.theory
    drawn = partial_of(explanation.subject, told)
    assert {atom for atom in answer if theory.is_shown(atom)} == {*drawn.atoms}


def test_what_needs_no_clue_is_told_unless_it_is_printed() -> None:
    def first(name: str, board: str) -> str:
        explanation = pp.explain(pp.load(name, board))
        return " ".join(Teller(explanation.theory).tell(next(explanation)).sentences())

    assert first("ripple_effect", "six") == "By the rules alone, r2c2, r2c5, r4c1 and r5c6 are 1."
    assert "by the rules" not in first("fillomino", "six").lower()


@pytest.mark.parametrize(
    ("name", "board", "words"),
    [("minesweeper", "six", "So too few are left."), ("ripple_effect", "six", "So none is left.")],
)
def test_a_count_that_nothing_fits_says_whether_too_many_or_too_few_are_left(
    name: str, board: str, words: str
) -> None:
    explanation = pp.explain(pp.load(name, board))
    teller = Teller(explanation.theory)
    told = " ".join(chain.from_iterable(teller.tell(step).sentences() for step in explanation))
    assert words in told
