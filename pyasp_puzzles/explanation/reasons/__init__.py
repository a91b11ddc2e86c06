"""Steps: their reasons and premises, contradictions, and what would have to go."""
