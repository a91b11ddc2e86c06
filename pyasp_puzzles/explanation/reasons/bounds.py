"""Lower bounds of the price of reasons, from models that are kept from step to step."""

from __future__ import annotations

from pyasp_puzzles.explanation.reasons.hitting_set import cheapest_hitting_set
from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.parts import Space


class Bounds:
    """Models, and what they say of the price of a reason.

    Attributes:
        price: for each literal a lower bound of the weight of its reasons.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        count = 2 * space.atoms + 1
        self.price = [0] * count
        self._hit = [0] * count
        self._models: list[tuple[int, int]] = []
        self._broken: list[list[int] | None] = [None] * count

    def add(self, false: int, broken: int) -> None:
        """A model in which literals are false and clues are broken."""
        self._models.append((false, broken))
        for bit in bits(false):
            sets = self._broken[bit]
            if sets is not None:
                _insert(sets, broken)

    def refuted(self, clues: int) -> int:
        """Literals that some model falsifies in which these clues hold."""
        found = 0
        for false, broken in self._models:
            if not broken & clues:
                found |= false
        return found

    def learn(self, new: int) -> None:
        """Forget the models in which something new does not hold: bounds may fall."""
        gone, kept = 0, []
        for false, broken in self._models:
            if false & new:
                gone |= false
            else:
                kept.append((false, broken))
        self._models = kept
        for bit in bits(gone):
            self._broken[bit], self.price[bit] = None, 0

    def _sets(self, bit: int) -> list[int]:
        """Sets of clues: each reason of a literal meets all; none holds another one."""
        sets = self._broken[bit]
        if sets is None:
            sets = self._broken[bit] = []
            for false, broken in self._models:
                if false >> bit & 1:
                    _insert(sets, broken)
        return sets

    def raised(self, bit: int, least: int) -> int:
        """The lower bound of a literal's reasons, by one more if no set of that price is left."""
        price, sets = max(self.price[bit], least), self._sets(bit)
        if not all(self._hit[bit] & members for members in sets) or (
            self._space.weight(self._hit[bit]) > price
        ):
            hit = cheapest_hitting_set(sets, self._space.weights, price)
            if hit is None:
                price += 1
                self.price[bit] = price
            else:
                self._hit[bit] = hit.members
        return price

    def candidate(self, bit: int, price: int) -> int:
        """Clues that meet all models of a literal, filled up to a price.

        What fills it are the clues that the models break most often.
        """
        clues = self._hit[bit]
        room = price - self._space.weight(clues)
        if room > 0:
            counts: dict[int, int] = {}
            for broken in self._sets(bit):
                for clue in bits(broken & ~clues):
                    counts[clue] = counts.get(clue, 0) + 1
            for clue in sorted(counts, key=lambda clue: (-counts[clue], clue)):
                if self._space.weights[clue] <= room:
                    clues |= 1 << clue
                    room -= self._space.weights[clue]
        return clues


def _insert(sets: list[int], new: int) -> None:
    """Add a set unless it holds one that is there; take out those that hold it."""
    if any(members & new == members for members in sets):
        return
    sets[:] = [members for members in sets if members & new != new]
    sets.append(new)
