"""Every option of clingo, and whether it keeps the answers: data for the check and for the docs.

The user's options after ``--`` and those of profiles reach clasp only if the table allows them.
``tests/engines/test_clasp_options.py`` runs every option with the values below on programs with
known answer sets.  It also reads ``clingo --help=3`` and fails if an option is missing here.
``docs/reference/clasp_options.md`` shows the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class Takes(Enum):
    """Whether an option takes a value."""

    NOTHING = "no value"
    PERHAPS = "a value after = only"
    VALUE = "a value after = or as the next word"


class OptionVerdict(Enum):
    """What an option does to the answers, and so whether it is allowed."""

    KEEPS = "keeps the answers"
    CHANGES = "changes the answers"
    ENDS = "ends the search early"
    OURS = "set by this package"
    UNCHECKED = "cannot be checked"
    PROGRAM = "of the clingo program only"


@dataclass(frozen=True, slots=True)
class ClaspOption:
    """One option of clingo.

    Attributes:
        name: in full, without the two dashes; ``letter`` is its short form.
        takes: whether it takes a value.
        tried: values with which the test runs it; "" without a value, "no" for its negation.
        verdict: only options that keep the answers are allowed.
        reason: why it or some of its values are refused; one clause.
        only: the allowed values, by the part before the first comma, in small letters; empty: all.
        refused: values with which the test shows the reason.
        beside: it keeps the answers only together with one of these; a profile may have it alone.
        negated: ``--no-NAME`` exists.
    """

    name: str
    takes: Takes
    tried: tuple[str, ...] = ()
    verdict: OptionVerdict = OptionVerdict.KEEPS
    reason: str = ""
    only: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    letter: str = ""
    negated: bool = False


def _flag(name: str, *, negated: bool = False, letter: str = "") -> ClaspOption:
    """An option without a value that keeps the answers."""
    tried = ("", "no") if negated else ("",)
    return ClaspOption(name, Takes.NOTHING, tried, negated=negated, letter=letter)


def _keeps(name: str, tried: str, *, negated: bool = False, letter: str = "") -> ClaspOption:
    """An option with a value that keeps the answers; the values tried, blanks between them."""
    return ClaspOption(name, Takes.VALUE, tuple(tried.split()), negated=negated, letter=letter)


def _perhaps(name: str, tried: str, *, negated: bool = False, letter: str = "") -> ClaspOption:
    """The same with a value that may be left out."""
    return ClaspOption(name, Takes.PERHAPS, ("", *tried.split()), negated=negated, letter=letter)


def _program(name: str, reason: str, letter: str = "") -> ClaspOption:
    """An option that the library clingo does not know."""
    return ClaspOption(name, Takes.PERHAPS, (), OptionVerdict.PROGRAM, reason, letter=letter)


_OUTPUT = "it says how the clingo program prints"
_LEMMAS = "it reads or writes learnt lemmas, which the clingo program does"
_MINIMIZE = "every answer set is an answer; #minimize is ignored"
_FAULT = "clasp's preprocessing loses answers of some programs with sums then, or never ends"

_TABLE = (
    # Clasp.Config
    ClaspOption(
        "configuration",
        Takes.VALUE,
        ("auto", "jumpy", "tweety", "handy", "crafty", "trendy", "many"),
        reason="frumpy loses answers of some programs with sums, and the options in a file are "
        "not checked",
        only=("auto", "jumpy", "tweety", "handy", "crafty", "trendy", "many"),
        refused=("frumpy",),
    ),
    ClaspOption(
        "tester",
        Takes.VALUE,
        verdict=OptionVerdict.UNCHECKED,
        reason="its value is a line of options of its own",
        refused=("--configuration=crafty",),
    ),
    _perhaps("stats", "0 1 2", letter="s"),
    _flag("parse-ext", negated=True),
    _flag("parse-maxsat", negated=True),
    # Clasp.Context
    _keeps("share", "auto problem learnt all no", negated=True),
    _flag("learn-explicit"),
    _perhaps("sat-prepro", "1 2 3 2,iter=20,occ=25,time=240 3,frozen=50,size=1 no", negated=True),
    # Clasp.ASP
    ClaspOption(
        "trans-ext",
        Takes.VALUE,
        ("dynamic", "weight"),
        reason=_FAULT,
        only=("dynamic", "weight"),
        refused=("no", "card", "scc", "integ"),
        negated=True,
    ),
    _keeps("eq", "-1 0 1 3 5 100"),
    _flag("backprop", negated=True),
    ClaspOption(
        "supp-models",
        Takes.NOTHING,
        verdict=OptionVerdict.CHANGES,
        reason="supported models need not be answer sets",
        refused=("",),
    ),
    ClaspOption(
        "no-ufs-check",
        Takes.NOTHING,
        verdict=OptionVerdict.CHANGES,
        reason="without the unfounded set check models need not be answer sets",
        refused=("",),
    ),
    _flag("no-gamma"),
    _flag("eq-dfs"),
    # Clasp.Solving
    ClaspOption(
        "solve-limit",
        Takes.VALUE,
        verdict=OptionVerdict.ENDS,
        reason="it ends the search early; use --timeout",
        refused=("1", "umax,0"),
    ),
    ClaspOption(
        "parallel-mode",
        Takes.VALUE,
        verdict=OptionVerdict.OURS,
        reason="use --threads",
        letter="t",
    ),
    _keeps("global-restarts", "0 5 3,x,10,1.5"),
    _keeps("distribute", "no all,global,4 short loop,local conflict,global,10,20", negated=True),
    _keeps("integrate", "all unsat,0 gp active,100,ring all,1024,cube gp,10,cubex"),
    ClaspOption(
        "enum-mode",
        Takes.VALUE,
        ("auto", "bt", "record"),
        reason="brave and cautious list consequences, and domRec only some answers",
        only=("auto", "bt", "record"),
        refused=("brave", "cautious"),
        letter="e",
    ),
    ClaspOption(
        "project",
        Takes.PERHAPS,
        verdict=OptionVerdict.OURS,
        reason="answers are the distinct sets of shown atoms",
        refused=("no", "project"),
        negated=True,
    ),
    ClaspOption(
        "models", Takes.VALUE, verdict=OptionVerdict.OURS, reason="use -n or limit", letter="n"
    ),
    ClaspOption("opt-mode", Takes.VALUE, verdict=OptionVerdict.OURS, reason=_MINIMIZE),
    _keeps("opt-stop", "1 0,1"),
    # Clasp.Search
    _keeps(
        "opt-strategy",
        "bb bb,hier bb,inc bb,dec usc usc,oll,7 usc,one usc,k usc,pmres,1",
    ),
    _keeps("opt-usc-shrink", "no lin inv bin,5 rgs exp min"),
    _keeps("opt-heuristic", "no sign model sign,model 3"),
    _flag("restart-on-model", negated=True),
    _perhaps("lookahead", "atom body hybrid atom,1 no", negated=True),
    _keeps(
        "heuristic",
        "Berkmin Berkmin,5 Vmtf Vmtf,4 Vsids Vsids,80 Domain Domain,92 Unit None",
    ),
    _flag("init-moms", negated=True),
    _keeps("score-res", "auto min set multiset"),
    _keeps("score-other", "auto no loop all"),
    _keeps("sign-def", "asp pos neg rnd"),
    _flag("sign-fix", negated=True),
    _flag("berk-huang", negated=True),
    _flag("vsids-acids", negated=True),
    _keeps("vsids-progress", "0 80 80,2,100"),
    _flag("nant", negated=True),
    _keeps(
        "dom-mod", "no level,show pos true,show neg,all false,show init factor,scc false,all 5,16"
    ),
    _perhaps("save-progress", "0 1 180"),
    _keeps("init-watches", "rnd first least"),
    _keeps("update-mode", "propagate conflict"),
    _perhaps("acyc-prop", "0 1"),
    _keeps("seed", "0 7"),
    _perhaps("partial-check", "50 30,5 no"),
    _keeps("sign-def-disj", "asp pos neg rnd"),
    _keeps("rand-freq", "no 0.05 1.0", negated=True),
    _keeps("rand-prob", "no 10 10,5"),
    # Clasp.Lookback
    ClaspOption(
        "no-lookback",
        Takes.NOTHING,
        ("",),
        reason="it drops clasp's default --trans-ext=dynamic, without which clasp's preprocessing "
        "loses answers of some programs with sums",
        beside=("--eq=0", "--trans-ext=dynamic", "--trans-ext=weight"),
        refused=("",),
    ),
    _keeps("forget-on-step", "no varScores signs lemmaScores lemmas 15"),
    _keeps("strengthen", "no local recursive recursive,short,no local,binary", negated=True),
    _perhaps("otfs", "0 1 2"),
    _keeps("update-lbd", "no less glucose,3 pseudo,2", negated=True),
    _flag("update-act"),
    _perhaps("reverse-arcs", "0 1 2 3"),
    _keeps("contraction", "no 0 2 5,no 5,decisionSeq 5,allUIP 5,dynamic", negated=True),
    _keeps("loops", "common distinct shared no"),
    _keeps(
        "restarts",
        "no 0 F,1 L,1 x,1,1.5 +,1,1 x,2,1.2,3 D,5,0.7 D,5,0.7,20,es,r,e,50",
        negated=True,
        letter="r",
    ),
    _keeps("reset-restarts", "no repeat disable"),
    _flag("local-restarts", negated=True),
    _keeps("counter-restarts", "no 0 1 1,1023"),
    _keeps("block-restarts", "0 5 5,1.1,1,d"),
    _keeps("shuffle", "no 1,1 2,3", negated=True),
    _keeps(
        "deletion",
        "no basic basic,1 sort,50 ipSort,100,lbd ipHeap,75,mixed",
        negated=True,
        letter="d",
    ),
    _keeps("del-grow", "no 1.0 1.1,20.0 1.1,3.0,F,2", negated=True),
    _keeps("del-cfl", "no F,1 +,1,1 x,2,1.5", negated=True),
    _keeps("del-init", "1.0 10.0,1,2 1000.0,1,1"),
    _perhaps("del-estimate", "0 1 2 3"),
    _keeps("del-max", "no 1,1 200000,400", negated=True),
    _keeps("del-glue", "0 2 2,1 15,0"),
    _keeps("del-on-restart", "0 50 100"),
    # Gringo
    _program("text", "it prints the ground program; use pyasp-puzzles translate"),
    ClaspOption(
        "const",
        Takes.VALUE,
        verdict=OptionVerdict.OURS,
        reason="a program's constants are set by --symmetry and --by",
        letter="c",
    ),
    _program("output", "it prints the ground program; use pyasp-puzzles translate", "o"),
    _keeps("output-debug", "none text translate all"),
    _keeps("warn", "none all no-atom-undefined", letter="W"),
    ClaspOption(
        "rewrite-minimize",
        Takes.NOTHING,
        verdict=OptionVerdict.CHANGES,
        reason="it adds atoms to what is shown",
        refused=("",),
    ),
    _keeps("preserve-facts", "none body symtab all"),
    _program("reify-sccs", _OUTPUT),
    _program("reify-steps", _OUTPUT),
    ClaspOption(
        "show-preds",
        Takes.VALUE,
        verdict=OptionVerdict.CHANGES,
        reason="the program's #show says what is shown",
        refused=("reach/1",),
    ),
    ClaspOption(
        "single-shot",
        Takes.NOTHING,
        verdict=OptionVerdict.ENDS,
        reason="cubes are searched one after the other in one ground program",
        refused=("",),
    ),
    # Basic
    _program("help", "use pyasp-puzzles clingo --help=3", "h"),
    _program("version", "use pyasp-puzzles clingo --version", "v"),
    _flag("verbose", letter="V"),
    _program("time-limit", "use --timeout"),
    _program("fast-exit", "it ends the clingo program"),
    _program("print-portfolio", "use pyasp-puzzles clingo --print-portfolio"),
    _program("quiet", _OUTPUT, "q"),
    _program("pre", "it prints the simplified program and searches nothing"),
    _program("outf", _OUTPUT),
    _program("out-atomf", _OUTPUT),
    _program("out-ifs", _OUTPUT),
    _program("out-hide-aux", _OUTPUT),
    _program("lemma-in", _LEMMAS),
    _program("lemma-out", _LEMMAS),
    _program("lemma-out-lbd", _LEMMAS),
    _program("lemma-out-max", _LEMMAS),
    _program("lemma-out-dom", _LEMMAS),
    _program("lemma-out-txt", _LEMMAS),
    _program("hcc-out", "it writes files"),
    _program("compute", "it demands an atom that the program does not"),
    _program("mode", "it makes the clingo program do something else"),
)

OPTIONS: Mapping[str, ClaspOption] = MappingProxyType({option.name: option for option in _TABLE})
"""All options of clingo 5.8 by their full names, in the order of its help."""
