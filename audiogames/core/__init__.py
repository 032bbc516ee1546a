"""The vocabulary of every game: states, moves, events, cues, options, logs.  Standard library only."""
