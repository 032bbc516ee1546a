"""Tests of the whole program, driven by keys and a simulated clock, with storage in memory."""
