"""One folder per game.

Games never import one another, and nothing below this package names one.
"""
