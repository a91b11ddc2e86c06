"""Questions that people ask of a board: is its answer unique, is what I have so far right."""
