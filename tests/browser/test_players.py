"""What players need: moves without a network, one screen, hints, notes, days, statistics."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browsing import DIGITS, Open, Player, answer_laid, cell_text, expect, on_board, small_board

pytestmark = pytest.mark.browser

KINDS = ("akari", "nurikabe", "shikaku", "skyscrapers", "slitherlink", "pips")
"""A puzzle for each kind of marks: objects, shaded cells, divisions, numbers, lines and pieces."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DONE = "Done: the whole board is right."


def hold(page: Any) -> list[Any]:
    """Let the server answer nothing; returns what it is asked."""
    held: list[Any] = []
    page.route("**/api/**", lambda route: held.append(route))
    return held


def box_of(part: Any) -> Any:
    """Where a part of the page is, also while it is drawn anew."""
    while not (box := part.bounding_box()):
        part.page.wait_for_timeout(50)
    return box


def finished(page: Any, name: str = "twenty_four_seven", board: str = "four") -> None:
    player = Player(page)
    for laid in answer_laid(name, board):
        player.lay_by_clicks(laid)
    expect(page.locator("#said")).to_contain_text(DONE)


@pytest.mark.parametrize("name", KINDS)
def test_moves_undo_and_notes_need_no_answer_of_the_server(opened: Open, name: str) -> None:
    page = opened(f"#/{name}/{small_board(name)}")
    player, every = Player(page), answer_laid(name, small_board(name))
    player.lay_by_clicks(every[0])
    held = hold(page)
    before = on_board(page)
    for laid in every[1:3]:
        player.lay_by_clicks(laid)
    assert page.locator("#board .laid").count() > 0
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#said")).to_have_text("Undone.")
    page.click("#pencil")
    page.locator("#board .hit").first.focus()
    page.keyboard.press("Escape")  # no tool is chosen
    player.tool(every[1].tool).click()
    player.hit(cell_text(every[1])).click()
    expect(page.locator("#said")).to_contain_text("Notes in")
    page.click("#undo")
    assert {word.split(":")[0] for word in on_board(page)} == {w.split(":")[0] for w in before}
    boards = [route for route in held if route.request.url.endswith("/api/board")]
    assert len(boards) <= 1, "a move waits for no other"


@pytest.mark.parametrize("name", KINDS)
def test_a_board_is_played_to_its_end_without_a_network(opened: Open, name: str) -> None:
    page = opened(f"#/{name}/{small_board(name)}", service_workers="allow")
    player, every = Player(page), answer_laid(name, small_board(name))
    player.lay_by_clicks(every[0])
    kept = "caches.match(document.querySelector('script[src]').src, {ignoreVary: true})"
    page.evaluate(f"""async () => {{
        while (!(await {kept})) await new Promise((resolve) => setTimeout(resolve, 100));
    }}""")
    page.context.set_offline(True)
    for laid in every[1:-1]:
        player.lay_by_clicks(laid)
    expect(page.locator("#standing")).to_contain_text("The server does not answer")
    page.click("#hint")
    expect(page.locator("#error")).to_contain_text("The server does not answer")
    expect(page.locator("#hint")).to_have_text("Hint")  # one that was not given does not count
    page.reload()
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("#board .laid").first).to_be_attached()
    player.lay_by_clicks(every[-1])
    page.context.set_offline(False)
    expect(page.locator("#said")).to_contain_text(DONE)


def test_all_that_one_needs_to_play_is_on_one_screen(opened: Open) -> None:
    for name in KINDS:
        page = opened(f"#/{name}/{small_board(name)}", more=False, **PHONE)
        expect(page.locator("#tools button").first).to_be_visible()
        high, seen = page.evaluate("""() => [
            document.documentElement.scrollHeight - innerHeight,
            [...document.querySelectorAll("a, button, input, select, summary")].filter((each) =>
                each.checkVisibility() && !each.closest("#tools") && !each.matches(".skip")).length,
        ]""")
        assert high <= 0, name
        assert seen <= 6 + 2, (name, "the way back and the rules, and six controls")
        for part in ("#board", "#moves", "#tools"):
            box = page.locator(part).bounding_box()
            assert box["y"] + min(box["height"], 40) <= 740, (name, part)


