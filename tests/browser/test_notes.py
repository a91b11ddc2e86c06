"""Notes that fill themselves, by the server, by a published file, and by the page alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import Open, Player, answer_laid, cell_text, expect

from pyasp_puzzles.publishing.site import boards_of, publish

pytestmark = pytest.mark.browser


def notes(page: Any) -> dict[str, list[str]]:
    """The notes of each cell, as it is read out."""
    labels = page.locator("#board .hit").evaluate_all(
        "all => all.map((each) => [each.dataset.cell, each.getAttribute('aria-label')])"
    )
    split = ((cell, label.partition("; notes ")[2].split()) for cell, label in labels)
    return {cell: words for cell, words in split if words}


def fill(page: Any) -> dict[str, list[str]]:
    if page.get_attribute("#pencil", "aria-pressed") == "false":
        page.click("#pencil")
    page.click("#fill-notes")
    expect(page.locator("#said")).to_contain_text("Notes on ")
    return notes(page)


def test_notes_fill_themselves_and_undo_takes_them_back(opened: Open) -> None:
    page = opened("#/sudoku/four")
    every = answer_laid("sudoku", "four")
    before = fill(page)
    assert all(laid.tool in before[cell_text(laid)] for laid in every)
    assert any(len(words) < 4 for words in before.values())
    page.click("#pencil")
    Player(page).lay_by_clicks(every[0])
    after = fill(page)
    assert set(before) - set(after) == {cell_text(every[0])}
    row, _ = every[0].cell
    same_row = [cell for cell in after if cell.startswith(f"{row},")]
    assert all(every[0].tool not in after[cell] for cell in same_row)
    page.click("#undo")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#said")).to_have_text("Undone.")
    assert notes(page) == {}


def test_colours_stay_when_notes_are_filled(opened: Open) -> None:
    page = opened("#/sudoku/four")
    [laid, *_] = answer_laid("sudoku", "four")
    page.click("#pencil")
    page.locator("#colours .red").click()
    Player(page).hit(cell_text(laid)).click()
    assert "red" in fill(page)[cell_text(laid)]


@pytest.mark.parametrize(("name", "board"), [("pips", "document"), ("packing", "soma")])
def test_pieces_are_noted_on_the_places_that_they_can_cover(
    opened: Open, name: str, board: str
) -> None:
    page = opened(f"#/{name}/{board}")
    before = fill(page)
    first = answer_laid(name, board)[0]
    page.click("#pencil")
    Player(page).lay_by_clicks(first)
    after = fill(page)
    assert cell_text(first) in before
    assert not any(first.tool in words for words in after.values()), "no copy is left"
    assert cell_text(first) not in after


def test_without_a_network_the_places_and_pieces_say_what_fits(opened: Open) -> None:
    page = opened("#/sudoku/four")
    expect(page.locator("#standing")).to_contain_text("cells")
    page.route("**/api/candidates", lambda route: route.abort("internetdisconnected"))
    found = fill(page)
    expect(page.locator("#said")).to_contain_text("the rules cannot be asked now")
    assert all(words == list("1234") for words in found.values())


def test_a_published_board_knows_what_excludes_what(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publish(str(folder), boards_of(["sudoku:four"]))
    page = browser.new_page()
    page.goto(f"{(folder / 'index.html').as_uri()}#/sudoku/four")
    page.wait_for_selector("#play:not([hidden])")
    every = answer_laid("sudoku", "four")
    Player(page).lay_by_clicks(every[0])
    found = fill(page)
    row, _ = every[0].cell
    assert all(laid.tool in found[cell_text(laid)] for laid in every[1:])
    assert not any(every[0].tool in found[cell] for cell in found if cell.startswith(f"{row},"))
    page.close()
