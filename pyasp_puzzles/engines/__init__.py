"""Engines: each turns a model into the shown atoms of its answers."""
