"""The laws of answers in marks, over small genres that no puzzle of ours has."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as checked
from hypothesis import strategies as st
from support import message_of

from pyasp_puzzles.boards import kit
from pyasp_puzzles.boards.board import layers_of
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.formats.fields import as_json
from pyasp_puzzles.boards.generator import Settings
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.play import Laid, MoveError
from pyasp_puzzles.boards.playing import standing
from pyasp_puzzles.boards.puzzle import Puzzle
from pyasp_puzzles.boards.scalars import Text
from pyasp_puzzles.core.errors import AnswerError, InstanceError
from pyasp_puzzles.pictures.svg.document import svg
from pyasp_puzzles.pictures.terminal import plain


@dataclass(frozen=True)
class Places(kit.GridBoard):
    """Clues on all kinds of places."""

    walls: kit.Rows = kit.layer(kit.Numbers("wall", 0, 4, "black", about="a wall", dark=True))
    arrows: kit.Rows = kit.layer(kit.Arrows("arrow", 0, 9, "pointer", about="an arrow"))
    signs: kit.Rows = kit.layer(kit.Arrows("sign", numbered=False, about="an arrow"))
    lists: kit.Rows = kit.layer(kit.Numbers("part", 1, 8, "list", several=4, about="numbers"))
    corners: kit.Rows = kit.layer(kit.Numbers("meet", 0, 4, on=kit.corners, about="a number"))
    dots: kit.Rows = kit.layer(
        kit.Signs(
            "dot",
            {"white": "o", "black": "x"},
            on=kit.links,
            shapes={"white": "open", "black": "filled"},
            about="a dot",
        )
    )
    centres: kit.Rows = kit.layer(kit.Cells("centre", sign="o", on=kit.spots, dot="open"))
    turns: kit.Rows = kit.layer(kit.Arrows("turn", 1, 2, on=kit.edges, about="an arrow"))
    cages: kit.Rows = kit.layer(kit.Regions("cage", full=False, about="its cage"))
    sums: kit.Rows = kit.layer(kit.RegionNumbers("sum", 1, 45, "some", regions="cages"))
    views: kit.Rows = kit.layer(kit.Margin("view", 1, 9, "seen", several=5, about="numbers"))


@dataclass(frozen=True)
class Islands(kit.GridBoard):
    islands: kit.Rows = kit.layer(kit.Numbers("island", 1, 8, "shore", about="an island"))


@dataclass(frozen=True)
class Galaxies(kit.GridBoard):
    centres: kit.Rows = kit.layer(kit.Cells("centre", sign="o", on=kit.spots, dot="open"))


def genre(board: type[Any], name: str, *marks: kit.Marks) -> kit.Genre[Any, Any]:
    """A puzzle without rules."""
    fields = {f"marks{number}": kit.Rows for number in range(len(marks))}
    kind = dataclass(frozen=True)(type("Found", (), {"__annotations__": fields}))
    return kit.Genre(board, kind, marks, lambda _b, _s: (), name=name)


PLACES = kit.layered(genre(Places, "places", kit.Shaded("shaded")))
SLANTS = {"up": "/", "down": "\\"}
GENRES = {
    "lamps": genre(Islands, "lamps", kit.Marks("lamp", off=("islands",), sign="*")),
    "slants": genre(Islands, "slants", kit.Kinds("slant", SLANTS, every=True)),
    "bridges": genre(Islands, "bridges", kit.Lines("bridge", across=True, most=2)),
    "borders": genre(Islands, "borders", kit.Lines("border", inner=True)),
    "around": genre(Islands, "around", kit.Lines("line", across=True, off=("islands",))),
    "galaxies": genre(Galaxies, "galaxies", kit.Division("of", "centres", far=True)),
    "both": genre(Islands, "both", kit.Shaded("dark"), kit.Lines("path", across=True)),
}
PUZZLES = {name: kit.layered(each) for name, each in GENRES.items()}


def rows_of(draw: st.DrawFn, layer: Any, board: Any, most: int = 6) -> kit.Rows:
    """Random rows of a layer; lists of numbers and names of regions are made up."""
    rows, places = [], layer.places(board)
    for place in draw(st.sets(st.sampled_from(places), max_size=most)) if places else ():
        values = [*layer.values(board)] or ["A", "B"]
        if getattr(layer, "several", 1) > 1:
            values = ["1", "2,1", "?,3,?", "4,?"]
        rows.append(layer.row(board, place, draw(st.sampled_from(values))))
    return tuple(sorted(rows))


@st.composite
def boards(draw: st.DrawFn, puzzle: Puzzle[Any, Any]) -> Any:
    """Random boards of a puzzle."""
    values: dict[str, Any] = {"title": "", "rows": draw(st.integers(1, 4))}
    values["columns"] = draw(st.integers(2, 4))
    board = puzzle.instance_type(**values)
    for layer in layers_of(puzzle.instance_type):
        if layer.name not in values:
            values[layer.name] = rows_of(draw, layer, board)
            board = puzzle.instance_type(**values)
    return board


@checked(max_examples=15, deadline=None)
@given(boards(PLACES))
def test_clues_on_any_place_are_read_back_drawn_and_set(board: Any) -> None:
    text = PLACES.format(board)
    assert PLACES.parse(text, "x") == {"": board} == PLACES.parse(as_json(text), "x")
    assert {type(fact) for fact in PLACES.facts(board)} <= set(PLACES.inputs)
    assert PLACES.edit
    for drawn in (PLACES.picture(board, None), PLACES.edit.picture(board)):
        assert plain(drawn)
        assert svg(drawn, interactive=True)
    for clue in PLACES.edit.clues(board):
        values = PLACES.edit.values(board, clue.name)
        for place, value in values.items():
            if value and not clue.act:
                gone = changed(PLACES.edit, board, Change(clue.name, "", place))
                assert PLACES.edit.values(gone, clue.name).get(place, "") == ""
                if clue.name not in ("cages", "sums"):  # a sum moves with the first cell of a cage
                    assert changed(PLACES.edit, gone, Change(clue.name, value, place)) == board


def test_facts_of_clues_name_places_steps_and_indices() -> None:
    text = """size: 2 x 2
