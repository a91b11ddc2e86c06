"""A site that needs no server, opened from a folder on disk: played, asked, printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import Player, answer_laid, cell_text, expect, opening
from support import published_value

from pyasp_puzzles.boards.play import Laid
from pyasp_puzzles.cli import run
from pyasp_puzzles.publishing.site import boards_of, publish

pytestmark = pytest.mark.browser

BOARDS = {
    "akari": "seven",
    "nurikabe": "five",
    "sudoku": "four",
    "masyu": "six",
    "shikaku": "six",
    "pips": "document",
    "eternity": "document_3x3",
    "packing": "soma",
    "slitherlink": "empty_3x3",
}
"""A board for each kind of marks, with pieces and solids; the last two have many answers."""
HINTED = "akari"
DONE = "Done: the whole board is right."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "puzzles"
    publish(str(folder), boards_of([f"{name}:{board}" for name, board in BOARDS.items()]))
    return folder


GUESTS = """% Guests in a row of seats.
#show sits/2.
%@ sits(G,S) "{G} sits on seat {S}" "{G} does not sit on seat {S}" at (1,S)
{ sits(G, S) : seat(S) } = 1 :- guest(G).
%@ "seat {S} has one guest"
:- seat(S), { sits(G, S) } != 1.
%@ "{G} sits left of {H}"
:- left_of(G, H), sits(G, S), sits(H, T), S >= T.
seat(1..3). guest("Ann"; "Bob"; "Cid").
"""


@pytest.fixture
def shown(browser: Any, site: Path) -> Iterator[Callable[..., Any]]:
    """Opens the site from its folder; the test fails where a script fails or asks a network."""

    def open_page(fragment: str = "", folder: Path = site, **options: Any) -> Any:
        return opens(f"{(folder / 'index.html').as_uri()}{fragment}", **options)

    with opening(browser, network=False) as opens:
        yield open_page


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_played_to_its_end_from_a_folder(name: str, shown: Callable[..., Any]) -> None:
    page = shown(f"#/{name}/{BOARDS[name]}")
    player = Player(page)
    for each in answer_laid(name, BOARDS[name]):
        assert DONE not in page.inner_text("#said")
        player.lay_by_clicks(each)
    expect(page.locator("#said")).to_contain_text(DONE)
    page.reload()
    expect(page.locator("#standing")).to_contain_text("Solved")


def test_hints_alone_lead_to_the_end(site: Path, shown: Callable[..., Any]) -> None:
    """Each is told in three degrees; what nobody can lay is told once."""
    page = shown(f"#/{HINTED}/{BOARDS[HINTED]}")
    player = Player(page)
    left = {cell_text(each): each for each in answer_laid(HINTED, BOARDS[HINTED])}
    for step in published_value(site / f"boards/{HINTED}-1.js")["steps"]:
        if DONE in page.inner_text("#said"):
            break
        words = ask_hint(page)
        assert words[0].startswith("Look at ")
        assert words[2].splitlines()[0] == (step["whole"] or step["sentences"])[0]
        assert page.locator("#board svg").count() == 1
        for atom, holds in step["follows"]:
            if holds:
                player.lay_by_clicks(left.pop(",".join(re.findall(r"\d+", atom))))
    assert DONE in page.inner_text("#said")


def ask_hint(page: Any) -> list[str]:
    """What a hint says in its three degrees."""
    words = []
    for _ in range(3):
        before = page.inner_text("#result")
        page.click("#hint")
        expect(page.locator("#result")).not_to_have_text(before)
        expect(page.locator("#result")).not_to_be_empty()
        words.append(page.inner_text("#result"))
    return words


def test_the_first_hint_marks_the_cells_to_look_at(shown: Callable[..., Any]) -> None:
    page = shown(f"#/{HINTED}/{BOARDS[HINTED]}")
    page.click("#hint")
    expect(page.locator("#result")).to_contain_text("Look at ")
    assert page.locator("#board .hit.marked").count() > 0
    page.click("#hint")
    expect(page.locator("#board .hit.marked")).to_have_count(0)


def test_a_hint_says_where_a_region_with_a_name_lies(shown: Callable[..., Any]) -> None:
    words = ask_hint(shown("#/pips/document"))[1]
    name = re.search(r"region \w+", words)
    assert name and f"{name[0]}: " in words


def test_check_tells_right_from_wrong_and_explain_shows_all_steps(
    shown: Callable[..., Any],
) -> None:
    page = shown("#/sudoku/four")
    player = Player(page)
    page.click("#more-button")
    laid = answer_laid("sudoku", "four")
    player.lay_by_clicks(laid[0])
    page.click('[data-ask="check"]')
    expect(page.locator("#result")).to_contain_text("Right so far.")
    player.lay_by_clicks(replace(laid[1], tool="1" if laid[1].tool != "1" else "2"))
    page.click('[data-ask="check"]')
    expect(page.locator("#result")).to_contain_text("1 mark is wrong")
    wrong = page.locator("#board .hit.mistaken")
    assert wrong.evaluate_all("all => all.map((each) => each.dataset.cell)") == [cell_text(laid[1])]
    expect(wrong).to_have_attribute("aria-label", re.compile(", wrong"))
    page.click("#hint")
    expect(page.locator("#result")).to_contain_text("1 mark is wrong")
    page.click('[data-ask="explain"]')
    slider = page.locator("#series-slider")
    expect(page.locator("#step")).to_contain_text("Step 1")
    slider.fill(slider.get_attribute("max"))
    expect(page.locator("#series-place")).to_contain_text("solved in 13 steps")
    page.click("#series-close")
    page.click("#program-button")
    expect(page.locator("#program-text")).to_contain_text("#show value/3.")


def test_a_board_with_many_answers_is_done_with_any_of_them(
    tmp_path: Path, shown: Callable[..., Any]
) -> None:
    names = {"slitherlink": "empty_3x3", "packing": "soma", "pips": "checkers_4x4"}
    words = [f"{name}:{board}" for name, board in names.items()]
    publish(str(tmp_path / "site"), boards_of(words), timeout=2.0)
    for name, board in names.items():
        page = shown(f"#/{name}/{board}", tmp_path / "site")
        every = answer_laid(name, board)
        for laid in every:
            assert DONE not in page.inner_text("#said")
            Player(page).lay_by_clicks(laid)
        told = name != "pips"
        words = DONE if told else f"{every[-1].tool} on "
        expect(page.locator("#said")).to_contain_text(words)
        expect(page.locator("#done")).to_be_visible(visible=told)
        if not told:
            expect(page.locator("#standing")).to_contain_text("cannot tell when it is done")


def test_what_needs_a_server_is_not_shown(shown: Callable[..., Any]) -> None:
    page = shown("#/packing/soma")
    page.click("#more-button")
    for ask in ("solve", "unique", "count", "rate"):
        expect(page.locator(f'[data-ask="{ask}"]')).to_be_hidden()
    for part in ("#generate-button", "#edit-button", "#downloads"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#solid canvas")).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/")
    expect(page.locator("#own")).to_have_count(0)
    expect(page.locator("#lost")).to_be_empty()


def test_the_page_opens_sheets_to_print(shown: Callable[..., Any]) -> None:
    page = shown()
    with page.context.expect_page() as opened:
        page.click("#sheets-button")
    sheets = opened.value
    sheets.wait_for_load_state()
    expect(sheets.locator("section > svg").first).to_be_visible()
    assert (
        sheets.evaluate("getComputedStyle(document.querySelector('section')).breakAfter") == "page"
    )
    fill = "getComputedStyle(document.querySelector('.cell')).fill"
    assert sheets.evaluate(fill) == "rgb(251, 250, 247)"


def test_a_link_to_a_board_leads_back_to_it(shown: Callable[..., Any]) -> None:
    page = shown("#/sudoku/four")
    page.click("#more-button")
    page.click("#share")
    expect(page.locator("#said")).to_contain_text("link")
    assert "index.html#/sudoku?" in page.url
    page.reload()
    expect(page.locator("#board .hit").first).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#/sudoku/no_such")
    expect(page.locator("#lost")).to_contain_text("There is no board sudoku/no_such")


def test_a_program_with_words_is_played_and_hinted(
    tmp_path: Path, shown: Callable[..., Any]
) -> None:
    (tmp_path / "guests.lp").write_text(GUESTS)
    (tmp_path / "party.lp").write_text('left_of("Cid", "Bob"). left_of("Bob", "Ann").')
    words = [
        word for name in ("guests", "party") for word in ("--program", f"{tmp_path}/{name}.lp")
    ]
    assert run(["publish", str(tmp_path / "site"), *words]) == 0
    assert len(published_value(tmp_path / "site/boards/guests-1.js")["digests"]) == 1
    page = shown("#/guests/guests", tmp_path / "site")
    player = Player(page)
    assert " sits left of " in ask_hint(page)[1]
    for seat, guest in enumerate(("Cid", "Bob", "Ann"), 1):
        player.lay_by_clicks(Laid(guest, 0, (1, seat)))
    expect(page.locator("#said")).to_contain_text(DONE)
    page.click("#more-button")
    page.click("#program-button")
    expect(page.locator("#program-text")).to_contain_text("Guests in a row")
