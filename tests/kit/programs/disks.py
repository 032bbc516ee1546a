"""Runs a command that sees a full or unwritable disk.

The disk is a file system in memory, mounted in a namespace of the command.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

FULL = "size=12k"
"""The size of a disk that has no space for any copy."""

READ_ONLY = "ro"
OLDER = "an older copy"

SCRIPT = """\
set -e
mount -t tmpfs -o size=12k tmpfs "$DISK"
printf '%s' "$OLDER" > "$DISK/copy"
mount -o "remount,$HOW" "$DISK"
cd "$ROOT"
set +e
"$@"
code=$?
ls -A "$DISK" >&2
cat "$DISK/copy" >&2
exit $code
"""


def reason_missing():
    """Return why no full or unwritable disk can be simulated on this machine, or None."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "only root can mount a disk"
    return None if shutil.which("unshare") else "not installed: unshare"


def on_disk(disk, how, *command, environ):
    """Run a command that sees a full or unwritable disk at the folder `disk`.

    The disk already has a file named `copy`, with the content OLDER.  Return the exit code, the
    output, and a list of lines: the errors, the names of the files on the disk, and the content
    of `copy`.
    """
    done = subprocess.run(
        ("unshare", "--mount", "sh", "-c", SCRIPT, "sh", *map(str, command)),
        env={**environ, "DISK": str(disk), "HOW": how, "OLDER": OLDER, "ROOT": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.splitlines()
