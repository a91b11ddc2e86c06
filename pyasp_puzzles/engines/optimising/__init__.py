"""The best board: a search for the highest score, checked, kept in a file, ended in time."""
