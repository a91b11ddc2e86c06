"""What happens on the page while something else is under way, or after something went wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import (
    DIGITS,
    LONG,
    Open,
    Player,
    answer_laid,
    cell_text,
    expect,
    on_board,
    without_list,
)

pytestmark = pytest.mark.browser


def test_progress_is_kept_where_the_server_was_busy_when_the_page_came_back(opened: Open) -> None:
    page = opened(DIGITS)
    player = Player(page)
    for laid in answer_laid("twenty_four_seven", "four")[:3]:
        player.lay_by_clicks(laid)
    before = on_board(page)

    def busy(route: Any) -> None:
        if "partial" in (route.request.post_data_json or {}):
            body = json.dumps({"error": "too many boards wait"})
            route.fulfill(status=429, content_type="application/json", body=body)
        else:
            route.continue_()

    page.route("**/api/board", busy)
    with page.expect_response(lambda found: found.status == 429):
        page.reload()
    expect(page.locator("#undo")).to_be_enabled()
    assert on_board(page) == before
    page.unroute("**/api/board")
    page.reload()
    expect(page.locator("#undo")).to_be_enabled()
    assert on_board(page) == before


def test_a_hint_that_comes_after_the_next_move_does_not_hide_that_move(opened: Open) -> None:
    page = opened(DIGITS)
    player = Player(page)
    first, *_ = answer_laid("twenty_four_seven", "four")
    held: list[Any] = []
    page.route("**/api/jobs/*/events", lambda route: held.append(route))
    with page.expect_request("**/api/jobs/*/events"):
        page.click("#hint")
    player.lay_by_clicks(first)
    expect(page.locator("#said")).to_contain_text(f"{first.tool} on")
    laid = on_board(page)
    expect(page.locator("#job")).to_be_hidden()
    held[0].abort()
    expect(page.locator("#result")).to_be_empty()
    assert on_board(page) == laid


def test_a_question_is_answered_that_is_asked_while_edit_mode_opens(opened: Open) -> None:
    page = opened(DIGITS)
    held: list[Any] = []
    page.route("**/api/edit", lambda route: held.append(route))
    with page.expect_request("**/api/edit"):
        page.click("#edit-button")
    page.click('[data-ask="unique"]')
    page.wait_for_timeout(300)  # time for an answer that would come too early, and be lost
    held[0].continue_()
    expect(page.locator("#result")).to_contain_text("unique")


def test_a_question_is_answered_that_is_asked_while_generating_waits_for_a_stop(
    opened: Open,
) -> None:
    page = opened(LONG)
    expect(page.locator("#board svg")).to_be_visible()
    page.click('[data-ask="count"]')
    expect(page.locator("#job-text")).to_contain_text("answer")
    held: list[Any] = []

    def hold(route: Any) -> None:
        if route.request.method == "DELETE" and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/jobs/*", hold)
    with page.expect_request(lambda asked: asked.method == "DELETE"):
        page.click("#generate-button")
        page.click("#new-make")
    started: list[str] = []
    page.on(
        "request",
        lambda asked: (
            started.append(asked.post_data_json["kind"])
            if asked.method == "POST" and asked.url.endswith("/api/jobs")
            else None
        ),
    )
    page.click('[data-ask="solve"]')
    expect(page.locator("#series")).to_be_visible()
    expect(page.locator("#series-place")).to_contain_text("of 10")
    expect(page.locator("#job")).to_be_hidden()
    with page.expect_response(lambda found: found.request.method == "DELETE"):
        held[0].continue_()
    page.evaluate("async () => { await fetch('/api/state'); }")  # what the stop let go is asked now
    assert started == ["solve"]


def test_a_question_that_comes_while_a_move_is_on_its_way_is_about_the_board_after_it(
    opened: Open,
) -> None:
    page = opened()
    without_list(page)
    page.goto(f"{page.url.partition('#')[0]}{DIGITS}")
    expect(page.locator("#board .hit").first).to_be_visible()
    first, *_ = answer_laid("twenty_four_seven", "four")
    held: list[Any] = []
    page.route("**/api/move", lambda route: held.append(route))
    player = Player(page)
    player.tool(first.tool).click()
    with page.expect_request("**/api/move"):
        player.hit(cell_text(first)).click()
    page.click('[data-ask="check"]')
    with page.expect_request("**/api/jobs") as asked:
        held[0].continue_()
    atom = "value({},{},{})".format(*first.cell, first.tool)
    assert atom in asked.value.post_data_json["partial"]["atoms"]
    expect(page.locator("#result")).to_contain_text("right so far")


def test_notes_that_were_cleared_come_back_with_undo(opened: Open) -> None:
    page = opened(DIGITS)
    first, *_ = answer_laid("twenty_four_seven", "four")
    cell = cell_text(first)
    player = Player(page)
    page.click("#pencil")
    player.tool(first.tool).click()
    player.hit(cell).click()
    expect(page.locator("#said")).to_contain_text("Notes in")
    noted = on_board(page)
    assert any("notes" in cell for cell in noted)
    page.click("#clear")
    expect(page.locator("#said")).to_have_text("The board is empty.")
    page.click("#undo")
    expect(page.locator("#said")).to_have_text("Undone.")
    assert on_board(page) == noted
    page.click("#undo")
    expect(page.locator("#undo")).to_be_disabled()
    assert on_board(page) != noted
