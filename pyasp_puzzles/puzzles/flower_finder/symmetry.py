"""The symmetries of the frame, and the images of a solution under them."""

from __future__ import annotations

from functools import partial

from pyasp_puzzles.core.symmetry import Symmetry
from pyasp_puzzles.puzzles.flower_finder.facts import Placement, Solution, canonical
from pyasp_puzzles.puzzles.flower_finder.format import Instance
from pyasp_puzzles.puzzles.flower_finder.geometry import SYMMETRIES, compose, location_after


def symmetries(instance: Instance) -> tuple[Symmetry[Solution], ...]:
    """The eight symmetries of the frame: four rotations and four mirror images of the square.

    A quarter turn, or a reflection in a diagonal, also exchanges the layers.
    """
    return tuple(
        Symmetry(partial(_image, instance, symmetry), a * d - b * c < 0)
        for symmetry, ((a, b), (c, d)) in SYMMETRIES.items()
    )


def _image(instance: Instance, symmetry: tuple[str, str], solution: Solution) -> Solution:
    """The image of a solution under a symmetry of the frame."""
    n = instance.n
    symmetry_of = {matrix: other for other, matrix in SYMMETRIES.items()}
    placements = []
    for p in solution.placements:
        lies = SYMMETRIES["down" if p.location <= n else "across", p.flip]
        _, flip = symmetry_of[compose(SYMMETRIES[symmetry], lies)]
        placements.append(Placement(location_after(n, symmetry, p.location), p.strip, flip))
    return canonical(instance, placements)
