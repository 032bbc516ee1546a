"""The engine protocol: a match played by JSON lines, for programs."""
