"""A Windows message box for the output of a program without a console."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

Run = Callable[[], int]


def run_without_console(run: Run, show: Callable[[str], None] | None = None) -> int:
    """Run the command line, then show its output, if there is any, in a message box.

    Windows gives a program without a console no standard output.
    """
    written = io.StringIO()
    sys.stdout = sys.stderr = written
    try:
        return run()
    finally:
        if text := written.getvalue().strip():
            (show or show_box)(text)


def show_box(text: str) -> None:
    """Show a system message box, which every screen reader reads."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, "Audiogames", 0)
