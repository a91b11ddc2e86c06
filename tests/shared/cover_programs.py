"""Programs that are exact covers, or nearly, and searches of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from pyasp_puzzles.engines.asp import AspSearch
from pyasp_puzzles.engines.covering.recognition import Recognised, recognise
from pyasp_puzzles.engines.covering.search import Cover, Group
from pyasp_puzzles.engines.exact_cover import ExactCoverSearch
from pyasp_puzzles.engines.job import Job
from pyasp_puzzles.ground.ground import ground
from pyasp_puzzles.ground.grounding import Source

TEXTBOOK = """
    set(1..6). elem(a;b;c;d;e;f;g).
    in(1,(a;d;g)). in(2,(a;d)). in(3,(d;e;g)). in(4,(c;e;f)). in(5,(b;c;f)). in(6,(b;g)).
    { x(S) : set(S) }.
    :- elem(E), #count { S : x(S), in(S,E) } != 1.
    #show x/1.
"""
"""Knuth's example in "Dancing links" has this one cover: 2, 4, 6 in our numbers."""

QUEENS = """
    #const n = 6.
    { q(R,1..n) } = 1 :- R = 1..n.
    { q(1..n,C) } = 1 :- C = 1..n.
    :- D = 2..2*n, 2 { q(R,D-R) : R = 1..n, D-R >= 1, D-R <= n }.
    :- D = 1-n..n-1, 2 { q(R,R-D) : R = 1..n, R-D >= 1, R-D <= n }.
    #show q/2.
"""

DOMINOES = """
    #const r = 4. #const c = 4.
    cell(1..r,1..c).
    pair((A,B),(A+1,B)) :- cell(A,B), cell(A+1,B).
    pair((A,B),(A,B+1)) :- cell(A,B), cell(A,B+1).
    { d(X,Y) : pair(X,Y) }.
    :- cell(A,B), not 1 { d((A,B),Y) : pair((A,B),Y); d(X,(A,B)) : pair(X,(A,B)) } 1.
    #show d/2.
"""

SUDOKU = """
    { v(R,C,N) : N = 1..4 } = 1 :- R = 1..4, C = 1..4.
    { v(R,C,N) : C = 1..4 } = 1 :- R = 1..4, N = 1..4.
    { v(R,C,N) : R = 1..4 } = 1 :- C = 1..4, N = 1..4.
    :- N = 1..4, B = 0..1, D = 0..1, { v(2*B+(1..2),2*D+(1..2),N) } != 1.
    #show v/3.
"""

PAIRS = """
    1 { c(V,(red;green;blue)) } 1 :- V = 1..5.
    :- c(V,K), c((V \\ 5)+1,K).
    #show c/2.
"""
"""Colourings of a pentagon: each conflict is a constraint of its own."""

COPIES = """
    2 { p(1..4) } 3. { q(1..4) } = 2.
    :- C = 1..4, { p(C); q(C) } > 1.
    #show p/1. #show q/1.
"""

LABELS = """
    { put(1..3,1..3) } = 3.
    one(A,X) :- put(A,X).  two(X) :- one(_,X).
    :- X = 1..3, not two(X).
    :- A = 1..3, { one(A,X) : X = 1..3 } != 1.
    #show two/1. #show put/2.
"""

COLOURED = """
    { v(X,1..3) } = 1 :- X = 1..4.
    big(X) :- v(X,3).  some :- big(X).  path(1) :- big(1).  path(X+1) :- path(X), X < 4.
    odd :- #sum { N,X : v(X,N) } = 7.
    :- v(X,1), v(X+1,2), not path(X).
    :- some, odd.
    #show big/1. #show odd/0.
"""
"""Hidden choices, definitions, a sum, and constraints that no group says."""