arrows:
    2> ?v
    . .
lists:
    2,?  .
    .  1
corners:
    . . .
    . 3 .
    . . .
centres:
    ..o
    .o.
    ...
top: 1,2 .
"""
    (board,) = PLACES.parse(text, "x").values()
    assert set(map(str, PLACES.facts(board))) == {
        *("size(2,2)", "arrow(1,1,0,1,2)", "pointer(1,1,0,1)", "pointer(1,2,1,0)"),
        *("part(1,1,1,2)", "list(1,1,1)", "list(1,1,2)", "part(2,2,1,1)", "list(2,2,1)"),
        *("meet(1,1,2,2,3)", "centre(1,2,1,2)", "centre(1,1,2,2)"),
        *("view(0,1,1,0,1,1)", "view(0,1,1,0,2,2)", "seen(0,1,1,0,1)", "seen(0,1,1,0,2)"),
    }


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("arrows:\n    > .\n", "line 3, arrows: found '', expected an integer from 0 to 9, or '?'"),
        ("arrows:\n    2 .\n", "line 3, arrows: found '2', expected an arrow behind its number"),
        ("signs:\n    2> .\n", "line 3, signs: found '2>', expected an arrow: ^ > v <"),
        ("lists:\n    1,1,1,1,1 .\n", "line 3, lists: found 5 numbers, expected at most 4"),
        ("lists:\n    1,9 .\n", "line 3, lists: found '9', expected an integer from 1 to 8"),
        ("dots:\n    o o\n", "line 3, dots: found 2 signs in 'o o', expected 1 sign"),
        ("turns:\n    1>.1>.1>\n", "line 3, turns: found 8 signs"),
        ("corners:\n    ...\n", "line 2, corners: found 1 row, expected 2 rows"),
        ("turns:\n    1> . . . .\n" + "    . . . . .\n" * 2, "line 3, turns: found '1>', expected"),
    ],
)
def test_a_malformed_clue_gives_one_placed_error(entry: str, message: str) -> None:
    assert message in message_of(PLACES.parse, f"size: 1 x 2\n{entry}", "bad.txt")


@pytest.mark.parametrize("name", GENRES)
@checked(max_examples=15, deadline=None)
@given(data=st.data())
def test_random_marks_are_decoded_drawn_written_and_laid(name: str, data: st.DataObject) -> None:
    puzzle = PUZZLES[name]
    board = data.draw(boards(puzzle))
    random, atoms = Random(data.draw(st.integers(0, 99))), []
    marks = [own for own in GENRES[name].marks if own.values(board)]
    for own in marks:
        for place in own.places(board):
            if random.random() < 0.6:
                row = own.row(board, place, random.choice(own.values(board)))
                assert (own.place(row), own.row_of(own.atom(row))) == (place, row)
                atoms.append(own.atom(row))
    solution = puzzle.decode(board, atoms)
    assert plain(puzzle.picture(board, solution))
    assert svg(puzzle.picture(board, solution))
    partial, play = Partial.of(atoms), puzzle.play
    assert play
    if marks:
        assert set(partial.atoms) == set(play.read(board, play.write(board, partial)).atoms)
    lying = Partial()
    for own in marks:
        for place in own.places(board):
            laid = play.lying(board, partial, place)
            if laid and laid not in [play.lying(board, lying, place)]:
                before, lying = lying, play.lay(board, lying, laid)
                assert play.lying(board, lying, place) == laid
                assert play.take(board, lying, place) == before or len(marks) > 1
    assert len(marks) > 1 or lying == partial
    assert standing(puzzle, board, lying).progress


def test_nothing_stands_on_the_places_of_another_layer() -> None:
    lamps, around = PUZZLES["lamps"], PUZZLES["around"]
    (board,) = lamps.parse("islands:\n    .3.\n    ...\n", "x").values()
    assert lamps.play
    assert around.play
    assert "no cell r1c2" in message_of(lamps.play.lay, board, Partial(), Laid("*", 0, (1, 2)))
    with pytest.raises(MoveError, match="no side r1c1-r1c2"):
        around.play.lay(board, Partial(), Laid("─", 0, (1, 1, 1, 2)))
    (lamp,) = lamps.answers
    assert "a cell without islands in rows 1 to 2" in message_of(lamps.decode, board, [lamp(1, 2)])
    with pytest.raises(
        AnswerError, match=r"row 1: found '\*', expected '\.' where no cell is open"
    ):
        lamps.play.read(board, "***\n???\n")
    assert len(lamps.play.read(board, "*.*\n???\n").atoms) == 2


def test_two_lines_are_drawn_as_two() -> None:
    bridges = PUZZLES["bridges"]
    (board,) = bridges.parse("islands:\n    2.2\n    ...\n", "x").values()
    assert bridges.play
    drawing = "+=+=+\n     \n+ + +\n"
    known = bridges.play.read(board, drawing.replace("     ", "| ? ?"))
    assert [str(atom) for atom in known.atoms] == [
        *("bridge(1,1,1,2,2)", "bridge(1,1,2,1,1)", "bridge(1,2,1,3,2)")
    ]
    assert bridges.play.write(board, known) == "+=+=+\n| ? ?\n+.+.+\n"
    assert "═" in plain(bridges.picture(board, bridges.decode(board, bridges_of(known))))


def bridges_of(known: Partial) -> list[Any]:
    (bridge,) = PUZZLES["bridges"].answers
    return [bridge._unify(atom) for atom in known.atoms]


@dataclass(frozen=True)
class MarkedNonogram(kit.GridBoard):
    runs: kit.Rows = kit.layer(
        kit.Margin("run", 1, 9, several=9, sides=("left",), about="runs", drop="row")
    )


def runs(board: MarkedNonogram, answer: Any) -> dict[str, list[tuple[int, ...]]]:
    """The lengths of the runs of each row that has some."""
    found = []
    for row in range(1, board.rows + 1):
        signs = "".join(".#"[(row, column) in answer.marks0] for column in range(board.columns + 2))
        lengths = [len(run) for run in signs.split(".") if run]
        found += [(row, 0, 0, 1, *lengths)] if lengths else []
    return {"runs": found}


def test_clues_that_follow_from_an_answer_are_drafted_and_dropped_whole() -> None:
    declared = genre(MarkedNonogram, "nonogram", kit.Shaded("shaded"))
    generator = kit.layered(declared, kit.Drafts(derived=runs)).generator
    assert generator
    shaded = ((1, 1), (1, 3), (2, 2))
    answer: Any = lambda _board: declared.solution(shaded)  # noqa: E731
    settings = Settings("nonogram", {"rows": 2, "columns": 3})
    draft: Any = generator.draft(Random(1), settings, answer)
    assert draft.board.runs == ((1, 0, 0, 1, 1, 1), (2, 0, 0, 1, 1))
    assert [str(atom) for atom in draft.answer] == ["shaded(1,1)", "shaded(1,3)", "shaded(2,2)"]
    first, second = generator.clues(draft.board, settings)
    assert generator.with_clues(draft.board, [second]).runs == ((2, 0, 0, 1, 1),)
    assert "left: 1,1 1" in declared.format(generator.with_clues(draft.board, [first, second]))
    nothing: Any = lambda _board: None  # noqa: E731
    assert generator.draft(Random(1), settings, nothing) is None


@dataclass(frozen=True)
class Tiled(kit.GridBoard):
    pieces: kit.Rows = kit.layer(kit.Polyforms("piece", about="the pieces, such as A ##/.#"))
    note: str = kit.layer(Text(about="what readers should know"), "")
    mood: str = kit.layer(Text(known=("glad", "sad"), noun="mood"), "glad")


TILED = kit.layered(genre(Tiled, "tiled", kit.Placed("placed")))
PIECES = "size: 2 x 3\nmood: sad\npiece A:\n    ##\n    .#\npiece B:\n    ###\n"


def test_pieces_of_cells_are_typed_in_a_line() -> None:
    board = TILED.parse(PIECES, "")[""]
    assert TILED.edit
    assert TILED.edit.values(board, "piece") == {None: "A ##/.#, B ###"}
    now = changed(TILED.edit, board, Change("piece", "A ##/.#, C #"))
    assert TILED.parse(TILED.format(now), "")[""] == now
    assert TILED.edit.values(now, "piece") == {None: "A ##/.#, C #"}
    assert changed(TILED.edit, now, Change("piece", "B ###, A ##/.#")) == board
    assert changed(TILED.edit, board, Change("size", "3 x 4")).pieces == board.pieces
    for wrong, found in (("A ##, A #", "A #"), ("AB #", "AB #"), ("A ..", "A .."), ("A", "A")):
        with pytest.raises(InstanceError, match="expected pieces of different names") as caught:
            changed(TILED.edit, board, Change("piece", wrong))
        assert str(caught.value).startswith(f"piece: found '{found}'")
    assert "There has to be a piece" in message_of(changed, TILED.edit, board, Change("piece", ""))


def test_texts_are_typed_or_chosen() -> None:
    board = TILED.parse(PIECES, "")[""]
    assert TILED.edit
    assert [(c.name, c.choices, c.typed) for c in TILED.edit.clues(board)][1:3] == [
        ("note", (), True),
        ("mood", ("glad", "sad"), False),
    ]
    now = changed(TILED.edit, board, Change("note", "two of  them"))
    assert now.note == TILED.parse(TILED.format(now), "")[""].note == "two of them"
    assert changed(TILED.edit, now, Change("note", "")) == board
    assert changed(TILED.edit, now, Change("mood", "glad")).mood == "glad"
    assert not any("two" in str(fact) or "sad" in str(fact) for fact in TILED.facts(now))
    assert "There has to be a mood" in message_of(changed, TILED.edit, board, Change("mood", ""))


def test_pieces_of_cells_are_laid_drawn_and_read() -> None:
    board, play = TILED.parse(PIECES, "")[""], TILED.play
    assert play
    lying = play.lay(board, Partial(), Laid("A", 0, (1, 1)))
    assert play.write(board, lying) == "A A ?\n? A ?\n"
    assert play.read(board, play.write(board, lying)) == lying
    assert {tool.name: (tool.poses, tool.left) for tool in play.tools(board, lying)} == {
        "A": (4, 0),
        "B": (2, 1),
    }
    assert message_of(play.lay, board, lying, Laid("B", 0, (1, 1))) == "On r1c1 lies piece A."
    assert "reaches over the edge" in message_of(play.lay, board, lying, Laid("B", 1, (1, 3)))
    with pytest.raises(AnswerError, match="expected the cells of one of the pieces A, B"):
        play.read(board, "A A A\n? ? ?\n")
