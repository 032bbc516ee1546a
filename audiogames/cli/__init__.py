"""The program's command line."""

from __future__ import annotations

FAILED = 1


def main() -> int:
    """Run the command line; end silently if Ctrl+C is pressed while the program is loading."""
    try:
        from audiogames.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return FAILED
