"""Formulas in conjunctive normal form, and the SAT solvers that search them."""
