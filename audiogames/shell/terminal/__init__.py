"""The terminal: keys one at a time, each announcement one printed line."""
