"""Every option of clingo, and a check that lets those pass that keep the answers.

The check reads words as clasp does: ``--heur=domain``, ``--heur domain``, ``-e bt``, ``-ebt``,
``--no-sat-prepro``.  clasp gets full names, so that it cannot read an abbreviation differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from pyasp_puzzles.boards.puzzle import CONFIGURATIONS
from pyasp_puzzles.core.errors import SolverError, shorten


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
        negated: ``--no-NAME`` exists.
        verdict: only options that keep the answers are allowed.
        reason: why it or some of its values are refused; one clause.
        only: the allowed values, by the part before the first comma, in small letters; empty: all.
        beside: it keeps the answers only together with one of these; a profile may have it alone.
    """

    name: str
    takes: Takes
    letter: str = ""
    negated: bool = False
    verdict: OptionVerdict = OptionVerdict.KEEPS
    reason: str = ""
    only: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


_FORMS = """
configuration= tester= stats,s[=] [no-]parse-ext [no-]parse-maxsat [no-]share= learn-explicit
[no-]sat-prepro[=] [no-]trans-ext= eq= [no-]backprop supp-models no-ufs-check no-gamma eq-dfs
solve-limit= parallel-mode,t= global-restarts= [no-]distribute= integrate= enum-mode,e=
[no-]project[=] models,n= opt-mode= opt-stop= opt-strategy= opt-usc-shrink= opt-heuristic=
[no-]restart-on-model [no-]lookahead[=] heuristic= [no-]init-moms score-res= score-other=
sign-def= [no-]sign-fix [no-]berk-huang [no-]vsids-acids vsids-progress= [no-]nant dom-mod=
save-progress[=] init-watches= update-mode= acyc-prop[=] seed= partial-check[=] sign-def-disj=
[no-]rand-freq= rand-prob= no-lookback forget-on-step= [no-]strengthen= otfs[=] [no-]update-lbd=
update-act reverse-arcs[=] [no-]contraction= loops= [no-]restarts,r= reset-restarts=
[no-]local-restarts counter-restarts= block-restarts= [no-]shuffle= [no-]deletion,d=
[no-]del-grow= [no-]del-cfl= del-init= del-estimate[=] [no-]del-max= del-glue= del-on-restart=
text[=] const,c= output,o[=] output-debug= warn,W= rewrite-minimize preserve-facts=
reify-sccs[=] reify-steps[=] show-preds= single-shot help,h[=] version,v[=] verbose,V
time-limit[=] fast-exit[=] print-portfolio[=] quiet,q[=] pre[=] outf[=] out-atomf[=] out-ifs[=]
out-hide-aux[=] lemma-in[=] lemma-out[=] lemma-out-lbd[=] lemma-out-max[=] lemma-out-dom[=]
lemma-out-txt[=] hcc-out[=] compute[=] mode[=]
"""
"""All options in the order of clingo's help, and as it writes them: ``[no-]NAME,LETTER[=]``."""

_FAULT = "loses answers of some programs with sums"

_LIMITED: Mapping[str, tuple[tuple[str, ...], str]] = {
    "configuration": (
        CONFIGURATIONS,
        f"frumpy {_FAULT}, and the options in a file are not checked",
    ),
    "trans-ext": (
        ("dynamic", "weight"),
        f"clasp's preprocessing {_FAULT} then, or never ends",
    ),
    "enum-mode": (
        ("auto", "bt", "record"),
        "brave and cautious list consequences, and domRec only some answers",
    ),
}
"""Options of which only some values are allowed, and why."""

_BESIDE: Mapping[str, tuple[tuple[str, ...], str]] = {
    "no-lookback": (
        ("--eq=0", "--trans-ext=dynamic", "--trans-ext=weight"),
        f"it drops clasp's default --trans-ext=dynamic, without which clasp's preprocessing "
        f"{_FAULT}",
    ),
}
"""Options that are allowed beside another one only, and why."""

_PRINTS = "it says how the clingo program prints"
_LEMMAS = "it reads or writes learnt lemmas, which the clingo program does"
_TRANSLATE = "it prints the ground program; use pyasp-puzzles translate"
_LEMMA_OPTIONS = ("in", "out", "out-lbd", "out-max", "out-dom", "out-txt")

_REFUSED: Mapping[OptionVerdict, Mapping[str, str]] = {
    OptionVerdict.CHANGES: {
        "supp-models": "supported models need not be answer sets",
        "no-ufs-check": "without the unfounded set check models need not be answer sets",
        "rewrite-minimize": "it adds atoms to what is shown",
        "show-preds": "the program's #show says what is shown",
    },
    OptionVerdict.ENDS: {
        "solve-limit": "it ends the search early; use --timeout",
        "single-shot": "cubes are searched one after the other in one ground program",
    },
    OptionVerdict.OURS: {
        "parallel-mode": "use --threads",
        "project": "answers are the distinct sets of shown atoms",
        "models": "use -n or limit",
        "opt-mode": "every answer set is an answer; #minimize is ignored",
        "const": "a program's constants are set by --symmetry and --by",
    },
    OptionVerdict.UNCHECKED: {"tester": "its value is a line of options of its own"},
    OptionVerdict.PROGRAM: {
        **dict.fromkeys(("text", "output"), _TRANSLATE),
        **{name: f"use pyasp-puzzles clingo --{name}" for name in ("version", "print-portfolio")},
        "help": "use pyasp-puzzles clingo --help=3",
        "time-limit": "use --timeout",
        "fast-exit": "it ends the clingo program",
        "pre": "it prints the simplified program and searches nothing",
        **dict.fromkeys(("reify-sccs", "reify-steps", "quiet", "outf", "out-atomf"), _PRINTS),
        **dict.fromkeys(("out-ifs", "out-hide-aux"), _PRINTS),
        **{f"lemma-{which}": _LEMMAS for which in _LEMMA_OPTIONS},
        "hcc-out": "it writes files",
        "compute": "it demands an atom that the program does not",
        "mode": "it makes the clingo program do something else",
    },
}
"""Options that are refused, and why."""


