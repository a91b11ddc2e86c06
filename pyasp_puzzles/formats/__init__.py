"""Readers and writers of instance files that are too long to stand in a puzzle's own module."""
