"""What boards and results show in a notebook: media types, ids, tables, instances."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import clingo
import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, shipped_names
from pyasp_puzzles.counts.estimation import estimating
from pyasp_puzzles.engines.search import Search
from pyasp_puzzles.explanation.hinting import find_hint
from pyasp_puzzles.pictures.notebook import Table, bundle, show_instances
from pyasp_puzzles.pictures.picture import Panel, Picture, Tile
from pyasp_puzzles.pictures.terminal import plain


def shown(value: Any) -> dict[str, str]:
    found: dict[str, str] = value._repr_mimebundle_()
    return found


@pytest.mark.parametrize("puzzle", shipped_names())
def test_an_instance_and_its_answer_show_svg_and_the_picture_as_text(puzzle: str) -> None:
    board = load_boards(find_puzzle(puzzle))[0]
    answer = next(pp.solve(board))
    for value, text in (
        (board, plain(find_puzzle(puzzle).picture(board, None))),
        (answer, str(answer)),
    ):
        found = shown(value)
        assert set(found) == {"image/svg+xml", "text/plain"}
        assert found["text/plain"] == text
        root = ElementTree.fromstring(found["image/svg+xml"])
        assert float(root.get("width", "")) > 0 and float(root.get("height", "")) > 0
    assert str(board) == shown(board)["text/plain"]


def grid() -> Any:
    return next(pp.generate("twenty_four_seven", size=4, seed=7))


RESULTS: dict[str, tuple[Callable[[], Any], str]] = {
    "count": (lambda: pp.count(grid()), "<td>1</td><td>yes</td>"),
    "count that gave up": (
        lambda: pp.count(pp.load("packing", "pentominoes_6x10"), timeout=1e-6),
        "<td>no (time limit",
    ),
    "unique": (lambda: pp.unique(grid()), "<p>unique: there is one answer"),
    "several": (lambda: pp.unique(pp.load("eternity", "alike_3x3")), "<p>not unique"),
    "hint": (lambda: find_hint(grid(), ""), "<p>"),
    "step": (lambda: next(pp.explain(grid())), "<p>clues: "),
    "step of a hint": (lambda: pp.hint(grid()), "<p>Row 4 has 3 numbers with sum 6: 3 more in "),
    "explanation": (lambda: pp.explain(grid()), "<p>1. "),
    "check": (lambda: pp.check(grid(), ""), "<p>right so far"),
    "rating": (lambda: pp.rate(grid()), "not calibrated</p>"),
    "estimate": (lambda: pp.estimate(grid(), timeout=600), "<th>at least</th>"),
    "comparison": (
        lambda: pp.compare([grid()], ["asp", "exact-cover"], repeat=1),
        "<td>exact-cover",
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_html_with_ids_of_its_own_and_text(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimating, "TRIAL", 600.0)  # on a slow machine, too, it is the whole count
    make, part = RESULTS[name]
    found = shown(result := make())
    assert part in found["text/html"]
    assert set(found) == {"text/html", "text/plain"}
    assert "<" not in re.sub(r"<[^<>]*>", "", found["text/html"]), "an unescaped sign"
    ids = re.findall(r'\bid="([^"]+)"', found["text/html"])
    assert len(ids) == len(set(ids))
    assert len(found["text/html"]) < 150_000
    assert str(result)
    assert not re.search(r"\w\(\w+=|<\w+\.", str(result)), "a raw object"


class Watched(Search):
    """A search that says when it is asked for an answer."""

    def __init__(self, answers: list[tuple[clingo.Symbol, ...]]) -> None:
        super().__init__(engine="watched")
        self.answers, self.asked = answers, 0

    def _answers(self) -> Generator[tuple[clingo.Symbol, ...]]:
        for answer in self.answers:
            self.asked += 1
            yield answer


def test_answers_show_how_far_they_are_and_search_for_nothing_to_show_it() -> None:
    board = pp.load("eternity", "alike_3x3")
    search = Watched([answer.symbols for answer in pp.solve(board, limit=2)])
    answers = pp.Answers(find_puzzle("eternity"), board, search)
    name = "answers of eternity alike_3x3"
    assert repr(answers) == f"<{name}: not begun>"
    assert "Answers of eternity alike_3x3: no search has begun." in shown(answers)["text/plain"]
    assert "The search begins when" in shown(answers)["text/plain"]
    assert search.asked == 0
    first = next(answers)
    assert repr(answers) == f"<{name}: 1 answer so far>"
    assert str(first) in shown(answers)["text/plain"]
    assert "next(answers) finds the next one" in shown(answers)["text/plain"]
    assert "<svg" in shown(answers)["text/html"]
    assert search.asked == 1
    assert len(list(answers)) == 1
    assert repr(answers) == f"<{name}: 2 answers, there are no others>"
    assert "next(answers)" not in shown(answers)["text/plain"]
    assert answers.first == first


def test_answers_that_ended_say_why() -> None:
    none = pp.solve(pp.load("packing", "straights_6x6"))
    assert not list(none)
    assert repr(none) == "<answers of packing straights_6x6: there is none>"
    assert "svg" not in shown(none)["text/html"]
    some = pp.solve(pp.load("eternity", "document_3x3"), limit=2)
    assert len(list(some)) == 2
    assert repr(some).endswith(": 2 answers, as many as were wanted>")
    with pp.solve(pp.load("eternity", "document_3x3"), symmetry=True) as classes:
        next(classes)
    assert repr(classes).endswith(", one of each class: 1 answer, ended early (closed)>")


def test_best_boards_show_the_best_one_and_search_for_nothing_to_show_it() -> None:
    boards = pp.best(pp.load("packing", "straights_6x6"))
    name = "best boards of packing straights_6x6"
    assert repr(boards) == f"<{name}: not begun>"
    assert "The search begins when" in shown(boards)["text/plain"]
    assert boards.found == 0
    first = next(boards)
    assert repr(boards) == f"<{name}: so far {first.words}>"
    assert str(first) in shown(boards)["text/plain"]
    list(boards)
    assert boards.best
    assert repr(boards) == f"<{name}: {boards.best.words}; no board is better>"
    assert "next(boards)" not in shown(boards)["text/plain"]


def test_a_bundle_has_its_parts_in_order_with_signs_escaped() -> None:
    table = Table(("a", "b"), (("1", "<2>"), ("3 & 4", "")))
    found = bundle([table, "x < y"])
    assert found["text/html"].endswith(
        "<tr><td>1</td><td>&lt;2&gt;</td></tr><tr><td>3 &amp; 4</td><td></td></tr>"
        "</tbody></table><p>x &lt; y</p></div>"
    )
    assert found["text/plain"] == "a      b\n1      <2>\n3 & 4\n\nx < y"


def test_instances_of_a_third_party_show_themselves_and_may_have_a_way_of_their_own() -> None:
    @dataclass(frozen=True, slots=True)
    class PlainBoard:
        name: str = "x"

    class Own(PlainBoard):
        def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
            return {"text/plain": "mine"}

    def picture(board: PlainBoard, _solution: object) -> Picture:
        return Picture(board.name, (Panel((Tile(1, 1, "?"),)),))

    show_instances(PlainBoard, picture)
    show_instances(Own, picture)
    assert "?" in shown(PlainBoard())["text/plain"]
    assert shown(Own()) == {"text/plain": "mine"}


def test_the_rows_of_a_comparison_become_a_frame_by_one_line() -> None:
    pandas = pytest.importorskip("pandas")
    found = pp.compare([grid()], ["asp", "exact-cover"], repeat=1)
    frame = pandas.DataFrame(found.records())
    assert list(frame["engine"]) == [row["engine"] for row in found.records()]
    assert len(frame) == 2


def test_print_shows_a_hint_with_its_board_and_in_sentences() -> None:
    board = pp.load("pips", "document")
    text = str(pp.hint(board))
    assert "regions" in text
    assert "*2*" in text
    assert "So r4c2 and r4c3 show 2." in text
