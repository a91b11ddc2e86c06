"""SVG pictures as PNG, by resvg."""

from __future__ import annotations

from pyasp_puzzles.core.optional import need

WIDTH = 1200
"""Pixels, where nobody says how many."""


def png(svg: str, width: int = WIDTH) -> bytes:
    """A PNG file of an SVG text, with so many pixels from left to right.

    Raises:
        PuzzleError: the optional package is not installed.
    """
    image: bytes = need("resvg_py").svg_to_bytes(svg_string=svg, width=width)
    return bytes(image)
