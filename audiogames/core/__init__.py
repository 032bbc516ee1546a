"""The code that all games share: moves, events, cues, options, logs.

It imports only the standard library.
"""
