"""The beam search for the best board: all pieces lie, as many joints as possible match.

The search places one piece after the other, in a fixed order of the cells, and keeps the most
promising partial boards of each length (a beam; Lowerre, "The Harpy Speech Recognition System",
1976). A joint may break, late and at a price.

``board`` is the board as numbers, ``plan`` the order of the cells, ``tables`` the candidates,
``arrays`` the arrays of a level. ``kernel`` and ``breeding`` are the compiled part: one values the
children of a level, the other makes the best of them the next level. ``ancestors`` leads from the
last level back to a board. ``run`` is one search of fixed width, ``search`` the sequence of runs.
What was tried and measured: docs/measured/encodings/eternity.md.
"""
