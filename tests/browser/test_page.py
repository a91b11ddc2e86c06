"""What people do on the page besides playing a board to its end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import DIGITS, Open, Player, answer_laid, cell_text, expect, on_board

from pyasp_puzzles.boards.registry import find_puzzle, shipped_names

pytestmark = pytest.mark.browser


DEGREES = {"vague": "Hint", "clues": "Hint: rule", "full": "Hint: step"}
"""What the button says before it gives a hint of each degree."""


def ask(page: Any, kind: str, degree: str = "") -> None:
    if kind != "hint":
        page.click(f'[data-ask="{kind}"]')
        return
    order = list(DEGREES)
    now = list(DEGREES.values()).index(page.inner_text("#hint"))
    for _ in range(1 + order.index(degree) - now):
        page.click("#hint")


def test_the_gallery_has_every_board_with_a_picture(opened: Open) -> None:
    page = opened()
    boards = sum(len(find_puzzle(name).instance_files()) for name in shipped_names())
    assert page.locator("#cards li").count() >= boards
    page.fill("#filter", "soma")
    expect(page.locator("#found")).to_have_text("1 board")
    picture = page.locator("#cards li:not([hidden]) img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("(image) => image.naturalWidth > 0", arg=picture.element_handle())
    page.locator("#cards li:not([hidden]) a").click()
    expect(page.locator("#title")).to_have_text("Soma cube")


def test_the_gallery_shows_a_board_of_each_puzzle_by_kind_and_all_on_request(opened: Open) -> None:
    page = opened()
    expect(page.locator("#cards > section > h3").first).to_have_text("Numbers")
    shown = page.locator("#cards section[data-puzzle=slitherlink] li:visible")
    expect(shown).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Slitherlink: All")).click()
    expect(shown).to_have_count(len(find_puzzle("slitherlink").instance_files()))


def test_an_address_of_a_web_site_opens_from_the_search_box(opened: Open) -> None:
    page = opened()
    page.fill("#filter", "https://puzz.link/p?slither/5/5/cbcbcdda")
    page.press("#filter", "Enter")
    expect(page.locator("#own-error")).to_contain_text("found the end, expected 1 more of 25")
    page.fill("#filter", "https://puzz.link/p?slither/5/5/cbcbcddad")
    page.press("#filter", "Enter")
    expect(page.locator("#title")).to_have_text("Slitherlink 5x5")
    page.wait_for_url(re.compile("#/slitherlink\\?"))


def test_a_board_says_the_rules_of_its_puzzle(opened: Open) -> None:
    page = opened(DIGITS)
    page.get_by_text("Rules", exact=True).click()
    expect(page.locator("#rules p")).to_be_visible()
    expect(page.locator("#rules p")).to_contain_text("No 2 x 2 block is full")


def test_check_finds_a_wrong_entry(opened: Open) -> None:
    page = opened(DIGITS)
    player = Player(page)
    right = answer_laid("twenty_four_seven", "four")[0]
    digits = find_puzzle("twenty_four_seven").play
    assert digits
    names = page.locator("#tools button").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label'))"
    )
    wrong = next(name for name in names if name.isdigit() and name != right.tool)
    player.lay_by_clicks(right)
    ask(page, "check")
    expect(page.locator("#result")).to_contain_text("right so far")
    player.tool(wrong).click()
    player.hit(cell_text(right)).click()
    expect(page.locator("#said")).to_contain_text(f"{wrong} on")
    ask(page, "check")
    expect(page.locator("#result")).to_contain_text(re.compile("wrong|no answer"))
    expect(page.locator("#result")).not_to_contain_text("right so far")


def _answered(page: Any, known: dict[str, object], ended: str) -> None:
    """Let a job say what is known and then end, before anything else is found."""
    end = {"reason": ended, "exhausted": False}
    events = f"event: known\ndata: {json.dumps(known)}\n\nevent: end\ndata: {json.dumps(end)}\n\n"
    page.route(
        "**/api/jobs/*/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=events),
    )


def test_an_explanation_that_ends_before_a_step_says_what_is_known(opened: Open) -> None:
    page = opened("#/packing/soma")
    said = ["Several answers.", "The answers have nothing in common.", "At least 9 answers."]
    following = "The steps are being searched."
    _answered(page, {"sentences": said, "next": following, "svg": ""}, "stopped")
    ask(page, "explain")
    step = page.locator("#step")
    expect(step).to_contain_text("Ended: stopped.")
    for sentence in said:
        expect(step).to_contain_text(sentence)
    expect(step).not_to_contain_text("being searched")


def test_a_check_says_the_verdict_while_it_searches_the_reason(opened: Open) -> None:
    page = opened("#/packing/soma")
    following = "The reason is being searched."
    _answered(page, {"sentences": ["wrong: here"], "next": following, "svg": ""}, "time limit")
    ask(page, "check")
    expect(page.locator("#result")).to_have_text("wrong: hereEnded: time limit.")


@pytest.mark.parametrize("degree", ["vague", "clues", "full"])
def test_a_hint_is_told_and_shown(opened: Open, degree: str) -> None:
    page = opened(DIGITS)
    before = page.locator("#board svg").inner_html()
    ask(page, "hint", degree)
    expect(page.locator("#result")).not_to_be_empty()
    assert page.locator("#error").inner_text() == ""
    expect(page.locator("#job")).to_be_hidden()
    drawn = "(before) => document.querySelector('#board svg').innerHTML !== before"
    page.wait_for_function(drawn, arg=before)


def test_the_page_says_what_the_signs_on_a_board_mean(opened: Open) -> None:
    page = opened("#/pips/document")
    legend, later = page.locator("#legend"), page.locator("#signs")
    expect(legend).to_contain_text("the pips of the region sum to N")
    expect(later).to_be_empty()
    ask(page, "hint", "full")
    expect(later).to_contain_text("new")
    names = later.locator("p", has_text="The letter behind a rule is the name of its region.")
    expect(names).to_have_count(1)
    lines, signs = page.locator(".legend p"), page.locator(".legend svg")
    assert signs.count() == lines.count() - 1  # it has no sign


def test_a_hint_does_not_come_again_where_nobody_can_lay_what_it_says(opened: Open) -> None:
    """A hint of Pips may say where a domino lies before it says which."""
    page = opened("#/pips/document")
    Player(page).lay_by_clicks(next(x for x in answer_laid("pips", "document") if x.tool == "4-4"))
    ask(page, "hint", "full")
    expect(page.locator("#result")).to_contain_text("a domino lies on r1c1-r1c2")
    first = page.locator("#result").inner_text()
    ask(page, "hint", "full")
    expect(page.locator("#result")).to_contain_text(re.compile("r[0-9]c[0-9]"))
    expect(page.locator("#result")).not_to_have_text(first, use_inner_text=True)
    page.click("#undo")
    page.click("#redo")
    ask(page, "hint", "full")
    expect(page.locator("#result")).to_have_text(first, use_inner_text=True)


def test_an_explanation_goes_forward_and_back(opened: Open) -> None:
    page = opened(DIGITS)
    ask(page, "explain")
    step = page.locator("#step .step-number")
    expect(step).to_have_text("Step 1")
    expect(page.locator("#job")).to_be_hidden()
    first = page.locator("#step").inner_text()
    page.click("#series-next")
    expect(step).to_have_text("Step 2")
    page.click("#series-back")
    assert page.locator("#step").inner_text() == first
    page.click("#program-button")
    expect(page.locator("#program-text")).to_contain_text("#show")
    page.click("#series-next")
    expect(page.locator("#program-text mark").first).to_be_visible()


def test_a_long_count_is_stopped(opened: Open) -> None:
    page = opened("#/packing/pentominoes_3x4x5")
    ask(page, "count")
    expect(page.locator("#job")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as gone:
        page.click("#stop")
    assert gone.value.status in (204, 404)
    expect(page.locator("#job")).to_be_hidden()
    expect(page.locator("#result")).to_contain_text("stopped")
    page.wait_for_function("async () => (await (await fetch('/api/state')).json()).running === 0")


@pytest.mark.parametrize("kind", ["unique", "rate", "count", "solve"])
def test_a_question_is_answered(opened: Open, kind: str) -> None:
    page = opened(DIGITS)
    ask(page, kind)
    said = {
        "unique": "unique",
        "rate": "difficulty 7,",
        "count": "1 answer",
        "solve": "Answer 1 of 1 in",
    }
    expect(page.locator("#series-place" if kind == "solve" else "#result")).to_contain_text(
        said[kind]
    )
    assert page.inner_text("#error") == ""


def test_the_next_and_the_previous_answer_are_shown(opened: Open) -> None:
    page = opened("#/packing/pentominoes_6x10")
    ask(page, "solve")
    place, pictures = page.locator("#series-place"), []
    for number in range(1, 12):  # ten come at once, further ones when they are asked for
        expect(place).to_contain_text(f"Answer {number} of")
        pictures.append(page.locator("#board svg").inner_html())
        page.click("#series-next")
    expect(place).to_contain_text("Answer 12 of")
    assert len(set(pictures)) == len(pictures)
    page.click("#series-back")
    expect(place).to_contain_text("Answer 11 of")
    assert page.locator("#board svg").inner_html() == pictures[-1]


def test_a_board_is_generated_with_a_seed_and_the_same_again(opened: Open) -> None:
    addresses = []
    for _ in range(2):
        page = opened(DIGITS)
        page.click("#generate-button")
        page.fill('#new-fields [name="seed"]', "7")
        page.click("#new-make")
        expect(page.locator("#result")).to_contain_text("A new board, seed 7.")
        addresses.append(page.evaluate("location.hash"))
    assert addresses[0] == addresses[1] != DIGITS


def test_a_difficulty_is_a_word_only_where_the_puzzle_is_calibrated(opened: Open) -> None:
    page = opened(DIGITS)
    page.click("#generate-button")
    page.fill('#new-fields input[name="difficulty"]', "easy")
    page.click("#new-make")
    expect(page.locator("body")).to_contain_text("the puzzle is not calibrated")
    page = opened("#/pips/document")
    page.click("#generate-button")
    words = page.locator('#new-fields select[name="difficulty"] option')
    expect(words).to_have_text(["any", "easy", "medium", "hard"])


@pytest.mark.parametrize("form", ["text", "facts", "json", "svg", "png"])
def test_a_file_is_saved(opened: Open, form: str) -> None:
    page = opened(DIGITS)
    with page.expect_download() as found:
        page.click(f'#downloads [data-format="{form}"]')
    data = Path(found.value.path()).read_bytes()
    starts = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{"}
    assert data.lstrip().startswith(starts.get(form, b""))
    assert data
    expect(page.locator("#said")).to_contain_text(found.value.suggested_filename)


def test_an_address_opens_the_board_in_a_fresh_profile(opened: Open) -> None:
    page = opened(DIGITS)
    page.click("#share")
    expect(page.locator("#said")).to_contain_text("link")
    fragment = page.evaluate("location.hash")
    assert "=" in fragment
    other = opened(fragment)
    assert other.inner_text("#title") == page.inner_text("#title")
    assert on_board(page) == on_board(other)


def test_words_of_a_shared_board_stay_words(opened: Open) -> None:
    """An address may come from anybody: its title is shown, and does nothing."""
    words = "\"'></title><script>document.title=1</script><img src=x onerror=document.title=2>"
    page = opened(DIGITS)
    page.click("#edit-button")
    expect(page.locator("#edit")).to_be_visible()
    lines = page.input_value("#edit-text").splitlines()
    rest = [line for line in lines if not line.startswith("title:")]
    page.fill("#edit-text", "\n".join([f"title: {words}", *rest]))
    page.click("#edit-play")
    expect(page.locator("#title")).to_have_text(words)
    page.wait_for_function("() => location.hash.includes('=')")  # the text comes into the address
    other = opened(page.evaluate("location.hash"))
    assert other.inner_text("#title") == words
    assert other.title().startswith(words)
    inside = "all => all.filter((each) => each.querySelector('script, img, iframe')).length"
    assert other.locator("#play").evaluate_all(inside) == 0


def test_progress_stays_after_a_reload(opened: Open) -> None:
    page = opened(DIGITS)
    player = Player(page)
    for laid in answer_laid("twenty_four_seven", "four")[:3]:
        player.lay_by_clicks(laid)
    before = on_board(page)
    page.reload()
    expect(page.locator("#board .hit").first).to_be_visible()
    assert on_board(page) == before
    page.click("#clear")
    expect(page.locator("#said")).to_contain_text("empty")
    assert on_board(page) != before


def widest(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


BOARDS = [
    (name, board)
    for name in shipped_names()
    for board in list(find_puzzle(name).instance_files())[:1]
]


@pytest.mark.parametrize("fragment", ["", *(f"#/{name}/{board}" for name, board in BOARDS)])
def test_nothing_is_wider_than_a_phone(opened: Open, fragment: str) -> None:
    page = opened(fragment, more=False, viewport={"width": 360, "height": 740}, has_touch=True)
    if fragment:
        page.click("#more-button")
        page.click("#program-button")
        expect(page.locator("#program-text")).not_to_be_empty()
        assert widest(page) <= 360
        page.click("#edit-button")
        expect(page.locator("#said")).to_contain_text("Edit mode.")
    assert widest(page) <= 360


@pytest.mark.parametrize("chosen", [False, True], ids=["system", "switch"])
def test_a_dark_page_has_light_ink(opened: Open, chosen: bool) -> None:
    """The page and the picture of the board, by the system's setting or by the page's switch."""
    page = opened(DIGITS, color_scheme="light" if chosen else "dark")
    if chosen:
        page.select_option("#theme", "dark")
    bright = """(element) => {
        const {backgroundColor, fill, color} = getComputedStyle(element);
        const ground = element.localName === "body" ? backgroundColor : color;
        const colour = element instanceof SVGElement ? fill : ground;
        return colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    }"""
    assert page.locator("body").evaluate(bright) < 200
    assert page.locator("#title").evaluate(bright) > 500
    assert page.locator("#board .cell").first.evaluate(bright) < 300


def test_the_clues_of_a_step_unfold_with_a_key(opened: Open) -> None:
    page = opened(DIGITS)
    page.evaluate(
        """async () => {
          const { describe } = await import("/static/ask.js");
          document.getElementById("series").hidden = false;
          document.getElementById("step").replaceChildren(...describe({
            step: 1,
            sentences: ["Row 1 has 3 and 6 more clues.", "So r1c1 is 3; 2 more like these."],
            whole: ["Row 1 has 3; row 2 has 4.", "So r1c1 is 3 and r1c2 is 4."],
          }));
        }"""
    )
    words = page.locator("#step p")
    page.get_by_role("button", name="6 more clues").press("Enter")
    expect(words.nth(1)).to_have_text("Row 1 has 3; row 2 has 4.")
    expect(words.nth(1)).to_be_focused()
    page.get_by_role("button", name="2 more like these").click()
    expect(words.nth(2)).to_have_text("So r1c1 is 3 and r1c2 is 4.")
    expect(page.locator("#step button")).to_have_count(0)
