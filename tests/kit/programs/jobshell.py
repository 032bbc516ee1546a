"""A shell with job control, in the terminal where it is started with `python -m ...`."""

import fcntl
import os
import termios

if __name__ == "__main__":
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ["PS1"] = "$ "
    os.execvp("sh", ["sh", "-i", "-m"])  # noqa: S606 - it is the shell itself
