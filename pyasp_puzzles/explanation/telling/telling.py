"""Steps told in sentences: which clues, what is known, what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby

from clingo import Symbol

from pyasp_puzzles.explanation.steps import GroundClue, Literal, Step
from pyasp_puzzles.explanation.telling.english import clauses, only_left, sentence
from pyasp_puzzles.explanation.telling.frames import Parts, Phrase, together
from pyasp_puzzles.explanation.telling.phrases import phrases_of
from pyasp_puzzles.explanation.theory import Theory

_MOST_WORDS = 40
"""Words of a sentence."""
_WORDS, _SPARE = 28, 6
"""Words of a list before it is folded, and how many more it may have if that makes it whole."""
_MOST_LINKS = 7
"""Links of a supposition before they are folded."""
_FEW = 2
_AS_MANY = ": just as many places are left as are needed"
_OTHERWISE = {
    "room": ": otherwise no place would be left for that",
    "pair": _AS_MANY,
    "triple": _AS_MANY,
}
_BY_THEMSELVES = {
    "given": "{number} clues say this, each by itself",
    "rest": "{number} clues exclude all that is left, each by itself",
}


@dataclass(frozen=True)
class Told:
    """A step in words.

    ``clues``: with how many each of them is.  ``several``: the number of clues.  ``note``: how
    they belong together; empty for one clue.
    """

    number: int
    clues: tuple[Phrase, ...]
    premises: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()
    parts: tuple[Told, ...] = ()
    several: int = 1
    together: str = ""
    form: str = ""
    only: str = ""
    technique: str = ""
    names: Collection[str] = field(default=(), repr=False, compare=False)

    def sentences(self, *, whole: bool = False) -> list[str]:
        """The step, a paragraph for each sentence; ``whole``: all of long lists."""
        if self.parts:
            return self._nested(whole)
        known, why = _folded(self.premises, whole), _OTHERWISE.get(self.form, "")
        then = (_folded(self.follows, whole, why) or "nothing fits") + why
        if self.only and not whole:
            beside = _folded(self.premises, whole, self.only)
            return [self._begun(self.only + f" ({beside})" * bool(beside))]
        if self.form in _BY_THEMSELVES and self.several > _FEW and not whole:
            says = _BY_THEMSELVES[self.form].format(number=self.several)
            return [self._begun(f"{says}: {_folded(self.follows, whole, says)}")]
        words = [self._begun(clauses(self._clues(whole)))] if self.clues else []
        if not known:
            then = f"so {then}" if self.clues else then
        elif (
            ";" in known
            or len(self.premises) > _FEW
            or len(f"{known} {then}".split()) > _MOST_WORDS
        ):
            then = f"known: {known}. So {then}"
        else:
            then = f"as {known}, {then}"
        return [*words, sentence(then, self.names)]

    def clue_sentences(self, *, whole: bool = False) -> list[str]:
        """The clues alone, each with a sentence of its own or together with similar ones."""
        first, *others = self._clues(whole)
        return [self._begun(first), *(sentence(words, self.names) for words in others)]

    def _begun(self, words: str) -> str:
        """The first sentence, behind the name that a clue gives the step."""
        return sentence(f"{self.technique}: {words}" if self.technique else words, self.names)

    def _clues(self, whole: bool) -> list[str]:
        words = [text for text, _ in self.clues]
        kept = len(words) if whole else _most(words)
        more = sum(number for _, number in self.clues[kept:])
        return [*words[:kept], *([f"{more} more clues"] if more else [])]

    def _nested(self, whole: bool) -> list[str]:
        words = [sentence(f"suppose {clauses(self.supposed)}")]
        if len(self.parts) > _MOST_LINKS and not whole:
            words = [f"{words[0][:-1]}: then nothing fits, as {len(self.parts)} steps show."]
        else:
            for number, part in enumerate(self.parts):
                first, *others = part.sentences(whole=whole)
                words += [f"({chr(ord('a') + number % 26)}) {first}", *others]
        then = f"so {_folded(self.follows, whole)}" if self.follows else "nothing fits"
        return [*words, sentence(then)]

    def note(self) -> str:
        """How many clues the step needs, and how they belong together; empty for one clue."""
        if self.several < 2 or self.form in ("given", "rest"):
            return ""
        return f"{self.several} clues{self.together}"


def _most(phrases: Sequence[str], lead: int = 0) -> int:
    """How many phrases a sentence has room for after some words; all, if few would be folded."""
    room = [*accumulate(len(phrase.split()) for phrase in phrases)]
    if not room or room[-1] <= min(_WORDS + _SPARE, _MOST_WORDS - lead):
        return len(phrases)
    return max(1, sum(words <= min(_WORDS, _MOST_WORDS - _SPARE - lead) for words in room))


def _folded(phrases: Sequence[str], whole: bool, lead: str = "") -> str:
    """Phrases as one clause; of many only the first ones, and how many more there are."""
    kept = len(phrases) if whole else _most(phrases, len(lead.split()))
    left = len(phrases) - kept
    return clauses(
        [*phrases[:kept], *[f"{left} more like {'these' if left > 1 else 'this'}"][:left]]
    )


class Teller:
    """Tells the steps of an explanation, one after the other."""

    def __init__(self, theory: Theory, known: Iterable[tuple[Symbol, bool]] = ()) -> None:
        self.theory = theory
        self.phrases = phrases_of(theory)
        self.known: dict[Symbol, bool] = dict(known)

    def tell(self, step: Step) -> Told:
        """A step in words; what follows is known from then on."""
        told = self._told(step)
        self.learn(step.follows)
        return told

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take literals as known."""
        self.known.update((literal.atom, literal.holds) for literal in literals)

    def _told(self, step: Step) -> Told:
        parts: list[Told] = []
        supposed: list[str] = []
        if step.parts:
            before = dict(self.known)
            opposite = [step.supposes] if step.supposes else []
            supposed = self.phrases.told(opposite, self.known)
            self.learn(opposite)
            for part in step.parts:
                if part.reason or not part.follows or self.phrases.news(part.follows, self.known):
                    parts.append(self.tell(part))
                self.learn(part.follows)
            self.known = before
        note = " together" if step.minimal else " together; perhaps fewer suffice"
        if step.stages:
            note = ", each by itself" if step.each_by_itself else ", one after the other"
        return Told(
            step.number,
            tuple(self.clues(step.reason, in_order=not step.each_by_itself, named=step.named)),
            tuple(self.phrases.premises(self._evidence(step), self.known)),
            tuple(self._follows(step)),
            tuple(supposed),
            tuple(parts),
            len(step.reason),
            note,
            step.form,
            self._only(step),
            step.named,
            self.theory.names,
        )

    def _only(self, step: Step) -> str:
        """What is said of the only place, or the only value, that is left; else empty."""
        first = step.follows[0] if step.follows else None
        if any(first and x.cells != first.cells for x in step.follows[1:]):
            return ""
        if first and step.form == "only" and len(step.reason) == 1:
            clue = step.reason[0]
            default = f"{clue.words}, and only this is left for it: {first.words}"
            return self.theory.only_place(clue, first) or default
        if first and step.form == "value":
            return only_left(first.words)
        return ""

    def _evidence(self, step: Step) -> list[Literal]:
        """What a step needs; of what excludes others only what does not lie in their place."""
        if step.form not in ("only", "room"):
            return list(step.premises)
        within = {cell for clue in step.reason for cell in clue.cells}
        return [x for x in step.premises if not within.issuperset(x.cells)]

    def _follows(self, step: Step) -> list[str]:
        """What follows; of a chain in its order, several stages at once if one phrase does."""
        if step.each_by_itself:
            return self.phrases.follows(step.follows, self.known)
        known = dict(self.known)
        found: list[str] = []
        told: list[Literal] = []
        for stage in step.stages:
            both = self.phrases.follows([*told, *stage.follows], known) if told else []
            if len(both) == 1:
                found[-1] = both[0]
                told += stage.follows
                continue
            known.update((literal.atom, literal.holds) for literal in told)
            told = list(stage.follows)
            found += self.phrases.follows(told, known)
        return found

    def clues(
        self, clues: Sequence[GroundClue], *, in_order: bool = False, named: str = ""
    ) -> Iterator[Phrase]:
        """Clues as sentences: those that differ in one value only are told together.

        ``named``: the name of a technique that is told already.
        """
        told = clues if in_order else sorted(clues, key=lambda clue: clue.symbol)
        for _, same in groupby(told, key=lambda clue: (clue.symbol.arguments[0], clue.lemma)):
            group = list(same)
            name = group[0].technique or "by the rules" * group[0].lemma
            end = f" ({name})" if name and name != named else ""
            for words, number in together(map(self._parts, group), each=True):
                yield words + end, number

    def _parts(self, clue: GroundClue) -> Parts:
        return self.theory.parts(clue.symbol)
