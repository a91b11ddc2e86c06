"""A small board of Pips, for the tests of its files and of its verifier."""

from __future__ import annotations

BOARD = """\
title: Small
board:
    AAB
    A.B
    CDD
regions:
    A sum 6
    B equals
    C D empty
dominoes: 1-2, 3-3 x2, 0-4
"""
