"""The whole program driven by keys and a hand-moved clock, with nothing but memory around it."""
