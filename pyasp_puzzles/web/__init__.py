"""The page on which people play, solve, ask why and generate; extra ``web``."""
