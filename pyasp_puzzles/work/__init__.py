"""Child processes; nothing here knows a puzzle or an engine."""
