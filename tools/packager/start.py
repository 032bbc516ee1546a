"""Where the packaged program begins: what `python -m audiogames` is to the installed one."""

import io
import multiprocessing
import os
import sys
from collections.abc import Callable, MutableMapping

SEARCH_PATH = "LD_LIBRARY_PATH"
AS_IF_ALONE = "PYINSTALLER_RESET_ENVIRONMENT"

Run = Callable[[], int]


def main() -> int:
    """Run the command line; in a process that was started to think, only think."""
    multiprocessing.freeze_support()
    prepare_for_others(os.environ)
    from audiogames.cli import main as run  # noqa: PLC0415 - a thinking process never gets here

    if sys.platform == "win32" and sys.stdout is None:
        return in_a_box(run, _show)
    return run()


def prepare_for_others(environ: MutableMapping[str, str]) -> None:
    """Take back what was set for this program alone, before it starts another one.

    A program of the system, such as speech-dispatcher, must not load the libraries in this folder.
    The process in which bots think must: it finds them by itself, as if it had been started alone.
    """
    original = environ.pop(f"{SEARCH_PATH}_ORIG", None)
    environ.pop(SEARCH_PATH, None)
    if original is not None:
        environ[SEARCH_PATH] = original
    environ[AS_IF_ALONE] = "1"


# --- The Windows program without a console: not run on the machines that check this project ------


def in_a_box(run: Run, show: Callable[[str], None]) -> int:
    """Show what would have been printed, so that nobody is left without a word."""
    written = io.StringIO()
    sys.stdout = sys.stderr = written
    try:
        return run()
    finally:
        if text := written.getvalue().strip():
            show(text)


def _show(text: str) -> None:
    """A message box of the system, which every screen reader reads."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - nowhere else is it needed so early

        ctypes.windll.user32.MessageBoxW(None, text, "Audiogames", 0)


if __name__ == "__main__":
    sys.exit(main())