def _option(form: str) -> ClaspOption:
    """The option that clingo's help writes so."""
    match = re.fullmatch(r"(\[no-\])?([\w-]+)(?:,(\w))?(=|\[=\])?", form)
    assert match
    name, takes = match[2], {None: Takes.NOTHING, "=": Takes.VALUE, "[=]": Takes.PERHAPS}[match[4]]
    verdict = next((v for v, names in _REFUSED.items() if name in names), OptionVerdict.KEEPS)
    only, limited = _LIMITED.get(name, ((), ""))
    beside, alone = _BESIDE.get(name, ((), ""))
    reason = _REFUSED.get(verdict, {}).get(name, limited or alone)
    return ClaspOption(name, takes, match[3] or "", bool(match[1]), verdict, reason, only, beside)


OPTIONS: Mapping[str, ClaspOption] = {each.name: each for each in map(_option, _FORMS.split())}
"""All options of clingo 5.8 by their full names, in the order of its help."""

_LETTERS = {option.letter: option for option in OPTIONS.values() if option.letter}
_NAMES = {
    **OPTIONS,
    **{f"no-{option.name}": option for option in OPTIONS.values() if option.negated},
}
"""Options by all the full names that may follow two dashes."""

_SEE = "; docs/reference/clasp_options.md lists those that are allowed"
_PORTFOLIO = re.compile(r"(\[[\w-]+\](?:\((\w+)\))?:)(.*)")


def full_options(words: Iterable[str]) -> list[str]:
    """The options in full, one a word.

    >>> full_options(["--heur", "domain", "--no-sat", "-r", "L,60"])
    ['--heuristic=domain', '--sat-prepro=no', '--restarts=L,60']
    """
    return list(_read(iter(words)))


def own_options(words: Iterable[str]) -> list[str]:
    """The options of a user, in full, for a program that the tests have not tried.

    Raises SolverError as :func:`full_options`, or if an option needs another option.
    """
    found = full_options(words)
    for option in OPTIONS.values():
        word = f"--{option.name}"
        if option.beside and word in found and not set(option.beside) & set(found):
            beside = " or ".join(option.beside)
            raise SolverError(f"clasp option {word} is refused without {beside}: {option.reason}")
    return found


def full_portfolio(lines: Iterable[str]) -> list[str]:
    """The lines ``[NAME](CONFIGURATION): OPTIONS`` of a portfolio, their options in full."""
    found = []
    for line in lines:
        match = _PORTFOLIO.fullmatch(line)
        if not match:
            raise SolverError(f"portfolio: found {shorten(line)}, expected '[NAME]: OPTIONS'")
        if match[2]:
            full_options([f"--configuration={match[2]}"])
        found.append(" ".join([match[1], *full_options(match[3].split())]))
    return found


def _read(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if not isinstance(word, str):
            raise SolverError(f"found {word!r} among clasp's options, expected a word")
        negated, value = False, ""
        if re.match(r"--[^-=]", word):
            name, equals, value = word[2:].partition("=")
            option, negated = _named(name)
            if (equals and not value) or (negated and value):
                raise SolverError(f"clasp option {word}: expected {_form(option)}")
        elif re.match(r"-[^-=]", word):
            if word[1] not in _LETTERS:
                raise SolverError(f"clasp option {word} is unknown{_SEE}")
            option, value = _LETTERS[word[1]], word[2:]
        else:
            raise SolverError(
                f"found {shorten(word)} among clasp's options, expected one such as "
                "--heuristic=Domain"
            )
        if option.verdict is not OptionVerdict.KEEPS:
            raise SolverError(_refusal(word, option))
        if option.takes is Takes.NOTHING and value:
            raise SolverError(f"clasp option {word}: expected {_form(option)}, which has no value")
        if option.takes is Takes.VALUE and not value and not negated:
            value = next(words, "")
            if not isinstance(value, str) or not value:
                raise SolverError(f"clasp option {word}: found no value, expected {_form(option)}")
            word = f"{word} {value}"
        if negated and option.takes is not Takes.NOTHING:
            negated, value = False, "no"
        if option.only and value.partition(",")[0].lower() not in option.only:
            raise SolverError(_refusal(word, option))
        yield f"--{'no-' * negated}{option.name}{'=' * bool(value)}{value}"


def _named(name: str) -> tuple[ClaspOption, bool]:
    """The option with this name or unique beginning, and whether it is negated."""
    found = {text: option for text, option in _NAMES.items() if text.startswith(name)}
    if name in found:
        found = {name: found[name]}
    if not found:
        raise SolverError(f"clasp option --{name} is unknown{_SEE}")
    if len(found) > 1:
        first = ", ".join(f"--{text}" for text in [*found][:8])
        more = ", ..." if len(found) > 8 else ""
        raise SolverError(f"clasp option --{name} is ambiguous, expected one of {first}{more}")
    ((text, option),) = found.items()
    return option, text != option.name


def _form(option: ClaspOption) -> str:
    values = {Takes.NOTHING: "", Takes.PERHAPS: "[=VALUE]", Takes.VALUE: "=VALUE"}
    return f"--{option.name}{values[option.takes]}"


def _refusal(word: str, option: ClaspOption) -> str:
    given = "" if word.startswith(f"--{option.name}") else f" (--{option.name})"
    allowed = f"; allowed: {', '.join(option.only)}" if option.only else ""
    return f"clasp option {word}{given} is refused: {option.reason}{allowed}"
