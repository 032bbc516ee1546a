"""The vocabulary of every game: moves, events, cues, options, logs.  Only the standard library."""
