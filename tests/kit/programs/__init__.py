"""Helpers for tests of shells and whole programs: a fake app, a terminal, a screen."""
