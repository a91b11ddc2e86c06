"""Long counts: a search split into cubes, run by processes or machines, stored in a file."""
