"""What is the same in playing all puzzles: moves of a page, and how far a board is done."""
