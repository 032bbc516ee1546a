"""Tests that take many minutes: run only by `./check --long`."""
