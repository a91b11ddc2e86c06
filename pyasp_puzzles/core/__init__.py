"""What everything stands on: errors, atoms, symmetry, optional packages."""