def test_the_board_fills_the_height_that_there_is(opened: Open) -> None:
    page = opened("#/eternity/framed_4x4", more=False, viewport={"width": 1280, "height": 800})
    box = page.locator("#board svg").bounding_box()
    assert box["height"] > 560


def test_one_button_says_where_then_which_rule_then_the_step(opened: Open) -> None:
    page = opened(DIGITS)
    hint, said = page.locator("#hint"), page.locator("#result")
    words = []
    for after in ("Hint: rule", "Hint: step", "Hint: step"):
        hint.click()
        expect(hint).to_have_text(after)
        expect(page.locator("#job")).to_be_hidden()
        expect(said).not_to_be_empty()
        words.append(said.inner_text())
    assert len(set(words)) == 3
    Player(page).lay_by_clicks(answer_laid("twenty_four_seven", "four")[0])
    expect(hint).to_have_text("Hint")


def test_done_is_a_moment_with_the_next_board_at_a_key(opened: Open) -> None:
    page = opened(DIGITS)
    page.click("#hint")
    expect(page.locator("#result")).not_to_be_empty()
    finished(page)
    expect(page.locator("#done")).to_be_visible()
    expect(page.locator("#done-words")).to_have_text(re.compile(r"^Time \d+:\d\d, 1 hint\."))
    following = page.locator("#done-next").get_attribute("href")
    page.locator("#board .hit").first.focus()
    page.keyboard.press("n")
    page.wait_for_url(f"**/{following}")
    expect(page.locator("#done")).to_be_hidden()


def test_the_gallery_marks_what_was_played_and_filters_by_size_and_grade(opened: Open) -> None:
    page = opened("#/sudoku/four")
    finished(page, "sudoku", "four")
    page.goto(page.url.partition("#")[0] + "#/sudoku/six")
    Player(page).lay_by_clicks(answer_laid("sudoku", "six")[0])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.click("#more-button")  # it closed on the second board
    page.click("#to-gallery")
    card = page.locator('#cards li[data-name="sudoku/four"]')
    expect(card.locator(".played")).to_contain_text("solved in")
    assert re.match("Sudoku 4x4, ", card.locator("strong").text_content() or "")
    assert "one answer" in (card.text_content() or "")
    for list_, value in (("which", "Numbers"), ("size", "small"), ("played", "solved")):
        page.select_option(f"#{list_}", value)
    expect(page.locator("#found")).to_have_text("1 board")
    page.select_option("#played", "")
    page.select_option("#grade", "easy")
    for item in page.locator("#cards li:visible").all():
        assert item.get_attribute("data-grade") == "easy"
        assert item.get_attribute("data-size") == "small"
    expect(page.locator("#stats-rows")).to_contain_text("Sudoku")


def test_the_gallery_takes_few_requests_and_bytes(opened: Open) -> None:
    page = opened("#/nowhere")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(page.url.partition("#")[0])
    page.reload()
    sizes.clear()
    session.send("Network.clearBrowserCache")
    page.reload()
    expect(page.locator("#cards svg").first).to_be_visible()
    page.evaluate("async () => { await fetch('/api/state'); }")
    print(f"\n{len(sizes) - 1} requests, {sum(sizes) / 1000:.0f} kB")
    assert len(sizes) - 1 <= 12
    assert sum(sizes) <= 120_000


def test_notes_and_colours_stand_on_any_place(opened: Open) -> None:
    page = opened("#/slitherlink/empty_3x3")
    page.click("#pencil")
    page.click("#colours .violet")
    edge = page.locator('#board .hit[data-kind="edge"]').first
    edge.click(force=True)
    expect(page.locator("#board .note-colour.violet")).to_have_count(1)
    page.locator("#board .hit:not([data-kind])").first.click()
    expect(page.locator("#board .note-colour.violet")).to_have_count(2)
    page.reload()
    expect(page.locator("#board .note-colour.violet")).to_have_count(2)
    page.click("#undo")
    expect(page.locator("#board .note-colour.violet")).to_have_count(1)


