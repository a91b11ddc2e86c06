"""Hand-written CNF encodings, one module a puzzle."""
