"""Run the program with `python -m audiogames`, which is the same as `audiogames`."""

import sys

from audiogames.cli import main
from audiogames.shell.message_box import run_without_console

# mypy takes the standard output for certain; under pythonw and audiogames.exe it is None.
sys.exit(main() if sys.stdout is not None else run_without_console(main))
