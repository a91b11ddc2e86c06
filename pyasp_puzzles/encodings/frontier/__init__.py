"""Automata that write an answer cell by cell: for counting without listing."""
