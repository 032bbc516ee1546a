"""Modes of a match: several people at one keyboard, a lesson, a replay."""
