"""New boards: drafted from a seed, reduced to clues that are all needed, proved unique.

How data flows, each arrow one function::

    seed -> draft (of the puzzle) -> ClueProgram -> minimal -> proof -> board
"""
