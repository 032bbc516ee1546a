"""Measures the strength of each game's bots in duplicate deals (`python -m bench.strength`)."""
