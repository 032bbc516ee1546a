"""Tests that take many minutes: run by `./check --long`, not by `./check`."""
