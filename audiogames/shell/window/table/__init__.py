"""A table, laid out and drawn."""
