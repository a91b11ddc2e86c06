"""Steps as English sentences, JSON, Markdown and pictures."""
