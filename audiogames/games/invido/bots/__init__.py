"""The players of Invido that are made of code."""
