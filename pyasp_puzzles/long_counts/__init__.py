"""Long counts: in cubes, over processes and machines, with every answer kept in a file."""
