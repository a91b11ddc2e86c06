"""Long counts on several machines."""
