"""How hard a board is: figures of its derivation and of a search, and a grade."""
