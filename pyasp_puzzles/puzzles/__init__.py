"""The puzzles: one folder each, found by name."""
