"""The vocabulary of every game: moves, events, cues, options, logs.  Standard library only."""
