"""Lists processes of this machine."""

from pathlib import Path


def children(process):
    """Return the ids of all descendants of a process."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text("utf-8").split()):
            found += [child, *children(child)]
    return found


def is_running(process):
    """Return True if a process is alive and not a zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
