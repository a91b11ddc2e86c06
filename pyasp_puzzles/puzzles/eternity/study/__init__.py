"""A study of where exact search ends: size of the board against the number of its colours.

    python -m pyasp_puzzles.puzzles.eternity.study FOLDER [--sizes "6 7 8"] [--cap 10] [--seeds 3]

It measures how long each engine takes to find a first answer of generated boards and to count
their answers, each run in a process of its own with a limit (the cap), and estimates the counts
that do not end.  All that is measured is kept in ``eternity-times.jsonl`` in FOLDER, a line of JSON
for each run; a run that the file has is not repeated, unless it reached a lower cap.  From the file
the command writes the tables, ``eternity-times.md``, and the plots.
"""
