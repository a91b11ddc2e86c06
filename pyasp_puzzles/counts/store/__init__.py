"""The store of a long count: one file with every answer."""
