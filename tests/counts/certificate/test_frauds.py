"""Frauds: whatever a list of answers, a decoder or a prover makes up, a certificate refuses it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from types import SimpleNamespace
from typing import Any

import clingo
import pytest

import pyasp_puzzles as pp
from pyasp_puzzles.boards.registry import puzzle_of
from pyasp_puzzles.counts.certificate import certificate as certifying
from pyasp_puzzles.counts.certificate import certify, evidence
from pyasp_puzzles.counts.certificate import prover as proving
from pyasp_puzzles.counts.certificate.formula import make_formula
from pyasp_puzzles.counts.certificate.prover import (
    Extra,
    Lacking,
    ProofTask,
    RefutationProof,
    digest,
    prove,
)
from pyasp_puzzles.counts.certificate.rup import ProofError
from pyasp_puzzles.engines import answering
from pyasp_puzzles.ground.grounding import Source

pytest.importorskip("pysat.solvers")

BOARD = "eternity", "document_3x3"
ANSWERS, CLASSES = 16, 4


def shown(answer: Any) -> str:
    return " ".join(sorted(map(str, answer.symbols)))


# Lists of answers


class ListedAnswers(list[Any]):
    exhausted = True


@cache
def honest(symmetry: bool = False) -> tuple[Any, ...]:
    return tuple(pp.solve(pp.load(*BOARD), symmetry=symmetry))


@cache
def formula_of(board: Any, symmetry: bool) -> Any:
    """The formula, made once."""
    files = puzzle_of(board).program_paths(symmetry=symmetry)
    return make_formula(Source(files, pp.facts(board), {}))


def honest_formula(source: Source, _clock: Any) -> Any:
    """In place of the process that makes the formula."""
    symmetry = any(path.parent.name == "symmetry" for path in source.files)
    return formula_of(pp.load(*BOARD), symmetry)


def other(*symbols: clingo.Symbol) -> Any:
    return SimpleNamespace(symbols=symbols)


def refusal(
    monkeypatch: pytest.MonkeyPatch, answers: Sequence[Any], symmetry: bool = False
) -> tuple[type[Exception], str]:
    """How ``certify`` refuses a list of answers."""
    monkeypatch.setattr(certifying, "search_answers", lambda *_, **__: ListedAnswers(answers))
    monkeypatch.setattr(certifying, "_formula", honest_formula)
    with pytest.raises(pp.PuzzleError) as error:
        certify(pp.load(*BOARD), symmetry=symmetry, checker="own")
    assert "\n" not in str(error.value)
    return error.type, str(error.value)


def test_the_honest_lists_are_proved() -> None:
    assert certify(pp.load(*BOARD), checker="own").answers == ANSWERS
    assert certify(pp.load(*BOARD), symmetry=True, checker="own").answers == CLASSES


def image_of(answer: Any) -> Any:
    """An answer that is an image of this one."""
    board = pp.load(*BOARD)
    puzzle = puzzle_of(board)
    assert puzzle.symmetries
    images = puzzle.symmetries.orbit(board, answer.solution) - {answer.solution}
    return next(found for found in honest() if found.solution in images)


def classes() -> tuple[Any, ...]:
    return honest(symmetry=True)


def without_an_atom(answer: Any, **more: Any) -> Any:
    return SimpleNamespace(symbols=answer.symbols[1:], **more)


def with_atom(answer: Any, atom: str) -> Any:
    return other(*answer.symbols, clingo.parse_term(atom))


LISTS: dict[str, tuple[Callable[[], Sequence[Any]], bool, type[Exception], str]] = {
    "one answer twice": (
        lambda: [*honest(), other(*reversed(honest()[4].symbols))],
        *(False, pp.RepeatedAnswerError),
        "eternity document_3x3: the list of answers has one twice, again as number 17; please "
        "report this. {0[4]}",
    ),
    "all twice": (lambda: [*honest(), *honest()], False, pp.RepeatedAnswerError, "*{0[0]}*"),
    "one dropped": (
        lambda: honest()[1:],
        *(False, pp.DisagreementError),
        "eternity document_3x3: only its translation has this answer; please report this. "
        "{0[0]} Verifier: accepts it",
    ),
    "empty": (
        *(list, False, pp.DisagreementError),
        "*only its translation has this answer*",
    ),
    "a broken rule": (
        lambda: [*honest(), without_an_atom(honest()[0])],
        *(False, pp.VerificationError),
        "*returned an answer that breaks a rule*",
    ),
    "a solution that is not that of its atoms": (  # which are decoded again
        lambda: [
            *honest(),
            without_an_atom(honest()[0], solution=honest()[0].solution, verified=lambda: None),
        ],
        *(False, pp.VerificationError, "*"),
    ),
    "an atom that is not shown": (
        lambda: [*honest(), with_atom(honest()[0], "hidden(1)")],
        *(False, pp.SolverError),
        "shown atom hidden(1) is none of the answer's atoms*",
    ),
    "an atom more": (
        lambda: [*honest(), with_atom(honest()[0], "place(9,9,9,9)")],
        *(False, pp.PuzzleError, "*9*"),
    ),
    "an image as a class of its own": (
        lambda: [*classes(), image_of(classes()[0])],
        *(True, pp.DisagreementError),
        "eternity document_3x3: two answers are of one class, which would be*{1[0]}*",
    ),
    "an image in place of what the program selects": (
        lambda: [image_of(classes()[0]), *classes()[1:]],
        *(True, pp.DisagreementError),
        "*only the program has this answer*{2} Verifier: accepts it",
    ),
}
"""The list, whether of classes, the error and its words: answers, classes, an image of the first
class."""


@pytest.mark.parametrize("fraud", LISTS)
def test_a_list_is_not_believed(fraud: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, symmetry, expected, pattern = LISTS[fraud]
    kind, said = refusal(monkeypatch, made(), symmetry)
    assert kind is expected or expected is pp.PuzzleError  # any of ours
    lists = [list(map(shown, answers)) for answers in (honest(), classes())]
    image = shown(image_of(classes()[0]))
    assert fnmatchcase(said, pattern.format(*lists, image)), said
    assert "of one class" not in said or image in said


def test_a_decoder_that_gives_one_valid_solution_for_every_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = honest()[0].solution
    puzzle = replace(puzzle_of(pp.load(*BOARD)), decode=lambda *_: solution)
    for module in (answering, certifying):
        monkeypatch.setattr(module, "puzzle_of", lambda _: puzzle)
    with pytest.raises(pp.DisagreementError) as error:
        certify(pp.load(*BOARD), checker="own")
    words = str(error.value)
    assert "the decoder gives one solution for two answers, which would be counted as two" in words
    named = {answer for answer in honest() if shown(answer) in words}
    assert len(named) == 2


def without_models(formula: Any) -> Any:
    """An extra empty clause in the formula itself: the answers are no models of it."""
    return replace(formula, clauses=[*formula.clauses, []])


def without_a_shown_atom(formula: Any) -> Any:
    lost = str(honest()[0].symbols[0])
    return replace(formula, atoms={a: n for a, n in formula.atoms.items() if a != lost})


@pytest.mark.parametrize("spoilt", [without_models, without_a_shown_atom])
def test_a_wrong_translation(spoilt: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certifying, "_formula", lambda *given: spoilt(honest_formula(*given)))
    with pytest.raises(pp.DisagreementError, match="only the program has this answer"):
        certify(pp.load(*BOARD), checker="own")


# Provers

Sent = list[tuple[Any, ...]]


def sent_by(task: ProofTask) -> Sent:
    """What the real prover sends for a task."""
    sent: Sent = []
    prove(lambda *message: sent.append(message), task)
    return sent


def believed(monkeypatch: pytest.MonkeyPatch, prover: Callable[[ProofTask], Sent]) -> str:
    """What ``certify`` says of a prover; an empty text if it is believed."""

    def messages(_prove: Any, task: ProofTask, **_: Any) -> Iterator[tuple[Any, ...]]:
        yield from prover(task)

    monkeypatch.setattr(evidence, "sent_by", messages)
    monkeypatch.setattr(certifying, "_formula", honest_formula)
    try:
        certify(pp.load(*BOARD), checker="own")
    except ProofError as error:
        assert "\n" not in str(error)
        return str(error)
    return ""


def result_of(sent: Sent) -> Any:
    return sent[-1][1]


def with_result(sent: Sent, **changes: Any) -> Sent:
    return [*sent[:-1], ("result", replace(result_of(sent), **changes))]


def with_models(sent: Sent, change: Callable[[list[bytes]], list[bytes]]) -> Sent:
    ((kind, models), *rest) = sent
    return [(kind, change(models)), *rest]


def test_the_real_prover_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert believed(monkeypatch, sent_by) == ""


def test_models_may_come_in_several_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "BATCH", 3)
    parts: list[int] = []

    def prover(task: ProofTask) -> Sent:
        sent = sent_by(task)
        parts.extend(len(models) for kind, models in sent if kind == "models")
        return sent

    assert believed(monkeypatch, prover) == ""
    assert parts == [3, 3, 3, 3, 3, 1]


def nothing_left(task: ProofTask) -> Sent:
    """Adds an empty clause to its formula, and says so."""
    sent = sent_by(task)
    spoilt = sent_by(replace(task, clauses=[*task.clauses, []], forbidden=[]))
    return [*sent[:-1], spoilt[-1]]


def nothing_left_and_hidden(task: ProofTask) -> Sent:
    """Adds an empty clause to its formula, and gives the digest of the right one."""
    return with_result(sent_by(task), proof=result_of(nothing_left(task)).proof)


def nothing_from_the_start(task: ProofTask) -> Sent:
    """Adds an empty clause before it looks for the answers."""
    return sent_by(replace(task, clauses=[*task.clauses, []]))


def another_unit(task: ProofTask) -> Sent:
    """Adds a unit clause, which leaves it less to refute."""
    sent = sent_by(task)
    literal = task.forbidden[0][0]
    spoilt = sent_by(replace(task, clauses=[*task.clauses, [literal], [-literal]], forbidden=[]))
    return with_result(sent, proof=result_of(spoilt).proof)


def another_instance(task: ProofTask) -> Sent:
    """Proves something, but of another board."""
    board = pp.load("eternity", "hints_6x6")
    formula = formula_of(board, False)
    answers = [frozenset(map(str, found.symbols)) for found in pp.solve(board)]
    foreign = ProofTask(
        *(formula.variables, formula.clauses, formula.forbidding(answers), "cadical195")
    )
    return with_result(sent_by(task), proof=result_of(sent_by(foreign)).proof)


def another_instance_as_it_is(task: ProofTask) -> Sent:
    """The proof of another board with its own digest."""
    sent = another_instance(task)
    return with_result(sent, digest="0" * 64)


def a_model_of_another_answer(task: ProofTask) -> Sent:
    return with_models(sent_by(task), lambda models: [models[1], models[0], *models[2:]])


def a_model_that_is_none(task: ProofTask) -> Sent:
    """Flips a variable that is not shown, so that the answer stays and a clause breaks."""
    variables = {abs(literal) for literal in task.forbidden[0]}
    hidden = next(v for v in range(1, task.variables + 1) if v not in variables)

    def flipped(models: list[bytes]) -> list[bytes]:
        first = bytearray(models[0])
        first[hidden] ^= 1
        return [bytes(first), *models[1:]]

    return with_models(sent_by(task), flipped)


FRAUDS: dict[Callable[[ProofTask], Sent], str] = {
    nothing_left: r"it worked on another formula, of sha256 \w{64}, not \w{64}",
    nothing_left_and_hidden: "the empty clause does not follow by unit propagation",
    nothing_from_the_start: "the empty clause does not follow by unit propagation",
    another_unit: "does not follow by unit propagation",
    another_instance: r"line 1: .* does not follow",
    another_instance_as_it_is: "it worked on another formula, of sha256 000",
    a_model_of_another_answer: "its model number 1 is another answer's",
    a_model_that_is_none: r"it has a model that breaks the clause .* 0",
    (lambda task: sent_by(task)[1:]): "it has models for 0 of 16 answers",
    (lambda task: with_models(sent_by(task), lambda m: m[:-1])): "models for 15 of 16 answers",
    (lambda task: with_models(sent_by(task), lambda m: [*m, m[0]])): "models for more than 16",
    (lambda task: with_models(sent_by(task), lambda m: [x[:-1] for x in m])): "of another formula",
    (lambda task: with_models(sent_by(task), lambda m: [b"\2" * len(x) for x in m])): (
        "it has a model of another formula"
    ),
    (lambda task: with_result(sent_by(task), proof=[])): "it ends after line 0 without reaching",
    (lambda task: with_result(sent_by(task), proof=["0"])): "line 1: the empty clause does not",
    (lambda task: with_result(sent_by(task), proof=["no proof"])): "line 1: found 'no proof'",
    (lambda task: [*sent_by(task)[:-1], ("result", Lacking(3, ["0"]))]): "line 1: the empty clause",
    (lambda task: [("result", Lacking(16, ["0"]))]): "it says that answer 17 is lacking",
    (lambda task: [*sent_by(task)[:-1], ("result", Extra(sent_by(task)[0][1][2]))]): (
        "it has a model that breaks the clause"
    ),
    (lambda task: [("result", "refuted")]): "it sent .*refuted",
    (lambda task: [("result", Lacking("3", ["0"]))]): "it sent .*Lacking",  # type: ignore[arg-type]
    (lambda task: with_result(sent_by(task), proof=[5])): "it sent .*RefutationProof",
    (lambda task: [("models", []), *sent_by(task)]): r"it sent \('models', \[\]\)",
    (lambda task: [("models",)]): "it sent .*models",
    (lambda task: [("models", ["model"])]): "it sent .*models",
    (lambda task: with_models(sent_by(task), lambda m: [m[0], "x"])): "of another formula",  # type: ignore[list-item]
    (lambda task: [("result",)]): "it sent .*result",
    (lambda task: []): "it sent no result",
}


@pytest.mark.parametrize(("fraud", "words"), FRAUDS.items())
def test_a_prover_is_not_believed(
    fraud: Callable[[ProofTask], Sent], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = believed(monkeypatch, fraud)
    assert said.startswith("eternity document_3x3: proof")
    assert re.search(words, said), said


def test_a_prover_that_calls_it_refuted_while_models_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """List and prover together: an answer is dropped, and the proof is that of the whole list."""
    whole = honest()
    monkeypatch.setattr(certifying, "search_answers", lambda *_, **__: ListedAnswers(whole[1:]))
    board = pp.load(*BOARD)
    atoms = formula_of(board, False)
    dropped = atoms.forbidding([frozenset(map(str, whole[0].symbols))])

    def prover(task: ProofTask) -> Sent:
        rest = replace(task, forbidden=[*task.forbidden, *dropped])
        sent = with_result(
            sent_by(rest), digest=digest([*task.clauses, *task.forbidden], task.variables)
        )
        return with_models(sent, lambda models: models[:-1])

    assert "does not follow by unit propagation" in believed(monkeypatch, prover)


@pytest.mark.parametrize("checker", evidence.CHECKERS)
@pytest.mark.parametrize("proof", [["junk"], ["0", "a\0\1"], ["1 2", "0"], ["-1 -2 0", "x 0"]])
def test_a_proof_of_junk_where_propagation_alone_refutes_the_formula(
    proof: list[str], checker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The formula says 1 and 2, and its one answer is forbidden: nothing is left to prove."""
    task = ProofTask(2, [[1], [2]], [[-1, -2]], "cadical195")
    right = digest([*task.clauses, *task.forbidden], 2)

    def messages(*_: object, **__: object) -> Iterator[tuple[Any, ...]]:
        yield "models", [b"\0\1\1"]
        yield "result", RefutationProof(proof, right)

    monkeypatch.setattr(evidence, "sent_by", messages)
    seen = evidence.Evidence(task, checker, evidence.CertificateClock("two", None))
    with pytest.raises(ProofError, match="expected literals and a final 0") as refused:
        seen.check(seen.collect())
    good = "0", "-1 -2 0"
    assert refused.value.line == next(n for n, line in enumerate(proof, 1) if line not in good)
