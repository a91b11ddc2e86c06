"""Clasp's options: each keeps the answers or is refused; nothing that was not decided gets through.

Rewrite its page on purpose with: PYASP_PUZZLES_GOLDEN=1 pytest -k table_in_the_docs.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import PUZZLES, ROOT, puzzles, run

import pyasp_puzzles as pp
from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.boards.registry import find_puzzle, load_board, puzzle_names
from pyasp_puzzles.core.regions import components
from pyasp_puzzles.engines import clasp_options
from pyasp_puzzles.engines.asp import AnswerSample, AspSearch, ClaspSettings
from pyasp_puzzles.engines.clasp_options import (
    OPTIONS,
    ClaspOption,
    OptionVerdict,
    Takes,
    full_options,
    full_portfolio,
    own_options,
)
from pyasp_puzzles.engines.job import make_job
from pyasp_puzzles.engines.search import Cube
from pyasp_puzzles.ground.ground import Program, Sum, ground, literals_of
from pyasp_puzzles.ground.grounding import Source

Answers = frozenset[frozenset[str]]
OURS = ("--models=0", "--project=show", "--opt-mode=ignore")
"""What AspSearch gives clasp before the options."""

# Programs with known answer sets: shown atoms, found here without any solver.

ROUNDTRIPS = """
% Round trips through five places. Not tight: reach depends on itself. 24 of them, each with four
% ways to choose hidden atoms; subsets that the constraints leave but reach does not are no answers.
node(1..5).
{ in(X, Y) : node(Y), X != Y } = 1 :- node(X).
:- node(Y), #count { X : in(X, Y) } != 1.
reach(Y) :- in(1, Y).
reach(Y) :- reach(X), in(X, Y).
:- node(X), not reach(X).
{ hidden(1..2) }.
#minimize { X * Y, X : in(X, Y) }.
#heuristic in(X, Y) : node(X), node(Y). [X, true]
#show in/2.
"""

BLOCKED = """
% Choices and a hidden loop: "on" needs "lit", which "on" or a switch gives. With edges and a sum.
{ switch(1..3) }.
lit :- switch(1), switch(2).
lit :- on.
on :- lit.
{ use(1..3) } :- on.
:- use(1), switch(3).
weighty :- 3 <= #sum { 1, X : use(X); 2, x : switch(3) }.
:- weighty, not use(2).
#edge (1, 2) : use(1). #edge (2, 1) : use(3).
#minimize { 1@2, X : use(X) }.
#show switch/1. #show use/1.
"""

SUM = """
% A sum whose atoms depend on it through negation.
enough :- 2 <= #sum { 1, x : not x; 2, y : not y }.
start :- enough.
{ x; y } :- start.
#show x/0. #show y/0.
"""

DISJUNCTION = """
% A disjunction whose atoms depend on each other: what clasp calls not head-cycle-free.
a; none.
x; y; z; b; c :- a.
a :- b. a :- c.
"""


def _roundtrips() -> Answers:
    tours = ((1, *rest, 1) for rest in permutations(range(2, 6)))
    return frozenset(frozenset(f"in({a},{b})" for a, b in pairwise(tour)) for tour in tours)


def _subsets(of: tuple[int, ...]) -> list[set[int]]:
    sizes = range(len(of) + 1)
    return [set(some) for some in chain(*(combinations(of, size) for size in sizes))]


def _blocked() -> Answers:
    found = set()
    for switch, use in product(_subsets((1, 2, 3)), repeat=2):
        on = {1, 2} <= switch
        weighty = len(use) + 2 * (3 in switch) >= 3
        if (
            (on or not use)
            and not (1 in use and 3 in switch)
            and not (weighty and 2 not in use)
            and not {1, 3} <= use
        ):
            found.add(frozenset([f"switch({n})" for n in switch] + [f"use({n})" for n in use]))
    return frozenset(found)


KNOWN = {
    "roundtrips": (ROUNDTRIPS, _roundtrips()),
    "blocked": (BLOCKED, _blocked()),
    # y would need "enough", and that needs "not y"; x needs nothing else
    "sum": (SUM, frozenset([frozenset(), frozenset({"x"})])),
    "disjunction": (
        DISJUNCTION,
        frozenset([frozenset({"none"}), *(frozenset({"a", other}) for other in "xyzbc")]),
    ),
}


TRIED = {
    "stats": "0 1 2",
    "share": "auto problem learnt all no",
    "sat-prepro": "1 2 3 2,iter=20,occ=25,time=240 3,frozen=50,size=1 no",
    "eq": "-1 0 1 3 5 100",
    "global-restarts": "0 5 3,x,10,1.5",
    "distribute": "no all,global,4 short loop,local conflict,global,10,20",
    "integrate": "all unsat,0 gp active,100,ring all,1024,cube gp,10,cubex",
    "opt-stop": "1 0,1",
    "opt-strategy": "bb bb,hier bb,inc bb,dec usc usc,oll,7 usc,one usc,k usc,pmres,1",
    "opt-usc-shrink": "no lin inv bin,5 rgs exp min",
    "opt-heuristic": "no sign model sign,model 3",
    "lookahead": "atom body hybrid atom,1 no",
    "heuristic": "Berkmin Berkmin,5 Vmtf Vmtf,4 Vsids Vsids,80 Domain Domain,92 Unit None",
    "score-res": "auto min set multiset",
    "score-other": "auto no loop all",
    "sign-def": "asp pos neg rnd",
    "vsids-progress": "0 80 80,2,100",
    "dom-mod": "no level,show pos true,show neg,all false,show init factor,scc false,all 5,16",
    "save-progress": "0 1 180",
    "init-watches": "rnd first least",
    "update-mode": "propagate conflict",
    "acyc-prop": "0 1",
    "seed": "0 7",
    "partial-check": "50 30,5 no",
    "sign-def-disj": "asp pos neg rnd",
    "rand-freq": "no 0.05 1.0",
    "rand-prob": "no 10 10,5",
    "forget-on-step": "no varScores signs lemmaScores lemmas 15",
    "strengthen": "no local recursive recursive,short,no local,binary",
    "otfs": "0 1 2",
    "update-lbd": "no less glucose,3 pseudo,2",
    "reverse-arcs": "0 1 2 3",
    "contraction": "no 0 2 5,no 5,decisionSeq 5,allUIP 5,dynamic",
    "loops": "common distinct shared no",
    "restarts": "no 0 F,1 L,1 x,1,1.5 +,1,1 x,2,1.2,3 D,5,0.7 D,5,0.7,20,es,r,e,50",
    "reset-restarts": "no repeat disable",
    "counter-restarts": "no 0 1 1,1023",
    "block-restarts": "0 5 5,1.1,1,d",
    "shuffle": "no 1,1 2,3",
    "deletion": "no basic basic,1 sort,50 ipSort,100,lbd ipHeap,75,mixed",
    "del-grow": "no 1.0 1.1,20.0 1.1,3.0,F,2",
    "del-cfl": "no F,1 +,1,1 x,2,1.5",
    "del-init": "1.0 10.0,1,2 1000.0,1,1",
    "del-estimate": "0 1 2 3",
    "del-max": "no 1,1 200000,400",
    "del-glue": "0 2 2,1 15,0",
    "del-on-restart": "0 50 100",
    "output-debug": "none text translate all",
    "warn": "none all no-atom-undefined",
    "preserve-facts": "none body symtab all",
}
"""Values with which each allowed option runs, beside those that the table names."""

REFUSED_VALUES = {
    "configuration": ("frumpy",),
    "tester": ("--configuration=crafty",),
    "trans-ext": ("no", "card", "scc", "integ"),
    "supp-models": ("",),
    "no-ufs-check": ("",),
    "solve-limit": ("1", "umax,0"),
    "enum-mode": ("brave", "cautious"),
    "project": ("no", "project"),
    "no-lookback": ("",),
    "rewrite-minimize": ("",),
    "show-preds": ("reach/1",),
    "single-shot": ("",),
}
"""Values that show why an option is refused; "" alone."""


def tried(option: ClaspOption) -> tuple[str, ...]:
    """Values of an option that keep the answers; "" without a value, "no" for its negation."""
    if option.verdict is not OptionVerdict.KEEPS:
        return ()
    alone = ("",) if option.takes is not Takes.VALUE else ()
    negated = ("no",) if option.takes is Takes.NOTHING and option.negated else ()
    return (*alone, *negated, *option.only, *TRIED.get(option.name, "").split())


def word(option: ClaspOption, value: str) -> str:
    """The option with one of its values in the table."""
    if value == "no" and option.takes is Takes.NOTHING:
        return f"--no-{option.name}"
    return f"--{option.name}={value}" if value else f"--{option.name}"


def found_with(program: str, *options: str, ours: tuple[str, ...] = OURS) -> tuple[Any, bool]:
    """Each set of shown atoms with how often clingo lists it, and whether it lists all."""
    control = clingo.Control([*ours, *options], logger=lambda _code, _text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    listed: Counter[frozenset[str]] = Counter()

    def on_model(model: clingo.Model) -> None:
        listed[frozenset(map(str, model.symbols(shown=True)))] += 1

    return listed, bool(control.solve(on_model=on_model).exhausted)


def keeps(name: str, *options: str) -> bool:
    """Whether exactly the known answers are found, each once."""
    program, expected = KNOWN[name]
    listed, exhausted = found_with(program, *options)
    return exhausted and listed == dict.fromkeys(expected, 1)


ALLOWED = [
    pytest.param(option, value, id=word(option, value))
    for option in OPTIONS.values()
    for value in tried(option)
]
REFUSED = [
    pytest.param(option, value, id=word(option, value))
    for option in OPTIONS.values()
    for value in REFUSED_VALUES.get(option.name, ())
]


# The table


def help_lines() -> dict[str, str]:
    """What ``clingo --help=3`` lists: names of options, with how they are written."""
    text = run(*PUZZLES, "clingo", "--help=3").stdout
    lines = re.findall(r"^  (--(?:\[no-\])?([a-z][a-z-]*)\S*(?: <[^ :]+)?)", text, flags=re.M)
    return {name: form for form, name in lines}


def test_every_option_in_clingo_s_help_is_decided() -> None:
    listed = help_lines()
    assert len(listed) > 100
    assert list(OPTIONS) == list(listed)


def test_the_table_says_how_an_option_is_written_as_clingo_does() -> None:
    for name, form in help_lines().items():
        option = OPTIONS[name]
        letter = re.search(r",-(\w)", form)
        assert option.letter == (letter[1] if letter else ""), name
        if (
            option.verdict is OptionVerdict.PROGRAM or name == "verbose"
        ):  # without a value in the library
            continue
        negated = re.search(r"\[no-\]|\|no\b", form) is not None
        assert option.negated == negated, name
        rest = re.sub(r"^--(\[no-\])?[a-z-]+?(,-\w)?(?=\[=|\[?=| |,|$)", "", form)
        takes = Takes.PERHAPS if "[=" in form else Takes.VALUE if "<" in rest else Takes.NOTHING
        assert option.takes is takes, (name, form)


def test_every_option_has_values_that_were_tried_or_a_reason() -> None:
    for option in OPTIONS.values():
        assert bool(tried(option)) == (option.verdict is OptionVerdict.KEEPS), option
        limited = option.verdict is not OptionVerdict.KEEPS or bool(option.only or option.beside)
        assert bool(option.reason) == limited, option
        assert bool(option.only or option.beside) <= (option.name in REFUSED_VALUES), option
        assert all(value.lower() == value for value in option.only)
    assert TRIED.keys() | REFUSED_VALUES.keys() <= OPTIONS.keys()


# What is allowed


@pytest.mark.parametrize(("option", "value"), ALLOWED)
def test_an_allowed_option_keeps_the_answers(option: ClaspOption, value: str) -> None:
    """On every program, with one thread and with several."""
    words = own_options([word(option, value), *option.beside[:1]])
    for name in KNOWN:
        assert keeps(name, *words), name
    for mode in ("2", "3,split"):
        assert keeps("roundtrips", f"--parallel-mode={mode}", *words)


@pytest.mark.parametrize(
    ("option", "value"), {each.values[0].name: each for each in reversed(ALLOWED)}.values()
)
def test_an_allowed_option_keeps_the_answers_from_cube_to_cube(
    option: ClaspOption, value: str, tmp_path: Path
) -> None:
    file = tmp_path / "program.lp"
    file.write_text(ROUNDTRIPS)
    search = AspSearch(Source((file,)), ClaspSettings([word(option, value)]), keep=True)
    for _ in range(2):
        counts = []
        for place in range(2, 6):
            search.within = Cube((f"in(1,{place})",))
            counts.append(search.count())
        assert counts == [6, 6, 6, 6]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([p.values for p in ALLOWED]), min_size=2, max_size=6))
def test_allowed_options_keep_the_answers_together(chosen: list[tuple[ClaspOption, str]]) -> None:
    words = list({option.name: word(option, value) for option, value in chosen}.values())
    try:
        words = own_options(words)
        clingo.Control([*OURS, *words])
    except (pp.SolverError, RuntimeError):  # --no-lookback and a heuristic that needs it, say
        return
    for name in KNOWN:
        assert keeps(name, *words), (name, words)


def test_every_profile_has_options_that_keep_the_answers() -> None:
    for name in puzzle_names():
        for profile in find_puzzle(name).profiles.values():
            full_options(profile.options)
            full_portfolio(profile.portfolio)
    assert set(OPTIONS["configuration"].only) == set(CONFIGURATIONS)


@pytest.mark.parametrize(
    ("option", "other"),
    [
        pytest.param(option, other, id=f"--{option.name} {other}")
        for option in OPTIONS.values()
        for other in option.beside
    ],
)
def test_an_option_keeps_the_answers_beside_another(option: ClaspOption, other: str) -> None:
    assert all(keeps(name, *own_options([f"--{option.name}", other])) for name in KNOWN)
    with pytest.raises(pp.SolverError, match=rf"--{option.name} is refused without .*{other}"):
        pp.count(pp.load("packing", "slothouber_graatsma"), options=[f"--{option.name}"])


# What is refused


@pytest.mark.parametrize(("option", "value"), REFUSED)
def test_a_refused_option_is_refused_for_a_reason_that_can_be_seen(
    option: ClaspOption, value: str
) -> None:
    """Past the check it changes what is found, or ends the search before all is found."""
    if option.verdict is OptionVerdict.UNCHECKED:
        return
    given_word = word(option, value)
    ours = tuple(own for own in OURS if not own.startswith(f"--{option.name}="))
    if option.name == "single-shot":
        control = clingo.Control([*OURS, given_word])
        control.ground([("base", [])])
        control.solve()
        with pytest.raises(RuntimeError, match="updates not supported"):
            control.solve()
        return
    for program, expected in KNOWN.values():
        listed, exhausted = found_with(program, given_word, ours=ours)
        if listed != dict.fromkeys(expected, 1) or not exhausted:
            return
    pytest.fail(f"{given_word} keeps the answers of all programs")


@pytest.mark.parametrize(
    "option",
    [o for o in OPTIONS.values() if o.verdict is OptionVerdict.PROGRAM],
    ids=lambda o: o.name,
)
def test_an_option_of_the_program_is_unknown_to_the_library(option: ClaspOption) -> None:
    for given_word in (f"--{option.name}", f"--{option.name}=1"):
        try:
            control = clingo.Control([given_word], logger=lambda _code, _text: None)
        except RuntimeError:
            continue
        # clingo takes it for the beginning of another option, which the table has as well
        assert control
        others = [name for name in OPTIONS if name.startswith(f"{option.name}-")]
        others += [n for n in OPTIONS if n.startswith(option.name) and n != option.name]
        assert others, option.name


def test_clasp_loses_answers_by_its_own_defaults_too() -> None:
    """As clasp_options.md says. If this fails, clasp is mended: look at the table again."""
    larger = """
        d(1..8).
        enough :- 5 <= #sum { 1, X : not x(X), d(X); 5, y : not y }.
        start :- enough.
        { x(1..8); y } :- start.
        #show x/1. #show y/0.
    """
    sets = product((0, 1), repeat=9)  # x(1) to x(8), y
    right = sum(8 - sum(x) + 5 * (1 - y) >= 5 or not any((*x, y)) for *x, y in sets)
    sizes = [len(found_with(larger, *options)[0]) for options in ((), ("--eq=0",))]
    assert sizes == [1, right] == [1, 349]


def test_clasp_does_not_end_where_a_choice_depends_on_its_own_absence() -> None:
    """Within a second of CPU time; with the values that are allowed it needs no thousandth."""
    pytest.importorskip("resource")
    code = (
        "import clingo, resource, sys, time; control = clingo.Control([sys.argv[1]]);"
        "control.add('base', [], '{ a } :- not a.'); control.ground([('base', [])]);"
        "end = int(time.process_time()) + 2; resource.setrlimit(resource.RLIMIT_CPU, (end, end));"
        "print('ready', flush=True); control.solve(); print('done')"
    )

    def ended(value: str) -> tuple[str, int]:
        process = subprocess.run(
            [sys.executable, "-c", code, f"--trans-ext={value}"],
            capture_output=True,
            text=True,
        )
        return process.stdout, process.returncode

    assert ended("dynamic") == ("ready\ndone\n", 0)
    text, ending = ended("choice")
    assert text == "ready\n"
    assert ending < 0, "it was ended by a signal"


def sums_in_circles(program: Program) -> list[str]:
    """The atoms with a sum in a body that depends on them, be it through negation."""
    graph: dict[int, set[int]] = {}
    for rule in program.rules:
        for atom in rule.head:
            graph.setdefault(atom, set()).update(map(abs, literals_of(rule.body)))
    circles = {atom: number for number, c in enumerate(components(graph)) for atom in c}
    names = {output.condition: str(output.symbol) for output in program.outputs}
    return [
        names.get((atom,), str(atom))
        for rule in program.rules
        if isinstance(rule.body, Sum)
        for atom in rule.head
        if any(circles.get(abs(part)) == circles[atom] for part in literals_of(rule.body))
    ]


def test_a_sum_that_depends_on_itself_is_seen() -> None:
    assert sums_in_circles(ground([], SUM)) != []
    assert sums_in_circles(ground([], BLOCKED)) == []


@pytest.mark.parametrize("name", puzzle_names())
def test_no_shipped_program_has_a_sum_that_depends_on_itself(name: str) -> None:
    """So clasp's preprocessing loses no answers, with its defaults or with the profiles."""
    puzzle = find_puzzle(name)
    known = {(), *(tuple(profile.constants.items()) for profile in puzzle.profiles.values())}
    for symmetry, by in product((False, puzzle.symmetries is not None), puzzle.variants or ("",)):
        job = make_job(load_board(puzzle), "asp", symmetry=symmetry, by=by)
        for constants in known:
            program = ground(job.program, job.facts, {**dict(constants), **job.constants})
            assert sums_in_circles(program) == []


