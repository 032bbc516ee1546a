"""Makes the Debian package, and a root filesystem with it, from the Linux folder.

The package contains the whole folder, with its own Python and libraries, as /usr/lib/audiogames.
The root filesystem is a minimal Debian with the package installed, as a tar file for any container
engine.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from audiogames import __version__
from tools import install
from tools.packager import libraries
from tools.packager.contents import NAME

HERE: Final = Path(__file__).parent / "debian"
ROOT: Final = Path(__file__).resolve().parents[2]

PROGRAM: Final = Path("usr/lib", NAME)
SCRIPTS: Final = ("postinst", "prerm", "postrm")
CONFIGURATION: Final = f"etc/default/{NAME}"

LIBC: Final = "libc6"
OTHERS: Final = ("libgcc-s1", "libstdc++6", "adduser")
"""Besides `LIBC`, the packages whose libraries the folder takes from the system."""

DESCRIPTION: Final = """\
Card room for blind players, alone or online
 Novantanove, Invido, Tressette, Wist, Briscola and Scopa, by keyboard, spoken
 and in braille.
 .
 The same program serves tables for others. The service is installed but not
 started: systemctl enable --now audiogames
"""


COMPRESSIONS: Final = {"lzma": "xz", "zlib": "gzip"}
"""The names that dpkg-deb has for the compressors of the build."""


def make_package(folder: Path, target: Path, compressor: str) -> Path:
    """Pack the Linux folder as a Debian package in `target`; return the file."""
    _require("dpkg-deb", "dpkg")
    path = target / f"{NAME}_{version()}_{_architecture()}.deb"
    with tempfile.TemporaryDirectory(prefix="debian-", dir=target) as name:
        tree = Path(name) / "tree"
        _lay_out(folder, tree)
        _write_control(tree)
        command = ["dpkg-deb", f"-Z{COMPRESSIONS[compressor]}", "--root-owner-group", "--build"]
        install.run([*command, str(tree), str(path)], "The Debian package could not be built.")
    return path


def make_image(package: Path, target: Path, suite: str | None = None) -> Path:
    """Make the root filesystem of a Debian suite (default: this machine's) with this package."""
    _require("mmdebstrap", "mmdebstrap")
    path = target / f"{NAME}-{__version__}-rootfs.tar"
    command = [
        *("mmdebstrap", "--quiet", "--variant=essential"),
        "--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount",
        f"--include={package.resolve()}",
        *(suite or platform.freedesktop_os_release()["VERSION_CODENAME"], str(path)),
    ]
    install.run(command, "The root filesystem could not be made.")
    return path


def version() -> str:
    """Return the version with "~" before "rc" and "dev", so that Debian sorts it correctly."""
    return __version__.replace(".dev", "~dev").replace("rc", "~rc")


def _require(program: str, package: str) -> None:
    if shutil.which(program) is None:
        install.fail(f"{program} is missing; on Debian: sudo apt install {package}")


def _architecture() -> str:
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _lay_out(folder: Path, tree: Path) -> None:
    """Copy or write every file of the package to its path below `tree`."""
    shutil.copytree(folder, tree / PROGRAM, symlinks=True)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    for source, place in (
        (HERE / f"{NAME}.service", f"usr/lib/systemd/system/{NAME}.service"),
        (HERE / f"{NAME}.default", CONFIGURATION),
    ):
        (tree / place).parent.mkdir(parents=True)
        shutil.copyfile(source, tree / place)
    documents = tree / "usr/share/doc" / NAME
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(
        f"{(ROOT / 'LICENSE').read_text('utf-8')}\n"
        f"The licences of Python and of the libraries are in /{PROGRAM}/licences.\n",
        "utf-8",
    )
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    tree.chmod(0o755)


def _write_control(tree: Path) -> None:
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {place}\n"
        for path, place in _files(tree)
    ]
    size = libraries.size(tree) // 1024
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "md5sums").write_text("".join(sums), "utf-8")
    (control / "conffiles").write_text(f"/{CONFIGURATION}\n", "utf-8")
    (control / "control").write_text(_fields(size), "utf-8")
    for name in SCRIPTS:
        shutil.copyfile(HERE / name, control / name)
        (control / name).chmod(0o755)


def _files(tree: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(tree.rglob("*")):
        place = path.relative_to(tree).as_posix()
        if path.is_file() and not path.is_symlink() and place != CONFIGURATION:
            yield path, place


def _fields(size: int) -> str:
    """Return the content of the control file; `size` is in KiB.

    The package requires a C library at least as new as the one that the folder was built with.
    """
    libc = platform.libc_ver()[1]
    needs = ", ".join((f"{LIBC} (>= {libc})", *OTHERS))
    return (
        f"Package: {NAME}\nVersion: {version()}\nArchitecture: {_architecture()}\n"
        "Section: misc\nPriority: optional\n"
        "Maintainer: the audiogames authors <audiogames@example.org>\n"
        f"Installed-Size: {size}\nDepends: {needs}\n"
        "Recommends: ca-certificates\nSuggests: postgresql-client, speech-dispatcher\n"
        f"Description: {DESCRIPTION}"
    )
