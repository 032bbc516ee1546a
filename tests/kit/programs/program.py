"""Run the fake app as a program: `python -m tests.kit.programs.program MODE HOME [SPEECH]`."""

import sys
from pathlib import Path

from audiogames.shell.files import Paths
from audiogames.shell.start import CannotStart, StartOptions, run
from tests.kit.programs.fakeapp import FakeApp


def main():
    mode, home = sys.argv[1], Path(sys.argv[2])
    app = FakeApp()
    wishes = StartOptions(Paths(home, home, home), mode, "none", "off", home / "transcript")
    try:
        code = run(lambda: app, wishes)
    except CannotStart as trouble:
        sys.exit(f"cannot start: {trouble.message.id}")
    print(f"left {app.left}")
    sys.exit(code)


if __name__ == "__main__":
    main()
