"""Tournaments without a room, a network or a clock: pairings, results and standings."""
