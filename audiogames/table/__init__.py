"""A game being played: seats, turn order, time, the log, and one update for each listener."""
