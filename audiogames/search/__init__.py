"""Algorithms that know only the State protocol."""
