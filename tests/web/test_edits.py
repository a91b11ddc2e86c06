"""Boards that are changed on the page: what the server answers, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from page_client import Page, good, page, refused

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import shipped_names
from pyasp_puzzles.web.limits import ServerLimits

EDITED = [name for name in shipped_names() if pp.find_puzzle(name).edit]
FOUR = {"puzzle": "twenty_four_seven", "instance": "four"}


@pytest.fixture(scope="module")
def client() -> Iterator[Page]:
    with page(ServerLimits(running=1, drawers=1)) as made:
        yield made


def edited(client: Page, board: dict[str, str], *change: Any) -> Any:
    """What the server answers to a change: clue, value and perhaps a cell."""
    edit = dict(zip(("clue", "value", "cell"), change, strict=False))
    return client.post("/api/edit", {**board, "edit": edit} if edit else board)


@pytest.mark.parametrize("name", EDITED)
def test_every_clue_stands_on_cells_of_the_picture(client: Page, name: str) -> None:
    found = good(edited(client, {"puzzle": name}))
    cells = set(re.findall('data-cell="([^"]*)"', found["svg"]))
    assert [clue["name"] for clue in found["clues"]] == list(found["values"])
    for clue in found["clues"]:
        places = set(found["values"][clue["name"]])
        assert places == {""} if clue["scope"] == "board" else places <= cells
        assert places - {""} <= set(found["places"])
    assert len(set(found["places"].values())) == len(found["places"])
    named = sorted({cell for values in found["values"].values() for cell in values if cell})
    for cell in named[:: max(1, len(named) // 12)]:
        said = refused(edited(client, {"puzzle": name}, "no such clue", "x", cell), 409)
        assert said["error"].startswith("There is no clue 'no such clue': ")


@pytest.mark.parametrize("name", EDITED)
def test_a_change_gives_a_board_that_its_text_has_and_forgets_known_counts(
    client: Page, name: str
) -> None:
    found = good(edited(client, {"puzzle": name}))
    for clue in found["clues"]:
        for cell, value in found["values"][clue["name"]].items():
            for choice in (*clue["choices"], ""):
                if choice != value:
                    asked = (clue["name"], choice, *([cell] if cell else []))
                    answer = edited(client, {"puzzle": name, "text": found["text"]}, *asked)
                    if answer.status_code == 200:
                        now = answer.json()
                        again = good(edited(client, {"puzzle": name, "text": now["text"]}))
                        assert again == {**now, "name": again["name"]}
                        assert now["known"] == {}
                        assert now["text"] != found["text"]
                        return
                    assert refused(answer, 409)["error"].endswith(".")
    raise AssertionError("no clue can be changed")


def test_a_digit_and_a_view_are_set_and_removed(client: Page) -> None:
    before = good(edited(client, FOUR))
    assert before["known"] == {"answers": 1}
    found = good(edited(client, FOUR, "digit", "5", [1, 1]))
    assert "    5.1." in found["text"]
    text = {"puzzle": found["puzzle"], "text": found["text"]}
    found = good(edited(client, text, "view", "3", "0,1"))
    assert "top: 3 5 . ." in found["text"]
    text["text"] = found["text"]
    text["text"] = good(edited(client, text, "view", "", "0,1"))["text"]
    found = good(edited(client, text, "digit", "", "1,1"))
    assert found["text"] == before["text"].replace("answers: 1\n", "")


def test_the_same_value_changes_nothing_and_keeps_the_known_counts(client: Page) -> None:
    before = good(edited(client, FOUR))
    assert good(edited(client, FOUR, "digit", "1", [1, 3])) == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("digit", "4", [1, 1]), "Digit: found '4', expected one of 1, 3, 5."),
        (("digit", "5", [0, 1]), "The clue digit cannot stand on r0c1."),
        (("digit", "5"), "The clue digit cannot stand there."),
        (("digits", "1x4", [1, 1]), "The clue digits cannot stand on r1c1."),
        (("view", "many", [0, 1]), "View: found 'many', expected an integer."),
        (("view", "-1", [0, 1]), "View: found '-1', expected an integer from 1 to 3960."),
        (
            ("rule", "sum 5", [1, 1]),
            "There is no clue 'rule': digit, view, digits, size, title, author.",
        ),
        (("digits", "1x3 3x4 5x4"), "Digits: found 11 digits (1x3 3x4 5x4), expected"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_in_a_sentence(
    client: Page, change: tuple[Any, ...], words: str
) -> None:
    found = refused(edited(client, FOUR, *change), 409)
    assert found["error"].startswith(words)
    assert found["error"].endswith(".")
    assert found["field"] == "edit"


SET = {"clue": "digit", "value": "5"}


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        *((each, 400) for each in ([], "digit", {}, {"clue": "digit"}, {"value": "5"})),
        *(({**SET, "cell": cell}, 400) for cell in ([1.5, 1], "1;1", [], None)),
        *(({**SET, **each}, 400) for each in ({"value": 5}, {"place": [1, 1]})),
        *(({**SET, **each}, 413) for each in ({"value": "5" * 10_001}, {"clue": "d" * 300})),
    ],
)
def test_a_wrong_field_of_a_change_is_refused(client: Page, edit: Any, code: int) -> None:
    found = refused(client.post("/api/edit", {**FOUR, "edit": edit}), code)
    assert found["field"].startswith("edit")


def test_a_board_that_becomes_too_large_is_refused(client: Page) -> None:
    rows = 12 * f"    {111 * 'a'}\n"
    text = f"board:\n{rows}regions:\n    a empty\ndominoes: 0-0 x666\n"
    found = refused(edited(client, {"puzzle": "pips", "text": text}, "add", "up", [0, 1]), 413)
    assert "too large" in found["error"]


def test_an_empty_board_has_no_file_and_is_edited(client: Page) -> None:
    found = good(edited(client, {"puzzle": "heyawake", "instance": "empty?size=3x4"}))
    assert (found["name"], found["size"]) == ("empty", "3 x 4 cells, 1 region")
    assert found["text"] == "title: Heyawake\nrooms:\n    AAAA\n    AAAA\n    AAAA\n"
    again = good(client.post("/api/board", {"puzzle": "heyawake", "instance": "empty?size=3x4"}))
    assert again["text"] == found["text"]


@pytest.mark.parametrize(
    ("puzzle", "instance", "code", "words"),
    [
        ("heyawake", "empty?size=100x100", 413, "found 10,000 tiles, expected at most 4,000"),
        ("heyawake", "empty?size=0x1", 400, "size: found '0', expected an integer from 1 to 100"),
        ("sudoku", "empty?size=4x5", 400, "expected as many columns as rows"),
        ("sudoku", "empty", 400, "size: found nothing, expected rows and columns"),
        ("pips", "empty?size=3x3", 400, "found 3 x 3 cells, expected an even number of cells"),
    ],
)
def test_an_empty_board_of_no_size_is_refused(
    client: Page, puzzle: str, instance: str, code: int, words: str
) -> None:
    body = {"puzzle": puzzle, "instance": instance}
    assert words in refused(client.post("/api/edit", body), code)["error"]


def test_a_title_and_an_author_are_told_and_keep_the_known_counts(client: Page) -> None:
    board = {"puzzle": "sudoku", "instance": "four"}
    found = good(edited(client, board, "author", "Ada"))
    assert (found["author"], found["known"]) == ("Ada", {"answers": 1})
    named = {"puzzle": "sudoku", "text": found["text"]}
    found = good(edited(client, named, "title", "Four twos"))
    assert "<text" in found["svg"]
    assert "Four twos, by Ada" in found["svg"]
    drawn = client.post("/api/draw", {**named, "text": found["text"], "format": "sheet"})
    assert "Four twos, by Ada" in drawn.text
    assert "your board" not in drawn.text


def test_a_board_with_too_many_places_is_changed_as_text_only(client: Page) -> None:
    rows = "".join(f"    {'.' * 90}\n" for _ in range(50))
    text = f"board:\n    ab\n{rows}    {'.' * 90}ab\nregions:\n    a b empty\ndominoes: 0-0 x2\n"
    found = good(edited(client, {"puzzle": "pips", "text": text}))
    assert found["clues"] == []
    assert found["values"] == {}
    assert "<svg" in found["svg"]


@pytest.mark.parametrize("name", EDITED)
def test_a_text_with_another_board_has_not_the_known_counts_of_the_board_before(
    client: Page, name: str
) -> None:
    boards = [pp.load(name, board) for board in pp.find_puzzle(name).instance_files()]
    first, other = sorted(boards, key=lambda board: len(pp.facts(board)))[:2]
    first, other = (replace(board, known=(("answers", 3),)) for board in (first, other))
    write = pp.find_puzzle(name).format

    def known(board: Any) -> Any:
        body = {"puzzle": name, "text": write(board), "before": write(first)}
        found = good(client.post("/api/edit", body))
        [read] = pp.find_puzzle(name).parse(found["text"], "").values()
        assert dict(read.known) == found["known"]
        return found["known"]

    assert known(other) == {}
    assert known(first) == known(replace(first, title="Renamed")) == {"answers": 3}
    assert known(replace(other, known=(("answers", 4),))) == {"answers": 4}, "a person's own"


@pytest.mark.parametrize("name", EDITED)
def test_a_changed_board_has_not_the_title_of_the_board_before(client: Page, name: str) -> None:
    """It has it again where all changes are taken back; a title that a person has typed stays."""
    boards = [pp.load(name, board) for board in pp.find_puzzle(name).instance_files()]
    first, other = sorted(boards, key=lambda board: len(pp.facts(board)))[:2]
    write = pp.find_puzzle(name).format

    def title(board: Any, own: str, before: str = "First") -> Any:
        texts = {"text": (board, own), "before": (first, before)}
        body = {key: write(replace(each, title=words)) for key, (each, words) in texts.items()}
        return good(client.post("/api/edit", {"puzzle": name, **body}))["title"]

    assert title(first, "First") == "First"
    assert title(other, "First") == "First (changed)"
    assert title(other, "First (changed)") == "First (changed)"
    assert title(first, "First (changed)") == "First"
    assert title(other, "Mine") == title(first, "Mine") == "Mine"
    assert title(other, "First (changed)", "First (changed)") == "First (changed)"


def test_a_clue_that_changes_changes_the_title_and_the_same_clue_back_brings_it_back(
    client: Page,
) -> None:
    before = good(edited(client, FOUR))
    body = {"puzzle": FOUR["puzzle"], "before": before["text"]}
    for text, value, title in (
        (before["text"], "5", "Three odd digits (changed)"),
        (None, "3", "Three odd digits (changed)"),
        (None, "", "Three odd digits"),
    ):
        body |= {"text": text} if text else {}
        change = {"clue": "digit", "value": value, "cell": [1, 1]}
        found = good(client.post("/api/edit", {**body, "edit": change}))
        assert (found["title"], found["known"]) == (title, {})
        assert f"title: {title}\n" in found["text"]
        body["text"] = found["text"]
