"""Steps: smallest reasons, premises, contradictions, and what would have to go."""
