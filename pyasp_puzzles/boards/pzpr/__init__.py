"""Boards of puzz.link: addresses and pzprv3 files come in, boards and partial answers go out.

A genre declares :class:`~pyasp_puzzles.boards.pzpr.codec.Pzpr`, the codes of its addresses
(:mod:`~pyasp_puzzles.boards.pzpr.url`) and the sections of its files
(:mod:`~pyasp_puzzles.boards.pzpr.files`).
"""
