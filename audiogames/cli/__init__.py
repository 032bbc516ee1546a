"""The command line."""

from __future__ import annotations

FAILED = 1


def main() -> int:
    """Run the command; Ctrl+C while the program is still loading just ends it."""
    try:
        from audiogames.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return FAILED
