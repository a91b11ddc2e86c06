"""The words in a program: read, checked, filled with values; the program that explains."""
