"""What single clues do not imply, shown by models."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyasp_puzzles.explanation.reasons.masks import bits
from pyasp_puzzles.explanation.reasons.parts import Space


@dataclass
class Witnesses:
    """What single clues do not imply: models in which a clue holds and literals do not.

    Attributes:
        refuted: for each clue the literals that do not follow from it.
        implied: for each clue literals that follow from it, but not by propagation.
        unknown: for each clue the literals that no search decided.
    """

    space: Space
    refuted: list[int] = field(default_factory=list)
    implied: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    _models: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = len(self.space.clue_scopes)
        self.refuted, self.implied, self.unknown = [0] * count, [0] * count, [0] * count
        self._models = [[] for _ in range(count)]

    def add(self, clues: int, false: int) -> None:
        """A model in which these clues hold and these literals do not."""
        for clue in bits(clues):
            seen = false & self.space.clue_scopes[clue]
            if seen & ~self.refuted[clue]:
                self._models[clue].append(seen)
                self.refuted[clue] |= seen

    def learn(self, new: int) -> None:
        """Forget the models that new literals rule out.

        Only what a clue can bear upon counts: the rest of a model may always be another one.
        """
        for clue, scope in enumerate(self.space.clue_scopes):
            if not scope & new:
                continue
            self.unknown[clue] = 0
            if self.refuted[clue] & new:
                self._models[clue] = [seen for seen in self._models[clue] if not seen & new]
                self.refuted[clue] = 0
                for seen in self._models[clue]:
                    self.refuted[clue] |= seen
