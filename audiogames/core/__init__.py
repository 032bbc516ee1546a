"""What the code of every game uses: moves, events, cues, options, logs.  Standard library only."""
