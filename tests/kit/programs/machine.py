"""Runs a Debian system from a folder like a separate machine, with systemd and a network.

It uses the kernel's namespaces without a container engine: processes, mounts, network and the part
of systemd's control groups belong to the machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.kit.waiting import wait_until

PATIENCE = 120
PATHS = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
GROUPS = Path("/sys/fs/cgroup/systemd")
"""systemd's hierarchy of control groups, of version 1."""

FETCH = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"

BOOT = """\
set -e
echo $$ > "$GROUP/cgroup.procs"
exec unshare --cgroup --pid --mount --net --uts --ipc --fork --kill-child sh -e -c '
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
for place in sys/fs/cgroup run dev; do mount -t tmpfs tmpfs "$place"; done
mkdir sys/fs/cgroup/systemd dev/pts dev/shm
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
done
exec env -i container=test PATH=/usr/sbin:/usr/bin chroot . /lib/systemd/systemd'
"""
"""Starts the machine as a container, so that systemd does not change the kernel's settings."""


def reason_missing():
    """Return why no simulated machine can run here, or None."""
    if os.geteuid() != 0:
        return "only root can start a machine"
    missing = [name for name in ("unshare", "nsenter", "mmdebstrap") if not shutil.which(name)]
    if missing:
        return f"not installed: {', '.join(missing)}"
    if not os.access(GROUPS / "cgroup.procs", os.W_OK):
        return f"{GROUPS} is not there, or cannot be written"
    return None


class Machine:
    """A simulated machine with the Debian system of this folder; it runs within the context."""

    def __init__(self, root):
        self._root = root
        self._group = GROUPS / f"audiogames-{os.getpid()}"

    def __enter__(self):
        self._group.mkdir()
        self._outer = subprocess.Popen(
            ("sh", "-c", BOOT),
            env={**os.environ, "ROOT": str(self._root), "GROUP": str(self._group)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._is_up, "systemd having started everything")
        return self

    def __exit__(self, *_):
        self._outer.kill()  # process 1 ignores other signals, and all others end with it
        self._outer.wait(PATIENCE)
        wait_until(self._has_gone, "the machine's processes having ended")

    def __call__(self, *command, check=True):
        """Run a command on the machine; return its output without the last newline."""
        done = subprocess.run(
            (*self._inside, "chroot", self._root, "env", "-i", PATHS, *map(str, command)),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def fetch(self, address):
        """Fetch an address from inside the machine's network; return the content."""
        command = (*self._inside, sys.executable, "-c", FETCH, address)
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def state(self, unit, name):
        """Return a property of a systemd unit."""
        return self("systemctl", "show", "--value", "--property", name, unit)

    @property
    def _inside(self):
        kinds = ("--mount", "--net", "--pid", "--uts", "--ipc", "--cgroup")
        return ("nsenter", "--target", str(self._first), *kinds)

    @property
    def _first(self):
        """Return the id, outside the machine, of its first process, or None before the start."""
        place = f"/proc/{self._outer.pid}/task/{self._outer.pid}/children"
        found = Path(place).read_text("utf-8").split()
        return int(found[0]) if found else None

    def _is_up(self):
        assert self._outer.poll() is None, "the machine has ended at its start"
        first = self._first
        if first is None or Path(f"/proc/{first}/comm").read_text("utf-8").strip() != "systemd":
            return False
        return self("systemctl", "is-system-running", check=False) in {"running", "degraded"}

    def _has_gone(self):
        try:
            for path in (*sorted(self._group.rglob("*/"), reverse=True), self._group):
                path.rmdir()
        except OSError:  # a process in the group is still ending
            return False
        return True
