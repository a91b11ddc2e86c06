"""Instances made by code: one module a puzzle with its generators and its ``catalogue``.

``catalogue()`` returns the shipped instances by name, with their known counts.  All files under
``pyasp_puzzles/instances`` and ``lp/examples`` are written from it, and the types of the shipped
puzzles (:mod:`pyasp_puzzles.stub`)::

    python -m pyasp_puzzles.families        (in a checkout)
"""