ONCE_LET_THROUGH = [
    *("--supp-models", "--supp", "--no-ufs-check", "--no-ufs", "--no-u"),
    *("--enum-mode=brave", "--enum=cautious", "--enum-mode=domRec", "-ebrave", "--project=no"),
    *("--no-project", "--models=1", "-n1", "-n", "1", "--solve-limit=1", "--solve=1"),
    *("--configuration=frumpy", "--config=portfolio.txt", "--opt-mode=opt", "--trans-ext=all"),
    *("-t", "-t2", "-c", "-cn=2", "--show-preds=p/1", "--lemma-in=f", "--mode=clasp", "--text"),
    *("--tester=--eq=0", "--pre", "--time-limit=1", "-h", "--outf=2", "program.lp", "", "-", "--"),
]
"""Options that change what is found, that got through once, or that are not for the library."""


@pytest.mark.parametrize("option", ONCE_LET_THROUGH)
def test_an_option_that_may_change_a_count_is_refused(option: str) -> None:
    board = pp.load("packing", "slothouber_graatsma")
    named = re.escape(repr(option) if not option.startswith("-") or option in "--" else option)
    with pytest.raises(pp.SolverError, match=named):
        pp.count(board, options=[option])
    with pytest.raises(pp.SolverError, match=named):
        pp.solve(board, options=["--eq=0", option])
    with pytest.raises(pp.SolverError, match=named):
        AspSearch(Source(), ClaspSettings([option]))


