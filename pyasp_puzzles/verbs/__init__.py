"""What can be done with a board, one function each."""
