"""Algorithms that know games only by the State protocol."""
