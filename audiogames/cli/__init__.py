"""The command line."""

from audiogames.cli.main import main

__all__ = ["main"]
