"""A game in progress: seats, turn order, time, the log, and one update for each listener."""
