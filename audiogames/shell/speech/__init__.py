"""Speakers and braille outputs, and the chain that chooses among them."""
