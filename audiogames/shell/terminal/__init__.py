"""Runs the program in a terminal: reads single keys, prints each announcement as a line."""
