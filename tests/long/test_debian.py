"""Tests of the Debian package and the root filesystem: built, installed and running.

Debian's packages are downloaded.  The service runs under a real systemd, in a Debian system that
is started from a folder.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.programs import machine
from tests.kit.waiting import require, wait_until

ROOT = Path(__file__).resolve().parents[2]
SERVICE = "audiogames.service"
DATA = Path("var/lib/audiogames")
METRICS = "http://127.0.0.1:7598"
HOOK = "--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount"
PATIENCE = 600


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Build the package and the root filesystem by one command; return their folder."""
    require(machine.reason_missing())
    target = tmp_path_factory.mktemp("made")
    command = (sys.executable, "-m", "tools.packager.build", "--to", target, "--image")
    subprocess.run((*command, "--compressor", "zlib"), cwd=ROOT, check=True, timeout=PATIENCE)
    return target


@pytest.fixture(scope="module")
def package(made):
    (found,) = made.glob("audiogames_*.deb")
    return found


@pytest.fixture(scope="module")
def running(package, tmp_path_factory):
    """Return a machine with the package installed and its service enabled as documented."""
    root = tmp_path_factory.mktemp("machine")
    include = f"--include=systemd,systemd-sysv,dbus,{package}"
    command = ("mmdebstrap", "--quiet", "--variant=essential", HOOK, include, "bookworm", root)
    subprocess.run(command, check=True, timeout=PATIENCE)
    (root / "root" / package.name).write_bytes(package.read_bytes())
    with machine.Machine(root) as started:
        yield started


@pytest.fixture
def serving(running, package):
    """Return the machine with the service running, even if a previous test has stopped it."""
    running("dpkg", "--install", f"/root/{package.name}")
    running("systemctl", "enable", "--now", SERVICE)
    return running


def test_root_filesystem_contains_the_program_its_user_and_its_data_folder(made, tmp_path):
    (archive,) = made.glob("audiogames-*-rootfs.tar")
    subprocess.run(("tar", "--extract", "--file", archive, "--directory", tmp_path), check=True)
    (user,) = [
        line.split(":")
        for line in (tmp_path / "etc/passwd").read_text("utf-8").splitlines()
        if line.startswith("audiogames:")
    ]
    kept = (tmp_path / DATA).stat()
    assert (kept.st_uid, kept.st_mode & 0o777) == (int(user[2]), 0o700)
    assert user[-1] == "/usr/sbin/nologin"
    inside = ("unshare", "--mount", "--pid", "--fork", "--kill-child", f"--root={tmp_path}")
    start = ("--mount-proc", "/usr/bin/audiogames", "simulate", "wist", "--games", "1", "--json")
    done = subprocess.run((*inside, *start), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 1


def test_service_is_ready_when_systemd_reports_readiness(serving):
    assert serving.state(SERVICE, "ActiveState") == "active"
    assert serving.fetch(f"{METRICS}/healthz").strip() == "ok"
    assert serving.fetch(f"{METRICS}/readyz").strip() == "ready"
    assert "audiogames_people" in serving.fetch(f"{METRICS}/metrics")
    assert serving("stat", "--format=%U %a", f"/{DATA}/tables.sqlite3") == "audiogames 600"


def test_watchdog_restarts_a_server_that_hangs(serving):
    before = int(serving.state(SERVICE, "NRestarts"))
    serving("systemctl", "kill", "--signal=STOP", SERVICE)
    wait_until(
        lambda: int(serving.state(SERVICE, "NRestarts")) > before, "the watchdog's restart", 90
    )
    wait_until(lambda: serving.state(SERVICE, "ActiveState") == "active", "the next start")
    assert serving.fetch(f"{METRICS}/readyz").strip() == "ready"


def test_systemd_starts_the_service_again_after_a_planned_restart(serving):
    before = int(serving.state(SERVICE, "NRestarts"))
    serving("audiogames", "admin", "restart", "1s", "--data", f"/{DATA}")
    wait_until(lambda: int(serving.state(SERVICE, "NRestarts")) > before, "the planned restart", 90)
    wait_until(lambda: serving.state(SERVICE, "ActiveState") == "active", "the next start")


def test_backup_made_while_the_service_runs_can_be_restored(serving):
    copy = "/root/copy"
    serving("audiogames", "backup", copy, "--data", f"/{DATA}")
    assert serving("stat", "--format=%a", copy) == "600"
    serving("audiogames", "restore", copy, "--data", "/root/again")
    assert "tables.sqlite3" in serving("ls", "/root/again").split()


def test_upgrade_restarts_the_service_and_removal_keeps_its_data(serving, package):
    before = serving.state(SERVICE, "MainPID")
    serving("dpkg", "--install", f"/root/{package.name}")
    wait_until(lambda: serving.state(SERVICE, "ActiveState") == "active", "the new start")
    assert serving.state(SERVICE, "MainPID") != before
    serving("dpkg", "--remove", "audiogames")
    assert serving.state(SERVICE, "ActiveState") == "inactive"
    assert "tables.sqlite3" in serving("ls", f"/{DATA}")


def test_purge_deletes_all_files_of_the_package(serving):
    serving("dpkg", "--purge", "audiogames")
    left = serving("find", "/etc", "/usr", "/var/lib", "-name", "audiogames*")
    own = [path for path in left.splitlines() if not path.startswith("/var/lib/systemd")]
    assert own == []
