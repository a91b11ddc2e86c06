"""The special searches: a board as numbers, tables of what fits on its cells, compiled kernels.

``board`` numbers colours and sides, ``tables`` lists the turned pieces of a cell by the colours
around it, ``kernels`` is compiled; ``scanning`` finds all answers, ``beaming`` the best board.
"""
