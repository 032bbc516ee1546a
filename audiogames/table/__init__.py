"""A match in progress: its seats, turn order, time and log, and the updates for its listeners."""
