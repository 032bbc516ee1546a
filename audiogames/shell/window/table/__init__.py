"""Lays out and draws a table."""
