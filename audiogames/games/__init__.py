"""The games, one package for each.

Games never import one another, and the packages below them do not know which games exist.
"""
