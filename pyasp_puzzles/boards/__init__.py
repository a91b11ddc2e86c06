"""What a board is: the contract of a puzzle, files, facts, partial answers, play, edit."""
