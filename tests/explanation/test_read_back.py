"""What explanations say reads back as what is meant: no phrase says more, less or either."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from clingo import Symbol
from derivations import theory_of_files
from hypothesis import given, settings
from hypothesis import strategies as st

import pyasp_puzzles as pp
from pyasp_puzzles.explanation.search import Outcome
from pyasp_puzzles.explanation.telling.phrases import Phrases
from pyasp_puzzles.explanation.theory import Theory

Said = tuple[Symbol, bool]

BOARDS = [
    ("twenty_four_seven", "four"),
    ("pips", "document"),
    ("eternity", "document_3x3"),
    ("flower_finder", "generated_2"),
    ("packing", "slothouber_graatsma"),
]

OWN = {
    "negative words without a negation": '"{G} sits on seat {S}" "{G} avoids seat {S}"',
    "no": '"a guest {G} sits on {S}" "no guest {G} sits on {S}"',
    "the verb behind": '"seat {S} is that of {G}" "seat {S} is not that of {G}"',
    "the value first": '"on {S} sits {G}" "nobody of {G} sits on {S}"',
    "modal": '"{G} may sit on {S}" "{G} may not sit on {S}"',
    "words between": '"{G} with seat {S} smiles" "{G} with seat {S} does not smile"',
    "nodes": '"nodes {G} and {S} differ" "nodes {G} and {S} do not differ"',
    "positive words with a negation": '"{G} is not at {S}" "{G} is at {S}"',
    "no words": "",
}


class SentenceReader:
    """Reads phrases back: a grammar of its own over the words of single atoms."""

    def __init__(self, theory: Theory) -> None:
        self.said: dict[str, Said] = {}
        for atom in theory.atoms:
            for holds in (True, False):
                self.said[theory.literal(atom, holds).words] = atom, holds
        self.cells = sorted({c for text in self.said for c in re.findall(r"\br\d+c\d+\b", text)})
        self.verbs = {word for text in self.said for word in text.split()}

    def read(self, phrase: str) -> set[Said]:
        """The literals that a phrase says.

        Raises:
            ValueError: it is not clear which.
        """
        phrase = re.sub(r"^now | now (?=\S)", lambda m: "" if m.start() == 0 else " ", phrase)
        phrase = re.sub(r"^(\S+) can only (\w+)", self._only, phrase)
        found = set[Said]()
        for text in self._without_subjects(phrase):
            found |= self._one(text)
        return found

    def _only(self, match: re.Match[str]) -> str:
        return f"{match[1]} {'is' if match[2] == 'be' else self._singular(match[2])}"

    def _one(self, text: str) -> set[Said]:
        if found := self._exact(text):
            return found
        for form in (self._or, self._nor, self._left, self._several):
            if (found := form(text)) is not None:
                return found
        raise ValueError(f"cannot be read: {text}")

    def _exact(self, text: str) -> set[Said]:
        """The literal with these words; without the manner at their end, all with any manner."""
        if text in self.said:
            return {self.said[text]}
        ends = (", ", " after ", " on ")
        found = [own for x, own in self.said.items() if x.startswith(tuple(text + e for e in ends))]
        return set(found) if found and not any(holds for _, holds in found) else set()

    def _or(self, text: str) -> set[Said] | None:
        """A list with "or" behind a negation: none of it holds."""
        begin, found, end = text.rpartition(" or ")
        if not found or not re.search(r"\b(?:not|no|nobody|never)\b", begin):
            return None
        items = begin.split(", ")
        for number in range(len(items), 0, -1):
            first = ", ".join(items[:number])
            own = [self._exact(first)]
            for item in (*items[number:], end):
                own.append(
                    next((s for x in self._last(first, item) if (s := self._exact(x))), set())
                )
            if all(own):
                return set().union(*own)
        return None

    def _last(self, first: str, item: str) -> Iterator[str]:
        return reversed([*self._ends(first, item)])

    def _nor(self, text: str) -> set[Said] | None:
        sign = ", nor " if ", nor " in text else ", and "
        first, *others = text.split(sign)
        denies = re.search(r"\b(?:not|no|nobody|never)\b", first) is not None
        if not others or first not in self.said or denies is not (sign == ", nor "):
            return None
        ends = [[x for x in self._ends(first, item) if x in self.said] for item in others]
        if not all(ends):
            raise ValueError(f"cannot be read: {text}: {ends}")
        return {self.said[first], *(self.said[own[-1]] for own in ends)}

    def _ends(self, first: str, item: str) -> Iterator[str]:
        words = first.split()
        return (" ".join([*words[:n], item]) for n in range(len(words)))

    def _left(self, text: str) -> set[Said] | None:
        """What may be left in a place: all else of it does not hold."""
        *start, end = text.split(" or ")
        if not start:
            return None
        words = start[0].split()
        for head in range(len(words) - 1, 0, -1):
            frame = " ".join(words[:head])
            items = [*", ".join(start)[len(frame) :].strip().split(", "), end]
            own = {f"{frame} {item}" for item in items}
            if own & set(self.said) and own <= {*self.said, f"{frame} empty"}:
                return self._others(frame, own)
        raise ValueError(f"cannot be read: {text}")

    def _others(self, frame: str, own: set[str]) -> set[Said]:
        """That what else is said of a place does not hold; the place is filled, if it may be."""
        every = {x for x, (_, holds) in self.said.items() if holds and self._alike(x, frame)}
        found = {(self.said[x][0], False) for x in every - own}
        if f"{frame} empty" not in own:
            found |= {self.said[x] for x in (f"{frame} filled",) if x in self.said}
        return found

    def _alike(self, text: str, frame: str) -> bool:
        return text.startswith(f"{frame} ") and not text.endswith((" filled", " empty"))

    def _several(self, text: str) -> set[Said] | None:
        """A list with "and" at the end of a sentence that denies nothing."""
        if re.search(r"\b(?:not|no|nobody|neither|never)\b", text):
            return None
        head, comma, manner = text.rpartition(", ")
        for own, end in ((text, ""), (head, f"{comma}{manner}")):
            first, *others = re.split(r", | and ", own)
            if others and f"{first}{end}" in self.said:
                ends = [[f"{x}{end}" for x in self._ends(first, item)] for item in others]
                found = [[self.said[x] for x in own if x in self.said] for own in ends]
                if all(len(own) == 1 for own in found):
                    return {self.said[f"{first}{end}"], *(own[0] for own in found)}
        return None

    # -- subjects

    def _without_subjects(self, text: str) -> Iterator[str]:
        """The same of each of the subjects."""
        of = re.fullmatch(r"(.*)\b(?:any|each) of (.+)", text)
        if of:
            names = list(self._cells(of[2])) or re.split(r", | and ", of[2])
            yield from (f"{of[1]}{name}" for name in names)
            return
        words = text.split()
        for number in range(len(words) - 1, 0, -1):
            head, verb = " ".join(words[:number]), words[number]
            rest = " ".join(words[number + 1 :])
            rest = rest.removeprefix("each ")
            singular = self._singular(verb)
            names = list(self._cells(head)) or list(self._subjects(head))
            if (
                (singular != verb or verb == "may")
                and len(names) > 1
                and all(map(self._is_start, names))
            ):
                yield from (f"{name} {singular} {rest}".strip() for name in names)
                return
        yield text

    def _subjects(self, head: str) -> Iterator[str]:
        """Names after their noun, which stands once or with each of them."""
        items = re.split(r", | and ", head)
        if all(map(self._is_start, items)):
            yield from items
            return
        noun, _, first = items[0].rpartition(" ")
        for item in (first, *items[1:]):
            yield f"{noun.removesuffix('s')} {item}"

    def _is_start(self, name: str) -> bool:
        return any(text.startswith(f"{name} ") for text in self.said)

    def _singular(self, verb: str) -> str:
        irregular = {"are": "is", "have": "has", "do": "does"}
        if verb in irregular:
            return irregular[verb]
        return f"{verb}s" if f"{verb}s" in self.verbs else verb

    def _cells(self, names: str) -> Iterator[str]:
        """The cells that a list of cells and runs names."""
        if not re.fullmatch(r"[rc\d ,]*(?:(?:to|and) [rc\d ,]+)*", names):
            return
        for part in filter(None, re.split(r", | and ", names)):
            ends = [_pair(x) for x in part.split(" to ")]
            for cell in self.cells:
                r, c = _pair(cell)
                if ends[0][0] <= r <= ends[-1][0] and ends[0][1] <= c <= ends[-1][1]:
                    yield cell


def _pair(cell: str) -> tuple[int, int]:
    match = re.fullmatch(r"r(\d+)c(\d+)", cell)
    return (int(match[1]), int(match[2])) if match else (0, 0)


class ReadBoard:
    """A theory with one of its answers, its phrases, its reader, and what its background says."""

    def __init__(self, theory: Theory) -> None:
        self.theory, self.reader, self.phrases = theory, SentenceReader(theory), Phrases(theory)
        self.solver = theory.solver(late=lambda: False)
        clues = self.solver.all_on()
        found = self.solver.solve(clues, lambda m: [m.is_true(n) for n in theory.numbers])
        values = (
            found.value
            or self.solver.solve([], lambda m: [m.is_true(n) for n in theory.numbers]).value
        )
        assert values
        self.answer = list(zip(theory.atoms, values, strict=True))

    def follows(self, known: Iterable[Said], wanted: Iterable[Said]) -> list[Said]:
        """What of the wanted does not follow from the known, by the background alone."""
        numbers = self.theory.atom_numbers
        base = [numbers[a] if holds else -numbers[a] for a, holds in known]
        return [
            (atom, holds)
            for atom, holds in wanted
            if (atom, holds) not in set(known)
            and self.solver.solve([*base, -numbers[atom] if holds else numbers[atom]]).outcome
            is not Outcome.UNSATISFIABLE
        ]

    def check(self, literals: list[Said], known: list[Said]) -> list[str]:
        """The phrases for some literals, after it is checked that they say just these."""
        wanted = [self.theory.literal(atom, holds) for atom, holds in literals]
        phrases = [text for text, _ in self.phrases.told(wanted, dict(known))]
        said = [pair for phrase in phrases for pair in self.reader.read(phrase)]
        more = self.follows([*known, *literals], said)
        assert not more, (phrases, "say too much", more, literals, known)
        assert not self.follows([*known, *said], literals), (phrases, "say too little")
        return phrases


_made: dict[tuple[str, str], ReadBoard] = {}


def board_of(name: str, instance: str) -> ReadBoard:
    """A board, made once."""
    if (name, instance) not in _made:
        _made[name, instance] = ReadBoard(pp.explain(pp.load(name, instance)).theory)
    return _made[name, instance]


def sample(answer: list[Said], seed: int, share: float) -> list[Said]:
    """Some literals of an answer, of few atoms or of many, so that lists of all lengths occur."""
    dice = random.Random(seed)
    names = sorted({atom.name for atom, _ in answer})
    chosen = set(dice.sample(names, dice.randint(1, len(names))))
    own = [pair for pair in answer if pair[0].name in chosen]
    return dice.sample(own, min(len(own), 60, max(1, int(share * len(own)))))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board[0])
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.02, 0.1, 0.3, 0.7]), st.sampled_from([0, 0.2]))
def test_phrases_of_random_literals_read_back_as_these(
    board: tuple[str, str], seed: int, share: float, before: float
) -> None:
    own = board_of(*board)
    literals = sample(own.answer, seed, share)
    known = sample(own.answer, seed + 1, before) if before else []
    own.check(literals, [pair for pair in known if pair not in literals])


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board[0])
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.floats(0.01, 1), st.sampled_from([0, 0.05, 0.2, 0.5]))
def test_many_phrases_of_random_literals_read_back_as_these(
    board: tuple[str, str], seed: int, share: float, before: float
) -> None:
    test_phrases_of_random_literals_read_back_as_these.hypothesis.inner_test(  # type: ignore[attr-defined]
        board, seed, share, before
    )


@pytest.mark.parametrize("words", OWN)
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.3, 1]))
def test_phrases_of_own_words_read_back_too(words: str, seed: int, share: float) -> None:
    if ("own", words) not in _made:
        line = f"%@ sits(G,S) {OWN[words]}\n" if OWN[words] else ""
        text = f"{line}{{ sits((a;bob;c), 1..4) }}.\n#show sits/2.\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "own.lp"
            path.write_text(text, encoding="utf-8")
            _made["own", words] = ReadBoard(theory_of_files([path]))
    own = _made["own", words]
    dice = random.Random(seed)
    literals = [(atom, dice.random() < 0.4) for atom, _ in own.answer]
    own.check(sample(literals, seed, share), [])
