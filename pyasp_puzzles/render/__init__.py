"""Pictures as output: one module for each kind."""