@pytest.mark.parametrize("option", ["--supp-models", "--no-ufs-check", "--supp", "--no-ufs"])
@pytest.mark.parametrize("board", ["patterns_6x6", "trap_pairs"])
def test_the_known_wrong_counts_are_refused_on_the_command_line(
    board: str, option: str, tmp_path: Path
) -> None:
    """1,296 in place of 378, and 3 in place of 0."""
    for words in ([], ["--store", str(tmp_path / "a.store")]):
        done = puzzles("count", "twenty_four_seven", board, *words, "--", option)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"pyasp-puzzles: clasp option {option}")
        assert "need not be answer sets" in done.stderr
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "a.store").exists()


def test_an_option_is_refused_where_a_store_has_all_answers(tmp_path: Path) -> None:
    board, store = pp.load("packing", "slothouber_graatsma"), tmp_path / "a.store"
    assert pp.count(board, store=store, processes=1).exhausted
    with pytest.raises(pp.SolverError, match="--supp-models is refused"):
        pp.count(board, store=store, options=["--supp-models"])


# How options are read


@pytest.mark.parametrize(
    ("words", "full"),
    [
        (["--heur=domain"], ["--heuristic=domain"]),
        (["--heuristic", "DOMAIN"], ["--heuristic=DOMAIN"]),
        (["--no-sat-prepro"], ["--sat-prepro=no"]),
        (["--no-sat-p"], ["--sat-prepro=no"]),
        (["--sat-prepro"], ["--sat-prepro"]),
        (["--no-init-m"], ["--no-init-moms"]),
        (["--no-lookb"], ["--no-lookback"]),
        (["--eq", "-1"], ["--eq=-1"]),
        (["--eq-d", "-Wnone"], ["--eq-dfs", "--warn=none"]),
        (
            ["-W", "none", "-e", "bt", "-erecord"],
            ["--warn=none", "--enum-mode=bt", "--enum-mode=record"],
        ),
        (["-s2", "-s", "-V"], ["--stats=2", "--stats", "--verbose"]),
        (["-d", "no", "-rL,60"], ["--deletion=no", "--restarts=L,60"]),
    ],
)
def test_an_option_is_read_as_clasp_reads_it(words: list[str], full: list[str]) -> None:
    assert full_options(words) == full
    assert full_options(full) == full
    if len({text.partition("=")[0] for text in full}) == len(full):
        clingo.Control(words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nonsense"], "--nonsense is unknown; docs/reference/clasp_options.md"),
        (["-z"], "-z is unknown"),
        (["--sign=pos"], "ambiguous, expected one of --sign-def, --sign-fix, --sign-def-disj"),
        (["--no-look"], "ambiguous, expected one of --no-lookback, --no-lookahead"),
        (["--no-"], "ambiguous"),
        (["--d"], r"--d is ambiguous, expected one of .*, \.\.\.$"),
        (["--heuristic"], "found no value, expected --heuristic=VALUE"),
        (["--eq="], "expected --eq=VALUE"),
        (["--no-restarts=L,5"], "expected --restarts=VALUE"),
        (["--backprop=1"], "expected --backprop, which has no value"),
        (["-Vx"], "expected --verbose, which has no value"),
        (["--sat-prepro", "2"], "found '2' among clasp's options"),
        (["0"], "found '0' among clasp's options"),
        (["---eq=0"], "found '---eq=0'"),
        (["--enum-mode", "brave"], r"--enum-mode brave is refused: .*; allowed: auto, bt, record"),
        (["--no-trans-ext"], "--no-trans-ext .*is refused"),
        (["--HEURISTIC=domain"], "unknown"),
    ],
)
def test_a_word_that_cannot_be_read_is_named(words: list[str], message: str) -> None:
    with pytest.raises(pp.SolverError, match=message):
        full_options(words)


