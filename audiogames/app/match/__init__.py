"""A match as one listener lives it: what is told, and what their keys do."""
