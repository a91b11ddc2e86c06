"""Pictures as SVG: one file for light and dark pages, with a text alternative."""