@settings(deadline=None)
@given(st.lists(st.text(max_size=12) | st.sampled_from([f"--{name}" for name in OPTIONS])))
def test_whatever_is_written_is_read_or_refused_with_an_error_of_ours(words: list[str]) -> None:
    try:
        read = full_options(words)
    except pp.SolverError:
        return
    assert all(text.startswith("--") for text in read)


def test_words_that_are_no_text_are_refused() -> None:
    words: Any = [5]
    with pytest.raises(pp.SolverError, match="found 5 among clasp's options"):
        pp.count(pp.load("pips"), options=words)


def test_options_of_an_iterator_are_passed_on() -> None:
    words: Any = iter(["--heur=domain"])
    assert make_job(pp.load("pips"), options=words).profile[1].options == ("--heur=domain",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[a]: --supp-models", "--supp-models is refused"),
        ("[a](frumpy):", "frumpy"),
        ("--eq=0", "expected '.NAME.: OPTIONS'"),
    ],
)
def test_a_portfolio_is_checked_as_well(line: str, message: str) -> None:
    with pytest.raises(pp.SolverError, match=message):
        AspSearch(Source(), ClaspSettings(threads=2, portfolio=["[b]: --heur=None", line]))


# The sample that is verified


def test_a_wrong_answer_in_a_count_with_own_options_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the table were wrong: an option is allowed that should not be."""
    board = pp.load("twenty_four_seven", "patterns_6x6")
    wrong = replace(OPTIONS["supp-models"], verdict=OptionVerdict.KEEPS)
    monkeypatch.setitem(clasp_options._NAMES, "supp-models", wrong)
    with pytest.raises(pp.VerificationError, match="patterns_6x6"):
        pp.count(board, options=["--supp-models"])
    assert pp.count(board, options=["--eq=0"]).answers == 378


class Wrong:
    """A puzzle whose verifier takes note of every answer, and rejects those it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, puzzle: str, reject: int = 0) -> None:
        self.seen, own = 0, find_puzzle(puzzle)

        def verify(_instance: Any, _solution: Any) -> list[str]:
            self.seen += 1
            return ["Wrong."] if self.seen == reject else own.verify(_instance, _solution)

        other = replace(own, verify=verify)
        monkeypatch.setattr("pyasp_puzzles.engines.asp.find_puzzle", lambda _name: other)


