"""Exact covers: recognised in ground programs, searched and counted with bit sets."""
