"""Tests of the Debian package, unpacked by dpkg into a separate root and started there.

Its scripts, its user and its service are tested in tests/long/test_debian.py.
"""

import os
import re
import shlex
import subprocess
import urllib.request

import pytest

from audiogames.cli.arguments import read
from tests.kit.waiting import READY_SECONDS
from tools.packager import debian

pytestmark = pytest.mark.e2e

UNIT = (debian.HERE / "audiogames.service").read_text("utf-8")
DEFAULT = (debian.HERE / "audiogames.default").read_text("utf-8")
METRICS = re.compile(r"http://127\.0\.0\.1:\d+")
NAMED = {"/usr/lib/audiogames/audiogames", "/usr/bin/audiogames", "/etc/default/audiogames"}


@pytest.fixture(scope="module")
def package(built, tmp_path_factory):
    return debian.make_package(built, tmp_path_factory.mktemp("debian"), "zlib")


@pytest.fixture(scope="module")
def root(package, tmp_path_factory):
    """Return a root folder into which dpkg has unpacked the package."""
    folder = tmp_path_factory.mktemp("root")
    admin = folder / "var/lib/dpkg"
    for name in ("info", "updates"):
        (admin / name).mkdir(parents=True)
    (admin / "status").touch()
    force = ("--force-not-root", "--force-depends")
    dpkg = ("dpkg", f"--root={folder}", *force, "--unpack", package)
    subprocess.run(dpkg, check=True, capture_output=True)
    return folder


def shown(package, *option):
    command = ("dpkg-deb", *option, package)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_debian_package_files_belong_to_root_and_only_root_can_write_them(package):
    lines = [line.split() for line in shown(package, "--contents").splitlines()]
    assert {line[1] for line in lines} == {"root/root"}
    assert {line[0] for line in lines} == {"drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx"}
    assert {f"/{line[5].removeprefix('./')}" for line in lines} >= NAMED


def test_debian_package_depends_only_on_the_c_and_cpp_libraries_and_adduser(package):
    fields = dict(line.split(": ", 1) for line in shown(package, "--field").splitlines()[:9])
    assert fields["Version"] == debian.version()
    needs = re.sub(r" \(>= [\d.]+\)", "", fields["Depends"])
    assert needs == "libc6, libgcc-s1, libstdc++6, adduser"


def fetch(address):
    with urllib.request.urlopen(address, timeout=READY_SECONDS) as answer:  # noqa: S310 - our own
        return answer.read().decode().strip()


@pytest.mark.parametrize("name", debian.SCRIPTS)
def test_debian_package_script_is_valid_shell(name):
    subprocess.run(("sh", "-n", debian.HERE / name), check=True)


def test_unpacked_debian_files_have_the_checksums_of_the_package(root):
    command = ("dpkg", f"--root={root}", "--verify", "audiogames")
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout in {"", "missing   c /etc/default/audiogames\n"}  # not configured yet


def test_debian_service_starts_a_valid_command():
    (options,) = re.findall(r'^OPTIONS="(.*)"$', DEFAULT, re.MULTILINE)
    (line,) = re.findall(r"^ExecStart=/usr/bin/audiogames (.*)$", UNIT, re.MULTILINE)
    assert read(shlex.split(line.replace("$OPTIONS", options))).command == "serve"


def test_installed_server_starts_and_has_every_server_library(root, tmp_path):
    program = root / "usr/bin/audiogames"
    options = ("--host", "127.0.0.1", "--port", "0", "--metrics", "0", "--plain-behind-proxy")
    with subprocess.Popen(
        (program, "serve", "--data", tmp_path, "--speech", "none", "--braille", "off", *options),
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(tmp_path)},
    ) as server:
        try:
            address = METRICS.search(server.stderr.readline())[0]
            assert fetch(f"{address}/healthz") == "ok"
        finally:
            server.terminate()
    assert server.returncode == 0
    python = root / "usr/lib/audiogames/runtime/bin/audiogames"
    wanted = "import networkx, openskill, prometheus_client, psycopg_pool, psycopg, zxcvbn"
    subprocess.run((python, "-I", "-c", wanted), check=True, env=os.environ | {"PYTHONPATH": ""})
