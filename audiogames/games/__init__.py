"""The games, one package for each.

Games never import one another, and packages that they import name no game.
"""
