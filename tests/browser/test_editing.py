"""Boards are changed in a browser: on the board by mouse and by keys alone, and as text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from browsing import DIGITS, Open, Player, expect, on_board

import pyasp_puzzles as pp
from pyasp_puzzles.boards.edit import Change, changed
from pyasp_puzzles.boards.play import MoveError
from pyasp_puzzles.boards.registry import find_puzzle, shipped_names
from pyasp_puzzles.core.errors import InstanceError

pytestmark = pytest.mark.browser

DOMINOES = "#/pips/document"

LAID_OUT = """() => {
    const { clientWidth, clientHeight, dataset } = document.querySelector("#board");
    return dataset.size === `${clientWidth} ${clientHeight}`;
}"""
"""Whether the board has the size of its place: it is drawn again a little after that changes."""


EDITED = [name for name in shipped_names() if find_puzzle(name).edit]


def begin(page: Any) -> None:
    page.click("#edit-button")
    expect(page.locator("#said")).to_have_text("Edit mode.")


def choose(page: Any, clue: str, value: str) -> None:
    """Choose a clue and its value by the mouse, or type the value."""
    page.click(f'#edit-kinds button[data-value="{clue}"]')
    choice = page.locator(f'#edit-choices button:text-is("{value}")')
    if choice.count():
        choice.click()
    else:
        page.fill("#edit-value", value)


def put(page: Any, cell: str, words: str) -> None:
    """Click a cell, and wait for what the page says."""
    page.click(f'#board .hit[data-cell="{cell}"]')
    expect(page.locator("#said")).to_have_text(words)


def change(page: Any, clue: str, value: str, cell: str, words: str) -> None:
    """Choose a clue and its value, and put it on a cell."""
    choose(page, clue, value)
    put(page, cell, words)


def hear(page: Any, key: str, words: str | re.Pattern[str]) -> None:
    """Press a key, and wait for what the page says."""
    page.keyboard.press(key)
    expect(page.locator("#said")).to_have_text(words)


def tab_to(page: Any, element: str) -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(200):
        if page.evaluate("(which) => document.activeElement?.matches(which)", element):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {element}")


def begin_by_keys(page: Any) -> Player:
    """Enter edit mode by keys, which leads to the board."""
    tab_to(page, "#edit-button")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Edit mode.")
    player = Player(page)
    assert player.focused()
    return player


def text(page: Any) -> str:
    found = page.input_value("#edit-text")
    assert isinstance(found, str)
    return found


def solve(page: Any, place: str) -> None:
    page.click('[data-ask="solve"]')
    expect(page.locator("#series-place")).to_contain_text(place)


def test_a_digit_and_a_view_are_changed_by_mouse_and_the_board_is_solved(opened: Open) -> None:
    page = opened(DIGITS)
    begin(page)
    change(page, "digit", "3", "1,4", "Digit 3 on row 1, column 4.")
    change(page, "digit", "remove", "1,3", "Digit removed from row 1, column 3.")
    change(page, "view", "9", "2,0", "View 9 left of row 2.")
    change(page, "view", "1", "5,4", "View 1 below column 4.")
    assert "    ...3\n" in text(page)
    assert "bottom: . . . 1\nleft: . 9 . ." in text(page)
    assert "answers" not in text(page)
    page.click("#edit-play")
    expect(page.locator("#edit")).to_be_hidden()
    expect(page.locator("#about")).not_to_contain_text("one answer")
    solve(page, "Answer 1 of")


def test_a_digit_and_a_view_are_changed_by_keys_alone_and_the_board_is_solved(opened: Open) -> None:
    page = opened(DIGITS)
    player = begin_by_keys(page)
    press = page.keyboard.press
    player.go("1,4")
    hear(page, "3", "Digit 3 on row 1, column 4.")
    player.go("1,3")
    hear(page, "Delete", "Digit removed from row 1, column 3.")
    player.go("2,0")
    press("9")  # only a view can stand here, and its number is typed
    expect(page.locator("#edit-value")).to_be_focused()
    expect(page.locator("#edit-set")).to_have_text("Set left of row 2")
    hear(page, "Enter", "View 9 left of row 2.")
    assert player.focused() == "2,0"
    hear(page, "Control+z", "Undone.")
    hear(page, "Control+y", "Redone.")
    assert "    ...3\n" in text(page)
    assert "left: . 9 . ." in text(page)
    tab_to(page, "#edit-play")
    press("Enter")
    expect(page.locator("#edit")).to_be_hidden()
    solve(page, "Answer 1 of")


def test_a_rule_and_a_region_of_pips_are_changed_by_keys_alone_and_the_board_is_solved(
    opened: Open,
) -> None:
    page = opened(DOMINOES)
    player = begin_by_keys(page)
    press = page.keyboard.press
    player.go("3,1")
    hear(page, "l", "Region l on row 3, column 1.")
    hear(page, "]", "Rule is chosen.")
    press("=")
    expect(page.locator("#edit-value")).to_have_value("=")
    hear(page, "Enter", "Rule equals on row 3, column 1, region l.")
    player.go("1,1")
    press("Enter")  # no value is chosen: the page asks for one
    expect(page.locator("#edit-value")).to_be_focused()
    page.keyboard.type("sum 6")
    hear(page, "Enter", "Rule sum 6 on row 1, column 1, region a.")
    assert "    b l equals\n" in text(page)
    tab_to(page, "#edit-play")
    press("Enter")
    expect(page.locator("#edit")).to_be_hidden()
    solve(page, "Answer 1 of 1 in all")


def test_cells_come_and_go_in_pairs_and_the_dominoes_are_typed(opened: Open) -> None:
    page = opened(DOMINOES)
    begin(page)
    before = text(page).split("board:")[1]
    change(page, "add", "right 2-5", "2,2", "Add right 2-5 on row 2, column 2.")
    assert "    lAAb\n" in text(page)
    field = page.get_by_label(re.compile("^Dominoes"))
    expect(field).to_have_value("1-1, 1-5, 1-6, 2-4, 2-5, 2-6, 4-4")
    field.fill("1-1, 1-5, 1-6, 2-4, 0-0, 2-6, 4-4")
    field.press("Enter")
    expect(page.locator("#said")).to_have_text("Dominoes: 0-0, 1-1, 1-5, 1-6, 2-4, 2-6, 4-4.")
    expect(field).to_be_focused()
    field.fill("1-1")
    field.press("Enter")
    expect(page.locator("#said")).to_contain_text("expected half as many dominoes as cells.")
    change(page, "take", "right", "2,2", "Take right on row 2, column 2.")
    assert text(page).split("board:")[1] == before


def test_the_board_follows_the_text_and_the_text_the_board(opened: Open) -> None:
    page = opened(DIGITS)
    begin(page)
    page.fill("#edit-text", text(page).replace("..1.", "..13").replace("odd", "even"))
    expect(page.locator('#board .hit[data-cell="1,4"]')).to_have_attribute(
        "aria-label", "row 1, column 4: digit 3"
    )
    expect(page.locator("#title")).to_have_text("Three even digits")
    change(page, "digit", "5", "1,1", "Digit 5 on row 1, column 1.")
    assert "    5.13\n" in text(page)
    page.click("#edit-close")
    expect(page.locator("#edit")).to_be_hidden()
    expect(page.locator("#title")).to_have_text("Three odd digits")
    assert page.locator('#board .hit[data-cell="1,1"]').get_attribute("aria-label") == (
        "row 1, column 1"
    )


def test_a_broken_text_shows_its_line_and_leaves_the_board_of_the_last_good_one(
    opened: Open,
) -> None:
    page = opened(DIGITS)
    begin(page)
    choose(page, "digit", "3")
    good, board = text(page), page.locator("#board").inner_html()
    page.fill("#edit-text", good.replace("size: 4", "size: four"))
    expect(page.locator("#edit-lines mark")).to_have_text("3")
    expect(page.locator("#edit-error")).to_contain_text("line 3")
    expect(page.locator("#stale")).to_be_visible()
    assert page.locator("#board").inner_html() == board
    put(page, "1,1", "Correct line 3 of the text first, or undo.")
    page.click("#edit-play")
    expect(page.locator("#edit")).to_be_visible()
    page.click("#edit-undo")
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#edit-text")).to_have_value(good)
    expect(page.locator("#edit-error")).to_be_empty()
    put(page, "1,1", "Digit 3 on row 1, column 1.")


def test_edit_mode_fits_on_a_phone_and_names_each_cell_and_field(opened: Open) -> None:
    page = opened(DOMINOES, viewport={"width": 360, "height": 740}, more=False)
    page.click("#more-button")
    begin(page)
    choose(page, "rule", "sum 3")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    places = page.locator("#board .hit.open")
    assert places.count() == 12
    page.locator("#board svg").evaluate("svg => svg.classList.add('old')")
    page.set_viewport_size({"width": 800, "height": 740})
    expect(page.locator("#board svg.old")).to_have_count(0)  # drawn again for the new width
    assert places.count() == 12
    main = page.locator("#edit-play").evaluate("it => getComputedStyle(it).backgroundColor")
    chosen = page.locator('#edit-kinds [aria-pressed="true"]')
    chosen.hover()
    expect(chosen).to_have_css("background-color", main)
    labels = page.locator("#board .hit").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert "row 4, column 4: region f, rule sum 11" in labels
    assert "row 2, column 2: nothing" in labels
    assert "above column 4: nothing" in labels
    for name in ("Value of rule", "Text of the board", re.compile("^Dominoes")):
        expect(page.get_by_role("textbox", name=name)).to_be_visible()


def test_changes_that_were_not_played_are_there_after_a_reload_until_they_are_put_back(
    opened: Open,
) -> None:
    page = opened(DIGITS)
    begin(page)
    change(page, "digit", "5", "1,1", "Digit 5 on row 1, column 1.")
    changed = text(page)
    page.reload()
    page.click("#edit-button")
    expect(page.locator("#said")).to_contain_text("Your last changes are back")
    assert text(page) == changed
    page.click("#edit-undo")
    expect(page.locator("#said")).to_have_text("Undone.")
    assert "    ..1.\n" in text(page)
    page.click("#edit-redo")
    page.click("#edit-close")
    begin(page)
    assert "    ..1.\n" in text(page)


def test_a_region_is_painted_by_dragging_the_mouse(opened: Open) -> None:
    page = opened(DOMINOES)
    begin(page)
    choose(page, "region", "A")
    page.wait_for_function(LAID_OUT)
    boxes = [page.locator(f'#board .hit[data-cell="4,{n}"]').bounding_box() for n in range(1, 5)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for x, y in middles[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()
    expect(page.locator("#edit-text")).to_have_value(re.compile("\n    AAAA\n"))
    page.keyboard.press("Control+z")  # a click so soon would be taken for the end of the drag
    expect(page.locator("#edit-text")).to_have_value(re.compile("\n    AAAf\n"))


def first_changes(name: str) -> list[tuple[Change, str]]:
    """A change of each clue that stands on cells and has choices, and the text after it."""
    puzzle, instance = find_puzzle(name), pp.load(name)
    form = puzzle.edit
    assert form
    found = []
    for clue in form.clues(instance):
        tried = (
            Change(clue.name, choice, cell)
            for cell in form.values(instance, clue.name)
            for choice in clue.choices
            if clue.scope == "cell"
        )
        for change in tried:
            try:
                now = changed(form, instance, change)
            except (MoveError, InstanceError):
                continue
            if now != instance:
                own = instance.title != puzzle.title  # any board may be called as its puzzle
                title = f"{instance.title} (changed)" if own else instance.title
                found.append((change, puzzle.format(replace(now, title=title))))
                break
    return found


@pytest.mark.parametrize("name", EDITED)
def test_each_clue_of_each_puzzle_is_changed_on_the_board_and_undone(
    opened: Open, name: str
) -> None:
    changes = first_changes(name)
    if not changes:
        pytest.skip("its clues are typed, or stand beside the board")
    page = opened(f"#/{name}/{next(iter(find_puzzle(name).instance_files()))}")
    begin(page)
    before = text(page)
    for change, after in changes:
        kind = page.locator(f'#edit-kinds button[data-value="{change.clue}"]')
        if kind.is_visible():  # no choice where there is one kind only
            kind.click()
        choice = page.locator(f'#edit-choices button:text-is("{change.value}")')
        if choice.get_attribute("aria-pressed") != "true":
            choice.click()
        page.locator(
            f'#board .hit[data-cell="{",".join(map(str, change.cell or ()))}"]'
        ).first.click()
        expect(page.locator("#edit-text")).to_have_value(after)
        page.click("#edit-undo")
        expect(page.locator("#edit-text")).to_have_value(before)


def test_a_packing_without_corners_is_made_by_mouse_and_solved(opened: Open) -> None:
    page = opened("#/packing/straights_6x6")
    begin(page)
    choose(page, "cell", "remove")
    put(
        page,
        "1,1,0",
        "The pieces would have 36 blocks, and the space 35 cells; make the fit loose first.",
    )
    page.click('#edit-whole button:text-is("loose")')
    expect(page.locator("#said")).to_have_text("Fit loose.")
    for row, column in ((1, 1), (1, 6), (6, 1), (6, 6)):
        put(page, f"{row},{column},0", f"Cell removed from row {row}, column {column}.")
    change(page, "copies", "8", "1,0,0,0", "Copies 8 on piece I, row 2, column 2, piece name I.")
    page.click('#edit-whole button:text-is("exact")')
    expect(page.locator("#said")).to_have_text("Fit exact.")
    assert "board:\n    .####.\n    ######\n" in text(page)
    assert "piece I x8:\n" in text(page)
    page.click("#edit-play")
    solve(page, "Answer 1 of")


def test_a_packing_gets_a_given_piece_that_is_turned_by_keys_alone(opened: Open) -> None:
    page = opened("#/packing/pentominoes_6x10")
    player = begin_by_keys(page)
    press = page.keyboard.press
    player.go("2,2,0")
    hear(page, "]", "Given is chosen.")
    hear(page, "w", re.compile(r"^Given W on row 2, column 2"))
    first = text(page)
    hear(page, "]", "Turn is chosen.")
    hear(page, "Enter", "Turn once on row 2, column 2.")
    assert text(page) != first
    assert text(page).count("W") == first.count("W") == 5
    press("[")
    hear(page, "Delete", re.compile("^Given removed from row 2, column 2"))
    assert "given:" not in text(page)


def test_an_edge_matching_board_is_painted_while_its_pieces_lie(opened: Open) -> None:
    page = opened("#/eternity/document_3x3")
    begin(page)
    choose(page, "hint", "1 3")
    put(
        page,
        "1,1",
        "Hint 1 3 on row 1, column 1, upper side 0, right side 1, lower side 1, left side 0.",
    )
    choose(page, "hint", "5")
    put(
        page,
        "1,2",
        "Hint 5 on row 1, column 2, upper side 0, right side 1, lower side 3, left side 2.",
    )
    choose(page, "right side", "7")
    page.click('#board .hit[data-cell="1,1"]')
    expect(page.locator("#edit-text")).to_have_value(re.compile("pieces:\n    0 0 7 1\n"))
    assert "    0 1 3 7\n" in text(page)
    page.click('#edit-whole button:text-is("remove all")')
    expect(page.locator("#said")).to_have_text("Hints remove all.")
    assert "hints:" not in text(page)
    frame = page.locator("#edit-whole label", has_text="frame").locator("input")
    frame.fill("")
    frame.press("Enter")
    expect(page.locator("#said")).to_have_text("Frame: removed.")


def test_on_a_phone_a_large_picture_is_readable_and_shows_where_a_clue_stands(opened: Open) -> None:
    page = opened("#/packing/three_given_6x10", viewport={"width": 360, "height": 740}, more=False)
    page.click("#more-button")
    begin(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator('#board .hit[data-cell="2,2,0"]').bounding_box()
    assert box["width"] >= 20
    page.click('#edit-kinds button[data-value="copies"]')
    shown = page.locator("#board").bounding_box()
    piece = page.locator("#board .hit.open").first.bounding_box()
    assert shown["y"] <= piece["y"] <= shown["y"] + shown["height"] - piece["height"]


def test_known_counts_of_the_board_before_go_when_its_text_is_changed(opened: Open) -> None:
    page = opened(DIGITS)
    about = page.locator("#about")
    expect(about).to_contain_text("one answer")
    begin(page)
    assert "answers: 1\n" in text(page)
    page.fill("#edit-text", text(page).replace("odd", "even"))
    expect(page.locator("#said")).to_contain_text("The board follows the text")
    expect(about).to_contain_text("one answer")  # another title makes no other board
    page.fill("#edit-text", text(page).replace("..1.", "...."))
    expect(about).not_to_contain_text("one answer")
    page.fill("#edit-text", text(page) + "% a comment\n")
    expect(page.locator("#said")).to_contain_text("The board follows the text")
    expect(about).not_to_contain_text("one answer")
    page.click("#edit-play")
    expect(page.locator("#edit")).to_be_hidden()
    expect(about).not_to_contain_text("one answer")
    expect(page.locator("#title")).to_have_text("Three even digits")
    begin(page)
    assert "answers" not in text(page)


def test_questions_are_answered_about_the_board_that_is_edited(opened: Open) -> None:
    page = opened(DIGITS)
    played = on_board(page)
    begin(page)
    change(page, "digit", "remove", "3,3", "Digit removed from row 3, column 3.")
    edited = on_board(page)
    page.click('[data-ask="unique"]')
    expect(page.locator("#result")).to_contain_text("not unique")
    expect(page.locator("#series-place")).to_contain_text("Picture 1 of")
    page.click('[data-ask="solve"]')
    expect(page.locator("#series-place")).to_contain_text("Answer 1 of")
    said = page.inner_text("#said")
    page.locator('#board .hit[data-cell="1,1"]').click()  # of an answer: it changes nothing
    page.keyboard.press("5")
    assert page.inner_text("#said") == said
    page.click("#series-close")
    assert on_board(page) == edited
    page.click('[data-ask="rate"]')
    expect(page.locator("#result")).not_to_be_empty()
    change(page, "digit", "5", "3,3", "Digit 5 on row 3, column 3.")
    expect(page.locator("#result")).to_be_empty()
    page.click('[data-ask="explain"]')
    expect(page.locator("#step .step-number")).to_have_text("Step 1")
    page.click("#edit-close")
    expect(page.locator("#series")).to_be_hidden()
    assert on_board(page) == played


def test_a_changed_board_loses_its_title_until_the_change_is_taken_back(opened: Open) -> None:
    page = opened(DIGITS)
    title = page.locator("#title")
    begin(page)
    change(page, "digit", "5", "1,1", "Digit 5 on row 1, column 1.")
    expect(title).to_have_text("Three odd digits (changed)")
    page.click("#edit-undo")
    expect(title).to_have_text("Three odd digits")
    page.click("#edit-redo")
    page.click("#edit-play")
    expect(page.locator("#edit")).to_be_hidden()
    expect(title).to_have_text("Three odd digits (changed)")
    assert page.title().startswith("Three odd digits (changed)")


def test_a_number_grid_gets_another_size_on_the_board(opened: Open) -> None:
    page = opened(DIGITS)
    begin(page)
    size = page.locator("#edit-whole label", has_text="size").locator("input")
    size.fill("5")
    size.press("Enter")
    expect(page.locator("#said")).to_have_text("Size 5.")
    expect(page.locator('#board .hit[data-cell="5,5"]')).to_have_count(1)
    assert "size: 5\n" in text(page)
    page.click("#edit-undo")
    expect(page.locator('#board .hit[data-cell="5,5"]')).to_have_count(0)
    assert "size: 4\n" in text(page)


def test_a_board_that_may_stay_empty_says_how_far_it_is(opened: Open) -> None:
    page = opened("#/packing/soma")
    standing = page.locator("#standing")
    expect(standing).to_have_text("0 of 27 cells.")
    begin(page)
    page.fill("#edit-text", "board:\n  ++\n  ++\npiece I x0-2:\n  ##\n")
    page.click("#edit-play")
    expect(standing).to_have_text(
        "0 of 2 pieces. This is an answer; more may be laid, but nothing has to."
    )