def test_a_drag_lays_a_tool_on_each_cell_and_takes_it_again(opened: Open) -> None:
    page = opened("#/nurikabe/five")
    page.locator("#tools button").first.click()
    boxes = [page.locator(f'#board .hit[data-cell="{row},2"]').bounding_box() for row in (2, 3, 4)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]

    def drag() -> None:
        page.mouse.move(*middles[0])
        page.mouse.down()
        for at in middles:
            page.mouse.move(*at, steps=4)
        page.mouse.up()

    shaded = page.locator('#board .hit[aria-label*="#"], #board .hit[aria-label*="shaded"]')
    free = shaded.count()
    drag()
    expect(shaded).to_have_count(free + 3)
    drag()
    expect(shaded).to_have_count(free)


def test_a_finger_that_rests_takes_what_lies_there(opened: Open) -> None:
    page = opened(DIGITS, **PHONE, more=False)
    laid = answer_laid("twenty_four_seven", "four")[0]
    player = Player(page, taps=True)
    player.lay_by_clicks(laid)
    box = box_of(player.hit(cell_text(laid)))
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#said")).to_contain_text("Taken from")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_make_the_board_larger(opened: Open) -> None:
    page = opened(DIGITS, **PHONE, more=False)
    board = page.locator("#board svg")
    expect(board).to_be_visible()
    before = box_of(board)["width"]
    session = page.context.new_cdp_session(page)

    def touch(kind: str, apart: int) -> None:
        points = [{"x": 180 + way * apart, "y": 250, "id": way + 1} for way in (-1, 1)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    for apart in (50, 60, 70, 80):
        touch("touchMove", apart)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(
        "(before) => document.querySelector('#board svg').clientWidth > 1.3 * before", arg=before
    )


def test_full_lines_are_shown(opened: Open) -> None:
    page = opened("#/sudoku/four")
    player = Player(page)
    for laid in answer_laid("sudoku", "four"):
        if laid.cell[0] == 1:
            player.lay_by_clicks(laid)
    assert page.locator("#board .hit.complete").count() >= 4


@pytest.mark.parametrize("choice", ["rules", "moves"])
def test_moves_are_checked_by_themselves_where_the_player_wants_it(
    opened: Open, choice: str
) -> None:
    page = opened("#/sudoku/four")
    page.select_option("#auto-check", choice)
    right = answer_laid("sudoku", "four")
    wrong = next(each for each in right if each.tool != right[0].tool)
    page.locator("#tools").get_by_role("button", name=wrong.tool, exact=True).click()
    page.locator(f'#board .hit[data-cell="{cell_text(right[0])}"]').click()
    if choice == "moves":
        expect(page.locator("#result")).to_contain_text(re.compile("wrong|no answer"))
    page.click("#undo")
    expect(page.locator("#result")).to_be_empty()


def test_a_link_holds_what_lies_on_the_board_if_asked(opened: Open) -> None:
    page = opened(DIGITS)
    Player(page).lay_by_clicks(answer_laid("twenty_four_seven", "four")[0])
    expect(page.locator("#board .laid")).to_have_count(0)
    before = on_board(page)
    page.click("#share-moves")
    page.wait_for_url(re.compile("&m="))
    other = opened(f"#{page.url.partition('#')[2]}")
    expect(other.locator("#standing")).to_contain_text("3 of 16")
    assert on_board(other) == before


def test_the_board_of_a_day_is_the_same_for_everyone(opened: Open) -> None:
    texts = []
    for _ in range(2):
        page = opened("#/hitori/daily/2026-01-02")
        expect(page.locator("#title")).to_have_text("Hitori, 2026-01-02")
        kept = "Object.entries(localStorage).find(([name]) => name.includes('daily:'))[1]"
        texts.append(json.loads(page.evaluate(kept)))
    assert texts[0] == texts[1]


def test_what_is_kept_goes_to_another_browser_as_a_file(opened: Open, tmp_path: Any) -> None:
    page = opened(DIGITS)
    finished(page)
    page.click("#to-gallery")
    with page.expect_download() as download:
        page.click("#stats-export")
    path = tmp_path / "kept.json"
    download.value.save_as(path)
    other = opened()
    other.set_input_files("#stats-import", path)
    expect(other.locator("#stats-said")).to_contain_text("are taken in.")
    expect(other.locator("#stats-rows")).to_contain_text("Twenty Four Seven")


def test_a_picture_that_comes_while_a_button_is_held_loses_no_click(opened: Open) -> None:
    page = opened(DIGITS)
    held = hold(page)
    first, second, *_ = answer_laid("twenty_four_seven", "four")
    player = Player(page)
    player.lay_by_clicks(first)
    player.tool(second.tool).click()
    box = box_of(player.hit(cell_text(second)))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    while not (asked := [x for x in held if x.request.url.endswith("/api/board")]):
        page.wait_for_timeout(50)  # a slow page keeps its list of boards meanwhile, also held
    with page.expect_response("**/api/board"):
        asked[-1].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    player.wait_laid(second)


def test_a_region_is_drawn_by_dragging_from_its_clue(opened: Open) -> None:
    """Tools are called by what they mean, and a clue chooses its own."""
    page = opened("#/shikaku/six", more=False)
    player = Player(page)
    laid = answer_laid("shikaku", "six")
    home = next(x for x in laid if x.tool == "r{}c{}".format(*x.cell) and x.cell[1] < 6)
    beside = f"{home.cell[0]},{home.cell[1] + 1}"
    first, second_ = (player.hit(cell).bounding_box() for cell in (cell_text(home), beside))
    assert first and second_
    for move, box in (
        (page.mouse.move, first),
        (page.mouse.down, None),
        (page.mouse.move, second_),
    ):
        move(*([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2] if box else []))
    page.mouse.up()
    expect(player.tool(home.tool)).to_have_attribute("aria-pressed", "true")
    word = player.word(home.tool)
    assert re.fullmatch(rf"\d+ at {home.tool}", word) or word == home.tool
    expect(page.locator("#said")).to_contain_text(f"{word} on ")
    expect(page.locator("#standing")).to_contain_text("2 of 36 cells")


@pytest.mark.parametrize(
    ("name", "words"),
    [("akari", ["lamp", "no lamp"]), ("nurikabe", ["shaded", "not shaded"])],
)
def test_tools_are_called_by_what_they_mean(opened: Open, name: str, words: list[str]) -> None:
    page = opened(f"#/{name}/{small_board(name)}", more=False)
    expect(page.locator("#tools .name")).to_have_text(words)


def test_clicks_and_enter_lay_one_sign_after_the_other_without_a_tool(opened: Open) -> None:
    page = opened("#/akari/seven", more=False)
    [laid, *_] = answer_laid("akari", "seven")
    hit = Player(page).hit(cell_text(laid))
    said = page.locator("#said")
    for press in (hit.click, lambda: page.keyboard.press("Enter")):
        for words in ("lamp on ", "no lamp on ", "Taken from "):
            press()
            expect(said).to_contain_text(words)
    expect(page.locator('#tools button[aria-pressed="true"]')).to_have_count(0)


def test_a_drag_without_a_tool_shades_each_cell_and_on_a_shaded_one_marks_it(opened: Open) -> None:
    page = opened("#/nonogram/six", more=False)
    player = Player(page)
    boxes = [box_of(player.hit(f"1,{column}")) for column in (1, 2, 3)]

    def drag() -> None:
        x, y = boxes[0]["x"] + 8, boxes[0]["y"] + boxes[0]["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for box in boxes:
            page.mouse.move(box["x"] + box["width"] / 2, y, steps=4)
        page.mouse.up()

    drag()
    expect(page.locator("#said")).to_contain_text("shaded on row 1, column 3.")
    drag()
    expect(page.locator("#said")).to_contain_text("not shaded on row 1, column 3.")


def test_a_click_without_a_tool_asks_for_one_where_there_are_many(opened: Open) -> None:
    page = opened("#/pips/document", more=False)
    Player(page).hit("1,1").click()
    expect(page.locator("#said")).to_have_text("Choose a tool first.")


def test_a_click_that_comes_before_the_list_of_moves_is_kept(opened: Open) -> None:
    page = opened("#/")
    held: list[Any] = []
    page.route("**/api/hands", lambda route: held.append(route))
    page.goto(page.url.partition("#")[0] + "#/akari/seven")
    Player(page).hit(cell_text(answer_laid("akari", "seven")[0])).click()
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#said")).to_contain_text("lamp on ")