def test_a_count_with_own_options_verifies_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    board = pp.load("twenty_four_seven", "patterns_6x6")
    watched = Wrong(monkeypatch, "twenty_four_seven")
    assert str(pp.count(board, options=["--config=crafty"])) == "378"
    assert watched.seen == 100 + 27  # 110, 120, ..., 370
    watched.seen = 0
    assert pp.count(board, engine="asp").answers == 378
    assert watched.seen == 0


def test_the_sample_of_a_count_with_threads_ends_it_with_the_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = pp.load("packing", "soma")
    Wrong(monkeypatch, "packing", reject=120)
    with pytest.raises(pp.VerificationError, match=r"breaks a rule.*Wrong\."):
        pp.count(board, options=["--config=crafty"], threads=2)


def test_fillings_are_verified_with_the_dominoes_that_are_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = pp.load("pips", "checkers_4x4")
    watched = Wrong(monkeypatch, "pips")
    counted = pp.count(board, by="filling", options=["--config=jumpy"])
    assert counted.answers == pp.count(board, by="filling").answers
    assert (counted.answers, watched.seen) == (2798, 100 + 90 + 17)


def test_cubes_with_own_options_find_the_same_number(tmp_path: Path) -> None:
    board = pp.load("twenty_four_seven", "patterns_6x6")
    for words in (["--heur", "domain"], ["-e", "record", "--config=trendy"]):
        store = tmp_path / f"{words[0]}.store"
        found = pp.count(board, processes=1, cubes=6, store=store, options=words)
        assert (found.answers, found.exhausted) == (378, True)


