"""Algorithms that work for every game, since they use only the protocol `State`."""
