"""Notes that fill themselves: what single rules leave of a board, and what excludes what."""

from __future__ import annotations

from itertools import combinations

import pytest
from clingo import Symbol

import pyasp_puzzles as pp
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.registry import find_puzzle, load_boards, puzzle_names
from pyasp_puzzles.core.atoms import parse_atoms
from pyasp_puzzles.engines.job import fact_text
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.web.candidates import RuleClauses, candidates, cliques, exclusions

PLAYED = [name for name in puzzle_names() if find_puzzle(name).play]


def rules(puzzle: str, board: object) -> RuleClauses:
    return RuleClauses(ground(find_puzzle(puzzle).program_paths(()), fact_text(board)))


@pytest.mark.parametrize("name", PLAYED)
def test_no_atom_of_an_answer_is_excluded_and_none_is_demanded_that_it_has_not(name: str) -> None:
    board = load_boards(find_puzzle(name))[0]
    found, [answer] = rules(name, board), pp.solve(board, limit=1)
    whole = set(answer.symbols)
    for number in (0, len(whole) // 2, len(whole)):
        laid = Partial(tuple(sorted(whole)[:number]))
        possible, demanded = found.judged(laid)
        assert whole <= set(possible)
        assert set(demanded) <= whole or len(list(pp.solve(board, limit=2))) > 1


def test_sudoku_has_the_notes_that_people_write() -> None:
    """In each empty cell the digits that its row, column and box do not have."""
    board = pp.load("sudoku", "nine")
    body = {"puzzle": "sudoku", "instance": "nine"}
    found = set(parse_atoms(candidates(body)["possible"], ""))
    given = {tuple(x.number for x in atom.arguments) for atom in givens(board)}

    def sees(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
        boxes = [((r - 1) // 3, (c - 1) // 3) for r, c, *_ in (a, b)]
        return a[0] == b[0] or a[1] == b[1] or boxes[0] == boxes[1]

    expected = {
        (r, c, n)
        for r in range(1, 10)
        for c in range(1, 10)
        for n in range(1, 10)
        if (r, c, n) in given
        or not any((r, c) == g[:2] or (sees((r, c), g) and g[2] == n) for g in given)
    }
    assert {tuple(x.number for x in atom.arguments) for atom in found} == expected


def givens(board: object) -> tuple[Symbol, ...]:
    play = find_puzzle("sudoku").play
    assert play
    return play.given(board).atoms


def test_what_lies_there_excludes_what_it_excludes_by_one_rule_only() -> None:
    """Two stars fill a row of two; what follows from that for other rows is not told."""
    board = pp.load("star_battle", "six")
    found = rules("star_battle", board)
    everything = set(found.judged(Partial())[0])
    [first, *_] = pp.solve(board, limit=1)
    after = set(found.judged(Partial(tuple(sorted(first.symbols)[:1])))[0])
    row, column = (x.number for x in min(first.symbols).arguments)
    gone = {tuple(x.number for x in atom.arguments) for atom in everything - after}
    near = {(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} - {(row, column)}
    assert gone >= {place for place in near if min(place) >= 1 and max(place) <= 6}


@pytest.mark.parametrize("name", ["akari", "sudoku", "slitherlink", "shikaku", "kakuro"])
def test_the_sets_of_a_published_board_have_just_the_pairs_that_exclude_each_other(
    name: str,
) -> None:
    found = rules(name, load_boards(find_puzzle(name))[0])
    apart, listed = found.apart(), exclusions(found)
    pairs = {(a, b) for a, own in apart.items() for b in own if a in apart[b] and a < b}
    assert pairs
    told = {pair for own in cliques(apart) for pair in combinations(sorted(own), 2)}
    assert told == pairs
    numbers = {n for own in listed["apart"] for n in own}
    assert numbers <= set(range(len(listed["possible"])))


def test_a_number_demands_what_it_has_no_choice_about() -> None:
    """A four of Akari has a lamp on each side; a nought has none."""
    text = "walls:\n    .....\n    ..4..\n    .....\n    .....\n    ..0..\n"
    found = candidates({"puzzle": "akari", "text": text})
    assert set(found["demanded"]) == {f"lamp({r},{c})" for r, c in ((1, 3), (2, 2), (2, 4), (3, 3))}
    assert not {"lamp(4,3)", "lamp(5,2)", "lamp(5,4)"} & set(found["possible"])
