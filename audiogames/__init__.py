"""Accessible card games, played with the keyboard and spoken by the player's own voice."""

__version__ = "0.9.0"
