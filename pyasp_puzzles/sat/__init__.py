"""Formulas, PySAT, and DIMACS programs."""
