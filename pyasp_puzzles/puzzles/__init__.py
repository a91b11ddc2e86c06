"""The puzzles: one module each, found by name."""