@pytest.mark.parametrize(("answers", "verified"), [(1, 1), (100, 100), (1000, 190), (10000, 280)])
def test_the_sample_grows_with_the_digits_of_the_count(answers: int, verified: int) -> None:
    class Model:
        def symbols(self, **_kind: bool) -> list[Any]:
            numbers.append(0)
            raise pp.SolverError("seen")

    numbers: list[int] = []
    sample = AnswerSample(make_job(pp.load("packing")))
    for _ in range(answers):
        try:
            sample(Model())  # type: ignore[arg-type]
        except pp.SolverError:
            continue
    assert len(numbers) == verified


def test_a_job_with_a_profile_of_the_puzzle_verifies_no_sample() -> None:
    board = pp.load("packing", "soma")
    assert not make_job(board, "asp").own_options
    assert not make_job(board, "asp:trendy").own_options
    assert make_job(board, options=["--config=trendy"]).own_options


# The documentation


def _row(option: ClaspOption) -> str:
    form = {Takes.NOTHING: "", Takes.PERHAPS: "[=…]", Takes.VALUE: "=…"}[option.takes]
    name = f"`--{option.name}{form}`" + (f" `-{option.letter}`" if option.letter else "")
    values = option.beside or tried(option)
    right = " ".join(f"`{value or 'alone'}`" for value in values) or "–"
    if not option.reason:
        verdict = "allowed"
    elif option.beside:
        verdict = f"allowed beside {', '.join(f'`{other}`' for other in option.beside)}"
    elif option.only:
        verdict = f"allowed with {', '.join(f'`{value}`' for value in option.only)}"
    else:
        verdict = f"refused: {option.verdict.value}"
    against = REFUSED_VALUES.get(option.name, ())
    refused = " ".join(f"`{value or 'alone'}`" for value in against) or "–"
    return f"| {name} | {verdict} | {right} | {refused} | {option.reason or '–'} |"


def table() -> str:
    """The table of the docs."""
    head = "| option | verdict | keeps the answers (run) | does not (run) | reason |"
    return "\n".join([head, "|---|---|---|---|---|", *map(_row, OPTIONS.values())])


def test_the_table_in_the_docs_is_that_of_the_module() -> None:
    file = ROOT / "docs/reference/clasp_options.md"
    text = file.read_text(encoding="utf-8")
    begin, end = "<!-- table -->\n", "<!-- end of table -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    written = f"{before}{begin}{table()}\n{end}{after}"
    if os.environ.get("PYASP_PUZZLES_GOLDEN"):
        file.write_text(written, encoding="utf-8")
        text = written
    assert after, "docs/reference/clasp_options.md lacks the comments around its table"
    changes = difflib.unified_diff(text.splitlines(), written.splitlines(), lineterm="")
    assert text == written, "\n".join(changes)
