"""Processes of this machine, as the kernel lists them."""

from pathlib import Path


def children(process):
    """The processes that a process has started, and those that these have started."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text("utf-8").split()):
            found += [child, *children(child)]
    return found


def is_running(process):
    """Whether a process is alive; a zombie is not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
