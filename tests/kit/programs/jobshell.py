"""A shell that looks after its jobs, in the terminal that it is started in: `python -m ...`."""

import fcntl
import os
import termios

if __name__ == "__main__":
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ["PS1"] = "$ "
    os.execvp("sh", ["sh", "-i", "-m"])  # noqa: S606 - it is the shell itself
