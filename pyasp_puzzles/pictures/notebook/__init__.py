"""How boards and results show themselves in a notebook."""
