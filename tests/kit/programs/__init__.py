"""Helpers for tests with real programs: browsers, terminals, screens, and a fake app."""
