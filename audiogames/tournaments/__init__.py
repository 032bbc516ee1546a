"""Tournaments as pure logic: pairings, results and standings."""
