"""Accessible card games, played by keyboard and heard through the player's own voice."""

__version__ = "0.9.0"
