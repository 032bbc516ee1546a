"""Modes of a match: several people at one keyboard, a lesson, a puzzle, a replay, a review."""
