"""Hand-written CP-SAT models, one module a puzzle."""
