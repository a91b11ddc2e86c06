"""A small board of Pips, and the answer of the ring of the document, for several tests."""

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
SOLVED = """\
6-1 1-1

4     1
|     |
4     5

4-2 2-6
"""
