"""Estimates how many nodes and how much time a count needs, before it begins."""
