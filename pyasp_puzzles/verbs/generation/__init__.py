"""New boards: drafted from a seed, reduced to clues that are all needed, proved unique.

How data flows, each arrow one module::

    seed -> draft (of the puzzle) -> clue_program -> minimal -> proof -> board
"""
