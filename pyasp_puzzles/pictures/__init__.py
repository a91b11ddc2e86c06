"""Pictures of boards, and the renderers that show them."""
