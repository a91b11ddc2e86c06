"""Studies of ratings: against published levels, and of the shipped boards.

    python -m pyasp_puzzles.explanation.rating.study PUZZLE FOLDER [--keep FILE]
    python -m pyasp_puzzles.explanation.rating.study [--timeout SECONDS] [--keep FILE]

The first form rates all boards in the files of a folder and compares the ratings with the levels
that the boards have as labels; the second one prints a table of all shipped boards.  With
``--keep`` the ratings are kept in a file, as lines of ``rate --json``; boards that it has are not
rated again.
"""