FITTING = {
    "textbook": (TEXTBOOK, 1),
    "queens": (QUEENS, 4),
    "dominoes": (DOMINOES, 36),
    "sudoku": (SUDOKU, 288),
    "pairs": (PAIRS, 30),
    "copies": (COPIES, 6),
    "labels": (LABELS, 6),
    "coloured": (COLOURED, None),
    "bounds": ("1 { a; b; c } 2. { a; d } = 1. #show a/0. #show d/0.", 2),
    "gaps": ("{ a(1..5) } != 3. { a(1..2) } = 1. #show a/1.", None),
    "support": (
        "1 { a; b } 1. 1 { c; d } 1. { e } :- a, c. e :- b, d. #show e/0. #show a/0.",
        None,
    ),
    "loop": ("{ e(1..3,1..3) } = 2. r(1). r(Y) :- r(X), e(X,Y). :- not r(3). #show e/2.", None),
    "negation": ("{ a; b } = 1. c :- not a. d :- not c. :- d, b. #show c/0. #show d/0.", 2),
    "nothing to choose": ("a. b :- a. #show b/0.", 1),
    "contradiction": ("{ a; b } = 1. :- a. :- b. #show a/0.", 0),
    "empty constraint": ("{ a; b } = 1. :- #true. #show a/0.", 0),
    "costs": ("{ a; b } = 1. #minimize { 2 : a; 1 : b }. #show a/0.", 2),
    "a fact shown": ("{ a; b } = 1. c. #show a : c. #show f : a. #show f : c.", 2),
}

MISFITS = {
    "disjunction": ("a; b. #show a/0. #show b/0.", "a disjunction: a; b in one head"),
    "negative loop": (
        "{ c; d } = 1. a :- not b, c. b :- not a, c. #show a/0. #show b/0. #show c/0. #show d/0.",
        r"recursion through negation: (a :- (c, )?not b|b :- (c, )?not a)",
    ),
    "choice in a loop": (
        "{ c; d } = 1. { a } :- b. b :- a. b :- c. #show a/0. #show b/0.",
        "the choice of a depends on itself",
    ),
    "external": ("{ a; b } = 1. #external e. :- e, a. #show a/0.", "e is external"),
    "theory": (
        "#theory t { x { }; &th/0 : x, any }. { a; b } = 1. &th { }. #show a/0.",
        "the theory atom &th",
    ),
    "edges": ("{ a; b } = 1. #edge (1,2) : a. #edge (2,1) : b. #show a/0.", "#edge statements"),
    "nothing needed": ("{ a; b; c }. :- a, b. #show a/0.", "no group of choices"),
    "sums": (
        "{ w(X,0..9) } = 1 :- X = 1..6. :- #sum { N,X : w(X,N) } != 1. #show w/2.",
        r"of the first 1,024 covers \d keep the other constraints, such as :- \(a condition on w",
    ),
}


def search(text: str, solver: str = "", **options: Any) -> ExactCoverSearch:
    return ExactCoverSearch(Source((), text), solver, **options)


def by_clingo(text: str) -> set[frozenset[str]]:
    return {frozenset(map(str, answer)) for answer in AspSearch(Source((), text))}


def listed(text: str, solver: str = "", **options: Any) -> list[frozenset[str]]:
    looking = search(text, solver, **options)
    answers = [frozenset(map(str, answer)) for answer in looking]
    assert (looking.exhausted, looking.reason) == (True, "")
    return answers


def recognised(job: Job) -> Recognised:
    """What the engine recognises: it grounds with the constants of the profile."""
    constants = {**job.profile[1].constants, **job.constants}
    return recognise(ground(job.program, job.facts, constants))


LONG = QUEENS.replace("n = 6.", "n = 16.")


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    size = draw(st.integers(0, 8))
    masks = st.integers(0, (1 << size) - 1)
    bounds = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] <= pair[1])
    groups = draw(st.lists(st.tuples(masks, st.just((1, 1)) | bounds), max_size=5))
    return Cover(size, tuple(Group(mask, low, high) for mask, (low, high) in groups))


def brute(cover: Cover) -> set[int]:
    return {
        chosen
        for chosen in range(1 << cover.size)
        if all(low <= (chosen & mask).bit_count() <= high for mask, low, high in cover.groups)
    }
